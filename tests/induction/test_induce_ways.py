"""Runs of one task that went different ways give one workflow: the shortest run's way, with the values of all."""

from __future__ import annotations

from making_runs import ORIGIN, run, step

from awm_mcp.induction import induce, lint
from awm_mcp.model import Effect, Run, Step, Workflow


def led(path: str, *requests: str) -> Effect:
    return Effect(url=ORIGIN + path, requests=requests, changed=True)


def archive(order: str, *way: Step, **more: object) -> Run:
    """Open the list of orders by some way, archive the order in its row."""
    return run(
        f"Archive the order '{order}'.",
        *way,
        step("click", "Archive", role="button", row=order, url="/orders", effect=led("/orders", "POST /archive")),
        **more,  # type: ignore[arg-type]
    )


def by_menu() -> Step:
    return step("click", "Orders", role="link", effect=led("/orders"))


def by_tile() -> list[Step]:
    return [
        step("click", "Overview", role="button", effect=led("/overview")),
        step("click", "Latest", role="tab", url="/overview", effect=led("/orders")),
    ]


def only(made: list[Workflow]) -> Workflow:
    (workflow,) = [w for w in made if w.kind == "task"]
    return workflow


def test_two_ways_to_one_page_give_one_workflow_that_goes_the_shorter_one() -> None:
    workflow = only(induce([archive("Blue Kettle", *by_tile()), archive("Camp Chair", by_menu())]))
    assert [s.words() for s in workflow.steps] == [
        'click link "Orders"',
        'click button "Archive" in the row of "{order}"',
    ]
    assert workflow.evidence.support == 2
    assert sorted(a["order"] for a in workflow.evidence.arguments) == ["Blue Kettle", "Camp Chair"]  # type: ignore[type-var]


def test_what_a_run_did_on_its_own_way_is_told_in_the_evidence() -> None:
    workflow = only(induce([archive("Blue Kettle", *by_tile(), id="long"), archive("Camp Chair", by_menu(), id="short")]))
    assert [d for d in workflow.evidence.dropped if "its own way" in d] == [
        "long its own way there (2 steps): the way of short stands for it"
    ]


def test_a_run_that_filtered_the_list_first_teaches_the_same_workflow() -> None:
    filtered = archive(
        "Blue Kettle",
        by_menu(),
        step("fill", "Filter orders", "Blue Kettle", role="searchbox", url="/orders"),
        step("click", "Filter", role="button", url="/orders", effect=led("/orders?q=Blue+Kettle")),
    )
    filtered = filtered.model_copy(
        update={
            "steps": (*filtered.steps[:-1], filtered.steps[-1].model_copy(update={"url": ORIGIN + "/orders?q=Blue+Kettle"}))
        }
    )
    workflow = only(induce([filtered, archive("Camp Chair", by_menu())]))
    assert [s.words() for s in workflow.steps] == [
        'click link "Orders"',
        'click button "Archive" in the row of "{order}"',
    ]
    assert not [s for s in workflow.steps if s.optional]


def test_a_run_that_began_on_the_page_itself_goes_the_other_ones_way_from_their_start_or_both_from_it() -> None:
    deep = archive("Blue Kettle", start_url=ORIGIN + "/orders")
    workflow = only(induce([deep, archive("Camp Chair", by_menu())]))
    assert (workflow.start.words(), [s.words() for s in workflow.steps]) == (
        "/orders",
        ['click button "Archive" in the row of "{order}"'],
    )
    assert workflow.evidence.support == 2


def test_a_way_that_opens_an_entry_by_name_is_gone_with_the_other_runs_value() -> None:
    def rename(way: list[Step], page: str, new: str) -> Run:
        return run(
            f"Rename the page '{page}' to '{new}'.",
            *way,
            step("fill", "Title", new, role="textbox", url="/wiki/edit"),
            step("click", "Save", role="button", url="/wiki/edit", effect=led("/wiki", "POST /wiki")),
        )

    def straight(page: str) -> list[Step]:
        return [step("click", page, role="link", effect=led("/wiki/edit"))]

    def through_the_index(page: str) -> list[Step]:
        return [
            step("click", "Wiki", role="tab", effect=led("/wiki")),
            step("click", "All pages", role="link", url="/wiki", effect=led("/pages")),
            step("fill", "Find", page, role="searchbox", url="/pages"),
            step("press", "Find", "Enter", role="searchbox", url="/pages", effect=led("/wiki/edit")),
        ]

    runs = [
        rename(through_the_index("Setup"), "Setup", "Installation"),
        rename(straight("Release notes"), "Release notes", "Changes"),
    ]
    workflow = only(induce(runs))
    page = workflow.parameters[0].name
    assert workflow.steps[0].words() == f'click link "{{{page}}}"'
    assert {a[page] for a in workflow.evidence.arguments} == {"Setup", "Release notes"}  # type: ignore[arg-type]


def test_what_fills_in_a_form_is_no_other_way() -> None:
    def order(item: str, *more: Step, asked: str = "") -> Run:
        return run(
            f"Order '{item}'{asked}.",
            step("click", "Order form", role="link", effect=led("/order")),
            step("fill", "Item", item, role="textbox", url="/order"),
            *more,
            step("click", "Send", role="button", url="/order", effect=led("/done", "POST /order")),
            template="order",
        )

    noted = step("fill", "Notes", "Ring twice", role="textbox", url="/order")
    workflow = only(induce([order("Kettle", noted, asked=" with the notes 'Ring twice'"), order("Chair")]))
    assert [s.words() for s in workflow.steps] == [
        'click link "Order form"',
        'fill textbox "Item" with "{item}"',
        'fill textbox "Notes" with "{notes}" (if given)',
        'click button "Send"',
    ]
    item, notes = workflow.parameters
    assert (item.required, notes.required, notes.default) == (True, False, None)
    assert "Leave it out to skip it" in notes.description
    assert not [f for f in lint(workflow) if f.severity == "error"]


def test_sorting_before_the_first_entry_is_no_other_way() -> None:
    def cheapest(kind: str, *way: Step, page: str) -> Run:
        return run(
            f"Open the cheapest of the '{kind}'.",
            step("click", kind, role="link", effect=led("/list")),
            *way,
            step("click", "Details", role="link", url=page, effect=led("/item")),
        )

    by_price = step("click", "Price", role="link", url="/list", effect=led("/list?sort=price"))
    runs = [cheapest("Lamps", by_price, page="/list?sort=price"), cheapest("Chairs", page="/list")]
    assert not any("its own way" in d for w in induce(runs, most=None) for d in w.evidence.dropped)


def test_ways_to_different_pages_stay_two_workflows() -> None:
    def close(item: str, way: Step, url: str) -> Run:
        return run(
            f"Close '{item}'.",
            way,
            step("click", "Close", role="button", row=item, url=url, effect=led(url, "POST /close")),
        )

    epics = close("Alpha", step("click", "Epics", role="tab", effect=led("/epics")), "/epics")
    issues = close("Beta", step("click", "Issues", role="link", effect=led("/issues")), "/issues")
    assert len([w for w in induce([epics, issues], most=None) if w.kind == "task"]) == 2


def test_a_way_without_known_addresses_is_not_taken_for_another_one() -> None:
    bare = archive("Blue Kettle", *by_tile())
    bare = bare.model_copy(update={"steps": tuple(s.model_copy(update={"url": None, "effect": None}) for s in bare.steps)})
    made = [w for w in induce([bare, archive("Camp Chair", by_menu())], most=None) if w.kind == "task"]
    assert [w.evidence.support for w in made] == [1, 1]


def test_the_order_of_the_runs_does_not_matter() -> None:
    runs = [archive("Blue Kettle", *by_tile()), archive("Camp Chair", by_menu()), archive("Red Mug", by_menu())]
    assert induce(runs) == induce(runs[::-1])


def test_one_run_on_another_way_does_not_make_the_steps_of_the_others_optional() -> None:
    runs = [archive("Blue Kettle", *by_tile()), archive("Camp Chair", by_menu()), archive("Red Mug", by_menu())]
    workflow = only(induce(runs))
    assert [(s.words(), s.optional) for s in workflow.steps] == [
        ('click link "Orders"', False),
        ('click button "Archive" in the row of "{order}"', False),
    ]
    assert workflow.evidence.support == 3
