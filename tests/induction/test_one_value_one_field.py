"""A value goes where its runs put it: two fields that no run filled in both take two values, each if it is given."""

from __future__ import annotations

import pytest
from making_runs import run, step

from awm_mcp.induction import induce, lint
from awm_mcp.model import Run, Workflow
from awm_mcp.model.templates import best_match

TEXTS = {"Body": ("See you on Monday", "Thanks for the apples"), "Footer": ("Best wishes, Tom", "Yours, Tom")}


def letter(name: str, field: str, text: str, says: str) -> Run:
    filled = [step("fill", "Recipient", name, role="textbox"), step("fill", field, text, role="textbox")]
    return run(says.format(name, text), *filled, step("click", "Send letter", role="button"), id=f"{name} {text}")


def letters(body: str, footer: str) -> list[Run]:
    says = {"Body": body, "Footer": footer}
    names = ("Ann", "Bob")
    return [letter(names[at], field, text, says[field]) for field in TEXTS for at, text in enumerate(TEXTS[field])]


def into(workflow: Workflow) -> dict[str, tuple[str, ...]]:
    return {
        one.action.target.name.words(): one.action.value.params
        for one in workflow.steps
        if one.action is not None and one.action.value is not None and one.action.target and one.action.target.name
    }


@pytest.mark.parametrize(
    ("body", "footer"),
    [
        ('Send a letter to {} saying "{}"', 'Send a letter to {} with the footer "{}"'),
        ("Write {} a letter with the body {}", "Write {} a letter with the footer {}"),
    ],
)
def test_two_fields_of_a_form_take_two_values(body: str, footer: str) -> None:
    for made in induce(letters(body, footer), most=None):
        if made.kind != "task":
            continue
        taken = [name for names in into(made).values() for name in names]
        assert len(taken) == len(set(taken))
        assert not [one.text for one in lint(made) if one.severity == "error"]


def test_what_a_task_says_goes_into_its_own_field() -> None:
    said = ('Send a letter to {} saying "{}"', 'Send a letter to {} with the footer "{}"')
    (made,) = (one for one in induce(letters(*said), most=None) if one.kind == "task")
    fields = into(made)
    for field, says in zip(("Body", "Footer"), said, strict=True):
        found = best_match(made, says.format("Cleo", "Really, T.?"))
        assert found is not None
        assert found.arguments == {
            **dict.fromkeys(fields["Recipient"], "Cleo"),
            **dict.fromkeys(fields[field], "Really, T.?"),
        }


def renamed(thing: str, name: str, css: str = "div > input") -> Run:
    pressed = step("click", "Rename", role="button", row=thing)
    typed = step("fill", f"New name for {thing}", name, role="textbox", css=css)
    return run(f'Rename {thing} to "{name}"', pressed, typed, step("click", "Yes", role="button"), id=thing)


def test_a_field_that_is_called_by_the_thing_of_the_task_is_one_field() -> None:
    (made,) = (
        one for one in induce([renamed("Alpha", "Aleph"), renamed("Gamma", "Gimel")], most=None) if one.kind == "task"
    )
    assert len(made.parameters) == 2
    ((name, given),) = into(made).items()
    assert name.startswith("New name for {") and len(given) == 1
    assert not [one.text for one in lint(made) if one.severity == "error"]
