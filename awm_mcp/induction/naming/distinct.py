"""Names that tell two workflows of a site apart by what is different about them, not by a number."""

from __future__ import annotations

from collections.abc import Iterator, Sequence, Set

from awm_mcp.induction.texts.languages import SMALL_WORDS, fixed_words
from awm_mcp.model import FlowStep, Text, Workflow
from awm_mcp.model.names import MAX_NAME, unique_name, words

LEAST_WORD = 3
LEAST_KEPT = 12
_SAYS_LITTLE = frozenset(
    {"the", "and", "for", "with", "from", "into", "its", "item", "open", "click", "choose", "fill", "press"}
)


def distinct_name(workflow: Workflow, known: Workflow | None, taken: set[str]) -> str:
    """The workflow's own name, or with a word that the one of the same name (``known``) does not say.

    The word comes from its title, its steps, its parameters, its outputs or its tasks, in this order, never from values; a
    number only where all are alike.
    """
    if known is None or workflow.name not in taken:
        return unique_name(workflow.name, taken)
    said = {*_words(known), *words(workflow.name)}
    for word in _words(workflow):
        if word not in said and (name := _extended(workflow.name, word)) not in taken:
            return name
    return unique_name(workflow.name, taken)


def _extended(name: str, word: str) -> str:
    """The name with a word at its end; words before it give way when it gets too long."""
    parts = name.split("_")
    while len("_".join([*parts, word])) > MAX_NAME and len("_".join(parts)) > LEAST_KEPT:
        parts.pop()
    return "_".join([*parts, word])[:MAX_NAME].rstrip("_")


def _words(workflow: Workflow) -> Iterator[str]:
    """What tells it, the most telling first."""
    texts = [workflow.title, *_labels(workflow.steps), *(p.name for p in workflow.parameters)]
    texts += [*(o.name for o in workflow.outputs), *map(fixed_words, workflow.templates)]
    values = {w for p in workflow.parameters for example in p.examples for w in words(example)}
    yield from (w for text in texts for w in words(text) if _tells(w, _SAYS_LITTLE) and w not in values)


def _tells(word: str, little: Set[str]) -> bool:
    return len(word) >= LEAST_WORD and word.isalpha() and word not in little and word not in SMALL_WORDS


def _labels(steps: Sequence[FlowStep]) -> Iterator[str]:
    for step in steps:
        action = step.action
        if action is None:
            continue
        for given in (*(action.target.texts.values() if action.target is not None else ()), action.value):
            if given is not None:
                yield " ".join(token.text for token in given.root if isinstance(token, Text))
        yield action.type
