"""A model's words replace those of the rules only where they are right."""

from __future__ import annotations

from typing import Any

import pytest
from model_stage import click, endpoint, look_up, run

from awm_mcp.induction import induce, lint
from awm_mcp.induction.by_model.model_naming import named
from awm_mcp.model import Workflow

GOOD: dict[str, Any] = {
    "name": "print_letter",
    "title": "Print a patient's newest letter",
    "summary": "Looks a patient up and prints the newest letter in the file.",
    "parameters": [{"old": "patient", "new": "patient_name", "meaning": "Full name as in the file"}],
}


def drafted() -> Workflow:
    letter = [click("/file", "link", "Letters"), click("/letters", "button", "Show newest")]
    runs = [
        run(n, f"Show the newest letter of {p}", *look_up(p), *letter) for n, p in enumerate(("Ines Moreau", "Tom Bakker"))
    ]
    (made,) = induce(runs)
    return made


async def test_good_words_are_taken_everywhere():
    draft = drafted()
    assert [p.name for p in draft.parameters] == ["patient"]
    async with endpoint(GOOD) as model:
        made, problems = await named(draft, model)
    assert problems == []
    assert (made.name, made.title) == ("clinic_print_letter", "Print a patient's newest letter")
    assert made.description.startswith(GOOD["summary"])
    assert [(p.name, p.description) for p in made.parameters] == [("patient_name", "Full name as in the file")]
    assert {n for step in made.steps for n in step.params} == {"patient_name"}
    assert all(set(case) == {"patient_name"} for case in made.evidence.arguments)
    assert "{patient_name}" in made.templates[0].words()
    assert [f for f in lint(made) if f.code in ("poor_description", "undeclared_parameter", "unused_parameter")] == []


@pytest.mark.parametrize(
    ("field", "bad"),
    [
        ("name", "do"),
        ("name", "print_letter_of_ines_moreau"),
        ("name", "!!!"),
        ("title", "Print"),
        ("title", "Print the letter of Tom Bakker"),
        ("title", "Open http://clinic.test and print"),
        ("summary", "ok"),
    ],
)
async def test_a_bad_word_leaves_the_rules_word_and_takes_the_good_ones(field: str, bad: str):
    draft = drafted()
    async with endpoint({**GOOD, field: bad}) as model:
        made, problems = await named(draft, model)
        assert len(model.server.asked) == 2
    assert field in problems[0]
    assert (made.name == draft.name) == (field == "name")
    assert (made.title == draft.title) == (field == "title")
    assert [f for f in lint(made) if f.severity == "error"] == [f for f in lint(draft) if f.severity == "error"]


@pytest.mark.parametrize(
    "row",
    [
        {"old": "nobody", "new": "patient_name", "meaning": "x"},
        {"old": "patient", "new": "value", "meaning": "x"},
        {"old": "patient", "new": "Ines Moreau", "meaning": "Ines Moreau"},
        {"old": "patient", "new": "", "meaning": ""},
    ],
)
async def test_a_bad_parameter_name_is_not_taken(row: dict[str, str]):
    async with endpoint({**GOOD, "parameters": [row]}) as model:
        made, problems = await named(drafted(), model)
    assert [p.name for p in made.parameters] == ["patient"]
    assert problems
    assert "Moreau" not in made.parameters[0].description


@pytest.mark.parametrize("answer", ["", "no json", "[]", {"name": "x"}])
async def test_an_unusable_answer_leaves_the_draft_as_it_is(answer: Any):
    draft = drafted()
    async with endpoint(answer) as model:
        made, problems = await named(draft, model)
    assert made == draft
    assert problems


async def test_a_workflow_that_has_a_name_already_keeps_it():
    draft = drafted()
    async with endpoint(GOOD) as model:
        made, _ = await named(draft, model, keep_name=True)
    assert made.name == draft.name
    assert made.title == GOOD["title"]
