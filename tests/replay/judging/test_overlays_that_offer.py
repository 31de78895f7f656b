"""Overlays and dialogs after something was sent: an offer of something else tells nothing, nor does a dialog that went."""

from __future__ import annotations

import pytest
from core_stage import Stand, param, step, t

from awm_mcp.model import Evidence
from awm_mcp.replay.traffic.offers_otherwise_words import offers_otherwise

LEARNED = Evidence(runs=("run_1", "run_2"), support=2)
TASK = "Add the note Sugar\nAdd note\nSend"
SEND = (step("fill", t(role="textbox", name="Title"), param("n")), step("click", t(role="button", name="Send"), writes=True))
NEUTRAL = (200, {"content-type": "application/json"}, '{"k": 1}')
PAGE = """<h1>Notes</h1><button id=o>New</button>FORM<p id=m></p><script>
const over = text => document.body.insertAdjacentHTML('beforeend', `<div role=dialog style=position:fixed>${text}</div>`);
b.onclick = async () => { await fetch('/send', { method: 'POST', body: n.value }); THEN };</script>"""
FORM = "<label>Title <input id=n></label><button id=b>Send</button>"
NEWS = "over('<h2>Get our newsletter</h2><p>The best stories every week.</p><input type=email><button>No thanks</button>')"
SURE = "over('<h2>Are you sure?</h2><p>Confirm it, and get our newsletter, too.</p><button>Yes</button><button>No</button>')"


async def ended(stand: Stand, then: str, form: str = FORM) -> str:
    stand.site.pages["/send"] = NEUTRAL
    page = PAGE.replace("FORM", form).replace("THEN", then)
    outcome = await stand.play(*SEND, page=page, args={"n": "Sugar"}, evidence=LEARNED)
    return outcome.stopped.code if outcome.stopped is not None else outcome.status


@pytest.mark.parametrize(
    ("then", "end"),
    [(f"n.value = ''; {NEWS}", "ok"), (NEWS, "not_confirmed"), (f"n.value = ''; {SURE}", "not_confirmed")],
)
@pytest.mark.browser
@pytest.mark.asyncio(loop_scope="session")
async def test_an_overlay_that_offers_something_else_says_neither_yes_nor_no(stand: Stand, then: str, end: str) -> None:
    assert await ended(stand, then) == end


@pytest.mark.parametrize(("then", "end"), [("d.remove()", "not_confirmed"), ("d.remove(); m.textContent = 'Saved'", "ok")])
@pytest.mark.browser
@pytest.mark.asyncio(loop_scope="session")
async def test_a_dialog_that_only_closes_after_an_answer_that_tells_nothing_is_no_sign(stand: Stand, then: str, end: str):
    assert await ended(stand, then, f"<div role=dialog id=d>{FORM}</div>") == end


@pytest.mark.parametrize(
    "said",
    [
        "Get our newsletter The best stories every week", "How likely are you to recommend us to a friend?",
        "Rate your experience", "Wie zufrieden sind Sie mit uns? Nehmen Sie an unserer Umfrage teil",
        "Inscrivez-vous à notre infolettre", "Responda nuestra encuesta", "Подпишитесь на рассылку", "ニュースレターを購読",
        "Take a quick tour",
    ],
)  # fmt: skip
def test_newsletters_surveys_and_tours_are_offers_in_any_language(said: str) -> None:
    assert offers_otherwise(said, TASK, ["Sugar"])


@pytest.mark.parametrize(
    "said",
    [
        "Are you sure? You also get our newsletter", "Please correct the title, then read our newsletter",
        "Subscribe to our newsletter to continue", "You have reached the limit. Rate us to get more", "The survey is closed",
        "Something went wrong. Rate your experience", "Sugar was not added. Read our newsletter",
        "Newsletter for Sugar lovers",
        "Sind Sie sicher? Bestätigen Sie den Newsletter", "¿Seguro? Confirme la encuesta", "Izen hori hartuta dago",
        "Note added. Rate us", "Log in to take the tour",
    ],
)  # fmt: skip
def test_what_asks_complains_confirms_or_names_the_value_is_no_offer(said: str) -> None:
    assert not offers_otherwise(said, TASK, ["Sugar"])


def test_what_the_task_is_about_is_no_offer() -> None:
    assert not offers_otherwise("Get our newsletter", "Subscribe to the newsletter\nSubscribe")
