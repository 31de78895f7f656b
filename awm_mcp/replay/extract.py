"""Reading values off a page into the workflow's outputs."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from awm_mcp.model import Action, Output
from awm_mcp.replay.actor import Actor
from awm_mcp.replay.resolve import Found

MOST_TEXT, MOST_ROWS = 4000, 500


async def extract(actor: Actor, action: Action, found: Found) -> None:
    """Reads an element and keeps what it says under the action's output name; waits a little for a text to come."""
    held: list[Any] = [None]

    async def says_something() -> bool:
        held[0] = await actor.ask("reads", found, read=action.read, attribute=action.attribute)
        return held[0] not in (None, "", [])

    await actor.until(says_something, 2.0)
    actor.outputs[action.output or "text"] = _capped(held[0], actor.stage.redact)


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
