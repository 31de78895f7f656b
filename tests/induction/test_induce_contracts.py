from __future__ import annotations

from making_runs import ORIGIN, price_run, run, seen, step

from awm_mcp.induction import induce
from awm_mcp.model import Effect, Run, Workflow

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
