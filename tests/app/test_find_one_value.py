"""Finding: a call is given with one plain value only, and values that a parameter cannot take are named."""

from __future__ import annotations

from typing import Any

import pytest
from find_library import SHOP, click, fill, flow, library, pattern

from awm_mcp.app.finding.find import FindWorkflows
from awm_mcp.app.measuring.measure import Counter
from awm_mcp.model import Caller, FindAnswer, Param, Parameter, Text, Workflow, value
from awm_mcp.model.workflow import Output

NAMES = {"contact": ("Bob Stone", "Carla Diaz")}
REMOVE = flow(
    "shop_remove_contact",
    "Remove the contact {contact}",
    fill("Search", "{contact}"),
    click("Delete"),
    risk="destructive",
    examples=NAMES,
)
REMOVE = REMOVE.model_copy(update={"templates": (*REMOVE.templates, pattern("Remove {contact} from the contacts"))})
EMAIL = flow("shop_find_email", "What is the email of {contact}?", fill("Search", "{contact}"), examples=NAMES).model_copy(
    update={"outputs": (Output(name="answer"),)}
)
PRICE = flow("shop_find_price", "How much is the {item}?", examples={"item": ("Enamel Jug", "Copper Kettle")}).model_copy(
    update={"title": "Find the price of an item"}
)
OPEN = flow("shop_open_page", "Open {product}", fill("Search", "{product}"), examples={"product": ("Ash Chair", "Mug")})
LANGUAGE = flow("shop_set_language", "Set the language to {language}", fill("L", "{language}"), risk="write")
LANGUAGE = LANGUAGE.model_copy(
    update={"parameters": (Parameter(name="language", enum=("English", "German", "French", "Spanish")),)}
)
STATUS = flow(
    "shop_set_status", "Set the status to {status}", fill("S", "{status}"), risk="write", examples={"status": ("Done",)}
)


def with_ticks(name: str, *templates: list[Text | Param], parameters: tuple[Parameter, ...], **more: Any) -> Workflow:
    shown = tuple(value(one) for one in templates)
    made = flow(name, "x", click("Save"), risk="write", **more)
    evidence = made.evidence.model_copy(update={"tasks": ()})
    return made.model_copy(update={"templates": shown, "parameters": parameters, "evidence": evidence})


DARK = with_ticks(
    "shop_turn_dark_mode",
    [Text(text="Turn "), Param(param="dark_mode", format="on|off"), Text(text=" dark mode in the settings")],
    parameters=(Parameter(name="dark_mode", type="boolean"),),
    start=value("/settings"),
)
_ORDER: list[Text | Param] = [Text(text="Order "), Param(param="quantity"), Text(text=" of item "), Param(param="item")]
_WRAPPED: list[Text | Param] = [Text(text=", "), Param(param="gift_wrap", format="gift|"), Text(text=" wrapped")]
ORDER = with_ticks(
    "shop_order_item", _ORDER, [*_ORDER, *_WRAPPED], [*_ORDER, Text(text=" in "), Param(param="colour")],
    parameters=(
        Parameter(name="quantity", type="integer", examples=("6", "7")),
        Parameter(name="item", enum=("Mug", "Plate", "Bowl")),
        Parameter(name="gift_wrap", type="boolean", required=False, examples=("true",)),
        Parameter(name="colour", required=False, examples=("Green",)),
    ),
)  # fmt: skip


async def ask(task: str, *flows: Workflow) -> FindAnswer:
    memory = await library(*flows)
    return await FindWorkflows(memory, Counter(memory, on=False)).find(task, url=None, site=SHOP, limit=5, caller=Caller())


@pytest.mark.parametrize(
    ("task", "told"),
    [
        ("Remove Jan Novak and Ines Costa from the contacts", "two values ('Jan Novak' and 'Ines Costa'), and it takes one"),
        ("Remove the contact Jan Novak und Ines Costa", "two values ('Jan Novak' and 'Ines Costa'), and it takes one"),
        ("Remove the contacts Eve Larsen, Ann Weber", "two values ('Eve Larsen' and 'Ann Weber'), and it takes one"),
        ("Remove the contact Jan Novak y Ines Costa", "call it once for each"),
        ("Remove the contact Salt and Pepper Ltd", "call it once for each"),
        ("Remove the contact with the email jan@tiny.example", "tells which one is meant"),
        ("Remove the contact called eve", "tells which one is meant"),
        ("Remove contact", "once you give contact"),
        ("Remove some contact", "names none: it takes one contact"),
        ("Remove all contacts", "names none: it takes one contact"),
        ("Remove every contact", "names none: it takes one contact"),
        ("Remove the contact Eve Larsen without telling her", "may say more than a value ('without telling her')"),
        ("Delete the contact Eve Larsen but do not send a mail", "do not send"),
        ("remove jan novak", "not written as its examples are"),
        ("delete jan novak", "it does this with any contact"),
    ],
)
async def test_what_is_not_plainly_one_value_is_no_call_that_writes(task: str, told: str) -> None:
    answer = await ask(task, REMOVE)
    best = answer.workflows[0]
    assert (answer.verdict, best.arguments, best.call.tool) == ("adapt", {}, "get_workflow")
    assert told in answer.why


@pytest.mark.parametrize(
    ("task", "name"),
    [
        ("Remove the contact called Eve", "Eve"),
        ("Remove the contact named as Eve Larsen", "Eve Larsen"),
        ("Remove the contact named 'Eve Larsen'", "Eve Larsen"),
        ("Remove the contact mit dem Namen Eve Larsen", "Eve Larsen"),
        ("Remove the contact qui s'appelle Eve Larsen", "Eve Larsen"),
        ("Remove the contact 'Salt and Pepper Ltd'", "Salt and Pepper Ltd"),
        ("Remove Jan Novak from the contacts", "Jan Novak"),
    ],
)
async def test_a_name_is_read_without_the_words_that_introduce_it(task: str, name: str) -> None:
    answer = await ask(task, REMOVE)
    assert (answer.verdict, answer.workflows[0].arguments) == ("run", {"contact": name})


@pytest.mark.parametrize("task", ["Set the status to in progress", "Set the status to on hold", "Set the status to to do"])
async def test_a_state_that_begins_with_a_small_word_is_a_value(task: str) -> None:
    assert (await ask(task, STATUS)).verdict == "run"


async def test_values_that_say_and_where_the_known_ones_do_are_one() -> None:
    pets = flow(
        "shop_put", "Put {product} into the cart", fill("S", "x"), risk="write", examples={"product": ("Cup and Lid",)}
    )
    assert (await ask("Put Salt and Pepper into the cart", pets)).verdict == "run"


@pytest.mark.parametrize(
    ("one", "task", "told"),
    [
        (LANGUAGE, "Set the language to Italian", "'Italian' is none of English, German, French, Spanish"),
        (LANGUAGE, "Set the language to German or French", "'German or French' is none of English"),
        (ORDER, "Order many of item Mug", "'many' is no whole number, which quantity takes"),
        (ORDER, "Order 2 of item Fork", "'Fork' is none of Mug, Plate, Bowl"),
    ],
)
async def test_a_value_that_a_parameter_cannot_take_is_named_with_what_it_takes(one: Workflow, task: str, told: str) -> None:
    answer = await ask(task, one)
    assert (answer.verdict, answer.workflows[0].call.tool) == ("adapt", "get_workflow")
    assert told in answer.why and "look whether it fits" not in answer.why


@pytest.mark.parametrize(
    ("task", "on"),
    [
        ("Turn on dark mode", True),
        ("Turn off the dark mode", False),
        ("Switch dark mode off", False),
        ("Turn dark mode on in the settings", True),
        ("Dark mode on", True),
        ("Enable dark mode", True),
        ("Make sure dark mode is off", False),
    ],
)
async def test_a_switch_is_read_without_its_place_and_in_other_words(task: str, on: bool) -> None:
    answer = await ask(task, DARK)
    assert (answer.verdict, answer.workflows[0].arguments) == ("run", {"dark_mode": on})


@pytest.mark.parametrize("task", ["Is dark mode on?", "Dark mode on?", "Don't turn on dark mode", "Turn on light mode"])
async def test_a_question_a_ban_and_another_switch_turn_nothing_on(task: str) -> None:
    assert (await ask(task, DARK)).verdict != "run"


async def test_two_switches_of_one_name_are_chosen_between_where_the_task_does_not_say_the_place() -> None:
    there = DARK.templates[0].map_text(lambda text: text.replace("settings", "profile"))
    other = DARK.model_copy(update={"name": "shop_turn_dark_mode_2", "templates": (there,), "start": value("/profile")})
    answer = await ask("Turn on dark mode", DARK, other)
    assert answer.verdict == "adapt" and answer.why.endswith("both do this: choose")
    assert (await ask("Turn on dark mode in the profile", DARK, other)).workflows[0].workflow == other.name


@pytest.mark.parametrize(
    ("tail", "given"),
    [
        (", gift wrapped, in green", {"gift_wrap": True, "colour": "green"}),
        (" in green, gift wrapped", {"gift_wrap": True, "colour": "green"}),
        (" in green without gift wrap", {"gift_wrap": False, "colour": "green"}),
        (", do not gift wrap it", {"gift_wrap": False}),
        (" with gift wrap in green", {"gift_wrap": True, "colour": "green"}),
    ],
)
async def test_optional_parts_are_read_in_any_order_and_denied(tail: str, given: dict[str, object]) -> None:
    answer = await ask(f"Order 2 of item Mug{tail}", ORDER)
    assert (answer.verdict, answer.workflows[0].arguments) == ("run", {"quantity": 2, "item": "Mug", **given})


async def test_two_values_of_an_optional_part_are_no_call() -> None:
    best = (await ask("Order 2 of item Mug in pink and blue", ORDER)).workflows[0]
    assert (best.arguments, best.missing, best.call.tool) == ({"quantity": 2, "item": "Mug"}, ("colour",), "get_workflow")


async def test_many_of_a_choice_are_that_choice_where_it_is_the_only_one() -> None:
    assert (await ask("Order 3 mugs", ORDER)).workflows[0].arguments == {"quantity": 3, "item": "Mug"}
    assert (await ask("Order 3 of item bowls", ORDER)).workflows[0].arguments == {"quantity": 3, "item": "Bowl"}
    assert (await ask("Order 3 mugs and 2 bowls", ORDER)).workflows[0].arguments == {}


@pytest.mark.parametrize(
    ("one", "task", "verdict", "given"),
    [
        (EMAIL, "What is Jan Novak's email?", "run", {"contact": "Jan Novak"}),
        (EMAIL, "email address of Jan Novak", "adapt", {"contact": "Jan Novak"}),
        (PRICE, "price of oak stool", "adapt", {"item": "oak stool"}),
        (PRICE, "How much are the Oak Stools?", "adapt", {"item": "Oak Stools"}),
        (PRICE, "How much are Oak Stool and Enamel Jug?", "adapt", {}),
        (OPEN, "Show me Oak Stool", "adapt", {"product": "Oak Stool"}),
    ],
)
async def test_a_reading_is_found_in_other_words(one: Workflow, task: str, verdict: str, given: dict[str, str]) -> None:
    answer = await ask(task, one)
    assert (answer.verdict, answer.workflows[0].arguments) == (verdict, given)


async def test_the_price_of_a_thing_is_read_from_what_the_title_asks() -> None:
    assert (await ask("What's the price of Oak Stool?", PRICE)).workflows[0].arguments == {"item": "Oak Stool"}
