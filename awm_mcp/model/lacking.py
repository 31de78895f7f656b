"""What a caller still has to give: required arguments, and states of which a task speaks in words that could not be read."""

from __future__ import annotations

from collections.abc import Collection

from awm_mcp.model.polarity import unquoted, words_of
from awm_mcp.model.value import Text
from awm_mcp.model.workflow import Parameter, Workflow

LEAST_WORD, LEAST_IN_WORD = 3, 5


def lacking(workflow: Workflow, task: str, given: Collection[str]) -> list[str]:
    """Names of parameters that a call lacks. An optional tick that the task speaks of is never left out unasked."""
    return [
        p.name
        for p in workflow.callers_parameters
        if p.name not in given and ((p.required and p.default is None) or _is_spoken_of(workflow, p, task))
    ]


def _is_spoken_of(workflow: Workflow, parameter: Parameter, task: str) -> bool:
    if parameter.type != "boolean" or parameter.required:
        return False
    usual = {
        word
        for template in workflow.templates
        if parameter.name not in template.params
        for token in template.root
        if isinstance(token, Text)
        for word, _, _ in words_of(token.text)
    }
    own = {word for word in parameter.name.split("_") if len(word) >= LEAST_WORD} - usual
    return any(_says(word, one) for word, _, _ in words_of(unquoted(task)) for one in own)


def _says(word: str, own: str) -> bool:
    """Whether a word is that of the parameter, also with a syllable that denies it: ``unfeatured``."""
    return word.rstrip("s") == own.rstrip("s") or (len(own) >= LEAST_IN_WORD and own in word)
