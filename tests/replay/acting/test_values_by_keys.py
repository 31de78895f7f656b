"""Keys pressed on a slider mean the value that they led to, by hand and when a reported run is looked at again."""

from __future__ import annotations

import pytest
from core_stage import Stand, param, step, t

from awm_mcp.model import Action, Effect, Seen, Step, Target, value
from awm_mcp.replay.acting.keyed_values import Moved, as_settings

VOLUME = t(role="slider", name="Volume", css="#v", seen=Seen())
RANGE = "<label>Volume <input type=range id=v min=0 max=100 value=20></label><button>Other</button>"
DRAWN = """<div id=v role=slider tabindex=0 aria-label=Volume aria-valuemin=0 aria-valuemax=1000 aria-valuenow=20
  style="width:99px;height:9px"
  onkeydown="const up={ArrowRight:-1,ArrowLeft:1}[event.key]||0, now=+this.getAttribute('aria-valuenow')+up;
  this.setAttribute('aria-valuenow', event.key==='End'?1000:event.key==='Home'?0:Math.max(0,Math.min(1000,now)))"></div>"""


def pressed(key: str, target: Target | None = VOLUME) -> Step:
    return Step(action=Action(type="press", target=target, value=value(key)), effect=Effect(changed=True, requests=()))


def clicked(target: Target = VOLUME) -> Step:
    return Step(action=Action(type="click", target=target), effect=Effect(changed=True, requests=("PUT /volume",)))


def note(before: float, after: float, key: str = "1.0") -> Moved:
    return Moved(key, before, after, VOLUME)


def words(steps: list[Step | None]) -> list[str]:
    return [one.action.words() for one in steps if one is not None]


def test_a_row_of_keys_is_one_step_that_sets_the_value():
    steps = [
        clicked(),
        pressed("Home"),
        pressed("ArrowRight"),
        pressed("ArrowRight"),
        clicked(t(role="button", name="Save")),
    ]
    notes = {0: note(20, 50), 1: note(50, 0), 2: note(0, 1), 3: note(1, 2)}
    made = as_settings(steps, notes, "Set the volume to 2")
    assert words(made) == ['fill slider "Volume" with "2"', 'click button "Save"']
    filled = next(one for one in made if one is not None)
    assert filled.effect is not None and filled.effect.requests == ("PUT /volume",)
    assert filled.action.target is not None and filled.action.target.seen is not None
    assert filled.action.target.seen.held == "20"


def test_a_key_that_found_the_slider_at_its_end_sets_that_value_all_the_same():
    assert words(as_settings([pressed("Home")], {0: note(0, 0)})) == ['fill slider "Volume" with "0"']


def test_a_click_that_only_took_hold_of_the_slider_sets_nothing():
    assert words(as_settings([clicked()], {0: note(20, 20)})) == ['click slider "Volume"']


def test_a_move_by_as_much_as_the_task_says_stays_a_move():
    steps, notes = [pressed("ArrowRight")] * 2, {0: note(20, 21), 1: note(21, 22)}
    assert words(as_settings(steps, notes, "Turn it up by 2")) == ['press "ArrowRight" in slider "Volume"'] * 2
    assert words(as_settings(steps, notes, "Turn it up to 22")) == ['fill slider "Volume" with "22"']


def test_keys_of_which_the_last_was_not_seen_stay_keys():
    steps = [pressed("Home"), pressed("ArrowRight"), pressed("ArrowRight")]
    assert len(words(as_settings(steps, {0: note(20, 0), 1: note(0, 1)}))) == 3


def test_two_sliders_are_two_values():
    made = as_settings([pressed("ArrowRight"), pressed("ArrowRight")], {0: note(1, 2), 1: note(7, 8, "1.1")})
    assert words(made) == ['fill slider "Volume" with "2"', 'fill slider "Volume" with "8"']


@pytest.mark.browser
@pytest.mark.asyncio(loop_scope="session")
@pytest.mark.parametrize("page", [RANGE, DRAWN.replace("ArrowRight:-1,ArrowLeft:1", "ArrowRight:1,ArrowLeft:-1")])
@pytest.mark.parametrize("told", [True, False])
async def test_reported_keys_are_seen_as_the_value_they_led_to(stand: Stand, page: str, told: bool):
    stand.site.pages["/"] = page
    keys = [step("press", VOLUME if told else None, value(key)) for key in ("Home", "ArrowRight", "ArrowRight")]
    seen = await stand.observe(step("click", t(css="#v")), *keys, task="Set the volume to 2")
    acts = [one.action for one in seen.run.steps]
    assert [one.type for one in acts][-1:] == ["fill"], seen
    assert acts[-1].value == value("2") and len(acts) <= 2


@pytest.mark.browser
@pytest.mark.asyncio(loop_scope="session")
@pytest.mark.parametrize("wanted", ["990", "3"])
async def test_a_slider_that_is_far_off_and_turned_round_is_brought_to_its_value(stand: Stand, wanted: str):
    read = step("extract", VOLUME, read="attribute", attribute="aria-valuenow", output="v")
    outcome = await stand.play(step("fill", VOLUME, param("volume")), read, page=DRAWN, args={"volume": wanted})
    assert outcome.outputs == {"v": wanted}, outcome.stopped
