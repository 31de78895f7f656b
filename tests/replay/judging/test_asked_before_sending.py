"""What is asked around a step that writes goes in few messages, and loses nothing by that."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from browser_fixtures import Answer, Hit
from core_stage import Stand, step, t
from playwright._impl.connection import Connection  # pyright: ignore[reportPrivateImportUsage]  nothing public counts

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]
FORM = """<form id=f><label>Note <input id=n></label><label>Size <select id=s><option>Small<option>Large</select></label>
  <label>Town <input id=w></label><button>Order</button></form><p id=m></p><script>
  f.onsubmit = e => { e.preventDefault(); fetch('/api', { method: 'POST', body: n.value + w.value })
    .then(() => { m.textContent = 'Thank you'; }); };"""
STEPS = (
    step("fill", t(role="textbox", name="Note"), "tea"),
    step("select", t(role="combobox", name="Size"), "Large"),
    step("fill", t(role="textbox", name="Town"), "Bern"),
    step("click", t(role="button", name="Order"), writes=True, expect={"text": "Thank you"}),
)


@pytest.fixture
def sent(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """The messages to the browser, as they are sent."""
    names, send = list[str](), Connection.send_message_to_server

    def noting(self: Any, owner: Any, method: str, *given: Any) -> Any:
        names.append(method)
        return send(self, owner, method, *given)

    monkeypatch.setattr(Connection, "send_message_to_server", noting)
    yield names


async def played(stand: Stand, script: str = "") -> tuple[str, str]:
    def api(_: Hit) -> Answer:
        return (200, {"content-type": "application/json"}, "{}")

    stand.site.pages["/api"] = api
    outcome = await stand.play(*STEPS, page=f"{FORM}{script}</script>", risk="write")
    return outcome.status, outcome.stopped.code if outcome.stopped is not None else ""


async def test_a_press_that_sends_is_asked_about_in_two_messages_after_it_was_found(stand: Stand, sent: list[str]) -> None:
    assert await played(stand) == ("ok", "")
    press = sent.index("click")
    before = sent[len(sent) - sent[::-1].index("fill") : press]
    # One reads the field back; two find the button; two ask what has to be known, and one listens from then on.
    assert len(before) <= 6, before


async def test_what_a_field_holds_is_read_in_one_message_with_all_that_was_set_before(stand: Stand, sent: list[str]) -> None:
    await played(stand)
    at = [n for n, name in enumerate(sent) if name == "fill"]
    assert len(sent[at[0] : sent.index("selectOption")]) <= 6, sent
    assert at[1] - sent.index("selectOption") <= 6, sent


LATER = {
    "timer": "setTimeout(back, 25)",
    "frames": "requestAnimationFrame(() => requestAnimationFrame(back))",
    "message": "{ const c = new MessageChannel(); c.port1.onmessage = back; c.port2.postMessage(1); }",
    "promises": "Promise.resolve().then(() => {}).then(back)",
    "beat": "{ const i = setInterval(() => { clearInterval(i); back(); }, 20); }",
}


@pytest.mark.parametrize("how", list(LATER))
async def test_what_a_page_takes_back_a_moment_after_a_field_was_left_is_not_sent(stand: Stand, how: str) -> None:
    script = f"const back = () => {{ w.value = 'Rome'; }}; w.onblur = () => {LATER[how]};"
    assert await played(stand, script) == ("step_failed", "did_not_stick")
    assert stand.sent() == []
