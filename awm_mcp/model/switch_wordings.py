"""The common ways to say that something is turned on or off, of a template that says it in one of them.

"Turn {x} dark mode", "Turn dark mode {x}", "Switch {x} dark mode" and "{x} dark mode" (enable, disable) ask for the same.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from awm_mcp.model.polarity import opposites, slot, slot_words
from awm_mcp.model.value import Gap, Param, Text, Value, value

_VERBS = ("Turn", "Switch")
_VERB = re.compile(r"\s*(?:turn|switch)\s*", re.IGNORECASE)
_THING = re.compile(r"\s*(?:turn|switch|set|put)\s+(?:the\s+)?(?P<thing>\S.*?)(?:\s+to)?\s+", re.IGNORECASE)
_STATES = (
    ("", " "), ("Set the", " to "), ("Set the", " "), ("Make sure the", " is "), ("Make sure that the", " is "),
    ("Ensure the", " is "), ("Ensure that the", " is "),
)  # fmt: skip


def switch_wordings(template: Value) -> tuple[Value, ...]:
    """The other wordings; none for a template that does not turn something on or off."""
    return _wordings(template.root)


@lru_cache(maxsize=4096)
def _wordings(tokens: tuple[Text | Param | Gap, ...]) -> tuple[Value, ...]:
    return tuple(_made(tokens))


def _made(tokens: tuple[Text | Param | Gap, ...]) -> Iterator[Value]:
    said = _switched(tokens)
    if said is None or (on := _is_on(said[0])) is None:
        return
    first, rest = said
    yield value([_with(first, on, "on", "off", "enable", "disable", "activate", "deactivate"), *rest])
    particle = _with(first, on, "on", "off")
    for verb in _VERBS:
        yield value([Text(text=f"{verb} "), particle, *rest])
        yield value([Text(text=verb), *rest, Text(text=" "), particle])
    if len(rest) == 1 and isinstance(thing := rest[0], Text):
        state = _with(first, on, "on", "off", "enabled", "disabled", "active", "inactive")
        for before, between in _STATES:
            yield value([Text(text=f"{before}{thing.text.strip() if not before else thing.text}{between}"), state])


def _switched(tokens: tuple[Text | Param | Gap, ...]) -> tuple[Param, list[Text | Param | Gap]] | None:
    """The slot of a template that says on or off, and what it says beside that and the verb."""
    if len(tokens) == 2 and isinstance(tokens[0], Text) and isinstance(tokens[1], Param):
        hit = _THING.fullmatch(tokens[0].text)
        return (tokens[1], [Text(text=f" {hit['thing']}")]) if hit else None
    if len(tokens) > 1 and isinstance(tokens[0], Text) and _VERB.fullmatch(tokens[0].text):
        tokens = tokens[1:]
    first = tokens[0] if tokens else None
    return (first, list(tokens[1:])) if len(tokens) > 1 and isinstance(first, Param) else None


def _is_on(slot_of: Param) -> bool | None:
    """Whether true turns it on; None where the slot is not about on and off."""
    if slot_of.format is None:
        return None
    true, false = slot_words(slot_of.format)
    on = any(opposites(word, "disable") for word in true) or any(opposites(word, "enable") for word in false)
    off = any(opposites(word, "enable") for word in true) or any(opposites(word, "disable") for word in false)
    return None if on == off else on


def _with(slot_of: Param, on: bool, *pairs: str) -> Param:
    """The slot with words in pairs for on and off."""
    sides = pairs[::2], pairs[1::2]
    return Param(param=slot_of.param, format=slot(*(sides if on else sides[::-1])))
