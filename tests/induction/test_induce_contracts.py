from __future__ import annotations

import pytest
from making_runs import ORIGIN, price_run, run, seen, step

from awm_mcp.induction import induce, lint
from awm_mcp.induction.aligning.cookie_words import is_cookie_answer
from awm_mcp.model import Effect, Frame, Landmark, Run, Workflow

PAGE = ("This review has no votes.", "Related products")


def shows(*texts: str, url: str = "/", requests: tuple[str, ...] = ()) -> Effect:
    return Effect(url=ORIGIN + url, changed=True, shown=texts, requests=requests)


def observed(given: Run, *effects: Effect) -> Run:
    steps = [one.model_copy(update={"effect": effect}) for one, effect in zip(given.steps, effects, strict=False)]
    return given.model_copy(update={"steps": (*steps, *given.steps[len(steps) :]), "observed": True})


def sole(*runs: Run) -> Workflow:
    (workflow,) = induce(runs)
    return workflow


def test_page_content_that_is_the_same_in_all_runs_is_no_postcondition() -> None:
    def look(product: str) -> Run:
        plain = price_run(product, "$1.00")
        return observed(plain, shows(), shows(), shows(*PAGE, url=f"/p/{product.lower().replace(' ', '-')}_12/"))

    post = sole(look("Blue Kettle"), look("Camp Chair")).postcondition
    assert post is None or post.text is None


def test_a_value_that_the_last_page_shows_by_itself_is_the_postcondition_of_a_reading_workflow() -> None:
    def look(product: str) -> Run:
        plain = run(f"Open the page of {product}.", step("fill", "Search", product), step("click", product, role="link"))
        return observed(plain, shows(), shows(product, *PAGE, url="/p/1"))

    post = sole(look("Blue Kettle"), look("Camp Chair")).postcondition
    assert post is not None and post.text is not None and post.text.params == ("item",)


def added(product: str) -> Run:
    plain = run(
        f"Add {product} to the basket.",
        step("click", product, role="link"),
        step("click", "Add to basket", role="button", url="/p"),
    )
    said = (f"{product} has been added to your basket.", "Your basket total is now 3", *PAGE)
    return observed(plain, shows(url="/p"), shows(*said, url="/p", requests=("POST /basket",)))


def test_the_word_of_a_page_on_a_change_is_expected_with_its_values() -> None:
    workflow = sole(added("Blue Kettle"), added("Camp Chair"))
    post, expect = workflow.postcondition, workflow.steps[-1].expect
    assert post is not None and post.text is not None
    assert post.text.matches("Red Mug has been added to your basket.")
    assert expect is not None and expect.text == post.text


def noted(title: str, body: str, *said: str) -> Run:
    plain = run(
        f'Save a note titled "{title}" with the body "{body}"',
        step("fill", "Title", title, role="textbox"),
        step("fill", "Body", body, role="textbox"),
        step("click", "Save", role="button"),
    )
    return observed(plain, shows(), shows(), shows(*said, requests=("POST /",)))


def test_an_entry_of_several_values_that_appeared_on_the_same_page_is_expected_after_the_change() -> None:
    milk = noted("Milk run", "two bottles", "1 notes", "Milk run: two bottles")
    workflow = sole(milk, noted("Garage", "call Bob", "2 notes", "Garage: call Bob"))
    post = workflow.postcondition
    assert post is not None and post.text is not None
    assert set(post.text.params) == {"title", "body"}


def test_a_value_that_the_next_page_shows_by_itself_is_expected_after_a_change_that_led_there() -> None:
    def created(title: str) -> Run:
        plain = run(
            f'Create the memo "{title}"',
            step("fill", "Memo", title, role="textbox", url="/memos/new"),
            step("click", "Create", role="button", url="/memos/new"),
        )
        return observed(plain, shows(url="/memos/new"), shows("New memo", title, url="/memos", requests=("POST /memos",)))

    post = sole(created("Milk run"), created("Garage")).postcondition
    assert post is not None and post.url is not None and post.text is not None
    assert (post.url.literal, post.text.params) == ("/memos", ("memo",))


def test_an_entry_that_only_one_run_showed_is_not_expected() -> None:
    workflow = sole(noted("Milk run", "two bottles", "Milk run: two bottles"), noted("Garage", "call Bob", "2 notes"))
    assert workflow.postcondition is None or workflow.postcondition.text is None


def test_a_step_that_stayed_on_its_page_expects_a_change_and_one_that_left_it_does_not() -> None:
    def tick(item: str, path: str) -> Run:
        plain = run(
            f"Tick {item}.",
            step("click", "Open all", role="button", url="/l"),
            step("click", item, role="link", url="/l"),
            step("click", "Tick", role="button", url=path),
        )
        return observed(plain, shows(url="/l"), shows(url=path), shows(url=path))

    workflow = sole(tick("Milk", "/x/milk"), tick("Bread", "/y/z/bread"))
    assert [s.expect.changed if s.expect else None for s in workflow.steps] == [True, None, True]


def test_a_row_that_is_only_content_of_the_page_does_not_tell_an_element() -> None:
    def name(product: str, equals: int, row: str) -> Run:
        heading = step("extract", "", "x", role="heading", row=row, seen=seen(1, 1, equals=equals), css="main h1")
        return run(f"Find {product}. What is it called?", step("click", product, role="link"), heading)

    def row_of(equals: int, row: str) -> str | None:
        workflow = sole(name("Blue Kettle", equals, row), name("Camp Chair", equals, row))
        target = workflow.steps[-1].action.target if workflow.steps[-1].action else None
        return target.row.literal if target is not None and target.row is not None else None

    assert row_of(1, "Customer reviews") is None
    assert row_of(2, "3 customer reviews") is None
    assert row_of(2, "Customer reviews") == "Customer reviews"


def test_addresses_of_another_depth_keep_their_common_beginning() -> None:
    def visit(name: str, path: str) -> Run:
        return run(
            f"Open the category {name} and sort it.",
            step("click", name, role="link"),
            step("click", "Sort", role="button", url=path),
        )

    workflow = sole(visit("Lamps", "/catalogue/category/lamps_3/"), visit("Tents", "/catalogue/category/camp/tents_5/"))
    expect = workflow.steps[0].expect
    assert expect is not None and expect.url is not None and expect.url.words() == "/catalogue/category/…"


def by_link(task: str, name: str, href: str, **more: str) -> Run:
    """A run that ends with a link which a browser saw lead somewhere without sending anything but GETs."""
    link = step("click", name, role="link", seen=seen(1, 2, href_path=href), effect=shows("Done", url="/list"))
    return run(task, step("click", "Items", role="link", effect=shows("A list", url="/items")), link, **more)


@pytest.mark.parametrize("href", ["/items/5/delete", "/go?action=remove&id=5"])
def test_a_link_whose_address_asks_for_a_change_writes_whatever_it_is_called(href: str) -> None:
    workflow = sole(by_link("Take the old one off the list.", "Off", href))
    assert [one.writes for one in workflow.steps] == [False, True]
    assert workflow.risk == "write"


def test_the_last_link_of_a_task_that_asks_for_a_change_writes() -> None:
    workflow = sole(by_link("Vote for the second one.", "Second", "/v/2"))
    assert [one.writes for one in workflow.steps] == [False, True]
    assert sole(by_link("Show the second one.", "Second", "/v/2")).risk == "read"


def test_an_answer_tells_that_a_task_was_not_the_change_that_it_names() -> None:
    assert sole(by_link("Book of the year: which is it?", "Second", "/v/2", answer="Emma")).risk == "read"


@pytest.mark.parametrize(
    ("starts", "wanted"),
    [
        (("/shop?seed=1",), "/shop"),
        (("/shop?seed=1&view=list", "/shop?seed=2&view=list"), "/shop?view=list"),
        (("/shop?visit=17&view=list", "/shop?view=list&visit=4"), "/shop?view=list"),
        (("/shop?view=list",), "/shop?view=list"),
    ],
)
def test_a_start_page_keeps_of_its_query_what_matters(starts: tuple[str, ...], wanted: str) -> None:
    items = ("Blue Kettle", "Folding Camp Chair")
    runs = [price_run(item, "$1.00", start_url=ORIGIN + start) for item, start in zip(items, starts, strict=False)]
    assert sole(*runs).start.words() == wanted


def test_on_a_page_that_stays_the_callers_value_in_the_new_row_tells_that_it_was_added() -> None:
    def note(text: str) -> Run:
        sent = shows(text, "2 minutes ago", requests=("POST /notes",))
        return run(
            f"Add the note '{text}'.",
            step("fill", "Note", text, role="textbox", effect=shows()),
            step("click", "Add", role="button", effect=sent),
            step("stop"),
        )

    end = sole(note("Call the plumber"), note("Water the plants")).steps[-1].expect
    assert end is not None
    assert end.text is not None
    assert end.text.words() == "{note}"


def test_a_description_that_agents_choose_badly_by_is_found_by_lint() -> None:
    workflow = sole(price_run("Blue Kettle", "$1.00"))
    assert [f for f in lint(workflow) if f.code == "poor_description"] == []
    bare = workflow.model_copy(update={"description": "The tool for prices of a product, in the shop of the town, item"})
    found = [f for f in lint(bare) if f.code == "poor_description"]
    assert {f.severity for f in found} == {"warning"}
    assert any("when to use it" in f.text for f in found)


@pytest.mark.parametrize(
    ("task", "codes"),
    [("Save a note titled 'Milk'", ["nothing_done"]), ("Open the notes", []), ("Find the note 'Milk'", [])],
)
def test_a_change_that_nothing_in_the_steps_makes_is_no_tool(task: str, codes: list[str]) -> None:
    workflow = sole(observed(run(task, step("click", "Notes", role="link", url="/")), shows("All notes", url="/notes")))

    assert [f.code for f in lint(workflow) if f.code == "nothing_done" and f.severity == "error"] == codes


def test_a_change_by_a_link_that_only_a_script_makes_do_something_is_a_deed() -> None:
    workflow = sole(observed(run("Save the note", step("click", "Keep", role="link", url="/")), shows("Kept", url="/#")))

    assert workflow.steps[0].expect is not None and workflow.steps[0].expect.url is None
    assert "nothing_done" not in [f.code for f in lint(workflow)]


def test_a_search_that_a_run_opened_by_its_address_begins_with_the_callers_value() -> None:
    opened = step("goto", value="/search?q=blue+shirt&page=1")
    link = step("click", "Results for blue shirt", role="link", url="/search?q=blue+shirt&page=1")
    workflow = sole(run("Open the results for 'blue shirt'", opened, link))

    (name,) = [p.name for p in workflow.parameters]
    assert workflow.start.words() == f"/search?q={{{name}}}&page=1"


def test_a_search_by_its_address_alone_takes_the_callers_value() -> None:
    def asked(query: str) -> Run:
        address = f"/search?q={query.replace(' ', '+')}&page=1"
        read = step("extract", role="status", url=address, output="hits")
        return run(f"How many hits has '{query}'?", step("goto", value=ORIGIN + address), read, answer="3")

    for runs in ([asked("blue shirt")], [asked("blue shirt"), asked("red hat")]):
        workflow = sole(*runs)
        (name,) = [p.name for p in workflow.parameters]
        assert workflow.start.words() == f"/search?q={{{name}}}&page=1"
        assert "needs_observation" not in [f.code for f in lint(workflow)]


def test_the_answer_to_the_question_about_cookies_is_for_visits_that_ask() -> None:
    banner = step("click", "Accept all", role="button")
    asked = banner.action.target
    assert asked is not None
    asked = asked.model_copy(update={"landmarks": (Landmark(role="dialog", name="We use cookies"),)})
    asks = banner.model_copy(update={"action": banner.action.model_copy(update={"target": asked})})
    workflow = sole(run("Open the orders", asks, step("click", "Orders", role="button")))
    assert [s.optional for s in workflow.steps] == [True, False]
    assert not workflow.steps[0].writes

    elsewhere = sole(run("Open the orders", banner, step("click", "Orders", role="button")))
    assert [s.optional for s in elsewhere.steps] == [False, False]


@pytest.mark.parametrize(
    ("answer", "asks"),
    [
        ("Tout accepter", "Nous utilisons des cookies"), ("Rechazar todas", "Cookies"), ("Alleen noodzakelijke", "Cookies"),
        ("Akceptuję wszystkie", "Polityka prywatności"), ("Принять все", "Файлы cookie"), ("同意する", "Cookie の設定"),
    ],
)  # fmt: skip
def test_sites_ask_about_cookies_in_many_languages(answer: str, asks: str) -> None:
    assert is_cookie_answer(answer, [asks])
    assert not is_cookie_answer(answer, ["Bestellung"])
    assert not is_cookie_answer("Delete all cookies", [asks]), "that is a deed of its own"


def test_a_click_on_a_message_is_for_visits_on_which_it_still_stands() -> None:
    said = step("click", "Saved", role="status")
    workflow = sole(run("Open the orders", step("click", "Orders", role="button"), said))
    assert [s.optional for s in workflow.steps] == [False, True]


def test_a_point_in_the_only_drawing_of_a_page_is_told_by_the_drawing() -> None:
    def marked(title: str) -> Run:
        pressed = step("click", css="canvas")
        target = pressed.action.target
        assert target is not None
        target = target.model_copy(update={"tag": "canvas", "point": (0.75, 0.5)})
        pressed = pressed.model_copy(update={"action": pressed.action.model_copy(update={"target": target})})
        return run(f"Mark '{title}' in green", step("fill", "Title", title, role="textbox"), pressed)

    workflow = sole(marked("one"), marked("two"))
    assert workflow.steps[1].action is not None and workflow.steps[1].action.target is not None
    assert (workflow.steps[1].action.target.css, workflow.steps[1].action.target.point) == ("canvas", (0.75, 0.5))
    assert "needs_observation" not in [f.code for f in lint(workflow)]


def test_the_editor_that_is_all_of_an_inline_frame_is_told_by_its_frame() -> None:
    typed = step("fill", value="hello you", css="body")
    assert typed.action.target is not None
    editor = typed.action.target.model_copy(update={"tag": "body", "frame": (Frame(title="Editor"),)})
    typed = typed.model_copy(update={"action": typed.action.model_copy(update={"target": editor})})
    workflow = sole(run("Write 'hello you'", typed, step("click", "Save", role="button")))

    assert "needs_observation" not in [f.code for f in lint(workflow)]
    assert workflow.steps[0].action is not None and workflow.steps[0].action.target is not None
    assert workflow.steps[0].action.target.css == "body"


def test_a_change_by_a_button_is_a_deed() -> None:
    (workflow,) = induce([run("Save the note", step("click", "Keep", role="button", url="/notes/1"))])

    assert "nothing_done" not in [f.code for f in lint(workflow)]


def test_a_button_that_keeps_what_was_chosen_writes_though_no_request_was_seen() -> None:
    def chosen(unit: str, label: str) -> Run:
        seen = Effect(url=f"{ORIGIN}/", changed=True)
        return run(
            f"Set the unit to {unit}",
            step("click", unit, role="paragraph", effect=seen),
            step("click", label, role="button", effect=seen),
            observed=True,
        )

    def risk(label: str) -> str:
        (workflow,) = [w for w in induce([chosen("miles", label), chosen("yards", label)]) if w.kind == "task"]
        return workflow.risk

    assert (risk("Store settings"), risk("Save"), risk("Show map")) == ("write", "write", "read")


@pytest.mark.parametrize("sent", ["POST /api/choice", "GET /api/claim"])
@pytest.mark.parametrize(
    ("kind", "role", "name"), [("click", "button", "OK"), ("click", "link", "Pick"), ("check", "checkbox", "News")]
)
def test_a_step_whose_request_was_held_back_writes_whatever_it_is_called(sent: str, kind: str, role: str, name: str) -> None:
    given = run("Choose the seat", step(kind, name, role=role, effect=Effect(requests=(sent,))), id="one")
    (workflow,) = induce([given])
    assert workflow.risk == "write"
    assert [one.writes for one in workflow.steps] == [True]


def test_an_output_that_holds_more_than_was_told_says_so() -> None:
    def part(given: Run) -> Run:
        read = [one for one in given.steps if one.action.type == "extract"]
        assert len(read) == 1
        longer = read[0].model_copy(update={"action": read[0].action.model_copy(update={"part": True})})
        return given.model_copy(update={"steps": tuple(longer if one is read[0] else one for one in given.steps)})

    runs = price_run("Blue Kettle", "$1.00"), price_run("Camp Chair", "$2.00")
    (output,) = sole(*runs).outputs
    (longer,) = sole(part(runs[0]), runs[1]).outputs
    human = output.name.replace("_", " ")
    assert output.description == f"The {human} as the page shows it."
    assert (
        longer.description == f"The whole text of the page in which the {human} stands; the {human} itself is a part of it."
    )
