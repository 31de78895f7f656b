"""The main job on real applications: report solved runs over stdio, then call what was learnt with held-out values."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from rig_expected import NOT_YET, parameters

pytestmark = [pytest.mark.rig, pytest.mark.process, pytest.mark.browser, pytest.mark.timeout(1800)]
ALLOWED = ("no", pytest.param("verify", marks=pytest.mark.slow))
APPS = ("shop", "tracker", "miniwob")


@pytest.mark.parametrize("writes", ALLOWED)
@pytest.mark.parametrize("case", parameters(*APPS))
def test_a_held_out_task_ends_as_the_application_says(proof: Callable[[str, str], Any], case: str, writes: str) -> None:
    result = proof(case.partition("-")[0], writes).results[case]

    assert result.verdict == "ok", result.line()


@pytest.mark.parametrize("writes", ALLOWED)
@pytest.mark.parametrize("case", parameters("shop", "tracker"))
def test_finding_fills_the_arguments_from_the_task_text(proof: Callable[[str, str], Any], case: str, writes: str) -> None:
    result = proof(case.partition("-")[0], writes).results[case]

    assert result.workflow, result.line()
    assert result.misfilled == ()


@pytest.mark.parametrize("writes", ALLOWED)
@pytest.mark.parametrize("app", APPS)
def test_no_replay_claims_an_end_that_the_application_denies(
    proof: Callable[[str, str], Any], app: str, writes: str
) -> None:
    wrong = [result.line() for result in proof(app, writes).results.values() if result.verdict == "wrong"]

    assert wrong == []


def test_at_most_three_cases_of_the_shop_wait_for_later() -> None:
    assert len([case for case in NOT_YET if case.startswith("shop-")]) <= 3
