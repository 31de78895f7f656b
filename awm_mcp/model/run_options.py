"""How a workflow is to be run, apart from its arguments."""

from __future__ import annotations

from pydantic import Field

from awm_mcp.model.base import Word


class RunOptions(Word):
    """What a caller may ask of one replay.

    ``start_url``: the address to begin at, where it is the workflow's start page with more in its query; of any other page
    of the site, or of an alias of it, the origin to run on. ``confirm``: a person agreed to a destructive workflow.
    ``dry_run``: check every step that can be without acting on those that write. ``wait_s``: answer with a running Outcome
    after so many seconds, and ``answer_by`` that moment, in the event loop's clock, whatever was asked for. ``resume`` and
    ``from_step`` (1-based): go on in a page that a stopped run kept open.
    ``keep_open``: leave the page open at a good end, or not; by itself only a part of tasks that returns nothing does.
    ``task_id``: the handle that ``find_workflows`` gave. ``choice``: the proposed element that may be taken at
    ``from_step``. ``read_only``: refuse workflows that change anything. ``via``: the tool called.
    """

    start_url: str | None = None
    confirm: bool = False
    dry_run: bool = False
    wait_s: float = Field(default=45.0, ge=0)
    answer_by: float | None = None
    resume: str | None = None
    from_step: int | None = Field(default=None, ge=1)
    keep_open: bool | None = None
    task_id: str | None = None
    choice: str | None = None
    read_only: bool = False
    via: str = "run_workflow"
