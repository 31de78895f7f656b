"""What one run names without marking it, and what agents chose freely: parameters are the caller's values only."""

from __future__ import annotations

import pytest
from making_runs import ORIGIN, run, step

from awm_mcp.induction import induce
from awm_mcp.induction.texts.named import is_told_for, named_in, names_the_interface
from awm_mcp.model import Effect, Run, Workflow


def only(*runs: Run) -> Workflow:
    (workflow,) = [w for w in induce(runs) if w.kind == "task"]
    return workflow


@pytest.mark.parametrize(
    ("task", "names"),
    [
        ("Who has access to my repo prism-theme, show me their usernames", ["prism-theme"]),
        ("Create an issue in dotfiles repository", ["dotfiles"]),
        ("Tell me the members of repo SlidingUpPanel", ["SlidingUpPanel"]),
        ("Star the thoughtbot/administrate project", ["thoughtbot/administrate"]),
        ("Edit my post on The Night Agent by adding a line", ["The Night Agent"]),
        ("Find storage for Nintendo Switch game cards in the One Stop Market", []),
        ("Rename the project label in project repository", []),
        ("Create a private project and open the new repository", []),
        ("Check the sign-in and sign-up pages and/or the wish-list", []),
        ("Show My Account. Open Recent Orders", ["My Account", "Recent Orders"]),
        ("Open https://git.example/a/b and look", []),
    ],
)
def test_a_single_task_names_its_values_without_marks(task: str, names: list[str]) -> None:
    assert named_in(task) == names


def test_an_identifier_of_the_task_within_a_label_is_a_parameter_after_one_run() -> None:
    workflow = only(
        run(
            "Who else has access to my repo prism-theme?",
            step("click", "Byte Blaze / prism-theme", role="link"),
            step("click", "Members", role="link", url="/byteblaze/prism-theme"),
        )
    )

    assert [p.examples for p in workflow.parameters] == [("prism-theme",)]
    assert workflow.steps[0].action is not None
    assert workflow.steps[0].action.target is not None
    assert workflow.steps[0].action.target.name is not None
    assert workflow.steps[0].action.target.name.words() == "Byte Blaze / {" + workflow.parameters[0].name + "}"


def test_a_place_named_in_small_letters_is_a_parameter_and_a_menu_of_the_site_is_not() -> None:
    named = only(run("Downvote the top post in movies.", step("click", "movies", role="link"), step("click", "Downvote")))
    menu = only(run("Show what is in movies.", step("click", "Movies", role="link"), step("click", "Newest", role="link")))

    assert [p.examples for p in named.parameters] == [("movies",)]
    assert menu.parameters == ()


def test_a_count_is_its_number() -> None:
    workflow = only(run("Rate my lamp with 5 stars", step("click", "5 stars", role="radio"), step("click", "Submit")))

    assert [(p.type, p.examples) for p in workflow.parameters] == [("integer", ("5",))]


def test_a_choice_that_the_task_names_for_its_field_is_a_parameter_and_one_it_only_mentions_is_not() -> None:
    assert is_told_for("Developer", "Select a role", "Add bob as developer to the team")
    assert is_told_for("Blue", "Color", "Add a shirt in size S and color blue")
    assert not is_told_for("Price", "Sort By", "What is the price range of lamps")


def test_a_part_of_the_interface_in_quotes_is_no_value() -> None:
    assert names_the_interface("contact us", 'Write via their "contact us" form')
    assert not names_the_interface("contact us", 'Rename the page "contact us"')


def test_a_number_filled_up_with_zeros_is_the_number_of_the_task() -> None:
    runs = [
        run(
            f"Cancel order #{number}",
            step("fill", "Search", f"000000{number}", role="searchbox"),
            step("click", f"000000{number}", role="link"),
            id=number,
        )
        for number in ("307", "299")
    ]

    workflow = only(*runs)

    assert [(p.name, set(p.examples)) for p in workflow.parameters] == [("order", {"307", "299"})]
    assert workflow.steps[0].action is not None
    assert workflow.steps[0].action.value is not None
    assert workflow.steps[0].action.value.words() == "000000{order}"


def test_how_many_rows_a_list_shows_is_the_agents_choice_and_the_most_is_taken() -> None:
    runs = [
        run(
            f"How much did I spend on {goods}",
            step("select", "Show", rows, role="combobox"),
            step("click", "Go", role="button"),
            id=goods,
        )
        for goods, rows in (("food", "20"), ("hair care", "50"))
    ]

    workflow = only(*runs)

    assert workflow.parameters == ()
    assert workflow.steps[0].action is not None
    assert workflow.steps[0].action.value is not None
    assert workflow.steps[0].action.value.literal == "50"


def post(category: str, budget: str, title: str) -> Run:
    return run(
        f"Ask for product recommendations for {category} within a budget of ${budget}",
        step("fill", "Title", title),
        step("click", "Create submission"),
        id=category,
    )


def test_a_text_in_words_of_the_task_around_its_values_takes_the_values_of_the_caller() -> None:
    workflow = only(
        post("headphones", "200", "Recommendations for headphones within $200 budget"),
        post("running shoes", "100", "Looking for running shoes below $100"),
    )

    names = {example: p.name for p in workflow.parameters for example in p.examples}
    assert workflow.steps[0].action is not None
    assert workflow.steps[0].action.value is not None
    assert set(names) == {"headphones", "running shoes", "200", "100"}
    assert workflow.steps[0].action.value.words() == (
        f"Recommendations for {{{names['headphones']}}} within ${{{names['200']}}} budget"
    )


def test_a_text_that_says_more_than_the_task_stays_a_parameter() -> None:
    workflow = only(
        post("headphones", "200", "Sony headphones for $200"),
        post("running shoes", "100", "Adidas running shoes for $100"),
    )

    assert {p.examples for p in workflow.parameters} == {("Sony headphones for $200", "Adidas running shoes for $100")}


def test_what_runs_of_the_very_same_task_typed_differently_is_no_parameter_unless_the_task_says_it() -> None:
    def searched(typed: str, nearby: str) -> Run:
        return run(
            "Search for lamps and show the first",
            step("fill", "Search", typed, role="searchbox"),
            step("fill", "Shop near", nearby, role="textbox", url="/p"),
            step("click", "Show", url="/p"),
            id=typed,
        )

    workflow = only(searched("desk lamp", "Ulm"), searched("lamps", "Bonn"))

    assert [p.examples for p in workflow.parameters] == [("lamps",)]


_SENT = Effect(url=ORIGIN + "/", requests=("POST /comments",), changed=True)


@pytest.mark.parametrize("sent", [_SENT, None])
def test_what_runs_of_the_very_same_task_wrote_differently_has_to_be_given(sent: Effect | None) -> None:
    def posted(text: str, topic: str) -> Run:
        chosen = step("select", "Topic", topic, role="combobox")
        typed = step("fill", "Your comment", text, role="textbox")
        return run("Post a comment", chosen, typed, step("click", "Post", role="button", effect=sent), id=text)

    workflow = only(posted("First!", "News"), posted("Hello all", "Help"))

    assert [(p.name, p.required) for p in workflow.parameters] == [("topic", True), ("comment", True)]


def test_what_only_finds_the_thing_that_is_changed_in_runs_of_the_very_same_task_is_no_parameter() -> None:
    def added(typed: str, order: str) -> Run:
        found = Effect(url=f"{ORIGIN}/all?name={typed}", changed=True)
        return run(
            "Add a cheap lamp to the cart",
            step("fill", "Name", typed, role="textbox"),
            step("click", "Go", role="button", effect=found),
            step("select", "Sort by", order, role="combobox", url=f"/all?name={typed}"),
            step("fill", "Shop", typed[:2], role="combobox", url=f"/all?name={typed}"),
            step("click", "Table and desk shop", role="option", url=f"/all?name={typed}"),
            step("click", "Add to cart", role="button", url=f"/all?name={typed}", effect=_SENT),
            id=typed,
        )

    assert only(added("desk", "Price"), added("table", "Cheapest first")).parameters == ()
