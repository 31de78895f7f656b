"""A healed target for the memory: the workflow's own with the names that changed, proven to find the very element again."""

from __future__ import annotations

import logging
import re
from dataclasses import replace
from typing import Any

from awm_mcp.model import Gap, Target, Text, Value, value
from awm_mcp.model.text import fold
from awm_mcp.replay.targets.enrich import described, enriched
from awm_mcp.replay.targets.query import Query, query_of
from awm_mcp.replay.targets.resolve import Found, look
from awm_mcp.replay.values.binding import Arguments

_log = logging.getLogger(__name__)
MOST_FORMER = 3
_NAMING = ("name", "label", "text", "placeholder", "title", "alt")
_NUMBER = re.compile(r"(\d[\d.,]*)")


async def healed_target(target: Target, found: Found, arguments: Arguments, asked: Query) -> Target | None:
    """The target as it is known from now on; None where what the page shows cannot be told apart from this call's values.

    First only the signals that do not agree any more are exchanged, then the whole description. Whichever finds this one
    element by exact resolution is taken; what the target was stays with it as ``formerly``.
    """
    from playwright.async_api import Error

    try:
        about = await described(found, fills=asked.action == "fill", reads=asked.action == "extract")
        live = await enriched(target, found, about)
        for known in (_renamed(target, live, arguments), _anew(target, live)):
            if known is not None and not _says_an_argument(known, target, arguments):
                healed = _with_history(known, target)
                if await _finds(healed, found, arguments, asked):
                    return healed
    except Error as moving:
        _log.debug("a healed target could not be described: %s", moving)
    return None


def _renamed(target: Target, live: Target, arguments: Arguments) -> Target | None:
    """The target with each signal that it has exchanged for the live one where they differ."""
    changed: dict[str, Any] = {}
    for key, known in target.texts.items():
        now = live.texts.get(key)
        if now is not None and now.literal is not None and arguments.bind(known).matches(now.literal):
            continue
        if key == "testid" and now is None:
            continue  # gone here, and no other element bears it
        changed[key] = _generalised(known, now)
    if target.role is not None:
        changed["role"] = live.role
    if target.tag is not None:
        changed["tag"] = live.tag
    made = target.model_copy(update=changed)
    return made if any(made.texts.get(key) for key in _NAMING) else None


def _anew(target: Target, live: Target) -> Target | None:
    """The whole live description, with what only the source runs can tell: row, place and frame."""
    if any(known.has_gap for known in target.texts.values()):
        return None
    kept = {
        "row": target.row,
        "row_spot": target.row_spot,
        "row_needed": target.row_needed,
        "place": target.place,
        "frame": target.frame,
    }
    return live.model_copy(update={**kept, "seen": target.seen})


def _generalised(known: Value, now: Value | None) -> Value | None:
    """The live text, its numbers left open where the known one has such a gap; None where more was left open."""
    if now is None or now.literal is None or not known.has_gap:
        return now
    if known.params or any(isinstance(token, Gap) and token.gap == "text" for token in known.root):
        return None
    parts = _NUMBER.split(now.literal)  # texts and numbers take turns
    return value(Gap(gap="number") if odd % 2 else Text(text=part) for odd, part in enumerate(parts))


def _says_an_argument(healed: Target, target: Target, arguments: Arguments) -> bool:
    """Whether a new text holds a value of this call: it would not be there with another one."""
    given = [text for one in arguments.given.values() for text in (one if isinstance(one, list) else [one]) if text.strip()]
    new = [now.literal for key, now in healed.texts.items() if now != target.texts.get(key) and now.literal is not None]
    return any(_within(text, said) for text in given for said in new)


def _within(text: str, said: str) -> bool:
    return re.search(rf"(?<!\w){re.escape(fold(text).casefold())}(?!\w)", fold(said).casefold()) is not None


def _with_history(healed: Target, target: Target) -> Target:
    former = (target.model_copy(update={"formerly": ()}), *target.formerly)
    kept = (*former[: MOST_FORMER - 1], former[-1]) if len(former) >= MOST_FORMER else former
    return healed.model_copy(update={"formerly": kept})  # what the source runs called it is never forgotten


async def _finds(healed: Target, found: Found, arguments: Arguments, asked: Query) -> bool:
    """Whether exact resolution leads to the very element: then the next replay needs no help."""
    query = query_of(healed, arguments, asked.action, hidden_ok=asked.hidden_ok)
    again = (await look(found.page, replace(query, former=()))).found
    if again is None or again.frame is not found.frame:
        return False
    return bool(await found.element.evaluate("(element, other) => element === other", again.element))
