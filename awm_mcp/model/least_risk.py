"""The least risk that steps tell by themselves, whatever a file says of them: they write, send, or press what destroys.

A workflow may be riskier than its steps tell, never less risky.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Literal

from awm_mcp.model.labels import destroys, only_reads
from awm_mcp.model.sends import only_asks

if TYPE_CHECKING:
    from awm_mcp.model.target import Target
    from awm_mcp.model.workflow import FlowStep

Risk = Literal["read", "write", "destructive"]
GRAVEST_LAST: tuple[Risk, ...] = ("read", "write", "destructive")


def graver(one: Risk, other: Risk) -> Risk:
    """The riskier of two."""
    return one if GRAVEST_LAST.index(one) >= GRAVEST_LAST.index(other) else other


def least_risk(steps: Iterable[FlowStep]) -> Risk:
    """What the steps tell, those of blocks and those that a navigation stands for, too."""
    writing = [step for step in every_step(steps) if changes_the_site(step)]
    if not writing:
        return "read"
    return "destructive" if any(destroys(label_of(step)) for step in writing) else "write"


def risk_by_name(steps: Sequence[FlowStep], title: str = "") -> Risk:
    """The same, where names count as well: of pressed elements, and its own where it writes.

    For what nobody here has seen do anything.
    """
    least = least_risk(steps)
    if least == "write" and destroys(title):
        return "destructive"
    labels = [label_of(step) for step in every_step(steps) if _is_pressed(step)]
    return "destructive" if any(destroys(label) and not only_reads(label) for label in labels) else least


def _is_pressed(step: FlowStep) -> bool:
    action = step.action
    if action is None or action.target is None or action.type not in ("click", "dblclick", "press"):
        return False
    return action.target.role != "link"


def every_step(steps: Iterable[FlowStep]) -> Iterator[FlowStep]:
    """The steps and all that stand inside them."""
    for step in steps:
        yield step
        yield from every_step(step.for_each.steps if step.for_each is not None else ())
        yield from every_step(step.instead)


def changes_the_site(step: FlowStep) -> bool:
    """Whether a step is marked as one that writes, or was seen to send more than a question."""
    return step.writes or not all(map(only_asks, step.sends))


def label_of(step: FlowStep) -> str:
    """The visible words of what a step acts on; empty where they depend on a value."""
    return _said(step.action.target) if step.action is not None else ""


def _said(target: Target | None) -> str:
    if target is None:
        return ""
    given = (target.name, target.label, target.text, target.placeholder, target.title, target.alt)
    return next((value.literal for value in given if value is not None and value.literal), "")
