"""What fields hold by themselves: seen when a run is looked at again, and kept where a replay leaves a step out."""

from __future__ import annotations

import pytest
from core_stage import LOG, READ, Stand, param, step, t

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]
FORM = """<label>Quantity <input id=q type=number value=1></label>
<label>Size <select id=s><option>Small<option selected>Medium<option>Large</select></label>
<label>Colour <select><option value=''>Choose…<option>Red</select></label>
<label>Day <input type=date value=2027-05-01></label>
<label>Code <input autocomplete=one-time-code value=123456></label>
<label>Note <input></label>"""
SHOW = f"""{FORM}{LOG}<button>Go</button><script>
const holds = id => document.getElementById(id).value;
document.querySelector('button').onclick = () => say(holds('q') + ' ' + holds('s'));
</script>"""


async def test_a_field_tells_what_it_held_before_the_step_unless_that_is_of_the_day_or_secret(stand: Stand) -> None:
    seen = await stand.observe(
        step("fill", t(label="Quantity"), "3"),
        step("select", t(label="Size"), "Large"),
        step("select", t(label="Colour"), "Red"),
        step("fill", t(label="Day"), "2027-06-02"),
        step("fill", t(label="Code"), "654321"),
        step("fill", t(label="Note"), "Ring twice"),
        step("fill", t(label="Quantity"), "4"),
        page=FORM,
    )
    assert seen.why == ""
    found = [one.action.target.seen for one in seen.run.steps if one.action.target is not None]
    assert [one.held if one is not None else "unseen" for one in found] == ["1", "Medium", "", None, None, "", "3"]


async def test_a_default_of_an_optional_parameter_is_left_to_the_form_and_filled_in_when_it_is_given(stand: Stand) -> None:
    steps = (
        step("fill", t(label="Quantity"), param("count"), optional=True),
        step("click", t(role="button", name="Go")),
        READ,
    )
    parameters = [{"name": "count", "type": "integer", "required": False, "default": "1"}]
    for page, args, held in ((SHOW, {}, "1"), (SHOW.replace("value=1>", "value=7>"), {}, "7"), (SHOW, {"count": 1}, "1")):
        outcome = await stand.play(*steps, page=page, args=args, parameters=parameters)
        assert (outcome.status, outcome.outputs["log"]) == ("ok", f"{held} Medium;")
        assert (outcome.steps[0].note == "skipped: no value for count") == (not args)
