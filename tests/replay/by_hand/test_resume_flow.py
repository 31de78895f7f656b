"""A workflow that stopped, the agent's own hand on the same page, and the workflow again from the next step on."""

from __future__ import annotations

import re

import pytest
from core_stage import LOG, READ, Stand, param, step, t

from awm_mcp.errors import NotFound
from awm_mcp.replay.by_hand.primitives import BrowserTools
from awm_mcp.replay.values.secrets import Vault

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]
PAGE = f"""<label>City <input></label>
  <button onclick="say('sent ' + document.querySelector('input').value)">Send it now</button>
  <button onclick="say('done')">Finish</button>{LOG}"""
CITY = t(role="textbox", name="City")


def _tools(stand: Stand) -> BrowserTools:
    return BrowserTools(stand.settings, stand.browsers, Vault(stand.settings), stand.pages)


def _ref(snapshot: str, element: str) -> str:
    line = next(line for line in snapshot.splitlines() if element in line)
    found = re.search(r"\[ref=(\w+)\]", line)
    assert found
    return found.group(1)


async def test_the_agent_does_the_missing_step_by_hand_and_the_workflow_goes_on(stand: Stand):
    stand.site.pages["/"] = PAGE
    steps = [step("fill", CITY, param("city")), step("click", t(role="button", name="Order"))]
    steps += [step("click", t(role="button", name="Finish")), READ]
    flow = stand.workflow(*steps, parameters=[{"name": "city"}])
    replayer, tools = stand.replayer(), _tools(stand)

    first = await replayer.replay(stand.request(flow, {"city": "Ulm"}, keep_page=True))
    assert first.status == "target_not_found"
    assert first.handle
    assert f"resume={first.handle} and from_step=2, or from_step=3 if you did step 2 yourself" in first.next

    seen = await tools.snapshot(session=first.handle)
    by_hand = await tools.click(target=_ref(seen.snapshot, '"Send it now"'), element="Send", session=first.handle)
    assert by_hand.session == first.handle
    second = await replayer.replay(stand.request(flow, {"city": "Ulm"}, resume=first.handle, from_step=3))

    assert second.ok, second.stopped
    assert second.outputs == {"log": "sent Ulm;done;"}
    assert (second.steps_done, second.steps_total) == (3, 4)
    assert second.next.endswith("step 2 was not done by it: that is as you left it on the page")
    with pytest.raises(NotFound):
        await tools.snapshot(session=first.handle)


async def test_a_second_stop_on_the_same_page_gives_a_new_handle(stand: Stand):
    stand.site.pages["/"] = PAGE
    steps = [step("click", t(role="button", name=name)) for name in ("Order", "Pay", "Finish")]
    flow = stand.workflow(*steps, READ)
    replayer = stand.replayer()
    first = await replayer.replay(stand.request(flow, keep_page=True))
    second = await replayer.replay(stand.request(flow, keep_page=True, resume=first.handle, from_step=2))
    assert second.stopped
    assert second.stopped.step == 2
    assert second.handle
    assert second.handle != first.handle
    third = await replayer.replay(stand.request(flow, resume=second.handle, from_step=3))
    assert third.ok, third.stopped


async def test_what_the_agent_did_by_hand_is_recorded_for_the_report(stand: Stand):
    stand.site.pages["/"] = PAGE
    flow = stand.workflow(step("click", t(role="button", name="Order")))
    stopped = await stand.replayer().replay(stand.request(flow, keep_page=True))
    assert stopped.handle
    tools = _tools(stand)
    seen = await tools.snapshot(session=stopped.handle)
    await tools.click(target=_ref(seen.snapshot, '"Finish"'), element="Finish", session=stopped.handle)
    done = tools.recording(stopped.handle).steps[-1].action
    assert done.target is not None
    assert (done.type, done.target.words()) == ("click", 'button "Finish"')
    assert tools.recording(stopped.handle).workflow == flow.name, "it is a part of what the workflow did"


async def test_a_page_that_the_agent_opened_counts_as_shared_once_a_workflow_went_on_in_it(stand: Stand):
    stand.site.pages["/"] = PAGE
    tools = _tools(stand)
    seen = await tools.navigate(url=stand.site.origin + "/")
    assert tools.recording(seen.session).workflow == ""
    flow = stand.workflow(step("click", t(role="button", name="Finish")), READ)
    ended = await stand.replayer().replay(stand.request(flow, resume=seen.session, from_step=1))
    assert ended.ok, ended.stopped
    assert tools.recording(seen.session).workflow == flow.name


async def test_a_form_that_the_browser_did_not_send_is_told_as_not_sent_and_can_be_sent_once_it_is_right(stand: Stand):
    stand.site.pages["/e"] = "thanks"
    stand.site.pages["/"] = """<form method=post action=/e><label>Pieces <input type=number name=n max=99></label>
      <button>Add it</button></form>"""
    add = step("click", t(role="button", name="Add it"), writes=True, expect={"text": "thanks"})
    pieces = t(role="spinbutton", name="Pieces")
    flow = stand.workflow(step("fill", pieces, param("n")), add, parameters=[{"name": "n"}])
    replayer = stand.replayer(step_timeout_s=2)

    first = await replayer.replay(stand.request(flow, {"n": "120"}, keep_page=True))
    assert first.stopped is not None
    assert (first.stopped.step, first.stopped.code, first.steps_done) == (2, "invalid_value", 1)
    assert "'Pieces' says" in first.stopped.seen and "99" in first.stopped.seen
    assert first.next.startswith("nothing was sent; correct the value of 'Pieces'")
    assert stand.sent() == []
    assert first.handle
    assert replayer.kept_arguments(first.handle, flow.name) == {"n": "120"}
    assert replayer.kept_arguments(first.handle, "another") == {}

    offered = stand.request(flow, {"n": "5"}, resume=first.handle, from_step=1, choice='button "Any"')
    refused = await replayer.replay(offered)
    assert refused.stopped is not None and refused.stopped.code == "no_such_choice"
    assert "nothing was offered" in refused.stopped.expected
    second = await replayer.replay(stand.request(flow, {"n": "5"}, resume=first.handle, from_step=1))
    assert second.ok, second.stopped
    assert stand.sent() == ["/e n=5"]
    with pytest.raises(NotFound, match="page_taken"):
        replayer.kept_arguments(first.handle, flow.name)


async def test_a_part_leaves_its_page_open_for_the_hand_and_for_the_next_workflow(stand: Stand):
    stand.site.pages["/"] = '<a href="/project">Open the project</a>'
    stand.site.pages["/project"] = PAGE
    replayer, tools = stand.replayer(), _tools(stand)
    opens = step("click", t(role="link", name="Open the project"))
    part = stand.workflow(opens, name="site_open_project", kind="subtask")
    whole = stand.workflow(opens, step("click", t(role="button", name="Finish")), READ, name="site_finish")

    led = await replayer.replay(stand.request(part, keep_page=True))
    assert led.ok and led.handle, led
    assert led.page.url.endswith("/project")
    assert f"session={led.handle}" in led.next and f"resume={led.handle}" in led.next
    assert (await tools.snapshot(session=led.handle)).url.endswith("/project")

    done = await replayer.replay(stand.request(whole, keep_page=True, resume=led.handle, from_step=2))
    assert (done.status, done.outputs, done.handle) == ("ok", {"log": "done;"}, None)
    assert len(stand.pages) == 0


async def test_what_a_workflow_sent_does_not_keep_another_one_from_going_on_at_its_end(stand: Stand):
    stand.site.pages["/"] = f"""<form method=post action=/sent><button>Send it now</button></form>{LOG}"""
    stand.site.pages["/sent"] = PAGE
    replayer = stand.replayer()
    sends = stand.workflow(step("click", t(role="button", name="Send it now"), writes=True), name="site_send")
    other = stand.workflow(step("click", t(role="button", name="Finish")), READ, name="site_finish")
    sent = await replayer.replay(stand.request(sends, keep_page=True, keep_end=True))
    assert sent.ok and sent.handle, sent
    again = await replayer.replay(stand.request(sends, keep_page=True, resume=sent.handle, from_step=1))
    assert again.stopped and again.stopped.code == "already_sent"
    done = await replayer.replay(stand.request(other, resume=sent.handle))
    assert done.ok, done.stopped
    assert len(stand.sent()) == 1
