"""What a site says on each of its pages is about something else than what was sent, where the end of the runs is seen."""

from __future__ import annotations

import pytest
from browser_fixtures import Answer, Hit
from core_stage import Stand, param, step, t

from awm_mcp.model import Evidence, Outcome, value

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]
FORM = "<form method=post action=/send><label>Title <input name=n></label><button>Send</button></form>"
END = "<h1>Sendung 4711</h1><p>Wir kümmern uns darum</p>"
MAINTENANCE = "<div role=alert>On Sunday bookings will not be possible: maintenance</div>"
COOKIES = "<div role=status>This site keeps small files on your device</div>"
ENDS = {"ends": (value("Sendung 4711"), value("Wir kümmern uns darum"))}
TEXT = {"postcondition": {"text": "Wir kümmern uns darum"}}


async def ended(stand: Stand, note: str, *, everywhere: bool, by_text: bool = False) -> str:
    seen: list[str] = []

    def home(hit: Hit) -> Answer:
        seen.append(hit.path)
        return (note if everywhere and len(seen) > 1 else "") + FORM

    stand.site.pages |= {"/": home, "/send": note + END}
    send = step("click", t(role="button", name="Send"), writes=True)
    last = send if by_text else send.model_copy(update=ENDS)
    fill = step("fill", t(role="textbox", name="Title"), param("n"))
    learned = Evidence(runs=("run_1", "run_2"), support=2)
    more: dict[str, object] = dict(TEXT) if by_text else {}
    outcome: Outcome = await stand.play(fill, last, args={"n": "Sugar"}, evidence=learned, **more)
    return outcome.stopped.code if outcome.stopped is not None else outcome.status


@pytest.mark.parametrize("note", [MAINTENANCE, COOKIES])
async def test_a_note_on_other_pages_too_does_not_speak_against_the_end_of_the_runs(stand: Stand, note: str) -> None:
    assert await ended(stand, note, everywhere=True) == "ok"


async def test_a_note_everywhere_does_not_speak_against_the_text_of_the_runs(stand: Stand) -> None:
    assert await ended(stand, MAINTENANCE, everywhere=True, by_text=True) == "ok"
    assert await ended(stand, MAINTENANCE, everywhere=False, by_text=True) == "site_complained"


@pytest.mark.parametrize(("note", "end"), [(MAINTENANCE, "site_complained"), (COOKIES, "not_confirmed")])
async def test_a_note_that_only_came_with_what_was_sent_speaks_against_it(stand: Stand, note: str, end: str) -> None:
    assert await ended(stand, note, everywhere=False) == end
