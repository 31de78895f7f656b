# ruff: noqa: E501  pages are easier to read as the markup they are
"""What a page shows as set or gone and takes back is no success after a neutral answer; menus that did their work are."""

from __future__ import annotations

import pytest
from browser_fixtures import Answer, Hit
from core_stage import Stand, param, step, t

from awm_mcp.model import Evidence

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]
LEARNED = Evidence(runs=("run_1", "run_2"), support=2)
JSON = {"content-type": "application/json"}
BOX = """<div id=s>ABOVE<button role=combobox id=w LABELLED aria-haspopup=listbox aria-expanded=false aria-controls=l></button><p>BESIDE</p></div><ul id=l role=listbox hidden><li role=option>Ann Lee</li><li role=option>Bob Ray</li></ul><script>
const post = x => fetch('/api', { method: 'POST', body: x }); w.textContent = 'NOW'; w.onclick = () => { l.hidden = !l.hidden; };
l.onclick = async e => { l.hidden = true; const x = e.target.textContent; await post(x); const was = s.innerHTML; THEN };</script>"""
CHOOSE = (
    step("click", t(role="combobox", name="Assignee")),
    step("click", t(role="option", name=param("p")), writes=True),
)
SHOWS = "w.textContent = x;"


async def assigned(stand: Stand, then: str, *, keeps: bool, beside: bool = False) -> str:
    kept = list[str]()

    def home(_: Hit) -> str:
        now, more = ("Nobody", ", ".join(kept)) if beside else ((kept or ["Nobody"])[-1], "")
        page = BOX.replace("LABELLED", "aria-labelledby=n").replace("ABOVE", "<span id=n>Assignee</span>")
        return page.replace("NOW", now).replace("BESIDE", more).replace("THEN", then)

    def api(hit: Hit) -> Answer:
        kept.extend([hit.body.decode()] if keeps else [])
        return (200, JSON, '{"result": 1}')

    stand.site.pages |= {"/": home, "/api": api}
    outcome = await stand.play(*CHOOSE, args={"p": "Bob Ray"}, risk="write", evidence=LEARNED)
    return outcome.stopped.code if outcome.stopped is not None else outcome.status


@pytest.mark.parametrize(
    ("then", "keeps", "code"),
    [
        (SHOWS, True, "ok"),
        (SHOWS + "setTimeout(() => { s.innerHTML = was; }, 200)", False, "not_kept"),
        (SHOWS + "setTimeout(() => { w.textContent = 'Nobody'; }, 400)", False, "did_not_stick"),
        (SHOWS + "setTimeout(() => { s.innerHTML = was; }, 200)", True, "ok"),
    ],
    ids=["kept", "drawn as before", "taken back in place", "drawn as before, and kept"],
)
async def test_a_choice_that_its_box_takes_back_is_no_success(stand: Stand, then: str, keeps: bool, code: str) -> None:
    assert await assigned(stand, then, keeps=keeps) == code


async def test_a_box_that_shows_its_choices_beside_it_is_no_box_that_took_one_back(stand: Stand) -> None:
    assert await assigned(stand, "s.querySelector('p').textContent = x;", keeps=True, beside=True) == "ok"


MAILS = """<h1>Mails</h1><button id=b>Archive selected</button><table><tbody id=s></tbody></table><p role=status id=m></p><script>let rows = ROWS;
const draw = () => { s.innerHTML = rows.map(r => `<tr><td><input type=checkbox aria-label="Select ${r}"></td><td>${r}</td></tr>`).join(''); }; draw();
b.onclick = async () => { const was = s.innerHTML, one = s.querySelector('input:checked').closest('tr').textContent; await fetch('/api', { method: 'POST', body: one });
  m.textContent = '1 archived'; THEN };</script>"""
ARCHIVE = (
    step("check", t(role="checkbox", name=param("p", "Select ")), checked=True),
    step("click", t(role="button", name="Archive selected"), writes=True),
)
GOES = "rows = rows.filter(r => r !== one); draw();"


@pytest.mark.parametrize(
    ("then", "keeps", "code"),
    [
        (GOES, True, "ok"),
        (GOES + "setTimeout(() => { s.innerHTML = was; }, 300)", False, "not_kept"),
        ("draw(); setTimeout(draw, 300)", True, "ok"),
    ],
    ids=["kept", "back", "drawn anew as it is"],
)
async def test_rows_that_go_and_come_back_are_no_success(stand: Stand, then: str, keeps: bool, code: str) -> None:
    rows = ["Lunch", "Rota", "Survey"]
    stays = GOES not in then

    def api(hit: Hit) -> Answer:
        if keeps and not stays:
            rows.remove(hit.body.decode())
        return (200, JSON, '{"result": 1}')

    stand.site.pages |= {"/": lambda _: MAILS.replace("ROWS", str(rows)).replace("THEN", then), "/api": api}
    outcome = await stand.play(*ARCHIVE, args={"p": "Rota"}, risk="write", evidence=LEARNED)
    assert (outcome.stopped.code if outcome.stopped is not None else outcome.status) == code, outcome.stopped
