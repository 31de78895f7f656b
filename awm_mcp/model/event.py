"""Usage events: what happened, without the values of what was typed. The raw material of all metrics."""

from __future__ import annotations

from typing import Literal

from awm_mcp.model.base import Word

EventKind = Literal[
    "listed", "found", "prompted", "called", "finished", "reported", "published", "handed_over", "resumed", "by_hand"
]  # fmt: skip


class Caller(Word):
    """Who asks: the client's name and version, the protocol era, and a key of the connection (never a credential)."""

    client: str = "unknown"
    client_version: str = ""
    era: Literal["modern", "legacy", "cli", "unknown"] = "unknown"
    connection: str = ""
    principal: str = "local"


class Event(Word):
    """One thing that happened. ``at``: seconds since the epoch, UTC. ``task_id``: handle of the agent's task.

    ``called`` and ``finished`` carry the workflow; ``finished`` also status, ms, steps_done, steps_total and ``stopped_at``,
    the number (1-based) of the step that it stopped at; 0 where it did not, and in events of before that was kept; and
    ``counts``: False where its end is neither for nor against the workflow, as a caller's wrong value.
    ``matched``: for found events, whether any workflow fitted; ``steps``: for reported events, steps of the run.
    """

    kind: EventKind
    at: float
    task_id: str = ""
    client: str = "unknown"
    era: str = "unknown"
    connection: str = ""
    arm: str = ""
    site: str = ""
    workflow: str = ""
    version: int = 0
    run_id: str = ""
    status: str = ""
    matched: bool | None = None
    verdict: str = ""
    ms: int = 0
    steps_done: int = 0
    steps_total: int = 0
    stopped_at: int = 0
    counts: bool = True
    via: str = ""
