"""The risk of a workflow is at least what its steps tell, wherever it was read from."""

from __future__ import annotations

import pytest

from awm_mcp.model import Action, FlowStep, ForEach, Target, Text, Value, Workflow
from awm_mcp.model.least_risk import risk_by_name
from awm_mcp.model.workflow import Risk
from awm_mcp.server.hints import hints


def said(text: str) -> Value:
    return Value((Text(text=text),))


def press(name: str, *, role: str = "button", writes: bool = False, sends: tuple[str, ...] = ()) -> FlowStep:
    return FlowStep(action=Action(type="click", target=Target(role=role, name=said(name))), writes=writes, sends=sends)


def flow(*steps: FlowStep, risk: Risk = "read", title: str = "") -> Workflow:
    return Workflow(name="site_do", title=title, site="x.example", start=said("/"), steps=steps, risk=risk)


@pytest.mark.parametrize(
    ("step", "risk"),
    [
        (press("Show"), "read"),
        (press("Delete"), "read"),
        (press("Show", sends=("GET /list",)), "read"),
        (press("Save", writes=True), "write"),
        (press("Show", sends=("POST /list",)), "write"),
        (press("Delete", writes=True), "destructive"),
        (press("Löschen", sends=("DELETE /one/*",)), "destructive"),
        (FlowStep(for_each=ForEach(item="item", steps=(press("Remove", writes=True),))), "destructive"),
        (FlowStep(action=Action(type="goto", value=said("/x")), instead=(press("Save", writes=True),)), "write"),
    ],
)
def test_what_a_step_tells_counts_more_than_the_risk_that_is_said(step: FlowStep, risk: Risk) -> None:
    assert flow(step).risk == risk
    assert Workflow.model_validate_json(flow(step).model_dump_json()).risk == risk
    assert hints(flow(step).risk).read_only_hint is (True if risk == "read" else None)


def test_a_workflow_may_be_said_to_be_riskier_than_its_steps_tell() -> None:
    assert flow(press("Show"), risk="destructive").risk == "destructive"


@pytest.mark.parametrize(
    ("step", "title", "risk"),
    [
        (press("Delete"), "", "destructive"),
        (press("Delete", role="link"), "", "read"),
        (press("Cancel"), "", "read"),
        (press("Search"), "Delete a contact", "read"),
        (press("Confirm", writes=True), "Unsubscribe from the newsletter", "destructive"),
        (press("Confirm", writes=True), "Set the language", "write"),
    ],
)
def test_of_what_nobody_here_has_seen_the_names_count_as_well(step: FlowStep, title: str, risk: Risk) -> None:
    assert risk_by_name((step,), title) == risk
