"""One task worded in two ways, its form filled in in another order, is one workflow with two templates."""

from __future__ import annotations

import pytest

from awm_mcp.app.versions.continuity import Joiner
from awm_mcp.induction.library import Inducer
from awm_mcp.model import Action, Run, Step, Workflow

HOME = "http://shop.example"


def step(kind: str, role: str, name: str, given: str = "", page: str = "/contact") -> Step:
    action = {"type": kind, "target": {"role": role, "name": name}, **({"value": given} if given else {})}
    return Step(url=HOME + page, action=Action.model_validate(action))


def sent(number: int, task: str, *filled: tuple[str, str], page: str = "/contact", button: str = "Send message") -> Run:
    steps = (*(step("fill", "textbox", *one, page) for one in filled), step("click", "button", button, page=page))
    return Run(
        id=f"run_{number}",
        task=task,
        site="shop.example",
        origin=HOME,
        start_url=HOME + page,
        outcome="success",
        steps=steps,
    )


def learned(*runs: Run) -> list[Workflow]:
    inducer = Inducer()
    for run in runs:
        inducer.put(run)
    return [one for one in Joiner(inducer.sample).joined(inducer.workflows()) if one.kind == "task"]


ANN = (("Your name", "Ann Lee"), ("Email", "ann@lee.example"), ("Message", "Do you ship to Norway?"))
BO = (("Email", "bo@berg.example"), ("Your name", "Bo Berg"), ("Message", "Where is my parcel?"))
FIRST = sent(1, 'Send the shop a message from Ann Lee (ann@lee.example) saying "Do you ship to Norway?"', *ANN)
OTHER_WORDS = 'Write to the shop as Bo Berg, bo@berg.example: "Where is my parcel?"'


@pytest.mark.parametrize("order", [BO, (BO[1], BO[0], BO[2]), (BO[0], BO[2], BO[1])])
def test_the_same_form_in_other_words_and_another_order_is_one_task(order: tuple[tuple[str, str], ...]) -> None:
    (one,) = learned(FIRST, sent(2, OTHER_WORDS, *order))
    assert {template.words() for template in one.templates} == {
        'Send the shop a message from {name} ({email}) saying "{message}"',
        'Write to the shop as {name}, {email}: "{message}"',
    }
    assert set(one.evidence.runs) == {"run_1", "run_2"}
    examples = {parameter.name: set(parameter.examples) for parameter in one.parameters}
    assert examples["name"] == {"Ann Lee", "Bo Berg"} and examples["email"] == {"ann@lee.example", "bo@berg.example"}


@pytest.mark.parametrize(
    "other",
    [
        sent(2, OTHER_WORDS, *BO, ("Topic", "Returns")),
        sent(2, OTHER_WORDS, *BO, button="Save draft"),
        sent(2, OTHER_WORDS, ("Email", "bo@berg.example"), ("Nickname", "Bo Berg"), ("Message", "Where is my parcel?")),
    ],
)
def test_another_constant_end_or_field_keeps_them_apart(other: Run) -> None:
    assert sorted(one.evidence.runs for one in learned(FIRST, other)) == [("run_1",), ("run_2",)]
