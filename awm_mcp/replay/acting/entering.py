"""The Enter key in a field that suggests entries: it may take another entry than the one that was asked for."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from awm_mcp.errors import StepStopped
from awm_mcp.model import Action
from awm_mcp.model.text import plain, same
from awm_mcp.replay.acting.actor import Actor
from awm_mcp.replay.acting.taken_suggestion import State, stands_for_it, suggested_to
from awm_mcp.replay.browsing.page_script import ask_element
from awm_mcp.replay.targets.resolve import Found

TAKES_S = 0.6


async def enter(actor: Actor, action: Action, found: Found, press: Callable[[], Awaitable[None]]) -> None:
    """Presses Enter where that takes what the caller named, or nothing but the typed text; else takes the equal entry.

    Raises:
        StepStopped: ``no_such_option``, where another entry is lit and none equals the argument; ``did_not_stick``, where
            the page took another one although none was lit.
    """
    was = await suggested_to(found)
    if was is None or not was["options"] or not _is_argument(actor, was["held"]):
        await press()
        return
    if was["lit"] is None or was["fits"] or stands_for_it(was["lit"], was["held"]):
        await press()
        await _read_back(actor, action, found, was)
        return
    element = await ask_element(found.frame, "suggested", {"ask": "equal"}, found.element) if was["equal"] == 1 else None
    if element is None:
        raise _none_equal(was)
    entry = Found(element, found.frame, found.page, was["held"])
    await actor.do(action.model_copy(update={"target": None}), entry, lambda one, ms: one.click(timeout=ms))
    actor.notes.append("took the entry that equals what was asked for, not the one that was lit")


def _is_argument(actor: Actor, held: str) -> bool:
    texts = [text for one in actor.given.values() for text in (one if isinstance(one, list) else [one])]
    return any(same(text, held) for text in texts)


async def _read_back(actor: Actor, action: Action, found: Found, was: State) -> None:
    now: list[State | None] = [was]

    async def took() -> bool:
        now.append(await suggested_to(found))
        return now[-1] is None or now[-1]["held"] != was["held"]

    await actor.until(took, TAKES_S)
    held = now[-1]["held"] if now[-1] is not None else ""
    if held and not same(held, was["held"]) and not was["fits"] and any(same(held, option) for option in was["options"]):
        raise StepStopped(
            "did_not_stick", expected=f"{actor.arguments.said_action(action)} with {plain(was['held'], 80)!r}",
            seen=f"the field then held {plain(held, 80)!r}; suggested: {_listed(was)}", next="send one of these",
        )  # fmt: skip


def _none_equal(was: State) -> StepStopped:
    shown = [plain(option, 60) for option in was["options"]]
    return StepStopped(
        "no_such_option", expected=f"the suggestion {plain(was['held'], 80)!r}", seen=f"suggested: {_listed(was)}",
        candidates=tuple({"element": option, "why_not": "its text differs"} for option in shown[:5]),
        next="call again with one of these",
    )  # fmt: skip


def _listed(was: State) -> str:
    return "; ".join(plain(option, 60) for option in was["options"])
