"""What a task says of an element in other words than its label: its row, how it begins and ends, the label beside it."""

from __future__ import annotations

from making_runs import run, step

from awm_mcp.formats.secrets import mask
from awm_mcp.induction.checking.lint import lint
from awm_mcp.induction.library import induce
from awm_mcp.model import Effect, FlowStep, Gap, Landmark, Param, Run, Seen, Step, Target, Workflow
from awm_mcp.model.clock import clock, times_in
from awm_mcp.model.narrowing import narrowing, without_absent
from awm_mcp.model.templates import best_fill


def only(*runs: Run) -> Workflow:
    (workflow,) = induce(list(runs))
    return workflow


def target(one: FlowStep) -> Target:
    assert one.action is not None
    assert one.action.target is not None
    return one.action.target


ICONS = "div.post > span.more"


def menu(entry: str, place: int, text: str) -> Run:
    row = ("@leo", "Cohen")
    more = Seen(place=place, count=5, items=ICONS, equals=1, row_texts=row)
    css = f"#list > div:nth-of-type({place}) > span"
    return run(
        f'For the user @leo, click on the "{entry}" button.',
        step("click", css=css, row="@leo", seen=more, effect=Effect(changed=True, shown=(entry,))),
        step("click", text=text, role="listitem", css=f"{css} > ul > li:nth-of-type({place})", effect=Effect(changed=True)),
        id=entry,
    )


def test_the_row_that_the_tasks_name_is_a_value_although_all_runs_meant_the_same_one() -> None:
    workflow = only(menu("Mute", 2, "Mute @leo"), menu("Share", 4, "Share"))
    more = target(workflow.steps[0])
    assert more.row is not None
    assert (more.row.params, more.css) == (("user",), ICONS)
    filled, missing = best_fill(workflow, 'For the user @emile, click on the "Embed" button.')
    assert (filled["user"], missing) == ("@emile", [])


def test_a_row_that_all_runs_read_is_what_the_task_asks_for_and_no_value() -> None:
    def total(product: str, place: int) -> Run:
        cell = Seen(place=place, count=3, items="tr > td", equals=2, row_texts=("Total",))
        read = step("extract", role="cell", css="#cart-total", row="Total", seen=cell, value=f"{place}.50")
        task = f"Put the product {product} into the cart and tell me the total."
        return run(task, step("click", product, role="link"), read, id=product)

    workflow = only(total("Oak Stool", 2), total("Copper Kettle", 2))
    assert len(workflow.parameters) == 1
    assert target(workflow.steps[1]).css == "#cart-total"


def suggestion(start: str, end: str, chosen: str, number: int) -> Run:
    return run(
        f'Enter an item that starts with "{start}" and ends with "{end}".',
        step("fill", "Tags", start, role="textbox", css="#tags"),
        step("click", css=f"#ui-id-{number}", text=chosen, effect=Effect(changed=True)),
        step("click", "Submit", role="button", css="#go"),
        id=chosen,
    )


def suggested() -> Workflow:
    return only(suggestion("Ce", "lic", "Central African Republic", 2), suggestion("Gua", "la", "Guatemala", 4))


def test_a_suggestion_is_told_by_its_beginning_and_its_end_and_the_end_may_be_left_out() -> None:
    workflow = suggested()
    text = target(workflow.steps[1]).text
    assert text is not None
    first, gap, last = text.root
    assert isinstance(first, Param)
    assert isinstance(last, Param)
    assert gap == Gap(gap="text")
    assert {p.name: p.required for p in workflow.parameters} == {first.param: True, last.param: False}
    assert not [f for f in lint(workflow) if f.severity == "error"]


def test_what_only_narrows_a_choice_is_a_gap_where_nothing_is_given_for_it() -> None:
    workflow = suggested()
    (end,) = narrowing(workflow.steps)
    start = next(p.name for p in workflow.parameters if p.name != end)
    loose = target(without_absent(workflow.steps, (start,))[1]).text
    assert loose is not None
    assert loose.root == (Param(param=start), Gap(gap="text"))
    assert without_absent(workflow.steps, (start, end)) == workflow.steps


def contact(name: str, label: str, shown: str, pages: int, said: str) -> Run:
    mark = (Landmark(role="section", name=name),)
    entry = step(
        "click", text=shown, css=f"a.{label.lower()}", row=f"{label}:", seen=Seen(equals=1, row_texts=(f"{label}:",))
    )
    assert entry.action.target is not None
    act = entry.action.model_copy(update={"target": entry.action.target.model_copy(update={"landmarks": mark, "tag": "a"})})
    turns = [step("click", ">", role="link", css="li.next > a", effect=Effect(changed=True)) for _ in range(pages)]
    last = entry.model_copy(update={"action": act, "effect": Effect(changed=True)})
    return run(f"Find {name} in the contact book and click on their {said}.", *turns, last, id=name)


def test_pages_are_turned_until_the_heading_names_the_thing_and_then_the_labelled_value_is_meant() -> None:
    runs = (
        contact("Sayre", "Address", "1063 Castaneda Grove", 3, "address"),
        contact("Verile", "Phone", "234-851", 0, "phone number"),
    )
    workflow = only(*runs)
    pager, heading, entry = workflow.steps
    assert pager.until_next
    assert heading.action is not None
    assert (heading.action.type, target(heading).role) == ("wait_for", "heading")
    assert target(heading).name is not None
    row = target(entry).row
    assert row is not None
    assert row.params
    assert not target(entry).texts
    filled, _ = best_fill(workflow, "Find Eadith in the contact book and click on their email.")
    assert filled == {target(heading).values[0].params[0]: "Eadith", row.params[0]: "email"}


def test_a_value_whose_heading_the_task_does_not_name_is_told_as_ever() -> None:
    plain = contact("Sayre", "Address", "1063 Castaneda Grove", 1, "address").model_copy(
        update={"task": "Open the address."}
    )
    assert all(s.action is None or s.action.type != "wait_for" for one in induce([plain]) for s in one.steps)


def login(name: str, password: str, *between: Step) -> Run:
    user = {"role": "textbox", "label": "User", "css": "#user"}
    typed = run(
        f'Enter the username "{name}" and the password "{password}" and press login.',
        step("click", **user),
        *between,
        step("fill", "", name, **user),
        step("fill", "", password, role="textbox", label="Password", css="#password"),
        step("click", "Login", role="button"),
        id=name,
    )
    return mask(typed)


def test_a_password_that_the_task_states_is_a_secret_and_the_rest_is_learnt_all_the_same() -> None:
    workflow = only(login("vina", "US"), login("nathalie", "fzzq"))
    assert [p.name for p in workflow.callers_parameters] == ["user"]
    assert '"US"' not in workflow.model_dump_json()
    assert "fzzq" not in workflow.model_dump_json()
    assert not [f for f in lint(workflow) if f.severity == "error"]
    assert best_fill(workflow, 'Enter the username "keneth" and the password "91YP" and press login.') == (
        {"user": "keneth"}, [],
    )  # fmt: skip


def test_putting_a_pop_up_away_between_two_acts_on_one_field_is_optional_and_writes_nothing() -> None:
    away = step("click", "Cancel", role="button", effect=Effect(changed=True))
    workflow = only(login("vina", "US", away), login("nathalie", "fzzq", away))
    cancel = next(s for s in workflow.steps if "Cancel" in s.words())
    assert cancel.optional
    assert not cancel.writes
    ordered = only(run("Cancel order 7.", step("click", "Order 7", role="link"), step("click", "Cancel", role="button")))
    assert not ordered.steps[-1].optional
    assert ordered.risk == "destructive"


def at(spelled: str, typed: str) -> Run:
    native = Seen(input_type="time")
    return run(
        f"Enter {spelled} as the time and press submit.",
        step("fill", "", typed, role="textbox", css="#tt", seen=native),
        step("click", "Submit", role="button"),
        id=spelled,
    )


def test_a_time_is_given_as_the_task_spells_it() -> None:
    workflow = only(at("8:04 PM", "20:04"), at("11:34 AM", "11:34"))
    assert workflow.parameters[0].examples == ("8:04 PM", "11:34 AM")
    assert list(best_fill(workflow, "Enter 6:01 AM as the time and press submit.")[0].values()) == ["6:01 AM"]


def test_a_clock_time_is_read_only_where_it_can_be_meant_in_one_way() -> None:
    assert [clock(text) for text in ("8:04 PM", "12:05 am", "12.30pm", "20:04")] == ["20:04", "00:05", "12:30", "20:04"]
    assert [clock(text) for text in ("6:01", "25:00", "8:04 PM or 9:00 PM", "noon", "")] == [None] * 5
    assert list(times_in("from 8:04 PM to 21:30")) == [("8:04 PM", "20:04"), ("21:30", "21:30")]


def renamed(issue: str, title: str) -> Run:
    fill = step("fill", "Title", title, role="textbox")
    return run(f'Rename the issue {issue} to "{title}"', step("click", issue, role="link"), fill, id=issue)


def test_a_value_in_quotation_marks_ends_at_its_mark_and_keeps_its_article() -> None:
    workflow = only(renamed("Alpha", "First"), renamed("Beta", "Second"))
    for said, title in (
        ('"Third"', "Third"),
        ('"Third" with priority Normal', "Third"),
        ('"Third", team Web', "Third"),
        ('"The Third"', "The Third"),
        ("'The boys' club'", "The boys' club"),
    ):
        assert best_fill(workflow, f"Rename the issue Gamma to {said}")[0]["title"] == title, said
    assert "title" not in best_fill(workflow, 'Rename the issue Gamma to "Third" or "Drei"')[0]
