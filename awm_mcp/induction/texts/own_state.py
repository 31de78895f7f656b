"""Fields whose names hold what they held before: "Choose date, selected date is Feb 11, 2024" is any date's button."""

from __future__ import annotations

from collections.abc import Sequence

from awm_mcp.induction.texts.dates import dates_in
from awm_mcp.induction.texts.spans import Span, find
from awm_mcp.induction.trace import said
from awm_mcp.model import Gap, Param, Target, Text, Value, value

STATE = "\x02"
_SETS = frozenset({"fill", "select", "choose"})
_LEAST_LETTERS = 3
_NAMES = ("name", "label", "text", "title")


def without_state(name: str, target: Target) -> str:
    """The name with a mark for what the field held: a date, its value or one of its options; whole where little is left."""
    seen = target.seen
    held = (seen.held, *seen.options) if seen is not None else ()
    texts = sorted({text for text in held if text and text != name}, key=lambda text: (-len(text), text))
    spans = [*dates_in(name), *(span for text in texts for span in find(text, name))]
    marked, at = "", 0
    for start, end in _apart(spans):
        marked, at = f"{marked}{name[at:start]}{STATE}", end
    marked += name[at:]
    return marked if sum(char.isalpha() for char in marked) >= _LEAST_LETTERS else name


def without_states(action: str, targets: Sequence[Target]) -> list[Target]:
    """Targets with marks in their names for what the fields held; of what is only clicked where nothing else differs."""
    bare = [_without_state(target) for target in targets]
    names = {said(target) for target in bare}
    if action in _SETS or (action == "click" and len({said(target) for target in targets}) > len(names) == 1):
        return bare
    return list(targets)


def _without_state(target: Target) -> Target:
    texts = {name: text.literal for name in _NAMES if (text := getattr(target, name)) is not None}
    marked = {name: without_state(text, target) for name, text in texts.items() if text is not None}
    return target.model_copy(update={name: value(text) for name, text in marked.items() if text != texts[name]})


def with_state_gaps(given: Value) -> Value:
    """The text with gaps for the marks of states."""
    made: list[Text | Param | Gap] = []
    for token in given.root:
        parts = token.text.split(STATE) if isinstance(token, Text) else []
        for at, part in enumerate(parts):
            made += [Gap(gap="text"), Text(text=part)] if at else [Text(text=part)]
        made += [] if isinstance(token, Text) else [token]
    return value(made)


def _apart(spans: Sequence[Span]) -> list[Span]:
    taken: list[Span] = []
    for start, end in spans:
        if all(end <= s or start >= e for s, e in taken):
            taken.append((start, end))
    return sorted(taken)
