# ruff: noqa: E501  pages are easier to read as the markup they are
"""Cards that are dragged from column to column: they have to stay there, and one of two that are called so is not chosen."""

from __future__ import annotations

import json
from collections.abc import Sequence

import pytest
from browser_fixtures import Answer, Hit
from core_stage import Stand, param, seldom, step, t

from awm_mcp.model import FlowStep, Landmark, Outcome
from awm_mcp.replay.acting.dropping import lies
from awm_mcp.replay.judging.dragged import Places, stands_as

PAGE = """<style>section {{ display: inline-block; width: 180px; min-height: 160px; border: 1px solid; vertical-align: top }} .card {{ padding: 8px; margin: 4px; border: 1px solid }}</style>{columns}<script>
let d; for (const c of document.querySelectorAll('.card')) c.ondragstart = () => {{ d = c; }};
for (const k of document.querySelectorAll('section')) {{ k.ondragover = e => e.preventDefault();
  k.ondrop = async e => {{ e.preventDefault(); const from = d.parentNode; k.append(d); await fetch('/move', {{ method: 'POST', body: d.textContent + '>' + k.ariaLabel }}); {then} }}; }}</script>"""
FIRST = {"To do": ["Fix door", "Buy nails"], "Doing": ["Sand floor"], "Done": []}


class Board:
    """Columns of cards. ``takes``: whether it keeps what it is sent; ``cells``: the columns are cells of a table."""

    def __init__(
        self, columns: dict[str, Sequence[str]], *, takes: bool = True, then: str = "", cells: bool = False
    ) -> None:
        self.columns, self.takes, self.then = {name: list(cards) for name, cards in columns.items()}, takes, then
        self.cells = cells

    def page(self, _hit: Hit) -> str:
        cards = {
            name: "".join(f"<div class=card draggable=true>{one}</div>" for one in of) for name, of in self.columns.items()
        }
        columns = "".join(f"<section aria-label='{name}'><h2>{name}</h2>{shown}</section>" for name, shown in cards.items())
        if self.cells:
            columns = f"<table><tr>{columns.replace('<section', '<td><section')}</table>"
        return PAGE.format(columns=columns, then=self.then)

    def moved(self, hit: Hit) -> Answer:
        if self.takes:
            card, _, column = hit.body.decode().partition(">")
            for cards in self.columns.values():
                cards[:] = [one for one in cards if one != card]
            self.columns[column].append(card)
        return (200, {"content-type": "application/json"}, json.dumps({"k": 1}))


BACK_IN = "setTimeout(() => from.append(d), %d);"


def places(*stands: tuple[str, list[str]]) -> Places:
    return [{"under": under, "among": among} for under, among in stands]


def drag(to: str = "heading", landed: str = "under") -> FlowStep:
    start = t(text=param("card"), tag="div", landmarks=(Landmark(role="region", name="To do"),))
    return step("drag", start, to=t(role=to, name=param("column")), landed=landed, writes=True)


async def move(stand: Stand, board: Board, card: str, column: str, flow: FlowStep) -> Outcome:
    stand.site.hits.clear()
    stand.site.pages["/"], stand.site.pages["/move"] = board.page, board.moved
    return await stand.play(flow, args={"card": card, "column": column}, risk="write")


def test_an_entry_that_came_under_another_heading_is_judged_by_that_alone() -> None:
    before, left = places(("To do", ["Fix", "Buy"])), places(("Doing", ["Sand", "Buy"]))
    assert stands_as(before, places(("To do", ["Buy", "New"])), left)
    assert not stands_as(before, left, left)
    assert not stands_as(before, places(("Doing", ["Buy"])), left)
    assert not stands_as(before, places(("Elsewhere", ["Fix", "Buy"])), left)


def test_an_entry_under_the_same_heading_is_judged_by_the_whole_order() -> None:
    before, left = places(("To do", ["Fix", "Buy", "Cut"])), places(("To do", ["Buy", "Fix", "Cut"]))
    assert stands_as(before, before, left)
    assert not stands_as(before, places(("To do", ["Fix", "Buy"])), left)
    assert not stands_as(before, before, before)


def test_what_came_under_a_heading_is_after_it_but_not_the_other_way_round() -> None:
    assert lies("under", "after") and lies("under", "under")
    assert not lies("after", "under") and not lies(None, "under")


@pytest.mark.browser
@pytest.mark.asyncio(loop_scope="session")
@pytest.mark.parametrize(
    ("takes", "then", "end", "to", "landed"),
    [
        (True, "", "ok", "heading", "under"),
        (True, "", "ok", "region", "inside"),
        (False, "", "not_kept", "heading", "under"),
        (False, "", "not_kept", "region", "inside"),
        (False, BACK_IN % 1000, "not_kept", "heading", "under"),
        seldom(False, BACK_IN % 1000, "not_kept", "region", "inside"),
        (False, BACK_IN % 4000, "not_kept", "heading", "under"),
        seldom(False, BACK_IN % 4000, "not_kept", "region", "inside"),
    ],
)
async def test_a_card_has_to_stand_in_its_new_column_when_the_page_is_loaded_anew(
    stand: Stand, takes: bool, then: str, end: str, to: str, landed: str
):
    board = Board(FIRST, takes=takes, then=then)
    outcome = await move(stand, board, "Buy nails", "Doing", drag(to, landed))
    assert (outcome.stopped.code if outcome.stopped else outcome.status) == end
    assert stand.sent() == ["/move Buy nails>Doing"]


@pytest.mark.browser
@pytest.mark.asyncio(loop_scope="session")
@pytest.mark.parametrize(("to", "landed"), [("heading", "under"), ("region", "inside")])
async def test_a_card_that_is_in_its_column_is_not_dragged(stand: Stand, to: str, landed: str):
    outcome = await move(stand, Board(FIRST), "Sand floor", "Doing", drag(to, landed))
    assert (outcome.status, outcome.steps[-1].note, stand.sent()) == ("ok", "was so already", [])


@pytest.mark.browser
@pytest.mark.asyncio(loop_scope="session")
@pytest.mark.parametrize("cells", [False, True])
async def test_one_of_two_cards_of_a_name_is_not_chosen_by_the_column_that_the_runs_took_theirs_from(
    stand: Stand, cells: bool
):
    board = Board({"To do": ["Buy nails"], "Doing": ["Buy nails"], "Done": []}, cells=cells)
    outcome = await move(stand, board, "Buy nails", "Done", drag())
    assert (outcome.status, stand.sent()) == ("ambiguous_target", [])


@pytest.mark.browser
@pytest.mark.asyncio(loop_scope="session")
async def test_a_proof_looks_at_where_a_drag_leads_too(stand: Stand):
    stand.site.pages["/"] = Board(FIRST).page
    flow = stand.workflow(drag(), risk="write", parameters=[{"name": one, "type": "string"} for one in ("card", "column")])
    codes = [
        outcome.stopped.code if outcome.stopped else outcome.status
        for column in ("Done", "Shelf")
        for outcome in [
            await stand.replayer().replay(stand.request(flow, {"card": "Fix door", "column": column}, until_write=True))
        ]
    ]
    assert codes == ["until_write", "target_not_found"]
