"""What a page asks for again and again, with nothing done to it meanwhile, is a poll."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from awm_mcp.replay.traffic.polls import POLLED, Polls


def asked(method: str = "GET", kind: str = "fetch") -> Any:
    return SimpleNamespace(method=method, resource_type=kind)


def test_what_is_asked_for_anew_several_times_between_two_actions_is_a_poll() -> None:
    polls = Polls()
    assert [polls.has(asked(), "GET /jobs", 1.0) for _ in range(POLLED + 2)] == [False] * POLLED + [True, True]


def test_what_each_action_asks_for_once_is_none() -> None:
    polls = Polls()
    assert not any(polls.has(asked(), "GET /find", float(moment)) for moment in range(20))


@pytest.mark.parametrize(("method", "kind"), [("POST", "fetch"), ("GET", "document"), ("GET", "script")])
def test_what_writes_and_what_a_page_consists_of_is_none(method: str, kind: str) -> None:
    polls = Polls()
    assert not any(polls.has(asked(method, kind), "/", 1.0) for _ in range(20))
