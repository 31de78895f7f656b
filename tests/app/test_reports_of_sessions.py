"""Reports of a browser session: what the agent did itself is learned, the rest of what a workflow did is not."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from app_stage import ORIGIN, SITE, stage

from awm_mcp.app.finding.offers import Offers
from awm_mcp.app.learning.report import Reporter
from awm_mcp.app.measuring.measure import Counter
from awm_mcp.errors import NotFound
from awm_mcp.jobs.port import Handler
from awm_mcp.memory.fake import FakeMemory
from awm_mcp.model import Action, Caller, Run, Step, Target, value
from awm_mcp.replay.by_hand.primitives import Recording
from awm_mcp.replay.port import Observation

ME = Caller(client="tests", connection="c1")
STEPS = (
    Step(action=Action(type="goto", value=value(f"{ORIGIN}/"))),
    Step(action=Action(type="click", target=Target(role="button", name=value("Lend")))),
)
LEND: dict[str, Any] = {"task": "Lend Dune to Anna", "outcome": "success", "session": "s1", "answer": "lent until May"}


class Session:
    """One session of the browser tools; ``closed``: its page is gone."""

    def __init__(
        self, workflow: str = "", *, closed: bool = False, failed: str = "", steps: tuple[Step, ...] = STEPS
    ) -> None:
        self.workflow, self.closed, self.failed, self.steps = workflow, closed, failed, steps
        self.asked: list[str] = []

    def recording(self, session: str, principal: str = "local", task: str = "") -> Recording:
        return Recording(self.steps, SITE, ORIGIN, f"{ORIGIN}/", (), (), self.workflow, self.failed)

    async def note_answer(self, session: str, answer: str, principal: str = "local", task: str = "") -> bool:
        self.asked.append(answer)
        if self.closed:
            raise NotFound("page_expired", expected="an open page", seen="closed", next="start again: call the workflow")
        return False


class NoJobs:
    """Learns nothing; remembers that it was woken."""

    woken = 0

    async def work(self, handler: Handler) -> None:
        raise AssertionError("nothing is learned here")

    def wake(self) -> None:
        self.woken += 1


def reporter(memory: FakeMemory, session: Session, *, judged: bool = False) -> tuple[Reporter, NoJobs]:
    counter, jobs = Counter(memory, on=True), NoJobs()
    return Reporter(memory, jobs, counter.add, session, Offers(memory, counter), judged=judged), jobs


async def test_a_report_of_a_page_that_a_workflow_used_is_counted_and_teaches_nothing() -> None:
    memory, session = FakeMemory(), Session("library_lend_book")
    reports, jobs = reporter(memory, session, judged=True)
    answer = await reports.report(LEND, ME)
    assert answer.accepted and answer.learning == "off" and jobs.woken == 0
    assert len(answer.warnings) == 1 and "done by the workflow library_lend_book" in answer.warnings[0]
    assert answer.next.startswith("nothing to do") and not session.asked
    assert await memory.jobs.of_subject(answer.report_id) is None
    assert await memory.runs.of_site(SITE) == [], "no later pass takes it for a solved run"
    (kept,) = await memory.runs.of_site(SITE, solved_only=False)
    assert kept.judged, "and no model judges it"
    assert [(e.kind, e.status) for e in await memory.events.since()] == [("reported", "success")]
    status = await reports.status(answer.report_id, 0)
    assert status.status == "not_learned" and status.reasons == answer.warnings and status.next == answer.next


async def test_a_report_of_a_session_that_the_agent_opened_is_learned_from() -> None:
    memory, session = FakeMemory(), Session()
    reports, jobs = reporter(memory, session)
    answer = await reports.report(LEND, ME)
    assert answer.learning == "queued" and jobs.woken == 1 and session.asked == ["lent until May"]
    assert answer.warnings == ("the open page does not show the answer, so the workflow will not return it",)
    (kept,) = await memory.runs.of_site(SITE)
    assert kept.steps == STEPS


async def test_a_report_of_a_session_that_did_not_do_its_task_is_warned_of_it() -> None:
    only_looked = (STEPS[0], Step(action=Action(type="fill", target=Target(role="searchbox"), value=value("Dune"))))
    session = Session(failed="the last action of the session failed with browser_click", steps=only_looked)
    reports, _ = reporter(FakeMemory(), session)
    answer = await reports.report({"task": "Delete the book Dune", "outcome": "success", "session": "s1"}, ME)
    assert answer.warnings[0] == "the last action of the session failed with browser_click"
    assert "nothing is learned from it: the task asks for a change ('Delete the book Dune')" in answer.warnings[1]
    assert answer.next == "if the task is still to be done, do it, see that it took effect, and report that run"


async def test_what_only_searched_is_never_learned_as_the_change_that_it_was_reported_as(tmp_path: Path) -> None:
    def looked(title: str) -> dict[str, Any]:
        steps = [
            {"url": f"{ORIGIN}/", "action": {"type": kind, "target": {"role": "searchbox", "name": "Title"}, "value": given}}
            for kind, given in (("fill", title), ("press", "Enter"))
        ]
        return {"task": f"Delete the book '{title}'", "outcome": "success", "steps": steps}

    async with stage(tmp_path) as on:
        for status in await on.teach(looked("Dune"), looked("Emma")):
            assert status.status == "not_learned" and not status.workflows
            assert "is not learned from: the task asks for a change" in status.reasons[-1]
        found = await on.app.find("Delete the book 'Persuasion'", url=f"{ORIGIN}/")
        assert found.verdict == "skip"


async def test_an_answer_that_cannot_be_looked_for_sends_nobody_to_do_the_task_again() -> None:
    reports, _ = reporter(FakeMemory(), Session(closed=True))
    (warning,) = (await reports.report(LEND, ME)).warnings
    assert warning == "the answer could not be looked for (closed), so the workflow will not return it"


async def test_a_report_in_steps_hears_that_its_answer_is_not_on_the_page(tmp_path: Path) -> None:
    steps = [{"url": f"{ORIGIN}/", "action": {"type": "click", "target": {"role": "link", "name": name}}} for name in "ab"]
    report = {"task": "How long is Dune lent?", "outcome": "success", "answer": "until May", "steps": steps}
    async with stage(tmp_path) as on:
        (status,) = await on.teach(report)
        assert "the page does not show the answer, so the workflow will not return it" in status.reasons
        read = {"url": f"{ORIGIN}/", "action": {"type": "extract", "target": {"text": "until June"}, "value": "until June"}}
        (status,) = await on.teach({**report, "answer": "until June", "steps": [*steps, read]})
        assert not any("will not return it" in reason for reason in status.reasons)


async def test_a_report_in_steps_hears_that_the_page_with_its_answer_was_not_reached(tmp_path: Path) -> None:
    def half(run: Run) -> Observation:
        return Observation(run=run.model_copy(update={"observed": True}), followed=1, complete=False, why="it writes")

    steps = [{"url": f"{ORIGIN}/", "action": {"type": "click", "target": {"role": "link", "name": name}}} for name in "ab"]
    async with stage(tmp_path) as on:
        on.browser._observe = half  # pyright: ignore[reportPrivateUsage]
        (status,) = await on.teach({"task": "Lend Dune", "outcome": "success", "answer": "until May", "steps": steps})
        assert "the page with the answer was not reached, so the workflow will not return it" in status.reasons
