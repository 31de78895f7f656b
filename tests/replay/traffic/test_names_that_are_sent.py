"""Requests that name another choice, row or value than the one that was meant, told from the many that only seem to."""

from __future__ import annotations

import json
from typing import Any

import pytest

from awm_mcp.replay.traffic.sent_otherwise import (
    Meant,
    Sent,
    contrary_sent,
    old_value_sent,
    other_choice_answered,
    other_choice_sent,
    other_row_sent,
)

DINA = Meant(("Dina Orr",), ("Ann Lee", "Bob Ray", "Cleo Fox"), ("Assignee",), ("d4",))
HOOK = Meant(("Brass hook",), ("Felt pad", "Wool rug"), keys=("Brass hook, for coats $5.00",))


def _sent(body: Any, url: str = "http://s/api/ticket", answer: Any = None) -> list[Sent]:
    return [Sent(url, body if isinstance(body, str) else json.dumps(body), json.dumps(answer))]


@pytest.mark.parametrize(
    ("body", "told"),
    [
        ({"assignee": "Cleo Fox"}, "Cleo Fox"),
        ({"value": "cleo fox"}, "cleo fox"),
        ({"ticket": 7, "assignee": {"name": "Cleo Fox"}, "assigneeName": "Cleo Fox"}, "Cleo Fox"),
        ("assignee=Cleo+Fox&save=1", "Cleo Fox"),
        ({"assignee": "Dina Orr"}, ""),
        ({"assignee": 4}, ""),
        ({"assignee": "Cleo Fox", "to": "d4"}, ""),
        ({"assignee": "dina.orr@example.com", "reporter": "Cleo Fox"}, ""),
        ({"assignee_id": 4, "reporter": "Cleo Fox"}, ""),
        ({"old_assignee": "Cleo Fox", "assignee_id": 4}, ""),
        ({"assignee": ["Ann Lee", "Bob Ray", "Cleo Fox"], "n": 3}, ""),
        ({"from": "Cleo Fox", "to": "D. Orr"}, ""),
    ],
)
def test_another_choice_is_sent_only_under_the_name_of_the_control_or_alone(body: Any, told: str) -> None:
    assert other_choice_sent(_sent(body), DINA) == told


def test_choices_that_are_numbers_or_short_codes_tell_nothing() -> None:
    second = Meant(("2",), ("1", "3"), ("Priority",))
    assert not other_choice_sent(_sent({"priority": 1}), second)
    assert not other_choice_sent(_sent({"land": "NO"}), Meant(("Norway",), ("No", "Sweden"), ("Land",)))


def test_an_answer_names_another_choice_under_the_name_that_the_chosen_one_was_sent_under() -> None:
    assert other_choice_answered(_sent({"assignee": "Dina Orr"}, answer={"assignee": "Bob Ray"}), DINA) == "Bob Ray"
    assert not other_choice_answered(_sent({"assignee": "Dina Orr"}, answer={"assignee": "Dina Orr", "by": "Bob Ray"}), DINA)
    assert not other_choice_answered(_sent({"assignee": "Dina Orr"}, answer={"reporter": "Bob Ray"}), DINA)
    assert not other_choice_answered(_sent({"assignee": 4}, answer={"assignee": "Bob Ray"}), DINA)


@pytest.mark.parametrize(
    ("body", "url", "told"),
    [
        ({"product": "Wool rug", "quantity": "1"}, "/api/cart", "Wool rug"),
        ({"product": "Wool rug", "quantity": "5"}, "/api/cart?beside=1x", "Wool rug"),
        ({"product": "Brass hook", "quantity": "5"}, "/api/cart", ""),
        ({"sku": 17, "beside": "Wool rug"}, "/api/cart", ""),
        ({"item": 3, "kind": "Wool rug"}, "/api/cart", ""),
        ({"kind": "Wool rug"}, "/api/cart/3", ""),
        ({"product": "brass-hook", "related": "Wool rug"}, "/api/cart", ""),
        ({"product": "Wool rug", "note": "for Brass hook"}, "/api/cart", ""),
        ({"target": "Felt pad"}, "/api/move", ""),
        ({"text": "for coats", "by": "Wool rug"}, "/api/like", ""),
    ],
)
def test_another_row_is_sent_only_where_nothing_may_stand_for_the_one_that_was_meant(body: Any, url: str, told: str) -> None:
    assert other_row_sent(_sent(body, f"http://s{url}"), HOOK, ["5", "Felt pad", "Brass hook"]) == told


def test_the_old_value_of_a_field_is_sent_only_where_the_new_one_is_nowhere() -> None:
    port = "http://127.0.0.1:5105/api"
    assert old_value_sent(_sent({"product": "Brass hook", "quantity": "1"}, port), ["Quantity"], "1", "5") == "1"
    assert not old_value_sent(_sent({"quantity": 5, "quantity_old": 1}), ["Quantity"], "1", "5")
    assert not old_value_sent(_sent({"quantity": "5.00", "quantityMin": 1}), ["Quantity"], "1", "5")
    assert not old_value_sent(_sent({"rows": 1}), ["Quantity"], "1", "5")
    assert not old_value_sent(_sent({"quantity": ""}), ["Quantity"], "", "5")


def test_the_contrary_is_sent_under_the_name_of_the_control_or_of_its_own_state() -> None:
    at = "http://s/api/rooms/4"
    assert contrary_sent(_sent({"on": False}, at), "Alerts for ", wanted=True) == "on: false"
    assert contrary_sent(_sent({"alerts": True}, at), "Alerts", wanted=False) == "alerts: true"
    assert not contrary_sent(_sent({"on": True}, at), "Alerts", wanted=True)
    assert not contrary_sent(_sent({"enabled": False}, at), "Mute", wanted=True)
    assert not contrary_sent(_sent({"sound": {"on": False}}, at), "Mute", wanted=True)
    assert not contrary_sent(_sent({"on": False}, f"{at}/toggle"), "Alerts", wanted=True)
    assert not contrary_sent(_sent({"on": False}, at, {"on": True}), "Alerts", wanted=True)
    assert not contrary_sent(_sent({"old_alerts": False, "id": 4}, at), "Alerts", wanted=True)
    assert not contrary_sent(_sent({"alerts": True, "alertsBefore": False}, at), "Alerts", wanted=True)
    assert not contrary_sent(_sent({"alerts": False}, at), "Mute alerts", wanted=True)
    assert not contrary_sent(_sent({"on": False}, at), "Mute", wanted=True)
    assert not contrary_sent(_sent({"ads": False}, at), "No ads", wanted=True)
    assert contrary_sent(_sent({"emailAlerts": False}, at), "Email alerts", wanted=True)


@pytest.mark.parametrize("name", ["newsletterOptOut", "newsletter_disabled", "hideNewsletter"])
def test_a_name_that_turns_the_label_round_tells_nothing(name: str) -> None:
    assert not contrary_sent(_sent({name: False}, "/api/me"), "Newsletter", wanted=True)
    assert contrary_sent(_sent({"newsletterEnabled": False}, "/api/me"), "Newsletter", wanted=True)
