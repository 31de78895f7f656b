"""Optional values that are picked from a list which a step before opens: both are done when the value is given."""

from __future__ import annotations

from typing import Any

import pytest
from core_stage import LOG, READ, Stand, param, step, t

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]
PAGE = f"""{LOG}<button role=combobox aria-label=Colour id=c>any</button><div id=l role=listbox hidden>
<div role=option>Pink</div><div role=option>Blue</div></div><button id=s>Send</button><script>
c.onclick = () => {{ l.hidden = !l.hidden; say('opened') }};
l.onclick = event => {{ say(event.target.textContent); l.hidden = true }};
s.onclick = () => say('sent');
</script>"""
STEPS = (
    step("click", t(role="combobox", name="Colour"), optional=True, group="choose_colour"),
    step("click", t(role="option", name=param("colour")), optional=True, group="choose_colour"),
    step("click", t(role="button", name="Send"), writes=True),
    READ,
)
PARAMETERS: list[dict[str, Any]] = [{"name": "colour", "required": False}]


async def test_the_list_is_opened_for_a_value_that_is_given_and_left_alone_without_it(stand: Stand) -> None:
    given = await stand.play(*STEPS, page=PAGE, args={"colour": "Blue"}, parameters=PARAMETERS)
    assert (given.status, given.outputs) == ("ok", {"log": "opened;Blue;sent;"})
    left = await stand.play(*STEPS, page=PAGE, parameters=PARAMETERS)
    assert (left.status, left.outputs) == ("ok", {"log": "sent;"})
    assert [row.note for row in left.steps[:2]] == ["skipped: no value for colour"] * 2


async def test_a_given_value_is_not_skipped_because_what_opens_its_list_is_gone(stand: Stand) -> None:
    without = PAGE.replace("<button role=combobox aria-label=Colour id=c>any</button>", "<b id=c></b>")
    outcome = await stand.play(*STEPS, page=without, args={"colour": "Blue"}, parameters=PARAMETERS)
    assert (outcome.status, outcome.stopped is not None and outcome.stopped.step) == ("target_not_found", 2)
    open_already = without.replace(" hidden>", ">")
    opened = await stand.play(*STEPS, page=open_already, args={"colour": "Blue"}, parameters=PARAMETERS)
    assert (opened.status, opened.outputs) == ("ok", {"log": "Blue;sent;"})
