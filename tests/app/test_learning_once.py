"""Learning looks only at what changed, goes by address where that does the same, and checks tasks whose items are gone."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from app_stage import ORIGIN, SITE, hours, loan, stage

from awm_mcp.app.finding.page_gate import first_target
from awm_mcp.memory.fake import FakeMemory
from awm_mcp.model import Outcome, Run, Stopped, Workflow
from awm_mcp.replay.fake import ok_outcome
from awm_mcp.replay.port import ReplayRequest


def at(path: str, kind: str, target: dict[str, str], value: str | None = None, **effect: Any) -> dict[str, Any]:
    action = {"type": kind, "target": target} | ({"value": value} if value is not None else {})
    return {"url": f"{ORIGIN}{path}", "action": action} | ({"effect": effect} if effect else {})


def shelf(title: str) -> dict[str, Any]:
    """A solved run whose search leads to an address that holds what was searched for."""
    found = f"/found?q={title.replace(' ', '+')}"
    steps = [
        at("/", "fill", {"role": "searchbox", "name": "Title", "label": "Title"}, title),
        at("/", "click", {"role": "button", "name": "Find"}),
        at(found, "click", {"role": "link", "name": title}),
        at(f"/book/{title.lower().replace(' ', '-')}", "click", {"role": "button", "name": "Show shelf"}),
    ]
    return {"task": f"Show the shelf of '{title}'", "outcome": "success", "start_url": f"{ORIGIN}/", "steps": steps}


def given_back(title: str) -> dict[str, Any]:
    """A solved run after which what it was about is gone from the list."""
    row = {"role": "button", "name": "Close loan", "row": title}
    steps = [at("/", "click", {"role": "link", "name": "My loans"}), at("/loans", "click", row, requests=["POST /back"])]
    return {"task": f"Close the loan of '{title}'", "outcome": "success", "start_url": f"{ORIGIN}/", "steps": steps}


class Read(FakeMemory):
    """A memory that notes how many runs are read."""

    def __init__(self) -> None:
        super().__init__()
        self.counts: list[int] = []
        whole = self.runs.changed

        async def changed(site: str, since: int = 0) -> tuple[Sequence[Run], int]:
            runs, mark = await whole(site, since)
            self.counts.append(len(runs))
            return runs, mark

        self.runs.changed = changed  # pyright: ignore[reportAttributeAccessIssue]


async def test_one_more_run_reads_and_tries_only_what_is_new(tmp_path: Path):
    memory = Read()
    async with stage(tmp_path, memory=memory) as on:
        await on.teach(*(loan(f"Book {n}", "North") for n in range(12)), hours("Monday"), hours("Friday"))
        memory.counts.clear()
        before = len(on.browser.requests)
        await on.teach(hours("Sunday"))
        assert max(memory.counts) <= 2
        tried = [r.workflow.name for r in on.browser.requests[before:]]
        assert all("hour" in name or "open" in name for name in tried), tried


async def test_a_process_that_starts_anew_comes_to_the_same_library(tmp_path: Path):
    memory = FakeMemory()
    async with stage(tmp_path, memory=memory) as on:
        await on.teach(loan("Emma", "North"), hours("Monday"), loan("Dune", "South"), hours("Friday"))
        before = {w.id: (w.version, w.state, w.digest()) for w in await on.app.workflows_of(None)}
    async with stage(tmp_path / "again", memory=memory) as on:
        await on.app.learn_site(SITE)
        assert {w.id: (w.version, w.state, w.digest()) for w in await on.app.workflows_of(None)} == before
        assert on.browser.requests == []


async def test_a_search_goes_by_address_once_both_ways_were_seen_to_end_the_same(tmp_path: Path):
    async with stage(tmp_path) as on:
        await on.teach(shelf("Emma Woodhouse"), shelf("Dune Messiah"))
        workflow = await on.only()
        assert workflow.state == "published"
        assert workflow.steps[0].words() == 'open "/found?q={title}"'
        assert all("same end as the 4 steps" in line for line in workflow.evidence.verified)
        box = first_target(workflow)
        assert box is not None
        assert box.words() == 'searchbox "Title"', "it is offered where its form is, not wherever there is a link"
        first = (await on.app.library.history(workflow.id))[-1]
        assert (first.by_address, len(first.steps)) == (False, 4)
        (status,) = await on.teach(shelf("Mansfield Park"))
        after = await on.only()
        assert (after.version, after.digest(), after.evidence.support) == (workflow.version, workflow.digest(), 3)
        assert any("confirmed by 3" in reason for reason in status.reasons)


async def test_no_check_of_an_address_may_fall_back_to_the_interface(tmp_path: Path):
    async with stage(tmp_path) as on:
        await on.teach(shelf("Emma Woodhouse"), shelf("Dune Messiah"))
        tried = [r.workflow for r in on.browser.requests if r.workflow.steps[0].words().startswith("open")]
        assert tried
        assert not any(w.by_address for w in tried)
        called = await on.only()
        await on.app.run(called.name, {"title": "Mansfield Park"})
        assert on.browser.requests[-1].workflow.by_address


def differently(what: str) -> Any:
    """Replays in which going by address ends otherwise."""

    def play(request: ReplayRequest) -> Outcome:
        made = ok_outcome(request)
        if not request.workflow.steps[0].words().startswith("open"):
            return made
        changed = {
            "outputs": {"outputs": {"price": "2"}},
            "page": {"page": made.page.model_copy(update={"url": f"{ORIGIN}/x"})},
        }
        stopped = Stopped(step=2, code="target_not_found", expected="a link", seen="nothing")
        lost = {"status": "target_not_found", "stopped": stopped, "steps_done": 1}
        return made.model_copy(update=changed.get(what, lost))

    return play


@pytest.mark.parametrize("what", ["outputs", "page", "lost"])
async def test_a_search_stays_in_the_interface_where_the_address_ends_otherwise(tmp_path: Path, what: str):
    async with stage(tmp_path, *[differently(what)] * 40) as on:
        await on.teach(shelf("Emma Woodhouse"), shelf("Dune Messiah"))
        workflow = await on.only()
        assert (workflow.state, workflow.by_address) == ("published", False)


async def test_an_address_that_leads_elsewhere_later_on_goes_back_to_the_interface(tmp_path: Path):
    async with stage(tmp_path) as on:
        await on.teach(shelf("Emma Woodhouse"), shelf("Dune Messiah"))
        on.browser.outcomes.extend([differently("lost")] * 20)
        told = await on.app.verify((await on.only()).name)
        back = await on.only()
        assert (back.state, back.by_address, len(back.steps)) == ("published", False, 4)
        assert any("in the interface again" in line for line in told)
        assert [w.version for w in (await on.app.catalogue()).workflows] == [back.version]


def consumed(*left: str) -> Any:
    """Replays on a list that holds only these titles."""

    def play(request: ReplayRequest) -> Outcome:
        made = ok_outcome(request)
        there = str(next(iter(request.arguments.values()))) in left
        assert request.until_write
        code = "until_write" if there else "target_not_found"
        stopped = Stopped(step=2, action="click Close loan", code=code, expected="it", seen="not it", options=left)
        status = "confirmation_required" if there else "target_not_found"
        return made.model_copy(update={"status": status, "stopped": stopped, "steps_done": 1})

    return play


async def of_loans(tmp_path: Path, play: Any, *, seen: bool = False) -> Workflow:
    reports = [given_back("Emma"), given_back("Dune")]
    for report in reports if seen else ():
        for step in report["steps"]:
            step["effect"] = {"changed": True, **step.get("effect", {})}
    async with stage(tmp_path, *[play] * 40) as on:
        await on.teach(*reports)
        return await on.only()


async def test_a_task_that_consumes_its_item_is_checked_with_one_that_is_there_now_and_says_so(tmp_path: Path):
    workflow = await of_loans(tmp_path, consumed("Persuasion", "Ulysses"))
    assert workflow.state == "published"
    gone = [
        f"1 of 2 steps, up to the first step that writes with {name}=Persuasion, which the page offers now: {title} of the "
        "source run is gone"
        for name, title in ((workflow.parameters[0].name, "Dune"), (workflow.parameters[0].name, "Emma"))
    ]
    assert list(workflow.evidence.verified) == gone


async def test_with_nothing_left_to_try_it_stays_a_draft_unless_a_browser_saw_the_runs(tmp_path: Path):
    assert (await of_loans(tmp_path / "told", consumed())).state == "draft"
    workflow = await of_loans(tmp_path / "seen", consumed(), seen=True)
    assert workflow.state == "published"
    assert "as a browser saw it when the run was recorded" in workflow.evidence.verified[0]


async def test_what_the_task_did_not_consume_and_is_not_found_is_no_proof(tmp_path: Path):
    def lost(request: ReplayRequest) -> Outcome:
        stopped = Stopped(step=1, action="click My loans", code="target_not_found", expected="it", seen="not it")
        changed = {"status": "target_not_found", "stopped": stopped, "steps_done": 0}
        return ok_outcome(request).model_copy(update=changed)

    assert (await of_loans(tmp_path, lost, seen=True)).state == "draft"


def given_back_both(one: str, other: str) -> dict[str, Any]:
    """A solved run that ticked two rows, which went together."""
    ticks = [at("/loans", "click", {"role": "button", "name": "Pick", "row": title}) for title in (one, other)]
    back = at("/loans", "click", {"role": "button", "name": "Close all"}, requests=["POST /back"])
    steps = [at("/", "click", {"role": "link", "name": "My loans"}), *ticks, back]
    task = f"Close the loans of '{one}' and '{other}'"
    return {"task": task, "outcome": "success", "start_url": f"{ORIGIN}/", "steps": steps}


async def test_a_task_that_consumes_two_items_is_checked_with_two_that_are_there_now(tmp_path: Path):
    left, tried = ("Persuasion", "Ulysses"), list[list[str]]()

    def play(request: ReplayRequest) -> Outcome:
        given = [str(one) for one in request.arguments.values()]
        tried.append(given)
        lost = next((number for number, one in enumerate(given, start=2) if one not in left), 0)
        code = "target_not_found" if lost else "until_write"
        stopped = Stopped(step=lost or 4, action="click Pick", code=code, expected="it", seen="not it", options=left)
        status = "target_not_found" if lost else "confirmation_required"
        return ok_outcome(request).model_copy(update={"status": status, "stopped": stopped, "steps_done": stopped.step - 1})

    async with stage(tmp_path, *[play] * 60) as on:
        await on.teach(given_back_both("Emma", "Dune"), given_back_both("Solaris", "Momo"))
        workflow = await on.only()
    assert workflow.state == "published"
    assert all("of the source run is gone" in one for one in workflow.evidence.verified)
    assert ["Persuasion", "Ulysses"] in tried and ["Persuasion", "Persuasion"] not in tried
