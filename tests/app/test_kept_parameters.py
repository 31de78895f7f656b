"""What a published workflow promised its callers stays; a further run that needs other parameters is learned apart."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from app_stage import ORIGIN, loan, stage

from awm_mcp.app.versions.continuity import superseded
from awm_mcp.app.versions.kept_parameters import in_parameters_of, takes_calls_of
from awm_mcp.model import Action, Evidence, FlowStep, Param, Parameter, Target, Workflow, value

Row = dict[str, str | list[str]]


def workflow(*parameters: Parameter, rows: tuple[Row, ...] = (), **more: Any) -> Workflow:
    box = Target(role="textbox", name=value("Box"))
    typed = [FlowStep(action=Action(type="fill", target=box, value=value([Param(param=p.name)]))) for p in parameters]
    typed = typed or [FlowStep(action=Action(type="click", target=box))]
    runs = tuple(f"run_{n}" for n in range(len(rows)))
    evidence = Evidence(runs=runs, arguments=rows, support=len(rows))
    given = {"id": "wf_1", "name": "shop_order", "site": "shop.example", "start": value("/"), **more}
    return Workflow(parameters=parameters, steps=tuple(typed), evidence=evidence, **given)


SIZED: tuple[Row, ...] = ({"item": "Mug", "size": "L"}, {"item": "Plate", "size": "S"})
PUBLISHED = workflow(Parameter(name="item"), rows=({"item": "Mug"}, {"item": "Plate"}), state="published")


def test_a_parameter_with_the_same_values_keeps_the_name_that_callers_know() -> None:
    draft = workflow(Parameter(name="product"), rows=({"product": "Mug"}, {"product": "Plate"}, {"product": "Bowl"}))
    made = in_parameters_of(draft, PUBLISHED)
    assert made is not None
    assert ([p.name for p in made.parameters], made.steps[0].params) == (["item"], ("item",))
    assert made.evidence.arguments[2] == {"item": "Bowl"}


def test_a_name_that_now_means_something_else_is_another_parameter() -> None:
    rows: tuple[Row, ...] = ({"item": "3", "product": "Mug"}, {"item": "4", "product": "Plate"})
    draft = workflow(Parameter(name="item", required=False), Parameter(name="product"), rows=rows)
    made = in_parameters_of(draft, PUBLISHED)
    assert made is not None
    assert [(p.name, p.required) for p in made.parameters] == [("item_2", False), ("item", True)]


def test_what_all_former_runs_had_alike_may_be_left_out_and_is_that() -> None:
    rows: tuple[Row, ...] = tuple({"item": i, "colour": c} for i, c in (("Mug", "Pink"), ("Plate", "Pink"), ("Bowl", "Red")))
    made = in_parameters_of(workflow(Parameter(name="item"), Parameter(name="colour"), rows=rows), PUBLISHED)
    assert made is not None
    assert made.parameters[1].default == "Pink"
    assert made.input_schema()["required"] == ["item"]
    again = in_parameters_of(workflow(Parameter(name="item"), Parameter(name="colour"), rows=rows), made)
    assert again is not None
    assert again.parameters == made.parameters


@pytest.mark.parametrize(
    "draft",
    [
        workflow(Parameter(name="option"), rows=({"option": "A"}, {"option": "A"})),
        workflow(Parameter(name="item"), Parameter(name="size"), rows=SIZED),
        workflow(Parameter(name="item", type="boolean"), rows=({"item": "Mug"}, {"item": "Plate"})),
        workflow(rows=({}, {})),
    ],
    ids=["other values", "one that must be given now", "another type", "none left"],
)  # fmt: skip
def test_a_draft_that_does_not_take_the_known_calls_is_none_of_the_workflow(draft: Workflow) -> None:
    assert in_parameters_of(draft, PUBLISHED) is None


@pytest.mark.parametrize(("old", "new", "kept"), [("string", "integer", "string"), ("integer", "string", "string")])
def test_a_type_only_gets_wider(old: Any, new: Any, kept: str) -> None:
    rows: tuple[Row, ...] = ({"item": "1"}, {"item": "2"})
    published = workflow(Parameter(name="item", type=old), rows=rows, state="published")
    made = in_parameters_of(workflow(Parameter(name="item", type=new), rows=rows), published)
    assert made is not None
    assert made.parameters[0].type == kept


def test_choices_that_callers_know_stay() -> None:
    rows: tuple[Row, ...] = ({"item": "Mug"}, {"item": "Plate"})
    published = workflow(Parameter(name="item", enum=("Mug", "Plate")), rows=rows, state="published")
    made = in_parameters_of(workflow(Parameter(name="item", enum=("Plate", "Mug", "Bowl")), rows=rows), published)
    assert made is not None
    assert made.parameters[0].enum == ("Plate", "Mug", "Bowl")


def test_a_published_workflow_is_not_retired_for_one_that_does_not_take_its_calls() -> None:
    rows: tuple[Row, ...] = ({"option": "Mug", "ticked": "true"}, {"option": "Plate", "ticked": "false"})
    other = workflow(Parameter(name="option"), Parameter(name="ticked"), rows=rows, id="wf_2", state="published")
    same = PUBLISHED.model_copy(update={"id": "wf_3"})
    assert not takes_calls_of(other, PUBLISHED)
    assert superseded([PUBLISHED], [other]) == []
    assert superseded([PUBLISHED], [same]) == [(PUBLISHED, same)]


async def test_a_further_box_of_a_page_leaves_the_published_switch_as_it_is(tmp_path: Path):
    def switch(task: str, box: str) -> dict[str, Any]:
        ticks = {"type": "check", "target": {"role": "checkbox", "name": box}, "checked": " off" not in task}
        saves = {"type": "click", "target": {"role": "button", "name": "Save"}}
        steps = [{"url": f"{ORIGIN}/prefs", "observation": "Preferences", "action": done} for done in (ticks, saves)]
        return {"task": task, "outcome": "success", "start_url": f"{ORIGIN}/prefs", "steps": steps}

    async with stage(tmp_path) as on:
        await on.teach(switch("Turn on compact view", "Compact view"), switch("Turn off compact view", "Compact view"))
        before = await on.only()
        assert (before.state, [(p.name, p.type) for p in before.parameters]) == ("published", [("compact_view", "boolean")])
        await on.teach(switch("Switch email alerts off", "Email alerts"), switch("Switch email alerts on", "Email alerts"))
        await on.teach(switch("Turn on sounds", "Sounds"), switch("Turn off sounds", "Sounds"))
        found = {w.name: w for w in await on.app.workflows_of(None) if w.state == "published"}
        assert found[before.name].input_schema() == before.input_schema()
        assert all(not name[-1].isdigit() for name in found)
        (choices,) = [p.enum for w in found.values() for p in w.parameters if p.type == "string"]
        assert choices == ("Compact view", "Email alerts", "Sounds")
        assert {"library_turn_compact_view", "library_switch_email_alerts"} < {*found}


async def test_a_run_that_needs_other_parameters_makes_a_workflow_of_its_own_beside_the_published_one(tmp_path: Path):
    async with stage(tmp_path) as on:
        await on.teach(loan("Emma", "North"), loan("Dune", "South"))
        before = await on.only()
        narrowed = before.parameters[:1]
        steps = [s for s in before.steps if not set(s.params) - {narrowed[0].name}]
        rows = tuple({narrowed[0].name: f"{n}"} for n in range(2))
        promised = before.model_copy(
            update={"parameters": narrowed, "steps": tuple(steps), "version": before.version,
                    "evidence": before.evidence.model_copy(update={"arguments": rows})}
        )  # fmt: skip
        saved = await on.memory.workflows.save(promised.model_copy(update={"state": "verified"}))
        await on.app.library.publish(saved.id)
        await on.teach(loan("Ulysses", "East"))
        found = {w.name: w for w in await on.app.workflows_of(None) if w.state == "published"}
        assert found[before.name].parameters == narrowed
        (other,) = [w for name, w in found.items() if name != before.name]
        assert not other.name[-1].isdigit()
        assert [p.name for p in other.parameters] == ["title", "branch"]
