"""A report may name a field by its visible label alone: what is remembered is the field."""

from __future__ import annotations

import pytest
from core_stage import LOG, READ, Stand, param, step, t

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]
GO = t(role="button", name="Go")
PAGE = f"""<form onsubmit="event.preventDefault(); say(f.value)"><div><label for=f>Delivery note</label></div>
<div><input id=f name=note></div><button>Go</button></form>{LOG}"""


async def test_a_field_reported_by_its_labels_text_is_described_as_the_field(stand: Stand):
    seen = await stand.observe(step("fill", t(name="Delivery note"), "ring twice"), page=PAGE)
    assert seen.complete, seen.why
    assert seen.run.steps[0].action is not None
    field = seen.run.steps[0].action.target
    assert field is not None
    assert (field.tag, field.role, field.attrs["name"]) == ("input", "textbox", "note")
    outcome = await stand.play(step("fill", field, param("note")), step("click", GO), READ, args={"note": "Tür 3"})
    assert outcome.outputs == {"log": "Tür 3;"}, outcome.stopped


async def test_a_label_that_is_read_stays_a_label(stand: Stand):
    seen = await stand.observe(step("extract", t(css="label", text="Delivery note"), output="x"), page=PAGE)
    assert seen.run.steps[0].action is not None
    target = seen.run.steps[0].action.target
    assert target is not None
    assert target.tag == "label"
