"""Requests that pages make by themselves and that never end: waited for until that was in vain often enough."""

from __future__ import annotations

import asyncio
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from core_stage import Stand, param, step, t

from awm_mcp.replay.traffic import activity, slow_requests
from awm_mcp.replay.traffic.slow_requests import OFTEN, SHORT_S, SLOW_S, ByThemselves, SlowRequests

LONG_POLL = "GET http://site.test/updates"


class Clock:
    now = 100.0

    def monotonic(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    made = Clock()
    monkeypatch.setattr(slow_requests, "time", made)
    return made


def replay(known: SlowRequests, clock: Clock, took_s: float, *, answered: bool = True, by_itself: bool = True) -> bool:
    """One replay in which the request takes so long; whether it was known as one that is not worth waiting for."""
    request: Any = object()
    seen = ByThemselves(known)
    vain = seen.begins(request, LONG_POLL, by_itself=by_itself)
    clock.now += took_s
    (seen.answered if answered else seen.ended)(request)
    return vain


def test_what_was_slow_in_so_many_replays_is_not_waited_for_by_the_next_one(tmp_path: Path, clock: Clock):
    known = SlowRequests(tmp_path / "slow.json")
    assert [replay(known, clock, SLOW_S + 0.1) for _ in range(OFTEN + 1)] == [False] * OFTEN + [True]
    assert replay(SlowRequests(tmp_path / "slow.json"), clock, SLOW_S + 0.1), "another process knows it, too"
    assert "site.test" not in (tmp_path / "slow.json").read_text()


def test_one_answer_in_time_makes_it_worth_waiting_for_again(tmp_path: Path, clock: Clock):
    known = SlowRequests(tmp_path / "slow.json")
    slow = [replay(known, clock, SLOW_S + 0.1) for _ in range(OFTEN)]
    assert replay(known, clock, 1.0), slow
    assert [replay(known, clock, SLOW_S + 0.1) for _ in range(OFTEN)] == [False] * OFTEN


def test_one_that_was_given_up_early_or_that_a_step_caused_teaches_nothing(tmp_path: Path, clock: Clock):
    known = SlowRequests(tmp_path / "slow.json")
    for _ in range(OFTEN):
        replay(known, clock, 1.0, answered=False)
        replay(known, clock, SLOW_S + 0.1, by_itself=False)
    assert not known.knows(LONG_POLL)
    assert not (tmp_path / "slow.json").exists()


def test_a_file_that_says_something_else_counts_as_none(tmp_path: Path):
    (tmp_path / "slow.json").write_text('["GET /updates"]')
    assert not SlowRequests(tmp_path / "slow.json").knows(LONG_POLL)


class Asked:
    """What Playwright tells of a request, as far as it is looked at."""

    url, method, resource_type = "http://site.test/updates", "GET", "fetch"


class Page:
    """What a context tells of a page that asks for one thing by itself, without a browser."""

    pages = ()

    def __init__(self) -> None:
        self._heard: dict[str, Any] = {}
        self.request = Asked()

    def on(self, event: str, hear: Any) -> None:
        self._heard[event] = hear

    def asks(self) -> None:
        self._heard["request"](self.request)

    def is_answered(self) -> None:
        self._heard["response"](SimpleNamespace(request=self.request, status=200, headers={}))


def page_asking(known: SlowRequests, monkeypatch: pytest.MonkeyPatch, clock: Clock) -> tuple[Page, activity.Activity]:
    monkeypatch.setattr(activity.time, "monotonic", clock.monotonic)
    page: Any = Page()
    busy = activity.Activity(page, known)
    page.asks()
    return page, busy


def test_what_was_slow_once_is_only_waited_for_shortly_before_something_is_done(
    tmp_path: Path, clock: Clock, monkeypatch: pytest.MonkeyPatch
):
    known = SlowRequests(tmp_path / "slow.json")
    _, busy = page_asking(known, monkeypatch, clock)
    clock.now += SHORT_S + 0.1
    assert busy.pending(), "it was never slow"

    known.note(LONG_POLL, slow=True)
    _, busy = page_asking(known, monkeypatch, clock)
    assert busy.pending()
    clock.now += SHORT_S + 0.1
    assert not busy.pending()
    assert busy.pending_for_reading(), "what is read may come with it"
    busy.mark()
    assert not busy.pending_for_reading()


def test_what_was_slow_once_and_is_answered_is_waited_for_to_its_end(
    tmp_path: Path, clock: Clock, monkeypatch: pytest.MonkeyPatch
):
    known = SlowRequests(tmp_path / "slow.json")
    known.note(LONG_POLL, slow=True)
    page, busy = page_asking(known, monkeypatch, clock)
    clock.now += SHORT_S + 0.1
    assert not busy.pending()
    page.is_answered()
    assert busy.pending(), "its body is still to come"
    assert not known.doubts(LONG_POLL)


def test_what_a_step_asked_for_is_waited_for_though_it_was_slow_once(
    tmp_path: Path, clock: Clock, monkeypatch: pytest.MonkeyPatch
):
    known = SlowRequests(tmp_path / "slow.json")
    known.note(LONG_POLL, slow=True)
    page, busy = page_asking(known, monkeypatch, clock)
    busy.mark()
    page.request = Asked()
    page.asks()
    clock.now += SHORT_S + 0.1
    assert busy.pending()


@pytest.mark.browser
@pytest.mark.asyncio(loop_scope="session")
async def test_a_long_poll_that_is_known_holds_no_step_up(stand: Stand):
    released = asyncio.Event()

    async def updates(_: object) -> str:
        await released.wait()
        return "{}"

    stand.site.pages["/updates"] = updates
    for _ in range(OFTEN):
        slow_requests.slow_requests(stand.home).note(f"GET {stand.site.origin}/updates", slow=True)
    script = "fetch('/updates'); n.oninput = () => log.textContent = n.value"
    page = f"<label>Name <input id=n></label><output id=log></output><script>{script}</script>"
    outcome = await stand.play(
        step("fill", t(role="textbox", name="Name"), param("name")), step("extract", t(role="status"), output="log"),
        page=page, args={"name": "Ann"},
    )  # fmt: skip
    released.set()
    assert outcome.outputs == {"log": "Ann"}, outcome.stopped
    assert sum(row.ms for row in outcome.steps) < SLOW_S * 1000
