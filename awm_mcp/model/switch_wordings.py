"""The common ways to say that something is turned on or off, of a template that says it in one of them.

"Turn {x} dark mode", "Turn dark mode {x}", "Switch {x} dark mode" and "{x} dark mode" (enable, disable) ask for the same.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from awm_mcp.model.polarity import opposites, slot, slot_words
from awm_mcp.model.value import Param, Text, Value, value

_VERBS = ("Turn", "Switch")
_VERB = re.compile(r"\s*(?:turn|switch)\s*", re.IGNORECASE)


def switch_wordings(template: Value) -> Iterator[Value]:
    """The other wordings; none for a template that does not begin with turning something on or off."""
    tokens = template.root
    if len(tokens) > 1 and isinstance(tokens[0], Text) and _VERB.fullmatch(tokens[0].text):
        tokens = tokens[1:]
    first = tokens[0] if tokens else None
    if len(tokens) < 2 or not isinstance(first, Param) or (on := _is_on(first)) is None:
        return
    rest = list(tokens[1:])
    yield value([_with(first, on, "on", "off", "enable", "disable", "activate", "deactivate"), *rest])
    particle = _with(first, on, "on", "off")
    for verb in _VERBS:
        yield value([Text(text=f"{verb} "), particle, *rest])
        yield value([Text(text=verb), *rest, Text(text=" "), particle])


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
