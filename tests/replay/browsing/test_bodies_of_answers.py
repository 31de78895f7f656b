"""How long the rest of an answer is waited for: a body that nobody reads never ends, as the browser tells it."""

from __future__ import annotations

import time
from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any

import pytest

from awm_mcp.replay.traffic.activity import BODY_S, SHORT_BODY, SHORT_BODY_S, Activity


@dataclass(frozen=True)
class Asked:
    """What Playwright tells of a request, as far as it is looked at."""

    url: str = "http://a.example/save"
    method: str = "GET"
    resource_type: str = "fetch"
    post_data_buffer: bytes | None = None
    post_data: str | None = None


class Context:
    """What a browser context tells of its requests, without a browser."""

    pages: tuple[Any, ...] = ()

    def __init__(self) -> None:
        self._heard: dict[str, Any] = {}

    def on(self, event: str, hear: Any) -> None:
        self._heard[event] = hear

    def asks_and_is_answered(self, method: str, headers: dict[str, str]) -> None:
        request = Asked(method=method)
        self._heard["request"](request)
        self._heard["response"](SimpleNamespace(request=request, status=200, headers=headers))


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> SimpleNamespace:
    """A clock that stands still unless it is told to go on."""
    clock = SimpleNamespace(now=1000.0)
    monkeypatch.setattr(time, "monotonic", lambda: clock.now)
    return clock


@pytest.mark.parametrize(
    ("method", "headers", "waits_s"),
    [
        ("GET", {"content-length": "2"}, SHORT_BODY_S), ("GET", {"content-length": str(SHORT_BODY + 1)}, BODY_S),
        ("GET", {}, BODY_S), ("POST", {"content-length": "many"}, BODY_S),
        ("PUT", {}, SHORT_BODY_S), ("PUT", {"content-length": str(SHORT_BODY + 1)}, BODY_S),
    ],
)  # fmt: skip
def test_a_body_that_is_short_is_waited_for_only_shortly(
    method: str, headers: dict[str, str], waits_s: float, clock: SimpleNamespace
) -> None:
    context: Any = Context()
    activity = Activity(context)
    context.asks_and_is_answered(method, headers)

    clock.now += waits_s - 0.01
    assert activity.pending()
    clock.now += 0.02
    assert not activity.pending()
