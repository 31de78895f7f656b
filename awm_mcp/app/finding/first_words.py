"""What runs typed to find a thing, where that always was the first words of its name: the same of the name given now."""

from __future__ import annotations

from typing import Any

from awm_mcp.model import Parameter, Workflow

LEAST_RUNS = 2


def with_first_words(workflow: Workflow, arguments: dict[str, Any]) -> dict[str, Any]:
    """The arguments with each text that no task says by itself, for it is a part of another one: ``Ann`` of "Ann Bell"."""
    lacking = [p for p in workflow.callers_parameters if p.required and p.name not in arguments and p.type == "string"]
    given = [(p, arguments[p.name]) for p in workflow.callers_parameters if isinstance(arguments.get(p.name), str)]
    found = {
        part.name: " ".join(text.split()[:count])
        for part in lacking
        for whole, text in given
        if (count := _words_in_common(part, whole)) and len(text.split()) > count
    }
    return {**arguments, **found}


def _words_in_common(part: Parameter, whole: Parameter) -> int:
    """How many first words of the one the other was in all runs; 0 where it was not."""
    if len(part.examples) < LEAST_RUNS or len(part.examples) != len(whole.examples):
        return 0
    counts = {
        len(short.split()) if _begins(short.split(), full.split()) else 0
        for short, full in zip(map(str, part.examples), map(str, whole.examples), strict=True)
    }
    return counts.pop() if len(counts) == 1 else 0


def _begins(first: list[str], words: list[str]) -> bool:
    return 0 < len(first) < len(words) and words[: len(first)] == first
