"""Tasks and titles with what is switched said in words: "Turn on or off dark mode", no true or false inside a sentence."""

from __future__ import annotations

from collections.abc import Iterator

from awm_mcp.model import Param, Value, Workflow
from awm_mcp.model.polarity import slot_words
from awm_mcp.model.value import Text, value


def task_in_words(template: Value) -> str:
    """A pattern as people say it: the words of a slot that is read as true or false, in its place."""
    return value([_in_words(token) if isinstance(token, Param) else token for token in template.root]).words()


def in_whole_words(title: str, workflow: Workflow, most: int) -> str:
    """A title that tells what is switched, also how: "Turn dark mode" becomes "Turn dark mode on or off"."""
    needed = {p.name for p in workflow.callers_parameters if p.type == "boolean" and p.required}
    for said in _sides_of(workflow, needed):
        longer = f"{title} {said}"
        if len(longer) <= most and said.casefold() not in title.casefold() and said[:1].islower():
            return longer
    return title


def _sides_of(workflow: Workflow, names: set[str]) -> Iterator[str]:
    for template in workflow.templates:
        yield from (_said(t) for t in template.root if isinstance(t, Param) and t.param in names and _both(t))


def _both(slot: Param) -> bool:
    return bool(slot.format) and all(slot_words(slot.format or ""))


def _said(slot: Param) -> str:
    first = [side[0] for side in slot_words(slot.format or "") if side]
    return " or ".join([first[0], *(word[:1].lower() + word[1:] for word in first[1:])]) if first else ""


def _in_words(slot: Param) -> Param | Text:
    said = _said(slot) if slot.format and "|" in slot.format else ""
    return Text(text=said) if said else slot
