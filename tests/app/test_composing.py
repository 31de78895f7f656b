"""Longer workflows are stored with what they are built on, and see a change of it once it is proven for them, too."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from app_stage import ORIGIN, SITE, Play, Stage, fails, hours, stage

from awm_mcp.app.versions.composing import Composer
from awm_mcp.formats import workflow_yaml
from awm_mcp.jobs.in_process import InProcessJobs
from awm_mcp.model import Action, Evidence, Healed, Outcome, Target, Workflow, value
from awm_mcp.replay.fake import ok_outcome
from awm_mcp.replay.port import ReplayRequest


def printed(day: str) -> dict[str, Any]:
    """A solved run that opens the opening hours of a day and prints them."""
    known = hours(day)
    click = {"url": f"{ORIGIN}/times", "action": {"type": "click", "target": {"role": "button", "name": "Print"}}}
    return {**known, "task": f"Print the opening hours sheet of {day}", "steps": [*known["steps"], click]}


async def taught(on: Stage) -> tuple[Workflow, Workflow]:
    """The workflow that shows the hours and the longer one that prints them."""
    await on.teach(*(hours(day) for day in ("Monday", "Friday")), *(printed(day) for day in ("Monday", "Friday")))
    part, whole = sorted(await on.app.workflows_of(SITE), key=lambda w: len(w.steps))
    return part, whole


def still(on: Stage) -> Any:
    """Keeps the jobs from being worked on; what is returned lets them go on."""
    claim = on.memory.jobs.claim

    async def nothing(owner: str, lease_s: float) -> None:
        return None

    on.memory.jobs.claim = nothing  # pyright: ignore[reportAttributeAccessIssue]
    return claim


async def edit(on: Stage, tmp_path: Path, workflow: Workflow, old: str, new: str) -> list[str]:
    """Takes an edited file of a workflow back in, in use by the owner's word; what was told of others."""
    file = tmp_path / f"{workflow.name}.yaml"
    text = workflow_yaml.dump(workflow)
    assert old in text
    file.write_text(text.replace(old, new), "utf-8")
    told: list[str] = []
    (taken,), problems = await on.app.library.import_pack(file, told)
    assert problems == []
    if taken.state == "draft":
        await on.app.library.publish(workflow.id, told)
    return told


async def versions(on: Stage, workflow: Workflow) -> list[tuple[int, str]]:
    return [(w.version, w.state) for w in await on.app.library.history(workflow.id)]


def words(workflow: Workflow) -> list[str]:
    return [step.words() for step in workflow.steps]


def fails_at(step: int) -> Play:
    def play(request: ReplayRequest) -> Outcome:
        outcome = fails("target_not_found")(request)
        assert outcome.stopped is not None
        return outcome.model_copy(update={"stopped": outcome.stopped.model_copy(update={"step": step})})

    return play


def heals(number: int, name: str) -> Play:
    """A replay that finds the target of a step under another name."""

    def play(request: ReplayRequest) -> Outcome:
        action = request.workflow.steps[number - 1].action
        assert action is not None
        assert action.target is not None
        now = action.target.model_copy(update={"name": value(name), "formerly": (action.target,)})
        told = Healed(step=number, was=action.target, target=now)
        return ok_outcome(request).model_copy(update={"healed": ("another name",), "healed_targets": (told,)})

    return play


async def test_a_longer_workflow_names_the_one_it_is_built_on_in_any_order_of_learning(tmp_path: Path) -> None:
    async with stage(tmp_path) as on:
        await on.teach(*(printed(day) for day in ("Monday", "Friday")))
        assert (await on.only()).built_on == ()
        part, whole = await taught(on)
        assert (part.built_on, whole.built_on) == ((), (part.id,))
        assert whole.version == 1


async def test_an_edited_part_comes_into_the_whole_as_a_version_that_waits_for_its_proof(tmp_path: Path) -> None:
    async with stage(tmp_path) as on:
        part, whole = await taught(on)
        claim = still(on)
        told = await edit(on, tmp_path, part, "Look up", "Show times")
        assert told == [f"{whole.name} version 2 waits for its proof: step 3 of {part.name} changed, version 2"]
        assert await versions(on, whole) == [(2, "draft"), (1, "published")]
        await on.app.run(whole.name, {"day": "Sunday"})
        assert on.browser.requests[-1].workflow.steps == whole.steps
        on.memory.jobs.claim = claim  # pyright: ignore[reportAttributeAccessIssue]
        await on.done_with(whole.id)
        assert await versions(on, whole) == [(2, "published"), (1, "retired")]
        changed = await on.app.workflow(whole.name)
        assert words(changed) == [*words(whole)[:2], 'click button "Show times"', 'click button "Print"']
        assert changed.evidence.composed == (f"step 3 of {part.name} changed, version 2",)
        assert changed.evidence.verified != ()
        assert on.browser.requests[-1].repair == "off"


async def test_a_change_that_does_not_hold_in_the_whole_is_not_used_and_not_tried_again(tmp_path: Path) -> None:
    async with stage(tmp_path) as on:
        part, whole = await taught(on)
        on.browser.outcomes.append(fails_at(4))
        await edit(on, tmp_path, part, "Look up", "Show times")
        await on.done_with(whole.id)
        assert await versions(on, whole) == [(2, "draft"), (1, "published")]
        assert "step 4" in (await on.app.workflow(whole.name, 2)).evidence.unproven
        replayed = len(on.browser.requests)
        edited = await on.app.library.get(part.id)
        (said,) = await edit(on, tmp_path, edited, f"title: {edited.title}", "title: The hours of a day")
        assert said.startswith(f"{whole.name} stays at version 1 (step 3 of {part.name} changed, version 3): ")
        assert len(await on.app.library.history(whole.id)) == 2
        assert len(on.browser.requests) == replayed


async def test_a_proof_that_fails_before_the_changed_step_says_nothing_and_is_asked_for_again_in_use(tmp_path: Path) -> None:
    async with stage(tmp_path) as on:
        part, whole = await taught(on)
        on.browser.outcomes.append(fails_at(1))
        await edit(on, tmp_path, part, "Look up", "Show times")
        await on.done_with(whole.id)
        assert await versions(on, whole) == [(2, "draft"), (1, "published")]
        await on.app.run(whole.name, {"day": "Sunday"})
        await on.done_with(whole.id)
        assert await versions(on, whole) == [(2, "published"), (1, "retired")]


async def test_a_pinned_whole_is_left_alone_and_that_is_told(tmp_path: Path) -> None:
    async with stage(tmp_path) as on:
        part, whole = await taught(on)
        await on.app.library.pin(whole.name)
        told = await edit(on, tmp_path, part, "Look up", "Show times")
        assert told == [f"{whole.name} is pinned at version 1: step 3 of {part.name} changed, version 2 is left out"]
        assert await versions(on, whole) == [(1, "published")]


async def test_what_callers_would_have_to_give_anew_leaves_the_whole_as_it_is_with_the_reason(tmp_path: Path) -> None:
    async with stage(tmp_path) as on:
        part, whole = await taught(on)
        told = await edit(on, tmp_path, part, "value: {param: day}", "value: Sunday")
        (said,) = told
        assert said.startswith(f"{whole.name} stays as it is after a change of {part.name}: it would not use day any more")
        assert await versions(on, whole) == [(1, "published")]


async def test_a_reverted_part_is_reverted_in_the_whole(tmp_path: Path) -> None:
    async with stage(tmp_path) as on:
        part, whole = await taught(on)
        await edit(on, tmp_path, part, "Look up", "Show times")
        await on.done_with(whole.id)
        told: list[str] = []
        await on.app.library.revert(part.name, 1, told)
        assert told == [f"{whole.name} version 3 waits for its proof: step 3 of {part.name} changed, version 3"]
        await on.done_with(whole.id)
        assert await versions(on, whole) == [(3, "published"), (2, "retired"), (1, "retired")]
        assert words(await on.app.workflow(whole.name)) == words(whole)


async def test_what_was_healed_in_the_part_is_healed_in_the_whole_once_it_is_proven(tmp_path: Path) -> None:
    async with stage(tmp_path) as on:
        part, whole = await taught(on)
        on.browser.outcomes.append(heals(3, "Find times"))
        await on.app.run(part.name, {"day": "Sunday"})
        await on.done_with(part.id)
        await on.done_with(whole.id)
        changed = await on.app.workflow(whole.name)
        assert (changed.version, changed.state) == (2, "published")
        action = changed.steps[2].action
        assert action is not None
        assert action.target is not None
        assert action.target.words() == 'button "Find times"'
        assert [former.words() for former in action.target.formerly] == ['button "Look up"']


async def test_a_change_goes_on_into_what_is_built_on_the_whole(tmp_path: Path) -> None:
    async with stage(tmp_path) as on:
        part, whole = await taught(on)
        staple = whole.steps[3].model_copy(update={"action": Action(type="click", target=Target(text=value("Staple")))})
        more = {"id": "", "name": "library_staple", "steps": (*whole.steps, staple), "built_on": (whole.id,)}
        longest = await on.memory.workflows.save(whole.model_copy(update={**more, "state": "verified"}))
        on.browser.outcomes.append(heals(4, "Put on paper"))
        await on.app.run(whole.name, {"day": "Sunday"})
        await on.done_with(whole.id)
        await on.done_with(longest.id)
        changed = await on.app.workflow(longest.name)
        assert (changed.version, changed.state) == (2, "verified")
        assert words(changed)[3:] == ['click button "Put on paper"', 'click element "Staple"']
        assert changed.evidence.composed == (f"step 4 of {whole.name} changed, version 2",)
        await edit(on, tmp_path, part, "Look up", "Show times")
        await on.done_with(whole.id)
        await on.done_with(longest.id)
        assert [await versions(on, one) for one in (whole, longest)] == [
            [(3, "published"), (2, "retired"), (1, "retired")],
            [(3, "verified"), (2, "verified"), (1, "verified")],
        ]


async def test_a_further_run_does_not_undo_what_came_from_the_part(tmp_path: Path) -> None:
    async with stage(tmp_path) as on:
        part, whole = await taught(on)
        await edit(on, tmp_path, part, "Look up", "Show times")
        await on.done_with(whole.id)
        await on.teach(printed("Tuesday"))
        changed = await on.app.workflow(whole.name)
        assert (changed.version, changed.state, changed.evidence.support) == (2, "published", 3)
        assert words(changed)[2] == 'click button "Show times"'
        assert len(changed.evidence.composed) == 1


async def test_a_quarantined_whole_is_repaired_with_its_part(tmp_path: Path) -> None:
    async with stage(tmp_path) as on:
        part, whole = await taught(on)
        await on.app.library.retire(whole.name, "quarantined")
        await edit(on, tmp_path, part, "Look up", "Show times")
        await on.done_with(whole.id)
        assert await versions(on, whole) == [(2, "published"), (1, "quarantined")]
        assert (await on.app.workflow(whole.name)).version == 2


async def test_an_element_healed_in_one_workflow_is_healed_in_others_that_name_it_on_the_same_page(tmp_path: Path) -> None:
    async with stage(tmp_path) as on:
        part, _ = await taught(on)
        other = part.model_copy(update={"id": "", "name": "library_also", "steps": part.steps[2:], "parameters": ()})
        bare = {"state": "verified", "templates": (), "evidence": Evidence()}
        other = await on.memory.workflows.save(other.model_copy(update=bare))
        elsewhere = other.steps[0].model_copy(update={"url": value("/else")})
        apart = await on.memory.workflows.save(
            other.model_copy(update={"id": "", "name": "library_else", "steps": (elsewhere,), "state": "verified"})
        )
        on.browser.outcomes.append(heals(3, "Find times"))
        await on.app.run(part.name, {"day": "Sunday"})
        await on.done_with(part.id)
        await on.done_with(other.id)
        healed = await on.app.library.get(other.id)
        assert words(healed) == ['click button "Find times"']
        assert healed.evidence.composed == (f"step 1 named as healed in {part.name}, version 2",)
        assert words(await on.app.library.get(apart.id)) == ['click button "Look up"']


async def test_with_manual_publication_the_changed_whole_waits_for_the_owners_yes(tmp_path: Path) -> None:
    async with stage(tmp_path, publish="manual") as on:
        part, whole = await taught(on)
        await on.app.library.approve(whole.name)
        await edit(on, tmp_path, part, "Look up", "Show times")
        await on.done_with(whole.id)
        assert await versions(on, whole) == [(2, "verified"), (1, "published")]
        assert whole.name in [w.name for w in await on.app.library.waiting()]


async def test_workflows_of_the_other_memory_are_not_touched(tmp_path: Path) -> None:
    async with stage(tmp_path) as on:
        part, whole = await taught(on)
        packed = whole.model_copy(update={"id": "", "name": "library_packed", "memory": "offline", "built_on": (part.id,)})
        packed = await on.memory.workflows.save(packed)
        await edit(on, tmp_path, part, "Look up", "Show times")
        assert [w.version for w in await on.app.library.history(packed.id)] == [1]


async def test_a_part_that_was_learned_anew_changes_the_whole_only_where_it_does_the_same_otherwise(tmp_path: Path) -> None:
    async with stage(tmp_path) as on:
        part, whole = await taught(on)
        still(on)
        composer = Composer(on.memory, InProcessJobs(on.memory.jobs))
        other = part.steps[2].model_copy(update={"action": Action(type="press", value=value("Enter"))})
        tick = part.steps[0].model_copy(update={"action": Action(type="click", target=Target(text=value("Sort")))})
        learned = {"version": 1, "state": "verified"}
        longer = part.model_copy(update={**learned, "steps": (*part.steps[:2], tick, other)})
        await on.memory.workflows.save(longer)
        assert await composer.took_effect(part.id) == []
        await on.memory.workflows.save(part.model_copy(update={**learned, "version": 2, "steps": (*part.steps[:2], other)}))
        (told,) = await composer.took_effect(part.id)
        assert told.text == f"{whole.name} version 2 waits for its proof: step 3 of {part.name} changed, version 3"
        assert words(await on.app.workflow(whole.name, 2))[2] == 'press "Enter"'


async def test_two_parts_that_change_come_into_one_version(tmp_path: Path) -> None:
    async with stage(tmp_path) as on:
        part, whole = await taught(on)
        end = part.model_copy(update={"id": "", "name": "library_end", "steps": whole.steps[2:], "state": "verified"})
        end = await on.memory.workflows.save(end)
        still(on)
        await edit(on, tmp_path, part, "Opening hours", "Times")
        await edit(on, tmp_path, end, "Print", "Put on paper")
        newest = (await on.app.library.history(whole.id))[0]
        assert (newest.version, newest.state, newest.evidence.heals) == (3, "draft", 1)
        assert words(newest)[0] == 'click link "Times"'
        assert words(newest)[3] == 'click button "Put on paper"'
        assert len(newest.evidence.composed) == 2


async def test_a_change_does_not_go_round_between_workflows_that_name_each_other(tmp_path: Path) -> None:
    async with stage(tmp_path) as on:
        part, whole = await taught(on)
        part = await on.memory.workflows.save(part.model_copy(update={"built_on": (whole.id,)}))
        assert await edit(on, tmp_path, part, "Look up", "Show times") == []
        assert await versions(on, whole) == [(1, "published")]
