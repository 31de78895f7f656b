"""Runs of one wording on pages that have nothing in common: two tasks, which only a person would say in the same words."""

from __future__ import annotations

from awm_mcp.induction.aligning.align import align, same_page, shape_of
from awm_mcp.induction.trace import Trace, role_of
from awm_mcp.model import Step


def on_other_pages(a: Trace, b: Trace) -> bool:
    """Whether two runs did no step on a page of one kind, and half of their elements or more are built in another way.

    The page of another thing (``/p/mug`` and ``/p/bowl``) is built like the first one, whatever its address says.
    """
    pairs = [(one, two) for one, two in (column.steps for column in align([a, b])) if one is not None and two is not None]
    known = [(one, two) for one, two in pairs if _is_known(one) and _is_known(two)]
    if not known or any(same_page(one, two, a.task, b.task) for one, two in known):
        return False
    built = [alike for one, two in known if (alike := _built_alike(one, two)) is not None]
    return bool(built) and 2 * built.count(False) >= len(built)


def _is_known(step: Step) -> bool:
    return bool(step.url) and not str(step.url).startswith("about:")


def _built_alike(one: Step, two: Step) -> bool | None:
    """Whether two elements stand in the same place of their pages; None where it is not known of both."""
    shapes = shape_of(one.action.target), shape_of(two.action.target)
    if not all(shapes):
        return None
    return shapes[0] == shapes[1] and role_of(one.action.target) == role_of(two.action.target)
