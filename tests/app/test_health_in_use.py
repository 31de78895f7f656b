"""A workflow that stops working is taken out of use, proven again, and comes back only when it holds."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from app_stage import Stage, fails, loan, stage

from awm_mcp.app.in_use.excuses import is_about_a_value
from awm_mcp.errors import Refused
from awm_mcp.model import Action, Candidate, Event, FlowStep, Outcome, Param, Stopped, Target, Value, Workflow
from awm_mcp.model.outcome import Status
from awm_mcp.replay.fake import ok_outcome

BOTH = (loan("Emma", "North"), loan("Dune", "South"))
GIVEN = {"title": "Ulysses", "branch": "North"}
DAY_S = 86_400.0


async def learnt(on: Stage) -> Workflow:
    await on.teach(*BOTH)
    return await on.only()


async def call(on: Stage, workflow: Workflow, *statuses: Status) -> list[Outcome]:
    """Calls a workflow once for each status."""
    on.browser.outcomes.extend(ok_outcome if status == "ok" else fails(status) for status in statuses)
    return [await on.app.run(workflow.name, GIVEN) for _ in statuses]


async def proven(on: Stage, workflow: Workflow) -> Workflow:
    """The workflow after the jobs about it were done."""
    await on.done_with(workflow.id)
    return await on.app.library.get(workflow.id)


async def test_three_faults_in_a_row_take_a_tool_out_of_use(tmp_path: Path):
    async with stage(tmp_path) as on:
        workflow = await learnt(on)
        await call(on, workflow, "target_not_found", "ambiguous_target")
        assert (await on.only()).state == "published"
        on.browser.outcomes.extend([fails("target_not_found")] * 3)
        await on.app.run(workflow.name, GIVEN)
        assert (await proven(on, workflow)).state == "quarantined"
        assert (await on.app.catalogue()).workflows == ()
        with pytest.raises(Refused, match="workflow_quarantined"):
            await on.app.run(workflow.name, GIVEN)


async def test_faults_that_the_source_values_do_not_show_bring_a_tool_back(tmp_path: Path):
    async with stage(tmp_path) as on:
        workflow = await learnt(on)
        await call(on, workflow, *["target_not_found"] * 3)
        after = await proven(on, workflow)
        assert after.state == "published"
        assert after.evidence.verified_at is not None
        await call(on, workflow, "target_not_found")
        assert (await on.only()).state == "published"


@pytest.mark.parametrize("between", ["ok"])
async def test_a_call_that_works_ends_the_row(tmp_path: Path, between: Status):
    async with stage(tmp_path) as on:
        workflow = await learnt(on)
        await call(on, workflow, "target_not_found", "target_not_found", between, "target_not_found", "target_not_found")
        assert (await on.only()).state == "published"


@pytest.mark.parametrize("status", ["step_failed", "precondition_failed", "needs_input", "cancelled"])
async def test_what_is_not_the_workflows_fault_does_not_count(tmp_path: Path, status: Status):
    async with stage(tmp_path) as on:
        workflow = await learnt(on)
        await call(on, workflow, *[status] * 4)
        assert (await on.only()).state == "published"


@pytest.mark.parametrize(
    ("status", "code"), [("step_failed", "detached"), ("step_failed", "not_as_expected"), ("unknown", "not_checked")]
)
async def test_steps_that_keep_stopping_at_what_the_page_does_count_as_faults(tmp_path: Path, status: Status, code: str):
    async with stage(tmp_path) as on:
        workflow = await learnt(on)
        on.browser.outcomes.extend([fails(status, code)] * 6)
        for _ in range(3):
            await on.app.run(workflow.name, GIVEN)
        assert (await on.only()).state == "quarantined"


def gone(workflow: Workflow, *candidates: str, status: Status = "target_not_found", code: str = "") -> Outcome:
    near = tuple(Candidate(element="button", why_not=why) for why in candidates)
    stopped = Stopped(step=1, code=code or status, candidates=near)
    return Outcome(run_id="replay_1", workflow=workflow.name, version=workflow.version, status=status, stopped=stopped)


def test_an_entry_that_is_gone_or_there_twice_is_nobodys_fault() -> None:
    def clicking(**signals: Any) -> Workflow:
        action = Action(type="click", target=Target(role="button", **signals))
        return Workflow(name="site_do", site="x.example", start="/", steps=(FlowStep(action=action),))

    def given(name: str) -> Value:
        return Value((Param(param=name),))

    of_row, by_name, fixed = clicking(name="Delete", row=given("part")), clicking(name=given("part")), clicking(name="Save")
    elsewhere, renamed = "not in the wanted row in main", "its name differs"
    assert is_about_a_value(of_row, gone(of_row, elsewhere))
    assert is_about_a_value(of_row, gone(of_row, status="ambiguous_target"))
    assert is_about_a_value(by_name, gone(by_name, "it has another name"))
    assert is_about_a_value(fixed, gone(fixed, status="step_failed", code="site_refused"))
    assert not is_about_a_value(of_row, gone(of_row, renamed))
    assert not is_about_a_value(by_name, gone(by_name))
    assert not is_about_a_value(fixed, gone(fixed, renamed))
    assert not is_about_a_value(fixed, gone(fixed, status="ambiguous_target"))


async def test_a_quarantined_workflow_that_writes_waits_for_new_evidence(tmp_path: Path):
    async with stage(tmp_path) as on:
        workflow = await learnt(on)
        held_back = fails("confirmation_required", "until_write")
        on.browser.outcomes.extend([*[fails("postcondition_failed")] * 3, held_back, held_back])
        for _ in range(3):
            await on.app.run(workflow.name, GIVEN)
        assert (await proven(on, workflow)).state == "quarantined"
        (status,) = await on.teach(loan("Ulysses", "North"))
        assert status.status == "learned"
        assert (await on.app.workflow(workflow.id)).state == "published"


async def test_a_proof_that_got_too_old_is_renewed_for_workflows_that_only_read(tmp_path: Path):
    async with stage(tmp_path) as on:
        workflow = await learnt(on)
        assert await on.app.upkeep.ask_for_proofs() == []
        await aged(on, workflow, verified_days=8)
        assert [w.id for w in await on.app.upkeep.ask_for_proofs()] == [workflow.id]
        assert await on.app.upkeep.ask_for_proofs() == []
        after = await proven(on, workflow)
        assert (after.evidence.verified_at or 0) > (workflow.evidence.verified_at or 0) - DAY_S
        assert after.state == "published"


async def test_a_workflow_that_writes_is_never_replayed_on_schedule(tmp_path: Path):
    async with stage(tmp_path) as on:
        workflow = await aged(on, (await learnt(on)).model_copy(update={"risk": "write"}), verified_days=99)
        assert workflow.risk == "write"
        assert await on.app.upkeep.ask_for_proofs() == []


async def test_a_stale_workflow_that_no_longer_holds_is_taken_out_of_use(tmp_path: Path):
    async with stage(tmp_path) as on:
        workflow = await aged(on, await learnt(on), verified_days=8)
        on.browser.outcomes.extend([fails("target_not_found")] * 2)
        await on.app.upkeep.ask_for_proofs()
        assert (await proven(on, workflow)).state == "quarantined"
        job = await on.memory.jobs.of_subject(workflow.id)
        assert job is not None
        assert "quarantined until it is learned anew" in job.result[-1]


async def test_a_site_that_is_down_costs_no_workflow_its_place(tmp_path: Path):
    async with stage(tmp_path) as on:
        workflow = await aged(on, await learnt(on), verified_days=8)
        on.browser.outcomes.extend([fails("step_failed", "navigation_failed")] * 2)
        await on.app.upkeep.ask_for_proofs()
        assert (await proven(on, workflow)).state == "published"


async def test_what_nobody_called_for_long_is_retired(tmp_path: Path):
    async with stage(tmp_path) as on:
        workflow = await aged(on, await learnt(on), learned_days=200)
        assert [w.id for w in await on.app.tidy(dry_run=True)] == [workflow.id]
        assert (await on.only()).state == "published"
        await on.app.tidy()
        assert await on.app.workflows_of(None) == []
        assert (await on.app.catalogue()).workflows == ()


async def test_what_was_called_lately_or_is_pinned_or_imported_stays(tmp_path: Path):
    async with stage(tmp_path) as on:
        workflow = await aged(on, await learnt(on), learned_days=200)
        called = Event(kind="called", at=workflow.evidence.verified_at or 0.0, workflow=workflow.name)
        await on.memory.events.add(called)
        assert await on.app.tidy() == []
        assert await on.app.tidy(0.0) == []
        pinned = await aged(on, await on.app.library.pin(workflow.name), learned_days=2000)
        assert pinned.pinned
        assert await on.app.tidy(300) == []


async def aged(on: Stage, workflow: Workflow, *, verified_days: float = 0, learned_days: float = 0) -> Workflow:
    """The workflow with an older proof, and learnt longer ago."""
    evidence = workflow.evidence
    older = {
        "verified_at": (evidence.verified_at or 0) - verified_days * DAY_S,
        "learned_at": (evidence.learned_at or 0) - learned_days * DAY_S,
    }
    saved = await on.memory.workflows.save(workflow.model_copy(update={"evidence": evidence.model_copy(update=older)}))
    if saved.version != workflow.version:
        await on.app.library.publish(saved.name)
    return await on.app.workflow(saved.id)
