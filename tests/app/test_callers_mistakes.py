"""Calls that stop because of how they were made say nothing of the workflow; wrong ones are refused before anything."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from app_stage import Stage, fails, loan, stage

from awm_mcp.app.in_use.excuses import is_callers_mistake
from awm_mcp.errors import InvalidArguments
from awm_mcp.model import (
    Action,
    Caller,
    Evidence,
    FlowStep,
    Outcome,
    Param,
    Parameter,
    Stopped,
    Target,
    Text,
    Value,
    Workflow,
)
from awm_mcp.model.outcome import Status
from awm_mcp.model.run_options import RunOptions
from awm_mcp.replay.fake import Script
from awm_mcp.usage.metrics import measure

BOTH = (loan("Emma", "North"), loan("Dune", "South"))
AGENT = Caller(client="claude", connection="c1")
COMPLAINT = "the address is /thing; the page says 'at most 99'"


def said(text: str) -> Value:
    return Value((Text(text=text),))


def buying(*examples: str) -> Workflow:
    thing, much = Value((Param(param="thing"),)), Value((Param(param="much"),))
    steps = (
        FlowStep(action=Action(type="click", target=Target(role="link", name=thing))),
        FlowStep(action=Action(type="fill", target=Target(role="spinbutton", name=said("Much")), value=much)),
        FlowStep(action=Action(type="click", target=Target(role="button", name=said("Add")))),
    )
    parameters = (Parameter(name="thing", examples=examples), Parameter(name="much"))
    proven = Evidence(arguments=({"thing": "Brass Globe", "much": "2"},) if examples else ())
    return Workflow(name="site_buy", site="x.example", start=said("/"), steps=steps, parameters=parameters, evidence=proven)


def stop(step: int, status: Status = "target_not_found", code: str = "", seen: str = "") -> Outcome:
    stopped = Stopped(step=step, code=code or status, seen=seen)
    return Outcome(run_id="replay_1", workflow="site_buy", status=status, stopped=stopped)


def test_an_entry_that_is_not_there_in_an_empty_list_is_the_callers_unless_a_solved_run_had_it() -> None:
    flow, given = buying("Brass Globe"), {"thing": "No Such", "much": "2"}
    assert is_callers_mistake(flow, stop(1), given)
    assert not is_callers_mistake(flow, stop(1), {**given, "thing": " brass  globe"})
    assert not is_callers_mistake(flow, stop(3), given)
    assert not is_callers_mistake(buying(), stop(1), given)
    assert not is_callers_mistake(flow, stop(1).model_copy(update={"version": 2}), given)


def test_a_value_that_the_form_refuses_in_its_own_words_is_the_callers() -> None:
    flow, given = buying("Brass Globe"), {"thing": "Brass Globe", "much": "120"}
    refused = stop(3, "step_failed", "not_as_expected", COMPLAINT)
    assert is_callers_mistake(flow, refused, given)
    assert is_callers_mistake(flow, stop(3, "step_failed", "invalid_value"), given)
    assert not is_callers_mistake(flow, refused, {**given, "much": "2"})
    assert not is_callers_mistake(flow, stop(3, "step_failed", "not_as_expected", "the address is /thing"), given)
    assert not is_callers_mistake(flow, stop(1, "step_failed", "not_as_expected", COMPLAINT), given)


def test_what_comes_of_a_wrong_resume_is_the_callers() -> None:
    flow, given = buying("Brass Globe"), {"thing": "Brass Globe", "much": "2"}
    for code in ("already_sent", "page_expired", "page_taken", "page_busy", "no_such_choice"):
        assert is_callers_mistake(flow, stop(1, "step_failed", code), given)
    assert is_callers_mistake(flow, stop(4, "postcondition_failed"), given, resumed=True)
    assert not is_callers_mistake(flow, stop(4, "postcondition_failed"), given)
    assert not is_callers_mistake(flow, Outcome(run_id="r", workflow="site_buy", status="ok"), given, resumed=True)


async def learnt(on: Stage) -> Workflow:
    await on.teach(*BOTH)
    return await on.only()


async def test_the_callers_mistakes_count_neither_for_nor_against_a_workflow(tmp_path: Path):
    async with stage(tmp_path) as on:
        workflow, given = await learnt(on), {"title": "Ulysses", "branch": "North"}
        on.browser.outcomes.extend([fails("step_failed", "page_expired")] * 4)
        outcome = [await on.app.run(workflow.name, given) for _ in range(4)][-1]
        assert (await on.memory.outcomes.record_of(workflow.name)) == (0, 0)
        assert await on.memory.outcomes.latest(workflow.name, most=9) == []
        kept = await on.memory.outcomes.get(outcome.run_id)
        assert kept is not None and kept.callers_mistake
        await on.app.run(workflow.name, given)
        assert (await on.memory.outcomes.record_of(workflow.name)) == (1, 1)


@pytest.mark.parametrize(
    "ended",
    [fails("step_failed", "page_expired"), fails("step_failed", "no_display"), fails("dry_run", "dry_run")],
)
async def test_what_says_nothing_of_a_workflow_is_in_no_record_and_no_metric(ended: Script, tmp_path: Path):
    async with stage(tmp_path) as on:
        workflow, given = await learnt(on), {"title": "Ulysses", "branch": "North"}
        on.browser.outcomes.append(ended)
        await on.app.run(workflow.name, given, caller=AGENT)
        assert await on.memory.outcomes.record_of(workflow.name) == (0, 0)
        await on.app.run(workflow.name, given, caller=AGENT)
        found = measure(await on.memory.events.since())
        assert await on.memory.outcomes.record_of(workflow.name) == (1, 1)
        assert (found.calls, found.neither, found.precision.k, found.precision.n) == (2, 1, 1, 1)


def test_a_browser_that_is_lost_on_the_way_is_no_browser_that_never_was() -> None:
    lost = stop(3, "step_failed", "browser_closed").model_copy(update={"steps_done": 2})
    assert not lost.never_began and stop(1, "step_failed", "browser_closed").never_began


async def test_a_resumed_call_takes_the_arguments_of_the_one_that_stopped(tmp_path: Path):
    async with stage(tmp_path) as on:
        workflow = await learnt(on)
        on.browser.kept["page_1"] = {"title": "Ulysses", "branch": "North"}

        async def went_on_with(given: dict[str, Any]) -> dict[str, Any]:
            await on.app.run(workflow.name, given, RunOptions(resume="page_1", from_step=2))
            return on.browser.requests[-1].arguments

        assert await went_on_with({}) == {"title": "Ulysses", "branch": "North"}
        assert await went_on_with({"branch": "South"}) == {"title": "Ulysses", "branch": "South"}
        with pytest.raises(InvalidArguments, match="is missing"):
            await on.app.run(workflow.name, {})


async def test_a_step_that_the_workflow_has_not_is_refused_before_anything_is_done(tmp_path: Path):
    async with stage(tmp_path) as on:
        workflow, given = await learnt(on), {"title": "Ulysses", "branch": "North"}
        before, total = len(on.browser.requests), len(workflow.steps)
        on.browser.kept["page_1"] = {}
        with pytest.raises(InvalidArguments, match=f"from_step from 1 to {total}"):
            await on.app.run(workflow.name, given, RunOptions(resume="page_1", from_step=total + 2))
        assert len(on.browser.requests) == before
        assert (await on.app.run(workflow.name, given, RunOptions(resume="page_1", from_step=total + 1))).ok
