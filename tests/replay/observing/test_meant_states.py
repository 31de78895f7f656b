"""What a reported click on a tick was to bring about, whatever state the page is in when the run is followed."""

from __future__ import annotations

import pytest
from core_stage import t

from awm_mcp.model import Action, Step
from awm_mcp.replay.observing.meant_state import as_meant_state

TICK = Action(type="click", target=t(role="checkbox", name="News"))


def meant(task: str, told: bool, ticks: int = 1, role: str = "checkbox") -> bool:
    seen = Action(type="check", target=t(role=role, name="News"), checked=told)
    found = as_meant_state(seen, task, [Step(action=TICK)] * ticks).checked
    assert isinstance(found, bool)
    return found


@pytest.mark.parametrize("task", ["Subscribe to the news", "Die Nachrichten abonnieren", "Follow Ann", "ニュースを購読する"])
@pytest.mark.parametrize("told", [True, False])
def test_a_tick_is_meant_to_be_on_where_nothing_asks_for_the_contrary(task: str, told: bool) -> None:
    assert meant(task, told) is True


@pytest.mark.parametrize(
    "task",
    [
        "Unsubscribe from the news", "Turn off the news", "Disable the news", "取消订阅新闻",
        "Désactivez les alertes", "Wyłącz alerty",
    ],
)  # fmt: skip
@pytest.mark.parametrize("told", [True, False])
def test_the_only_tick_of_a_task_that_turns_off_is_meant_to_be_off(task: str, told: bool) -> None:
    assert meant(task, told) is False


@pytest.mark.parametrize("told", [True, False])
def test_where_a_task_may_ask_for_either_the_page_tells(told: bool) -> None:
    assert meant("Order a mug without the news", told) is told
    assert meant("Turn off the news and the offers", told, ticks=2) is told


def test_a_radio_button_is_never_meant_to_be_off() -> None:
    assert meant("Choose the plan without adverts", told=False, role="radio") is True
