"""Titles that tell the workflows of a site apart: of two with the same one, the later says what only it does.

``Create a ticket`` beside ``Create a ticket with high priority``: the words are the task's own, else the name of what
only it takes.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from awm_mcp.induction.texts.languages import SMALL_WORDS, fixed_words, language_of_pattern
from awm_mcp.induction.texts.wording import with_article
from awm_mcp.model import Param, Text, Value, Workflow
from awm_mcp.model.names import words

MOST_ADDED = 40
LEAST_WORD = 3
_JOINT = re.compile(
    r"\b(?=(?:with|without|in|as|by|under|mit|ohne|avec|sans|con|sin|com|met|med|z)\b)|[,;]|\b(?:and|und|et|y|e|en|og|och)\b"
)


def with_own_titles(workflows: Sequence[Workflow]) -> list[Workflow]:
    """The workflows of one site, those of an equal title told apart where anything tells them."""
    taken: dict[str, Workflow] = {}
    made: list[Workflow] = []
    for workflow in workflows:
        sister = taken.get(workflow.title)
        told = _told_apart(workflow, sister, taken) if sister is not None and workflow.kind == "task" else workflow
        taken.setdefault(told.title, told)
        made.append(told)
    return made


def _told_apart(workflow: Workflow, sister: Workflow, taken: dict[str, Workflow]) -> Workflow:
    for added in (*_phrases(workflow, sister), *_parameters(workflow, sister)):
        title = f"{workflow.title} {added}"
        if title not in taken:
            description = workflow.description.replace(workflow.title, title, 1)
            return workflow.model_copy(update={"title": title, "description": description})
    return workflow


def _phrases(workflow: Workflow, sister: Workflow) -> Iterator[str]:
    """Parts of its task without values, from a joint on, that say what no task of the sister says."""
    said = {word for template in sister.templates for word in words(fixed_words(template))} | {*words(sister.title)}
    for template in workflow.templates[:1]:
        for phrase in _JOINT.split(_marked(template)):
            shown = re.sub(r"\s+", " ", phrase.strip(" .?!:'\"“”„‘’"))
            own = [w for w in words(shown) if w not in said and w not in SMALL_WORDS and len(w) >= LEAST_WORD]
            if own and "\x01" not in shown and len(shown) <= MOST_ADDED and _is_joined(shown):
                yield shown


def _is_joined(phrase: str) -> bool:
    return len(phrase.split()) > 1 and _JOINT.match(phrase) is not None


def _marked(template: Value) -> str:
    return "".join(t.text if isinstance(t, Text) else "\x01" if isinstance(t, Param) else ", " for t in template.root)


def _parameters(workflow: Workflow, sister: Workflow) -> Iterator[str]:
    """What only it takes: ``with a remark``; in braces where the task is not English."""
    known = {p.name for p in sister.parameters}
    own = [p.name for p in workflow.callers_parameters if p.name not in known]
    english = not workflow.templates or language_of_pattern(workflow.templates[0]) == "english"
    yield from (f"with {with_article(name)}" if english else f"({{{name}}})" for name in own)
