"""Fields that an earlier replay set in another widget than the source runs: set there at once, or as recorded again."""

from __future__ import annotations

import pytest
from core_stage import LOG, READ, Stand, step, t

from awm_mcp.app.versions.healed_versions import with_heals, with_targets
from awm_mcp.model import FlowStep, Workflow

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]
CHOICES = "".join(f"<label><input type=radio name=risk value={one}>{one}</label>" for one in ("Low", "High"))
RADIOS = f"<fieldset><legend>Risk</legend>{CHOICES}</fieldset>"
NATIVE = "<label>Risk <select id=native><option>-</option><option>Low</option><option>High</option></select></label>"
RECORDED = step("select", t(role="combobox", label="Risk", name="Risk", tag="select"), "High")
SAVE = step("click", t(role="button", name="Save"))
OPENED = (
    step("click", t(role="combobox", label="Risk", name="Risk", tag="div"), expect={"changed": True}),
    step("click", t(role="option", name="High", landmarks=[{"role": "listbox", "name": "Risk"}]), expect={"changed": True}),
)


def page(field: str) -> str:
    chosen = "(document.querySelector(':checked:not(option)')||document.querySelector('select')).value"
    return f'<main>{field}</main><button onclick="say({chosen})">Save</button>{LOG}'


async def healed(stand: Stand, *steps: FlowStep, field: str) -> Workflow:
    """The workflow as the first replay on the changed page leaves it."""
    outcome = await stand.play(*steps, SAVE, READ, page=page(field), settings={"step_timeout_s": 0.6})
    assert outcome.outputs == {"log": "High;"}, outcome.stopped
    assert len(outcome.healed) == 1
    return with_targets(stand.workflow(*steps, SAVE, READ), outcome.healed_targets, 0.0)


@pytest.mark.parametrize(("steps", "field"), [((RECORDED,), RADIOS), (OPENED, NATIVE)])
async def test_a_field_that_became_another_widget_is_set_there_at_once_from_then_on_and_not_healed_again(
    stand: Stand, monkeypatch: pytest.MonkeyPatch, steps: tuple[FlowStep, ...], field: str
):
    known = await healed(stand, *steps, field=field)
    monkeypatch.setattr("awm_mcp.replay.targets.resolve._Wait.time_for_help", lambda _wait: False)  # pyright: ignore
    outcome = await stand.play(*known.steps, page=page(field))
    assert (outcome.outputs, outcome.healed, outcome.healed_targets) == ({"log": "High;"}, (), ()), outcome.stopped


async def test_a_field_that_is_the_recorded_widget_again_is_set_as_recorded(stand: Stand):
    known = await healed(stand, RECORDED, field=RADIOS)
    outcome = await stand.play(*known.steps, page=page(NATIVE))
    assert (outcome.outputs, outcome.healed) == ({"log": "High;"}, ()), outcome.stopped
    assert "another widget" not in " ".join(one.note for one in outcome.steps)


async def test_learning_from_a_further_run_keeps_what_widget_a_field_became(stand: Stand):
    known = await healed(stand, RECORDED, field=RADIOS)
    draft = stand.workflow(RECORDED, SAVE, READ)
    assert with_heals(draft, known).steps == known.steps
    assert "another widget (choices) by now" in known.evidence.healed[0]
