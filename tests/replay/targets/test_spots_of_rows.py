# ruff: noqa: E501  pages are easier to read as the markup they are
"""A value of the caller names a row only where it stood in the row when it was learned: elsewhere it says something else of it."""

from __future__ import annotations

import pytest
from core_stage import LOG, READ, SOON, Stand, param, seldom, step, t

from awm_mcp.induction.writing.spots import joint_spot
from awm_mcp.model import Seen, Spot, Target, value

FIRST = Spot(column="Name", beside=("Manager",), cell=1, cells=3, main=True)


def table(*rows: tuple[str, str], heads: tuple[str, str] | None = ("Name", "Manager")) -> str:
    head = f"<thead><tr><th>{heads[0]}<th>{heads[1]}<th></tr></thead>" if heads else ""
    line = "<tr><td>{0}</td><td>{1}</td><td><button onclick=\"say('{0}')\">Delete</button></td></tr>"
    return f"<table>{head}<tbody>{''.join(line.format(*row) for row in rows)}</tbody></table>{LOG}"


def cards(*rows: tuple[str, str], title: str = "h3", note: str = "<p>assigned to <b>{}</b></p>") -> str:
    line = f"<li><{title} class=title>{{0}}</{title.split()[0]}>{{1}}<button onclick=\"say('{{0}}')\">Delete</button></li>"
    return f"<ul>{''.join(line.format(one, note.format(other)) for one, other in rows)}</ul>{LOG}"


def seen(text: str, spot: Spot | None) -> Target:
    return t(row=value(text), seen=Seen(row_texts=(text,), row_spots=(spot,) if spot else ()))


def test_the_heading_of_the_column_is_what_the_runs_have_in_common() -> None:
    moved = FIRST.model_copy(update={"cell": 2, "beside": ("Role",)})
    assert joint_spot([seen("Ann", FIRST), seen("Bob", moved)]) == FIRST.model_copy(update={"beside": ("Manager", "Role")})
    assert joint_spot([seen("Ann", FIRST), seen("Bob", None)]) == FIRST
    assert joint_spot([seen("Ann (3)", FIRST).model_copy(update={"row": value("Ann")})]) == FIRST


def test_where_no_run_showed_it_only_what_a_row_is_called_by_names_it_and_where_they_differ_anything_does() -> None:
    assert joint_spot([seen("Ann", None)]) == Spot(main=True)
    other = FIRST.model_copy(update={"column": "Manager", "main": False})
    assert joint_spot([seen("Ann", FIRST), seen("Bob", other)]) is None
    assert joint_spot([seen("Ann", FIRST).model_copy(update={"row": value("admin")})]) is None


OWN, OTHERS = ("Cid Oak", "Ann Lee"), ("Zoe Fir", "Cid Oak")
TABLES = {
    "its own row": (table(OTHERS, OWN), "Cid Oak;"),
    "no row of its own": (table(OTHERS, ("Ann Lee", "Bob Ray")), ""),
    "alone": (table(OTHERS), ""),
    "columns in another order": (table(("Cid Oak", "Zoe Fir"), heads=("Manager", "Name")), ""),
    "its row in another order": (table(("Bob Ray", "Cid Oak"), heads=("Manager", "Name")), "Bob Ray;"),
    "another heading": (table(OTHERS, OWN, heads=("Full name", "Manager")), "Cid Oak;"),
    "other headings": (table(OTHERS, OWN, heads=("Person", "Boss")), "Cid Oak;"),
    "other headings, no row": (table(OTHERS, ("Ann Lee", "Bob Ray"), heads=("Person", "Boss")), ""),
    "no headings": (table(OTHERS, OWN, heads=None), "Cid Oak;"),
    "cards": (cards(OTHERS, OWN), "Cid Oak;"),
    "cards, no own": (cards(OTHERS), ""),
}


ALIKE = ("alone", "another heading", "no row of its own", "other headings, no row", "cards, no own")


@pytest.mark.parametrize(
    ("case", "spot"),
    [
        *((case, FIRST) if case != "alone" else seldom(case, FIRST) for case in TABLES),
        *((case, Spot(main=True)) for case in TABLES if "order" not in case and case not in ALIKE),
        *(seldom(case, Spot(main=True)) for case in ALIKE),
    ],
)
@pytest.mark.browser
@pytest.mark.asyncio(loop_scope="session")
async def test_a_row_is_of_the_value_that_stands_where_the_runs_had_it(stand: Stand, case: str, spot: Spot) -> None:
    page, log = TABLES[case]
    # two rows say it, and nothing tells which of them is called so
    guessed = spot != FIRST and case in ("other headings", "no headings")
    log = "" if guessed else log
    target = t(role="button", name="Delete", row=param("p"), row_spot=spot)
    soon = None if log else SOON
    outcome = await stand.play(
        step("click", target, writes=True), READ, page=page, args={"p": "Cid Oak"}, risk="destructive", settings=soon
    )
    assert (outcome.outputs or {}).get("log", "") == log, (outcome.status, outcome.stopped)
    if not log:
        assert outcome.status == ("ambiguous_target" if guessed else "target_not_found")


def tasks(*rows: tuple[str, str], heads: tuple[str, str] | None) -> str:
    return table(*rows, heads=heads).replace("Delete", "Drop")


@pytest.mark.parametrize(
    ("heads", "rows", "log"),
    [
        (("Owner", "Task"), (("Oak", "Rake"), ("Ann", "Oak")), "Ann;"),
        (("Owner", "Task"), (("Oak", "Rake"), ("Ann", "Paint")), ""),
        (("Inhaber", "Titel"), (("Oak", "Rake"), ("Ann", "Oak")), "Ann;"),
        (("Task", "Task owner"), (("Oak", "Ann"), ("Rake", "Oak")), "Oak;"),
        (("Task", "Item"), (("#17", "Oak"), ("#18", "Rake")), "#17;"),
        (None, (("Ann", "Rake"), ("Ann", "Paint"), ("Oak", "Mow")), ""),
        (None, (("Rake", "Ann"), ("Paint", "Ann"), ("Oak", "Bob")), "Oak;"),
    ],
)
@pytest.mark.browser
@pytest.mark.asyncio(loop_scope="session")
async def test_where_no_run_showed_the_place_the_heading_that_the_caller_uses_or_one_of_names_tells_it(
    stand: Stand, heads: tuple[str, str] | None, rows: tuple[tuple[str, str], ...], log: str
) -> None:
    target = t(role="button", name="Drop", row=param("task"), row_spot=Spot(main=True))
    page = tasks(*rows, heads=heads)
    outcome = await stand.play(step("click", target, writes=True), READ, page=page, args={"task": "Oak"}, risk="destructive")
    assert (outcome.outputs or {}).get("log", "") == log, (outcome.status, outcome.stopped)


async def _spot(stand: Stand, page: str, place: int) -> Spot:
    css = f"li:nth-of-type({place}) button" if "<li" in page else f"tbody tr:nth-of-type({place}) button"
    told = await stand.observe(step("click", t(role="button", name="Edit", css=css)), page=page.replace("Delete", "Edit"))
    target = told.run.steps[0].action.target
    assert target is not None and target.seen is not None, told.why
    return dict(zip(target.seen.row_texts, target.seen.row_spots, strict=True))["Cid Oak"]


@pytest.mark.browser
@pytest.mark.asyncio(loop_scope="session")
async def test_where_a_text_stands_is_seen_with_it(stand: Stand) -> None:
    assert await _spot(stand, table(("Ann Lee", "Bob Ray"), OWN), 2) == FIRST
    boss = await _spot(stand, table(("Ann Lee", "Bob Ray"), OTHERS), 2)
    assert (boss.column, boss.main) == ("Manager", False)
    title = await _spot(stand, cards(("Ann Lee", "Bob Ray"), OWN), 2)
    note = await _spot(stand, cards(("Ann Lee", "Bob Ray"), OTHERS), 2)
    assert (title.way, title.main, note.way, note.main) == ("h3.title", True, "p>b", False)
    plain = await _spot(stand, cards(("Ann Lee", "Bob Ray"), OWN, title="span", note="<span class=title>{}</span>"), 2)
    assert (plain.way, plain.nth, plain.main) == ("span.title", 1, True)
    for learned, page in ((title, cards(OTHERS)), (plain, cards(OTHERS, title="span", note="<span class=title>{}</span>"))):
        target = t(role="button", name="Delete", row=param("p"), row_spot=learned)
        outcome = await stand.play(step("click", target), READ, page=page, args={"p": "Cid Oak"})
        assert outcome.status == "target_not_found", outcome.outputs
