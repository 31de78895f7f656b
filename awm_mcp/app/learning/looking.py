"""Reported runs looked at again in a live page, so that induction sees more than the reporter wrote down."""

from __future__ import annotations

from collections.abc import Callable

from awm_mcp.app.learning.lessons import News
from awm_mcp.app.learning.remarks import Remarks
from awm_mcp.errors import AwmError
from awm_mcp.induction.cleaning.meant_states import with_told_states
from awm_mcp.memory.port import Memory
from awm_mcp.model import Run
from awm_mcp.replay.port import Replayer

MOST_LOOKS = 2


class Looker:
    """Observes each new run of a site, at most twice in the life of this process."""

    def __init__(self, memory: Memory, replayer: Callable[[], Replayer], *, allow_writes: bool) -> None:
        self._memory, self._replayer, self._allow_writes = memory, replayer, allow_writes
        self._looks: dict[str, int] = {}
        self._news = News(memory)
        self._waiting: dict[str, dict[str, Run]] = {}

    async def look(self, site: str, remarks: Remarks) -> None:
        """Looks at every run not yet seen in a browser, also at those that are reported meanwhile.

        Runs of data sets are left as they are: their pages are of another time.
        """
        looked: set[str] = set()
        while run := await self._next(site, looked):
            looked.add(run.id)
            self._looks[run.id] = self._looks.get(run.id, 0) + 1
            await self._observe(run, remarks)

    async def _next(self, site: str, looked: set[str]) -> Run | None:
        waiting = self._waiting.setdefault(site, {})
        for run in await self._news.of(site):
            if run.outcome == "success" and run.memory == "online" and not run.observed:
                waiting[run.id] = run
            else:
                waiting.pop(run.id, None)
        for run in [run for run in waiting.values() if self._looks.get(run.id, 0) >= MOST_LOOKS]:
            del waiting[run.id]
        return next((run for run in waiting.values() if run.id not in looked), None)

    async def _observe(self, run: Run, remarks: Remarks) -> None:
        try:
            seen = await self._replayer().observe(run, allow_writes=self._allow_writes)
        except AwmError as error:
            if error.code == "sign_in_failed":
                self._looks[run.id] -= 1  # it was not looked at
            remarks.of_run(run.id, f"{run.id} could not be looked at again: {error.text()}")
            return
        if seen.followed or seen.run.steps != run.steps:  # also where only the first step was looked at, since it writes
            hosts = tuple(sorted({*run.hosts, *seen.hosts} - {run.site}))
            meant = with_told_states(run, seen.run)
            await self._memory.runs.replace(meant.model_copy(update={"observed": True, "hosts": hosts}))
        if not seen.complete:
            remarks.of_run(run.id, f"{run.id} was followed for {seen.followed} of {len(run.steps)} steps: {seen.why}")
        if run.answer and not any(step.action.type == "extract" for step in seen.run.steps):
            why = "the page does not show the answer" if seen.complete else "the page with the answer was not reached"
            remarks.of_run(run.id, f"{why}, so the workflow will not return it")
