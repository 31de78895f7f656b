# ruff: noqa: E501  pages are easier to read as the markup they are
"""Dates are chosen by date in pop-up calendars, whatever month these show, and never by row and column."""

from __future__ import annotations

import pytest
from core_stage import Stand, param, seldom, step, t

from awm_mcp.model import Action, FlowStep

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]
FIELD = t(role="textbox", name="Due")
VALUE = step("extract", FIELD, read="value", output="v")
PAGE = """<label>Due <input id=d {ro}></label><div id=c style="position:absolute;top:60px;display:none"></div><p>{lang}</p><script>
const field=document.getElementById('d'),box=document.getElementById('c');let year=2026,month=0;
const EN=['January','February','March','April','May','June','July','August','September','October','November','December'];
const pad=n=>String(n).padStart(2,'0');
const open=()=>{{box.style.display='block';draw()}};
const take=(y,m,d)=>{{field.value={spelled};box.style.display='none'}};
const turn=n=>setTimeout(()=>{{month+=n;year+=Math.floor(month/12);month=((month%12)+12)%12;draw()}},{late});
{draw}
field.addEventListener('click',open);</script>"""
# a table of days as jQuery UI draws it: links in cells, days of other months shown, closed days without a link
JQUERY = """const draw=()=>{const first=new Date(year,month,1).getDay(),n=new Date(year,month+1,0).getDate();let h='<div class="ui-datepicker-header"><a class="ui-datepicker-prev ui-corner-all" data-handler="prev" onclick="turn(-1)" title="Prev"><span>Prev</span></a><a class="ui-datepicker-next" data-handler="next" onclick="turn(1)" title="Next"><span>Next</span></a><div class="ui-datepicker-title"><span class="ui-datepicker-month">'+EN[month]+'</span>&nbsp;<span class="ui-datepicker-year">'+year+'</span></div></div><table class="ui-datepicker-calendar"><tbody><tr>';
 const before=new Date(year,month,0).getDate();for(let i=0;i<first;i++)h+='<td class="ui-datepicker-other-month"><span>'+(before-first+i+1)+'</span></td>';
 for(let d=1;d<=n;d++){if((first+d-1)%7===0)h+='</tr><tr>';h+=d===13?'<td class="ui-datepicker-unselectable ui-state-disabled"><span class="ui-state-default">13</span></td>':`<td data-handler="selectDay" data-month="${month}" data-year="${year}" onclick="take(${year},${month},${d})"><a class="ui-state-default" href="#">${d}</a></td>`;}
 for(let i=1;i<8;i++)h+='<td class="ui-datepicker-other-month"><span>'+i+'</span></td>';box.innerHTML=h+'</tr></tbody></table>';};"""
# two months side by side with one row of titles, days as spans with a full name, as flatpickr draws it
TWO = """const days=(y,m)=>{let h='<div class="dayContainer">';for(let d=1;d<=new Date(y,m+1,0).getDate();d++)h+=`<span class="flatpickr-day ${d===13?'flatpickr-disabled':''}" aria-label="${EN[m]} ${d}, ${y}" tabindex=-1 onclick="take(${y},${m},${d})">${d}</span> `;return h+'</div>'};
 const draw=()=>{const m2=(month+1)%12,y2=year+(month===11?1:0);box.innerHTML=`<div class=flatpickr-months><span class=flatpickr-prev-month onclick="turn(-1)"><svg width=9 height=9></svg></span><div class=flatpickr-month><span class=cur-month>${EN[month]} </span><input class=cur-year value=${year}></div><div class=flatpickr-month><span class=cur-month>${EN[m2]} </span><input class=cur-year value=${y2}></div><span class=flatpickr-next-month onclick="turn(1)"><svg width=9 height=9></svg></span></div><div class=flatpickr-days>${days(year,month)}${days(y2,m2)}</div>`};"""
# an ARIA grid with names in full and a year stepper beside the month's
GRID = """const draw=()=>{let h=`<div role=dialog aria-label="Choose date"><button aria-label="previous year" onclick="turn(-12)">«</button><button aria-label="previous month" onclick="turn(-1)">‹</button><h2 aria-live=polite>${EN[month]} ${year}</h2><button aria-label="next month" onclick="turn(1)">›</button><button aria-label="next year" onclick="turn(12)">»</button><div role=grid>`;
 for(let d=1;d<=new Date(year,month+1,0).getDate();d++){const on=new Date(year,month,d),name=on.toLocaleDateString('en-GB',{weekday:'long',day:'numeric',month:'long',year:'numeric'});h+=`<div role=gridcell tabindex=0 ${d===13?'aria-disabled=true':''} aria-label="${name}" onclick="take(${year},${month},${d})">${d}</div>`}box.innerHTML=h+'</div></div>'};"""
# French titles, the date as data, no names
FRENCH = """const FR=['janvier','février','mars','avril','mai','juin','juillet','août','septembre','octobre','novembre','décembre'];document.documentElement.lang='fr';
 const draw=()=>{let h=`<header><button class=prev onclick="turn(-1)"><i></i>‹</button><strong>${FR[month]} ${year}</strong><button class=next onclick="turn(1)">›</button></header><ul>`;
 for(let d=1;d<=new Date(year,month+1,0).getDate();d++)h+=`<li><button ${d===13?'disabled':''} data-date="${year}-${pad(month+1)}-${pad(d)}" onclick="take(${year},${month},${d})">${d}</button></li>`;box.innerHTML=h+'</ul>'};"""
# icon words of a font, month and year each between two of them, as Quasar draws it
ICONS = """const icon=(name,by)=>`<button class=q-btn onclick="turn(${by})"><i class="q-icon material-icons" aria-hidden=true role=img>${name}</i></button>`;
 const draw=()=>{let h=`<div class=q-date__navigation>${icon('chevron_left',-1)}<button>${EN[month]}</button>${icon('chevron_right',1)}${icon('chevron_left',-12)}<button>${year}</button>${icon('chevron_right',12)}</div><div class=q-date__days>`;
 for(let d=1;d<=new Date(year,month+1,0).getDate();d++)h+=`<div class=q-item><button ${d===13?'disabled':''} onclick="take(${year},${month},${d})"><span>${d}</span></button></div> `;box.innerHTML=h+'</div>'};"""
# drawn arrows without a name on both sides of a title
ARROWS = """const arrow=by=>`<button class=icon onclick="turn(${by})"><svg width=9 height=9><path d="M8 0L0 5"/></svg></button>`;
 const draw=()=>{let h=`<div class=head style="display:flex">${arrow(-1)}<b>${EN[month]} ${year}</b>${arrow(1)}</div><div class=days>`;
 for(let d=1;d<=new Date(year,month+1,0).getDate();d++)h+=`<button ${d===13?'disabled':''} onclick="take(${year},${month},${d})">${d}</button> `;box.innerHTML=h+'</div>'};"""
# month and year in selects, and no arrows
SELECTS = """const draw=()=>{let h=`<div class=head><select onchange="month=+this.value;draw()">${EN.map((m,i)=>`<option value=${i} ${i===month?'selected':''}>${m}</option>`).join('')}</select><select onchange="year=+this.value;draw()">${[2024,2025,2026,2027].map(y=>`<option ${y===year?'selected':''}>${y}</option>`).join('')}</select></div><div class=days>`;
 for(let d=1;d<=new Date(year,month+1,0).getDate();d++)h+=`<button ${d===13?'disabled':''} onclick="take(${year},${month},${d})">${d}</button> `;box.innerHTML=h+'</div>'};"""
# the month in a select, the year in a field with arrows of its own, and drawn arrows that turn both, as flatpickr draws it
SELECT_AND_FIELD = """const draw=()=>{let h=`<div class=flatpickr-months><span class=flatpickr-prev-month onclick="turn(-1)"><svg width=9 height=9></svg></span><div class=flatpickr-current-month><select aria-label=Month onchange="month=+this.value;draw()">${EN.map((m,i)=>`<option value=${i} ${i===month?'selected':''}>${m}</option>`).join('')}</select><div class=numInputWrapper><input type=number aria-label=Year value=${year}><span class=arrowUp onclick="turn(12)"></span><span class=arrowDown onclick="turn(-12)"></span></div></div><span class=flatpickr-next-month onclick="turn(1)"><svg width=9 height=9></svg></span></div><div class=dayContainer>`;
 for(let d=1;d<=new Date(year,month+1,0).getDate();d++)h+=`<span class="flatpickr-day ${d===13?'flatpickr-disabled':''}" aria-label="${EN[month]} ${d}, ${year}" tabindex=-1 onclick="take(${year},${month},${d})">${d}</span> `;box.innerHTML=h+'</div>'};"""
KINDS = {
    "icons": ICONS,
    "select and field": SELECT_AND_FIELD,
    "arrows": ARROWS,
    "selects": SELECTS,
    "jquery": JQUERY,
    "two months": TWO,
    "grid": GRID,
    "french": FRENCH,
}


def page(kind: str, *, late: int = 60, spelled: str = "`${pad(m+1)}/${pad(d)}/${y}`", ro: str = "readonly") -> str:
    return PAGE.format(draw=KINDS[kind], late=late, spelled=spelled, ro=ro, lang=kind)


@pytest.mark.parametrize("kind", KINDS)
async def test_a_date_is_chosen_whatever_month_is_shown(stand: Stand, kind: str):
    days = {"a": "2026-01-15", "b": "2026-03-03", "c": "2025-11-30", "d": "2026-08-31"}
    steps = [
        one
        for name in days
        for one in (step("select", FIELD, param(name)), step("extract", FIELD, read="value", output=name))
    ]
    outcome = await stand.play(*steps, page=page(kind), args=days)
    assert outcome.outputs == {"a": "01/15/2026", "b": "03/03/2026", "c": "11/30/2025", "d": "08/31/2026"}, outcome.stopped


CLOSED_ALIKE = ("icons", "select and field", "arrows", "french")
"""Their closed days are drawn as in another kind."""


@pytest.mark.parametrize("kind", [seldom(kind) if kind in CLOSED_ALIKE else kind for kind in KINDS])
async def test_a_day_that_is_closed_is_told_with_those_that_are_open(stand: Stand, kind: str):
    outcome = await stand.play(step("select", FIELD, "2026-02-13"), page=page(kind))
    assert outcome.stopped is not None and outcome.stopped.code == "no_such_option"
    assert "2026-02-13" in outcome.stopped.expected
    assert "2026-02-12" in outcome.stopped.seen and "2026-02-13" not in outcome.stopped.seen


async def test_a_calendar_that_stops_turning_says_what_it_shows(stand: Stand):
    ends = page("grid").replace("const turn=n=>", "const turn=n=>year*12+month+n>2026*12+3?0:")
    outcome = await stand.play(step("select", FIELD, "2026-07-01"), page=ends)
    assert outcome.stopped is not None and outcome.stopped.code == "no_such_option"
    assert "April 2026" in outcome.stopped.seen


async def test_a_field_that_then_shows_another_day_is_told(stand: Stand):
    outcome = await stand.play(
        step("select", FIELD, "2026-01-15"), page=page("grid", spelled="`${pad(m+1)}/${pad(d+1)}/${y}`")
    )
    assert outcome.stopped is not None and outcome.stopped.code == "did_not_stick"


async def test_a_native_date_field_takes_the_same_choice(stand: Stand):
    outcome = await stand.play(
        step("select", FIELD, param("day")), VALUE, page="<label>Due <input type=date></label>", args={"day": "2026-03-03"}
    )
    assert outcome.outputs == {"v": "2026-03-03"}, outcome.stopped


@pytest.mark.parametrize(("kind", "name"), [("grid", "Tuesday, 3 March 2026"), ("two months", "March 3, 2026")])
async def test_a_click_on_a_named_day_turns_the_calendar_to_it(stand: Stand, kind: str, name: str):
    day = t(role="gridcell", name=param("day")) if kind == "grid" else t(label=None, name=param("day"))
    outcome = await stand.play(step("click", FIELD), step("click", day), VALUE, page=page(kind), args={"day": name})
    assert outcome.outputs == {"v": "03/03/2026"}, outcome.stopped
    assert "turned the calendar" in outcome.steps[1].note or outcome.steps[1].note == ""


YEAR_LIST = """const years=()=>{box.innerHTML='<ul>'+[2025,2026,2027].map(y=>`<li onclick="year=${y};draw()">${y}</li>`).join('')+'</ul>'};"""
BY_TITLE = YEAR_LIST + ARROWS.replace("<b>", "<button onclick='years()'>").replace("</b>", "</button>")


@pytest.mark.parametrize(
    "turns",
    [
        (step("click", t(role="button", name="January 2026")), step("click", t(text="2027"))),
        (step("click", t(css=".head > button:last-child", role="button")),),
    ],
)
async def test_a_way_by_the_title_and_a_list_of_years_or_by_arrows_without_a_name_is_one_date(
    stand: Stand, turns: tuple[FlowStep, ...]
):
    shown = PAGE.format(draw=BY_TITLE, late=60, spelled="`${pad(m+1)}/${pad(d)}/${y}`", ro="readonly", lang="years")
    steps = (step("click", FIELD), *turns, step("click", t(role="button", name="3")), step("click", t(text="years")))
    seen = await stand.observe(*steps, page=shown)
    assert seen.complete, seen.why
    days = [one.action.value and one.action.value.literal for one in seen.run.steps]
    assert days == ["2027-01-03" if len(turns) == 2 else "2026-02-03", None]


@pytest.mark.parametrize("kind", ["jquery", "grid"])
async def test_a_way_through_a_calendar_is_seen_as_one_date(stand: Stand, kind: str):
    turn = t(role="button", name="next month") if kind == "grid" else t(title="Next")
    day = t(role="gridcell", name="Tuesday, 3 March 2026") if kind == "grid" else t(role="link", name="3")
    seen = await stand.observe(
        step("click", FIELD),
        step("click", turn),
        step("click", turn),
        step("click", day),
        step("click", t(text=kind)),
        page=page(kind),
    )
    assert seen.complete, seen.why
    assert len(seen.run.steps) == 2, [one.action.words() for one in seen.run.steps]
    first, last = (one.action for one in seen.run.steps)
    assert isinstance(first, Action)
    assert (first.type, first.value and first.value.literal, last.type) == ("select", "2026-03-03", "click")
    assert first.target is not None and first.target.role == "textbox" and seen.followed == 2
