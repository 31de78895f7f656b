"""Going by address instead of through a form, changes behind plain links, and what a page offers in the place of a row."""

from __future__ import annotations

from html import escape
from urllib.parse import unquote_plus

import pytest
from browser_fixtures import Hit
from core_stage import LOG, Stand, param, seldom, step, t

from awm_mcp.model import Action, Expectation, FlowStep, Seen, Workflow

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]
FORM = "<form action=/find><label>Title <input name=q></label><button>Find</button></form>"
WANTED = Expectation(url=param("title", "/find?q="))


def results(hit: Hit) -> str:
    return f"<h1>Found</h1><a href='/book'>{escape(unquote_plus(hit.path.partition('=')[2]))}</a>"


def by_address(stand: Stand, address: str = "/find?q=") -> Workflow:
    stand.site.pages |= {"/": FORM, "/find": results, "/old": "<h1>Moved</h1>", "/book": "<output>Shelf 4</output>"}
    form = (
        step("fill", t(role="textbox", label="Title"), param("title")),
        step("click", t(role="button", name="Find"), expect=WANTED),
    )
    going = FlowStep(action=Action(type="goto", value=param("title", address)), expect=WANTED, instead=form)
    rest = step("click", t(role="link", name=param("title"))), step("extract", t(role="status"), output="shelf")
    parameters = [{"name": "title"}]
    return stand.workflow(going, *rest, parameters=parameters, outputs=[{"name": "shelf"}], postcondition={"url": "/book"})


async def test_a_step_by_address_does_not_touch_the_form(stand: Stand):
    outcome = await stand.replayer().replay(stand.request(by_address(stand), {"title": "Emma & I"}))
    assert (outcome.status, outcome.outputs, outcome.steps_done, outcome.steps_total) == ("ok", {"shelf": "Shelf 4"}, 3, 3)
    assert stand.site.paths() == ["/find?q=Emma%20%26%20I", "/book"]


@pytest.mark.parametrize("address", ["/old?q=", "/gone?q="])
async def test_where_the_address_leads_elsewhere_the_steps_in_the_interface_are_taken_and_told(stand: Stand, address: str):
    outcome = await stand.replayer().replay(stand.request(by_address(stand, address), {"title": "Emma"}))
    assert (outcome.status, outcome.outputs, outcome.steps_done, outcome.steps_total) == ("ok", {"shelf": "Shelf 4"}, 3, 3)
    assert "/find?q=Emma" in stand.site.paths()
    assert any("done in the interface" in row.note for row in outcome.steps)


async def test_a_stop_in_the_interface_keeps_the_numbers_of_the_steps(stand: Stand):
    flow = by_address(stand, "/old?q=")
    stand.site.pages["/find"] = "<h1>Found</h1>Nothing"
    outcome = await stand.replayer().replay(stand.request(flow, {"title": "Emma"}))
    assert outcome.status == "target_not_found"
    assert outcome.stopped is not None
    assert (outcome.stopped.step, outcome.steps_done, outcome.steps_total) == (2, 1, 3)


async def test_the_heading_of_the_page_gone_to_is_seen_although_the_link_said_the_same(stand: Stand):
    stand.site.pages |= {"/": "<a href=/item/5>Emma</a>", "/item/5": "<h1>Emma</h1><h1 hidden>Dune</h1>"}
    seen = await stand.observe(step("click", t(role="link", name="Emma")))
    assert seen.why == ""
    effect = seen.run.steps[0].effect
    assert effect is not None
    assert effect.shown == ("Emma",)


async def test_a_plain_link_that_asks_for_a_change_is_not_followed_while_learning(stand: Stand):
    stand.site.pages |= {"/": "<a href='/items/5/delete'>Off</a>", "/items/5/delete": "gone"}
    seen = await stand.observe(step("click", t(role="link", name="Off")))
    assert (seen.followed, "its address asks for a change (delete)" in seen.why) == (0, True)
    target = seen.run.steps[0].action.target
    assert target is not None
    assert isinstance(target.seen, Seen)
    assert target.seen.href_path == "/items/5/delete"
    assert "/items/5/delete" not in stand.site.paths()


async def test_a_script_that_changes_by_a_get_is_held_back_while_learning(stand: Stand):
    page = f"<button onclick=\"fetch('/vote/5').then(() => say('done'))\">Second</button>{LOG}"
    seen = await stand.observe(step("click", t(role="button", name="Second")), page=page)
    assert "GET /vote/5, which was held back" in seen.why
    assert "/vote/5" not in stand.site.paths()


async def test_the_last_link_of_a_task_that_asks_for_a_change_is_not_followed_while_learning(stand: Stand):
    stand.site.pages |= {"/": "<a href='/v/2'>Second</a>", "/v/2": "counted"}
    seen = await stand.observe(step("click", t(role="link", name="Second")), task="Vote for the second one")
    assert (seen.followed, 'says "vote"' in seen.why) == (0, True)
    assert "/v/2" not in stand.site.paths()
    seen = await stand.observe(step("click", t(role="link", name="Second")), task="Show the second one")
    assert seen.complete


async def test_a_row_that_is_not_there_is_answered_with_the_rows_that_are(stand: Stand):
    rows = "".join(f"<tr><td>{name}</td><td>open</td><td><button>Close</button></td></tr>" for name in ("Tea", "Mug"))
    target = t(role="button", name="Close", row=param("title"))
    outcome = await stand.play(step("click", target), page=f"<table>{rows}</table>", args={"title": "Cup"})
    assert outcome.status == "target_not_found"
    assert outcome.stopped is not None
    assert outcome.stopped.options == ("Tea", "Mug")


async def test_a_link_that_a_value_names_is_answered_with_the_others_of_its_list(stand: Stand):
    items = "".join(f"<li><a href='/{name}'>{name}</a></li>" for name in ("Tea", "Mug"))
    page = f"<a href='/about'>About</a><ul class=open>{items}</ul>"
    target = t(role="link", name=param("title"), css="ul.open > li:nth-of-type(3) > a")
    outcome = await stand.play(step("click", target), page=page, args={"title": "Cup"})
    assert outcome.stopped is not None
    assert outcome.stopped.options == ("Tea", "Mug")


VISIT = ("/?ref=a&seed=7", "/?seed=7", "/find?seed=7", "/#x")
GOTO = (step("goto", given="/?ref=a"),)


@pytest.mark.parametrize(
    ("asked", "opened", "first"),
    [
        (VISIT[0], VISIT[0], ()),
        (VISIT[0], VISIT[0], GOTO),
        *((other, "/?ref=a", ()) for other in VISIT[1:]),
        (VISIT[1], "/?ref=a", GOTO),
        *(seldom(other, "/?ref=a", GOTO) for other in VISIT[2:]),
    ],
)
async def test_a_replay_begins_at_the_very_address_asked_for_if_it_is_the_start_page_with_more(
    asked: str, opened: str, first: tuple[FlowStep, ...], stand: Stand
):
    stand.site.pages["/"] = "<output>here</output>"
    flow = stand.workflow(
        *first, step("extract", t(role="status"), output="said"), start="/?ref=a", outputs=[{"name": "said"}]
    )
    request = stand.request(flow, {}).model_copy(update={"start_url": stand.site.origin + asked})
    outcome = await stand.replayer().replay(request)
    assert (outcome.ok, stand.site.paths()) == (True, [opened]), outcome.stopped
