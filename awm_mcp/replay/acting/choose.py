"""Choosing: native selects by label or value, custom lists by the option's text."""

from __future__ import annotations

import re
from typing import Any

from awm_mcp.errors import StepStopped
from awm_mcp.model import Action, Value
from awm_mcp.model.coercion import is_date
from awm_mcp.model.tails import choice_of
from awm_mcp.model.text import plain
from awm_mcp.replay.acting import calendars
from awm_mcp.replay.acting.actor import Actor
from awm_mcp.replay.acting.custom_lists import OPTIONS_WAIT_S, Tail, no_option, read_choice, take_option
from awm_mcp.replay.acting.day_parts import set_parts
from awm_mcp.replay.acting.drawn_choices import choose_in, drawn_for, set_or_choose
from awm_mcp.replay.acting.fill import fill
from awm_mcp.replay.acting.read_anew import found_anew, in_place, page_came
from awm_mcp.replay.browsing.page_script import ask_moving
from awm_mcp.replay.targets.resolve import Found

DRAWN_WAIT_S = 0.5
_TAKES_TYPING = "el => el.matches('input:not([role]):not([list]):not([aria-autocomplete])') && !el.readOnly"


async def select(actor: Actor, action: Action, found: Found) -> None:
    """Chooses options of a select, or of a custom list that opens.

    Raises:
        StepStopped: ``no_such_option``, with the options there are.
    """
    used, tail = _without_tail(action)
    texts = [text for one in used for text in actor.arguments.texts(one)]
    native = found.about["choice"] if "choice" in found.about else await actor.ask("choice", found, ask="native")
    if native:
        await _select_native(actor, action, found, texts, tail)
    elif len(texts) == 1 and is_date(texts[0]):
        await _select_day(actor, action, found, texts[0])
    else:
        for text in texts:
            await take_option(actor, action, found, text, tail)
        if actor.adapted:
            await read_choice(actor, action, found, texts)


def _without_tail(action: Action) -> tuple[tuple[Value, ...], Tail]:
    """What is chosen, and the words of the data that stood behind its name in the runs ("Blue (3)"), if any did."""
    tail = choice_of(action.given[0]) if len(action.given) == 1 else None
    return (action.given, None) if tail is None else ((tail[0],), tail[1])


async def _select_day(actor: Actor, action: Action, found: Found, day: str) -> None:
    """Chooses a day in a calendar; where the field opens none, in what it has instead."""
    typed = action.model_copy(update={"type": "fill"})
    if await found.element.evaluate("el => el.matches('input[type=date]')"):
        await fill(actor, typed, found)
    elif actor.adapted and await set_parts(actor, action, found, day):
        return
    elif not await calendars.pick(actor, action, found, day):
        if await found.element.evaluate(_TAKES_TYPING):
            await fill(actor, typed, found)
            actor.notes.append("typed the day, as the field opens no calendar")
        else:
            await take_option(actor, action, found, day)


async def _select_native(actor: Actor, action: Action, found: Found, texts: list[str], tail: Tail) -> None:
    seen: dict[str, Any] = {}

    async def there() -> bool:
        seen.update(await actor.ask("choice", found, ask="find", texts=texts, tail=tail))
        for parts in await _listed(found, texts) if -1 in seen["indexes"] else ():
            apart: dict[str, Any] = await actor.ask("choice", found, ask="find", texts=parts)
            if -1 not in apart["indexes"]:
                seen.update(apart)
                break
        return -1 not in seen["indexes"]

    found_at_once = await there()
    hidden = found.hidden or seen["tiny"]
    drawn = await drawn_for(actor, found) if hidden else None
    if not found_at_once and not await actor.until(there, OPTIONS_WAIT_S if drawn is None else DRAWN_WAIT_S):
        if drawn is not None:  # its options come with what is typed into the list that is drawn for it
            return await choose_in(actor, action, drawn, texts, tail)
        absent = [text for text, index in zip(texts, seen["indexes"], strict=True) if index < 0]
        raise no_option(absent[0], seen["options"], seen["off"])
    indexes: list[int] = seen["indexes"] + _kept(actor, action, seen)
    was = await _shown(found) if actor.writes else None
    if hidden:
        if not await set_or_choose(actor, action, found, indexes, seen["labels"]):
            return
    else:
        await actor.do(action, found, lambda element, ms: element.select_option(index=indexes, timeout=ms))
    now = await _selected(actor, found) if await page_came(actor) else None
    if now is not None:
        await _read_back(actor, action, found, indexes, now)
    elif was is not None:
        await _read_anew(actor, action, [*texts, *seen["labels"]], was)


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


async def _selected(actor: Actor, found: Found) -> list[int] | None:
    """What is chosen in a select; None where the choice reloaded the page or drew the form anew."""
    actor.also_read()
    return await ask_moving(found.frame, "choice", {"ask": "selected"}, element=found.element)


async def _read_back(actor: Actor, action: Action, found: Found, indexes: list[int], now: list[int]) -> None:
    if sorted(now) == sorted(set(indexes)) or not await in_place(found):
        return
    if await found.element.evaluate("el => !el.value"):
        actor.notes.append("the page took the choice and emptied the field again")
    else:
        status = "unknown" if actor.writes else "step_failed"
        said = actor.arguments.said_action(action)
        raise StepStopped("did_not_stick", status=status, expected=said, seen="another option is selected")


async def _shown(found: Found) -> dict[str, Any] | None:
    return await ask_moving(found.frame, "choice", {"ask": "shown"}, element=found.element)


async def _read_anew(actor: Actor, action: Action, texts: list[str], was: dict[str, Any]) -> None:
    """Whether the page that the choice loaded anew keeps it: one that shows the old choice, which is none of no choice,
    did not take it. What shows a third one has another list by then."""
    again = await found_anew(actor, action)
    now = await _shown(again) if again is not None else None
    if now is not None and now["label"] != was["label"]:
        actor.seen_anew = now["label"] in texts or now["value"] in texts
    if now is None or was["blank"] or now["label"] != was["label"] or now["label"] in texts or now["value"] in texts:
        return
    raise StepStopped(
        "did_not_stick", status="unknown", expected=f"{actor.arguments.said_action(action)}, and the page to keep it",
        seen=f"the page came anew and shows {plain(now['label'], 80)!r} again",
        next="look at the page before doing anything again; the site seems not to have taken it",
    )  # fmt: skip
