"""Arguments out of task texts."""

from __future__ import annotations

import datetime
import string

import pytest
from hypothesis import given
from hypothesis import strategies as st

from awm_mcp.model import Evidence, Param, Parameter, Text, Value, Workflow, value
from awm_mcp.model.templates import MAX_TASK, Arguments, all_templates, best_fill, best_match, fill, typed


def template(text: str) -> Value:
    parts = text.replace("}", "{").split("{")
    return value([Param(param=p) if n % 2 else Text(text=p) for n, p in enumerate(parts)])


def a_workflow(*says: str, tasks: tuple[str, ...] = (), **parameters: Parameter) -> Workflow:
    patterns = tuple(map(template, says))
    named = {p: Parameter(name=p) for pattern in patterns for p in pattern.params}
    known = {**named, **parameters}
    return Workflow(
        name="w",
        site="s",
        start=value("/"),
        steps=(),
        parameters=tuple(known.values()),
        templates=patterns,
        evidence=Evidence(tasks=tasks),
    )


def strings(name: str, *examples: str) -> Parameter:
    return Parameter(name=name, examples=examples)


def filled(says: str, task: str, **parameters: Parameter) -> Arguments | None:
    return fill(template(says), task, a_workflow(says, **parameters))


# -- a template read backwards gives what was put in

SEPARATORS = st.sampled_from(
    [" of the ", " titled '", "' with ", ", then ", ": ", " (", ") and ", " – ", " / ", "' for “", "”."]
)
VALUES = st.text(alphabet=string.ascii_letters + string.digits + "äßéñ日本🙂_@", min_size=1, max_size=20)


@given(st.lists(SEPARATORS, min_size=1, max_size=5, unique=True), st.data())
def test_what_a_template_made_is_read_back(separators: list[str], data: st.DataObject) -> None:
    tokens: list[Text | Param] = [Text(text="Do it")]
    values: dict[str, str] = {}
    for number, separator in enumerate(separators):
        tokens += [Text(text=separator), Param(param=f"p{number}")]
        values[f"p{number}"] = data.draw(VALUES)
    pattern = value(tokens)
    flow = a_workflow().model_copy(update={"parameters": tuple(Parameter(name=name) for name in values)})
    assert fill(pattern, pattern.bind(values).words(), flow) == values


IN_QUOTES = st.text(alphabet=string.ascii_letters + string.digits + " .,;:!?…'-()é", min_size=1, max_size=40).map(
    lambda text: " ".join(text.split())
)


@given(IN_QUOTES.filter(bool), st.sampled_from(['"{}"', "“{}”", "«{}»", '"{}".', '"{}"!', 'please: "{}"']))
def test_what_stands_inside_quotation_marks_is_the_value_whole(inside: str, quoted: str) -> None:
    for says in ('Write to {name} saying "{body}"', "Write to {name} saying {body}"):
        body = quoted.format(inside).removeprefix("please: ")
        task = f"Write to Dan saying {body}" if "please" not in quoted else f"Please, write to Dan saying {body}"
        given_text = filled(says, task, name=strings("name", "Ann"), body=strings("body", "Hi", "See you"))
        assert given_text == {"name": "Dan", "body": inside}


def test_marks_of_a_sentence_end_a_value_that_no_quotation_marks_hold() -> None:
    for task in ("Write to Dan saying Hello there.", "Write to Dan saying Hello there!"):
        assert filled('Write to {name} saying "{body}"', task, body=strings("body", "Hi")) == {
            "name": "Dan", "body": "Hello there",
        }  # fmt: skip


@given(st.integers(-(10**12), 10**12), st.dates(), st.booleans(), st.sampled_from(["Low", "Very high", "N/A"]))
def test_typed_values_are_read_back(number: int, day: datetime.date, flag: bool, level: str) -> None:
    says = "Set {n} on {day} to {flag} at {level}"
    given_values = {"n": str(number), "day": day.isoformat(), "flag": str(flag).lower(), "level": level}
    flow = a_workflow(
        says,
        n=Parameter(name="n", type="integer"),
        day=Parameter(name="day", type="date"),
        flag=Parameter(name="flag", type="boolean"),
        level=Parameter(name="level", enum=("Low", "Very high", "N/A")),
    )
    assert fill(template(says), template(says).bind(given_values).words(), flow) == given_values
    assert typed(flow, given_values) == {"n": number, "day": day.isoformat(), "flag": flag, "level": level}


def test_digits_that_begin_with_a_zero_are_handed_on_as_they_are() -> None:
    flow = a_workflow("Call {n}", n=Parameter(name="n", type="integer"))
    assert typed(flow, {"n": "0301234567"}) == {"n": "0301234567"}
    assert typed(flow, {"n": "0"}) == {"n": 0}


@given(st.text(max_size=300))
def test_any_text_is_read_or_not_but_never_an_error(task: str) -> None:
    flow = a_workflow("Find {a} in {b} titled '{c}'", tasks=("Buy 2 x tea",), n=Parameter(name="n", examples=("2",)))
    arguments, missing = best_fill(flow, task)
    assert set(arguments) | set(missing) == {"a", "b", "c", "n"}


# -- tolerance


@pytest.mark.parametrize(
    "task",
    [
        "Find the price of Blue Mug.",
        "find  the PRICE of Blue Mug",
        "Find the price of Blue Mug?!",
        "Find the price of 'Blue Mug'.",
        "Find the price of “Blue Mug”.",
        "Find price of the Blue Mug",
        "Please find the price of Blue Mug.",
        "Could you please find the price of Blue Mug for me?",
        "On shop.example, find the price of Blue Mug, please.",
        "\n Find the price\nof Blue Mug \n",
        "Find the price of Blue Mug",
    ],
)
def test_case_marks_quotes_articles_and_courtesy_do_not_matter(task: str) -> None:
    assert filled("Find the price of {product}.", task, product=strings("product", "Dry Cat Food")) == {
        "product": "Blue Mug"
    }


def test_quotes_in_the_template_may_be_of_another_kind_or_missing() -> None:
    says = "Open '{a}' titled '{b}' now"
    for task in (
        "Open 'x y' titled 'z' now",
        'Open "x y" titled "z" now',
        "Open “x y” titled ‘z’ now.",
        "Open x y titled z now",
    ):
        assert filled(says, task) == {"a": "x y", "b": "z"}


def test_a_full_stop_inside_the_quotes_belongs_to_the_value() -> None:
    says = "Say '{text}', signed {name}."
    assert filled(says, "Say 'All good.', signed J. Doe.") == {"text": "All good.", "name": "J. Doe"}


def test_the_final_mark_is_kept_where_the_examples_have_one() -> None:
    says = "Describe it as: {text}"
    task = "Describe it as: It is late."
    assert filled(says, task, text=strings("text", "So it is.")) == {"text": "It is late."}
    assert filled(says, task, text=strings("text", "So it is")) == {"text": "It is late"}


def test_another_text_is_not_read() -> None:
    for task in ("Find the weight of Mug.", "Find the price of", "Find the price of .", "", "price of Mug in Find the"):
        assert filled("Find the price of {product}.", task) is None


def test_a_parameter_named_twice_must_say_the_same_twice() -> None:
    assert filled("Move {a} to {b} and open {a}", "Move x to y and open X") == {"a": "x", "b": "y"}
    assert filled("Move {a} to {b} and open {a}", "Move x to y and open z") is None


# -- types and examples decide between readings


def test_examples_decide_where_the_literals_leave_a_choice() -> None:
    says = "Ship to {name}, {street}, {city}, {postcode}"
    parameters = {
        "name": strings("name", "Ann Lee"),
        "street": strings("street", "Main Street 3, Floor 2", "Low Road 1, Floor 7"),
        "city": strings("city", "Leeds"),
        "postcode": strings("postcode", "211 49"),
    }
    assert filled(says, "Ship to Bo Ek, High Road 5, Floor 1, York, 903 12", **parameters) == {
        "name": "Bo Ek",
        "street": "High Road 5, Floor 1",
        "city": "York",
        "postcode": "903 12",
    }


def test_types_decide_where_the_literals_leave_a_choice() -> None:
    quantity = Parameter(name="quantity", type="integer")
    assert filled("Put {quantity} x {product} in", "Put 2 x 4 x 4 Tyre in", quantity=quantity) == {
        "quantity": "2",
        "product": "4 x 4 Tyre",
    }
    assert filled("Put {quantity} x {product} in", "Put some x tea in", quantity=quantity) is None


@pytest.mark.parametrize(
    ("kind", "said", "meant"),
    [
        ("integer", "two", "2"),
        ("integer", "1,200", "1200"),
        ("integer", "2.5", None),
        ("number", "$1,299.90", "1299.90"),
        ("number", "3.75", "3.75"),
        ("number", "much", None),
        ("boolean", "Yes", "true"),
        ("boolean", "perhaps", None),
        ("date", "2027-02-20", "2027-02-20"),
        ("date", "20 February 2027", "2027-02-20"),
        ("date", "February 20th, 2027", "2027-02-20"),
        ("date", "02/20/2027", "2027-02-20"),
        ("date", "20/02/2027", "2027-02-20"),
        ("date", "03/04/2027", None),
        ("date", "2027-02-30", None),
        ("array", "tea, milk and salt", ["tea", "milk", "salt"]),
    ],
)
def test_values_are_brought_to_the_parameters_type_or_left_to_the_caller(kind: str, said: str, meant: object) -> None:
    found = filled("Set it to {x} now", f"Set it to {said} now", x=Parameter.model_validate({"name": "x", "type": kind}))
    assert found == (None if meant is None else {"x": meant})


def test_an_option_is_spelled_as_the_site_spells_it() -> None:
    level = Parameter(name="level", enum=("High", "Very High"))
    assert filled("Priority {level} for {what}", "priority very high for tea", level=level) == {
        "level": "Very High",
        "what": "tea",
    }
    assert filled("Priority {level} for {what}", "priority absurd for tea", level=level) is None


def test_secrets_are_never_read_from_a_text() -> None:
    secret = Parameter(name="password", secret="secret")
    flow = a_workflow("Sign in as {user} with {password}", password=secret)
    assert best_fill(flow, "Sign in as ann with hunter2") == ({"user": "ann"}, [])


def test_ordinals_are_read_whatever_their_ending() -> None:
    flow = a_workflow(tasks=("Open the 7th result",), rank=strings("rank", "7"))
    assert [best_fill(flow, f"Open the {n} result")[0] for n in ("4th", "1st", "22nd")] == [
        {"rank": "4"},
        {"rank": "1"},
        {"rank": "22"},
    ]


# -- without a template that makes the text


def test_source_tasks_serve_as_templates() -> None:
    flow = a_workflow(
        tasks=("Add the 'bug' label to 'Crash on start'.",),
        label=strings("label", "bug"),
        title=strings("title", "Crash on start"),
    )
    assert all_templates(flow)[0].words() == "Add the '{label}' label to '{title}'."
    assert best_fill(flow, 'Add the "ui" label to "Dark mode"') == ({"label": "ui", "title": "Dark mode"}, [])


def test_the_reading_with_most_parameters_and_literals_is_taken() -> None:
    flow = a_workflow("Find {what}", "Find {what} under {price} euros", price=Parameter(name="price", type="integer"))
    found = best_match(flow, "Find tea under 20 euros")
    assert found is not None
    assert found.arguments == {"what": "tea", "price": "20"}


def test_each_parameter_is_looked_for_by_itself_when_no_template_fits() -> None:
    flow = a_workflow(
        "Log {hours} hours of {activity} on '{subject}' for {day}",
        hours=Parameter(name="hours", type="number", examples=("2.5",)),
        activity=Parameter(name="activity", enum=("Design", "Development")),
        subject=strings("subject", "Slow query"),
        day=Parameter(name="day", type="date", examples=("2026-01-02",)),
    )
    task = "I worked 3.75h: development, on 2026-11-09, see 'Logo is missing'"
    arguments, missing = best_fill(flow, task)
    assert arguments == {"activity": "Development", "day": "2026-11-09", "subject": "Logo is missing"}
    assert missing == ["hours"]


def test_words_before_a_parameter_tell_it() -> None:
    flow = a_workflow("Find the price of {product}.", product=strings("product", "Dry Cat Food"))
    assert best_fill(flow, "What's the price of the Blue Mug?") == ({"product": "Blue Mug"}, [])


def test_what_is_not_sure_is_missing() -> None:
    flow = a_workflow("Assign '{issue}' to {person}", issue=strings("issue", "Slow"), person=strings("person", "Ann Lee"))
    assert best_fill(flow, "Do something about 'x' and 'y'") == ({}, ["issue", "person"])
    rank = a_workflow(tasks=("Open number 7",), rank=strings("rank", "7"))
    assert best_fill(rank, "Press 'Search'") == ({}, ["rank"])


def test_optional_parameters_are_never_missing() -> None:
    flow = a_workflow("Find {x}", note=Parameter(name="note", required=False), size=Parameter(name="size", default="M"))
    assert best_fill(flow, "Something else") == ({}, ["x"])


def test_a_text_too_long_to_be_read_whole_gives_nothing_rather_than_a_piece() -> None:
    flow = a_workflow("Write {text}")
    assert best_fill(flow, "Write " + "a" * MAX_TASK) == ({}, ["text"])
    assert best_fill(flow, "Write " + "a" * 10_000)[0] == {"text": "a" * 10_000}


def test_texts_made_to_be_slow_are_given_up() -> None:
    says = "x {a} x {b} x {c} x {d} x {e} y"
    assert filled(says, "x " * 2_000) is None
    assert best_fill(a_workflow(says), "." * 4_000 + " " * 4_000)[0] == {}


def test_what_is_left_of_a_quote_from_which_another_value_was_taken_is_no_value() -> None:
    flow = Workflow(
        name="shop_ask",
        title="Ask",
        description="Asks.",
        site="shop.example",
        start=value("/"),
        steps=(),
        parameters=(Parameter(name="message"), Parameter(name="order", type="integer")),
    )
    given, missing = best_fill(flow, 'Ask them: "My order number is 88 – is it on its way?"')
    assert (given, missing) == ({"order": "88"}, ["message"])
