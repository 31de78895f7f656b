from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from making_runs import run, step

from awm_mcp.induction import induce
from awm_mcp.induction.aligning.patterns import Move
from awm_mcp.induction.naming.naming import title_of
from awm_mcp.induction.routines.expected import Line, fits
from awm_mcp.induction.texts.wording import asked
from awm_mcp.model import Parameter, Run, Value


def trip(task: str, place: str, *rest: str) -> Run:
    return run(
        task,
        step("fill", "Enter a destination", place, role="combobox"),
        step("click", place, role="option"),
        *(step("click", label, role="button") for label in rest),
    )


UNLIKE = [
    trip("Find a hotel with a pool in Oslo", "Oslo", "Pool", "Price"),
    trip("What does the train to Turin cost in the first class?", "Turin", "Trains", "First class"),
    trip("Show me museums that are open late near Quito", "Quito", "Things to do", "Open late", "Map"),
]


def test_tasks_that_hardly_repeat_give_the_short_routines_that_a_new_one_likely_needs() -> None:
    best = induce(UNLIKE)[0]
    assert best.kind == "subtask" and best.evidence.support == 3
    assert [s.action.type for s in best.steps if s.action] == ["fill", "click"]
    assert {p.examples[0] for p in best.parameters} <= {"Oslo", "Turin", "Quito"}


def test_a_library_of_unlike_tasks_stays_small() -> None:
    assert len(induce(UNLIKE)) <= 8


def test_a_role_that_only_one_run_tells_is_left_open() -> None:
    alone = [w for w in induce(UNLIKE) if w.evidence.support == 1]
    roles = {s.action.target.role for w in alone for s in w.steps if s.action and s.action.target}
    assert alone and roles == {None}


def test_labels_of_fields_that_share_an_edge_are_one_field_with_a_parameter() -> None:
    def ride(kind: str, place: str) -> Run:
        return run(
            f"{kind} a car at {place} for {len(place)} people",
            step("fill", f"Enter {kind} location", place, role="textbox"),
            step("click", place, role="option"),
        )

    made = induce([ride("pickup", "Oslo"), ride("drop off", "Lima station")])
    labels = [
        s.action.target.name.words() for w in made for s in w.steps if s.action and s.action.target and s.action.target.name
    ]
    assert any(label.startswith("Enter {") and label.endswith("} location") for label in labels)


@given(st.lists(st.sampled_from(["red", "blue", "green", "lamp", "desk"]), min_size=1, max_size=5))
def test_an_open_label_takes_a_text_only_if_the_task_supplies_half_of_it(words: list[str]) -> None:
    known = frozenset({"red", "blue"})
    supplied = sum(word in known for word in words)
    assert fits(Move("click", "", "{}"), Line("click", tuple(words)), known) == (2 * supplied >= len(words))


def test_the_clause_that_does_the_work_names_the_task() -> None:
    said = {
        "In the list \x01list\x01, sort by age and open the oldest entry. What is it called?": "open the oldest entry",
        "Filter by \x01who\x01, open '\x01entry\x01' and set its state to \x01state\x01.": "set its state to \x01state\x01",
        "Put \x01count\x01 x \x01thing\x01 into it and tell me the total.": "Put \x01count\x01 x \x01thing\x01 into it",
        "Assign '\x01entry\x01' to \x01who\x01 and set its state to \x01state\x01.": "Assign '\x01entry\x01' to \x01who\x01",
    }
    assert {text: asked(text).clause for text in said} == said


def test_titles_read_like_what_a_person_would_say() -> None:
    template = Value.model_validate(
        [{"text": "In the category "}, {"param": "category"}, {"text": ", sort by price and open the cheapest product."}]
    )
    assert title_of(template, [Parameter(name="category")]) == "Open the cheapest product in a category"
