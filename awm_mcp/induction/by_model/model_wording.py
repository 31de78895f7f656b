"""Words of a model put on a workflow that rules made: only what is right replaces the rules' words."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from awm_mcp.model import Workflow
from awm_mcp.model.names import NAME, slug, words
from awm_mcp.model.site import site_label
from awm_mcp.model.text import fold, plain

SHORTEST_TITLE, LONGEST_TITLE = 8, 90
SHORTEST_SUMMARY, LONGEST_SUMMARY = 20, 300
_HOST = re.compile(r"https?://|\blocalhost\b|\b\d{1,3}(?:\.\d{1,3}){3}\b", re.IGNORECASE)
_EMPTY = frozenset({"value", "param", "parameter", "input", "text", "arg", "argument", "string", "variable", "item", "data"})


def site_prefix(workflow: Workflow) -> str:
    """How the names of the site's workflows begin."""
    label = slug(site_label(workflow.site), 14, "site")
    return label if workflow.name.startswith(label + "_") else workflow.name.split("_")[0]


def name_of(workflow: Workflow, given: str) -> str | None:
    """A tool name from the model's words under the site's prefix; None when it says too little or a sample value."""
    said = words(given)
    prefix = site_prefix(workflow)
    bare = said[len(prefix.split("_")) :] if said[: len(prefix.split("_"))] == prefix.split("_") else said
    if len(bare) < 2 or sample_in(workflow, " ".join(bare)):
        return None
    name = slug(" ".join([*prefix.split("_"), *bare]))
    return name if NAME.match(name) and len(name) > len(prefix) + 3 else None


def title_of(workflow: Workflow, given: str) -> str | None:
    """The model's title, or None when it is too short, too long, or names a host or a sample value."""
    text = plain(given, LONGEST_TITLE + 1).rstrip(".")
    fits = SHORTEST_TITLE <= len(text) <= LONGEST_TITLE and len(words(text)) > 1
    return text[:1].upper() + text[1:] if fits and not _HOST.search(text) and not sample_in(workflow, text) else None


def summary_of(workflow: Workflow, given: str) -> str | None:
    """The model's sentence on what a workflow does, or None when it cannot be used."""
    text = plain(given, LONGEST_SUMMARY + 1)
    fits = SHORTEST_SUMMARY <= len(text) <= LONGEST_SUMMARY and not _HOST.search(text)
    return text.rstrip(".") + "." if fits and not sample_in(workflow, text) else None


def sample_in(workflow: Workflow, text: str) -> str | None:
    """A sample value of a parameter that the text holds as whole words, if it holds one: it would mislead every caller."""
    said = fold(text).casefold()
    samples = (e for p in workflow.callers_parameters if not p.enum for e in p.examples)
    return next(
        (s for s in samples if len(s) > 1 and re.search(rf"(?<!\w){re.escape(fold(s).casefold())}(?!\w)", said)), None
    )


def parameter_names(workflow: Workflow, given: Mapping[str, str]) -> tuple[dict[str, str], list[str]]:
    """For each parameter its new name, and what was wrong with the others; names stay unique."""
    known = {p.name for p in workflow.parameters}
    mapping: dict[str, str] = {}
    problems: list[str] = []
    for old, wanted in given.items():
        new = slug(wanted)
        if old not in known:
            problems.append(f"{old!r} is not a parameter; the parameters are {', '.join(sorted(known)) or 'none'}")
        elif new == old:
            continue
        elif not words(wanted) or new in _EMPTY or not NAME.match(new) or sample_in(workflow, " ".join(words(wanted))):
            problems.append(f"{wanted!r} is no name for {old!r}: say what is given, not a sample of it")
        elif new in (known - {old}) | set(mapping.values()):
            problems.append(f"{new!r} is taken by another parameter")
        else:
            mapping[old] = new
    return mapping, problems


def described(workflow: Workflow, summary: str) -> str:
    """A description with the model's sentence first, then what rules know of start, arguments and result."""
    return " ".join([summary, *_facts(workflow)])


def _facts(workflow: Workflow) -> Iterator[str]:
    yield f"It works on {workflow.site}, starts at {plain(workflow.start.words(), 80)} and does {len(workflow.steps)} steps."
    if workflow.callers_parameters:
        yield f"Give {', '.join(_needed(workflow))}."
    if workflow.outputs:
        yield f"Returns {', '.join(output.name for output in workflow.outputs)}."
    yield {
        "read": "It changes nothing.",
        "write": "It changes data on the site.",
        "destructive": "It does something that cannot simply be taken back, so it asks for confirmation.",
    }[workflow.risk]
    if workflow.kind == "subtask":
        yield "It is a part of larger tasks: use it inside of these, and go on from the page it leads to."
    elif workflow.templates:
        yield f"Use it for tasks like “{plain(workflow.templates[0].words(), 160)}”; not when the task needs other steps."


def _needed(workflow: Workflow) -> Iterator[str]:
    for p in workflow.callers_parameters:
        example = f" (e.g. {plain(p.examples[0], 40)})" if p.examples else ""
        yield f"{'' if p.required else 'optionally '}{p.name}{example}"
