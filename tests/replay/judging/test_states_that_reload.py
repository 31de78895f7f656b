# ruff: noqa: E501  pages are easier to read as the markup they are
"""A control whose change loads its page, or a part of it, anew is read there; one that is so already has nothing to do."""

from __future__ import annotations

import urllib.parse
from collections.abc import Callable

import pytest
from browser_fixtures import Answer, Hit
from core_stage import Stand, step, t

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]
SWITCH = "<form method=post action=/set><button type=submit name=to value={other} role=switch aria-checked={on}>Dark mode</button></form>"
BOX = "<form method=post action=/set><input type=hidden name=box><label><input type=checkbox name=on value=1 {checked} onchange='this.form.submit()'> Dark mode</label></form>"
SWAPPED = """<div id=x><label><input type=checkbox {checked}> Dark mode</label></div><script>
  const put = html => {{ x.outerHTML = html; wire(); }};
  const wire = () => {{ document.querySelector('input').onchange = async e => {{ await fetch('/set?as=part', {{ method: 'POST', body: e.target.checked ? 'on=1' : 'off=1' }}); put(await (await fetch('/part')).text()); }}; }};
  wire();</script>"""
PART = "<div id=x><label><input type=checkbox {checked}> Dark mode</label></div>"
FRAME = "<iframe src=/inner name=inner></iframe>"
ROLE = {SWITCH: "switch", BOX: "checkbox", SWAPPED: "checkbox"}


def serve(stand: Stand, markup: str, *, on: bool, takes: bool = True) -> Callable[[], bool]:
    """A site that keeps one setting; the answer tells it."""
    held = [on]

    def shown(text: str) -> str:
        now = {"on": str(held[0]).lower(), "other": "off" if held[0] else "on", "checked": "checked" if held[0] else ""}
        return text.format(**now)

    def change(hit: Hit) -> Answer:
        body = urllib.parse.parse_qs(hit.body.decode(), keep_blank_values=True)
        held[0] = ("on" in body or body.get("to") == ["on"]) if takes else held[0]
        return "" if "as=part" in hit.path else (303, {"location": "/?saved=1"}, "")

    def page(hit: Hit) -> Answer:
        return shown(markup) + ("<p role=status>Saved</p>" if "saved" in hit.path else "")

    stand.site.pages.update({"/": page, "/set": change, "/part": lambda _: shown(PART)})
    return lambda: held[0]


@pytest.mark.parametrize("markup", [SWITCH, BOX, SWAPPED])
async def test_a_state_is_read_where_the_change_has_loaded_or_drawn_it_anew(stand: Stand, markup: str) -> None:
    now = serve(stand, markup, on=False)
    turn = step("check", t(role=ROLE[markup], name="Dark mode"), checked=True, writes=True, sends=["POST /set"])
    outcome = await stand.play(turn, risk="write")
    assert (outcome.status, now(), len(stand.sent())) == ("ok", True, 1), outcome.stopped


@pytest.mark.parametrize("markup", [SWITCH, BOX, SWAPPED])
async def test_a_change_that_the_site_did_not_take_is_unknown_and_not_sent_twice(stand: Stand, markup: str) -> None:
    serve(stand, markup, on=False, takes=False)
    turn = step("check", t(role=ROLE[markup], name="Dark mode"), checked=True, writes=True)
    outcome = await stand.play(turn, risk="write")
    assert outcome.stopped is not None
    assert (outcome.status, outcome.steps_done, len(stand.sent())) == ("unknown", 1, 1)
    assert outcome.stopped.code in ("not_checked", "did_not_stick")  # a part may be drawn anew just after it was looked at


@pytest.mark.parametrize("markup", [SWITCH, BOX])
async def test_what_is_so_already_waits_for_nothing_that_only_the_change_brings(stand: Stand, markup: str) -> None:
    serve(stand, markup, on=True)
    brings = {"url": "/?saved=1", "text": "Saved"}
    turn = step(
        "check", t(role=ROLE[markup], name="Dark mode"), checked=True, writes=True, expect=brings, sends=["POST /set"]
    )
    outcome = await stand.play(turn, risk="write", postcondition=brings)
    assert (outcome.status, outcome.steps[0].note, stand.sent()) == ("ok", "was so already", []), outcome.stopped
    assert outcome.ms < 2000


async def test_a_control_that_is_gone_after_its_change_is_unknown_unless_the_page_tells_it(stand: Stand) -> None:
    serve(stand, BOX, on=False)
    stand.site.pages["/set"] = "<h1>Thank you</h1>"
    told, box = {"text": "Thank you"}, t(role="checkbox", name="Dark mode")
    outcome = await stand.play(step("check", box, checked=True, writes=True), risk="write")
    assert outcome.stopped is not None
    assert (outcome.status, outcome.stopped.code) == ("unknown", "state_not_seen")
    turn = step("check", box, checked=True, writes=True, expect=told)
    assert (await stand.play(turn, risk="write", postcondition=told)).ok


async def test_a_state_in_a_frame_that_is_loaded_anew_is_read_there(stand: Stand) -> None:
    now = serve(stand, FRAME, on=False)
    stand.site.pages["/inner"] = lambda _: BOX.format(checked="checked" if now() else "")
    change = stand.site.pages["/set"]
    stand.site.pages["/set"] = lambda hit: (303, {"location": "/inner"}, "") if change(hit) else ""  # type: ignore[operator]
    target = t(role="checkbox", name="Dark mode", frame=[{"name": "inner"}])
    outcome = await stand.play(step("check", target, checked=True, writes=True), risk="write")
    assert (outcome.status, now(), len(stand.sent())) == ("ok", True, 1), outcome.stopped


@pytest.mark.parametrize(("takes", "ended"), [(True, ("ok", "")), (False, ("unknown", "did_not_stick"))])
async def test_a_choice_that_loads_its_page_anew_is_read_there(stand: Stand, takes: bool, ended: tuple[str, str]) -> None:
    held = ["en"]

    def change(hit: Hit) -> Answer:
        held[0] = urllib.parse.parse_qs(hit.body.decode())["l"][0] if takes else held[0]
        return (303, {"location": "/"}, "")

    def page(_: Hit) -> Answer:
        options = "".join(
            f"<option value={one} {'selected' if one == held[0] else ''}>{one}</option>" for one in ("en", "de")
        )
        return f"<form method=post action=/set><label>Language <select name=l onchange='this.form.submit()'>{options}</select></label></form>"

    stand.site.pages.update({"/": page, "/set": change})
    outcome = await stand.play(step("select", t(role="combobox", name="Language"), "de", writes=True), risk="write")
    assert (outcome.status, outcome.stopped.code if outcome.stopped else "") == ended, outcome.stopped
