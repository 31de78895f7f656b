"""The optional model beside the rules: what it adds, and that nothing it does wrong costs the rules' result."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from app_stage import Stage, fails, hours, loan, stage

from awm_mcp.model import Workflow
from tests.llm.local_model import Asked, Reply, serving

BOTH = (loan("Emma", "North"), loan("Dune", "South"))
WORDS: dict[str, Any] = {
    "name": "locate_book",
    "title": "Find the shelf of a book",
    "summary": "Looks a book up in one branch and shows its shelf.",
    "parameters": [{"old": "title", "new": "book_title", "meaning": "Title as on the cover"}],
}
NO_PROPOSAL: dict[str, Any] = {"workflows": []}
SOLVED: dict[str, Any] = {"reason": "The shelf is shown on the last page.", "solved": True}


def helpful(asked: Asked) -> dict[str, Any]:
    """Answers each kind of question with something good."""
    wanted = asked["response_format"]["json_schema"]["schema"]["properties"]
    return NO_PROPOSAL if "workflows" in wanted else SOLVED if "solved" in wanted else WORDS


def using(url: str, **more: Any) -> dict[str, Any]:
    return {"OPENAI_BASE_URL": url, "model": "canned", **more}


async def test_new_workflows_get_the_models_words_and_keep_them(tmp_path: Path):
    with serving(helpful) as model:
        async with stage(tmp_path, **using(model.url)) as on:
            await on.teach(*BOTH)
            workflow = await on.only()
            assert (workflow.name, workflow.title) == ("library_locate_book", WORDS["title"])
            assert [p.name for p in workflow.parameters] == ["book_title", "branch"]
            assert (await on.app.run(workflow.name, {"book_title": "Ulysses", "branch": "North"})).ok
            asked = len(model.asked)
            await on.teach(loan("Ulysses", "North"))
            assert (await on.only()).digest() == workflow.digest()
            assert len(model.asked) == asked


async def test_a_draft_that_does_not_hold_is_named_once_however_often_the_site_is_learnt(tmp_path: Path):
    with serving(helpful) as model:
        async with stage(tmp_path, *[fails("target_not_found")] * 40, **using(model.url)) as on:
            await on.teach(*BOTH)
            asked = len(model.asked)
            for _ in range(3):
                await on.app.learn_site("library.test:8000")
            assert len(model.asked) == asked
            assert len((await on.only()).evidence.runs) == 2


@pytest.mark.parametrize("bad", ["", "no json", 500, 400, {"name": "x"}, {"workflows": [{}]}])
async def test_a_model_that_fails_costs_nothing(tmp_path: Path, bad: Reply):
    with serving(bad) as model:
        async with stage(tmp_path, **using(model.url, model_calls=4)) as on:
            await on.teach(*BOTH, hours("Monday"))
            found = {w.name: w.state for w in await on.app.workflows_of(None)}
    async with stage(tmp_path / "rules") as on:
        await on.teach(*BOTH, hours("Monday"))
        assert found == {w.name: w.state for w in await on.app.workflows_of(None)}


async def test_calls_for_one_site_end_with_its_budget(tmp_path: Path):
    with serving("no json") as model:
        async with stage(tmp_path, **using(model.url, model_calls=3)) as on:
            said = (await on.teach(*BOTH, hours("Monday")))[-1]
            assert said.status == "learned"
            assert len(model.asked) == 3


async def test_without_a_model_nothing_is_asked(tmp_path: Path):
    with serving(helpful) as model:
        async with stage(tmp_path, OPENAI_BASE_URL=model.url) as on:
            await on.teach(*BOTH)
        assert model.asked == []


async def test_an_unlabelled_run_is_judged_and_the_reason_is_kept_with_it(tmp_path: Path):
    with serving(helpful) as model:
        async with stage(tmp_path, **using(model.url)) as on:
            (status,) = await on.teach(loan("Emma", "North", outcome="unknown"))
            assert status.status == "learned"
            assert any("judged the run as success: The shelf is shown" in reason for reason in status.reasons)
            run = await on.memory.runs.get(status.report_id)
            assert run is not None
            assert (run.outcome, run.evidence) == ("success", ())
            assert run.judged is not None


async def test_a_run_that_is_judged_unsolved_teaches_nothing(tmp_path: Path):
    with serving({"reason": "The page shows an error instead.", "solved": False}) as model:
        async with stage(tmp_path, **using(model.url)) as on:
            (status,) = await on.teach(loan("Emma", "North", outcome="unknown"))
            assert (status.status, status.workflows) == ("not_learned", ())
            assert "The page shows an error" in status.reasons[0]
            assert on.browser.requests == []


async def test_an_outcome_that_was_told_is_never_put_to_the_judge(tmp_path: Path):
    with serving(helpful) as model:
        async with stage(tmp_path, **using(model.url)) as on:
            answer = await on.app.report(loan("Emma", "North", outcome="failure"))
            await on.teach(BOTH[1])
            run = await on.memory.runs.get(answer.report_id)
            assert run is not None
            assert run.outcome == "failure"
            assert all("solved" not in str(a["response_format"]) for a in model.asked)


def proposing(asked: Asked) -> dict[str, Any]:
    """Proposes the first two steps of both runs."""
    if "workflows" not in asked["response_format"]["json_schema"]["schema"]["properties"]:
        return WORDS
    row = {"name": "search_catalogue", "title": "Search the catalogue", "summary": "Searches the catalogue by a title."}
    return {"workflows": [{**row, "occurrences": [["A1", "A2"], ["B1", "B2"]], "variables": []}]}


def renewal(title: str) -> dict[str, Any]:
    """Another task that begins with the same search."""
    begin = loan(title, "North")["steps"][:2]
    end = {"url": begin[0]["url"], "action": {"type": "click", "target": {"role": "link", "name": "Only e-books"}}}
    again = {"url": begin[0]["url"], "action": {"type": "click", "target": {"role": "button", "name": "Sort by year"}}}
    return {**loan(title, "North"), "task": f"Which e-book of {title} is newest?", "steps": [*begin, end, again]}


@pytest.mark.parametrize("holds", [True, False])
async def test_a_proposal_passes_the_same_verification_as_a_rule_based_workflow(tmp_path: Path, holds: bool):
    with serving(proposing) as model:
        scripts = [] if holds else [fails("target_not_found")] * 40
        async with stage(tmp_path, *scripts, **using(model.url)) as on:
            await on.teach(loan("Emma", "North"), renewal("Dune"))
            by_model = [w for w in await on.app.workflows_of(None) if w.owner.startswith("model:")]
            assert {w.state for w in by_model} <= ({"published"} if holds else {"draft"})
            made = [w for w in await on.app.workflows_of(None) if w.kind == "subtask"]
            assert made


def by_model(workflows: Sequence[Workflow]) -> list[Workflow]:
    return [w for w in workflows if w.owner.startswith("model:")]


async def proposed(on: Stage) -> Workflow:
    """What a model proposed earlier from the runs that the stage knows: their common search."""
    (rules,) = [w for w in await on.app.workflows_of(None) if w.kind == "subtask"]
    said = {"name": "search_catalogue", "title": "Search the catalogue", "owner": "model:inducer_v1"}
    return await on.memory.workflows.save(rules.model_copy(update={"id": "", "state": "verified", **said}))


async def test_a_proposal_grows_with_further_runs_that_do_its_steps(tmp_path: Path):
    async with stage(tmp_path) as on:
        await on.teach(loan("Emma", "North"), renewal("Dune"))
        first = await proposed(on)
        await on.teach({**renewal("Persuasion"), "task": "Which e-book of Persuasion is newest?"})
        (later,) = by_model(await on.app.workflows_of(None))
    assert (later.id, later.name, later.title, later.owner) == (first.id, first.name, first.title, first.owner)
    assert (first.evidence.support, later.evidence.support) == (2, 3)
    assert set(first.evidence.runs) < set(later.evidence.runs)


async def test_a_proposal_whose_runs_are_contradicted_is_retired_with_the_reason(tmp_path: Path):
    async with stage(tmp_path) as on:
        await on.teach(loan("Emma", "North"), renewal("Dune"))
        made = await proposed(on)
        run = await on.memory.runs.get(made.evidence.runs[0])
        assert run is not None
        await on.memory.runs.replace(run.model_copy(update={"outcome": "failure"}))
        told = await on.app.learn_site(made.site)
        assert by_model(await on.app.workflows_of(None)) == []
    assert any(f"{made.name} is retired: fewer than two of its runs" in line for line in told)
