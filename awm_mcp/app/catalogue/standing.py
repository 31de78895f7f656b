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


def last_used(history: Sequence[Workflow]) -> Workflow:
    """The version that is run; of a workflow that was taken out of use, in its state, the one that was run until then."""
    runs = standing_of(history).runs
    if runs.state not in GONE or _was_proven(runs):
        return runs
    earlier = next((w for w in history if w.version < runs.version and _was_proven(w)), runs)
    return earlier.model_copy(update={"state": runs.state})


def out_of_use(history: Sequence[Workflow]) -> str:
    """Of a workflow that was taken out of use: that it was, which version was run until then, and how it comes back."""
    runs, used = standing_of(history).runs, last_used(history)
    if runs.state not in GONE:
        return ""
    newer = f"; version {runs.version} is a newer draft that was never proven" if runs.version > used.version else ""
    back = f"awm-mcp workflows revert {runs.name} {used.version}"
    return f"{runs.name} is {runs.state}; version {used.version} was last in use{newer}; bring it back with: {back}"


def _was_proven(workflow: Workflow) -> bool:
    return workflow.state in ("verified", "published") or workflow.evidence.verified_at is not None


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
