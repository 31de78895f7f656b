"""GETs that change something whatever they are called: seen by what came of them, and not done again."""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest
from browser_fixtures import Hit
from core_stage import Stand, step, t

from awm_mcp.model import Action, Effect, Run, Step, value
from awm_mcp.replay.judging.get_writes import is_back, page_kept, sent_back
from awm_mcp.replay.port import SENDS

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]
Served = dict[str, Callable[[Hit], Any]]


def desk(control: str, taken: list[str], *, shows: bool = True, lang: Callable[[], str] = lambda: "en") -> Served:
    """A list of two tickets, each with a control, on which ``/nimm/5`` takes the first and leads back to the list."""

    def rows(hit: Hit) -> str:
        held = "mine" if taken and shows else "free"
        heading = "Tickets" if lang() == "en" else "Karten"
        page = hit.path.partition("?")[2]
        cells = "".join(
            f"<tr><td>Ticket {n}</td><td>{held if n == 5 else 'free'}</td><td>{control}</td></tr>" for n in (5, 6)
        )
        return f"<html lang={lang()}><h1>{heading}</h1><table>{cells}</table><p>{page}</p><div id=x></div></html>"

    def take(hit: Hit) -> tuple[int, dict[str, str], str]:
        taken.append(hit.path)
        return (302, {"location": "/"}, "") if hit.headers.get("sec-fetch-dest") == "document" else (200, {}, "fine")

    return {"/": rows, "/nimm/5": take, "/info": lambda _: "About it"}


LINK = "<a href='/nimm/5'>Übernehmen</a>"
OWN = "this.closest('tr').children[1].textContent = 'mine'"
SCRIPT = f"<button onclick=\"fetch('/nimm/5').then(() => {OWN})\">Übernehmen</button>"
ANEW = "<button onclick=\"fetch('/nimm/5').then(() => location.reload())\">Übernehmen</button>"
WANTED = t(name="Übernehmen", row=value("Ticket 5"))


@pytest.mark.parametrize("control", [LINK, SCRIPT, ANEW])
async def test_a_get_that_changed_its_row_is_a_write_and_is_not_done_in_a_proof_again(control: str, stand: Stand):
    taken: list[str] = []
    stand.site.pages.update(desk(control, taken))
    seen = await stand.observe(step("click", WANTED))
    assert (seen.complete, seen.run.steps[0].effect.requests, taken) == (False, ("GET /nimm/5",), ["/nimm/5"]), seen.why
    assert "what it changed was still there afterwards" in seen.why
    taken.clear()
    proof = await stand.play(step("click", WANTED), request={"until_write": True})
    assert (proof.status, proof.stopped.code) == ("confirmation_required", SENDS)
    again = await stand.play(step("click", WANTED, writes=True), request={"until_write": True})
    assert (again.stopped.code, len(taken)) == ("until_write", 1)


async def test_a_link_that_the_reported_run_came_back_from_is_not_followed_at_all(stand: Stand):
    taken: list[str] = []
    stand.site.pages.update(desk(LINK, taken))
    at = stand.site.origin + "/"
    steps = (Step(action=Action(type="click", target=WANTED), url=at), Step(action=Action(type="stop"), url=at))
    run = stand.run().model_copy(update={"steps": steps})
    seen = await stand.replayer().observe(run)
    assert (taken, seen.run.steps[0].effect.requests) == ([], ("GET /nimm/5",))
    assert "held back" in seen.why


READS = {
    "a canonical address": "<a href='/old'>Übernehmen</a>",
    "a further page": "<a href='/?page=2'>Übernehmen</a>",
    "details by a script": "<button onclick=\"fetch('/info').then(r => r.text()).then(s => this.after(s))\">"
    "Übernehmen</button>",
    "the list again": "<a href='/start'>Übernehmen</a>",
    "a page drawn by a script": "<a href='/info' onclick=\"event.preventDefault(); fetch('/info').then(r => r.text())"
    '.then(s => x.textContent = s)">Übernehmen</a>',
}


@pytest.mark.parametrize("kind", READS)
async def test_what_only_shows_something_stays_a_read(kind: str, stand: Stand):
    stand.site.pages.update(desk(READS[kind], []))
    stand.site.pages |= {
        "/old": (301, {"location": "/new"}, ""), "/new": "<h1>New</h1><p role=status class=success>In stock</p>",
        "/start": (302, {"location": "/"}, ""),
    }  # fmt: skip
    seen = await stand.observe(step("click", WANTED))
    assert (seen.complete, seen.run.steps[0].effect.requests) == (True, ()), seen.why


async def test_a_link_that_led_elsewhere_with_a_message_that_is_said_once_is_a_write(stand: Stand):
    said: list[str] = []

    def take(_: Hit) -> tuple[int, dict[str, str], str]:
        said.append("<p role=status class=success>Es ist deins</p>")
        return (302, {"location": "/mine"}, "")

    stand.site.pages.update(desk("<a href='/nimm/5'>Übernehmen</a>", []))
    stand.site.pages |= {"/nimm/5": take, "/mine": lambda _: f"<h1>Mine</h1>{said.pop() if said else ''}"}
    seen = await stand.observe(step("click", WANTED))
    assert (seen.complete, seen.run.steps[0].effect.requests) == (False, ("GET /nimm/5",))


async def test_a_switch_of_the_language_is_no_write(stand: Stand):
    said = ["en"]

    def switch(_: Hit) -> tuple[int, dict[str, str], str]:
        said[0] = "de"
        return (302, {"location": "/"}, "")

    stand.site.pages.update(desk("<a href='/lang'>Übernehmen</a>", [], lang=lambda: said[0]))
    stand.site.pages["/lang"] = switch
    assert (await stand.observe(step("click", WANTED))).complete


HERE = "http://h/list"


@pytest.mark.parametrize(
    ("before", "asked", "led", "back"),
    [
        (HERE, "http://h/take/5", HERE, True),
        (HERE, "http://h/take/5", "http://h/list?said=ok", True),
        ("http://h/list?page=2", "http://h/take/5", "http://h/list?page=2", True),
        (HERE, "http://h/list?do=x&id=5", HERE, True),
        (HERE, "http://h/list?page=2", "http://h/list?page=2&size=10", False),
        ("http://h/list?page=1", "http://h/list?page=2", "http://h/list?page=2&a=b", False),
        (HERE, "http://h/p/5", "http://h/p/5-five", False),
    ],
)
async def test_a_way_back_is_told_from_the_same_address_in_other_words(before: str, asked: str, led: str, back: bool):
    assert is_back(before, asked, led) is back


def run_at(*urls: str, answer: str | None = None) -> Run:
    steps = tuple(Step(action=Action(type="click", target=t(name="x")), url=url) for url in urls)
    return Run(task="do", site="h", origin="http://h", start_url="http://h/", outcome="success", steps=steps, answer=answer)


async def test_a_report_is_believed_of_a_page_that_stayed_where_its_addresses_agree_with_what_is_seen():
    other = "http://h/other"
    assert page_kept(run_at(other, HERE, HERE), 1, HERE) == HERE
    assert page_kept(run_at(other, HERE, HERE), 1, "http://h/elsewhere") == ""
    assert page_kept(run_at(HERE, other), 0, HERE) == ""
    assert page_kept(run_at(HERE, HERE, HERE), 0, HERE) == "", "one address for all steps tells nothing"
    last = run_at(HERE).steps[0].model_copy(update={"effect": Effect(url=HERE)})
    assert page_kept(run_at(HERE).model_copy(update={"steps": (last,)}), 0, HERE) == HERE
    assert page_kept(run_at(HERE, answer="5").model_copy(update={"steps": (last,)}), 0, HERE) == ""


async def test_of_a_recorded_session_a_way_back_that_changed_a_part_of_the_page_counts_as_sent():
    activity: Any = SimpleNamespace(led=[("http://h/take/5?x=1", HERE)])
    many = [f"text {n}" for n in range(20)]
    assert sent_back(activity, HERE, HERE, ["mine"], many) == ("GET /take/5",)
    assert sent_back(activity, HERE, HERE, [], many) == ()
    assert sent_back(activity, HERE, HERE, many, many) == (), "all of it is new: another language"
    assert sent_back(activity, "http://h/x", HERE, ["mine"], many) == ()
