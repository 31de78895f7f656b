# ruff: noqa: E501  pages are easier to read as the markup they are
"""Known faults that need more than a page: other origins, servers that keep silent, crashes, slow boxes."""

from __future__ import annotations

import asyncio
import time
from typing import Any

import pytest
from browser_fixtures import Hit, site
from core_stage import LOG, READ, Stand, param, seldom, step, t

from awm_mcp.model import Expectation, Frame, value
from awm_mcp.replay.browsing import page_script, run_folder

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]
GO = t(role="button", name="Go")
INSIDE = (Frame(title="Pay here"),)


async def test_a_frame_of_another_origin_is_acted_in_where_its_host_belongs_to_the_workflow(stand: Stand):
    async with site(
        {
            "/card": f"<label>Card <input></label><button onclick=\"say(document.querySelector('input').value)\">Pay</button>{LOG}"
        }
    ) as other:
        host = f"localhost:{other.port}"
        page = f"<button>Go</button><iframe title='Pay here' src='http://{host}/card'></iframe>"
        steps = [
            step("fill", t(role="textbox", name="Card", frame=INSIDE), param("card")),
            step("click", t(role="button", name="Pay", frame=INSIDE)),
            step("extract", t(role="status", frame=INSIDE), output="log"),
        ]
        outcome = await stand.play(*steps, page=page, args={"card": "12-34"}, hosts=(host,))
        assert outcome.outputs == {"log": "12-34;"}
        kept_out = await stand.play(*steps, page=page, args={"card": "12-34"}, settings={"step_timeout_s": 1.0})
        assert kept_out.status == "target_not_found" and kept_out.stopped is not None
        assert kept_out.stopped.code == "frame_kept_away" and host in kept_out.stopped.seen
        assert "AWM_EXTRA_HOSTS" in kept_out.next
        assert [hit.path for hit in other.hits] == ["/card"]


async def test_a_refused_frame_of_another_site_does_not_stop_the_page_around_it(stand: Stand):
    async with site({"/ad": "<p>Buy</p>"}) as other:
        page = f"<button onclick=\"say('done')\">Go</button><iframe src='http://localhost:{other.port}/ad'></iframe>{LOG}"
        outcome = await stand.play(step("click", t(role="button", name="Go")), page=page)
        assert outcome.status == "ok", outcome.stopped


class Silent:
    """Answers nothing until the test is over."""

    def __init__(self) -> None:
        self.over = asyncio.Event()

    async def __call__(self, hit: Hit) -> str:
        await self.over.wait()
        return "late"


@pytest.mark.parametrize(
    ("way", "after"),
    [
        ("form", "the end"), ("form", "another step"), seldom("form", "an expectation"),
        ("fetch", "the end"), seldom("fetch", "another step"), ("fetch", "an expectation"),
    ],
)  # fmt: skip
async def test_a_write_that_is_never_answered_is_unknown_and_sent_once(
    stand: Stand, monkeypatch: pytest.MonkeyPatch, after: str, way: str
):
    monkeypatch.setattr(page_script, "LONGEST_S", 1.5)  # the page of a form that waits for its server answers nothing at all
    monkeypatch.setattr(run_folder, "PICTURE_S", 1.0)
    silent = Silent()
    stand.site.pages["/order"] = silent
    form = "<form method=post action=/order><button>Go</button></form>"
    script = "<button onclick=\"fetch('/order',{method:'POST'}).then(()=>document.body.append('done'))\">Go</button>"
    more: dict[str, Any] = {"expect": Expectation(text=value("done"))} if after == "an expectation" else {}
    steps = [step("click", GO, writes=True, **more)]
    steps += [step("click", t(role="link", name="Next"))] if after == "another step" else []
    limits = {"step_timeout_s": 1.0, "navigation_timeout_s": 2.0}
    outcome = await stand.play(*steps, page=form if way == "form" else script, settings=limits)
    silent.over.set()
    assert outcome.status == "unknown", outcome
    assert "not" in outcome.next
    assert stand.sent() == ["/order"]


async def test_a_site_that_wants_a_password_for_http_says_so(stand: Stand):
    stand.site.pages["/private"] = (401, {"www-authenticate": "Basic realm=x"}, "")
    outcome = await stand.play(step("goto", None, "/private"), page="<button>Go</button>")
    assert outcome.stopped is not None
    assert outcome.stopped.code == "auth_required"


@pytest.mark.parametrize("what", ["page", "browser"])
async def test_after_a_crash_the_stop_is_honest_and_the_next_replay_works(stand: Stand, what: str):
    waiting = asyncio.Event()
    stand.site.pages["/"] = "<body></body>"

    async def progress(done: int, total: int, words: str) -> None:
        if "Go" in words:
            waiting.set()

    request = stand.request(stand.workflow(step("click", GO)), keep_page=True)
    task = asyncio.create_task(stand.replayer(step_timeout_s=20.0).replay(request, progress))
    await waiting.wait()
    browser: Any = stand.browsers._browser  # pyright: ignore[reportPrivateUsage]
    if what == "page":
        page = browser.contexts[-1].pages[0]
        session, command = await page.context.new_cdp_session(page), "Page.crash"
    else:
        session, command = await browser.new_browser_cdp_session(), "Browser.crash"
    crash = asyncio.ensure_future(session.send(command))
    outcome = await task
    crash.cancel()
    await asyncio.gather(crash, return_exceptions=True)
    assert outcome.status == "step_failed"
    assert outcome.stopped is not None
    assert outcome.stopped.code in ("page_crashed", "page_closed")
    assert outcome.handle is None
    after = await stand.play(step("click", GO), READ, page=f"<button onclick=\"say('on')\">Go</button>{LOG}")
    assert after.outputs == {"log": "on;"}


async def test_boxes_for_one_character_each_are_filled_on_a_page_that_is_slow_to_move_on(stand: Stand):
    boxes = "".join(f"<input maxlength=1 aria-label='Digit {n}' oninput='later(this)'>" for n in range(1, 7))
    page = f"""{boxes}<button onclick="say([...document.querySelectorAll('input')].map(i => i.value).join(''))">Go</button>{LOG}
      <script>function later(box) {{ setTimeout(() => box.nextElementSibling && box.nextElementSibling.focus(), 120); }}</script>"""
    outcome = await stand.play(
        step("fill", t(role="textbox", name="Digit 1"), param("code")),
        step("click", GO),
        READ,
        page=page,
        args={"code": "402 917"},
    )
    assert outcome.outputs == {"log": "402917;"}


async def test_a_change_of_the_page_may_be_another_page(stand: Stand):
    stand.site.pages["/next"] = "<h1>next</h1>"
    page = "<body><script>setInterval(()=>document.body.append('.'), 5)</script><button onclick=\"location='/next'\">Go</button></body>"
    outcome = await stand.play(step("click", GO, expect=Expectation(changed=True)), page=page)
    assert outcome.ok, outcome.stopped


async def test_a_rich_text_editor_in_a_frame_is_known_by_its_frame_and_not_by_what_is_written_in_it(stand: Stand):
    editor = "<body id=editor contenteditable aria-label='Rich Text Area'><p>{0}</p><p>second</p></body>"
    stand.site.pages["/"] = (
        f"""<iframe class=edit src=/editor title=Editor></iframe><button onclick="say(document.querySelector('iframe').contentDocument.body.innerText.trim())">Go</button>{LOG}"""
    )
    stand.site.pages["/editor"] = editor.format("Old words of one product")
    recorded = t(role="paragraph", css="#editor", text="Old words of one product", frame=(Frame(css="iframe.edit"),))
    seen = await stand.observe(step("fill", recorded, "New"))
    assert seen.complete, seen.why
    enriched = seen.run.steps[0].action.target
    assert enriched is not None
    assert (enriched.role, enriched.text, enriched.tag) == ("textbox", None, "body")
    assert "Old words" not in enriched.model_dump_json()
    stand.site.pages["/editor"] = editor.format("Other words")
    for target in (enriched, recorded):
        outcome = await stand.play(step("fill", target, "New"), step("click", GO), READ)
        assert outcome.outputs == {"log": "New;"}, outcome.stopped


async def test_an_address_is_compared_decoded_with_arguments_as_they_are(stand: Stand):
    stand.site.pages["/search"] = "<h1>found</h1>"
    page = "<form action=/search><input type=hidden name=utf8 value='✓'><label>Search <input name=q></label><button>Go</button></form>"
    shown = Expectation(url=param("q", "/search?utf8=%E2%9C%93&q="))
    steps = [step("fill", t(role="textbox", name="Search"), param("q")), step("click", GO, expect=shown)]
    for query in ("C++ & more", "plain words", "50%25 +1"):
        outcome = await stand.play(*steps, page=page, args={"q": query})
        assert outcome.ok, outcome.stopped


GUARDED = """<button onclick="fetch('/api/state',{method:'PUT',body:JSON.stringify({n:++n})})">Go</button><output id=log></output><script>
  let n = 0; fetch('/api/state',{method:'PUT',body:JSON.stringify({n})});</script>"""


async def test_a_request_of_a_step_is_held_back_though_the_page_used_the_address_while_loading(stand: Stand):
    stand.site.pages["/api/state"] = "{}"
    outcome = await stand.play(step("click", GO), page=GUARDED, request={"until_write": True})
    assert outcome.status == "confirmation_required"
    seen = await stand.observe(step("click", GO), page=GUARDED)
    assert not seen.complete
    assert "PUT /api/state" in seen.why
    assert set(stand.sent("PUT")) == {'/api/state {"n":0}'}


async def test_what_a_page_sends_again_and_again_by_itself_is_not_taken_for_the_steps(stand: Stand):
    stand.site.pages["/beat"] = "{}"
    page = f"""<script>let beats = 0; const beat = async () => {{ await fetch('/beat',{{method:'POST',body:'alive'}}); beats++; if (beats === 3) document.body.insertAdjacentHTML('beforeend', '<button onclick="say(1)">Go</button>'); }};
      setInterval(beat, 40)</script>{LOG}"""
    outcome = await stand.play(step("click", GO), READ, page=page, request={"until_write": True})
    assert outcome.outputs == {"log": "1;"}, outcome.stopped


async def test_a_good_end_tells_what_the_page_says(stand: Stand):
    stand.site.pages["/done"] = "<nav>Home</nav><div class='alert'>Thank you for your review</div><main><h1>Lamp</h1></main>"
    outcome = await stand.play(step("click", GO), page="<form action=/done><button>Go</button></form>")
    assert outcome.page.text == "Thank you for your review | Lamp"
    plain_page = await stand.play(
        step("click", GO), page="<nav>Home</nav><main><h1>Lamp</h1><p>9 in stock</p><button>Go</button></main>"
    )
    assert plain_page.page.text.startswith("Lamp 9 in stock")


async def test_a_server_that_never_answers_is_given_up_in_time_and_told_as_that(stand: Stand):
    stand.site.pages["/"] = silent = Silent()
    began = time.monotonic()
    limits = {"navigation_timeout_s": 1.0}
    outcome = await stand.play(step("click", GO), settings=limits, request={"keep_page": True})
    took = time.monotonic() - began
    silent.over.set()
    assert outcome.stopped is not None and outcome.stopped.code == "page_unreachable"
    assert outcome.stopped.seen == "it did not answer, or not to the end, within 1 s"
    assert took < 6, "the page before answers again at once"
