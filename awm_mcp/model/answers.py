"""What the core tools answer: the same data goes out as structured content and as JSON text."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from awm_mcp.model.workflow import Risk, State, Workflow


class Answer(BaseModel):
    """An answer always writes all its fields, so that a reader can rely on the shape."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    def as_data(self) -> dict[str, Any]:
        """JSON-ready data."""
        return self.model_dump(mode="json")


class ReportAnswer(Answer):
    """Answer of ``report_run``: what was stored and what happens next."""

    report_id: str
    accepted: bool
    duplicate: bool
    learning: Literal["queued", "off"]
    warnings: tuple[str, ...]
    next: str


class LearnedWorkflow(Answer):
    """A workflow that a report led to. ``tool`` is its own tool's name once published, else None."""

    workflow: str
    tool: str | None
    state: State
    version: int


class ReportStatus(Answer):
    """Answer of ``get_run`` for a report."""

    report_id: str
    status: Literal["queued", "learning", "learned", "not_learned"]
    workflows: tuple[LearnedWorkflow, ...]
    reasons: tuple[str, ...]
    next: str


class Call(Answer):
    """A ready-to-send tool call."""

    tool: str
    arguments: dict[str, Any]


class FoundWorkflow(Answer):
    """One row of ``find_workflows``. ``worked``: ``"14 of 15"`` in use, ``arguments`` filled from the task text.

    ``note``: what is special about it: a draft, of another site, kept from running by its record.
    """

    workflow: str
    tool: str | None
    title: str
    description: str
    site: str
    risk: Risk
    state: State
    worked: str
    arguments: dict[str, Any]
    missing: tuple[str, ...]
    call: Call
    note: str = ""


class FindAnswer(Answer):
    """Answer of ``find_workflows``: a verdict with its reason, best workflows first."""

    task_id: str
    verdict: Literal["run", "adapt", "skip"]
    why: str
    workflows: tuple[FoundWorkflow, ...]
    next: str = ""


class Catalogue(Answer):
    """The published set: one for everybody, versioned by generation, in the order of publication."""

    generation: int
    workflows: tuple[Workflow, ...] = Field(default=())
