"""The judge of the rig's proofs can tell good from bad; it needs no application."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import Any

import pytest
from mcp_process import secret_variable
from rig_cases import stop_words
from rig_judge import map_values, unmet
from rig_process_table import descendants, left_after
from shared_rig import Held

SOURCES = ({"product": "Red Kettle", "quantity": "2"}, {"product": "Oak Stool", "quantity": "3"})
NEW = {"product": "Linen Towel", "quantity": "5"}


def _schema(**properties: dict[str, Any]) -> dict[str, Any]:
    return {"properties": properties, "required": list(properties)}


def test_a_parameter_is_known_by_the_examples_of_its_source_runs() -> None:
    schema = _schema(item={"type": "string", "examples": ["red  kettle"]}, pieces={"type": "integer", "examples": [2, 3]})

    mapped = map_values(schema, NEW, SOURCES, {"item": "Linen Towel", "pieces": 4})

    assert mapped.arguments == {"item": "Linen Towel", "pieces": 5}
    assert mapped.differs == {"pieces": (5, 4)}


def test_a_parameter_of_no_known_value_keeps_what_was_filled_and_is_named_when_nothing_was() -> None:
    schema = _schema(note={"type": "string", "examples": ["x"]}, other={"type": "string"})

    mapped = map_values(schema, NEW, SOURCES, {"note": "hello"})

    assert mapped.arguments == {"note": "hello"}
    assert mapped.unmapped == ("other",)


@pytest.mark.parametrize(
    ("check", "seen", "good"),
    [
        ({"answer": "US$ 3"}, {"outputs": {"price": " US$  3 "}}, True),
        ({"answer": "US$ 3"}, {"outputs": {"price": "US$ 30"}}, False),
        ({"answer": "US$ 3"}, {"outputs": {}}, False),
        ({"url": r"^/item/\d+$"}, {"page": {"url": "http://127.0.0.1:1/item/7"}}, True),
        ({"url": r"^/item/\d+$"}, {"page": {"url": "http://127.0.0.1:1/item/7/edit"}}, False),
        ({"text": "Thank you"}, {"page": {"title": "Thank you"}}, True),
        ({"js": "WOB_RAW_REWARD_GLOBAL", "value": 1}, {"page": {"text": "Last reward: 0.98 Episodes done: 1"}}, True),
        ({"js": "WOB_RAW_REWARD_GLOBAL", "value": 1}, {"page": {"text": "Last reward: 0.40"}}, False),
        ({"js": "WOB_RAW_REWARD_GLOBAL", "value": 1}, {"page": {"text": "Last reward: -1.00"}}, False),
        ({"js": "WOB_RAW_REWARD_GLOBAL", "value": 1}, {"page": {"text": "Last reward: -"}}, False),
    ],
)
def test_a_check_holds_only_when_the_outcome_shows_it(check: dict[str, Any], seen: dict[str, Any], good: bool) -> None:
    held = Held("shop", "t", "task", {}, "http://127.0.0.1:1/", (check,), ())

    assert (unmet(held, seen, "") == []) is good


def test_a_stop_is_told_in_one_line_with_the_nearest_candidates() -> None:
    stopped = {"step": 2, "action": "click Save", "code": "covered", "expected": "Save", "seen": "a dialog"}
    near = [{"element": "button Store", "why_not": "other name"}]

    said = stop_words({"status": "step_failed", "steps_total": 5, "stopped": {**stopped, "candidates": near}})

    assert "step_failed at 2/5: click Save [covered]" in said
    assert "button Store (other name)" in said


def test_a_secret_s_variable_is_named_after_its_site() -> None:
    assert secret_variable("127.0.0.1:9401", "password") == "AWM_SECRET_127_0_0_1_9401_PASSWORD"


@pytest.mark.process
@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="reads /proc")
def test_a_child_that_stays_is_seen_and_one_that_ends_is_not() -> None:
    child = subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE)
    seen = [process for process in descendants(os.getpid()) if process.pid == child.pid]
    try:
        assert [process.pid for process in left_after(seen, 0)] == [child.pid]
    finally:
        child.communicate(b"\n", timeout=10)
    assert left_after(seen, 0) == []
