# ruff: noqa: E501  pages are easier to read as the markup they are
"""Ticks that are drawn transparent over their own look: they take the press themselves, and nothing else on the page does."""

from __future__ import annotations

import pytest
from core_stage import LOG, READ, Stand, step, t

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]
OVER = "position:absolute;left:0;top:0;width:24px;height:24px;opacity:0;z-index:1;margin:0"
LOOK = "<span style='position:absolute;left:0;top:0;width:22px;height:22px;border:1px solid'></span>"
TICK = f"""<p>Move it</p><span style="position:relative;display:inline-block;width:24px;height:24px"><input type=checkbox id=x checked style="{OVER}"
  onchange="say(this.checked ? 'keeps' : 'leaves')">{LOOK}</span><span style="padding-left:30px"><label for=x>Leave a redirect</label></span>{LOG}"""
MENU = f"""<div style="height:ABOVEpx"></div><nav aria-labelledby=l style="position:relative;width:90px;height:30px"><input type=checkbox role=button aria-haspopup=true aria-labelledby=l
  style="position:absolute;left:0;top:0;width:90px;height:30px;opacity:0;z-index:1;margin:0" id=m onchange="entries.hidden=!this.checked"><label id=l>More</label>
  <ul id=entries hidden style="position:absolute;top:30px"><li><a href="#" onclick="say('gone')">Delete</a></ul></nav>{LOG}"""


@pytest.mark.parametrize("kind", ["click", "check"])
async def test_a_transparent_tick_is_pressed_itself(stand: Stand, kind: str):
    tick = t(role="checkbox", name="Leave a redirect")
    done = step("click", tick) if kind == "click" else step("check", tick, checked=False)
    outcome = await stand.play(done, READ, page=TICK)
    assert outcome.outputs == {"log": "leaves;"}, outcome.stopped


@pytest.mark.parametrize("above", [0, 1500])
async def test_a_button_that_is_a_transparent_tick_opens_its_menu(stand: Stand, above: int):
    steps = [step("click", t(role="button", name="More")), step("click", t(role="link", name="Delete")), READ]
    outcome = await stand.play(*steps, page=MENU.replace("ABOVE", str(above)))
    assert outcome.outputs == {"log": "gone;"}, outcome.stopped


async def test_a_transparent_tick_under_something_else_is_not_pressed(stand: Stand):
    page = MENU.replace("ABOVE", "0") + "<div style='position:fixed;inset:0;z-index:9;background:#fff'>Please wait</div>"
    outcome = await stand.play(step("click", t(role="button", name="More")), READ, page=page)
    assert outcome.status != "ok" and outcome.outputs == {}
