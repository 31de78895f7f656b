"""An alert that complains ends the wait for what the runs showed, though no refusing answer came with it."""

from __future__ import annotations

import time
from types import SimpleNamespace
from typing import Any

import pytest

from awm_mcp.model import Expectation, FlowStep, Workflow, value
from awm_mcp.replay.judging import refused_value
from awm_mcp.replay.judging.honest_end import Message
from awm_mcp.replay.judging.refused_value import standing_complaint
from awm_mcp.replay.values.binding import Arguments

THANKS = Workflow(
    name="shop_order", site="a.test", start=value("/"), steps=(FlowStep(expect=Expectation(text=value("Sold out"))),)
)  # pyright: ignore[reportCallIssue]


def alert(text: str, tone: str = "bad", *, strong: bool = True) -> Message:
    return Message(text, strong=strong, tone=tone, heading=False)


async def ends(monkeypatch: pytest.MonkeyPatch, *shown: Message, pending: bool = False) -> bool:
    """Whether the wait is over once the messages have stood for long enough."""

    async def messages(_: Any) -> list[Message]:
        return list(shown)

    monkeypatch.setattr(refused_value, "messages", messages)
    now = 100.0
    monkeypatch.setattr(time, "monotonic", lambda: now)
    activity = SimpleNamespace(pending=lambda: pending, unanswered=None)
    player: Any = SimpleNamespace(
        stage=SimpleNamespace(activity=activity),
        shown_before=frozenset({"shop is closed"}),
        request=SimpleNamespace(workflow=THANKS),
        arguments=Arguments({}, {}, None, ""),
    )
    stands = standing_complaint(player)
    assert not await stands()
    now += refused_value.ALONE_S
    return await stands()


async def test_an_alert_that_is_dressed_as_bad_news_ends_it(monkeypatch: pytest.MonkeyPatch) -> None:
    assert await ends(monkeypatch, alert("Customer Ann is not known"))


@pytest.mark.parametrize(
    "shown", [alert("Shop is closed"), alert("Welcome", ""), alert("Not known", strong=False), alert("Sold out")]
)
async def test_what_was_there_what_is_none_and_what_the_runs_had_does_not(
    monkeypatch: pytest.MonkeyPatch, shown: Message
) -> None:
    assert not await ends(monkeypatch, shown)


async def test_nor_does_one_while_something_is_still_to_be_answered(monkeypatch: pytest.MonkeyPatch) -> None:
    assert not await ends(monkeypatch, alert("Customer Ann is not known"), pending=True)
