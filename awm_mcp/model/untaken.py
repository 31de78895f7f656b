"""Values that a task text names where a template has only a gap: no step of the workflow depends on them. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from awm_mcp.model.coercion import is_number_word
from awm_mcp.model.templates import match
from awm_mcp.model.text import fold
from awm_mcp.model.value import Gap, Text, Value
from awm_mcp.model.workflow import Parameter, Workflow

_OPENS = "'\"‘“«‹„`"
_NUMERAL = re.compile(r"\d")
_NAME = re.compile(r"[^\W\d_]")
MOST_WORDS = 6
"""A gap of more words stands for another wording, and not for a value."""


def untaken_by(workflow: Workflow, task: str) -> str:
    """The value in a task text that stands in a gap of the template which makes the text; empty where there is none."""
    if _takes_untold(workflow):
        return ""
    found = (_values_in(template, task, workflow.callers_parameters) for template in workflow.templates)
    read = [values for values in found if values is not None]
    return next((v for values in read for v in values if v), "") if read and all(any(values) for values in read) else ""


def untaken_values(workflow: Workflow, unified: Sequence[Value] = ()) -> tuple[str, str] | None:
    """Two values that differ between the source tasks and that no step takes. ``unified``: what their templates have in
    common, where these differ in words."""
    if _takes_untold(workflow):
        return None
    tasks = workflow.evidence.tasks
    for template in workflow.templates:
        read = [values for task in tasks if (values := _values_in(template, task, workflow.callers_parameters)) is not None]
        if (pair := _different(read)) is not None:
            return pair
    texts = [template.words() for template in workflow.templates if not template.has_gap]
    for joint in unified:
        if sum(isinstance(token, Gap) for token in joint.root) == 1:
            read = [values for text in texts if (values := _values_in(joint, text, ())) is not None]
            if (pair := _different(read)) is not None:
                return pair
    return None


def _takes_untold(workflow: Workflow) -> bool:
    """Whether a caller has to give something that no template shows: it may be the same value in the words of the page."""
    told = {name for template in workflow.templates for name in template.params}
    return any(p.name not in told and p.required and p.default is None for p in workflow.callers_parameters)


def _different(read: Sequence[Sequence[str]]) -> tuple[str, str] | None:
    for column in zip(*read, strict=False):
        values = list({fold(one).casefold(): one for one in column if one}.values())
        if len(values) > 1:
            return values[0], values[1]
    return None


def _values_in(template: Value, task: str, parameters: Sequence[Parameter]) -> list[str] | None:
    """What of a task text stands in each gap of a template and reads as a value, else empty; None if it does not fit."""
    found = match(template, task, parameters) if template.has_gap else None
    if found is None:
        return None
    gaps = zip(found.gaps, _places(template), strict=False)
    return [one if _is_value(one, quoted, first) else "" for one, (quoted, first) in gaps]


def _places(template: Value) -> Iterator[tuple[bool, bool]]:
    """For each gap whether it stands in quotation marks, and whether the text begins with it."""
    for index, token in enumerate(template.root):
        if isinstance(token, Gap):
            before = template.root[index - 1] if index else None
            yield isinstance(before, Text) and before.text[-1:] in _OPENS, index == 0


def _is_value(said: str, quoted: bool, first: bool) -> bool:
    """Whether it reads as a value: what is quoted, a number, or a name; the first word of a text has a capital anyway."""
    words = said.split()
    if not words or len(words) > MOST_WORDS or "{" in said:
        return False
    named = words[1:] if first else words
    return (
        quoted
        or said.strip()[0] in _OPENS
        or _NUMERAL.search(said) is not None
        or any(is_number_word(word) for word in words)
        or any(word.strip(_OPENS + "(")[:1].isupper() and _NAME.search(word) for word in named)
    )
