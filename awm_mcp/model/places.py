"""Templates that say where a choice is made, without that place: "Turn on dark mode in the settings". Pure.

The place is what the start page is called; a task that leaves it out asks for the same, where nothing but a choice is read.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from awm_mcp.model.value import Gap, Param, Text, Value, value
from awm_mcp.model.workflow import Workflow

_PLACE = re.compile(
    r"\s+(?:in|on|at|under|within|via|im|in\s+den|in\s+der|auf|unter|dans|sur|en|nei|nelle|nas?|nos?|i|op|w|v|в)\s+"
    r"(?:(?:the|my|your|our|den|der|dem|les|la|le|los|las|el|mes|mis|de|het|mijn|meinen)\s+)?"
    r"(?P<place>\S+(?:\s+\S+){0,2}?)[\s.!]*$",
    re.IGNORECASE,
)
_WORD = re.compile(r"[^\W\d_]+")
_OF_ANY_SITE = frozenset(["page", "site", "website", "section", "tab", "menu", "seite", "pagina", "página", "sida", "side"])
LEAST_OWN = 2
"""Words that such a template still has to say: its verb and the thing."""


def without_place(workflow: Workflow) -> Iterator[Value]:
    """The workflow's templates of choices without the place at their end."""
    yield from (short for short, _ in shortened(workflow))


def place_last(workflow: Workflow) -> Iterator[tuple[Value, Text]]:
    """The same, each with the text of its place, to be said behind the template in other words."""
    for template in workflow.templates:
        last = template.root[-1] if template.root else None
        if isinstance(last, Text) and (found := next(iter(shortened(workflow, template)), None)) is not None:
            kept = found[0].root[-1]
            said = kept.text if isinstance(kept, Text) else ""
            yield found[0], Text(text=last.text[len(said) :])


def leaves_out_place(workflow: Workflow, task: str) -> bool:
    """Whether all its templates name a place and the task does not."""
    places = [place for _, place in shortened(workflow)]
    said = {word.casefold() for word in _WORD.findall(task)}
    return len(places) >= len(workflow.templates) > 0 and not any(set(place) & said for place in places)


def shortened(workflow: Workflow, *only: Value) -> Iterator[tuple[Value, tuple[str, ...]]]:
    """The templates without their place, and the words of the place."""
    closed = all(p.type == "boolean" or p.enum for p in workflow.callers_parameters)
    if not closed or not workflow.callers_parameters:
        return
    names = _names_of_start(workflow)
    for template in only or workflow.templates:
        last = template.root[-1] if template.root else None
        hit = _PLACE.search(last.text) if isinstance(last, Text) else None
        if hit is None or not isinstance(last, Text):
            continue
        place = tuple(word.casefold() for word in _WORD.findall(hit["place"]))
        rest = [*template.root[:-1], *([Text(text=last.text[: hit.start()])] if hit.start() else [])]
        if place and names.issuperset(set(place) - _OF_ANY_SITE) and _own(rest) >= LEAST_OWN:
            yield value(rest), place


def _own(tokens: Sequence[Text | Param | Gap]) -> int:
    return sum(len(_WORD.findall(token.text)) for token in tokens if isinstance(token, Text))


def _names_of_start(workflow: Workflow) -> frozenset[str]:
    """The words of the start page's address and of what it was seen to be."""
    texts = [workflow.start, *(step.observation for step in workflow.steps[:1])]
    told = " ".join(text if isinstance(text, str) else text.words() for text in texts if text)
    return frozenset(word.casefold() for word in _WORD.findall(told))
