# ruff: noqa: E501  pages are easier to read as the markup they are
"""Fields that are another widget when a workflow is replayed than when it was recorded: set there, where that is plain."""

from __future__ import annotations

import pytest
from core_stage import LOG, READ, Stand, param, step, t

from awm_mcp.model import Became, FlowStep

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]
QUICK = {"step_timeout_s": 0.6}
SAVE = step("click", t(role="button", name="Save"))
VALUES = "Object.values(F).map(one=>one()).join(' ')"
DAYS, YEARS, MONTHS = (
    range(1, 32),
    (2026, 2027),
    ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"),
)


def page(*fields: tuple[str, str]) -> str:
    scripts = "".join(script for _, script in fields)
    return f'<main>{"".join(html for html, _ in fields)}</main><button onclick="say({VALUES})">Save</button>{LOG}<script>const F={{}};{scripts}</script>'


def each(tag: str, attrs: str = "") -> str:
    return "".join(f"<{tag} {attrs}>{one}</{tag}>" for one in ("Low", "High"))


def radios(name: str) -> tuple[str, str]:
    inputs = "".join(f"<label><input type=radio name='{name}' value={one}>{one}</label>" for one in ("Low", "High"))
    return (
        f"<fieldset><legend>{name}</legend>{inputs}</fieldset>",
        f"F['{name}']=()=>(document.querySelector('[name={name}]:checked')||{{}}).value;",
    )


def native(name: str) -> tuple[str, str]:
    return (
        f"<label>{name} <select id=native><option value=''>-</option>{each('option')}</select></label>",
        f"F['{name}']=()=>native.value;",
    )


def buttons(name: str) -> tuple[str, str]:
    script = "group.onclick=e=>{for(const o of group.children)o.classList.toggle('v-btn--active',o===e.target)};"
    return (
        f"<div><label>{name}</label><div id=group class=v-btn-toggle>{each('button', 'type=button class=v-btn')}</div></div>",
        f"{script}F['{name}']=()=>(group.querySelector('.v-btn--active')||{{}}).textContent;",
    )


def drawn(name: str) -> tuple[str, str]:
    script = "box.onclick=e=>{const l=box.lastChild;if(l.contains(e.target))box.firstChild.textContent=e.target.textContent;l.hidden=!l.hidden};"
    entries = each("div", "class=dropdown-item")
    return (
        f"<div><label>{name}</label><div id=box class=dropdown style='cursor:pointer'><span>Choose</span><div hidden>{entries}</div></div></div>",
        f"{script}F['{name}']=()=>box.firstChild.textContent;",
    )


def day_parts(name: str) -> tuple[str, str]:
    lists = (("Day", DAYS), ("Month", MONTHS), ("Year", YEARS))
    parts = "".join(
        f"<select aria-label={one}><option value=''>{one}</option>{''.join(f'<option>{n}</option>' for n in of)}</select>"
        for one, of in lists
    )
    return (
        f"<fieldset id=day><legend>{name}</legend>{parts}</fieldset>",
        f"F['{name}']=()=>[...day.querySelectorAll('select')].map(s=>s.value).join('.');",
    )


def stepper(name: str) -> tuple[str, str]:
    return (
        f"<div><label>{name}</label><div><button type=button aria-label=Less onclick=n.textContent--><i></i>-</button> <span id=n>1</span> <button type=button onclick=n.textContent++>+</button></div></div>",
        f"F['{name}']=()=>n.textContent;",
    )


def selected(name: str, value: str = "High") -> FlowStep:
    return step("select", t(role="combobox", label=name, name=name, tag="select"), value)


def opened(name: str) -> list[FlowStep]:
    listed = [{"role": "listbox", "name": name}]
    return [
        step("click", t(role="combobox", label=name, name=name, tag="div"), expect={"changed": True}),
        step("click", t(role="option", name=param("level"), landmarks=listed), expect={"changed": True}),
    ]


async def test_values_are_set_in_whatever_widget_carries_the_fields_name_and_that_is_told(stand: Stand):
    due = step("fill", t(role="textbox", label="Due", name="Due", attrs={"type": "date"}), "2027-04-09")
    rooms = step("fill", t(role="spinbutton", label="Rooms", name="Rooms"), "3")
    steps = [selected("Urgency"), *opened("Impact"), *opened("Risk"), selected("Size"), due, rooms]
    html = page(radios("Urgency"), native("Impact"), buttons("Risk"), drawn("Size"), day_parts("Due"), stepper("Rooms"))
    outcome = await stand.play(*steps, SAVE, READ, page=html, args={"level": "High"}, settings=QUICK)
    assert outcome.outputs == {"log": "High High High High 9.Apr.2027 3;"}, outcome.stopped
    assert [one.partition(" -> ")[2] for one in outcome.healed] == [
        'radio group "Urgency"', 'native select "Impact"', 'group of buttons "Risk"', 'div "Choose"', 'three fields "Due"', 'stepper "Rooms"',
    ]  # fmt: skip


async def test_a_name_that_two_fields_carry_is_left_alone_and_both_are_told(stand: Stand):
    html = page(radios("Risk"), buttons("Risk"))
    outcome = await stand.play(selected("Risk"), SAVE, READ, page=html, settings=QUICK)
    assert outcome.stopped is not None and outcome.stopped.code == "target_not_found"
    assert 'of that name there are group of buttons "Risk", radio group "Risk"' in outcome.stopped.seen.replace(
        'radio group "Risk", group of buttons "Risk"', 'group of buttons "Risk", radio group "Risk"'
    )


async def test_a_choice_that_the_other_widget_does_not_have_is_told_with_those_that_it_has(stand: Stand):
    outcome = await stand.play(selected("Risk", "Medium"), SAVE, READ, page=page(radios("Risk")), settings=QUICK)
    assert outcome.stopped is not None and outcome.stopped.code == "no_such_option"
    assert outcome.stopped.seen == "options: Low; High"


async def test_a_button_of_a_group_that_is_chosen_already_is_not_pressed_though_something_was_typed(stand: Stand):
    html = page(
        buttons("Risk"),
        (
            "<label>Title <input></label>",
            "group.lastChild.className+=' v-btn--active';group.lastChild.onclick=()=>say('pressed');",
        ),
    )
    pressed = step("click", t(role="button", name="High"), became=Became(marks=(".v-btn--active",), alone=True))
    outcome = await stand.play(
        step("fill", t(role="textbox", label="Title"), "A"), pressed, SAVE, READ, page=html, settings=QUICK
    )
    assert outcome.outputs == {"log": "High;"}, outcome.stopped
