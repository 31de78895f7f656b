# ruff: noqa: E501  pages are easier to read as the markup they are
"""Cells of grids that are acted on: known by their row and the heading above them, never by their place among the cells."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pytest
from core_stage import LOG, READ, Stand, param, step, t

from awm_mcp.model import Seen, Target

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]
ROWS = {"Bolt": ("10", "3"), "Nut": ("20", "4")}
HEADS = ("Product", "Quantity", "Minimum")
SAYS = "<script>document.ondblclick=e=>say(e.target.getAttribute('data-of'))</script>"


def grid(order: tuple[int, ...], *, counted: bool) -> str:
    """A grid of boxes; ``counted``: it numbers its columns, wraps its cells, and draws them in the order in which they came."""

    def cells(kind: str, texts: tuple[str, ...], name: str = "") -> str:
        drawn = sorted(order) if counted and kind == "gridcell" else order
        return "".join(
            f"<span role={kind} {f'aria-colindex={order.index(one) + 1}' if counted else ''} data-of='{name}/{HEADS[one]}'>{texts[one]}</span>"
            for one in drawn
        )

    def row(inner: str) -> str:
        return f"<div role=row>{f'<div role=presentation>{inner}</div>' if counted else inner}</div>"

    body = "".join(row(cells("gridcell", (name, *texts), name)) for name, texts in ROWS.items())
    return f"<div role=grid>{row(cells('columnheader', HEADS))}{body}</div>{LOG}{SAYS}"


def table(order: tuple[int, ...]) -> str:
    heads = "".join(f"<th>{HEADS[one]}" for one in order)
    rows = ((name, *texts) for name, texts in ROWS.items())
    body = "".join("<tr>" + "".join(f"<td data-of='{row[0]}/{HEADS[one]}'>{row[one]}" for one in order) for row in rows)
    return f"<table><tr>{heads}{body}</table>{LOG}{SAYS}"


PAGES: dict[str, Callable[[tuple[int, ...]], str]] = {
    "grid": partial(grid, counted=False), "counted": partial(grid, counted=True), "table": table,
}  # fmt: skip


@pytest.mark.parametrize("kind", PAGES)
async def test_a_cell_that_is_acted_on_is_the_one_under_its_heading_when_columns_were_moved(stand: Stand, kind: str):
    css = (
        "tr:nth-of-type(2) > td:nth-of-type(2)"
        if kind == "table"
        else "[role=row]:nth-of-type(2) [role=gridcell]:nth-of-type(2)"
    )
    seen = await stand.observe(step("dblclick", Target(css=css)), page=PAGES[kind]((0, 1, 2)), task="Set Bolt")
    learned = seen.run.steps[0].action.target
    assert learned is not None and learned.label is not None and learned.label.literal == "Quantity", seen.why
    told = learned.model_copy(
        update={
            "name": None,
            "text": None,
            "row": param("item"),
            "row_spot": learned.seen.row_spots[0] if isinstance(learned.seen, Seen) else None,
        }
    )
    for order in ((0, 1, 2), (0, 2, 1), (2, 1, 0)):
        outcome = await stand.play(step("dblclick", told), READ, page=PAGES[kind](order), args={"item": "Nut"})
        assert outcome.outputs == {"log": "Nut/Quantity;"}, (order, outcome.stopped)


EDITOR = f"""<style>span{{display:inline-block;width:90px}}</style><div role=grid><div role=row><span role=columnheader>Name</span><span role=columnheader>Grade</span></div><div role=row><span role=gridcell>Ann</span><span role=gridcell class=g>Junior</span></div>
  <div role=row><span role=gridcell>Bob</span><span role=gridcell class=g>Senior</span></div></div>{LOG}<script>document.querySelectorAll('.g').forEach(c=>c.onclick=()=>{{if(c.querySelector('input'))return;c.innerHTML='<input readonly>';c.firstChild.focus();
  const l=document.createElement('div');l.style='position:absolute;top:200px';l.innerHTML='<div tabindex=-1>Junior</div><div tabindex=-1>Senior</div>';l.onmousedown=e=>{{e.preventDefault();say(c.parentNode.firstChild.textContent+' '+e.target.textContent);l.remove()}};document.body.append(l)}})</script>"""


async def test_what_is_chosen_for_a_cell_that_is_edited_is_no_other_cell_that_says_the_same(stand: Stand):
    steps = [
        step("click", t(role="gridcell", label="Grade", row=param("who"))),
        step("click", t(text=param("grade"), tag="div")),
    ]
    outcome = await stand.play(*steps, READ, page=EDITOR, args={"who": "Ann", "grade": "Senior"})
    assert outcome.outputs == {"log": "Ann Senior;"}, outcome.stopped


async def test_a_field_in_a_cell_of_a_grid_is_called_by_its_column_and_not_by_the_cell_before_it(stand: Stand):
    page = grid((0, 1, 2), counted=False).replace(">10<", "><input value=10><")
    seen = await stand.observe(step("fill", Target(css="input"), "12"), page=page)
    target = seen.run.steps[0].action.target
    assert target is not None and target.label is not None and target.label.literal == "Quantity", seen.why
