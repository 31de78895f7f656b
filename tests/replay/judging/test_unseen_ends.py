"""The end of a learned workflow of which no run showed anything: something has to tell that the site took what was sent."""

from __future__ import annotations

from urllib.parse import parse_qs

import pytest
from browser_fixtures import Answer, Hit
from core_stage import Stand, param, seldom, step, t

from awm_mcp.model import Evidence, Outcome, value
from awm_mcp.replay.traffic.answer_kinds import Answer as Body
from awm_mcp.replay.traffic.answered_doubtfully import doubt_in
from awm_mcp.replay.traffic.answered_yes import says_yes
from awm_mcp.replay.traffic.confirming import asks_for_consent, confirms, doubts, is_said

FORM = "<form method=post action=/send><label>Title <input name=n></label><button>Send</button></form>"
SEND = (step("fill", t(role="textbox", name="Title"), param("n")), step("click", t(role="button", name="Send"), writes=True))
LEARNED = Evidence(runs=("run_1", "run_2"), support=2)


async def sent(stand: Stand, answer: Answer, page: str = FORM) -> tuple[str, str]:
    stand.site.pages |= {
        "/send": answer,
        "/list": "<h1>Overview</h1><p>Sugar</p>",
        "/plans": "<h1>Plans</h1><p>Choose one</p>",
    }
    outcome: Outcome = await stand.play(*SEND, page=page, args={"n": "Sugar"}, evidence=LEARNED)
    return outcome.status, outcome.stopped.code if outcome.stopped is not None else ""


@pytest.mark.parametrize(
    "answer",
    [
        "<h1>New</h1><p>Izen hori hartuta dago</p>" + FORM,
        "<h1>One moment</h1><p>The number of today is 17.</p>",
        "<h1>Overview</h1><p>0 of 1 entries saved</p>",
        seldom("<h1>Overview</h1><p>Thank you for your interest in Sugar. The list is full.</p>"),
        "<h1>Thank you</h1><p>We could not store Sugar because it looks like spam.</p>",
        (303, {"location": "/"}, ""),
        seldom((303, {"location": "/plans"}, "")),
        (303, {"location": "/list?err=1"}, ""),
    ],
)
@pytest.mark.browser
@pytest.mark.asyncio(loop_scope="session")
async def test_an_answer_that_shows_nothing_of_what_was_sent_ends_unknown(stand: Stand, answer: Answer) -> None:
    assert await sent(stand, answer) == ("unknown", "not_confirmed")


@pytest.mark.parametrize(
    "answer",
    [
        "<h1>Overview</h1><p>1 of 1 entries saved</p>",
        "<h1>New</h1><p style='color:#0a7d2c'>Tallennettu</p>" + FORM,
        "<h1>Thank you</h1><p>If you cannot find our mail, look in the spam folder.</p>",
        "<h1>Note 7</h1><dl><dt>Title<dd>Sugar</dl>",
        (303, {"location": "/list"}, ""),
    ],
)
@pytest.mark.browser
@pytest.mark.asyncio(loop_scope="session")
async def test_an_answer_that_confirms_or_shows_the_value_is_a_good_end(stand: Stand, answer: Answer) -> None:
    assert await sent(stand, answer) == ("ok", "")


@pytest.mark.browser
@pytest.mark.asyncio(loop_scope="session")
async def test_a_form_of_settings_that_comes_back_shows_whether_it_was_saved(stand: Stand) -> None:
    kept = {"nick": "Old"}

    def save(hit: Hit) -> Answer:
        kept["nick"] = parse_qs(hit.body.decode())["n"][0] if kept["nick"] != "Locked" else "Locked"
        return (303, {"location": "/"}, "")

    def home(_: Hit) -> Answer:
        return FORM.replace("name=n", f"name=n value={kept['nick']}")

    async def saved() -> tuple[str, str]:
        stand.site.pages |= {"/": home, "/send": save}
        outcome = await stand.play(*SEND, args={"n": "Sugar"}, evidence=LEARNED)
        return outcome.status, outcome.stopped.code if outcome.stopped is not None else ""

    assert await saved() == ("ok", "")
    assert await saved() == ("ok", ""), "it held the same before"
    kept["nick"] = "Locked"
    assert await saved() == ("unknown", "not_confirmed")


SCRIPT = "<label>Title <input id=n></label><button id=b>Send</button><p id=m></p><script>b.onclick = async () => {{ const r = await fetch('/send', {{ method: 'POST', body: n.value }}); {0} }};</script>"  # noqa: E501


@pytest.mark.parametrize(
    ("answer", "then", "end"),
    [
        ('{"k": 2}', "", "not_confirmed"),
        ('{"k": 2}', "m.textContent = 'Izen hori hartuta dago';", "not_confirmed"),
        seldom('{"k": 2}', "n.focus(); n.style.borderColor = 'red';", "not_confirmed"),
        ('{"k": 1}', "n.value = '';", ""),
        ('{"k": 1}', "m.textContent = 'Saved';", ""),
        ('{"id": 7}', "", ""),
    ],
)
@pytest.mark.browser
@pytest.mark.asyncio(loop_scope="session")
async def test_a_form_that_stays_as_it_was_filled_in_tells_nothing(stand: Stand, answer: str, then: str, end: str) -> None:
    well: Answer = (200, {"content-type": "application/json"}, answer)

    assert (await sent(stand, well, SCRIPT.format(then)))[1] == end


@pytest.mark.parametrize(
    ("status", "body", "sent_body", "yes"),
    [
        (200, '{"ok": true}', "", True),
        (200, '{"data": {"id": 4}}', "", True),
        (200, '{"title": "Tea", "rank": 1}', '{"title": "Tea"}', True),
        (201, "", "", True),
        (204, "", "", True),
        (200, '{"title": "Old"}', '{"title": "Tea"}', False),
        (200, '{"following": false}', "", False),
        (200, '{"ok": false, "id": 4}', "", False),
        (200, "[]", "", False),
        (200, "thanks", "", False),
        (200, '{"id": 5, "state": "rejected"}', "", False),
        (200, '{"id": "err-17", "text": "Course is full"}', "", False),
        (200, '{"n": "Cid", "text": "Full"}', '{"n": "Cid"}', False),
        (200, '{"id": 4, "text": "Well done to all of you"}', '{"text": "Well done to all of you"}', True),
        (200, '{"ok": true, "message": "The seats of today are two"}', "", True),
        (200, '{"acknowledged": true, "insertedId": "65ab"}', "", True),
        (200, '{"acknowledged": true, "modifiedCount": 1, "upsertedId": null, "matchedCount": 1}', "", True),
        (200, '{"acknowledged": true, "modifiedCount": 0, "upsertedId": null, "matchedCount": 1}', "", False),
        (200, '{"affectedRows": 1, "insertId": 7}', "", True),
        (200, '{"changes": 1, "lastInsertRowid": 7}', "", True),
        (200, '{"newId": 7, "user": "Ann"}', "", False),
        (200, '{"title": "Milk", "changes": 3}', "", False),
        (200, '{"updated": 1, "message": "Wait for the approval"}', "", False),
    ],
)
def test_an_answer_confirms_by_a_plain_yes_or_the_record_that_came_of_it(
    status: int, body: str, sent_body: str, yes: bool
) -> None:
    assert says_yes(status, body, sent_body) is yes


@pytest.mark.parametrize(
    ("said", "good"),
    [
        ("Your note was saved.", True),
        ("2 of 2 entries saved", True),
        ("2 of 3 entries saved", False),
        ("Your changes were not saved", False),
        ("Die Änderungen wurden nicht gespeichert", False),
        ("Your changes weren’t saved", False),
        ("Nimi on jo varattu", False),
        ("You are registered.", True),
        ("Thank you! Your order was placed. If you have any questions, please write to us.", True),
        ("Bestellung eingegangen", True),
        ("订单已提交", True),
        ("Registrations are closed.", False),
        ("This course is fully booked.", False),
        ("Danke für Ihr Interesse, der Kurs ist voll.", False),
        ("Vous êtes déjà enregistré ailleurs.", False),
        ("Only members get accepted here.", False),
        ("Reserved by Anna", False),
        ("We have sent you a link.", False),
        ("Saved searches", False),
        ("ありがとうございます。満席です。", False),
    ],
)
def test_only_a_whole_success_in_known_words_confirms(said: str, good: bool) -> None:
    assert confirms([said]) is good


@pytest.mark.parametrize(
    ("said", "asked"), [("Issue closed", "Close the issue Tea"), ("Notiz gelöscht", "Lösche die Notiz")]
)
def test_what_came_to_an_end_confirms_a_task_that_asks_for_it(said: str, asked: str) -> None:
    assert confirms([said], asked)
    assert not confirms([said], "Register Ann")


@pytest.mark.parametrize(
    ("said", "good"),
    [
        ("To-do snoozed", True),
        ("To-do snoozed \u00d7", True),
        ("To-do not snoozed", False),
        ("The to-do wasn't snoozed", False),
        ("The to-do hasn’t been snoozed", False),
        ("The to-do could not be snoozed", False),
        ("1 of 2 to-dos snoozed", False),
        ("This to-do was already snoozed", False),
        ("Snoozed by Anna", False),
        ("Snoozed items", False),
        ("Only own to-dos get snoozed", False),
        ("Please wait, the to-do gets snoozed", False),
    ],
)
def test_the_past_form_of_what_was_asked_for_confirms_like_a_known_word(said: str, good: bool) -> None:
    assert confirms([said], "Snooze a to-do item\n1 hour") is good
    assert not confirms([said], "Remove the label\n1 hour")


SNOOZE = "<ul><li>Tea <button onclick=snooze()>1 hour</button></ul><div id=m></div><script>const snooze = async () => { await fetch('/send', { method: 'POST', body: '' }); m.innerHTML = '<div role=status>%s</div>'; };</script>"  # noqa: E501


@pytest.mark.parametrize(("said", "end"), [("To-do snoozed <b>×</b>", ""), ("Snoozed to-do items", "not_confirmed")])
@pytest.mark.browser
@pytest.mark.asyncio(loop_scope="session")
async def test_a_message_with_the_verb_of_the_task_is_a_good_end(stand: Stand, said: str, end: str) -> None:
    stand.site.pages["/send"] = (200, {"content-type": "application/json"}, "{}")
    known = LEARNED.model_copy(update={"tasks": ("Snooze a to-do item",)})
    click = step("click", t(role="button", name="1 hour"), writes=True)
    outcome: Outcome = await stand.play(click, page=SNOOZE % said, evidence=known)
    assert (outcome.stopped.code if outcome.stopped is not None else "") == end


@pytest.mark.parametrize(
    ("kind", "body", "doubtful"),
    [
        ("text/plain", "ERR spam", True),
        ("text/plain", "denied", True),
        ("text/html", "<html><title>Sign in</title><h1>Please sign in</h1></html>", True),
        ("application/xml", "<response><status>fail</status></response>", True),
        ("application/json", '{"data": null}', True),
        ("application/json", '{"result": "rejected", "reason": "SPAM"}', True),
        ("application/json", '{"accepted": false}', True),
        ("text/plain", "ok", False),
        ("text/html", "<html><title>Notes</title><ul><li>Tea</ul></html>", False),
        ("application/json", '{"following": false}', False),
        ("application/json", '{"data": null, "rows": 1}', False),
    ],
)
def test_an_answer_speaks_against_it_without_being_a_refusal_by_its_structure(kind: str, body: str, doubtful: bool) -> None:
    assert bool(doubt_in(Body({"content-type": kind}, body.encode()))) is doubtful


ENDS = (value("Sendung 4711"), value("Wir kümmern uns darum"))


@pytest.mark.parametrize(
    ("page", "end"),
    [
        ("<h1>Sendung 4711</h1><p>Wir kümmern uns darum</p>", ""),
        ("<h1>Sendung 4711</h1><p>Das Lager kam zu spät</p>", "not_confirmed"),
        ("<h1>Sendung 4711</h1><p>Wir kümmern uns darum</p><p>Das Lager kam zu spät</p>", "not_confirmed"),
    ],
)
@pytest.mark.browser
@pytest.mark.asyncio(loop_scope="session")
async def test_a_page_that_says_all_and_only_what_the_runs_ended_on_is_a_good_end(stand: Stand, page: str, end: str) -> None:
    stand.site.pages |= {"/send": page}
    last = SEND[1].model_copy(update={"ends": ENDS})
    outcome: Outcome = await stand.play(SEND[0], last, page=FORM, args={"n": "Sugar"}, evidence=LEARNED)
    assert (outcome.stopped.code if outcome.stopped is not None else "") == end


@pytest.mark.parametrize(
    ("answer", "then", "end"),
    [
        ("", "b.disabled = true;", ""),
        seldom("{}", "b.disabled = true;", ""),
        ("", "b.disabled = true; m.textContent = 'Izen hori hartuta dago';", "not_confirmed"),
        ("", "b.disabled = true; b.className = 'is-loading';", "not_confirmed"),
        ("", "b.disabled = true; setTimeout(() => { b.disabled = false; }, 200);", "not_confirmed"),
        ('{"k": 2}', "b.disabled = true;", "not_confirmed"),
    ],
)
@pytest.mark.browser
@pytest.mark.asyncio(loop_scope="session")
async def test_a_button_that_has_nothing_left_to_save_after_an_empty_answer_is_a_good_end(
    stand: Stand, answer: str, then: str, end: str
) -> None:
    well: Answer = (200, {"content-type": "application/json"}, answer)
    page = SCRIPT.replace("const r = await", "await").format(then)

    assert (await sent(stand, well, page))[1] == end


@pytest.mark.parametrize(
    ("to", "shown", "known", "end"),
    [
        ("/thank-you", "<h1>Home</h1>", "", ""),
        seldom("/list?saved=1", "<h1>Home</h1>", "", ""),
        ("/thank-you", "<h1>Home</h1><p role=alert>Izen hori hartuta dago</p>", "", "not_confirmed"),
        ("/elsewhere", "<h1>Home</h1><p>Izen hori dago</p>", "/elsewhere", ""),
        seldom("/elsewhere", "<h1>Home</h1><ul><li>Tea</ul>", "/elsewhere", "not_confirmed"),
        ("/elsewhere", "<h1>Home</h1><div><p>Tea<p>Salt<p>Oil<p>Rice<p>Soup<p>Milk</div>", "/elsewhere", "not_confirmed"),
        ("/elsewhere", "<h1>Home</h1>", "", "not_confirmed"),
        ("/home", "<h1>Home</h1>", "", ""),
    ],
)
@pytest.mark.browser
@pytest.mark.asyncio(loop_scope="session")
async def test_a_redirect_to_a_page_of_the_runs_or_one_that_thanks_is_a_good_end(
    stand: Stand, to: str, shown: str, known: str, end: str
) -> None:
    stand.site.pages |= {"/home": shown, to.split("?")[0]: shown, "/send": (303, {"location": to}, "")}
    assert await _led(stand, known) == end


@pytest.mark.browser
@pytest.mark.asyncio(loop_scope="session")
async def test_a_page_that_says_something_once_only_is_none(stand: Stand) -> None:
    said = ["<p>Izen hori hartuta dago</p>"]

    def elsewhere(_: Hit) -> Answer:
        return "<h1>Home</h1>" + (said.pop() if said else "")

    stand.site.pages |= {"/home": "", "/elsewhere": elsewhere, "/send": (303, {"location": "/elsewhere"}, "")}
    assert await _led(stand, "/elsewhere") == "not_confirmed"


async def _led(stand: Stand, known: str) -> str:
    stand.site.pages["/"] = FORM
    more: dict[str, object] = {"postcondition": {"url": known}} if known else {}
    outcome = await stand.play(
        step("goto", None, "/home"), step("goto", None, "/"), *SEND, args={"n": "Sugar"}, evidence=LEARNED, **more
    )
    return outcome.stopped.code if outcome.stopped is not None else ""


ROW = "<ul id=l></ul>" + SCRIPT


@pytest.mark.parametrize(
    ("answer", "then", "end"),
    [
        ("ERR spam", "l.innerHTML = `<li>${n.value}</li>`; n.value = '';", "not_confirmed"),
        ("ok", "l.innerHTML = `<li>${n.value}</li>`; n.value = '';", ""),
        ("ok", "m.innerHTML = `Ez dago lekurik <b>${n.value}</b> gehiago`;", "not_confirmed"),
        ("ok", "n.value = ''; m.textContent = 'Plätze: 5 von 5 belegt';", "not_confirmed"),
    ],
)
@pytest.mark.browser
@pytest.mark.asyncio(loop_scope="session")
async def test_a_row_or_an_emptied_form_is_no_sign_where_something_speaks_against_it(
    stand: Stand, answer: str, then: str, end: str
) -> None:
    well: Answer = (200, {"content-type": "text/plain"}, answer)

    assert (await sent(stand, well, ROW.format(then)))[1] == end


@pytest.mark.parametrize(
    ("text", "spoils"), [("Related issues (1 open, 0 closed)", False), ("0 places left", True), ("Course is full (3)", True)]
)
def test_what_a_heading_counts_speaks_neither_for_nor_against(text: str, spoils: bool) -> None:
    assert (is_said(text) and doubts(text)) is spoils


@pytest.mark.parametrize(
    ("said", "banner"),
    [
        ("We use cookies to make this site work and to measure how it is used.", True), ("We value your privacy", True),
        ("Wir verwenden Cookies", True), ("Nous utilisons des cookies", True), ("Please enable cookies", False),
        ("Cookies are blocked, so nothing was saved", False), ("Your cookie recipe is waiting for approval", False),
    ],
)  # fmt: skip
def test_what_the_banner_on_cookies_says_is_told_from_a_site_that_refuses_without_them(said: str, banner: bool):
    assert asks_for_consent(said) == banner


async def banner_beside(stand: Stand, sentence: str) -> str:
    page = f"""<p id=s></p><button onclick="fetch('/send', {{method: 'POST'}}).then(() => {{ s.textContent = '7';
      document.body.insertAdjacentHTML('beforeend', '<div role=dialog>{sentence}</div>') }})">Set it</button>"""
    stand.site.pages["/send"] = ""
    click = step("click", t(role="button", name="Set it"), writes=True)
    outcome = await stand.play(click, page=page, evidence=LEARNED)
    return outcome.stopped.code if outcome.stopped is not None else ""


@pytest.mark.browser
@pytest.mark.asyncio(loop_scope="session")
async def test_a_banner_on_cookies_that_comes_meanwhile_speaks_for_nothing(stand: Stand):
    assert await banner_beside(stand, "We use cookies to make this site work.") == ""
    assert await banner_beside(stand, "Izen hori hartuta dago orain.") == "not_confirmed"
