"""Optional parameters with the value that the form holds by itself where runs skipped the step."""

from __future__ import annotations

from typing import Any

from making_runs import ORIGIN, run, step

from awm_mcp.induction import induce, lint
from awm_mcp.model import Effect, Parameter, Run, Seen, Workflow


def field(name: str, text: str, held: str | None, kind: str = "fill", **more: Any) -> Any:
    role = "combobox" if kind == "select" else "spinbutton"
    return step(kind, name, text, role=role, url="/order", seen=Seen(held=held, **more))


def order(item: str, *more: Any, asked: str = "", shown: tuple[str, ...] = (), **about: Any) -> Run:
    """A run that orders an item; ``more``: steps that only some runs do, ``shown``: what the page said in the end."""
    done = Effect(url=ORIGIN + "/done", requests=("POST /order",), shown=(f"{item} is ordered", *shown), changed=True)
    return run(
        f"Order '{item}'{asked}.",
        step("click", "Order form", role="link", effect=Effect(url=ORIGIN + "/order", changed=True)),
        step("fill", "Item", item, role="textbox", url="/order"),
        *more,
        step("click", "Send", role="button", url="/order", effect=done),
        template="order",
        **about,
    )


def counted(item: str, count: str, held: str | None, **about: Any) -> Run:
    return order(item, field("Quantity", count, held), asked=f" with a quantity of '{count}'", **about)


def quantity(*runs: Run) -> Parameter:
    (workflow,) = induce(runs)
    found = workflow.parameter("quantity")
    assert found is not None
    assert not found.required
    assert [f for f in lint(workflow) if f.severity == "error"] == []
    return found


def only(*runs: Run) -> Workflow:
    (workflow,) = induce(runs)
    return workflow


def test_what_the_field_held_by_itself_is_the_default_of_what_some_runs_skipped() -> None:
    workflow = only(counted("Kettle", "3", "1"), counted("Lamp", "2", "1"), order("Chair"))
    found = workflow.parameter("quantity")
    assert found is not None
    assert (found.default, found.required, found.type) == ("1", False, "integer")
    assert found.description.endswith("Leave it out to skip it; the form then keeps its default 1.")
    assert "optionally quantity (e.g. 2; default 1)" in workflow.description
    schema = workflow.input_schema()
    assert schema["properties"]["quantity"]["default"] == 1
    assert schema["required"] == ["item"]


def test_the_chosen_option_of_a_select_is_the_default_if_a_caller_may_choose_it() -> None:
    sizes = ("Small", "Medium", "Large")

    def sized(item: str, size: str, options: tuple[str, ...] = sizes) -> Run:
        chosen = field("Size", size, "Medium", "select", options=options)
        return order(item, chosen, asked=f" in the size '{size}'")

    workflow = only(sized("Kettle", "Large"), sized("Lamp", "Small"), order("Chair"))
    (size,) = [p for p in workflow.parameters if p.enum]
    assert (size.default, size.enum) == ("Medium", sizes)
    fewer = only(sized("Kettle", "Large", ("Small", "Large")), sized("Lamp", "Small", ("Small", "Large")), order("Chair"))
    assert [p.default for p in fewer.parameters] == [None, None]


def test_fields_that_held_different_values_have_no_default() -> None:
    found = quantity(counted("Kettle", "3", "1"), counted("Lamp", "2", "5"), order("Chair"))
    assert found.default is None
    assert found.description.endswith("the form then keeps what it shows.")


def test_a_field_that_keeps_what_the_run_put_there_shows_what_is_stored_and_has_no_default() -> None:
    assert quantity(counted("Kettle", "3", "3"), counted("Lamp", "3", "3"), order("Chair")).default is None


def test_what_one_run_put_in_and_another_finds_there_is_no_default() -> None:
    assert quantity(counted("Kettle", "3", "5"), counted("Lamp", "5", "5"), order("Chair")).default is None


def test_an_empty_field_one_that_was_not_looked_at_and_one_of_another_type_have_no_default() -> None:
    for held in ("", None, "a few", " "):
        assert quantity(counted("Kettle", "3", held), counted("Lamp", "2", held), order("Chair")).default is None


def test_a_day_is_no_default() -> None:
    def due(item: str, day: str) -> Run:
        return order(item, field("Due", day, "2027-05-01"), asked=f" due '{day}'")

    workflow = only(due("Kettle", "2027-06-02"), due("Lamp", "2027-07-03"), order("Chair"))
    assert [p.default for p in workflow.parameters] == [None, None]


def test_what_every_run_fills_in_has_no_default() -> None:
    workflow = only(counted("Kettle", "3", "1"), counted("Lamp", "2", "1"))
    assert [(p.required, p.default) for p in workflow.parameters] == [(True, None), (True, None)]


def test_what_the_page_shows_for_the_field_in_the_end_tells_it_too() -> None:
    filled = counted("Kettle", "3", None, shown=("Quantity: 3",))
    skipped = [order(item, shown=("Quantity: 1",)) for item in ("Chair", "Vase")]
    assert quantity(filled, counted("Lamp", "2", None, shown=("Quantity: 2",)), *skipped).default == "1"
    assert quantity(filled, counted("Lamp", "2", None, shown=("Quantity: 2",)), skipped[0]).default is None


def test_runs_that_skipped_it_and_show_another_value_leave_it_without_default() -> None:
    filled = counted("Kettle", "3", "1", shown=("Quantity: 3",))
    assert quantity(filled, order("Chair", shown=("Quantity: 1",))).default == "1"
    assert quantity(filled, order("Chair", shown=("Quantity: 4",))).default is None


def test_a_text_that_does_not_say_what_was_put_in_is_of_something_else() -> None:
    filled = counted("Kettle", "3", "1", shown=("Quantity: 12",))
    assert quantity(filled, order("Chair", shown=("Quantity: 4",))).default == "1"


def test_only_a_field_that_held_something_in_every_run_is_known_to_be_filled_by_the_page() -> None:
    for held, known in (("1", True), ("", False), (None, False)):
        workflow = only(counted("Kettle", "3", "5"), counted("Lamp", "2", held))
        filled = {
            s.action.target.label or s.action.target.name: s.action.target
            for s in workflow.steps
            if s.action and s.action.target
        }
        assert [one.prefilled for one in filled.values()].count(True) == known
