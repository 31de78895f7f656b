"""What replays heal: kept as a draft, known to the next replay, proven by a job, and put in place when it holds."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from app_stage import Stage, fails, hours, stage

from awm_mcp.memory.fake import FakeMemory
from awm_mcp.model import Healed, Outcome, Target, Workflow, value
from awm_mcp.replay.fake import ok_outcome
from awm_mcp.replay.port import ReplayRequest

Play = Callable[[ReplayRequest], Outcome]
RENAMED = value("Find times")


def heals(request: ReplayRequest) -> Outcome:
    """A replay that ends well; the last button was found under another name, if it was not known under it."""
    done, number = ok_outcome(request), len(request.workflow.steps)
    was = last_target(request.workflow)
    if was.name == RENAMED:
        return done
    now = was.model_copy(update={"name": RENAMED, "formerly": (was,)})
    healed = Healed(step=number, was=was, target=now)
    return done.model_copy(update={"healed": (f"{was.words()} -> {now.words()}",), "healed_targets": (healed,)})


def last_target(workflow: Workflow) -> Target:
    action = workflow.steps[-1].action
    assert action is not None
    assert action.target is not None
    return action.target


async def taught(held: Stage, *, times: int = 2) -> Workflow:
    await held.teach(*(hours(day) for day in ("Monday", "Friday")[:times]))
    return await held.only()


async def versions(held: Stage, workflow: Workflow) -> list[tuple[int, str]]:
    return [(w.version, w.state) for w in await held.app.library.history(workflow.id)]


async def run(held: Stage, workflow: Workflow, *scripts: Play) -> Outcome:
    held.browser.outcomes.extend(scripts)
    return await held.app.run(workflow.name, {"day": "Sunday"})


def still(held: Stage) -> None:
    """Keeps the jobs from being worked on: what is waiting stays so."""
    held.memory.jobs.claim = _nothing  # pyright: ignore[reportAttributeAccessIssue]


async def _nothing(owner: str, lease_s: float) -> None:
    return None


async def test_a_healed_target_is_a_draft_version_and_the_published_one_stays(tmp_path: Path) -> None:
    async with stage(tmp_path) as held:
        workflow = await taught(held)
        still(held)
        outcome = await run(held, workflow, heals)
        assert outcome.healed == ('button "Look up" -> button "Find times"',)
        assert await versions(held, workflow) == [(2, "draft"), (1, "published")]
        draft = await held.app.workflow(workflow.name, 2)
        assert last_target(draft).name == RENAMED
        assert last_target(draft).formerly == (last_target(workflow),)
        (note,) = draft.evidence.healed
        assert note.startswith('step 3: button "Look up" is button "Find times", healed in use on 20')
        assert await held.app.workflow(workflow.name) == workflow


async def test_agents_and_the_memory_are_told_in_words_only(tmp_path: Path) -> None:
    async with stage(tmp_path) as held:
        outcome = await run(held, await taught(held), heals)
        assert outcome.healed_targets == ()
        kept = await held.app.status(outcome.run_id)
        assert isinstance(kept, Outcome)
        assert kept.healed == outcome.healed
        assert kept.healed_targets == ()


async def test_the_next_replay_knows_the_healed_target_before_it_is_proven(tmp_path: Path) -> None:
    async with stage(tmp_path) as held:
        workflow = await taught(held)
        still(held)
        await run(held, workflow, heals)
        again = await run(held, workflow, heals)
        assert (again.status, again.healed, again.version) == ("ok", (), 1)
        assert last_target(held.browser.requests[-1].workflow).name == RENAMED
        assert await versions(held, workflow) == [(2, "draft"), (1, "published")]


async def test_another_process_on_the_memory_knows_it_too(tmp_path: Path) -> None:
    memory = FakeMemory()
    async with stage(tmp_path, memory=memory) as held:
        workflow = await taught(held)
        still(held)
        await run(held, workflow, heals)
    async with stage(tmp_path, memory=memory) as later:
        still(later)
        again = await run(later, workflow, heals)
        assert again.healed == ()


async def test_a_healed_version_that_holds_takes_the_place_of_the_published_one(tmp_path: Path) -> None:
    async with stage(tmp_path) as held:
        workflow = await taught(held)
        await run(held, workflow, heals)
        await held.done_with(workflow.id)
        assert await versions(held, workflow) == [(2, "published"), (1, "retired")]
        proof = held.browser.requests[-1]
        assert (proof.repair, proof.until_write) == ("off", True)
        again = await run(held, workflow, heals)
        assert (again.version, again.healed) == (2, ())
        catalogue = await held.app.catalogue()
        assert [(w.name, w.version) for w in catalogue.workflows] == [(workflow.name, 2)]


async def test_a_workflow_of_one_run_is_healed_and_stays_unpublished(tmp_path: Path) -> None:
    async with stage(tmp_path) as held:
        workflow = await taught(held, times=1)
        held.browser.outcomes.append(heals)
        await held.app.run(workflow.name, dict(workflow.evidence.arguments[0]))
        await held.done_with(workflow.id)
        assert await versions(held, workflow) == [(2, "verified"), (1, "verified")]
        assert (await held.app.workflow(workflow.name)).version == 2


async def test_a_healed_version_that_does_not_hold_at_the_healed_step_is_not_used(tmp_path: Path) -> None:
    async with stage(tmp_path) as held:
        workflow = await taught(held)
        await run(held, workflow, heals, fails_at(3))
        await held.done_with(workflow.id)
        assert await versions(held, workflow) == [(2, "draft"), (1, "published")]
        refuted = await held.app.workflow(workflow.name, 2)
        assert "step 3" in refuted.evidence.unproven
        again = await run(held, workflow, heals)
        assert again.healed != ()
        assert await versions(held, workflow) == [(2, "draft"), (1, "published")]


async def test_a_proof_that_fails_elsewhere_says_nothing_against_the_healed_target(tmp_path: Path) -> None:
    async with stage(tmp_path) as held:
        workflow = await taught(held)
        await run(held, workflow, heals, fails_at(2))
        await held.done_with(workflow.id)
        assert (await held.app.workflow(workflow.name, 2)).evidence.unproven == ""
        assert (await run(held, workflow, heals)).healed == ()


def fails_at(step: int) -> Play:
    def play(request: ReplayRequest) -> Outcome:
        outcome = fails("target_not_found")(request)
        assert outcome.stopped is not None
        return outcome.model_copy(update={"stopped": outcome.stopped.model_copy(update={"step": step})})

    return play


async def test_a_replay_that_stops_teaches_nothing(tmp_path: Path) -> None:
    async with stage(tmp_path) as held:
        workflow = await taught(held)

        def stops(request: ReplayRequest) -> Outcome:
            return heals(request).model_copy(update={"status": "postcondition_failed"})

        assert (await run(held, workflow, stops)).status == "postcondition_failed"
        assert await versions(held, workflow) == [(1, "published")]


async def test_the_owners_publication_is_waited_for_and_the_target_known_meanwhile(tmp_path: Path) -> None:
    async with stage(tmp_path, publish="manual") as held:
        workflow = await taught(held)
        await held.app.library.approve(workflow.name)
        await run(held, workflow, heals)
        await held.done_with(workflow.id)
        assert await versions(held, workflow) == [(2, "verified"), (1, "published")]
        assert [w.version for w in await held.app.library.waiting()] == [2]
        again = await run(held, workflow, heals)
        assert (again.version, again.healed) == (1, ())


async def test_a_pinned_workflow_keeps_its_version_and_still_knows_the_target(tmp_path: Path) -> None:
    async with stage(tmp_path) as held:
        workflow = await taught(held)
        await held.app.library.pin(workflow.name)
        await run(held, workflow, heals)
        assert (await run(held, workflow, heals)).healed == ()
        await held.done_with(workflow.id)
        assert await versions(held, workflow) == [(2, "draft"), (1, "published")]


async def test_a_further_run_under_the_old_words_does_not_undo_what_was_healed(tmp_path: Path) -> None:
    async with stage(tmp_path) as held:
        workflow = await taught(held)
        await run(held, workflow, heals)
        await held.done_with(workflow.id)
        await held.teach(hours("Tuesday"))
        confirmed = await held.only()
        assert (confirmed.version, confirmed.state, confirmed.evidence.support) == (2, "published", 3)
        assert last_target(confirmed).name == RENAMED
        assert len(confirmed.evidence.healed) == 1
        assert (await run(held, workflow, heals)).healed == ()


async def test_a_run_that_is_learnt_while_a_draft_waits_confirms_the_version_in_use(tmp_path: Path) -> None:
    async with stage(tmp_path) as held:
        workflow = await taught(held)
        await run(held, workflow, heals, fails_at(2))
        await held.done_with(workflow.id)
        await held.teach(hours("Tuesday"))
        assert await versions(held, workflow) == [(2, "draft"), (1, "published")]
        assert (await run(held, workflow, heals)).healed == ()


async def test_a_second_healed_target_builds_on_the_first(tmp_path: Path) -> None:
    async with stage(tmp_path) as held:
        workflow = await taught(held)
        still(held)

        def heals_first(request: ReplayRequest) -> Outcome:
            action = request.workflow.steps[0].action
            assert action is not None
            assert action.target is not None
            now = action.target.model_copy(update={"name": value("Times"), "formerly": (action.target,)})
            told = Healed(step=1, was=action.target, target=now)
            return ok_outcome(request).model_copy(update={"healed": ("x",), "healed_targets": (told,)})

        await run(held, workflow, heals)
        await run(held, workflow, heals_first)
        newest = await held.app.workflow(workflow.name, 3)
        assert last_target(newest).name == RENAMED
        assert len(newest.evidence.healed) == 2
        assert newest.evidence.heals == 1


async def test_what_was_healed_can_be_reverted(tmp_path: Path) -> None:
    async with stage(tmp_path) as held:
        workflow = await taught(held)
        await run(held, workflow, heals)
        await held.done_with(workflow.id)
        revived = await held.app.library.revert(workflow.name, 1)
        assert (revived.version, revived.pinned) == (3, True)
        assert last_target(revived) == last_target(workflow)


async def test_faults_count_against_the_version_in_use_also_with_healed_targets(tmp_path: Path) -> None:
    async with stage(tmp_path) as held:
        workflow = await taught(held)
        still(held)
        await run(held, workflow, heals)
        for _ in range(3):
            await run(held, workflow, fails("target_not_found"))
        assert await versions(held, workflow) == [(2, "draft"), (1, "quarantined")]
        assert (await held.app.workflow(workflow.name)).state == "quarantined"
        assert (await held.app.catalogue()).workflows == ()


@pytest.mark.parametrize("status", ["needs_input", "cancelled"])
async def test_an_unfinished_replay_teaches_nothing(tmp_path: Path, status: str) -> None:
    async with stage(tmp_path) as held:
        workflow = await taught(held)
        await run(held, workflow, lambda request: heals(request).model_copy(update={"status": status}))
        assert await versions(held, workflow) == [(1, "published")]
