"""What a file of a workflow claims: a risk below that of its steps is not believed, wherever it is asked for."""

from __future__ import annotations

from pathlib import Path

import pytest
from app_stage import Stage, stage

from awm_mcp.app.catalogue.reading_only import only_reads
from awm_mcp.errors import InvalidArguments, NotFound, Refused
from awm_mcp.formats import workflow_yaml
from awm_mcp.model import Action, Evidence, FlowStep, Param, Parameter, Target, Text, Value, Workflow
from awm_mcp.model.run_options import RunOptions

READ_ONLY = RunOptions(read_only=True)


def said(text: str) -> Value:
    return Value((Text(text=text),))


def deleting(*, writes: bool = True) -> Workflow:
    button = Target(role="button", name=said("Delete"), row=Value((Param(param="contact"),)))
    sends = ("POST /people/delete",) if writes else ()
    return Workflow(
        name="site_remove_contact",
        title="Remove a contact",
        description="Removes a contact of the list on x.example. Give contact (e.g. Bob Stone).",
        site="x.example",
        start=said("/people"),
        parameters=(Parameter(name="contact", examples=("Bob Stone",)),),
        steps=(FlowStep(action=Action(type="click", target=button), writes=writes, sends=sends),),
        risk="destructive",
        evidence=Evidence(),
    )


def called_a_read(file: Path, workflow: Workflow) -> Path:
    text = workflow_yaml.dump(workflow)
    assert "risk: destructive" in text
    file.write_text(text.replace("risk: destructive", "risk: read"), "utf-8")
    return file


async def taken(on: Stage, file: Path) -> tuple[Workflow, list[str]]:
    told: list[str] = []
    ((one,), problems) = await on.app.library.import_pack(file, told)
    assert problems == []
    return one, told


@pytest.mark.parametrize("writes", [True, False])
async def test_a_file_that_calls_a_deletion_a_read_is_not_believed(tmp_path: Path, *, writes: bool) -> None:
    async with stage(tmp_path) as on:
        file = called_a_read(tmp_path / "one.yaml", deleting(writes=writes))
        one, told = await taken(on, file)
        assert (one.risk, one.state) == ("destructive", "draft")
        assert told == [
            f"{one.name}: by its file it is of risk read, by its steps it is destructive, which counts; "
            "it asks for a person's consent"
        ]
        given = {"contact": "Bob Stone"}
        with pytest.raises(Refused, match="not_read_only"):
            await on.app.run(one.name, given, READ_ONLY)
        assert (await on.app.run(one.name, given)).status == "confirmation_required"
        assert on.browser.requests == []
        again, _ = await taken(on, file)
        assert (again.version, again.risk) == (1, "destructive")


async def test_several_proofs_that_only_files_tell_of_are_one_sentence(tmp_path: Path) -> None:
    async with stage(tmp_path / "app") as on:
        for number in range(3):
            one = deleting().model_copy(update={"name": f"site_remove_{number}", "state": "verified"})
            (tmp_path / f"{number}.yaml").write_text(workflow_yaml.dump(one), "utf-8")
        told: list[str] = []
        await on.app.library.import_pack(tmp_path, told)
        assert told == ["3 are verified by their files, which counts only where they were proven; here they are drafts"]


def test_a_draft_with_errors_is_not_taken_for_one_that_only_reads() -> None:
    text = Target(role="textbox", name=said("Name"))
    fills = FlowStep(action=Action(type="fill", target=text, value=said("Ann")))
    draft = deleting().model_copy(update={"steps": (fills,), "risk": "read"})
    with pytest.raises(Refused) as refused:
        only_reads(draft)
    assert refused.value.code == "draft_with_errors" and "contact" in refused.value.seen
    only_reads(draft.model_copy(update={"state": "verified"}))


async def test_a_read_only_call_tells_the_browser_that_nothing_may_change(tmp_path: Path) -> None:
    steps = (FlowStep(action=Action(type="click", target=Target(role="button", name=said("Show")))),)
    shown = {"steps": steps, "risk": "read", "parameters": (), "description": "Shows the contacts of the list on x.example."}
    async with stage(tmp_path) as on:
        await on.memory.workflows.save(deleting().model_copy(update=shown))
        await on.app.run("site_remove_contact", {}, READ_ONLY)
        await on.app.run("site_remove_contact", {})
        assert [request.read_only for request in on.browser.requests] == [True, False]


async def test_steps_are_not_skipped_on_a_fresh_page(tmp_path: Path) -> None:
    async with stage(tmp_path) as on:
        await on.memory.workflows.save(deleting().model_copy(update={"steps": deleting().steps * 3}))
        for number in (2, 4, 9):
            with pytest.raises(InvalidArguments) as refused:
                await on.app.run("site_remove_contact", {"contact": "Ann"}, RunOptions(from_step=number, confirm=True))
            assert refused.value.code == "invalid_arguments" and "resume=<handle" in refused.value.expected
        assert on.browser.requests == []
        assert (await on.app.run("site_remove_contact", {"contact": "Ann"}, RunOptions(from_step=1, confirm=True))).ok


async def test_a_misspelt_name_is_refused_with_the_nearest_one(tmp_path: Path) -> None:
    async with stage(tmp_path) as on:
        await on.memory.workflows.save(deleting())
        with pytest.raises(NotFound, match="did you mean site_remove_contact\\?"):
            await on.app.run("site_remov_contact", {"contact": "Ann"})
        with pytest.raises(NotFound, match="next: call find_workflows"):
            await on.app.run("quite_another", {})
