"""Going on in the page that a workflow left open at its end: by hand, or with another workflow of the site."""

from __future__ import annotations

from awm_mcp.errors import Refused
from awm_mcp.replay.browsing.handles import PageNote
from awm_mcp.replay.port import ReplayRequest


def goes_on_after_another(request: ReplayRequest, note: PageNote) -> bool:
    """Whether the page is the end of another workflow: what that one sent and was offered is its own affair.

    Raises:
        Refused: ``other_site_page``; that page is of another site. It stays open under its handle.
    """
    if not note.ended or note.workflow == request.workflow.name:
        return False
    if note.site != request.workflow.site:
        raise Refused(
            "other_site_page", expected=f"an open page of {request.workflow.site}",
            seen=f"the page of {note.workflow}, on {note.site}",
            next=f"nothing was done; call {request.workflow.name} without resume, so that it opens its own start page",
        )  # fmt: skip
    return True


def how_to_go_on_from(request: ReplayRequest, handle: str, ttl_s: float) -> str:
    """What is done, and what can be done in the page that was left open."""
    done = "the task is done" if request.workflow.kind == "task" else "this part is done"
    return (
        f"{done}, its page is open: go on in it with browser_* (session={handle}), or with another workflow of the site by "
        f"run_workflow (resume={handle}, from_step=the first of its steps that is still to be done); "
        f"it closes after {max(1, round(ttl_s / 60))} min without use"
    )


def nothing_left(request: ReplayRequest) -> str:
    """What is left to do when the page was closed at the end."""
    whole = request.workflow.kind == "task"
    return "nothing; the task is done" if whole else "this part is done; go on with the rest of the task"
