"""A click that opens a menu, a list or a section in the box of its control sets nothing, and is done on every visit."""

from __future__ import annotations

import pytest
from core_stage import LOG, READ, Stand, step, t

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]


def opening(control: str) -> str:
    """A control alone in its box; a click draws what there is to choose beside it, in the same box."""
    return f"""<main><h1>Invoice 7</h1><div class=more-box>{control}</div></main>{LOG}<script>
const control = document.querySelector('[data-action]'), box = control.parentElement;
control.onclick = () => {{ box.innerHTML += '<div class=list><div data-action=take>Petty cash</div></div>';
  box.querySelector('[data-action=take]').onclick = () => {{ box.lastChild.remove(); say('taken'); }}; }};
</script>"""


@pytest.mark.parametrize(
    "control",
    [
        "<div class=dots data-action=open style='width:20px;height:20px;cursor:pointer'><svg width=4></svg></div>",
        "<div class=trigger data-action=open style='cursor:pointer'>Choose account</div>",
    ],
    ids=["an icon that opens a menu", "a box that opens a list"],
)
async def test_what_opens_in_the_box_of_a_control_is_no_state_that_it_lost(stand: Stand, control: str):
    page = opening(control)
    seen = await stand.observe(
        step("click", t(css="div[data-action=open]")),
        step("click", t(text="Petty cash")),
        page=page,
        task="Book invoice 7 on petty cash",
    )
    assert seen.complete, seen.why
    opened = seen.run.steps[0].action
    assert opened.became is None or not (opened.became.marks or opened.became.lost)
    again = step("click", opened.target, became=opened.became)
    outcome = await stand.play(again, step("click", t(text="Petty cash")), READ, page=page)
    assert outcome.outputs == {"log": "taken;"}, outcome.stopped
