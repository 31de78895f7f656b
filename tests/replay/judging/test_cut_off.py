# ruff: noqa: E501  pages are easier to read as the markup they are
"""What never came to an answer is not told as done: pages keep it for later, and say that it is saved."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from browser_fixtures import Answer, Hit
from core_stage import Stand, param, step, t
from socket_site import Socket

from awm_mcp.model import Evidence

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]
PAGE = """<label>Note <input id=n></label><button id=b>Save</button><p role=status id=m></p><ul id=l></ul><script>
const say = text => { m.textContent = text; }, queue = x => { localStorage.queue = x; }, post = (x, o = {}) => fetch('/api', { method: 'POST', body: x, ...o });
let w; const listen = () => { w = new WebSocket('ws://' + location.host + '/live'); w.onclose = () => setTimeout(listen, 400); };
const tell = x => { if (w.readyState === 1) w.send(JSON.stringify({ type: 'note.add', note: x })); else queue(x); say('Saved'); };
BEGIN
b.onclick = async () => { const x = n.value; n.value = ''; OWN };</script>"""
SAVE = (step("fill", t(role="textbox", name="Note"), param("n")), step("click", t(role="button", name="Save"), writes=True))


async def save(stand: Stand, own: str, begin: str = "") -> str:
    outcome = await stand.play(
        *SAVE, page=PAGE.replace("OWN", own).replace("BEGIN", begin), args={"n": "Tea"}, risk="write",
        evidence=Evidence(runs=("run_1", "run_2"), support=2),
    )  # fmt: skip
    return outcome.stopped.code if outcome.stopped is not None else outcome.status


def drops(stand: Stand, *, times: int = 99) -> list[str]:
    """A site that cuts off what it is sent, so many times."""
    kept, tries = list[str](), list[str]()

    async def api(hit: Hit) -> Answer:
        tries.append(hit.body.decode())
        if len(tries) <= times:
            raise OSError("cut off")
        kept.append(hit.body.decode())
        return (200, {}, "")

    stand.site.pages["/api"] = api
    return kept


QUEUED = {
    "queued as saved": "try { await post(x); } catch { queue(x); } say('Saved');",
    "queued as an entry": "try { await post(x); } catch { queue(x); } const e = document.createElement('li'); e.textContent = x; l.append(e);",
    "sent some time after it is called saved": "say('Saved'); setTimeout(() => post(x).catch(() => queue(x)), 500);",
    "by a beacon": "navigator.sendBeacon('/api', x); say('Saved');",
}


@pytest.mark.parametrize("own", QUEUED.values(), ids=QUEUED)
async def test_what_was_cut_off_before_an_answer_ends_unknown(stand: Stand, own: str) -> None:
    kept = drops(stand)
    assert await save(stand, own) == "no_answer"
    assert kept == []


async def test_what_a_page_gave_up_waiting_for_ends_unknown(stand: Stand) -> None:
    async def hangs(_: Hit) -> Answer:
        await asyncio.sleep(2)
        return (200, {}, "")

    stand.site.pages["/api"] = hangs
    given_up = "const c = new AbortController(); setTimeout(() => c.abort(), 300); try { await post(x, { signal: c.signal }); } catch { queue(x); } say('Saved');"
    assert await save(stand, given_up) == "no_answer"


async def test_what_a_page_sends_again_until_it_is_answered_is_a_good_end(stand: Stand) -> None:
    kept = drops(stand, times=2)  # the browser itself tries twice
    again = (
        "for (;;) try { await post(x); break; } catch { await new Promise(done => setTimeout(done, 300)); } say('Saved');"
    )
    assert await save(stand, again) == "ok"
    assert kept == ["Tea"]


async def test_what_is_left_with_its_page_or_asked_anew_is_not_cut_off(stand: Stand) -> None:
    async def slow(_: Hit) -> Answer:
        await asyncio.sleep(0.3)
        return (200, {}, "")

    stand.site.pages |= {"/api": slow, "/done": "<p role=status>Saved</p>"}
    assert await save(stand, "post(x, { keepalive: true }); location.href = '/done';") == "ok"
    twice = "const c = new AbortController(); post(x, { signal: c.signal }).catch(() => 0); c.abort(); await post(x); say('Saved');"
    assert await save(stand, twice) == "ok"


async def test_a_page_that_lost_its_socket_and_sends_nothing_ends_unknown(stand: Stand) -> None:
    async def refuses(_: Hit, reader: Any, writer: asyncio.StreamWriter) -> None:
        writer.write(b"HTTP/1.1 404 X\r\ncontent-length: 0\r\n\r\n")
        await writer.drain()

    stand.site.socket = refuses
    assert await save(stand, "tell(x);", "listen();") == "not_sent"


async def test_a_socket_that_is_closed_instead_of_an_answer_ends_unknown(stand: Stand) -> None:
    class Closing(Socket):
        async def __call__(self, hit: Hit, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            self.answers = lambda _: writer.close()
            await super().__call__(hit, reader, writer)

    stand.site.socket = socket = Closing()
    assert await save(stand, "tell(x);", "listen();") == "no_answer"
    stand.site.socket = Socket(lambda _: '{"type": "ack"}')
    assert await save(stand, "tell(x);", "listen();") == "ok"
    assert len(socket.heard) == 1


async def test_a_page_that_does_not_reach_its_site_and_sends_nothing_ends_unknown(stand: Stand) -> None:
    async def cut(_: Hit) -> Answer:
        raise OSError("cut off")

    stand.site.pages |= {"/ping": cut, "/api": (200, {}, "")}
    begin = "let off = false; const ping = () => fetch('/ping').then(() => { off = false; }, () => { off = true; }); ping();"
    own = "await ping(); if (off) queue(x); else await post(x); say('Saved');"
    assert await save(stand, own, begin) == "not_sent"
    stand.site.pages["/ping"] = (200, {}, "")
    assert await save(stand, own, begin) == "ok"
