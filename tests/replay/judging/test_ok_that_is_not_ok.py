# ruff: noqa: E501  pages are easier to read as the markup they are
"""What was not taken is not told as done, however shortly, plainly or silently a site says so; what was taken is."""

from __future__ import annotations

import asyncio
import json
from urllib.parse import parse_qs

import pytest
from browser_fixtures import Answer, Hit
from core_stage import Stand, param, step, t

from awm_mcp.model import Expectation, Outcome

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]
SAVE = t(role="button", name="Save")
NOTE = t(role="textbox", name="Note")
FORM = "<form method=post action=/save><label>Note <input name=n value='{}'></label><button>Save</button></form>"
FIELD = "<label>Note <input id=n></label><button onclick=save()>Save</button><ul id=list></ul>"
SEND = "const send = () => fetch('/api', {method: 'POST', body: n.value}).then(r => r.json());"
TOAST = "const toast = text => { const d = document.createElement('div'); d.textContent = text; document.body.append(d); setTimeout(() => d.remove(), 250); };"
ENTRY = (
    "const entry = () => { const li = document.createElement('li'); li.textContent = n.value; list.append(li); return li; };"
)
OPTIMISTIC = f"{FIELD}<script>{SEND}{TOAST}{ENTRY}const save = async () => {{ const li = entry(), a = await send(); if (a.refused) {{ li.remove(); toast('Nicht gespeichert: nicht möglich'); }} }};</script>"
PASSING = f"{FIELD}<script>{SEND}{TOAST}{ENTRY}const save = async () => {{ const a = await send(); if (a.refused) toast(a.refused); else entry(); }};</script>"


class Notes:
    """Notes that were really saved; those that begin with "No" are not taken."""

    def __init__(self, stand: Stand, refusal: str = "{}", accepted: str = "{}") -> None:
        self.saved: list[str] = []
        self.refusal, self.accepted, self.stand = refusal, accepted, stand
        stand.site.pages |= {"/api": self._api}

    async def _api(self, hit: Hit) -> Answer:
        note = hit.body.decode()
        await asyncio.sleep(0.05)  # the answer of a server takes its time
        body = self.refusal if note.startswith("No") else self.accepted
        self.saved += [] if note.startswith("No") else [note]
        return (200, {"content-type": "application/json"}, body)

    def by_form(self, refused: str | Answer, back: str = "/") -> None:
        def save(hit: Hit) -> Answer:
            note = parse_qs(hit.body.decode())["n"][0]
            if note.startswith("No"):
                return refused
            self.saved.append(note)
            return (303, {"location": back}, "")

        self.stand.site.pages |= {"/save": save, "/": lambda _: self.home()}

    def home(self, said: str = "", held: str = "") -> str:
        return f"<p>You cannot leave it empty.</p>{said}{FORM.format(held)}" + "".join(
            f"<li>{one}</li>" for one in self.saved
        )


async def save(stand: Stand, note: str, page: str | None = None, **more: object) -> Outcome:
    steps = (step("fill", NOTE, param("n")), step("click", SAVE, writes=True, **more))
    return await stand.play(*steps, page=page, args={"n": note})


def code(outcome: Outcome) -> str:
    return outcome.stopped.code if outcome.stopped is not None else outcome.status


@pytest.mark.parametrize("said", ["Could not be saved", "This name is taken already"])
async def test_a_passing_message_that_complains_is_not_ok(stand: Stand, said: str) -> None:
    notes = Notes(stand, json.dumps({"refused": said}))
    assert code(await save(stand, "No tea", PASSING)) == "site_complained"
    assert (await save(stand, "Tea that cannot wait", PASSING)).ok
    assert notes.saved == ["Tea that cannot wait"]


async def test_a_passing_message_that_complains_of_nothing_is_told(stand: Stand) -> None:
    Notes(stand, json.dumps({"refused": "Quota reached"}))
    outcome = await save(stand, "No tea", PASSING)
    assert "Quota reached" in outcome.page.text


async def test_an_entry_that_is_shown_first_and_taken_back_is_not_ok(stand: Stand) -> None:
    notes = Notes(stand, json.dumps({"refused": "x"}))
    more = {"expect": Expectation(text=param("n"))}
    steps = (step("fill", NOTE, param("n")), step("click", SAVE, writes=True, **more))
    for note, ends in (("Tea", {"ok"}), ("No tea", {"step_failed", "postcondition_failed"})):  # gone by its step, or its end
        outcome = await stand.play(*steps, page=OPTIMISTIC, args={"n": note}, postcondition={"text": param("n")})
        assert outcome.status in ends
    assert notes.saved == ["Tea"]


async def test_an_answer_that_says_no_under_a_good_status_is_a_refusal(stand: Stand) -> None:
    notes = Notes(stand, '{"ok": false, "error": "too late"}', '{"error": null}')
    page = f"{FIELD}<script>{SEND}const save = () => send();</script>"
    outcome = await save(stand, "No tea", page)
    assert code(outcome) == "site_refused"
    assert outcome.stopped is not None
    assert outcome.stopped.seen == "POST /api answered 200, and its answer says that it failed: 'too late'"
    assert (await save(stand, "Tea", page)).ok
    assert notes.saved == ["Tea"]


async def test_a_plain_complaint_beside_the_form_that_came_back_is_not_ok(stand: Stand) -> None:
    notes = Notes(stand)
    notes.by_form(notes.home("<p>Speichern nicht möglich: Betrag zu hoch</p>"))
    assert code(await save(stand, "No tea")) == "site_complained"
    assert (await save(stand, "Tea")).ok


async def test_what_other_pages_say_of_failures_does_not_matter(stand: Stand) -> None:
    notes = Notes(stand)
    notes.by_form("", back="/list")
    titles = "<h1>Issues</h1><p>Login failed</p><p>Could not start</p><p>You cannot change the title later.</p>"
    stand.site.pages["/list"] = f"{titles}<label>Search <input></label><button>Save</button>"
    assert (await save(stand, "Tea")).ok


async def test_a_form_that_comes_back_as_it_was_filled_in_ends_unknown(stand: Stand) -> None:
    notes = Notes(stand)
    notes.by_form(notes.home("<p>Amount is above the limit</p>", "No tea"))
    outcome = await save(stand, "No tea")
    assert (outcome.status, code(outcome)) == ("unknown", "form_came_back")
    assert outcome.stopped is not None
    assert '"Amount is above the limit"' in outcome.stopped.seen


async def test_what_went_through_a_silent_sign_in_ends_unknown(stand: Stand) -> None:
    notes = Notes(stand)
    notes.by_form((302, {"location": "/sso?from=save"}, ""))
    stand.site.pages |= {
        "/sso": "<form id=f method=post action=/session></form><script>f.submit()</script>",
        "/session": (302, {"location": "/"}, ""),
    }
    outcome = await save(stand, "No tea")
    assert (outcome.status, code(outcome)) == ("unknown", "signed_in_between")
    assert outcome.stopped is not None
    assert "/sso, which looks like a sign-in" in outcome.stopped.seen
    assert (await save(stand, "Tea")).ok


async def test_what_ends_at_a_page_that_asks_to_sign_in_ends_unknown(stand: Stand) -> None:
    Notes(stand).by_form((302, {"location": "/enter"}, ""))
    stand.site.pages["/enter"] = "<form><label>Password <input type=password></label><button>Go</button></form>"
    assert code(await save(stand, "No tea")) == "signed_in_between"
