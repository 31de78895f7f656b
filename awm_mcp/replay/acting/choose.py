"""Choosing: native selects by label or value, custom lists by the option's text, and choices left to the agent."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from awm_mcp.errors import StepStopped
from awm_mcp.model import Action
from awm_mcp.model.coercion import is_date
from awm_mcp.model.text import plain
from awm_mcp.replay.acting import calendars
from awm_mcp.replay.acting.actor import Actor
from awm_mcp.replay.acting.custom_lists import OPTIONS_WAIT_S, no_option, take_option
from awm_mcp.replay.acting.fill import fill
from awm_mcp.replay.acting.read_anew import found_anew, in_place, page_came
from awm_mcp.replay.browsing.page_script import page_script
from awm_mcp.replay.targets.resolve import Found

if TYPE_CHECKING:
    pass


async def select(actor: Actor, action: Action, found: Found) -> None:
    """Chooses options of a select, or of a custom list that opens.

    Raises:
        StepStopped: ``no_such_option``, with the options there are.
    """
    used = action.values or ((action.value,) if action.value is not None else ())
    texts = [text for one in used for text in actor.arguments.texts(one)]
    native = found.about["choice"] if "choice" in found.about else await actor.ask("choice", found, ask="native")
    if native:
        await _select_native(actor, action, found, texts)
    elif len(texts) == 1 and is_date(texts[0]):
        await _select_day(actor, action, found, texts[0])
    else:
        for text in texts:
            await take_option(actor, action, found, text)


async def _select_day(actor: Actor, action: Action, found: Found, day: str) -> None:
    if await found.element.evaluate("el => el.matches('input[type=date]')"):
        await fill(actor, action.model_copy(update={"type": "fill"}), found)
    elif not await calendars.pick(actor, action, found, day):
        await take_option(actor, action, found, day)


async def _select_native(actor: Actor, action: Action, found: Found, texts: list[str]) -> None:
    seen: dict[str, Any] = {}

    async def there() -> bool:
        seen.update(await actor.ask("choice", found, ask="find", texts=texts))
        for parts in await _listed(found, texts) if -1 in seen["indexes"] else ():
            apart: dict[str, Any] = await actor.ask("choice", found, ask="find", texts=parts)
            if -1 not in apart["indexes"]:
                seen.update(apart)
                break
        return -1 not in seen["indexes"]

    if not await actor.until(there, OPTIONS_WAIT_S):
        absent = [text for text, index in zip(texts, seen["indexes"], strict=True) if index < 0]
        raise no_option(absent[0], seen["options"])
    indexes: list[int] = seen["indexes"] + _kept(actor, action, seen)
    was = await _shown(actor, found) if actor.writes else None
    if found.hidden:
        await actor.ask("choice", found, ask="set", indexes=indexes)
        actor.notes.append("set the hidden select behind its stand-in")
    else:
        await actor.do(action, found, lambda element, ms: element.select_option(index=indexes, timeout=ms))
    if await page_came(actor) and await in_place(found):
        await _read_back(actor, action, found, indexes)
    elif was is not None:
        await _read_anew(actor, action, texts, was)


def _kept(actor: Actor, action: Action, seen: dict[str, Any]) -> list[int]:
    """What stays chosen beside what a step chooses, in a select that takes several; several at once are the whole choice.

    Raises:
        StepStopped: ``others_chosen``, where something else is chosen and no run shows whether that stays.
    """
    others: list[int] = seen["others"]
    if not others or actor.literal or action.keeps is False:
        return []
    if action.keeps:
        return others
    if actor.guarded or len(seen["indexes"]) > 1:
        return []
    also = ", ".join(repr(plain(label, 60)) for label in seen["also"][:5])
    raise StepStopped(
        "others_chosen", expected=f"{actor.arguments.said_action(action)}, with nothing else chosen before it",
        seen=f"also chosen: {also}; no run shows whether that stays", next="choose by hand on the open page, then resume",
    )  # fmt: skip


async def _listed(found: Found, texts: list[str]) -> list[list[str]]:
    """The options that one text may list for a select that takes several ("Ale, Bread and Cheese"), in both readings."""
    if len(texts) != 1 or not await found.element.evaluate("el => el.multiple"):
        return []
    apart = [part.strip() for part in re.split(r"[,;\n]+(?:\s*and\s)?", texts[0]) if part.strip()]
    joined = [*apart[:-1], *re.split(r"\s+and\s+", apart[-1])] if apart else []
    return [parts for parts in (apart, joined) if len(parts) > 1]


async def _read_back(actor: Actor, action: Action, found: Found, indexes: list[int]) -> None:
    from playwright.async_api import Error

    try:
        now: list[int] = await actor.ask("choice", found, ask="selected")
    except Error:  # the choice reloaded the page or redrew the form
        return
    if sorted(now) == sorted(set(indexes)) or not await found.element.evaluate("el => el.isConnected"):
        return
    if await found.element.evaluate("el => !el.value"):
        actor.notes.append("the page took the choice and emptied the field again")
    else:
        raise StepStopped("did_not_stick", expected=actor.arguments.said_action(action), seen="another option is selected")


async def _shown(actor: Actor, found: Found) -> dict[str, Any] | None:
    from playwright.async_api import Error

    try:
        return await actor.ask("choice", found, ask="shown")
    except Error:  # the choice reloaded the page or redrew the form
        return None


async def _read_anew(actor: Actor, action: Action, texts: list[str], was: dict[str, Any]) -> None:
    """Whether the page that the choice loaded anew keeps it: one that shows the old choice, which is none of no choice,
    did not take it. What shows a third one has another list by then."""
    again = await found_anew(actor, action)
    now = await _shown(actor, again) if again is not None else None
    if now is not None and now["label"] != was["label"]:
        actor.seen_anew = now["label"] in texts or now["value"] in texts
    if now is None or was["blank"] or now["label"] != was["label"] or now["label"] in texts or now["value"] in texts:
        return
    raise StepStopped(
        "did_not_stick", status="unknown", expected=f"{actor.arguments.said_action(action)}, and the page to keep it",
        seen=f"the page came anew and shows {plain(now['label'], 80)!r} again",
        next="look at the page before doing anything again; the site seems not to have taken it",
    )  # fmt: skip


async def choose(actor: Actor, action: Action) -> None:
    """A choice point: the argument picks one of the live options, or the agent is asked.

    Raises:
        StepStopped: ``needs_input`` with the options, when no argument picks one.
    """
    target = action.target
    given = action.value
    missing = given is None or bool(actor.arguments.missing(given))
    if target is None or not missing:
        await _choose_given(actor, action)
        return
    frame = actor.stage.page.main_frame
    items = target.place.items if target.place is not None else target.css
    options: list[str] = await frame.evaluate(page_script("options"), [{"items": items, "role": target.role}, None])
    raise StepStopped(
        "needs_input", status="needs_input", expected="a choice among the options",
        candidates=tuple({"element": plain(option, 120), "why_not": "not chosen yet"} for option in options[:30]),
        seen=f"{len(options)} options", next="resume with the choice as argument",
    )  # fmt: skip


async def _choose_given(actor: Actor, action: Action) -> None:
    if action.value is None or action.target is None:
        raise StepStopped("no_value", expected="a choice", seen="none")
    text = actor.arguments.text(action.value)
    items = action.target.place.items if action.target.place is not None else action.target.css
    query = {"items": items, "role": action.target.role, "pick": text}

    async def option() -> Found:
        handle = await actor.stage.page.main_frame.evaluate_handle(page_script("options"), [query, None])
        element = handle.as_element()
        if element is None:
            raise no_option(text, await handle.json_value())
        return Found(element, actor.stage.page.main_frame, actor.stage.page, text)

    await actor.do(action, await option(), lambda one, ms: one.click(timeout=ms), option)
