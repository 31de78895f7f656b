"""Applications whose interface changes under the workflows: they work, or stop honestly, and never do wrong.

The practice shop is tried on a few twins with every push, on all with the slow tests. The single-page application needs its
files: its first table is the small one. ``AWM_MUTATIONS=full`` runs levels 0-5 with three seeds and repair ``safe``,
``AWM_MUTATIONS=off`` the same without repair (some hours each on two cores); ``python -m bench.mutations`` prints the same
tables with every cause.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable, Iterator
from pathlib import Path

import mutation_site
import pytest
from mutation_drivers import in_process, over_stdio
from mutation_site import Twin, twins_of
from mutation_trials import Trial, run, teach
from shop_trials import tried

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.timeout(600)]
WHICH = os.environ.get("AWM_MUTATIONS", "")
FULL = WHICH in ("full", "off")
REPAIR = "safe" if WHICH == "full" else "off"
FEW = [Twin(0), Twin(1), Twin(1, testids=False)]
AIM = {0: 1.0, 1: 1.0, 2: 1.0, 3: 0.8, 4: 0.8, 5: 0.8}
"""Share of held-out tasks that end ok, by level; without repair, other words are an honest stop."""
LEVELS = tuple(AIM) if WHICH == "full" else (0, 1, 2) if FULL else (0, 1)


SHOP_FEW = [*twins_of(range(3), 1, (None,)), Twin(3, 1, None)]
SENDS = "message"
"""The family that sends something: under another name, the button that does it is left to the caller by design."""


def on_the_single_page(test: Callable[..., None]) -> Callable[..., None]:
    """Marks a test that needs the single-page application."""
    for mark in (pytest.mark.rig, pytest.mark.slow, pytest.mark.timeout(3 * 3600), pytest.mark.usefixtures("_present")):
        test = mark(test)
    return test


@pytest.fixture(scope="module")
def _present() -> None:
    if reason := mutation_site.why_absent():
        pytest.skip(reason)


@pytest.fixture(scope="module")
def shop_trials(tmp_path_factory: pytest.TempPathFactory) -> list[Trial]:
    """The shop's tasks on few twins."""
    return asyncio.run(tried(tmp_path_factory.mktemp("shop"), SHOP_FEW, repair="safe"))


def test_no_replay_does_wrong_on_a_changed_shop(shop_trials: list[Trial]) -> None:
    assert _lines(shop_trials, "wrong") == []


@pytest.mark.parametrize("level", [0, 1, 2])
def test_other_classes_boxes_and_orders_of_a_shop_change_nothing(shop_trials: list[Trial], level: int) -> None:
    at_level = [trial for trial in shop_trials if trial.twin.level == level]

    assert len(at_level) == 3
    assert _lines(at_level, "stop", "wrong") == []


def test_other_words_of_a_shop_are_healed_and_what_sends_is_left_to_the_caller(shop_trials: list[Trial]) -> None:
    reworded = {trial.task.family: trial for trial in shop_trials if trial.twin.level == 3}

    assert {family: trial.verdict for family, trial in reworded.items()} == {"price": "ok", "cart": "ok", SENDS: "stop"}
    assert (reworded[SENDS].code, reworded[SENDS].change) == ("target_not_found/target_not_found", "none")


@pytest.mark.skipif(not FULL, reason="some minutes for each repair; set AWM_MUTATIONS=full")
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("repair", ["off", "safe"])
def test_enough_tasks_are_done_in_every_changed_shop(tmp_path: Path, repair: str) -> None:
    trials = asyncio.run(tried(tmp_path, twins_of(range(6), 2, (None,)), repair=repair))

    assert _lines(trials, "wrong") == []
    for level, aim in AIM.items():
        asked = [trial for trial in trials if trial.twin.level == level and (level < 3 or trial.task.family != SENDS)]
        not_done = _lines(asked, "stop")
        assert len(not_done) <= (1 - aim) * len(asked) or (repair == "off" and level > 2), "\n".join(not_done)


def _lines(trials: list[Trial], *verdicts: str) -> list[str]:
    return [f"{trial.twin}: {trial.line()}" for trial in trials if trial.verdict in verdicts]


@pytest.fixture(scope="module")
def trials(tmp_path_factory: pytest.TempPathFactory, _present: None) -> Iterator[list[Trial]]:
    """All trials, made once; their table goes to the output."""
    lines: list[str] = []
    made = asyncio.run(_trials(tmp_path_factory.mktemp("mutations"), lines))
    yield made
    print("", *lines, sep="\n")  # noqa: T201 - the table is what the run is for


async def _trials(home: Path, lines: list[str]) -> list[Trial]:
    async with in_process(home, repair=REPAIR) as driver:
        await teach(driver, say=lines.append)
        twins = twins_of(range(6), 3) if FULL else FEW
        return await run(driver, twins, mutation_site.tasks(), say=lines.append)


@on_the_single_page
def test_no_replay_does_wrong_at_any_level(trials: list[Trial]) -> None:
    assert _lines(trials, "wrong") == []


@on_the_single_page
@pytest.mark.parametrize("level", LEVELS)
def test_enough_tasks_are_done_at_a_level(trials: list[Trial], level: int) -> None:
    tried = [trial for trial in trials if trial.twin.level == level]
    not_done = [f"{trial.twin}: {trial.line()}" for trial in tried if trial.verdict != "ok"]

    assert len(not_done) <= (1 - AIM[level]) * len(tried), "\n".join(not_done)


@on_the_single_page
def test_a_failed_run_is_in_no_workflow(tmp_path: Path) -> None:
    asyncio.run(_teach_failures(tmp_path))


async def _teach_failures(home: Path) -> None:
    async with in_process(home) as driver:
        told = [await driver.app.report(report) for report in mutation_site.reports("failed")]
        await driver.app.learn_site(f"127.0.0.1:{mutation_site.port()}")

        assert all(answer.accepted for answer in told)
        assert list(await driver.app.workflows_of(None)) == []


@on_the_single_page
@pytest.mark.process
def test_the_server_does_over_stdio_what_the_application_does_in_process(tmp_path: Path) -> None:
    trials = asyncio.run(_over_stdio(tmp_path))

    assert [trial.line() for trial in trials if trial.verdict != "ok"] == []


async def _over_stdio(home: Path) -> list[Trial]:
    families = ("close_issue", "set_weight")
    async with over_stdio(home) as driver:
        await teach(driver, families)
        return await run(driver, [Twin(0)], mutation_site.tasks(families))
