"""All actions: how each finds its target and how it is done."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING

from awm_mcp.errors import StepStopped
from awm_mcp.model import Action, Expectation
from awm_mcp.model.text import plain
from awm_mcp.replay.acting import (
    calendars,
    checking,
    choice_points,
    choose,
    extract,
    fill,
    keys,
    navigate,
    pointer,
    stepping,
    toggling,
    uploads,
)
from awm_mcp.replay.acting.actor import Actor
from awm_mcp.replay.browsing.faults import unconfirmed
from awm_mcp.replay.targets.expectations import wait_for
from awm_mcp.replay.targets.resolve import Found

if TYPE_CHECKING:
    from awm_mcp.replay.staging.stage import Stage
    from awm_mcp.replay.traffic.activity import Activity

_AT_TARGET: dict[str, Callable[[Actor, Action, Found], Awaitable[None]]] = {
    "click": pointer.click,
    "dblclick": pointer.click,
    "fill": fill.fill,
    "select": choose.select,
    "check": checking.check,
    "hover": pointer.hover,
    "upload": uploads.upload,
    "drag": pointer.drag,
    "extract": extract.extract,
}
_ON_PAGE: dict[str, Callable[[Actor, Action], Awaitable[None]]] = {
    "goto": navigate.goto,
    "back": navigate.history,
    "forward": navigate.history,
    "switch_tab": navigate.switch_tab,
    "scroll": navigate.scroll,
    "choose": choice_points.choose,
}


_TYPES = frozenset({"fill", "select", "choose"})
_ASKS = frozenset({"click", "dblclick", "press", "check", "select", "choose", "upload", "drag"})
"""Actions that a page may answer with a question; typing and looking are none."""
_LOOKS = frozenset({"wait_for", "extract"})
_MESSAGES = frozenset({"status", "alert", "log"})


async def locate(actor: Actor, action: Action, timeout_s: float | None = None) -> Found | None:
    """The element that an action is about; None for actions on the page as a whole.

    Raises:
        StepStopped: it is not there, or not alone.
    """
    if action.target is None or action.type in ("wait_for", "scroll", "choose"):
        return None
    actor.typing, actor.choosing = _typed(actor, action), _chosen(actor, action)
    if action.type in ("click", "check") and not actor.literal:
        await calendars.turn_for(actor, action.target)
    if action.became is not None and action.became.target is not None and not actor.literal:
        return await toggling.find_either(actor, action.target, action.became.target, timeout_s)
    try:
        return await actor.find(action.target, _found_as(action), timeout_s)
    except StepStopped as stop:
        if not _is_gone_message(actor, action, stop):
            raise
    actor.left = True
    return None


def _is_gone_message(actor: Actor, action: Action, stop: StepStopped) -> bool:
    """Whether a step need not be done, as what it puts away went by itself."""
    role = action.target.role if action.target is not None else None
    gone = actor.optional and role in _MESSAGES and stop.status == "target_not_found" and not actor.dispatched
    if gone:
        actor.notes.append("skipped: the message was gone by then")
    return gone


def _found_as(action: Action) -> str:
    """The kind of action to find its element for: ticks that are clicked may be hidden under what is drawn for them."""
    if action.stepper:
        return "click"
    role = action.target.role if action.target is not None else None
    return "check" if action.type == "click" and role in ("checkbox", "radio") else action.type


def _typed(actor: Actor, action: Action) -> str | None:
    used = action.value if action.type == "fill" and not action.stepper else None
    if used is None or actor.arguments.is_secret(used) or actor.arguments.missing(used):
        return None
    return actor.arguments.text(used)


def _chosen(actor: Actor, action: Action) -> list[str] | None:
    used = action.values or ((action.value,) if action.value is not None else ())
    if action.type != "select" or any(actor.arguments.is_secret(one) or actor.arguments.missing(one) for one in used):
        return None
    return [text for one in used for text in actor.arguments.texts(one)]


def only_looks(action: Action, activity: Activity) -> bool:
    """Whether an action does nothing but look at what came of something that was sent before, which goes on meanwhile."""
    return action.type in _LOOKS and any(activity.senders)


async def perform(actor: Actor, action: Action, found: Found | None) -> None:
    """Does one action, at most once, and follows what it opens.

    Raises:
        StepStopped: with what was expected and seen.
        Refused: a secret or file that must not be used.
    """
    if not only_looks(action, actor.stage.activity):
        actor.stage.activity.mark()
        actor.stage.fills.by_keys = None
    if action.type in _TYPES and action.value is not None and not actor.arguments.missing(action.value):
        actor.stage.activity.typed.add(actor.arguments.text(action.value))
    actor.stage.dialogs.arm(action.dialog, actor.arguments)
    actor.stage.asks_in = actor.stage.activity.pages if action.type in _ASKS else None
    await _at_most_once(actor, action, found)
    actor.stage.back_from_closed()
    if unexpected := actor.stage.dialogs.unexpected:
        raise _questioned(_as_asked(actor, action), unexpected[0])


def check_asked(stage: Stage, expected: str) -> None:
    """Stops where the page asked something only after the last press, which was refused: what that was for is not done.

    What a page asks as it loads is no answer to it; once something was sent, ``judging.said_in_dialogs`` tells.

    Raises:
        StepStopped: ``unexpected_dialog``.
    """
    late, stage.asks_in, in_it = stage.dialogs.unexpected, None, stage.asks_in == stage.activity.pages
    if late and in_it and not stage.dialogs.sending:
        raise _questioned(expected, late[0])


def _as_asked(actor: Actor, action: Action) -> str:
    recorded = action.dialog
    asking = "without a question"
    if recorded is not None:
        message = actor.arguments.bind(recorded.message).words() if recorded.message is not None else "…"
        asking = f'and only the {recorded.kind} "{plain(message, 120)}"'
    return f"{actor.arguments.said_action(action)} {asking}"


def _questioned(expected: str, asked: str) -> StepStopped:
    return StepStopped(
        "unexpected_dialog", expected=expected, seen=f"the browser asked {asked}; it was dismissed",
        next="decide by hand, then resume",
    )  # fmt: skip


async def _at_most_once(actor: Actor, action: Action, found: Found | None) -> None:
    """Does it; what breaks after something was done to the page is no fault that could be tried again."""
    from playwright.async_api import Error

    try:
        if action.opens is not None and found is not None:
            await _opening(actor, action, found)
        else:
            await _do(actor, action, found)
    except Error as broken:
        if actor.dispatched:
            raise unconfirmed(actor.arguments.said_action(action)) from broken
        raise
    except StepStopped as stop:
        if actor.dispatched and stop.code == "detached":
            raise unconfirmed(actor.arguments.said_action(action)) from stop
        if not _is_gone_message(actor, action, stop):
            raise


async def _do(actor: Actor, action: Action, found: Found | None) -> None:
    if action.stepper and found is not None:
        await stepping.step_to(actor, action, found)
    elif action.became is not None and found is not None and not actor.literal:
        await toggling.click_into_state(actor, action, found, action.became, pointer.click)
    elif action.type in _AT_TARGET and found is not None:
        if action.type == "click" and action.target is not None and action.target.role == "option" and not actor.literal:
            await toggling.refuse_chosen(actor, action, found)
        await _AT_TARGET[action.type](actor, action, found)
    elif action.type in _ON_PAGE:
        await _ON_PAGE[action.type](actor, action)
    elif action.type == "press":
        await keys.press(actor, action, found)
    elif action.type == "wait_for":
        await _wait(actor, action)
    elif action.type == "close_tab":
        await navigate.close_tab(actor)
    elif action.type != "stop":
        raise StepStopped("no_target", expected=f"a target for {action.type}", seen="none")


async def _opening(actor: Actor, action: Action, found: Found) -> None:
    """A click that opens a tab or a download; both are waited for from before the click on."""
    if action.opens == "popup":
        arrived = actor.until_event(found.page, "popup")
        await _do(actor, action, found)
        page = await arrived
        if page is None:
            raise StepStopped("no_new_tab", expected="a new tab", seen="none was opened in time")
        actor.stage.follow(page)
        return
    arrived = actor.until_event(found.page, "download")
    await _do(actor, action, found)
    if await arrived is None:
        raise StepStopped("no_download", expected="a download", seen="none began in time")


async def _wait(actor: Actor, action: Action) -> None:
    expected = Expectation(text=action.value, target=action.target)
    if not action.gone:
        lacking = await wait_for(actor.stage, expected, actor.arguments, actor.timeout_s, hopeless=actor.hopeless)
        if lacking:
            raise StepStopped("not_shown", expected=expected.words(), seen=lacking)
        return

    async def gone() -> bool:
        return bool(await wait_for(actor.stage, expected, actor.arguments, 0.0))

    if not await actor.until(gone, actor.timeout_s):
        raise StepStopped("still_shown", expected=f"{expected.words()} to go", seen="it is still shown")
