"""Where the steps of one workflow stand in another."""

from __future__ import annotations

from typing import Any

import pytest

from awm_mcp.induction.aligning.parts import Place, places
from awm_mcp.induction.routines.composition import containing, linked
from awm_mcp.model import Action, FlowStep, ForEach, Param, Target, Text, Value, Workflow, value


def p(name: str, **more: Any) -> Value:
    return value([Param(param=name, **more)])


def fill(label: str, text: Value | str, **more: Any) -> FlowStep:
    target = Target(role="textbox", name=value(label))
    return FlowStep(action=Action(type="fill", target=target, value=value(text) if isinstance(text, str) else text), **more)


def click(name: Value | str, **more: Any) -> FlowStep:
    target = Target(role=more.pop("role", "button"), name=value(name) if isinstance(name, str) else name)
    return FlowStep(action=Action(type="click", target=target), **more)


def workflow(name: str, *steps: FlowStep, **more: Any) -> Workflow:
    return Workflow(name=name, site="shop.example", start=value("/"), steps=steps, **more)


SEARCH = (fill("Search", p("query")), click("Go"))


def test_a_part_is_found_under_other_parameter_names() -> None:
    (place,) = places(SEARCH, [click("Menu"), fill("Search", p("item")), click("Go"), click("Buy")])
    assert place == Place(1, {"query": p("item")})


def test_a_text_may_stand_where_the_part_has_a_parameter() -> None:
    (place,) = places(SEARCH, [fill("Search", "Oak stool"), click("Go"), click("Buy")])
    assert place.given == {"query": value("Oak stool")}


def test_a_parameter_of_the_longer_one_does_not_make_a_fixed_text_of_the_part() -> None:
    assert places([fill("Search", "Oak stool"), click("Go")], [fill("Search", p("item")), click("Go"), click("Buy")]) == []


def test_the_same_value_must_stand_wherever_the_part_has_its_parameter() -> None:
    part = (fill("Search", p("query")), click(p("query"), role="link"))
    assert places(part, [fill("Search", p("item")), click(p("item"), role="link"), click("Buy")]) != []
    assert places(part, [fill("Search", p("item")), click(p("other"), role="link"), click("Buy")]) == []
    assert places(part, [fill("Search", "Lamp"), click("Lamp", role="link"), click("Buy")]) != []
    assert places(part, [fill("Search", "Lamp"), click("Vase", role="link"), click("Buy")]) == []


def test_values_are_read_out_of_longer_texts() -> None:
    label = value([Text(text="Add "), Param(param="query"), Text(text=" to basket")])
    (place,) = places((click(label), click("Ok")), [click("Add Oak stool to basket"), click("Ok"), click("Pay")])
    assert place.given == {"query": value("Oak stool")}
    own = value([Text(text="Add "), Param(param="kind"), Text(text=" stool to basket")])
    (place,) = places((click(label), click("Ok")), [click(own), click("Ok"), click("Pay")])
    assert place.given == {"query": value([Param(param="kind"), Text(text=" stool")])}


def test_a_text_that_can_be_read_in_two_ways_is_no_place() -> None:
    label = value([Param(param="a"), Text(text=" in "), Param(param="b")])
    assert places((click(label), click("Ok")), [click("Tea in cups in blue"), click("Ok"), click("Pay")]) == []


def test_a_date_is_the_same_only_where_it_is_written_alike() -> None:
    part = (fill("Due", p("day", format="%m/%d/%Y")), click("Go"))
    assert places(part, [fill("Due", p("due", format="%m/%d/%Y")), click("Go"), click("Ok")]) != []
    assert places(part, [fill("Due", p("due")), click("Go"), click("Ok")]) == []
    assert places(part, [fill("Due", "05/01/2027"), click("Go"), click("Ok")]) == []


@pytest.mark.parametrize(
    "other",
    [
        [fill("Search", p("item")), click("Menu"), click("Go")],
        [fill("Search", p("item")), click("Go", role="link"), click("Buy")],
        [fill("Search", p("item")), click("Find"), click("Buy")],
        [fill("Filter", p("item")), click("Go"), click("Buy")],
        [fill("Search", p("item")), click("Go")],
        [fill("Search", p("item"), url=value("/list")), click("Go"), click("Buy")],
    ],
)
def test_other_moves_other_elements_other_pages_and_nothing_longer_are_no_place(other: list[FlowStep]) -> None:
    assert places([fill("Search", p("query"), url=value("/")), click("Go")], other) == []


def test_every_place_is_found_without_overlap() -> None:
    twice = [*SEARCH, click("Back"), fill("Search", "Lamp"), click("Go")]
    assert [place.start for place in places(SEARCH, twice)] == [0, 3]


def test_blocks_are_the_same_when_all_their_steps_are() -> None:
    def block(item: str, many: str, *more: FlowStep) -> FlowStep:
        return FlowStep(for_each=ForEach(item=item, parameter=many, steps=(fill("Name", p(item)), click("Add"), *more)))

    part = (click("New"), block("guest", "guests"))
    (place,) = places(part, [click("New"), block("name", "names"), click("Save")])
    assert place.given == {"guests": p("names"), "guest": p("name")}
    assert places(part, [click("New"), block("name", "names", click("Ok")), click("Save")]) == []


def test_a_longer_workflow_names_what_it_is_built_on_whole_tasks_too() -> None:
    search = workflow("search", fill("Search", p("query")), click("Go"), kind="subtask")
    read = workflow("read", fill("Search", p("item")), click("Go"), click("Details"))
    buy = workflow("buy", fill("Search", "Lamp"), click("Go"), click("Details"), click("Buy"))
    assert [w.built_on for w in linked([search, read, buy])] == [(), ("search",), ("search", "read")]


def test_steps_that_an_address_stands_for_count() -> None:
    going = FlowStep(action=Action(type="goto", value=value("/s")), instead=(fill("Search", p("item")), click("Go")))
    whole = workflow("read", going, click("Details"))
    assert list(containing([workflow("search", *SEARCH)], [whole])) == [(0, 0)]


def test_one_step_is_no_part_and_nothing_is_part_of_itself_or_of_another_site() -> None:
    other = workflow("other", *SEARCH, click("Buy")).model_copy(update={"site": "else.example"})
    assert [w.built_on for w in linked([workflow("go", click("Go")), workflow("search", *SEARCH), other])] == [(), (), ()]


def test_a_part_whose_elements_are_all_named_by_parameters_is_found() -> None:
    part = workflow("open", click(p("shelf"), role="link"), click(p("item"), role="link"))
    whole = workflow("buy", click(p("a"), role="link"), click(p("b"), role="link"), click("Buy"))
    assert list(containing([part], [whole])) == [(0, 0)]


def test_a_block_that_repeats_a_part_is_built_on_it() -> None:
    block = FlowStep(for_each=ForEach(item="one", parameter="many", steps=(fill("Search", p("one")), click("Go"))))
    assert list(containing([workflow("search", *SEARCH)], [workflow("all", block)])) == [(0, 0)]
