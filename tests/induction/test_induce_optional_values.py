"""Runs of one task of which some gave values that others left to the form are one workflow with optional parameters."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import permutations
from typing import Any

from making_runs import ORIGIN, run, step

from awm_mcp.induction import Inducer, induce, lint
from awm_mcp.model import Effect, Run, Seen, Step, Workflow
from awm_mcp.model.templates import best_fill


def field(name: str, text: str, kind: str = "fill", url: str = "/order", **more: Any) -> Step:
    return step(kind, name, text, role="combobox" if kind == "select" else "textbox", url=url, **more)


def filled_form(task: str, *fields: Step, opened: str = "Order form", url: str = "/order", ends: str = "/done") -> Run:
    sent = Effect(url=ORIGIN + ends, requests=(f"POST {url}",), shown=("Thank you",), changed=True)
    return run(
        task,
        step("click", opened, role="link", effect=Effect(url=ORIGIN + url, changed=True)),
        *fields,
        step("click", "Send", role="button", url=url, effect=sent),
        id=task,
    )


def order(count: int, item: str, *more: Step, told: str = "") -> Run:
    fields = (field("Item", item), field("Quantity", str(count)))
    return filled_form(f"Order {count} {item}{told}", *fields, *more)


def coloured(count: int, item: str, colour: str, held: str | None = None) -> Run:
    return order(count, item, field("Colour", colour, "select", seen=Seen(held=held)), told=f" in {colour}")


def contact(name: str, phone: str = "", company: str = "", note: str = "") -> Run:
    given = {"Name": name, "Phone": phone, "Company": company, "Note": note}
    told = f"Send a contact request for {name}" + (f", phone {phone}" if phone else "")
    told += (f", company {company}" if company else "") + (f" with the note '{note}'" if note else "")
    fields = [field(label, text, url="/contact") for label, text in given.items() if text]
    return filled_form(told, *fields, opened="Contact", url="/contact")


def boxed(count: int, item: str, colour: str = "", size: str = "") -> Run:
    told = (f" in {colour}" if colour else "") + (f", size {size}" if size else "")
    steps: list[Step] = []
    for label, choice in (("Colour", colour), ("Size", size)):
        if choice:
            opening = step("click", label, role="combobox", url="/order")
            steps += [opening, step("click", choice, role="option", url="/order")]
    return order(count, item, *steps, told=told)


def tasks(*runs: Run, most: int | None = 8) -> list[Workflow]:
    return [workflow for workflow in induce(runs, most=most) if workflow.kind == "task"]


def only(*runs: Run) -> Workflow:
    (workflow,) = tasks(*runs)
    assert [found for found in lint(workflow) if found.severity == "error"] == []
    return workflow


def required(workflow: Workflow) -> dict[str, bool]:
    return {p.name: p.required for p in workflow.parameters}


CONTACTS = (
    contact("Ann Lee", "555 1", "Acme"),
    contact("Bob Ray", note="Call me"),
    contact("Cy Dow"),
    contact("Di Fox", "555 2"),
    contact("Ed Gil", company="Bolt", note="Hi there"),
)
ORDERS = (coloured(2, "Mugs", "Pink"), order(3, "Cups"), coloured(1, "Bowl", "Blue"))


def test_a_value_that_some_tasks_tell_and_others_leave_to_the_form_is_an_optional_parameter() -> None:
    workflow = only(*ORDERS)
    assert (workflow.name, workflow.title, workflow.evidence.support) == ("store_order_item", "Order an item", 3)
    assert required(workflow) == {"item": True, "quantity": True, "colour": False}
    assert [s.optional for s in workflow.steps] == [False, False, False, True, False]
    assert [t.words() for t in workflow.templates] == ["Order {quantity} {item} in {colour}", "Order {quantity} {item}"]


def test_a_task_text_is_read_with_and_without_the_optional_part() -> None:
    workflow = only(*ORDERS)
    assert best_fill(workflow, "Order 4 Plates in Green") == ({"quantity": "4", "item": "Plates", "colour": "Green"}, [])
    assert best_fill(workflow, "Order 7 Spoons") == ({"quantity": "7", "item": "Spoons"}, [])


def test_one_run_that_gave_the_value_is_enough_and_what_the_form_held_is_its_default() -> None:
    workflow = only(order(3, "Cups"), coloured(2, "Mugs", "Pink", held="White"))
    colour = workflow.parameter("colour")
    assert colour is not None
    assert (colour.required, colour.default, colour.examples) == (False, "White", ("Pink",))


def test_a_value_that_is_the_same_in_all_runs_that_gave_it_is_never_given_unasked() -> None:
    some = [coloured(n, item, "Pink") for n, item in ((2, "Mugs"), (1, "Bowl"), (4, "Plate"))]
    workflow = only(order(3, "Cups"), *some)
    assert required(workflow)["colour"] is False
    assert workflow.steps[3].params == ("colour",)


def test_several_optional_parts_make_one_workflow_whatever_runs_came_first() -> None:
    made: set[str] = set()
    for runs in permutations(CONTACTS):
        inducer = Inducer(most=8)
        assert all(map(inducer.put, runs))
        found = [w for w in inducer.workflows() if w.kind == "task"]
        made.add(" ".join(f"{w.name} {w.evidence.support} {required(w)}" for w in found))
    fields = {"name": True, "phone": False, "company": False, "note": False}
    assert made == {f"store_send_contact_request 5 {fields}"}


def test_parts_are_read_in_any_choice_and_order_also_ones_that_no_run_had() -> None:
    workflow = only(*CONTACTS)
    read = {
        "Send a contact request for Zoe Kim": {"name": "Zoe Kim"},
        "Send a contact request for Zoe Kim, company Zed, phone 77": {"name": "Zoe Kim", "company": "Zed", "phone": "77"},
        "Send a contact request for Zoe Kim with the note 'Ring, phone me', company Zed": {
            "name": "Zoe Kim",
            "note": "Ring, phone me",
            "company": "Zed",
        },
    }
    assert {task: best_fill(workflow, task)[0] for task in read} == read
    assert workflow.templates[0].words().endswith("{name}, phone {phone}, company {company} with the note '{note}'")


def test_a_list_that_is_opened_for_the_value_goes_with_it() -> None:
    workflow = only(
        boxed(2, "Mugs", "Pink"), boxed(3, "Cups"), boxed(1, "Bowl", size="Large"), boxed(5, "Plates", "Blue", "Small")
    )
    assert [(s.words(), s.group) for s in workflow.steps[3:-1]] == [
        ('click combobox "Colour" (if shown)', "choose_colour"),
        ('click option "{colour}" (if given)', "choose_colour"),
        ('click combobox "Size" (if shown)', "choose_size"),
        ('click option "{size}" (if given)', "choose_size"),
    ]
    assert required(workflow) == {"item": True, "quantity": True, "colour": False, "size": False}


def test_the_value_may_come_first_in_the_form_and_in_the_wording() -> None:
    def labelled(item: str, label: str = "") -> Run:
        first = [field("Label", label)] if label else []
        return filled_form((f"As {label}, order" if label else "Order") + f" the item {item}", *first, field("Item", item))

    workflow = only(labelled("Mug"), labelled("Bowl", "Gift"), labelled("Vase", "Toy"))
    assert required(workflow) == {"label": False, "item": True}
    assert best_fill(workflow, "As Prize, order the item Jug")[0] == {"label": "Prize", "item": "Jug"}


def apart(*others: Run) -> list[int]:
    """The support of each workflow of a plain order and of other runs."""
    return sorted(w.evidence.support for w in tasks(order(3, "Cups"), *others, most=None))


def test_a_further_command_and_a_tick_or_a_choice_that_the_task_does_not_tell_make_another_task() -> None:
    def click(name: str, role: str, kind: str = "click") -> Step:
        return step(kind, name, role=role, url="/order")

    assert apart(order(2, "Mugs", click("Archive", "button"), told=" and archive the cart")) == [1, 1]
    assert apart(order(2, "Mugs", click("Gift wrap", "checkbox", "check"), told=" as a present")) == [1, 1]
    assert apart(order(2, "Mugs", field("Colour", "Pink", "select"), told=" in a warm tone")) == [1, 1]


def test_a_value_that_is_sent_at_once_or_given_on_another_page_makes_another_task() -> None:
    saved = field("Colour", "Pink", "select", effect=Effect(url=ORIGIN + "/order", requests=("PUT /cart",)))
    assert apart(order(2, "Mugs", saved, told=" in Pink")) == [1, 1]
    assert apart(order(2, "Mugs", field("Colour", "Pink", "select", url="/colours"), told=" in Pink")) == [1, 1]


def test_a_value_behind_the_last_common_step_makes_another_end() -> None:
    def shown(item: str, category: str = "") -> Run:
        told = f"Show the list of {item}" + (f" in {category}" if category else "")
        listed = Effect(url=ORIGIN + "/list", changed=True)
        further = [field("Category", category, "select", url="/list")] if category else []
        search = step("fill", "Search", item, role="searchbox")
        return run(told, search, step("click", "Search", role="button", effect=listed), *further, id=told)

    assert sorted(w.evidence.support for w in tasks(shown("Mugs"), shown("Cups", "Kitchen"), most=None)) == [1, 1]


def test_two_changes_of_one_thing_that_share_no_other_input_are_two_tasks() -> None:
    def changed(name: str, what: str, to: str) -> Run:
        saved = Effect(url=ORIGIN + "/people", requests=("POST /person",))
        steps: Sequence[Step] = (
            step("click", "Edit", role="button", row=name, url="/people"),
            field(what.title(), to, url="/person"),
            step("click", "Save", role="button", url="/person", effect=saved),
        )
        return run(f"Set the {what} {to} for {name}", *steps, id=name)

    made = tasks(changed("Ann", "email", "a@b.example"), changed("Bob", "phone", "555"), most=None)
    assert [w.evidence.support for w in made] == [1, 1]


def test_what_is_typed_to_find_a_choice_and_the_choice_are_one_optional_value() -> None:
    def issue(title: str, person: str = "") -> Run:
        told = f"Create an issue titled '{title}'" + (f" assigned to {person}" if person else "")
        opening = step("click", "Assignee", role="combobox", url="/new")
        searched = step("fill", "Search users", person.split()[0] if person else "", role="searchbox", url="/new")
        picked = [opening, searched, step("click", person, role="option", url="/new")] if person else []
        return filled_form(told, field("Title", title, url="/new"), *picked, opened="New issue", url="/new")

    workflow = only(issue("A bug", "Sara Lindqvist"), issue("B bug"), issue("C bug", "Omar Haddad"))
    assert required(workflow) == {"title": True, "assignee": False}
    assert {s.group for s in workflow.steps[2:5]} == {"choose_assignee"}
    assert workflow.title == "Create an issue"
