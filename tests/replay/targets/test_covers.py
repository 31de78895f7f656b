# ruff: noqa: E501  pages are easier to read as the markup they are
"""What lies over a page by itself is put away by what plainly does so, wherever that stands; what asks or complains stays."""

from __future__ import annotations

import pytest
from core_stage import LOG, READ, Stand, step, t

from awm_mcp.model import Action, FlowStep
from awm_mcp.model.target import Frame
from awm_mcp.replay.browsing.page_script import page_script
from awm_mcp.replay.targets.obstacles import own_dialogs

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]
GO = step("click", t(role="button", name="Go"))
PAGE = f"<button onclick=\"say('go')\" style='margin:300px'>Go</button>{LOG}"
OVER = "position:fixed;inset:0;background:#0008;display:flex;align-items:center;justify-content:center"
CROSS = "<svg width=14 height=14><path d='M2 2l10 10M12 2L2 12' stroke=black /></svg>"
GONE = "onclick=\"say('closed');this.closest('[role=dialog]').remove()\""
BAD = "onclick=\"fetch('/wrong', {method: 'POST'})\""


def dialog(inner: str, mask: str = "") -> str:
    return f"<div role=dialog aria-modal=true {mask} style='{OVER}'><div style='position:relative;background:#fff;width:400px;padding:20px'>{inner}</div></div>"


PUT_AWAY = {
    "a cross without a name in the corner": (
        dialog(f"<button style='position:absolute;top:6px;right:6px' {GONE}>{CROSS}</button><h2>AI summaries</h2><p>New today.</p><button {BAD}>Try it now</button>"), "closed;go;",
    ),
    "a nameless button of the class close": (dialog(f"<h2>News</h2><a href='#' class='btn-close' {GONE}>{CROSS}</a><button {BAD}>Join</button>"), "closed;go;"),
    "the tour is skipped": (dialog(f"<h2>Welcome</h2><button {BAD}>Start tour</button><button {GONE}>Skip tour</button>"), "closed;go;"),
    "a refusal in a whole sentence": (dialog(f"<h2>10 % off</h2><input><button {BAD}>Sign up</button><a href='#' {GONE}>No thanks, I do not want a discount</a>"), "closed;go;"),
    "a notice with one word under it": (dialog(f"<h2>What is new</h2><p>We moved some buttons.</p><button {GONE}>Got it</button>"), "closed;go;"),
    "cookies, refused on the second page": (
        dialog(f"<p>We use cookies.</p><button {BAD}>Accept all</button><button onclick=\"this.parentElement.innerHTML='<p>Preferences</p><button>Reject all</button>';document.querySelector('[role=dialog] button').onclick=()=>document.querySelector('[role=dialog]').remove()\">Manage preferences</button>"), "go;",
    ),
    "nothing to press: Escape": (
        dialog("<h2>Shortcuts</h2>") + "<script>onkeydown = e => e.key === 'Escape' && document.querySelector('[role=dialog]').remove()</script>", "go;",
    ),
    "nothing to press: a click beside it": (dialog("<h2>Scan the code</h2>", "onclick='event.target === this && this.remove()'"), "go;"),
    "in an open shadow root": (
        f"<x-consent></x-consent><script>const x = document.querySelector('x-consent').attachShadow({{mode: 'open'}}); x.innerHTML = `<div style='{OVER}'><p>We use cookies.</p><button>Accept all</button><button>Reject all</button></div>`; x.querySelectorAll('button')[1].onclick = () => document.querySelector('x-consent').remove()</script>", "go;",
    ),
    "in a frame over the page": (
        "<iframe title='Consent' style='position:fixed;inset:0;width:100%;height:100%;background:#fff' srcdoc=\"<p>We use cookies.</p><button>Accept all</button><button onclick='parent.document.querySelector(&quot;iframe&quot;).remove()'>Reject all</button>\"></iframe>", "go;",
    ),
    "a chat in the corner": ("<div class=chat style='position:fixed;inset:100px;background:#eef'><button aria-label='Minimize chat' onclick='this.parentElement.remove()'>–</button><textarea></textarea></div>", "go;"),
}  # fmt: skip
STAYS = {
    "a question": dialog(f"<p>Are you sure?</p><button {BAD}>Yes</button><button {BAD}>Cancel</button>"),
    "a question with one answer": dialog(f"<p>Delete the draft?</p><button {BAD}>OK</button>"),
    "a complaint": dialog(f"<p>The draft could not be saved.</p><button {BAD}>OK</button>"),
    "an alert": dialog(f"<p>Low on disk.</p><button {BAD}>OK</button>").replace("role=dialog", "role=alertdialog"),
    "cookies that can only be taken": dialog(f"<p>This site uses cookies.</p><button {BAD}>OK</button>"),
    "a refusal that ends something": dialog(f"<p>Stay?</p><button {BAD}>No thanks, I want to cancel my plan</button>"),
    "an icon below": dialog(f"<h2>Draft</h2><p style='height:200px'>Text</p><button {BAD}>{CROSS}</button>"),
    "two icons": dialog(f"<div style='position:absolute;top:6px;right:6px'><button {BAD}>{CROSS}</button><button {BAD}>{CROSS}</button></div><h2>Draft</h2>"),
}  # fmt: skip


@pytest.mark.parametrize(("over", "log"), PUT_AWAY.values(), ids=PUT_AWAY)
async def test_what_came_by_itself_is_put_away_and_it_is_told(stand: Stand, over: str, log: str):
    outcome = await stand.play(GO, READ, page=PAGE + over)
    assert outcome.outputs == {"log": log}, outcome.stopped
    assert len(outcome.dismissed) == 1
    assert stand.sent() == []


async def test_what_asks_or_complains_or_is_only_an_icon_is_left_alone(stand: Stand):
    opened = await stand.browsers.open_context(site=stand.site.host)
    try:
        page = await opened.context.new_page()
        for name, over in STAYS.items():
            await page.set_content(PAGE + over)
            given = await page.query_selector("button")
            asked = await page.evaluate(f"asked => ({page_script('obstacle')})(asked)", [{}, given])
            assert not asked["button"] or name == "a complaint", name
            assert not asked["manages"] and not asked["bare"], name
    finally:
        await opened.close()


async def test_a_notice_that_complains_is_for_the_caller_to_read(stand: Stand):
    outcome = await stand.play(GO, page=PAGE + STAYS["a complaint"])
    assert outcome.stopped is not None
    assert (outcome.stopped.code, outcome.dismissed, stand.sent()) == ("covered", (), [])


async def test_frames_in_which_a_step_acts_are_the_workflows_own() -> None:
    inside = t(role="button", name="Save", frame=(Frame(title="Editor"),))
    assert own_dialogs([FlowStep(action=Action(type="click", target=inside))]) == ("Editor",)
