"""The first pass over a site with many runs leaves the loop to calls between two runs: clients are told and answered."""

from __future__ import annotations

import anyio
import anyio.lowlevel
from app_stage import loan

from awm_mcp.app.learning.lessons import Lessons
from awm_mcp.app.learning.remarks import Remarks
from awm_mcp.formats import run_report
from awm_mcp.memory.fake import FakeMemory

RUNS = 30


async def test_calls_are_served_between_any_two_runs_that_are_taken_in() -> None:
    memory, turns = FakeMemory(), 0
    for number in range(RUNS):
        run = run_report.parse(loan(f"Book {number}", "North")).run
        await memory.runs.add(run)
    lessons = Lessons(run.site, memory)

    async def others() -> None:
        nonlocal turns
        while True:
            await anyio.lowlevel.checkpoint()
            turns += 1

    async with anyio.create_task_group() as tasks:
        tasks.start_soon(others)
        await lessons.take_in(Remarks())
        tasks.cancel_scope.cancel()
    assert len(lessons.runs) == RUNS and turns >= RUNS - 1
