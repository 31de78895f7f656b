"""Which version of a workflow is run, which newer one waits, and for what."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from awm_mcp.model import Workflow

GONE = ("retired", "quarantined")


class Standing(NamedTuple):
    """The version in use, the newest one after it that may take its place, and what that one waits for, in words."""

    runs: Workflow
    waits: Workflow | None = None
    why: str = ""

    def words(self) -> str:
        """In one line; empty where nothing waits."""
        if self.waits is None:
            return ""
        return (
            f"version {self.runs.version} ({self.runs.state}) is in use; "
            f"version {self.waits.version} ({self.waits.state}) {self.why}"
        )


def standing_of(history: Sequence[Workflow]) -> Standing:
    """How the versions of one workflow stand, the newest first. One whose latest version was taken out of use is that."""
    latest = next((w for w in history if not w.waits), history[0])
    runs = _in_use(history, latest)
    if runs.state in GONE:
        return Standing(runs)
    newer = next((w for w in history if w.version > runs.version and w.state in ("draft", "verified")), None)
    return Standing(runs, newer, _why(newer)) if newer is not None else Standing(runs)


def _in_use(history: Sequence[Workflow], latest: Workflow) -> Workflow:
    if latest.state in ("published", *GONE):
        return latest
    found = (next((w for w in history if w.state == state), None) for state in ("published", "verified"))
    return next((w for w in found if w is not None), latest)


def _why(newer: Workflow) -> str:
    if newer.state == "verified":
        return f"waits for: awm-mcp workflows publish {newer.name}"
    prove = f"awm-mcp workflows verify {newer.name}"
    if newer.evidence.unproven:
        return f"is not used: {newer.evidence.unproven}"
    if newer.waits:
        what = "a change of what it is built on" if newer.evidence.composed else "names that were found in use"
        return f"has {what} and waits for its proof, which a running server makes by itself, or: {prove}"
    if newer.pinned:
        return f"was edited in what it does and waits for its proof: {prove}"
    return f"was learned and did not hold yet: awm-mcp workflows lint {newer.name}"
