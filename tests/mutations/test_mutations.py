"""A single-page application whose interface changes under the workflows: they work, or stop honestly, and never do wrong.

The first table is small enough for every push. ``AWM_MUTATIONS=full`` runs levels 0-5 with three seeds and repair ``safe``,
``AWM_MUTATIONS=off`` the same without repair (some hours each on two cores); ``python -m bench.mutations`` prints the same
tables with every cause.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Iterator
from pathlib import Path

import mutation_site
import pytest
from mutation_drivers import in_process, over_stdio
from mutation_site import Twin, twins_of
from mutation_trials import Trial, run, teach

pytestmark = [pytest.mark.rig, pytest.mark.browser, pytest.mark.slow, pytest.mark.timeout(3 * 3600)]
WHICH = os.environ.get("AWM_MUTATIONS", "")
FULL = WHICH in ("full", "off")
REPAIR = "safe" if WHICH == "full" else "off"
FEW = [Twin(0), Twin(1), Twin(1, testids=False)]
AIM = {0: 1.0, 1: 1.0, 2: 1.0, 3: 0.8, 4: 0.8, 5: 0.8}
"""Share of held-out tasks that end ok, by level (issue 3); without repair, other words are an honest stop."""
LEVELS = tuple(AIM) if WHICH == "full" else (0, 1, 2) if FULL else (0, 1)


@pytest.fixture(scope="module", autouse=True)
def _present() -> None:
    if reason := mutation_site.why_absent():
        pytest.skip(reason)


@pytest.fixture(scope="module")
def trials(tmp_path_factory: pytest.TempPathFactory) -> Iterator[list[Trial]]:
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


def test_no_replay_does_wrong_at_any_level(trials: list[Trial]) -> None:
    assert [f"{trial.twin}: {trial.line()}" for trial in trials if trial.verdict == "wrong"] == []


@pytest.mark.parametrize("level", LEVELS)
def test_enough_tasks_are_done_at_a_level(trials: list[Trial], level: int) -> None:
    tried = [trial for trial in trials if trial.twin.level == level]
    not_done = [f"{trial.twin}: {trial.line()}" for trial in tried if trial.verdict != "ok"]

    assert len(not_done) <= (1 - AIM[level]) * len(tried), "\n".join(not_done)


def test_a_failed_run_is_in_no_workflow(tmp_path: Path) -> None:
    asyncio.run(_teach_failures(tmp_path))


async def _teach_failures(home: Path) -> None:
    async with in_process(home) as driver:
        told = [await driver.app.report(report) for report in mutation_site.reports("failed")]
        await driver.app.learn_site(f"127.0.0.1:{mutation_site.port()}")

        assert all(answer.accepted for answer in told)
        assert list(await driver.app.workflows_of(None)) == []


@pytest.mark.process
def test_the_server_does_over_stdio_what_the_application_does_in_process(tmp_path: Path) -> None:
    trials = asyncio.run(_over_stdio(tmp_path))

    assert [trial.line() for trial in trials if trial.verdict != "ok"] == []


async def _over_stdio(home: Path) -> list[Trial]:
    families = ("close_issue", "set_weight")
    async with over_stdio(home) as driver:
        await teach(driver, families)
        return await run(driver, [Twin(0)], mutation_site.tasks(families))
