"""The end of a learned workflow of which no run showed anything: something has to tell that the site took what was sent."""

from __future__ import annotations

from urllib.parse import parse_qs

import pytest
from browser_fixtures import Answer, Hit
from core_stage import Stand, param, step, t

from awm_mcp.model import Evidence, Outcome
from awm_mcp.replay.answered_yes import says_yes
from awm_mcp.replay.unseen_end import confirms

FORM = "<form method=post action=/send><label>Title <input name=n></label><button>Send</button></form>"
SEND = (step("fill", t(role="textbox", name="Title"), param("n")), step("click", t(role="button", name="Send"), writes=True))
LEARNED = Evidence(runs=("run_1", "run_2"), support=2)


async def sent(stand: Stand, answer: Answer, page: str = FORM) -> tuple[str, str]:
    stand.site.pages |= {"/send": answer, "/list": "<h1>Overview</h1>"}
    outcome: Outcome = await stand.play(*SEND, page=page, args={"n": "Sugar"}, evidence=LEARNED)
    return outcome.status, outcome.stopped.code if outcome.stopped is not None else ""


@pytest.mark.parametrize(
    "answer",
    [
        "<h1>New</h1><p>Izen hori hartuta dago</p>" + FORM,
        "<h1>One moment</h1><p>The number of today is 17.</p>",
        "<h1>Overview</h1><p>0 of 1 entries saved</p>",
        (303, {"location": "/"}, ""),
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
        "<h1>Note 7</h1><dl><dt>Title<dd>Sugar</dl>",
        (303, {"location": "/list"}, ""),
    ],
)
@pytest.mark.browser
@pytest.mark.asyncio(loop_scope="session")
async def test_an_answer_that_confirms_shows_the_value_or_leads_on_is_a_good_end(stand: Stand, answer: Answer) -> None:
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
        ('{"k": 2}', "n.focus(); n.style.borderColor = 'red';", "not_confirmed"),
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
        ("Nimi on jo varattu", False),
    ],
)
def test_only_a_whole_success_in_known_words_confirms(said: str, good: bool) -> None:
    assert confirms([said]) is good
