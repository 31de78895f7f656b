# ruff: noqa: E501  pages are easier to read as the markup they are
"""A drag of a reported run, whose request is held back while it is learned: played with other values, judged by the site's order."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from browser_fixtures import Answer, Hit, site
from test_faults_through_the_product import learning, step, teach

from awm_mcp.model.run_options import RunOptions

pytestmark = [pytest.mark.browser, pytest.mark.slow]
FIRST = ["Alpha", "Beta", "Gamma", "Delta"]
HEAD = """<h1>Board</h1><ul id=l style="user-select:none">ROWS</ul><script>
let d; const save = () => fetch('/order', { method: 'POST', body: [...l.children].map(x => x.textContent).join('|') });
const move = (x, o) => { const all = [...l.children]; if (all.indexOf(x) < all.indexOf(o)) o.after(x); else o.before(x); };"""
DROPPED = (
    HEAD
    + """
for (const e of l.children) { e.draggable = true; e.ondragstart = () => { d = e; }; e.ondragover = ev => ev.preventDefault();
  e.ondrop = ev => { ev.preventDefault(); DROP }; }</script>"""
)
POINTED = (
    HEAD
    + """
for (const e of l.children) e.onpointerdown = () => { d = e; };
document.onpointermove = ev => { const o = d && document.elementFromPoint(ev.clientX, ev.clientY)?.closest('li'); if (o && o !== d) move(d, o); };
document.onpointerup = () => { if (d) save(); d = null; };</script>"""
)


class Board:
    """Entries in an order. ``takes``: whether it keeps what it is sent."""

    def __init__(self, page: str) -> None:
        self.order, self.page, self.takes = list(FIRST), page, True

    def pages(self) -> dict[str, Any]:
        return {"/": lambda _: self.page.replace("ROWS", self._rows()), "/order": self._keep}

    def _rows(self) -> str:
        return "".join(f"<li style='height:24px;width:200px'>{one}</li>" for one in self.order)

    def _keep(self, hit: Hit) -> Answer:
        if self.takes:
            self.order = hit.body.decode().split("|")
        return (200, {}, "")


def dragged(origin: str, what: str, where: str) -> dict[str, Any]:
    one = step("drag", f"{origin}/", role="listitem", name=what, text=what)
    one["action"]["to"] = {"role": "listitem", "name": where, "text": where}
    task = f"Move '{what}' to the place of '{where}'"
    return {"task": task, "outcome": "success", "start_url": f"{origin}/", "steps": [one]}


@pytest.mark.parametrize(
    "page", [DROPPED.replace("DROP", "move(d, e); save();"), POINTED], ids=["drag and drop", "pointer events"]
)
async def test_a_drag_that_was_held_back_while_it_was_learned_is_played_and_judged(tmp_path: Path, page: str):
    board = Board(page)
    async with site(board.pages()) as served, learning(tmp_path) as app:
        status = await teach(app, dragged(served.origin, "Alpha", "Gamma"), dragged(served.origin, "Beta", "Delta"))
        (flow,) = await app.workflows_of(None)
        assert (status.status, board.order) == ("learned", FIRST)
        names = [one.name for one in flow.parameters]

        async def move(what: str, where: str) -> str:
            outcome = await app.run(flow.name, dict(zip(names, (what, where), strict=True)), RunOptions(confirm=True))
            return outcome.stopped.code if outcome.stopped is not None else outcome.status

        assert await move("Delta", "Beta") == "ok"
        assert board.order == ["Alpha", "Delta", "Beta", "Gamma"]
        assert await move("Alpha", "Gamma") == "ok"
        assert board.order == ["Delta", "Beta", "Gamma", "Alpha"]
        board.takes = False
        assert await move("Alpha", "Delta") == "not_kept"
        board.page = board.page.replace("save()", "0").replace("move(d, ", "(0, ")
        assert await move("Alpha", "Delta") == "did_not_stick"
        assert board.order == ["Delta", "Beta", "Gamma", "Alpha"]
