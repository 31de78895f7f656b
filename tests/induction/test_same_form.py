"""Runs that send one form in other words, one of them with less in it, are one workflow; another deed stays another one."""

from __future__ import annotations

from itertools import permutations
from typing import Any

import pytest
from making_runs import ORIGIN, run, step

from awm_mcp.induction import Inducer, induce, lint
from awm_mcp.model import Effect, Run, Step, Workflow
from awm_mcp.model.templates import best_fill

HI = "Send the shop a message saying Hello there"
ANN = "Write to the shop as Ann, topic Returns, saying Where is it?"


def field(label: str, text: str, kind: str = "fill", url: str = "/contact", **more: Any) -> Step:
    return step(kind, label, text, role="combobox" if kind == "select" else "textbox", label=label, url=url, **more)


def sent(
    task: str, *given: Step, press: str = "Send message", url: str = "/contact", way: Step | None = None, **more: Any
) -> Run:
    done = Effect(url=ORIGIN + "/sent", requests=(f"POST {url}",), shown=("Thank you",), changed=True)
    first = way or step("click", "Contact", role="link")
    return run(task, first, *given, step("click", press, role="button", url=url, effect=done, **more), id=task)


def message(text: str = "Hello there", **more: Any) -> Step:
    return field("Message", text, **more)


def letter(name: str = "Ann", topic: str = "Returns", text: str = "Where is it?") -> tuple[Step, ...]:
    return field("Your name", name), field("Topic", topic, "select"), message(text)


def learned(*runs: Run) -> list[Workflow]:
    return [w for w in induce(runs, most=None) if w.kind == "task"]


def test_one_form_in_two_wordings_of_which_one_says_more_is_one_workflow_with_optional_fields():
    (one,) = learned(sent(HI, message()), sent(ANN, *letter()))
    assert {p.name: p.required for p in one.parameters} == {"name": False, "topic": False, "message": True}
    assert [s.optional for s in one.steps] == [False, True, True, False, False]
    assert [f for f in lint(one) if f.severity == "error"] == []


def test_each_wording_is_read_with_the_values_that_it_tells():
    (one,) = learned(sent(HI, message()), sent(ANN, *letter()))
    assert best_fill(one, "Send the shop a message saying Good day") == ({"message": "Good day"}, [])
    told = {"name": "Bob", "topic": "Delivery", "message": "How long?"}
    assert best_fill(one, "Write to the shop as Bob, topic Delivery, saying How long?") == (told, [])


def test_whatever_run_came_first_and_in_whatever_order_the_fields_were_filled_in():
    mixed = sent("Contact the shop as Cy about Delivery: 'How long?'", *reversed(letter("Cy", "Delivery", "How long?")))
    made: set[str] = set()
    for runs in permutations((sent(HI, message()), sent(ANN, *letter()), mixed)):
        inducer = Inducer(most=8)
        assert all(map(inducer.put, runs))
        found = [w for w in inducer.workflows() if w.kind == "task"]
        made.add(" ".join(f"{w.evidence.support} { {p.name: p.required for p in w.parameters} }" for w in found))
    assert len(made) == 1 and made.pop().startswith("3 ")


def test_the_form_of_a_thing_that_the_tasks_name_is_one_form():
    def note(task: str, thing: str, number: int, *given: Step) -> Run:
        return sent(task, *given, press="Save", url=f"/orders/{number}/note", way=step("click", thing, role="link"))

    def of(number: int, label: str, text: str) -> Step:
        return field(label, text, url=f"/orders/{number}/note")

    (one,) = learned(
        note("Add the note 'Ring twice' to order A-12", "A-12", 12, of(12, "Note", "Ring twice")),
        note("Write 'Call first' on order B-7, signed Eve", "B-7", 7, of(7, "Note", "Call first"), of(7, "By", "Eve")),
    )
    assert [p.required for p in one.parameters].count(True) == 2 and one.evidence.support == 2


OTHER_DEEDS = {
    "another button": sent("Save a draft as Ann, topic Returns, saying Where is it?", *letter(), press="Save draft"),
    "another page": sent(
        "Write to the press as Ann, saying Where is it?",
        field("Your name", "Ann", url="/press"),
        message("Where is it?", url="/press"),
        url="/press",
    ),
    "another form by the query": sent(
        "Write to support as Ann, saying Where is it?",
        field("Your name", "Ann", url="/contact?to=support"),
        message("Where is it?", url="/contact?to=support"),
        url="/contact?to=support",
    ),
    "another way": sent(ANN, step("click", "Complaints", role="tab", url="/contact"), *letter()),
    "another form on the page": sent(ANN, *letter()[:2], message("Where is it?", css="#news textarea")),
    "no field in common": sent("Write as Ann to the shop", field("Your name", "Ann")),
    "a constant that no task tells": sent(ANN, field("Company", "Acme"), *letter()),
    "a tick": sent(
        ANN, step("check", "Urgent", role="checkbox", url="/contact"), *letter()
    ),
    "a value that is sent at once": sent(
        ANN, field("Your name", "Ann", effect=Effect(url=ORIGIN + "/contact", requests=("PUT /me",))), *letter()[1:]
    ),
    "a task that takes back": sent(
        "Withdraw the message saying Where is it? as Ann", field("Your name", "Ann"), *letter()[2:]
    ),
}  # fmt: skip


@pytest.mark.parametrize("other", OTHER_DEEDS.values(), ids=OTHER_DEEDS)
def test_another_deed_is_another_workflow(other: Run):
    base = sent(HI, message(css="#contact textarea"))
    assert sorted(w.evidence.support for w in learned(base, other)) == [1, 1]
