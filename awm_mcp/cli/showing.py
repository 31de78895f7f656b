"""How workflows and outcomes look on a terminal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from rich.console import Console
from rich.table import Table

from awm_mcp.model import Outcome, Workflow
from awm_mcp.model.text import plain

if TYPE_CHECKING:
    from awm_mcp.app.catalogue.standing import Standing

_UNLIMITED = 10_000
_OTHER_COLUMNS = 40
"""Characters that the columns beside the name need at least."""
_NEEDS_PAGE = ("browser_*", "resume")
STATE_COLOURS = {"published": "green", "verified": "cyan", "draft": "yellow", "quarantined": "red", "retired": "dim"}


def row_of(workflow: Workflow, standing: Standing) -> dict[str, Any]:
    """What a list tells of a workflow: ``state`` and ``in_use`` are of the version that is run; ``waits`` is what a newer
    one waits for."""
    return {
        "name": workflow.name,
        "id": workflow.id,
        "site": workflow.site,
        "title": workflow.title,
        "state": standing.runs.state,
        "risk": workflow.risk,
        "version": workflow.version,
        "in_use": standing.runs.version,
        "waits": standing.words(),
        "parameters": [p.name for p in workflow.parameters],
        "steps": len(workflow.steps),
        "support": workflow.evidence.support,
    }


def print_table(workflows: Sequence[Workflow], standing: Mapping[str, Standing]) -> None:
    """One row a workflow, as wide as it needs to be where no terminal limits it; below it what waits, and for what."""
    console = Console()
    if not console.is_terminal:
        console = Console(width=_UNLIMITED)
    longest = max(len(w.name) for w in workflows)
    console.print(table_of(workflows, standing, whole_names=console.width >= longest + _OTHER_COLUMNS))
    for w in workflows:
        if left := standing[w.id].words():
            console.print(f"{w.name}: {left}", markup=False, highlight=False)


def table_of(workflows: Sequence[Workflow], standing: Mapping[str, Standing], *, whole_names: bool = True) -> Table:
    """One row a workflow, in the state of the version that is run.

    ``whole_names``: there is room for names on one line; else they are folded, never cut.
    """
    table = Table(box=None, pad_edge=False)
    table.add_column("name", no_wrap=whole_names, overflow="fold")
    for title in ("site", "state", "risk", "parameters"):
        table.add_column(title, overflow="fold")
    table.add_column("steps", justify="right")
    table.add_column("runs", justify="right")
    for w in workflows:
        runs = standing[w.id].runs.state
        state = f"[{STATE_COLOURS[runs]}]{runs}[/]"
        needs = ", ".join(p.name for p in w.parameters)
        table.add_row(w.name, w.site, state, w.risk, needs, str(len(w.steps)), str(w.evidence.support))
    return table


def without_page(outcome: Outcome) -> Outcome:
    """The outcome of a replay whose browser ended with the command: no page is left to go on in."""
    if outcome.handle is None:
        return outcome
    parts = [part for part in outcome.next.split("; ") if not any(gone in part for gone in (outcome.handle, *_NEEDS_PAGE))]
    watch = "to watch it, run it again with --headed (or AWM_HEADLESS=false)"
    return outcome.model_copy(update={"handle": None, "next": "; ".join((*parts, watch))})


def show_outcome(console: Console, outcome: Outcome) -> None:
    """What a replay did: status, values, where it stopped and how to go on."""
    colour = "green" if outcome.ok else "yellow" if outcome.status == "running" else "red"
    done = f"{outcome.steps_done} of {outcome.steps_total} steps, {outcome.ms / 1000:.1f} s"
    console.print(f"[{colour}]{outcome.status}[/]  {outcome.workflow} v{outcome.version}  {done}")
    for name, value in outcome.outputs.items():
        console.print(f"  {name}: {plain(str(value))}", markup=False)
    if outcome.page.url:
        console.print(f"  page: {plain(outcome.page.title)} {outcome.page.url}", markup=False)
    if outcome.stopped is not None:
        _show_stop(console, outcome)
    if outcome.next:
        console.print(f"  next: {outcome.next}", markup=False)


def _show_stop(console: Console, outcome: Outcome) -> None:
    stopped = outcome.stopped
    if stopped is None:
        return
    console.print(f"  stopped at step {stopped.step}: {stopped.action}", markup=False)
    for label, text in (("expected", stopped.expected), ("seen", stopped.seen)):
        if text:
            console.print(f"  {label}: {plain(text, 500)}", markup=False)
    for option in stopped.options:
        console.print(f"  option: {plain(option)}", markup=False)
    for number, step in enumerate(stopped.remaining, stopped.step):
        console.print(f"  left to do {number}. {plain(step)}", markup=False)
