"""Lists of entries to tick: one that the page has ticked by itself is not taken along where that cannot be taken back."""

from __future__ import annotations

from typing import Any

import pytest
from core_stage import Stand, param, step, t

from awm_mcp.model import FlowStep, Target

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]
NAMES = ("Letter", "Memo", "Offer")


def page(*ticked: str, button: str = "Archive selected", named: str = "x", more: str = "") -> str:
    line = "<li><label><input type=checkbox name='{0}' value='{1}'{2}> {1}</label></li>"
    lines = [line.format(named.replace("*", one), one, " checked" if one in ticked else "") for one in NAMES]
    return f"<form method=post action=/sent>{more}<ul>{''.join(lines)}</ul><button>{button}</button></form>"


def flow(target: Target | None = None, button: str = "Archive selected") -> tuple[FlowStep, FlowStep]:
    named = target or t(role="checkbox", name=param("mail"))
    return step("check", named), step("click", t(role="button", name=button), writes=True)


async def done(stand: Stand, shown: str, *steps: FlowStep, **more: Any) -> tuple[str, list[str]]:
    stand.site.hits.clear()
    stand.site.pages["/sent"] = "<h1>Done</h1>"
    outcome = await stand.play(*steps, page=shown, args=more.get("args", {"mail": "Letter"}), risk="destructive")
    return (outcome.stopped.code if outcome.stopped else outcome.status), stand.sent()


async def test_another_entry_that_is_ticked_stops_before_anything_is_done(stand: Stand):
    assert await done(stand, page("Memo"), *flow()) == ("others_ticked", [])
    assert await done(
        stand, page("Memo", named="mail_1*").replace("mail_1Letter", "mail_1").replace("mail_1Memo", "mail_2"), *flow()
    ) == ("others_ticked", [])
    assert await done(stand, page(), *flow()) == ("ok", ["/sent x=Letter"])
    assert await done(stand, page("Letter"), *flow()) == ("ok", ["/sent x=Letter"])


@pytest.mark.parametrize("button", ["Mark as read", "Ausgewählte verschieben", "Move to Done"])
async def test_so_it_is_where_it_can_be_taken_back_but_is_done_to_all_that_is_ticked(stand: Stand, button: str):
    assert await done(stand, page("Memo", button=button), *flow(button=button)) == ("others_ticked", [])


async def test_a_list_of_actions_says_what_its_button_does(stand: Stand):
    actions = "<select name=a aria-label=Action><option>–<option>Delete selected<option>Show</select>"
    for chosen, code in (("Delete selected", "others_ticked"), ("Show", "ok")):
        tick, press = flow(button="Go")
        steps = (tick, step("select", t(role="combobox", name="Action"), chosen), press)
        assert (await done(stand, page("Memo", button="Go", more=actions), *steps))[0] == code


async def test_ticks_that_the_runs_had_or_this_replay_set_or_that_are_settings_are_let_be(stand: Stand):
    had = t(role="checkbox", name=param("mail"), others_set=True)
    assert await done(stand, page("Memo"), *flow(had)) == ("ok", ["/sent x=Letter&x=Memo"])
    two = (
        step("check", t(role="checkbox", name=param("mail"))),
        step("check", t(role="checkbox", name=param("other"))),
        flow()[1],
    )
    assert (await done(stand, page(), *two, args={"mail": "Letter", "other": "Offer"}))[1] == ["/sent x=Letter&x=Offer"]
    assert (await done(stand, page("Memo", button="Save"), *flow(button="Save")))[1] == ["/sent x=Letter&x=Memo"]
    assert (await done(stand, page("Memo", named="by_*"), *flow()))[1] == ["/sent by_Letter=Letter&by_Memo=Memo"]


async def test_a_run_that_had_others_ticked_says_so(stand: Stand):
    for ticked, others in ((("Memo",), True), (("Letter",), False)):
        seen = await stand.observe(step("check", t(role="checkbox", name="Letter")), page=page(*ticked))
        target = seen.run.steps[0].action.target
        assert target is not None and target.seen is not None and target.seen.others_set is others
