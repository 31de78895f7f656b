"""What the induction works on: a cleaned run, and the columns of aligned runs."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import cached_property, lru_cache

from awm_mcp.model import Run, Step, Target
from awm_mcp.model.text import fold, plain

Vector = tuple[str | None, ...]
"""One value per run; None where the run has no such step."""

GENERIC_ROLES = frozenset({
    "", "generic", "none", "presentation", "div", "span", "p", "label", "i", "svg", "path", "paragraph", "text",
    "strong",
})  # fmt: skip
_TAG_ROLES = {"a": "link", "input": "textbox", "select": "combobox", "searchbox": "textbox", "li": "option"}
_GLYPHS = re.compile("[\ue000-\uf8ff]")


@dataclass(frozen=True)
class Trace:
    """A run reduced to the steps that did the work. ``secret``: values are never read, only their parameter names."""

    run: Run
    steps: tuple[Step, ...]
    dropped: tuple[str, ...] = ()
    digest: str = field(default="", compare=False)

    @cached_property
    def task(self) -> str:
        """The task text without icon glyphs and line breaks."""
        return fold(self.run.task)


@dataclass(frozen=True)
class Column:
    """The same step in all runs of a family; None where a run did without it."""

    steps: tuple[Step | None, ...]

    @property
    def present(self) -> list[Step]:
        """The steps of the runs that have it."""
        return [step for step in self.steps if step is not None]

    @property
    def everywhere(self) -> bool:
        """Whether all runs have it."""
        return all(step is not None for step in self.steps)


def elsewhere(one: str | None, other: str | None) -> bool:
    """Whether two steps were done on different pages, by their addresses; one that tells none may be on any."""
    return bool(one) and bool(other) and one != other


def role_of(target: Target | None) -> str:
    """The role under which two elements are compared; tags and near-equal roles fall together."""
    role = (target.role or target.tag or "").lower() if target else ""
    return _TAG_ROLES.get(role, "" if role in GENERIC_ROLES else role)


def said(target: Target | None) -> str:
    """The visible words by which a person would point at the element; empty when it has none."""
    if target is None:
        return ""
    for given in (target.name, target.label, target.text, target.placeholder, target.title, target.alt):
        if given is not None and (literal := given.literal) and (clean := _without_glyphs(literal)):
            return clean
    return ""


@lru_cache(maxsize=50_000)
def _without_glyphs(text: str) -> str:
    return plain(_GLYPHS.sub(" ", text))


def field_name(target: Target | None) -> str:
    """The name of a form field: its label before its accessible name and placeholder."""
    if target is None:
        return ""
    for given in (target.label, target.name, target.placeholder, target.title):
        if given is not None and (literal := given.literal) and plain(literal):
            return plain(literal)
    return ""
