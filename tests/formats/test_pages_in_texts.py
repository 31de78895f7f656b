"""A step that turns pages keeps its meaning in files, texts and scripts; without something to look for it makes no sense."""

from __future__ import annotations

import pytest

from awm_mcp.errors import AwmError
from awm_mcp.formats import awm_text, playwright_script, skill_md, workflow_yaml
from awm_mcp.model import Action, FlowStep, ForEach, Parameter, Target, Workflow, value
from awm_mcp.model.value import Param


def click(role: str, name: str, **more: object) -> FlowStep:
    target = Target(role=role, name=value(name), row=value([Param(param="order")]) if role == "button" else None)
    return FlowStep(action=Action(type="click", target=target), **more)  # type: ignore[arg-type]


NEXT = click("link", "Next", until_next=7)


def flow(*steps: FlowStep) -> Workflow:
    about = "Hold an order in the list of orders, on whatever page of it the order stands."
    given = (Parameter(name="order", examples=("Kettle",)),)
    return Workflow(
        name="store_hold_order",
        site="store.example",
        start=value("/orders"),
        description=about,
        parameters=given,
        steps=steps,
    )


HOLD = flow(NEXT, click("button", "Hold"))


def test_a_file_brings_the_step_back_as_it_was() -> None:
    again = workflow_yaml.load(workflow_yaml.dump(HOLD))
    assert again.steps == HOLD.steps
    assert Workflow.model_validate_json(HOLD.model_dump_json()) == HOLD
    assert again.digest() == HOLD.digest() != flow(click("link", "Next"), click("button", "Hold")).digest()


def test_a_workflow_without_such_steps_has_the_same_content_as_before_there_were_any() -> None:
    assert "until_next" not in flow(click("button", "Hold")).model_dump_json()


def test_texts_say_how_long_pages_are_turned() -> None:
    assert "# again and again, at most 7 times, until the target of the next step is shown:" in awm_text.render(HOLD)
    for text in (skill_md.render(HOLD), awm_text.render_use(HOLD, {"order": "Kettle"})):
        assert "until the target of the next step is shown (at most 7 times)" in text


def test_the_script_turns_pages_in_a_bounded_loop() -> None:
    script = playwright_script.render(HOLD)
    compile(script, "script", "exec")
    assert "for _ in range(7):" in script
    loop = script[script.index("for _ in range(7)") :]
    assert loop.index("is_visible()") < loop.index("break") < loop.index("click()") < loop.index("networkidle")


@pytest.mark.parametrize(
    "steps",
    [
        (click("button", "Hold"), NEXT),
        (NEXT, FlowStep(action=Action(type="goto", value=value("/")))),
        (FlowStep(action=Action(type="back"), until_next=3), click("button", "Hold")),
        (FlowStep(for_each=ForEach(item="order", parameter="order", steps=(NEXT, click("button", "Hold")))),),
    ],
)
def test_turning_pages_for_nothing_is_refused_with_its_place(steps: tuple[FlowStep, ...]) -> None:
    with pytest.raises(AwmError, match="until_next"):
        workflow_yaml.load(workflow_yaml.dump(flow(*steps)))


@pytest.mark.parametrize("most", [0, -1, 101])
def test_the_number_of_pages_is_bounded(most: int) -> None:
    with pytest.raises(ValueError, match="until_next"):
        click("link", "Next", until_next=most)
