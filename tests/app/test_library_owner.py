"""What the owner decides about the library, and what learning then leaves alone."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from app_stage import SITE, Stage, fails, hours, loan, stage

from awm_mcp.errors import InvalidInput, NotFound
from awm_mcp.formats import workflow_yaml
from awm_mcp.model import Workflow

BOTH = (loan("Emma", "North"), loan("Dune", "South"))
THIRD = loan("Ulysses", "North")
GIVEN = {"title": "Ulysses", "branch": "North"}


async def test_reverting_makes_old_content_current_as_a_new_version_and_learning_keeps_it(tmp_path: Path):
    async with stage(tmp_path) as on:
        await on.teach(*BOTH)
        first = await on.only()
        changed = first.model_copy(update={"title": "Something else", "state": "verified"})
        second = await on.memory.workflows.save(changed)
        revived = await on.app.library.revert(first.name, first.version)
        assert (revived.version, revived.digest(), revived.pinned) == (second.version + 1, first.digest(), True)
        (status,) = await on.teach(THIRD)
        assert any("pinned" in reason for reason in status.reasons)
        latest = await on.app.library.get(first.name)
        assert (latest.version, latest.digest()) == (revived.version, first.digest())
        assert latest.evidence.support == 3


async def test_reverting_to_what_is_published_leaves_it_published(tmp_path: Path):
    async with stage(tmp_path) as on:
        await on.teach(*BOTH)
        first = await on.only()
        changed = first.model_copy(update={"title": "Something else", "state": "verified"})
        await on.memory.workflows.save(changed)
        revived = await on.app.library.revert(first.name, first.version)
        again = await on.app.library.revert(first.name, first.version)
        assert (revived.state, again.state, again.version) == ("published", "published", revived.version)
        standing = await on.app.library.standing(first.id)
        assert (standing.runs.version, standing.words()) == (revived.version, "")
        assert [(w.version, w.state) for w in (await on.app.catalogue()).workflows] == [(revived.version, "published")]


async def test_a_retired_workflow_is_not_brought_back_by_learning(tmp_path: Path):
    async with stage(tmp_path) as on:
        await on.teach(*BOTH)
        name = (await on.only()).name
        await on.app.library.retire(name)
        await on.teach(THIRD)
        assert await on.app.workflows_of(SITE) == []
        assert (await on.app.catalogue()).workflows == ()


async def test_a_renamed_workflow_is_called_by_both_names_and_keeps_the_new_one(tmp_path: Path):
    async with stage(tmp_path) as on:
        await on.teach(*BOTH)
        old = (await on.only()).name
        renamed = await on.app.library.rename(old, "library_where_is_it")
        assert renamed.state == "published"
        assert [w.name for w in (await on.app.catalogue()).workflows] == ["library_where_is_it"]
        assert (await on.app.run(old, GIVEN)).ok
        assert (await on.app.run("library_where_is_it", GIVEN)).workflow == "library_where_is_it"
        await on.teach(THIRD)
        assert (await on.only()).name == "library_where_is_it"


async def test_a_draft_that_waits_keeps_waiting_behind_a_new_name(tmp_path: Path):
    async with stage(tmp_path) as on:
        await on.teach(*BOTH)
        first = await on.only()
        edited = first.model_copy(update={"steps": first.steps[:-1], "state": "draft", "pinned": True})
        await on.memory.workflows.save(edited)
        renamed = await on.app.library.rename(first.name, "library_where_is_it")
        assert (renamed.state, renamed.steps) == ("published", first.steps)
        standing = await on.app.library.standing(first.id)
        assert (standing.runs.version, standing.runs.name) == (renamed.version, "library_where_is_it")
        assert standing.waits is not None
        assert (standing.waits.name, standing.waits.steps) == ("library_where_is_it", edited.steps)


async def test_calls_under_a_former_name_still_count(tmp_path: Path):
    async with stage(tmp_path) as on:
        await on.teach(*BOTH)
        old = (await on.only()).name
        assert (await on.app.run(old, GIVEN)).ok
        await on.app.library.rename(old, "library_where_is_it")
        assert (await on.app.run("library_where_is_it", GIVEN)).ok
        assert await on.app.worked("library_where_is_it") == (2, 2)
        assert await on.app.worked((await on.only()).id) == (2, 2)


@pytest.mark.parametrize("name", ["Has Blanks", "9lives", "x" * 39])
async def test_a_name_that_clients_refuse_is_refused_with_a_better_one(tmp_path: Path, name: str):
    async with stage(tmp_path) as on:
        await on.teach(*BOTH)
        with pytest.raises(InvalidInput) as caught:
            await on.app.library.rename((await on.only()).name, name)
        assert caught.value.next.startswith("try ")


async def test_a_name_that_another_workflow_bears_is_refused(tmp_path: Path):
    async with stage(tmp_path) as on:
        await on.teach(*BOTH, hours("Monday"), hours("Friday"))
        first, second = await on.app.workflows_of(SITE)
        with pytest.raises(InvalidInput, match="name_taken"):
            await on.app.library.rename(first.name, second.name)


async def test_with_manual_publication_tools_wait_for_the_owners_yes(tmp_path: Path):
    async with stage(tmp_path, publish="manual") as on:
        statuses = await on.teach(*BOTH)
        assert any("waits for `awm-mcp workflows approve" in reason for reason in statuses[1].reasons)
        assert (await on.app.catalogue()).workflows == ()
        (waiting,) = await on.app.library.waiting()
        approved = await on.app.library.approve(waiting.name)
        assert [w.version for w in (await on.app.catalogue()).workflows] == [approved.version]


async def test_the_approved_version_is_run_until_the_next_one_is_approved(tmp_path: Path):
    async with stage(tmp_path, publish="manual") as on:
        await on.teach(*BOTH)
        (waiting,) = await on.app.library.waiting()
        await on.app.library.approve(waiting.name)
        newer = await on.memory.workflows.save(waiting.model_copy(update={"title": "A newer title", "state": "verified"}))
        assert (await on.app.run(waiting.name, GIVEN)).version == waiting.version
        await on.app.library.approve(waiting.name)
        assert (await on.app.run(waiting.name, GIVEN)).version == newer.version


async def test_a_draft_is_not_approved_but_can_be_published_by_the_owners_word(tmp_path: Path):
    async with stage(tmp_path, *[fails("target_not_found")] * 9) as on:
        await on.teach(*BOTH)
        draft = await on.only()
        with pytest.raises(InvalidInput, match="not_verified"):
            await on.app.library.approve(draft.name)
        await on.app.library.publish(draft.name)
        assert (await on.only()).state == "published"


async def test_an_edited_file_is_taken_back_as_a_new_version_that_learning_keeps(tmp_path: Path):
    async with stage(tmp_path) as on:
        await on.teach(*BOTH)
        learnt = await on.only()
        (file,) = await on.app.library.export_pack(tmp_path / "out", SITE)
        file.write_text(file.read_text("utf-8").replace(learnt.title, "Find where a book stands"), "utf-8")
        ((taken,), problems) = await on.app.library.import_pack(tmp_path / "out")
        assert problems == []
        assert (taken.id, taken.version, taken.title) == (learnt.id, learnt.version + 1, "Find where a book stands")
        assert (taken.memory, taken.pinned, taken.state) == ("online", True, "verified")
        await on.app.library.publish(taken.name)
        await on.teach(THIRD)
        assert (await on.only()).title == "Find where a book stands"
        assert len(await on.app.library.history(learnt.id)) == 2


async def edited(on: Stage, tmp_path: Path, old: str, new: str) -> Workflow:
    """The one workflow of the stage, taken back in with a text of its file replaced."""
    (file,) = await on.app.library.export_pack(tmp_path / "out", SITE)
    flow, mark, evidence = file.read_text("utf-8").partition("\nevidence:")
    assert old in flow
    file.write_text(flow.replace(old, new) + mark + evidence, "utf-8")
    (taken,), problems = await on.app.library.import_pack(tmp_path / "out")
    assert problems == []
    return taken


async def test_an_edit_of_what_is_done_is_a_draft_and_the_proven_version_is_run_until_it_is_verified(tmp_path: Path):
    async with stage(tmp_path, publish="manual") as on:
        await on.teach(*BOTH)
        learnt = await on.only()
        taken = await edited(on, tmp_path, "Show shelf", "Show the shelf")
        assert (taken.state, taken.version, taken.evidence.verified) == ("draft", learnt.version + 1, ())
        assert (await on.app.run(learnt.name, GIVEN)).version == learnt.version
        (found,) = (await on.app.find(THIRD["task"], site=SITE)).workflows
        assert found.state == "verified"
        said = await on.app.verify(learnt.name)
        assert said[0].startswith(f"{learnt.name} version {taken.version} holds: ")
        assert (await on.app.run(learnt.name, GIVEN)).version == taken.version


async def test_an_edited_draft_that_does_not_hold_leaves_the_published_version_alone(tmp_path: Path):
    async with stage(tmp_path) as on:
        await on.teach(*BOTH)
        learnt = await on.only()
        taken = await edited(on, tmp_path, "Show shelf", "Show the shelf")
        on.browser.outcomes.extend([fails("target_not_found")] * 3)
        said = await on.app.verify(learnt.name)
        assert said[-2:] == [
            f"{learnt.name} stays draft",
            f"version {learnt.version} (published) is in use; version {taken.version} (draft) was edited in what it does "
            f"and waits for its proof: awm-mcp workflows verify {learnt.name}",
        ]
        assert [w.version for w in (await on.app.catalogue()).workflows] == [learnt.version]


async def test_an_edit_of_texts_keeps_the_proof(tmp_path: Path):
    async with stage(tmp_path) as on:
        await on.teach(*BOTH)
        learnt = await on.only()
        taken = await edited(on, tmp_path, learnt.title, "Find where a book stands")
        assert (taken.state, taken.evidence.verified) == ("verified", learnt.evidence.verified)
        assert taken.evidence.verified


async def test_values_that_an_edited_workflow_does_not_take_are_not_what_it_is_proven_with(tmp_path: Path):
    async with stage(tmp_path) as on:
        await on.teach(*BOTH)
        taken = await edited(on, tmp_path, "branch", "place")
        assert taken.evidence.arguments == ()
        said = await on.app.verify(taken.name)
        assert said[0].startswith(f"{taken.name} version {taken.version} holds: ")


async def test_taking_an_unchanged_file_back_changes_nothing(tmp_path: Path):
    async with stage(tmp_path) as on:
        await on.teach(*BOTH)
        before = await on.only()
        await on.app.library.export_pack(tmp_path / "out", SITE)
        await on.app.library.import_pack(tmp_path / "out")
        assert await on.only() == before


@pytest.mark.parametrize("claim", ["verified", "published"])
async def test_what_a_file_claims_of_a_workflow_that_is_not_known_here_is_a_draft_until_it_is_proven_here(
    claim: str, tmp_path: Path
):
    async with stage(tmp_path / "there") as there:
        await there.teach(*BOTH)
        await there.app.library.export_pack(tmp_path / "out", SITE, evidence=True)
    (file,) = (tmp_path / "out").rglob("*.yaml")
    text = file.read_text("utf-8").replace("Show shelf", "Show the shelf").replace("state: published", f"state: {claim}")
    assert f"state: {claim}" in text
    file.write_text(text, "utf-8")
    told: list[str] = []
    async with stage(tmp_path / "here") as here:
        (taken,), problems = await here.app.library.import_pack(tmp_path / "out", told)
        assert (problems, taken.state, taken.memory, taken.pinned) == ([], "draft", "offline", False)
        assert (taken.evidence.verified, taken.evidence.verified_at) == ((), None)
        assert told == [f"{taken.name} is {claim} by its file, which counts only where it was proven; here it is a draft"]
        assert (await here.app.library.waiting(), (await here.app.catalogue()).workflows) == ([], ())
        await here.app.library.import_pack(tmp_path / "out")
        assert (await here.app.library.get(taken.name)).state == "draft"
        said = await here.app.verify(taken.name)
        assert said[0].startswith(f"{taken.name} version {taken.version} holds: ")
        await here.app.library.import_pack(tmp_path / "out")
        assert (await here.app.library.get(taken.name)).state == "verified"


async def test_an_imported_draft_whose_proof_fails_stays_a_draft(tmp_path: Path):
    async with stage(tmp_path / "there") as there:
        await there.teach(*BOTH)
        await there.app.library.export_pack(tmp_path / "out", SITE)
    async with stage(tmp_path / "here") as here:
        (taken,), _ = await here.app.library.import_pack(tmp_path / "out")
        here.browser.outcomes.extend([fails("target_not_found")] * 3)
        assert (await here.app.verify(taken.name))[-1] == f"{taken.name} stays draft"


async def test_agents_see_the_memory_that_the_owner_chose(tmp_path: Path):
    async with stage(tmp_path / "a") as on:
        await on.teach(*BOTH)
        pack = (await on.only()).model_copy(update={"id": "", "name": "library_packed", "state": "verified"})
        online = (await on.only()).name
        (tmp_path / "library_packed.yaml").write_text(workflow_yaml.dump(pack), "utf-8")
        await on.app.library.import_pack(tmp_path / "library_packed.yaml")
        await on.app.library.publish("library_packed")
        memory = on.memory
    for kept, names in (("offline", {"library_packed"}), ("online", {online}), ("both", {online, "library_packed"})):
        async with stage(tmp_path / kept, memory=memory, memory_kept=kept) as on:
            assert {w.name for w in (await on.app.catalogue()).workflows} == names
            found = await on.app.find(THIRD["task"], site=SITE)
            assert {w.workflow for w in found.workflows} <= names
            assert found.workflows
            text = await on.app.site_memory(SITE)
            assert all((name in text) == (name in names) for name in (online, "library_packed") if kept != "both")
            assert (await on.app.run(online, GIVEN)).ok


async def test_runs_of_a_data_set_teach_apart_from_reported_ones_and_no_browser_visits_their_pages(tmp_path: Path):
    async with stage(tmp_path) as on:
        await on.teach(*BOTH)
        seen, replayed = len(on.browser.observed), len(on.browser.requests)
        for number, report in enumerate((loan("Ulysses", "East"), loan("Persuasion", "West"))):
            (tmp_path / f"{number}.json").write_text(json.dumps(report), "utf-8")
            (answer,) = await on.app.import_runs(tmp_path / f"{number}.json", kept="offline")
            await on.settled(answer.report_id)
        kinds = {w.memory: w for w in await on.app.workflows_of(SITE)}
        assert (kinds["online"].evidence.support, kinds["offline"].evidence.support) == (2, 2)
        assert kinds["offline"].state == "draft"
        assert (len(on.browser.observed), len(on.browser.requests)) == (seen, replayed)
        said = await on.app.verify(kinds["offline"].name)
        assert "holds" in said[0]
        assert (await on.app.library.get(kinds["offline"].id)).state == "verified"


async def test_an_unknown_workflow_is_not_found_whatever_is_done_with_it(tmp_path: Path):
    async with stage(tmp_path) as on:
        library = on.app.library
        for act in (library.publish, library.approve, library.retire, library.pin, library.history, on.app.verify):
            with pytest.raises(NotFound):
                await act("nothing_here")
