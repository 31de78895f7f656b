# ruff: noqa: E501  pages are easier to read as the markup they are
"""Ends that look like one of success and are none: previews, pages that scripts lead to, old values, names of others."""

from __future__ import annotations

import re
import unicodedata
from pathlib import Path

import pytest
from browser_fixtures import Answer
from core_stage import Stand, param, seldom, step, t
from hypothesis import example, given
from hypothesis import strategies as st

from awm_mcp.model import Dialog, Evidence, Gap, Outcome, Text, value
from awm_mcp.model.text import as_seen, same
from awm_mcp.replay.browsing import page_script
from awm_mcp.replay.judging.other_values import OtherValues
from awm_mcp.replay.traffic.answer_kinds import Answer as Body
from awm_mcp.replay.traffic.answered_doubtfully import doubt_in
from awm_mcp.replay.traffic.answered_otherwise import changed, old_value_in
from awm_mcp.replay.traffic.confirming import confirms, doubts, is_said

in_browser = pytest.mark.browser
LEARNED = Evidence(runs=("run_1", "run_2"), support=2)
JSON = {"content-type": "application/json"}
FORM = "<form method=post action=/send><label>Title <input name=n></label><button>Send</button></form>"
TITLE = step("fill", t(role="textbox", name="Title"), param("n"))
PRESSED = step("click", t(role="button", name="Send"), writes=True)


async def end_of(stand: Stand, page: str | None, *steps: object, args: dict[str, str], **more: object) -> str:
    outcome: Outcome = await stand.play(*steps, page=page, args=args, evidence=LEARNED, **more)  # type: ignore[arg-type]
    return outcome.stopped.code if outcome.stopped is not None else ""


@pytest.mark.parametrize(
    ("page", "end"),
    [
        ("<h1>Preview</h1><p>Sugar</p><form method=post action=/s2><button>Send now</button></form>", "not_confirmed"),
        ("<h1>Check it</h1><p>Sugar</p><form method=post><input type=hidden name=n value=Sugar><button>Right</button></form>", "not_confirmed"),
        seldom("<h1>Prüfen</h1><p>Sugar</p><form method=post action=/s2><button>Bestätigen</button></form>", "not_confirmed"),
        ("<h1>Note 7</h1><p>Sugar</p><form method=post action=/x><button>Delete</button></form>", ""),
        ("<h1>Note 7</h1><p>Sugar</p><form method=post><input type=hidden name=id value=7><button>Log out</button></form>", ""),
        ("<h1>Note 7</h1><p>Sugar</p><form method=post><label>Reply <input name=r></label><button>Send</button></form>", ""),
    ],
)  # fmt: skip
@in_browser
@pytest.mark.asyncio(loop_scope="session")
async def test_a_page_that_still_asks_to_send_what_it_shows_is_no_sign(stand: Stand, page: str, end: str) -> None:
    stand.site.pages["/send"] = page
    assert await end_of(stand, FORM, TITLE, PRESSED, args={"n": "Sugar"}) == end


@pytest.mark.parametrize(
    ("to", "shown", "end"),
    [
        ("/plans", "<h1>Choose your plan</h1><button>Free</button>", "not_confirmed"),
        ("/welcome", "<h1>Welcome</h1>", ""),
        ("/notes/7", "<h1>Sugar</h1>", ""),
    ],
)
@pytest.mark.parametrize(
    "way", ["location.href = d.go", "history.pushState(0, '', d.go); document.body.innerHTML = d.shown"]
)
@in_browser
@pytest.mark.asyncio(loop_scope="session")
async def test_a_page_that_a_script_leads_to_has_to_show_what_was_sent_or_to_thank(
    stand: Stand, to: str, shown: str, end: str, way: str
) -> None:
    page = "<label>Title <input id=n></label><button id=b>Send</button><script>b.onclick = async () => { const r = await fetch('/send', { method: 'POST', body: JSON.stringify(n.value) }); const d = await r.json(); WAY; };</script>"
    stand.site.pages |= {to: shown, "/send": (200, JSON, f'{{"go": "{to}", "shown": "{shown}"}}')}
    assert await end_of(stand, page.replace("WAY", way), TITLE, PRESSED, args={"n": "Sugar"}) == end


PROMPT = "<button id=b>New folder</button><ul id=l><li>Tax</ul><div id=m></div><script>b.onclick = async () => { const n = prompt('Name?'); const r = await fetch('/send', { method: 'POST', body: n }); const d = await r.json(); THEN };</script>"
TOAST = "m.textContent = d.m; setTimeout(() => { m.textContent = ''; }, 400); "
ASKED = step(
    "click", t(role="button", name="New folder"), writes=True,
    dialog=Dialog(kind="prompt", message=value("Name?"), accept=True, prompt=param("n")),
)  # fmt: skip


@pytest.mark.parametrize(
    ("said", "then", "keeps", "end"),
    [
        ("Storage: 5 of 5 GB", TOAST, False, "not_confirmed"),
        ("That one is there", TOAST, False, "not_confirmed"),
        ("Storage: 5 of 5 GB", TOAST, True, ""),
        ("Folder created", TOAST, True, ""),
        ("", "l.innerHTML += `<li>${n}</li>`;", True, ""),
    ],
)
@in_browser
@pytest.mark.asyncio(loop_scope="session")
async def test_a_sentence_that_confirms_nothing_counts_without_a_form_too(
    stand: Stand, said: str, then: str, keeps: bool, end: str
) -> None:
    kept = ["Tax"]

    def send(_: object) -> Answer:
        kept.extend(["Music"] if keeps else [])
        return (200, JSON, f'{{"m": "{said}"}}')

    stand.site.pages["/send"] = send
    stand.site.pages["/"] = lambda _: PROMPT.replace("THEN", then).replace("<li>Tax", "".join(f"<li>{one}" for one in kept))
    outcome: Outcome = await stand.play(ASKED, args={"n": "Music"}, evidence=LEARNED)
    assert (outcome.stopped.code if outcome.stopped is not None else "") == end


SELECT = "<label>State <select id=s><option>New<option>Packed<option>Done</select></label><p id=m></p><script>s.onchange = async () => { const r = await fetch('/send', { method: 'PUT', body: JSON.stringify(s.value) }); m.textContent = (await r.json()).m || ''; };</script>"


@pytest.mark.parametrize(
    ("answer", "end"),
    [
        ('{"v": "New"}', "not_confirmed"),
        ('{"v": "done"}', ""),
        ('{"k": 1}', ""),
        seldom('{"id": 5, "v": "New"}', "not_confirmed"),
        ("false", "not_confirmed"),
        ('{"m": "Set to Packed"}', ""),
    ],
)
@in_browser
@pytest.mark.asyncio(loop_scope="session")
async def test_an_answer_that_gives_back_the_old_value_or_a_bare_no_tells_of_no_success(
    stand: Stand, answer: str, end: str
) -> None:
    stand.site.pages["/send"] = (200, JSON, answer)
    kept = SELECT.replace("<option>Done", "<option selected>Done")
    stand.site.pages["/"] = lambda _: kept if not end and stand.sent("PUT") else SELECT
    chosen = step("select", t(role="combobox", name="State"), param("v"), writes=True)
    assert await end_of(stand, None, chosen, args={"v": "Done"}) == end


LISTED = "<button id=b role=combobox aria-label=Owner aria-expanded=false>Ann</button><ul id=u role=listbox hidden><li role=option>Ann<li role=option>Bob<li role=option>Dan</ul><button id=w>Save</button><p id=m role=status></p><script>b.onclick = () => { u.hidden = !u.hidden; }; u.onclick = e => { b.textContent = e.target.textContent; u.hidden = true; }; w.onclick = async () => { const r = await fetch('/send', { method: 'PUT', body: b.textContent }); m.textContent = (await r.json()).m; };</script>"


@pytest.mark.parametrize(
    ("said", "end"),
    [("Assigned to Ann", "not_confirmed"), ("Nothing changed", "not_confirmed"), ("Assigned to Dan", ""), ("Saved", "")],
)
@in_browser
@pytest.mark.asyncio(loop_scope="session")
async def test_a_message_that_names_another_option_confirms_nothing(stand: Stand, said: str, end: str) -> None:
    stand.site.pages["/send"] = (200, JSON, f'{{"m": "{said}"}}')
    steps = (
        step("click", t(role="combobox", name="Owner")),
        step("click", t(role="option", name=param("p"))),
        step("click", t(role="button", name="Save"), writes=True),
    )
    assert await end_of(stand, LISTED, *steps, args={"p": "Dan"}) == end


def test_other_values_are_names_that_no_message_has_by_chance() -> None:
    known = OtherValues()
    known.asked, known.others = {"dan"}, {"Ann", "Dan", "Sent", "5", "Ticket"}
    assert known.named_in("Assigned to Ann", "Assign the ticket")
    assert not known.named_in("Moved from Ann to Dan", "Assign the ticket")
    assert not known.named_in("Mail sent", "Assign the ticket")
    assert not known.named_in("5 rows saved", "Assign the ticket")
    assert not known.named_in("Ticket saved", "Assign the Ticket")
    assert not known.named_in("Annual report saved", "Assign the ticket")


@pytest.mark.parametrize(
    ("body", "sent", "old"),
    [
        ('{"v": "New"}', '"Done"', True),
        ('{"s": "n"}', '{"s": "d"}', True),
        ('{"data": {"s": "NEW"}}', '{"s": "Done"}', True),
        ('"New"', '"Done"', True),
        ('{"id": 5, "s": "New"}', "s=Done&id=5", True),
        ('{"s": "done"}', '{"s": "Done"}', False),
        ('{"from": "New", "to": "Done"}', '"Done"', False),
        ('{"previous": "New"}', '"Done"', False),
        ('{"title": "New"}', '{"s": "Done"}', False),
        ('{"s": "Finished"}', '{"s": "Done"}', False),
        ("[]", '{"s": "Done"}', False),
        ("", "", False),
    ],
)
def test_only_the_old_value_in_the_place_of_the_new_one_tells(body: str, sent: str, old: bool) -> None:
    assert bool(old_value_in(body, sent, changed(("New", "n"), ("Done", "d")))) is old


def test_a_value_that_is_the_same_before_and_after_tells_nothing() -> None:
    assert not old_value_in('{"s": "New"}', '{"s": "new"}', changed(("New",), ("new ",)))


@pytest.mark.parametrize(
    ("body", "sent", "doubtful"),
    [
        ("false", "", True),
        ("0", "a=1", True),
        ("null", '{"a": 1}', True),
        ("false", '{"on": false}', False),
        ("0", "amount=0", False),
        ("true", "", False),
        ("1", "", False),
    ],
)
def test_a_bare_no_is_doubtful_where_it_is_not_what_was_sent(body: str, sent: str, doubtful: bool) -> None:
    assert bool(doubt_in(Body(JSON, body.encode()), sent)) is doubtful


@pytest.mark.parametrize(
    "said",
    [
        "Nothing changed", "No changes", "No changes were saved", "Keine Änderungen", "Nichts geändert", "Aucune modification",
        "Sin cambios", "Nessuna modifica", "Sem alterações", "Geen wijzigingen", "Inga ändringar", "Brak zmian", "Beze změn",
        "Без изменений", "Değişiklik yok", "没有更改", "変更はありません", "변경 사항이 없습니다",
    ],
)  # fmt: skip
def test_that_nothing_changed_is_said_in_few_words_too(said: str) -> None:
    assert is_said(said) and doubts(said) and not confirms([said])


@pytest.mark.parametrize("said", ["Changes saved", "Geändert", "Number saved", "Your notes were updated"])
def test_a_change_that_was_saved_still_confirms(said: str) -> None:
    assert confirms([said]) and not doubts(said)


# --- texts with characters of no width ------------------------------------------------------------------------------------

ODD = st.text(st.sampled_from("ab \u200d\u200c\u200b\u2060\ufeff👩é\ue001"), max_size=12)


def test_pages_and_this_side_leave_out_the_same_characters() -> None:
    source = Path(page_script.__file__).with_name("page").joinpath("elements.js").read_text(encoding="utf-8")
    told = re.search(r"const GLYPHS = /(\[[^\]]*\])/g", source)
    assert told is not None
    pattern = re.compile(told[1])
    for code in (*range(0xD800), *range(0xE000, 0x10000)):
        if unicodedata.normalize("NFKC", char := chr(code)) == char and not char.isspace():
            assert (as_seen(f"a{char}b") == "ab") is (pattern.fullmatch(char) is not None), hex(code)


@given(ODD)
@example("a👩\u200d👩b")
def test_a_text_is_the_same_with_and_without_characters_of_no_width(text: str) -> None:
    bare = re.sub("[\u200b-\u200f\u2060-\u2064\ufeff\ue000-\uf8ff]", "", text)
    assert same(text, bare) and value(text).matches(bare) and as_seen(as_seen(text)) == as_seen(text)


@in_browser
@pytest.mark.asyncio(loop_scope="session")
async def test_a_value_with_joiners_is_seen_where_the_page_shows_it(stand: Stand) -> None:
    texts = ["a👩\u200d👩b", "👩\u200d👩\u200d👧", "می\u200cخواهم", "one\u200btwo", "שלום 👩\u200d👩 x"]
    listed = "<ul>" + "".join(f"<li>{one}</li>" for one in texts) + "</ul>"
    waits = [
        step("wait_for", None, one) for text in texts for one in (value(text), value([Gap(gap="text"), Text(text=text[1:])]))
    ]
    outcome = await stand.play(*waits, page=listed)
    assert outcome.ok, outcome.stopped
