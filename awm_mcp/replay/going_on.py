"""Going on in an open page: after a stop, or where a workflow left it at its end, with another workflow of the site."""

from __future__ import annotations

from awm_mcp.errors import Refused
from awm_mcp.model.text import fold, one_line
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


def not_twice(request: ReplayRequest, sent: tuple[int, ...]) -> None:
    """Refuses to go on at or before a step that sent what it writes.

    Raises:
        Refused: ``already_sent``; the page stays open under its handle.
    """
    start, last = request.from_step or 1, max(sent, default=0)
    if start > last:
        return
    on = f"resume={request.resume} and from_step={last + 1}" if last < len(request.workflow.steps) else ""
    then = f"go on with run_workflow with {on}" if on else "that was the last step: report it"
    raise Refused(
        "already_sent", expected=f"to go on after step {last}", seen=f"step {last} was sent already, on this page",
        next=f"look on the open page whether it happened, do by hand what is missing, then {then}",
    )  # fmt: skip


def only_what_was_offered(request: ReplayRequest, note: PageNote) -> None:
    """Refuses a choice that nobody offered for the step to go on with: it would not be looked at.

    Raises:
        Refused: ``no_such_choice``; the page stays open under its handle.
    """
    if request.choice is None:
        return
    offered = [one for one in note.options if fold(one_line(one)) == fold(one_line(request.choice))]
    if offered and request.from_step == note.step:
        return
    known = "; ".join(note.options) or "nothing was offered to choose from"
    again = f"with one of these and from_step={note.step}" if note.options else "without choice"
    raise Refused(
        "no_such_choice", expected=f"a choice for step {note.step}: {known}",
        seen=f"{request.choice[:200]!r} for step {request.from_step or 1}",
        next=f"nothing was done; call run_workflow with resume={request.resume} again {again}",
    )  # fmt: skip
