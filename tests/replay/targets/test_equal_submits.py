# ruff: noqa: E501  pages are easier to read as the markup they are
"""Submit buttons above and below one form do the same; what differs in anything that is sent, or is heard by a script, does not."""

from __future__ import annotations

import pytest
from core_stage import Stand, step, t

from awm_mcp.model import FlowStep

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]
SECOND = "document.querySelectorAll('button')[1]"


def form(above: str = "", below: str = "", script: str = "") -> str:
    field = "<label>Name <input name=n></label>"
    return f"<form id=f method=post action=/save><button{above}>Save</button>{field}</form><button form=f{below}>Save</button><script>{script}</script>"


async def test_either_of_two_equal_submit_buttons_of_a_form_is_pressed_once(stand: Stand) -> None:
    stand.site.pages["/save"] = "<p role=status>Saved</p>"
    outcome = await stand.play(*_save(), page=form(" id=top class=main"))
    assert outcome.status == "ok", outcome.stopped
    assert stand.sent() == ["/save n=Bo"]


@pytest.mark.parametrize(
    "page",
    [
        form(" name=k value=1", " name=k value=2"),
        form(script=f"{SECOND}.addEventListener('click', () => 0)"),
    ],
)
async def test_submit_buttons_that_may_do_something_else_are_left_to_the_caller(stand: Stand, page: str) -> None:
    assert (await stand.play(*_save(), page=page, settings={"step_timeout_s": 0.5})).status == "ambiguous_target"
    assert stand.sent() == []


def _save() -> tuple[FlowStep, FlowStep]:
    return step("fill", t(role="textbox", name="Name"), "Bo"), step("click", t(role="button", name="Save"), writes=True)
