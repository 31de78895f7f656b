# ruff: noqa: E501  pages are easier to read as the markup they are
"""What is sent over a web socket is sending: missed where it does not come, refused by its answer, held back in proofs."""

from __future__ import annotations

import json
from typing import Any

import pytest
from core_stage import Stand, step, t
from socket_site import Socket

from awm_mcp.model import Evidence, Outcome
from awm_mcp.replay.writing import late

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]
SAVE = t(role="button", name="Go on")
SAVED = step("click", SAVE, writes=True, sends=("SOCKET /live",))
PAGE = """<label>Note <input id=n></label><button id=b>Go on</button><p role=status id=s></p><script>
const ws = new WebSocket(`ws://${location.host}/live`); let n1 = 0;
const ask = data => ws.readyState === 1 ? ws.send(JSON.stringify(data)) : ws.addEventListener('open', () => ws.send(JSON.stringify(data)));
setInterval(() => ask({type: 'presence', at: ++n1}), 100);
b.onclick = () => { CLICK };
</script>"""
SEND = "ask({type: 'note.save', id: 'q1'}); s.textContent = 'Saved'"


def saving(socket: Socket) -> list[str]:
    return [text for text in socket.heard if "presence" not in text]


def ok(text: str) -> str | None:
    return json.dumps({"id": "q1", "ok": True}) if "save" in text else None


def no(text: str) -> str | None:
    return json.dumps({"id": "q1", "type": "error", "message": "The note is locked"}) if "save" in text else None


async def play(stand: Stand, socket: Socket, click: str = SEND, **more: Any) -> Outcome:
    stand.site.socket = socket
    return await stand.play(more.pop("step", SAVED), page=PAGE.replace("CLICK", click), **{"risk": "write", **more})


async def test_what_a_click_sends_over_a_socket_is_sent(stand: Stand):
    outcome = await play(stand, socket := Socket(ok))
    assert outcome.ok, outcome.stopped
    assert len(saving(socket)) == 1
    assert outcome.sent == {"1": ("SOCKET /live",)}


async def test_a_click_that_says_nothing_over_its_socket_is_no_good_end(stand: Stand, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(late, "SAVING_S", 0.5)
    outcome = await play(stand, Socket(ok), "s.textContent = 'Saved'")
    assert outcome.stopped is not None
    assert (outcome.status, outcome.stopped.code) == ("unknown", "not_sent")


async def test_an_answer_over_the_socket_that_refuses_is_a_refusal(stand: Stand):
    outcome = await play(stand, Socket(no))
    assert outcome.stopped is not None
    assert outcome.stopped.code == "site_refused"
    assert "The note is locked" in outcome.stopped.seen


async def test_in_a_proof_nothing_that_changes_goes_over_a_socket(stand: Stand):
    only = step("click", SAVE)
    outcome = await play(stand, socket := Socket(ok), step=only, risk="read", request={"until_write": True})
    seen = await stand.observe(only)
    assert saving(socket) == []
    assert socket.heard
    assert outcome.stopped is not None
    assert (outcome.stopped.code, outcome.stopped.step) == ("sends_write", 1)
    assert seen.run.steps[0].effect is not None
    assert seen.run.steps[0].effect.requests == ("SOCKET /live",)


@pytest.mark.parametrize(
    ("answer", "end"), [("Entry 7 was saved", ("ok", "")), ("Ann Lee is on holiday", ("unknown", "not_confirmed"))]
)
async def test_a_message_whose_names_tell_nothing_is_what_a_writing_step_sends(
    stand: Stand, answer: str, end: tuple[str, str]
):
    send = "ws.onmessage = e => s.textContent = e.data; ask(['event', {id: 7, listener: 'b1', args: []}])"
    learned = Evidence(runs=("run_1", "run_2"), support=2)
    socket = Socket(lambda text: answer if "listener" in text else None)
    outcome = await play(stand, socket, send, step=step("click", SAVE, writes=True), evidence=learned)
    assert (outcome.status, outcome.stopped.code if outcome.stopped is not None else "") == end, outcome.stopped
