"""Choice points: one of the options that a page offers is picked by the caller's argument, or the agent is asked."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import anyio

from awm_mcp.errors import StepStopped
from awm_mcp.model import Action, Target
from awm_mcp.model.text import plain
from awm_mcp.replay.acting.actor import Actor
from awm_mcp.replay.acting.custom_lists import OPTIONS_WAIT_S, no_option
from awm_mcp.replay.browsing.page_script import page_script
from awm_mcp.replay.targets.resolve import Found

if TYPE_CHECKING:
    from playwright.async_api import ElementHandle

MOST_OPTIONS = 30
_STILL_S = 0.25
"""Options that are drawn one after the other must have been the same for so long before the agent is asked, seconds."""


async def choose(actor: Actor, action: Action) -> None:
    """Clicks the option that the argument names, or that was taken of those offered before; else asks the agent.

    Raises:
        StepStopped: ``needs_input`` with the options; ``no_such_option``; ``target_not_found``, where nothing is offered.
    """
    if action.target is None:
        raise StepStopped("no_target", expected="a target for choose", seen="none")
    given = action.value
    if given is not None and not actor.arguments.missing(given):
        await _take(actor, action, action.target, actor.arguments.text(given))
    elif actor.accepted is not None:
        await _take(actor, action, action.target, actor.accepted)
    else:
        raise _asked(action, await _offered(actor, action.target))


def _asked(action: Action, options: list[str]) -> StepStopped:
    if not options:
        return StepStopped(
            "target_not_found", status="target_not_found", expected="options to choose from", seen="none are shown"
        )
    named = action.value.params if action.value is not None else ()
    argument = f", or give it as the argument {named[0]}" if named else ""
    return StepStopped(
        "needs_input", status="needs_input", expected="a choice among the options", seen=f"{len(options)} options",
        candidates=tuple({"element": plain(option, 120), "why_not": "not chosen yet"} for option in options[:MOST_OPTIONS]),
        next=f"resume at this step with choice set to one of the options{argument}",
    )  # fmt: skip


async def _offered(actor: Actor, target: Target) -> list[str]:
    """The options that the page shows, once they are all there."""
    held: list[list[str]] = [[]]

    async def rest() -> bool:
        now: list[str] = await actor.stage.page.main_frame.evaluate(page_script("options"), [_query(target), None])
        before, held[0] = held[0], now
        if now and now == before:
            return True
        await anyio.sleep(_STILL_S)
        return False

    await actor.until(rest, OPTIONS_WAIT_S)
    return held[0]


async def _take(actor: Actor, action: Action, target: Target, text: str) -> None:
    async def option() -> Found:
        element, _ = await _picked(actor, target, text)
        if element is None:
            raise no_option(text, await _offered(actor, target))
        return Found(element, actor.stage.page.main_frame, actor.stage.page, text)

    async def there() -> bool:
        return (await _picked(actor, target, text))[0] is not None

    await actor.until(there, OPTIONS_WAIT_S)
    await actor.do(action, await option(), lambda one, ms: one.click(timeout=ms), option)


async def _picked(actor: Actor, target: Target, text: str) -> tuple[ElementHandle | None, list[str]]:
    """The one option of that text, else what there is."""
    frame = actor.stage.page.main_frame
    handle = await frame.evaluate_handle(page_script("options"), [{**_query(target), "pick": text}, None])
    element = handle.as_element()
    return element, [] if element is not None else await handle.json_value()


def _query(target: Target) -> dict[str, Any]:
    return {"items": target.place.items if target.place is not None else target.css, "role": target.role}
