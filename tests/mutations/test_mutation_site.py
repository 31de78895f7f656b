"""The judge of the mutated twins can tell a wanted change from another; it needs the application's checks, no browser."""

from __future__ import annotations

import copy
import json
from typing import Any

import mutation_site
import pytest
from mutation_site import INFINITY, Twin, kind_of_change, twins_of


@pytest.fixture
def seed() -> dict[str, Any]:
    if reason := mutation_site.why_absent():
        pytest.skip(reason)
    return json.loads((INFINITY / "seed" / "gitlab.json").read_text())


def test_an_untouched_state_is_no_change(seed: dict[str, Any]) -> None:
    assert kind_of_change(seed, None) == "none"


def test_a_change_is_another_one_unless_the_wanted_end_has_it_too(seed: dict[str, Any]) -> None:
    half, whole = copy.deepcopy(seed), copy.deepcopy(seed)
    half["issues"][0]["status"] = whole["issues"][0]["status"] = "elsewhere"
    whole["issues"][1]["status"] = "elsewhere"

    assert kind_of_change(half, None) == "other"
    assert kind_of_change(half, whole) == "part"
    assert kind_of_change(whole, half) == "other"


def test_learners_are_given_no_argument_values_and_no_family(seed: dict[str, Any]) -> None:
    del seed
    reports = mutation_site.reports("train")

    assert len(reports) == 28
    assert {key for report in reports for key in report} <= {
        "task", "site", "start_url", "answer", "steps", "outcome", "agent",
    }  # fmt: skip
    assert {report["outcome"] for report in mutation_site.reports("failed")} == {"failure"}


def test_the_unchanged_application_comes_first_and_every_level_with_every_seed() -> None:
    twins = twins_of([0, 3], 2)

    assert twins[0] == Twin(0)
    assert [str(twin) for twin in twins if twin.level == 3] == [
        "level 3 seed 1 with test ids",
        "level 3 seed 1 without test ids",
        "level 3 seed 2 with test ids",
        "level 3 seed 2 without test ids",
    ]


def test_a_sample_has_tasks_of_every_family(seed: dict[str, Any]) -> None:
    del seed
    whole, sample = mutation_site.tasks(), mutation_site.tasks(most=1)

    assert {task.family for task in sample} == {task.family for task in whole}
    assert len(sample) == len({task.family for task in sample}) < len(whole)
