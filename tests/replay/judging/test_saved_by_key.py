# ruff: noqa: E501  pages are easier to read as the markup they are
"""A value that Enter saves in a field of no form: the field that shows it is the end, unless it was none that holds a value."""

from __future__ import annotations

import json

import pytest
from browser_fixtures import Answer, Hit
from core_stage import Stand, param, step, t

from awm_mcp.model import Evidence

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]
LEARNED = Evidence(runs=("run_1", "run_2"), support=2)
PANEL = """<h1>Drawing</h1><button onclick="draw()">Header bar</button><div id=panel>Select a layer</div><script>
  let width = WIDTH;
  const draw = () => { panel.innerHTML = `<h3>Header bar</h3><div><span>W</span><input class=w aria-label=Width value="${width}"></div><div><span>H</span><input aria-label=Height value="40"></div>MORE`; };
  document.addEventListener('keydown', async e => { if (e.key !== 'Enter' || !e.target.matches('.w')) return;
    width = e.target.value; fetch('/set', { method: 'PUT', body: width }); draw(); });
  OPEN
</script>"""
WIDEN = (
    step("click", t(role="button", name="Header bar")),
    step("fill", t(role="textbox", name="Width"), param("width")),
    step("press", t(role="textbox", name="Width"), "Enter", writes=True),
)


@pytest.mark.parametrize(
    ("takes", "opened", "more", "width", "status"),
    [
        (True, "", "", "120", "ok"),
        (True, "draw()", "", "120", "ok"),
        (False, "draw()", "", "120", "unknown"),
        (True, "", "<button>Apply</button>", "120", "unknown"),
        (True, "", "", "", "unknown"),
    ],
    ids=["it is saved", "and shown anew", "the old value is shown anew", "a button would send it", "it held nothing"],
)
async def test_a_field_of_a_panel_shows_what_enter_saved(
    stand: Stand, takes: bool, opened: str, more: str, width: str, status: str
) -> None:
    held = [width]

    def change(hit: Hit) -> Answer:
        held[0] = hit.body.decode() if takes else held[0]
        return ""

    def home(_: Hit) -> Answer:
        return PANEL.replace("WIDTH", json.dumps(held[0])).replace("OPEN", opened).replace("MORE", more)

    stand.site.pages |= {"/": home, "/set": change}
    outcome = await stand.play(*WIDEN, args={"width": "300"}, evidence=LEARNED, risk="write")
    assert (outcome.status, stand.sent("PUT")) == (status, ["/set 300"]), outcome.stopped
