# ruff: noqa: E501  pages are easier to read as the markup they are
"""Typing into fields of all kinds, read back (known faults, in docs/replay.md)."""

from __future__ import annotations

import json

import pytest
from core_stage import LOG, READ, Stand, param, step, t

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]
BOX = t(role="textbox", name="Box")
VALUE = step("extract", BOX, read="value", output="v")


TEXTS = ('O\'Brien "x"', "{name}", "{{q}}", "${HOME}", "%s", "a\nb", "\\\\", "שלום", "👩‍👩‍👧", "<b>x</b>", "x" * 3000)


async def test_what_is_typed_is_what_the_page_gets(stand: Stand):
    typed = {f"box_{'abcdefghijk'[n]}": text for n, text in enumerate(TEXTS)}
    boxes = "".join(f"<label>{name} <textarea></textarea></label>" for name in typed)
    fields = {name: t(role="textbox", name=name) for name in typed}
    fills = [step("fill", field, param(name)) for name, field in fields.items()]
    reads = [step("extract", field, read="value", output=name) for name, field in fields.items()]
    outcome = await stand.play(*fills, *reads, page=f"<form method=post>{boxes}<button>Send</button></form>", args=typed)
    assert outcome.outputs == typed, outcome.stopped


@pytest.mark.parametrize(
    ("kind", "bad", "wanted"),
    [("date", "12/31/2026", "YYYY-MM-DD"), ("date", "2026-02-30", "YYYY-MM-DD"), ("time", "5pm", "HH:MM"), ("color", "red", "#rrggbb"),
     ("number", "1,5", "decimal point"), ("range", "11", "from 0 to 10"), ("month", "next May", "YYYY-MM")],
)  # fmt: skip
async def test_a_value_in_a_wrong_format_names_the_right_one(stand: Stand, kind: str, bad: str, wanted: str):
    page = (
        f"<label>Box <input type={kind} min=0 max=10></label>"
        if kind == "range"
        else f"<label>Box <input type={kind}></label>"
    )
    role = {"number": "spinbutton", "range": "slider"}.get(kind, "textbox")
    outcome = await stand.play(step("fill", t(role=role, name="Box"), bad), page=page)
    assert outcome.stopped is not None
    assert outcome.stopped.code == "wrong_format"
    assert wanted in outcome.stopped.expected + outcome.stopped.seen


async def test_dates_in_the_right_format_are_taken(stand: Stand):
    page = "<label>Box <input type=date></label>"
    assert (await stand.play(step("fill", BOX, "2026-12-31"), VALUE, page=page)).outputs == {"v": "2026-12-31"}


async def test_a_value_that_is_cut_is_an_error(stand: Stand):
    outcome = await stand.play(step("fill", BOX, "abcdef"), page="<label>Box <input maxlength=3></label>")
    assert outcome.stopped is not None
    assert outcome.stopped.code == "truncated"


async def test_the_same_digits_in_another_form_are_noted(stand: Stand):
    page = "<label>Box <input oninput=\"this.value=this.value.replace(/\\D/g,'')\"></label>"
    outcome = await stand.play(step("fill", BOX, "(555) 123-4567"), page=page)
    assert outcome.ok, outcome.stopped
    assert "5551234567" in outcome.steps[0].note


async def test_another_number_is_shown_as_such(stand: Stand):
    page = "<label>Box <input onchange='' oninput=\"this.value='1.234,50'\"></label>"
    same = await stand.play(step("fill", BOX, "1234.5"), page=page)
    assert same.ok, same.stopped
    assert "shows it as '1.234,50'" in same.steps[0].note
    outcome = await stand.play(step("fill", BOX, "12345"), page=page)
    assert outcome.stopped is not None
    assert outcome.stopped.code == "did_not_stick"
    assert "1.234,50" in outcome.stopped.seen


async def test_a_mask_that_throws_away_what_is_set_at_once_is_typed_into(stand: Stand):
    page = """<label>Box <input value="old"></label><script>const b=document.querySelector('input');let keys=0;
      b.addEventListener('keydown',()=>keys++);b.addEventListener('input',()=>{if(!keys)b.value='old'});</script>"""
    outcome = await stand.play(step("fill", BOX, "new text"), VALUE, page=page)
    assert outcome.outputs == {"v": "new text"}
    assert "key by key" in outcome.steps[0].note


async def test_fields_that_hear_keys_only_are_typed_into_where_that_was_recorded(stand: Stand):
    page = f'<label>Box <input onkeyup="say(this.value)"></label>{LOG}'
    outcome = await stand.play(step("fill", BOX, "ab", slowly=True), READ, page=page)
    assert outcome.outputs["log"].endswith("ab;")


async def test_an_empty_value_clears_and_a_missing_optional_one_is_skipped(stand: Stand):
    page = "<label>Box <input value=old></label>"
    optional = [{"name": "q", "required": False}]
    filled = step("fill", BOX, param("q")), VALUE
    assert (await stand.play(*filled, page=page, args={"q": ""}, parameters=optional)).outputs == {"v": ""}
    skipped = await stand.play(*filled, page=page, parameters=optional)
    assert skipped.outputs == {"v": "old"}
    assert skipped.steps[0].note == "skipped: no value for q"


async def test_rich_text_is_typed_and_read_back(stand: Stand):
    page = "<div contenteditable role=textbox aria-label=Box><p>old <b>text</b></p></div>"
    outcome = await stand.play(step("fill", BOX, "new words"), step("extract", BOX, output="v"), page=page)
    assert outcome.outputs == {"v": "new words"}


async def test_an_editor_in_a_frame_is_typed_into(stand: Stand):
    stand.site.pages["/ed"] = "<body id=ed contenteditable aria-label='Rich text'><p>old</p></body>"
    target = {"role": "textbox", "name": "Rich text", "frame": [{"title": "Editor"}]}
    page = "<iframe title=Editor src=/ed></iframe>"
    outcome = await stand.play(step("fill", t(**target), "Soft soles"), step("extract", t(**target), output="v"), page=page)
    assert outcome.outputs == {"v": "Soft soles"}, outcome.stopped


async def test_a_code_is_spread_over_its_boxes(stand: Stand):
    boxes = "".join("<input maxlength=1 size=1 oninput='this.nextElementSibling?.focus?.()'>" for _ in range(6))
    page = f"<fieldset><legend>Code</legend><div id=c>{boxes}</div></fieldset>"
    target = t(role="textbox", css="#c > input:nth-child(1)")
    read = "Array"
    outcome = await stand.play(step("fill", target, "123456"), page=page, request={"keep_page": True})
    assert outcome.ok, (outcome.stopped, read)
    assert "6 boxes" in outcome.steps[0].note


async def test_one_time_codes_are_computed_and_never_shown(stand: Stand, monkeypatch: pytest.MonkeyPatch):
    from awm_mcp.replay.values.secrets import env_name

    monkeypatch.setenv(env_name(stand.site.host, "otp"), "JBSWY3DPEHPK3PXP")
    page = "<label>Box <input></label><p id=x></p><script>document.querySelector('input').oninput=e=>document.getElementById('x').textContent=e.target.value</script>"
    steps = [step("fill", BOX, param("otp")), step("extract", t(css="#x", role="paragraph"), output="v")]
    outcome = await stand.play(steps[0], page=page, parameters=[{"name": "otp", "secret": "totp"}])
    assert outcome.ok, outcome.stopped
    assert outcome.steps[0].action == 'fill textbox "Box" with "{otp}"'


async def test_a_missing_secret_is_named(stand: Stand):
    page = "<label>Box <input type=password></label>"
    outcome = await stand.play(
        step("fill", BOX, param("password")), page=page, parameters=[{"name": "password", "secret": "secret"}]
    )
    assert outcome.stopped is not None
    assert outcome.stopped.code == "missing_secret"
    assert "AWM_SECRET_" in outcome.next


async def test_a_secret_that_the_page_shows_is_taken_out_of_the_outcome(stand: Stand, monkeypatch: pytest.MonkeyPatch):
    from awm_mcp.replay.values.secrets import env_name

    monkeypatch.setenv(env_name(stand.site.host, "password"), "Tr0ub4dor")
    page = f'<label>Box <input type=text oninput="say(this.value)"></label>{LOG}'
    outcome = await stand.play(
        step("fill", BOX, param("password")), READ, step("click", t(role="button", name="No")), page=page,
        parameters=[{"name": "password", "secret": "secret"}],
    )  # fmt: skip
    assert "Tr0ub4dor" not in json.dumps(outcome.model_dump(mode="json"))


@pytest.mark.parametrize("choice", ["DSL", "ec2-us-east-1:Chrome.DSL"])
async def test_options_are_chosen_by_label_or_value(stand: Stand, choice: str):
    page = "<label>Net <select><optgroup label=A><option value=ec2-us-east-1:Chrome.Cable>Cable<option value=ec2-us-east-1:Chrome.DSL>DSL</select></label>"
    target = t(role="combobox", name="Net")
    outcome = await stand.play(step("select", target, choice), step("extract", target, read="value", output="v"), page=page)
    assert outcome.outputs == {"v": "ec2-us-east-1:Chrome.DSL"}


async def test_a_missing_option_lists_what_there_is(stand: Stand):
    page = "<label>Net <select><option>Cable<option>DSL</select></label>"
    outcome = await stand.play(step("select", t(role="combobox", name="Net"), "Fibre"), page=page)
    assert outcome.stopped is not None
    assert outcome.stopped.code == "no_such_option"
    assert "Cable; DSL" in outcome.stopped.seen


async def test_a_hidden_select_behind_its_stand_in_is_set(stand: Stand):
    page = f"<label for=s>Size</label><select id=s style='display:none' onchange='say(this.value)'><option>S<option>M</select><div>S ▾</div>{LOG}"
    assert (await stand.play(step("select", t(role="combobox", name="Size"), "M"), READ, page=page)).outputs == {"log": "M;"}


COMBO = f"""<label for=c>City</label><input id=c role=combobox aria-expanded=false autocomplete=off><ul id=l role=listbox></ul>{LOG}<script>
  const all=['San Francisco','San Jose','Boston','Boston Harbor'];let timer;
  document.getElementById('c').oninput=e=>{{clearTimeout(timer);timer=setTimeout(()=>{{document.getElementById('l').replaceChildren(...all.filter(x=>x.startsWith(e.target.value))
    .map(x=>Object.assign(document.createElement('li'),{{role:'option',textContent:x,onclick(){{document.getElementById('c').value=x;say(x)}}}})))}},300)}};</script>"""


async def test_the_suggestion_that_equals_the_argument_is_chosen(stand: Stand):
    steps = [
        step("fill", t(role="combobox", name="City"), param("city")),
        step("click", t(role="option", name=param("city"))),
    ]
    assert (await stand.play(*steps, READ, page=COMBO, args={"city": "Boston"})).outputs == {"log": "Boston;"}
    none = await stand.play(*steps, page=COMBO, args={"city": "Berlin"})
    assert none.status == "target_not_found"


async def test_selecting_in_a_custom_list_opens_types_and_picks(stand: Stand):
    outcome = await stand.play(
        step("select", t(role="combobox", name="City"), param("city")), READ, page=COMBO, args={"city": "San Jose"}
    )
    assert outcome.outputs == {"log": "San Jose;"}
