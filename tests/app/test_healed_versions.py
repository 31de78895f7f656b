"""How a version with healed targets is made of another, and what learning keeps of it."""

from __future__ import annotations

from typing import Any

from awm_mcp.app.versions.healed_versions import healed_steps, with_heals, with_targets
from awm_mcp.formats import workflow_yaml
from awm_mcp.model import Action, Expectation, FlowStep, ForEach, Healed, Param, Target, Text, Workflow, value

SAVE, DONE = Target(role="button", name=value("Save")), Target(role="button", name=value("Done"))
AT = 1_796_000_000.0


def now(target: Target, name: str) -> Target:
    return target.model_copy(update={"name": value(name), "formerly": (target,)})


def click(target: Target, **more: Any) -> FlowStep:
    return FlowStep(action=Action(type="click", target=target), **more)


def workflow(*steps: FlowStep, **more: Any) -> Workflow:
    return Workflow(name="shop_save", site="shop.example", start=value("/"), steps=steps, **more)


STORE = now(SAVE, "Store")


def test_only_the_step_that_was_healed_gets_the_new_target() -> None:
    healed = with_targets(workflow(click(SAVE), click(SAVE)), [Healed(step=2, was=SAVE, target=STORE)], AT)
    assert [step.action.target for step in healed.steps if step.action] == [SAVE, STORE]
    assert healed.evidence.healed == ('step 2: button "Save" is button "Store", healed in use on 2026-11-30',)
    assert healed_steps(healed, workflow(click(SAVE), click(SAVE))) == {2}


def test_the_start_is_recognised_by_the_healed_first_step() -> None:
    before = workflow(click(SAVE), precondition=Expectation(target=SAVE))
    healed = with_targets(before, [Healed(step=1, was=SAVE, target=STORE)], AT)
    assert healed.precondition == Expectation(target=STORE)


def test_targets_in_blocks_drags_and_steps_that_an_address_stands_for_are_healed() -> None:
    block = FlowStep(for_each=ForEach(item="item", parameter="items", steps=(click(DONE), click(SAVE))))
    drag = FlowStep(action=Action(type="drag", target=DONE, to=SAVE))
    address = FlowStep(action=Action(type="goto", value=value("/save")), instead=(click(SAVE),))
    told = [Healed(step=number, was=SAVE, target=STORE) for number in (1, 2, 3)]
    healed = with_targets(workflow(block, drag, address), told, AT)
    assert healed.steps[0].for_each is not None
    assert healed.steps[0].for_each.steps == (click(DONE), click(STORE))
    assert healed.steps[1].action is not None
    assert (healed.steps[1].action.target, healed.steps[1].action.to) == (DONE, STORE)
    assert healed.steps[2].instead == (click(STORE),)


def test_what_does_not_belong_to_the_step_changes_nothing() -> None:
    before = workflow(click(SAVE))
    assert healed_steps(with_targets(before, [Healed(step=1, was=DONE, target=now(DONE, "Ready"))], AT), before) == set()


def test_a_draft_of_the_source_runs_keeps_what_was_healed_on_the_same_page() -> None:
    page, other = value("/task"), value("/list")
    former = with_targets(workflow(click(SAVE, url=page)), [Healed(step=1, was=SAVE, target=STORE)], AT)
    draft = with_heals(workflow(click(SAVE, url=other), click(SAVE, url=page)), former)
    assert [step.action.target for step in draft.steps if step.action] == [SAVE, STORE]
    assert draft.evidence.healed == former.evidence.healed


def test_the_same_page_is_known_whatever_its_parameters_are_called() -> None:
    known, own = (value([Text(text="/task/"), Param(param=name)]) for name in ("task", "item"))
    former = with_targets(workflow(click(SAVE, url=known)), [Healed(step=1, was=SAVE, target=STORE)], AT)
    draft = with_heals(workflow(click(SAVE, url=own)), former)
    assert draft.steps[0].action is not None
    assert draft.steps[0].action.target == STORE


def test_a_healed_target_in_a_row_takes_the_drafts_own_parameter() -> None:
    known, own = (SAVE.model_copy(update={"row": value([Param(param=name)])}) for name in ("title", "book"))
    former = with_targets(workflow(click(known)), [Healed(step=1, was=known, target=now(known, "Store"))], AT)
    draft = with_heals(workflow(click(own)), former)
    assert draft.steps[0].action is not None
    assert draft.steps[0].action.target == now(own, "Store")


def test_without_anything_healed_a_draft_stays_as_it_is() -> None:
    draft = workflow(click(SAVE))
    assert with_heals(draft, workflow(click(SAVE))) is draft


def test_former_names_are_in_the_yaml_and_come_back() -> None:
    healed = with_targets(workflow(click(SAVE)), [Healed(step=1, was=SAVE, target=STORE)], AT)
    text = workflow_yaml.dump(healed)
    assert "formerly" in text
    assert workflow_yaml.load(text) == healed
