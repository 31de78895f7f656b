"""From a report to a counted call, with a memory and a browser that are fakes."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import anyio
import pytest
from app_stage import ORIGIN, SITE, fails, hours, loan, stage

from awm_mcp.app.learning import learn
from awm_mcp.errors import InvalidArguments, NotFound, Refused
from awm_mcp.induction import library
from awm_mcp.model import Outcome, ReportStatus, Run, Workflow
from awm_mcp.model.run_options import RunOptions
from awm_mcp.replay.fake import ok_outcome
from awm_mcp.replay.port import Observation, Progress, ReplayRequest

BOTH = (loan("Emma", "North"), loan("Dune", "South"))


async def test_two_solved_runs_become_a_published_tool_that_is_called_and_counted(tmp_path: Path):
    async with stage(tmp_path) as on:
        first, second = await on.teach(*BOTH)
        assert (first.status, second.status) == ("learned", "learned")
        workflow = await on.only()
        assert workflow.state == "published"
        assert [w.name for w in (await on.app.catalogue()).workflows] == [workflow.name]
        assert [p.name for p in workflow.parameters] == ["title", "branch"]
        outcome = await on.app.run(workflow.name, {"title": "Ulysses", "branch": "North"})
        assert outcome.ok
        assert on.browser.requests[-1].arguments == {"title": "Ulysses", "branch": "North"}
        assert await on.app.worked(workflow.name) == (1, 1)
        assert {"called", "finished", "reported"} <= {e.kind for e in await on.memory.events.since()}


async def test_a_workflow_is_verified_with_two_different_sets_of_values(tmp_path: Path):
    async with stage(tmp_path) as on:
        await on.teach(*BOTH)
        last = [r.arguments for r in on.browser.requests if r.run_id.startswith("verify_")][-2:]
        assert last[0] != last[1]
        evidence = (await on.only()).evidence
        assert len(evidence.verified) == 2
        assert evidence.verified_at is not None


async def test_the_answer_of_a_learnt_report_says_with_what_it_was_verified(tmp_path: Path):
    async with stage(tmp_path) as on:
        statuses = await on.teach(*BOTH)
        assert any("is verified: 5 of 5 steps" in reason for reason in statuses[1].reasons)


async def test_one_run_is_callable_but_no_tool_of_its_own_yet(tmp_path: Path):
    async with stage(tmp_path) as on:
        (status,) = await on.teach(BOTH[0])
        assert (await on.only()).state == "verified"
        assert (await on.app.catalogue()).workflows == ()
        assert any("second solved run" in reason for reason in status.reasons)


async def test_a_repeated_report_is_known_and_teaches_nothing_new(tmp_path: Path):
    async with stage(tmp_path) as on:
        await on.teach(*BOTH)
        before = await on.only()
        answer = await on.app.report(BOTH[0])
        assert answer.duplicate
        assert "known already" in answer.next
        assert await on.only() == before


@pytest.mark.parametrize("outcome", ["failure", "unknown"])
async def test_only_solved_runs_become_tools(tmp_path: Path, outcome: str):
    async with stage(tmp_path) as on:
        answers = [await on.app.report(loan(t, b, outcome=outcome)) for t, b in (("Emma", "North"), ("Dune", "South"))]
        assert {a.learning for a in answers} == {"off"}
        status = await on.settled(answers[0].report_id)
        assert (status.status, status.workflows) == ("not_learned", ())
        assert "only solved runs" in status.reasons[0]
        assert await on.app.workflows_of(None) == []


async def test_a_draft_that_fails_in_the_browser_is_not_offered_as_a_tool_and_says_why(tmp_path: Path):
    async with stage(tmp_path, *[fails("target_not_found")] * 9) as on:
        statuses = await on.teach(*BOTH)
        assert statuses[1].status == "not_learned"
        assert any("target_not_found at step 1" in reason for reason in statuses[1].reasons)
        assert (await on.only()).state == "draft"
        assert (await on.app.catalogue()).workflows == ()


async def test_reports_that_queue_up_are_served_by_one_pass(tmp_path: Path):
    async with stage(tmp_path, *[fails("target_not_found")] * 200) as on:
        reports = [loan(f"Book {n}", "North") for n in range(8)] + [hours(f"Day{n}") for n in range(8)]
        statuses = await on.teach(*reports)
        assert {s.status for s in statuses} == {"not_learned"}
        tried = [(r.workflow.digest(), str(r.arguments)) for r in on.browser.requests]
        assert len(on.browser.observed) == 16
        assert len(tried) <= 6
        assert len(tried) == len(set(tried))


async def test_what_is_told_of_a_report_is_about_that_report(tmp_path: Path):
    async with stage(tmp_path) as on:
        statuses = await on.teach(*BOTH, hours("Monday"))
        assert all("hours" not in reason.lower() for reason in statuses[0].reasons)
        assert any(statuses[2].workflows[0].workflow in reason for reason in statuses[2].reasons)


async def test_a_third_run_that_only_confirms_a_tool_leaves_its_definition_alone(tmp_path: Path):
    async with stage(tmp_path) as on:
        await on.teach(*BOTH)
        tool, generation = await on.only(), (await on.app.catalogue()).generation
        (status,) = await on.teach(loan("Ulysses", "North"))
        after = await on.only()
        assert (after.version, after.digest()) == (tool.version, tool.digest())
        assert (await on.app.catalogue()).generation == generation
        assert after.evidence.support == 3
        assert any("confirmed by 3 solved runs" in reason for reason in status.reasons)


async def test_the_words_of_a_first_run_give_way_to_those_of_two(tmp_path: Path):
    today = loan("Emma", "North", task="Reserve Emma at the North branch today")
    tomorrow = loan("Dune", "South", task="Reserve Dune at the South branch tomorrow")
    async with stage(tmp_path) as on:
        await on.teach(today)
        first = await on.only()
        assert first.title == "Reserve a title at a branch today"
        await on.teach(tomorrow)
        second = await on.only()
        assert (second.id, second.title) == (first.id, "Reserve a title at a branch")
        assert "today" not in second.description.split("Use it for")[0]
        assert (await on.app.run(first.name, {"title": "Ulysses", "branch": "North"})).ok


async def test_a_name_that_the_owner_chose_stays_when_a_second_run_comes(tmp_path: Path):
    async with stage(tmp_path) as on:
        await on.teach(BOTH[0])
        await on.app.library.rename((await on.only()).name, "borrow_it")
        await on.teach(BOTH[1])
        assert (await on.only()).name == "borrow_it"


async def test_the_same_task_in_other_words_joins_the_workflow_that_is_there(tmp_path: Path):
    async with stage(tmp_path) as on:
        await on.teach(*BOTH)
        before = await on.only()
        await on.teach(loan("Ulysses", "East", task="Where in the East building do I look for Ulysses?"))
        after = await on.only()
        assert after.id == before.id
        assert after.evidence.support == 3


async def test_a_working_version_is_not_displaced_by_one_that_fails(tmp_path: Path):
    async with stage(tmp_path) as on:
        await on.teach(*BOTH)
        before = await on.only()
        on.browser.outcomes.extend([fails("target_not_found")] * 20)
        other = loan("Ulysses", "North")
        other["steps"] = [*other["steps"][:3], *other["steps"][4:]]
        await on.teach(other)
        kept = await on.app.workflow(before.name)
        assert (kept.version, kept.state) == (before.version, "published")


async def test_hosts_that_a_run_was_seen_to_need_are_allowed_to_its_workflow(tmp_path: Path):
    def observe(run: Run) -> Observation:
        return Observation(run=run, followed=len(run.steps), complete=True, hosts=("api.library.test", SITE))

    async with stage(tmp_path) as on:
        on.browser._observe = observe
        await on.teach(*BOTH)
        assert (await on.only()).hosts == ("api.library.test",)


async def test_what_was_seen_of_a_first_step_that_writes_is_kept(tmp_path: Path):
    def observe(run: Run) -> Observation:
        first = run.steps[0].action
        assert first.target is not None
        seen = first.model_copy(update={"target": first.target.model_copy(update={"css": "#seen"})})
        steps = (run.steps[0].model_copy(update={"action": seen}), *run.steps[1:])
        return Observation(run=run.model_copy(update={"steps": steps}), followed=0, complete=False, why="step 1 writes")

    async with stage(tmp_path) as on:
        on.browser._observe = observe
        await on.teach(*BOTH)
        first = (await on.only()).steps[0].action
        assert first is not None and first.target is not None and first.target.css == "#seen"


async def test_a_destructive_workflow_asks_before_anything_is_replayed(tmp_path: Path):
    async with stage(tmp_path) as on:
        await on.teach(*BOTH)
        workflow = await on.only()
        await on.memory.workflows.save(workflow.model_copy(update={"risk": "destructive", "state": "verified"}))
        await on.app.library.publish(workflow.name)
        given = {p.name: p.examples[0] for p in workflow.parameters}
        before = len(on.browser.requests)
        asked = await on.app.run(workflow.name, given)
        assert asked.status == "confirmation_required"
        assert '"confirm": true' in asked.next
        assert len(on.browser.requests) == before
        assert (await on.app.run(workflow.name, given, RunOptions(confirm=True))).ok
        with pytest.raises(Refused, match="not_read_only"):
            await on.app.run(workflow.name, given, RunOptions(confirm=True, read_only=True))


async def test_wrong_arguments_are_answered_with_an_example_and_nothing_is_replayed(tmp_path: Path):
    async with stage(tmp_path) as on:
        await on.teach(*BOTH)
        workflow = await on.only()
        before = len(on.browser.requests)
        with pytest.raises(InvalidArguments) as caught:
            await on.app.run(workflow.name, {"colour": "red"})
        assert "'colour' is not a parameter" in caught.value.seen
        assert caught.value.next.startswith("send for example")
        assert len(on.browser.requests) == before


async def test_another_origin_is_refused_until_the_owner_lists_it(tmp_path: Path):
    async with stage(tmp_path) as on:
        await on.teach(*BOTH)
        workflow = await on.only()
        given = {p.name: p.examples[0] for p in workflow.parameters}
        there = RunOptions(start_url="https://staging.library.test/")
        with pytest.raises(Refused, match="other_site"):
            await on.app.run(workflow.name, given, there)
        await on.app.library.add_alias(SITE, "https://staging.library.test")
        await on.app.run(workflow.name, given, there)
        assert on.browser.requests[-1].origin == "https://staging.library.test"
        assert on.browser.requests[-1].start_url == there.start_url
        await on.app.run(workflow.name, given)
        assert on.browser.requests[-1].origin == ORIGIN


class Slow:
    """A browser that works until it is let go; says whether it was cancelled."""

    def __init__(self) -> None:
        self.begun, self.go, self.cancelled = anyio.Event(), anyio.Event(), False

    async def replay(self, request: ReplayRequest, progress: Progress | None = None) -> Outcome:
        self.begun.set()
        try:
            await self.go.wait()
        except anyio.get_cancelled_exc_class():
            self.cancelled = True
            raise
        return ok_outcome(request)


async def test_a_long_replay_answers_with_a_handle_and_ends_in_the_background(tmp_path: Path):
    async with stage(tmp_path) as on:
        await on.teach(*BOTH)
        workflow, slow = await on.only(), Slow()
        on.browser.replay = slow.replay  # pyright: ignore[reportAttributeAccessIssue]
        given = {p.name: p.examples[0] for p in workflow.parameters}
        running = await on.app.run(workflow.name, given, RunOptions(wait_s=0.01))
        assert running.status == "running"
        assert f"get_run(id='{running.run_id}'" in running.next
        slow.go.set()
        ended = await on.app.status(running.run_id, wait_s=5)
        assert isinstance(ended, Outcome)
        assert ended.ok


async def test_cancelling_a_run_aborts_it_and_says_so_whenever_asked(tmp_path: Path):
    async with stage(tmp_path) as on:
        await on.teach(*BOTH)
        workflow, slow = await on.only(), Slow()
        on.browser.replay = slow.replay  # pyright: ignore[reportAttributeAccessIssue]
        given = {p.name: p.examples[0] for p in workflow.parameters}
        running = await on.app.run(workflow.name, given, RunOptions(wait_s=0.01))
        await slow.begun.wait()
        assert (await on.app.cancel(running.run_id)).status == "cancelled"
        assert slow.cancelled
        assert (await on.app.cancel(running.run_id)).status == "cancelled"
        assert await on.app.worked(workflow.name) == (0, 0)


class Writing(Slow):
    """A browser that is in the middle of a step, given by the number of steps done before it."""

    def __init__(self, done: int) -> None:
        super().__init__()
        self.done = done

    async def replay(self, request: ReplayRequest, progress: Progress | None = None) -> Outcome:
        assert progress is not None
        await progress(self.done, len(request.workflow.steps), "saving")
        return await super().replay(request, progress)


@pytest.mark.parametrize(("done", "may_be_sent"), [(0, False), (1, True), (2, False)])
async def test_a_run_that_is_cancelled_while_it_writes_says_that_this_may_have_been_sent(
    tmp_path: Path, done: int, may_be_sent: bool
):
    async with stage(tmp_path) as on:
        await on.teach(BOTH[0])
        known = await on.only()
        steps = tuple(s.model_copy(update={"writes": n == 1, "expect": None}) for n, s in enumerate(known.steps))
        workflow = await on.memory.workflows.save(known.model_copy(update={"steps": steps, "risk": "write"}))
        writing = Writing(done)
        on.browser.replay = writing.replay  # pyright: ignore[reportAttributeAccessIssue]
        given = {p.name: p.examples[0] for p in workflow.parameters}
        running = await on.app.run(workflow.name, given, RunOptions(wait_s=0.01))
        await writing.begun.wait()
        ended = await on.app.cancel(running.run_id)
        assert (ended.status, ended.steps_done) == ("cancelled", done)
        assert "what was done up to then stays done on the site" in ended.next
        assert ("step 2 may have been sent, too: look on the site before you do it again" in ended.next) is may_be_sent


async def test_an_unknown_id_is_not_found(tmp_path: Path):
    async with stage(tmp_path) as on:
        for ask in (on.app.status, on.app.cancel):
            with pytest.raises(NotFound):
                await ask("run_nothing")


async def test_the_status_of_a_report_does_not_wait_longer_than_asked(tmp_path: Path):
    async with stage(tmp_path) as on:
        held = anyio.Event()

        async def observe(run, *, allow_writes: bool = False):
            await held.wait()

        on.browser.observe = observe  # pyright: ignore[reportAttributeAccessIssue]
        answer = await on.app.report(BOTH[0])
        status = await on.app.status(answer.report_id, wait_s=0.05)
        assert isinstance(status, ReportStatus)
        assert status.status in ("queued", "learning")
        assert status.next == "ask again with wait_s"


async def test_a_run_that_does_nothing_teaches_nothing_and_stops_nobody(tmp_path: Path):
    nothing = {**BOTH[0], "task": "Look at the page", "steps": [{"action": {"type": "goto", "value": f"{ORIGIN}/"}}]}
    async with stage(tmp_path) as on:
        idle, *others = await on.teach(nothing, *BOTH)
        assert idle.status == "not_learned"
        assert [status.status for status in others] == ["learned", "learned"]


@pytest.mark.parametrize("part", ["trace_of", "build"])
async def test_one_run_that_cannot_be_learnt_from_is_named_and_left_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, part: str
):
    whole = getattr(library, part)

    def choking(given: Any, *more: Any) -> Any:
        if "Choke" in (getattr(given, "task", ""), getattr(getattr(given, "first", None), "task", "")):
            raise ZeroDivisionError
        return whole(given, *more)

    monkeypatch.setattr(library, part, choking)
    async with stage(tmp_path) as on:
        bad, *others = await on.teach({**BOTH[0], "task": "Choke"}, *BOTH)
        assert any("cannot be learned from" in reason for reason in bad.reasons)
        assert [status.status for status in others] == ["learned", "learned"]


async def test_a_task_whose_runs_cannot_be_put_together_stops_no_other_and_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    whole = library.build

    def choking(family: Any, site: str) -> Any:
        if family.count > 1 and "open on" in family.first.task:
            raise ZeroDivisionError
        return whole(family, site)

    monkeypatch.setattr(library, "build", choking)
    async with stage(tmp_path) as on:
        *apart, other, another = await on.teach(hours("Monday"), hours("Friday"), *BOTH)
        assert (other.status, another.status) == ("learned", "learned")
        said = apart[1]
        assert said.reasons and said.reasons[0].startswith("not_built: ")
        assert "fault of this server" in said.reasons[0]


async def test_a_draft_that_cannot_be_settled_stops_no_other(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    whole = learn.findable

    def choking(draft: Workflow, remarks: Any) -> Workflow:
        if "open" in draft.evidence.tasks[0]:
            raise ZeroDivisionError
        return whole(draft, remarks)

    monkeypatch.setattr(learn, "findable", choking)
    async with stage(tmp_path) as on:
        bad, *others = await on.teach(hours("Monday"), *BOTH)
        assert [status.status for status in others] == ["learned", "learned"]
        assert (bad.status, bad.reasons[0].split(":")[0]) == ("not_learned", "not_built")
        assert bad.next.startswith("see reasons: nothing to do again")


async def test_a_site_that_cannot_be_learned_says_so_and_raises_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    async with stage(tmp_path) as on:
        await on.teach(BOTH[0])

        async def choking(*_: Any) -> Any:
            raise ZeroDivisionError

        monkeypatch.setattr(learn.Learner, "_pass", choking)
        (said,) = await on.app.learn_site(SITE)
        assert said.startswith("not_built: ")
