"""Whoever asked is told when a replay ended or a report was learnt from."""

from __future__ import annotations

from pathlib import Path

import anyio
from app_stage import ORIGIN, stage

from awm_mcp.model import Action, FlowStep, Outcome, Workflow, value

FLOW = Workflow(
    name="library_open_list",
    site="library.test:8000",
    start=value("/"),
    steps=(FlowStep(action=Action(type="goto", value=value("/list"))),),
    state="verified",
)


async def test_the_end_of_a_replay_is_told_when_its_outcome_can_be_read(tmp_path: Path) -> None:
    async with stage(tmp_path) as on:
        told = anyio.Event()
        seen: list[Outcome] = []

        async def fails(run_id: str) -> None:
            raise OSError(run_id)

        async def ended(run_id: str) -> None:
            outcome = await on.app.status(run_id)
            assert isinstance(outcome, Outcome)
            seen.append(outcome)
            told.set()

        on.app.on_run_end(fails)
        on.app.on_run_end(ended)
        await on.memory.workflows.save(FLOW)
        answered = await on.app.run(FLOW.name, {})
        with anyio.fail_after(10):
            await told.wait()
    assert [(outcome.run_id, outcome.status) for outcome in seen] == [(answered.run_id, "ok")]


async def test_the_end_of_learning_is_told_under_the_reports_id(tmp_path: Path) -> None:
    step = {"url": f"{ORIGIN}/", "action": {"type": "click", "target": {"role": "link", "name": "Opening hours"}}}
    report = {"task": "Open the opening hours", "outcome": "success", "site": ORIGIN, "steps": [step]}
    async with stage(tmp_path) as on:
        told: list[str] = []
        heard = anyio.Event()

        async def ended(run_id: str) -> None:
            told.append(run_id)
            heard.set()

        on.app.on_run_end(ended)
        answer = await on.app.report(report)
        with anyio.fail_after(20):
            await heard.wait()
        job = await on.memory.jobs.of_subject(answer.report_id)
    assert told == [answer.report_id]
    assert job is not None and job.state == "done"
