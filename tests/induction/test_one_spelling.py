"""One option told alone and as a list of one is the same; what one run saw to choose from is what can be chosen."""

from __future__ import annotations

from typing import Any

import pytest
from making_runs import run, seen, step

from awm_mcp.app.finding.refused_values import refused
from awm_mcp.induction import induce
from awm_mcp.model import Run, Step, Workflow, value
from awm_mcp.model.templates import best_match

TOPICS = ("A product", "Returns", "Something else")


def message(text: str, topic: Step) -> Run:
    chosen = topic.action.given[0].literal
    return run(
        f'Send the shop a message about {chosen}, saying "{text}"',
        topic,
        step("fill", "Message", text, role="textbox", url="/contact"),
        step("click", "Send message", role="button", url="/contact"),
        start_url="http://store.example/contact",
    )


def topic(*chosen: str, alone: bool = False, **more: Any) -> Step:
    texts: dict[str, Any] = {"value": chosen[0]} if alone else {"values": tuple(map(value, chosen))}
    return step("select", "Topic", role="combobox", url="/contact", **texts, **more)


def only(*runs: Run) -> Workflow:
    (workflow,) = [w for w in induce(list(runs), most=None) if w.kind == "task"]
    return workflow


@pytest.mark.parametrize("first_alone", [True, False])
def test_an_option_told_alone_and_one_in_a_list_are_one_parameter(first_alone: bool):
    one = only(
        message("The kettle leaks", topic("A product", alone=first_alone)),
        message("Do you ship to Oslo", topic("Something else", alone=not first_alone)),
    )
    assert one.steps[0].words() == 'select "{topic}" in combobox "Topic"'
    assert [p.name for p in one.parameters] == ["topic", "message"]


@pytest.mark.parametrize("first_alone", [True, False])
def test_a_select_that_one_run_saw_to_take_several_keeps_its_list(first_alone: bool):
    alone, listed = topic("A product", alone=True), topic("Returns", had=())
    one = only(
        message("The kettle leaks", alone if first_alone else listed),
        message("Do you ship to Oslo", listed if first_alone else alone),
    )
    (chosen,) = (s.action for s in one.steps if s.action is not None and s.action.type == "select")
    assert (chosen.value, [v.params for v in chosen.values]) == (None, [("topic",)])


def test_files_told_alone_and_in_a_list_are_one_parameter():
    def sent(name: str, **files: Any) -> Run:
        photo = step("upload", "Photo", role="button", **files)
        return run(f"Upload '{name}'", photo, step("click", "Send", role="button"))

    one = only(sent("a.png", value="a.png"), sent("b.png", values=(value("b.png"),)))
    assert [(p.path, p.required) for p in one.parameters] == [(True, True)]


def test_one_run_that_saw_the_options_of_a_select_tells_what_can_be_chosen():
    one = only(message("The kettle leaks", topic("A product", seen=seen(1, 1, options=TOPICS))))
    chosen = one.parameter("topic")
    assert chosen is not None and chosen.enum == TOPICS
    task = 'Send the shop a message about Delivery, saying "Where is it"'
    assert best_match(one, task) is None
    assert refused(one, task).startswith("'Delivery' is none of A product, Returns, Something else; if the page has it")


def test_one_run_does_not_tell_the_choices_of_a_page_that_what_is_given_opened():
    sizes = seen(1, 1, options=("S", "M", "L"))
    one = only(
        run(
            "Put 'Blue Shirt' in size 'M' into the basket",
            step("fill", "Search", "Blue Shirt", role="searchbox"),
            step("click", "Search", role="button"),
            step("click", "Blue Shirt", role="link", url="/search?q=Blue+Shirt"),
            step("select", "Size", "M", role="combobox", seen=sizes, url="/p/blue-shirt"),
            step("click", "Add to basket", role="button", url="/p/blue-shirt"),
        )
    )
    size = one.parameter("size")
    assert size is not None and size.enum == ()


def test_one_run_does_not_tell_the_choices_of_a_select_after_another_one():
    country, city = seen(1, 1, options=("Norway", "Chile")), seen(1, 1, options=("Oslo", "Bergen"))
    one = only(
        run(
            "Book a table in 'Norway', in the city 'Oslo'",
            step("select", "Country", "Norway", role="combobox", seen=country, url="/"),
            step("select", "City", "Oslo", role="combobox", seen=city, url="/"),
            step("click", "Book", role="button", url="/"),
        )
    )
    assert [p.enum for p in one.parameters] == [("Norway", "Chile"), ()]


@pytest.mark.parametrize("named", ["{}", "'{}'"])
def test_files_of_one_folder_are_given_by_their_whole_names(named: str):
    def sent(name: str) -> Run:
        photo = step("upload", "Photo", f"/pictures/{name}", role="button")
        return run(f"Upload the photo {named.format(name)}", photo, step("click", "Send", role="button"))

    one = only(sent("tea.png"), sent("cup.png"))
    assert one.steps[0].words() == 'upload "/pictures/{photo}" to button "Photo"'
    assert [(p.path, p.examples) for p in one.parameters] == [(True, ("tea.png", "cup.png"))]
    found = best_match(one, f"Upload the photo {named.format('pot.png')}")
    assert found is not None and found.arguments == {"photo": "pot.png"}
