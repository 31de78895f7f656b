# ruff: noqa: E501  pages are easier to read as the markup they are
"""An end that is not as the good ones before it: no row with what was entered, back at the beginning, a dialog left open."""

from __future__ import annotations

from typing import Any
from urllib.parse import parse_qs

import pytest
from browser_fixtures import Answer, Hit
from core_stage import Stand, param, step, t

from awm_mcp.model import FlowStep, Outcome, SeenEnd

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

EVIDENCE = {"runs": ("r1", "r2"), "tasks": ("Comment Well put as Ida",), "support": 2}
POST = """<h1>On rivers</h1>%s<ul>%s</ul><form method=post action=/comments><label>Name <input name=who></label><label>Comment <input name=text></label><button>Post</button></form>"""
STEPS = (
    step("fill", t(role="textbox", name="Name"), param("who")),
    step("fill", t(role="textbox", name="Comment"), param("text")),
    step("click", t(role="button", name="Post"), writes=True),
)
WIZARD = (
    step("click", t(role="link", name="New")),
    step("fill", t(role="textbox", name="Subject"), param("text")),
    step("click", t(role="button", name="Next")),
    step("click", t(role="button", name="Place"), writes=True),
)
DIALOG = """<button id=o>New</button><ul id=l></ul><dialog id=d><label>Title <input id=n></label><button id=s>Save</button></dialog>
<script>o.onclick = () => d.showModal(); s.onclick = async () => { await fetch('/api', {method: 'POST', body: n.value}); n.value = ''; %s };</script>"""
IN_DIALOG = (
    step("click", t(role="button", name="New")),
    step("fill", t(role="textbox", name="Title"), param("text")),
    step("click", t(role="button", name="Save"), writes=True),
)


def _ended(outcome: Outcome) -> str:
    return outcome.stopped.code if outcome.stopped is not None else outcome.status


async def _played(stand: Stand, steps: tuple[FlowStep, ...], args: dict[str, Any], end: SeenEnd | None) -> Outcome:
    return await stand.play(*steps, args=args, evidence=EVIDENCE, risk="write", request={"seen_end": end})


def _article(stand: Stand, kept: Any, says: str = "<p role=status>Saved</p>") -> None:
    comments, shown = ["<b>Tom</b>: First"], [""]

    def post(hit: Hit) -> Answer:
        told = {key: one[0] for key, one in parse_qs(hit.body.decode()).items()}
        comments.extend(kept(told))
        shown[0] = says
        return (303, {"location": "/"}, "")

    stand.site.pages |= {"/comments": post, "/": lambda _: POST % (shown[0], "".join(f"<li>{one}" for one in comments))}


KEEPS = {
    "all of it": (lambda told: [f"<b>{told['who']}</b>: {told['text']}"], "ok"),
    "nothing": (lambda told: [], "unlike_before"),
    "the beginning": (lambda told: [f"<b>{told['who']}</b>: {told['text'][:4]}"], "unlike_before"),
    "one of two": (lambda told: [f"<b>Guest</b>: {told['text']}"], "unlike_before"),
    "one that is cut in its row": (lambda told: [f"<b>{told['who']}</b> <i>{told['text'][:9]}…</i> today"], "ok"),
    "a long one": (lambda told: [f"<b>{told['who']}</b>: {'so ' * 40}{told['text']}"], "ok"),
}


@pytest.mark.parametrize("what", KEEPS)
async def test_saved_beside_a_list_without_the_row_that_good_ends_had_is_not_ok(stand: Stand, what: str) -> None:
    """The first good replay tells what is to be there; nothing but it knew."""
    kept, end = KEEPS[what]
    _article(stand, KEEPS["all of it"][0])
    first = await _played(stand, STEPS, {"who": "Ida", "text": "Well put"}, None)
    assert first.end == SeenEnd(page="/", row=("who", "text"))
    _article(stand, kept)
    outcome = await _played(stand, STEPS, {"who": "Mia", "text": "More about lakes"}, first.end)
    assert _ended(outcome) == end, outcome.stopped
    assert outcome.end == (first.end if end == "ok" else None)


async def test_an_entry_that_may_stand_on_a_further_page_by_now_is_looked_for_nowhere(stand: Stand) -> None:
    _article(
        stand,
        KEEPS["nothing"][0],
        "<p role=status>Saved</p><nav>Page <b>1</b> <a href='/?page=2' rel=next>2</a> <a href='/?page=2'>Next</a></nav>",
    )
    known = SeenEnd(page="/", row=("who", "text"))
    assert (await _played(stand, STEPS, {"who": "Mia", "text": "More about lakes"}, known)).status == "ok"


async def test_a_message_that_names_the_entry_is_believed_beside_a_list_that_leaves_it_out(stand: Stand) -> None:
    """Lists of what is open, or of the first five, have no row for it."""
    _article(stand, KEEPS["nothing"][0], "<p role=status>The comment “More about lakes” was posted.</p>")
    known = SeenEnd(page="/", row=("who", "text"))
    assert (await _played(stand, STEPS, {"who": "Mia", "text": "More about lakes"}, known)).status == "ok"


async def test_another_page_than_at_good_ends_tells_nothing(stand: Stand) -> None:
    stand.site.pages |= {"/": POST % ("", ""), "/comments": "<h1>Thank you</h1><p>Your comment was posted.</p>"}
    known = SeenEnd(page="/", row=("who", "text"))
    assert (await _played(stand, STEPS, {"who": "Mia", "text": "More about lakes"}, known)).status == "ok"


@pytest.mark.parametrize(("to", "end"), [("/thanks", "ok"), ("/new", "unlike_before")])
async def test_a_form_of_several_pages_that_begins_anew_is_not_done(stand: Stand, to: str, end: str) -> None:
    form = "<h1>%s</h1><form method=post action=%s>%s<button>%s</button></form>"
    stand.site.pages |= {
        "/": "<a href=/new>New</a>",
        "/new": form % ("Step 1", "/1", "<label>Subject <input name=s></label>", "Next"),
        "/1": lambda _: (303, {"location": "/2"}, ""),
        "/2": form % ("Step 2", "/send", "", "Place"),
        "/send": lambda _: (303, {"location": to}, ""),
        "/thanks": "<h1>Thank you</h1><p>Your request was placed.</p>",
    }
    outcome = await _played(stand, WIZARD, {"text": "A desk lamp"}, SeenEnd(page="/thanks"))
    assert _ended(outcome) == end, outcome.stopped


@pytest.mark.parametrize(("then", "end"), [("l.innerHTML = '<li>Yoga'; d.close();", "ok"), ("", "unlike_before")])
async def test_a_dialog_that_stays_open_and_says_nothing_is_not_done(stand: Stand, then: str, end: str) -> None:
    shown = f"{DIALOG % then}".replace("<ul id=l></ul>", "<ul id=l><li>Fair</ul>")
    stand.site.pages |= {"/api": (200, {"content-type": "application/json"}, '{"r": 1}'), "/": shown}
    if end == "ok":  # the list comes with it when it is loaded anew
        stand.site.pages["/"] = lambda _: shown.replace("<li>Fair", "<li>Fair<li>Yoga") if stand.sent() else shown
    outcome = await _played(stand, IN_DIALOG, {"text": "Yoga"}, SeenEnd(page="/"))
    assert _ended(outcome) == end, outcome.stopped


@pytest.mark.parametrize(("kept", "end"), [("Desk lamp – Travel", "ok"), ("Desk lamp – Repair", "unlike_before")])
async def test_a_page_of_thanks_is_believed_as_far_as_the_list_that_was_passed_says_so(
    stand: Stand, kept: str, end: str
) -> None:
    """The list that the workflow began on had the row at good ends; it is loaded anew."""
    rows = ["Printer – Repair"]
    kinds = "<label>Kind <select name=k><option>Repair<option>Travel</select></label>"

    def send(_: Hit) -> Answer:
        rows.append(kept)
        return (303, {"location": "/thanks"}, "")

    stand.site.pages |= {
        "/": lambda _: f"<a href=/new>New</a><ul>{''.join(f'<li>{one}' for one in rows)}</ul>",
        "/new": f"<form method=post action=/send><label>Subject <input name=s></label>{kinds}<button>Place</button></form>",
        "/send": send,
        "/thanks": "<h1>Thank you</h1><p>Your request was placed.</p>",
    }
    steps = (*WIZARD[:2], step("select", t(role="combobox", name="Kind"), param("kind")), WIZARD[3])
    known = SeenEnd(page="/thanks", row=("text", "kind"), listed="/")
    outcome = await _played(stand, steps, {"text": "Desk lamp", "kind": "Travel"}, known)
    assert _ended(outcome) == end, outcome.stopped
    first = await _played(stand, steps, {"text": "Desk lamp", "kind": "Travel"}, None)
    assert first.end == SeenEnd(page="/thanks", row=("text", "kind") if end == "ok" else ("text",), listed="/")
