"""What the runs of a site teach, kept up to date: one more run costs the same however many there are."""

from __future__ import annotations

import logging
from collections.abc import Collection, Sequence
from typing import Literal

import anyio.lowlevel

from awm_mcp.app.finding.forbidding import against_itself, may_forbid
from awm_mcp.app.learning.remarks import Remarks
from awm_mcp.app.versions.continuity import Joiner
from awm_mcp.errors import AwmError
from awm_mcp.induction import Inducer
from awm_mcp.induction.cleaning.undone import why_undone
from awm_mcp.memory.port import Memory
from awm_mcp.model import Run, Workflow
from awm_mcp.model.job import NOTHING_AGAIN
from awm_mcp.model.text import plain

log = logging.getLogger(__name__)
Kept = Literal["online", "offline"]
KINDS: tuple[Kept, ...] = ("online", "offline")


def not_built() -> AwmError:
    """What is told of the runs of a task that the rules cannot make a workflow of."""
    return AwmError(
        "not_built",
        expected="a workflow of the runs of this task",
        seen="none can be made of them: a fault of this server, not of the report; its log (stderr) has the trace",
        next=NOTHING_AGAIN,
    )


class News:
    """Reads the runs of sites that were added or replaced since it last looked at the site."""

    def __init__(self, memory: Memory) -> None:
        self._memory = memory
        self._marks: dict[str, int] = {}

    async def of(self, site: str) -> Sequence[Run]:
        """The runs that came or changed; at first all of them."""
        runs, self._marks[site] = await self._memory.runs.changed(site, self._marks.get(site, 0))
        return runs


class Lessons:
    """The drafts that the solved runs of one site lead to, built again only where runs came or changed.

    Runs come in the order in which they were reported, so that a process that starts anew finds the same.
    ``runs``: ids of all runs taken in, of any outcome.
    """

    def __init__(self, site: str, memory: Memory) -> None:
        self.site = site
        self.runs: set[str] = set()
        self._news = News(memory)
        self._parts: dict[Kept, _Part] = {}

    async def take_in(self, remarks: Remarks) -> None:
        """Learns from what is new; a run that cannot be learned from is named and left out.

        A site's first pass takes in all of its runs: calls are answered, and told of their progress, between two of them.
        """
        for run in await self._news.of(self.site):
            await anyio.lowlevel.checkpoint()
            self.runs.add(run.id)
            if run.memory in self._parts or run.outcome == "success":
                self._parts.setdefault(run.memory, _Part(run.memory)).take(run, remarks)

    def kinds(self) -> list[Kept]:
        """The memories that hold solved runs of the site."""
        return [kind for kind in KINDS if kind in self._parts]

    def drafts(self, kind: Kept, remarks: Remarks) -> list[Workflow]:
        """The drafts of one memory; one that did not change is the same object as before."""
        return self._parts[kind].drafts(remarks)

    def unbuilt(self, kind: Kept) -> Collection[str]:
        """The ids of the runs of tasks that could not be built."""
        return self._parts[kind].inducer.unbuilt

    def solved(self, kind: Kept) -> Collection[str]:
        """The ids of all runs that count as solved."""
        return self._parts[kind].solved

    def sample(self, kind: Kept) -> list[Run]:
        """A bounded choice of the runs of each task."""
        return self._parts[kind].inducer.sample(list(self._parts[kind].solved))


class _Part:
    """The runs of one memory: what people took from elsewhere and what agents report stay apart."""

    def __init__(self, kind: Kept) -> None:
        self.kind: Kept = kind
        self.inducer = Inducer(strict=False)
        self.solved: dict[str, None] = {}
        self._joiner = Joiner(self.inducer.sample)
        self._hosts: dict[str, tuple[str, ...]] = {}
        self._made: dict[int, tuple[Workflow, Workflow]] = {}

    def take(self, run: Run, remarks: Remarks) -> None:
        """Learns from a run, or forgets one that does not count as solved any more."""
        self.solved.pop(run.id, None)
        try:
            against, undone = _against_itself(run), why_undone(run)
            self.inducer.put(run.model_copy(update={"outcome": "failure"}) if against or undone else run)
        except Exception:
            # One run that the rules choke on must not stop the others; the log has the trace.
            log.exception("nothing can be learned from %s", run.id)
            remarks.of_run(run.id, f"{run.id} cannot be learned from; the server's log (stderr) has the trace")
            return
        if against:
            remarks.of_run(
                run.id,
                f"{run.id} is not learned from: its task says {plain(against, 60)!r}, and its steps do it all the same",
            )
        elif undone:
            remarks.of_run(run.id, f"{run.id} is not learned from: {undone}")
        elif run.outcome == "success":
            self.solved[run.id] = None
            self._hosts[run.id] = run.hosts

    def drafts(self, remarks: Remarks) -> list[Workflow]:
        """All drafts, with the hosts that their runs needed."""
        before, self._made = self._made, {}
        for raw in self._joiner.joined(self._induced(remarks)):
            known, draft = before.get(id(raw), (None, raw))
            self._made[id(raw)] = (raw, draft if known is raw else self._completed(raw))
        return [draft for _, draft in self._made.values()]

    def _completed(self, draft: Workflow) -> Workflow:
        needed = {host for run_id in draft.evidence.runs for host in self._hosts.get(run_id, ())}
        return draft.model_copy(update={"memory": self.kind, "hosts": tuple(sorted({*draft.hosts, *needed}))})

    def _induced(self, remarks: Remarks) -> list[Workflow]:
        """The drafts of all tasks that can be built; runs that fail alone are left out, the others of a task that stays
        unbuilt are told so."""
        made = self.inducer.workflows()
        if choked := self.inducer.unbuilt:
            for run in self.inducer.sample(choked):
                self._leave_out_if_bad(run, remarks)
            made = self.inducer.workflows()
        for run_id in self.inducer.unbuilt:
            remarks.of_run(run_id, not_built().text())
        return made

    def _leave_out_if_bad(self, run: Run, remarks: Remarks) -> None:
        alone = Inducer()
        try:
            alone.put(run)
            alone.workflows()
        except Exception:
            log.exception("nothing can be learned from %s", run.id)
            self.inducer.put(run.model_copy(update={"outcome": "failure"}))
            self.solved.pop(run.id, None)
            remarks.of_run(run.id, f"{run.id} cannot be learned from; the server's log (stderr) has the trace")


def _against_itself(run: Run) -> str:
    """The words by which the task of a solved run forbids what its steps do; empty for nearly all runs."""
    if run.outcome != "success" or not may_forbid(run.task):
        return ""
    alone = Inducer()
    alone.put(run)
    found = (against_itself(draft, run.task) for draft in alone.workflows() if draft.kind == "task")
    return next(filter(None, found), "")
