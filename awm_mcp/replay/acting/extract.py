"""Reading values off a page into the workflow's outputs."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from awm_mcp.errors import StepStopped
from awm_mcp.model import Action, Output
from awm_mcp.model.text import plain
from awm_mcp.replay.acting.actor import Actor
from awm_mcp.replay.acting.steady import steady
from awm_mcp.replay.browsing.page_script import ask_all
from awm_mcp.replay.staging.at_its_end import is_alone
from awm_mcp.replay.targets.resolve import Found

MOST_TEXT, MOST_ROWS = 4000, 500


async def extract(actor: Actor, action: Action, found: Found) -> None:
    """Reads an element and keeps what it says under the action's output name; waits a little for a text to come and rest."""
    held: list[Any] = [None, False]
    query = {"read": action.read, "attribute": action.attribute}

    async def look() -> Any:
        return await actor.ask("reads", found, **query)

    async def says_something() -> bool:
        held[0], ended = await ask_all(found.frame, [("reads", query), ("ended", {})], found.element)
        held[1] = ended and is_alone(actor.stage)
        return held[0] not in (None, "", [])

    if await actor.until(says_something, 2.0) and not held[1]:
        held[0], rests = await steady(look, held[0])
        if not rests:
            actor.notes.append("read while it was changing: it does not rest")
    if held[0] is None:
        raise _nothing_there(action, found)
    if _is_of_another_kind(action, held[0], actor.examples):
        raise StepStopped(
            "target_not_found", status="target_not_found", expected=f"a text like {plain(actor.examples[0], 80)!r}",
            seen=f"{plain(str(held[0]), 80)!r}, which has no number; only its place on the page told what is read",
        )  # fmt: skip
    actor.outputs[action.output or "text"] = _capped(_answer_in(actor, action, held[0]), actor.stage.redact)


def _answer_in(actor: Actor, action: Action, read: Any) -> Any:
    """The part of what was read that the runs told as their answer; all of it where it does not stand there."""
    if action.between is None or not isinstance(read, str):
        return read
    part = action.between.part_of(read)
    if part is None:
        actor.notes.append("the whole text, in which the answer does not stand between the words of the runs")
    return read if part is None else part


def _nothing_there(action: Action, found: Found) -> StepStopped:
    what = f"the attribute {action.attribute or 'href'}" if action.read == "attribute" else f"a {action.read}"
    return StepStopped(
        "nothing_to_read", expected=f"{what} of {found.says}", seen="it has none", next="read it by hand on the open page"
    )


def _is_of_another_kind(action: Action, read: Any, examples: tuple[str, ...]) -> bool:
    """Whether a path of bare tags, which leads somewhere on other pages, too, led to a text without a number."""
    target = action.target
    told = target is None or target.role or target.texts or target.row or target.place
    bare = not told and target is not None and re.fullmatch(r"[a-z0-9\s>]+", target.css or "")
    return bool(bare and examples) and all(map(_has_digit, examples)) and isinstance(read, str) and not _has_digit(read)


def _has_digit(text: str) -> bool:
    return any(letter.isdigit() for letter in text)


def _capped(read: Any, redact: Callable[[str], str]) -> Any:
    if isinstance(read, str):
        return redact(read)[:MOST_TEXT]
    return read[:MOST_ROWS] if isinstance(read, list) else read  # pyright: ignore[reportUnknownVariableType]


def typed(outputs: dict[str, Any], promised: tuple[Output, ...]) -> dict[str, Any]:
    """The outputs in the types that the workflow promises; a text that is no number stays a text."""
    kinds = {output.name: output.type for output in promised}
    return {name: _as(kinds.get(name, "string"), read) for name, read in outputs.items()}


def _as(kind: str, read: Any) -> Any:
    if kind == "number" and isinstance(read, str):
        number = number_in(read)
        return read if number is None else number
    if kind == "array" and isinstance(read, str):
        return [line for line in read.splitlines() if line.strip()]
    return read


def number_in(text: str) -> float | int | None:
    """The one number in a text: ``$1,234.50`` -> 1234.5, ``1.234,50 €`` -> 1234.5; None when there is none or several."""
    found = re.findall(r"[-+]?\d[\d.,'\u00a0\u202f ]*\d|[-+]?\d", text)
    if len(found) != 1:
        return None
    clean = re.sub(r"['\u00a0\u202f ]", "", found[0])
    if re.fullmatch(r"[-+]?\d{1,3}(\.\d{3})+,\d+|[-+]?\d+,\d{1,2}", clean):
        clean = clean.replace(".", "").replace(",", ".")
    else:
        clean = clean.replace(",", "")
    try:
        number = float(clean)
    except ValueError:
        return None
    return int(number) if number.is_integer() and "." not in clean else number
