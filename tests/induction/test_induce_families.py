from __future__ import annotations

from making_runs import ORIGIN, price_run, run, seen, step

from awm_mcp.induction import induce, lint
from awm_mcp.induction.cleaning.clean import trace_of
from awm_mcp.induction.grouping.family import masked_task
from awm_mcp.model import Gap, Param, Run, Value


def two_prices() -> list[Run]:
    return [price_run("Blue Kettle", "$12.00"), price_run("Folding Camp Chair", "$49.90")]


def test_two_runs_of_one_task_give_one_workflow_with_the_differing_value_as_parameter() -> None:
    (workflow,) = induce(two_prices())
    (parameter,) = workflow.parameters
    assert parameter.examples == ("Blue Kettle", "Folding Camp Chair")
    assert [s.action.type for s in workflow.steps if s.action] == ["fill", "click", "click", "extract"]
    assert workflow.evidence.support == 2


def test_a_value_is_bound_in_the_field_the_link_and_the_address() -> None:
    (workflow,) = induce(two_prices())
    name = workflow.parameters[0].name
    fill, _, click, _ = workflow.steps
    assert fill.action is not None and fill.action.value == Value((Param(param=name),))
    assert click.action is not None and click.action.target is not None
    assert click.action.target.name == Value((Param(param=name),))
    assert click.url is not None and click.url.words() == f"/search?q={{{name}}}"


def test_the_instruction_template_matches_the_tasks_it_came_from() -> None:
    runs = two_prices()
    (workflow,) = induce(runs)
    (template,) = workflow.templates
    assert all(template.matches(r.task) for r in runs)


def test_what_was_read_is_an_output_and_never_a_literal() -> None:
    (workflow,) = induce(two_prices())
    (output,) = workflow.outputs
    assert output.name == "price"
    assert "$12.00" not in str([s.model_dump() for s in workflow.steps])


def test_a_single_run_abstracts_the_values_that_its_task_text_names() -> None:
    (workflow,) = induce([price_run("Blue Kettle", "$12.00")])
    assert [p.examples for p in workflow.parameters] == [("Blue Kettle",)]
    assert workflow.evidence.support == 1
    assert workflow.templates[0].params == (workflow.parameters[0].name,)


def test_tasks_that_only_read_alike_but_have_other_steps_stay_apart() -> None:
    def weight(item: str, value: str) -> Run:
        return run(
            f"Set the weight of '{item}' to '{value}'.",
            step("fill", "Find", item, role="textbox"),
            step("click", item, role="link"),
            step("fill", "Weight", value, role="spinbutton", url="/i"),
            step("click", "Save", role="button", url="/i"),
        )

    def owner(item: str, value: str) -> Run:
        return run(
            f"Set the owner of '{item}' to '{value}'.",
            step("fill", "Find", item, role="textbox"),
            step("click", item, role="link"),
            step("click", "Owner", role="button", url="/i"),
            step("click", value, role="option", url="/i"),
        )

    made = induce([weight("Alpha", "3"), weight("Beta", "5"), owner("Gamma", "Ann"), owner("Delta", "Bob")])
    tasks = [w for w in made if w.kind == "task"]
    assert sorted(w.evidence.support for w in tasks) == [2, 2]
    assert {tuple(p.name for p in w.parameters)[-1] for w in tasks} == {"weight", "owner"}


def test_failed_runs_never_teach() -> None:
    good, bad = two_prices()
    assert induce([bad.model_copy(update={"outcome": "failure"})]) == []
    (workflow,) = induce([good, bad.model_copy(update={"outcome": "failure"})])
    assert workflow.evidence.support == 1


def test_a_name_that_the_task_does_not_supply_becomes_the_place_that_the_runs_agree_on() -> None:
    def cheapest(category: str, first: str) -> Run:
        return run(
            f"Open the cheapest product of the category {category}.",
            step("click", category, role="link"),
            step("click", first, role="link", url="/c", seen=seen(1, 7)),
        )

    (workflow,) = induce([cheapest("Lamps", "Torch"), cheapest("Tents", "Bivy")])
    target = workflow.steps[1].action.target if workflow.steps[1].action else None
    assert target is not None and target.place is not None
    assert (target.name, target.place.index.literal, target.place.items) == (None, "1", "li.card a")
    assert not [f for f in lint(workflow) if f.code == "needs_observation"]


def test_without_observation_an_unexplained_name_is_not_guessed() -> None:
    def cheapest(category: str, first: str) -> Run:
        return run(
            f"Open the cheapest product of the category {category}.",
            step("click", category, role="link"),
            step("click", first, role="link", url="/c", css=f"h3 a[href='/{first}']"),
        )

    (workflow,) = induce([cheapest("Lamps", "Torch"), cheapest("Tents", "Bivy")])
    assert [f.code for f in lint(workflow) if f.severity == "error"] == ["needs_observation"]


def test_a_number_of_the_task_that_counts_nameless_elements_becomes_their_position() -> None:
    def rate(film: str, stars: int) -> Run:
        return run(
            f"Rate '{film}' with {stars} stars.",
            step("click", film, role="link"),
            step("click", css=f"#rating > i:nth-of-type({stars})", url="/f"),
            step("click", "Save rating", role="button", url="/f"),
        )

    (workflow,) = induce([rate("Heat", 5), rate("Alien", 3)])
    target = workflow.steps[1].action.target if workflow.steps[1].action else None
    assert target is not None and target.place is not None
    assert target.place.index.params == ("stars",) and target.place.items == "#rating > i"


def test_data_around_a_value_in_a_label_is_left_open() -> None:
    def watch(subject: str, number: int, status: str) -> Run:
        return run(
            f"Watch the ticket '{subject}'.",
            step("fill", "Search", subject, role="textbox"),
            step("click", text=f"Bug #{number} ({status}): {subject}", css=f"a[href='/t/{number}']", url="/s"),
            step("click", "Watch", role="button", url=f"/t/{number}"),
        )

    (workflow,) = induce([watch("Export drops rows", 26, "New"), watch("Mail sent twice", 9, "Open")])
    target = workflow.steps[1].action.target if workflow.steps[1].action else None
    assert target is not None and target.text is not None
    assert target.text.matches("Feature #311 (Closed): Mail sent twice") is True
    assert target.text.params == ("ticket",) and any(isinstance(t, Gap) for t in target.text.root)


def test_the_password_is_a_secret_and_sign_in_an_optional_group() -> None:
    secret = Value((Param(param="password"),))

    def change(item: str, price: str) -> Run:
        return run(
            f"As staff, change the price of '{item}' to {price}.",
            step("fill", "User", "admin", role="textbox", url="/login"),
            step("fill", "Password", secret, role="textbox", url="/login"),
            step("click", "Log in", role="button", url="/login"),
            step("fill", "Title", item, role="textbox", url="/admin"),
            step("click", item, role="link", url="/admin"),
            step("fill", "Price", price, role="spinbutton", url="/admin/1"),
            step("click", "Save", role="button", url="/admin/1"),
            secrets=("password",),
        )

    (workflow,) = induce([change("Cup", "12.50"), change("Plate", "65.90")])
    assert [s.group for s in workflow.steps] == ["sign_in"] * 3 + [None] * 4
    assert all(s.optional for s in workflow.steps[:3])
    password = workflow.parameter("password")
    assert password is not None and password.secret == "secret" and not password.examples
    assert [s.writes for s in workflow.steps] == [False] * 6 + [True]
    assert workflow.risk == "write"


def test_destructive_labels_make_the_workflow_destructive() -> None:
    def delete(name: str) -> Run:
        return run(
            f"Delete the list '{name}'.",
            step("click", name, role="link"),
            step("click", "Delete list", role="button", url="/l"),
        )

    (workflow,) = induce([delete("Groceries"), delete("Chores")])
    assert workflow.risk == "destructive" and workflow.steps[-1].writes


def test_a_spelling_with_trailing_zeros_keeps_its_type_a_text() -> None:
    def price(item: str, amount: str) -> Run:
        return run(
            f"Set the price of '{item}' to {amount}.",
            step("click", item, role="link"),
            step("fill", "Price", amount, role="spinbutton"),
            step("click", "Save", role="button"),
        )

    (workflow,) = induce([price("Cup", "44.00"), price("Plate", "12.50")])
    parameter = workflow.parameter("price")
    assert parameter is not None and parameter.type == "string"


def test_equal_runs_count_once_and_order_does_not_matter() -> None:
    runs = [*two_prices(), price_run("Blue Kettle", "$12.00", id="again")]
    assert induce(runs) == induce(list(reversed(runs)))
    assert induce(runs)[0].evidence.support == 2


def on_form(page: str, task: str, text: str) -> Run:
    return run(
        task,
        step("fill", "", text, role="textbox", css="#tt", url=page),
        step("click", "Submit", role="button", url=page),
        id=page + text,
        start_url=ORIGIN + page,
    )


def test_fields_without_a_name_are_the_same_only_on_pages_of_one_kind() -> None:
    runs = [on_form("/text.html", f'Enter "{name}" into the field and press Submit.', name) for name in ("Ada", "Eva")]
    runs += [on_form("/code.html", f'Enter "{code}" as the code and press Submit.', code) for code in ("Kestrel", "Osprey")]
    assert [len(w.evidence.runs) for w in induce(runs)] == [2, 2]

    noted = [
        on_form(f"/item/{n}/edit", f'Enter "{note}" as the note of item {n}.', note) for n, note in ((3, "Ada"), (71, "Eva"))
    ]
    assert [len(w.evidence.runs) for w in induce(noted)] == [2]

    named = [on_form(f"/item/{name.lower()}-lamp", f'Enter "{note}" as the note of the {name} Lamp.', note)
             for name, note in (("Oak", "Ada"), ("Brass", "Eva"))]  # fmt: skip
    assert [len(w.evidence.runs) for w in induce(named)] == [2]


def _labelled(who: str, label: str, task: str = "Assign {} with label {}") -> Run:
    return run(
        task.format(who, label),
        step("click", "Assignee", role="combobox", url="/new"),
        step("click", who, role="option", url="/new"),
        step("click", "Labels", role="combobox", url="/new"),
        step("click", label, role="option", url="/new"),
        step("click", "Assign", role="button", url="/new"),
    )


def test_an_entry_taken_from_a_list_is_a_value_though_it_is_written_small() -> None:
    (workflow,) = induce([_labelled("Ada Lovelace", "bug"), _labelled("Alan Turing", "docs")])
    assert {p.examples for p in workflow.parameters} == {("Ada Lovelace", "Alan Turing"), ("bug", "docs")}


def test_an_entry_of_a_list_with_which_the_task_begins_is_its_command() -> None:
    commanded = _labelled("Ada Lovelace", "escalate", task="{1} the ticket of {0}")
    assert "escalate" in masked_task(trace_of(commanded))


def test_the_second_of_two_names_in_a_task_is_a_value_and_no_further_command() -> None:
    def mail(first: str, second: str, subject: str) -> Run:
        suggestion = "#compose > div.hits > div > span.name"
        return run(
            f"Write to {first} and {second} about '{subject}'.",
            step("click", "Compose", role="button", css="#compose"),
            step("fill", "To", first, role="textbox", css="#to"),
            step("click", text=Value.model_validate(first), css=suggestion),
            step("fill", "To", second, role="textbox", css="#to"),
            step("click", text=Value.model_validate(second), css=suggestion),
            step("fill", "Subject", subject, role="textbox", css="#subject"),
            step("click", "Send", role="button", css="#send"),
        )

    flows = induce([mail("Ann Bell", "Bob Cole", "Monday"), mail("Cid Oak", "Dora Lane", "Friday")])
    (flow,) = [one for one in flows if one.kind == "task"]
    assert flow.evidence.support == 2


def test_a_field_beside_a_text_of_what_is_in_hand_is_the_same_field_in_all_runs() -> None:
    def reply(to: str, subject: str, text: str) -> Run:
        return run(
            f"Reply to '{subject}' with '{text}'.",
            step("click", text=Value.model_validate(subject), css="div.mails > div > span"),
            step("fill", "", text, role="textbox", label=Value.model_validate(f"To: {to}"), css="#editor"),
            step("click", "Send", role="button", css="#send"),
        )

    flows = induce([reply("Ann Bell", "Keys", "Yes, please."), reply("Bob Cole", "Budget", "Approved.")])
    (flow,) = [one for one in flows if one.kind == "task"]
    fills = [one.action for one in flow.steps if one.action is not None and one.action.type == "fill"]
    assert len(fills) == 1 and fills[0].target is not None and fills[0].target.label is None
    assert all(parameter.required for parameter in flow.parameters)
