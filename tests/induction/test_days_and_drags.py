"""Days that are clicked by their full date, entries that are dragged, and what is typed to find another value."""

from __future__ import annotations

from making_runs import run, step

from awm_mcp.induction import induce
from awm_mcp.model import Effect, Param, Run, Target, value


def booked(title: str, day: str, label: str, turns: int) -> Run:
    turned = [step("click", "Next month", role="button") for _ in range(turns)]
    clicked = step("click", label, role="gridcell", row=label, css="tr:nth-of-type(3) > td:nth-of-type(2)")
    filled = step("fill", "Title", title, role="textbox")
    return run(f"Add the event {title} on {day}", *turned, clicked, filled, step("click", "Add event", role="button"))


def test_a_day_that_is_clicked_is_the_date_of_the_task_in_the_words_of_the_calendar() -> None:
    runs = [booked("Standup", "2026-12-14", "December 14, 2026", 0), booked("Retro", "2027-02-05", "February 5, 2027", 2)]
    for given in (runs, runs[:1]):
        (flow,) = induce(given)
        targets = [one.action.target for one in flow.steps if one.action is not None and one.action.target is not None]
        target = next(one for one in targets if one.role == "gridcell")
        assert target.name == value([Param(param="date", format="%B %-d, %Y")]) and target.row is None and target.css is None
        assert {p.name: p.type for p in flow.parameters}["date"] == "date"


def moved(what: str, where: str, landed: str = "place") -> Run:
    to = Target(role="listitem", name=value(where))
    return run(f"Move {what} to the place of {where}", step("drag", what, role="listitem", to=to, landed=landed))


def test_both_ends_of_a_drag_are_the_callers_and_where_it_landed_is_kept_where_all_runs_saw_the_same() -> None:
    (flow,) = induce([moved("Eggs", "Bread"), moved("Dates", "Apples")])
    action = flow.steps[0].action
    assert action is not None and len(set(action.params)) == 2 and action.landed == "place"
    (flow,) = induce([moved("Eggs", "Bread"), moved("Dates", "Apples", "after")])
    assert flow.steps[0].action is not None and flow.steps[0].action.landed is None


def test_the_task_names_what_is_found_and_not_what_is_typed_to_find_it() -> None:
    def rated(post: str, typed: str) -> Run:
        typing = step("fill", "Search", typed, role="textbox", placeholder="Search")
        return run(f"Open the post '{post}'", typing, step("click", "Edit", role="link", row=post))

    for runs in ([rated("Cats at home", "Cats")], [rated("Cats at home", "Cats"), rated("Jays at home", "Jays")]):
        (flow,) = induce(runs)
        assert {p.name: p.examples[0] for p in flow.parameters} == {"query": "Cats", "post": "Cats at home"}


def test_a_deletion_that_was_told_and_not_seen_to_be_sent_changes_data() -> None:
    def deleted(shown: tuple[str, ...]) -> Run:
        gone = Effect(url="http://store.example/", changed=True, shown=shown)
        return run("Delete the post 'Cats'", step("click", "Delete", role="button", row="Cats", effect=gone))

    (flow,) = induce([deleted(("Element deleted", "Undo"))])
    assert flow.risk == "destructive" and flow.steps[0].writes
