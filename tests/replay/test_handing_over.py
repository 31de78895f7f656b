# ruff: noqa: E501  pages are easier to read as the markup they are
"""Outcomes: stops that let an agent go on, resuming, limits, boundaries, concurrency (known faults, in docs/replay.md)."""

from __future__ import annotations

import asyncio

import pytest
from core_stage import LOG, READ, SOON, Stand, param, step, t

from awm_mcp.model import Expectation, Target, value
from awm_mcp.replay.player import Halt

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]
GO = t(role="button", name="Go")
BOX = t(role="textbox", name="Box")


async def test_the_end_state_is_seen_or_it_is_not_ok(stand: Stand):
    outcome = await stand.play(step("click", GO), page="<button>Go</button>", postcondition={"text": "Thank you"})
    assert outcome.status == "postcondition_failed"
    assert outcome.steps_done == 1


async def test_what_the_runs_showed_next_is_waited_for(stand: Stand):
    page = f"<button onclick=\"setTimeout(()=>say('late'),900)\">Go</button>{LOG}"
    seen = step("click", GO, expect=Expectation(text=value("late;")))
    assert (await stand.play(seen, READ, page=page)).outputs == {"log": "late;"}


async def test_a_page_that_shows_something_else_stops_the_replay(stand: Stand):
    outcome = await stand.play(step("click", GO, expect=Expectation(url=value("/next"))), page="<button>Go</button>")
    assert outcome.stopped is not None
    assert outcome.stopped.code == "not_as_expected"


async def test_a_stop_tells_where_what_and_what_remains(stand: Stand):
    page = "<title>Form</title><main><button>Go on</button><label>Box <input type=password value=hush></label></main>"
    steps = [step("fill", t(role="textbox", name="City"), param("city")), step("click", GO)]
    outcome = await stand.play(*steps, page=page, args={"city": "Ulm"})
    assert outcome.stopped is not None
    assert outcome.stopped.step == 1
    assert outcome.stopped.remaining == ('fill textbox "City" with "Ulm"', 'click button "Go"')
    assert 'button "Go on"' in outcome.stopped.around
    assert "hush" not in outcome.model_dump_json()


async def test_a_stopped_page_is_resumed_where_it_stood(stand: Stand):
    stand.site.pages["/"] = (
        f"<label>Box <input></label><button onclick=\"say(document.querySelector('input').value)\">Gone</button>{LOG}"
    )
    flow = stand.workflow(step("fill", BOX, "kept"), step("click", GO), READ)
    replayer = stand.replayer()
    first = await replayer.replay(stand.request(flow, keep_page=True))
    assert first.handle is not None
    kept = stand.pages.peek(first.handle, "local")
    await kept.page.get_by_role("button").click()
    second = await replayer.replay(stand.request(flow, resume=first.handle, from_step=3))
    assert second.outputs == {"log": "kept;"}
    again = await replayer.replay(stand.request(flow, resume=first.handle, from_step=3))
    assert again.stopped is not None
    assert (again.stopped.code, again.stopped.step, again.handle) == ("page_taken", 3, None)


async def test_a_login_page_is_not_typed_into(stand: Stand):
    stand.site.pages["/"] = (302, {"location": "/login"}, "")
    stand.site.pages["/login"] = "<label>Box <input name=user></label><label>Password <input type=password></label>"
    outcome = await stand.play(step("fill", t(role="textbox", name="Search"), "tea"))
    assert outcome.status == "precondition_failed"
    assert outcome.stopped is not None
    assert outcome.stopped.code == "login_required"


async def test_a_step_that_leads_to_the_login_page_instead_says_so(stand: Stand):
    stand.site.pages["/login"] = "<label>Box <input name=user></label><label>Password <input type=password></label>"
    led = step("click", t(role="link", name="Orders"), expect=Expectation(url=value("/orders")))
    outcome = await stand.play(led, page="<a href=/login>Orders</a>", settings=SOON)
    assert outcome.stopped is not None
    assert (outcome.status, outcome.stopped.code) == ("step_failed", "login_required")


async def test_a_redirect_to_another_host_leaves_no_page_to_act_on_and_says_what_was_sent(stand: Stand):
    stand.site.pages["/pay"] = (303, {"location": "http://localhost:9/bank"}, "")
    page = "<form method=post action=/pay><button>Pay</button></form>"
    flow = stand.workflow(step("click", t(role="button", name="Pay"), writes=True))
    stand.site.pages["/"] = page
    outcome = await stand.replayer().replay(stand.request(flow, keep_page=True))
    assert outcome.stopped is not None
    assert (outcome.stopped.code, outcome.handle) == ("site_boundary", None)
    assert "browser_*" not in outcome.next
    assert "look on the site whether it happened" in outcome.next


async def test_leaving_the_site_stops_the_replay(stand: Stand):
    page = "<a href='http://127.0.0.1:9/away'>Away</a>"
    outcome = await stand.play(step("click", t(role="link", name="Away")), step("click", GO), page=page)
    assert outcome.stopped is not None
    assert outcome.stopped.code == "site_boundary"


@pytest.mark.parametrize(
    "address", ["file:///etc/passwd", "http://169.254.169.254/", "chrome://version", "view-source:http://x/"]
)
async def test_addresses_off_the_site_are_never_opened(stand: Stand, address: str):
    outcome = await stand.play(step("goto", None, param("url")), args={"url": address})
    assert outcome.stopped is not None
    assert outcome.stopped.code in ("not_a_web_address", "site_boundary")


async def test_parameters_in_addresses_are_encoded(stand: Stand):
    stand.site.pages["/search"] = "<h1>found</h1>"
    steps = [step("goto", None, param("q", "/search?q=", "&page=1"))]
    outcome = await stand.play(*steps, page="x", args={"q": "R&D 50% #1 é/.."})
    assert outcome.ok, outcome.stopped
    assert "/search?q=R%26D%2050%25%20%231%20%C3%A9%2F..&page=1" in stand.site.paths()


async def test_the_slow_page_passes_and_the_dead_one_fails_in_time(stand: Stand):
    outcome = await stand.play(
        step("click", GO),
        page="<script>setTimeout(()=>document.body.innerHTML='<button>Go</button>',1200)</script><body></body>",
    )
    assert outcome.ok, outcome.stopped
    dead = await stand.play(step("click", GO), request={"origin": stand.site.origin}, start="/none", page="x")
    assert dead.stopped is not None
    assert "404" in dead.stopped.seen


WRITES = """<form method=post action=/save><label>Box <input name=b></label><button>Save</button></form>
  <button onclick="fetch('/sneaky',{method:'POST'}).catch(()=>0)">Look</button>"""


async def test_verification_stops_before_the_first_write(stand: Stand):
    steps = [step("fill", BOX, "x"), step("click", t(role="button", name="Save"))]
    outcome = await stand.play(*steps, page=WRITES, request={"until_write": True})
    assert outcome.status == "confirmation_required"
    assert outcome.steps_done == 1
    assert stand.sent() == []


async def test_a_write_nobody_expected_is_held_back_in_verification(stand: Stand):
    outcome = await stand.play(step("click", t(role="button", name="Look")), page=WRITES, request={"until_write": True})
    assert outcome.status == "confirmation_required"
    assert stand.sent() == []


async def test_a_workflow_that_says_it_writes_is_believed(stand: Stand):
    outcome = await stand.play(step("click", GO, writes=True), page="<button>Go</button>", request={"dry_run": True})
    assert outcome.stopped is not None
    assert (outcome.status, outcome.stopped.code) == ("dry_run", "dry_run")
    assert outcome.next.startswith(
        "the dry run is done: the start page is there, nothing that writes was sent; step 1 would write"
    )
    assert issubclass(Halt, Exception)


async def test_runs_beside_each_other_do_not_mix(stand: Stand):
    stand.site.pages["/e"] = "ok"
    stand.site.pages["/"] = "<form method=post action=/e><label>Box <input name=b></label><button>Go</button></form>"
    flow = stand.workflow(step("fill", BOX, param("q")), step("click", GO), parameters=[{"name": "q"}])
    replayer = stand.replayer()
    done = await asyncio.gather(*(replayer.replay(stand.request(flow, {"q": f"id{n}"}, run_id=f"r{n}")) for n in range(3)))
    assert all(one.ok for one in done)
    assert sorted(stand.sent()) == ["/e b=id0", "/e b=id1", "/e b=id2"]


async def test_a_cancelled_replay_sends_nothing_more(stand: Stand):
    stand.site.pages["/"] = "<body></body>"
    flow = stand.workflow(step("click", GO))
    said = asyncio.Event()

    async def progress(done: int, total: int, words: str) -> None:
        said.set()

    task = asyncio.create_task(stand.replayer().replay(stand.request(flow), progress))
    await said.wait()
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    after = await stand.play(step("click", GO), page="<button>Go</button>")
    assert after.ok


async def test_a_run_that_takes_too_long_ends_with_its_step(stand: Stand):
    outcome = await stand.play(
        step("click", GO), page="<body></body>", settings={"run_timeout_s": 1.5, "step_timeout_s": 30.0}
    )
    assert outcome.stopped is not None
    assert outcome.stopped.code == "run_timeout"


async def test_a_picture_is_kept_of_the_end(stand: Stand):
    stand.site.pages["/"], replayer = "<button>Go</button>", stand.replayer()
    outcome = await replayer.replay(stand.request(stand.workflow(step("click", GO))))
    assert "end.png" in outcome.artifacts
    kept = await replayer.artifact("r1")
    assert kept is not None
    assert kept[0].startswith(b"\x89PNG")


RENAMED = f"<main><button onclick=\"say('saved')\">Save changes</button><button>Help</button></main>{LOG}"


async def test_repair_is_off_unless_the_owner_wants_it(stand: Stand):
    assert (await stand.play(step("click", t(role="button", name="Save")), READ, page=RENAMED)).status == "target_not_found"
    healed = await stand.play(step("click", t(role="button", name="Save")), READ, page=RENAMED, settings={"repair": "safe"})
    assert healed.outputs == {"log": "saved;"}
    assert healed.healed == ('button "Save" -> button "Save changes"',)


async def test_destructive_steps_are_never_repaired(stand: Stand):
    page = "<button>Delete all</button>"
    outcome = await stand.play(step("click", t(role="button", name="Delete")), page=page, settings={"repair": "safe"})
    assert outcome.status == "target_not_found"


async def test_outputs_are_typed(stand: Stand):
    page = "<p aria-label=Price role=note>$1,234.50</p><table aria-label=T><tr><th>A<th>B<tr><td>1<td>2</table><ul aria-label=L><li>x<li>y</ul>"
    steps = [
        step("extract", t(role="note", name="Price"), output="price"),
        step("extract", t(role="table", name="T"), read="table", output="rows"),
        step("extract", t(role="list", name="L"), read="list", output="items"),
    ]
    outcome = await stand.play(*steps, page=page, outputs=[{"name": "price", "type": "number"}])
    assert outcome.outputs == {"price": 1234.5, "rows": [["A", "B"], ["1", "2"]], "items": ["x", "y"]}


async def test_a_reported_run_is_enriched_and_ends_before_its_first_write(stand: Stand):
    page = (
        """<table><tr><td>Apple</td><td><button type=button onclick="document.title='e'">Edit</button></td></tr>
      <tr><td>Pear</td><td><button type=button>Edit</button></td></tr></table>"""
        + WRITES
    )
    steps = [
        step("click", t(role="button", name="Edit", css="tr:nth-child(1) button")),
        step("click", t(role="button", name="Save")),
    ]
    seen = await stand.observe(*steps, page=page)
    assert seen.followed == 1
    assert not seen.complete
    assert "writes" in seen.why
    target = seen.run.steps[0].action.target
    assert isinstance(target, Target)
    assert target.row == value("Apple")
    assert target.seen is not None
    assert (target.seen.place, target.seen.count, target.seen.equals) == (1, 2, 2)
    assert stand.sent() == []


async def test_a_reported_run_is_followed_to_its_end_where_writes_are_allowed(stand: Stand):
    stand.site.pages["/save"] = "<h1>Saved as 17</h1>"
    steps = [step("fill", BOX, "x"), step("click", t(role="button", name="Save")), step("stop", None, "17")]
    seen = await stand.observe(*steps, page=WRITES, allow_writes=True, answer="17")
    assert seen.complete, seen.why
    effect = seen.run.steps[1].effect
    assert effect is not None
    assert effect.requests == ("POST /save",)
    assert "Saved as 17" in effect.shown
    extract = seen.run.steps[2].action
    assert extract.type == "extract"
    assert extract.target is not None
    assert extract.target.role == "heading"


async def test_a_secret_that_is_needed_later_and_not_there_stops_before_anything_is_done(stand: Stand):
    page = "<label>User <input></label><label>Box <input type=password></label>"
    steps = [step("fill", t(role="textbox", name="User"), "ann"), step("fill", BOX, param("password"))]
    secret = [{"name": "password", "secret": "secret"}]
    outcome = await stand.play(*steps, page=page, parameters=secret)
    assert (outcome.steps_done, stand.site.paths()) == (0, [])
    assert outcome.stopped is not None and outcome.stopped.code == "missing_secret" and "AWM_SECRET_" in outcome.next
    perhaps = [steps[0], step("fill", BOX, param("password"), optional=True, group="sign_in")]
    assert (await stand.play(*perhaps, page="<label>User <input></label>", parameters=secret)).ok
