"""Background work as a record: what is to be done for which report, and what came of it."""

from __future__ import annotations

from typing import Literal

from awm_mcp.model.base import Word

JobKind = Literal["learn", "verify"]
JobState = Literal["queued", "running", "done", "failed"]
NOTHING_AGAIN = "nothing to do again: the run is kept and is learned from once the server is put right; go on by hand"
"""What to do where a fault of the server, and not of the report, kept it from learning."""


class Job(Word):
    """Background work on one site. ``subject``: the report that asked for it; ``result``: what to tell the asker."""

    id: str
    kind: JobKind
    site: str
    subject: str
    state: JobState
    attempts: int = 0
    result: tuple[str, ...] = ()
    workflows: tuple[str, ...] = ()
