"""``python -m bench.mutations --levels 0-5 --seeds 3``: held-out tasks on mutated twins of a single-page application.

``--site practice`` does the same with the practice shop, whose pages come from the server and have no test ids.
Prints one row a twin (ok, honest stop, wrong, causes of the stops) and, with ``--each``, every trial.
"""

from __future__ import annotations

import argparse
import signal
import sys
import tempfile
from pathlib import Path

import anyio

TESTS = Path(__file__).resolve().parents[1] / "tests"
sys.path[:0] = [str(TESTS / "mutations"), str(TESTS / "rig")]

import mutation_drivers  # noqa: E402
import mutation_site  # noqa: E402
import mutation_trials  # noqa: E402
import shop_trials  # noqa: E402


def main() -> None:
    """Reads the options, runs and prints; the exit code says whether anything was wrong."""
    options = argparse.ArgumentParser(prog="python -m bench.mutations", description=__doc__)
    options.add_argument("--site", choices=["infinity", "practice"], default="infinity")
    options.add_argument("--levels", default="0-5", help="as 0-5 or 0,1,3")
    options.add_argument("--seeds", type=int, default=1, help="seeds for each level")
    options.add_argument("--first-seed", type=int, default=1, help="leave out the seeds before this one")
    options.add_argument("--tasks", type=int, default=0, help="held-out tasks of a family at most; 0: all (infinity only)")
    options.add_argument("--testids", choices=["both", "keep", "strip"], default="both")
    options.add_argument("--families", nargs="*", default=[], help="e.g. close_issue set_weight")
    options.add_argument("--repair", choices=["off", "safe", "ask"], default="off")
    options.add_argument("--via", choices=["process", "stdio"], default="process", help="in this process or over stdio")
    options.add_argument("--home", type=Path, help="AWM_HOME to keep: learnt once, used again")
    options.add_argument("--each", action="store_true", help="print every trial, not only those that are not ok")
    given = options.parse_args()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # so that what was started is ended
    if given.site == "infinity" and (reason := mutation_site.why_absent()):
        sys.exit(reason)
    if given.site == "practice" and given.via == "stdio":
        options.error("--site practice runs in this process only")
    with tempfile.TemporaryDirectory(prefix="awm-mutations-") as scratch:
        trials = anyio.run(_practice if given.site == "practice" else _run, given, given.home or Path(scratch))
    sys.exit(any(trial.verdict == "wrong" for trial in trials))


async def _run(given: argparse.Namespace, home: Path) -> list[mutation_trials.Trial]:
    drive = mutation_drivers.in_process if given.via == "process" else mutation_drivers.over_stdio
    twins = mutation_site.twins_of(
        _levels(given.levels), given.seeds, {"both": (True, False), "keep": (True,), "strip": (False,)}[given.testids]
    )
    twins = [twin for twin in twins if twin.level == 0 or twin.seed >= given.first_seed]
    families = tuple(given.families)
    tasks = mutation_site.tasks(families, given.tasks)
    async with drive(_made(home), repair=given.repair) as driver:
        await mutation_trials.teach(driver, families, _say)
        trials = await mutation_trials.run(driver, twins, tasks, _say, _say if given.each else _say_if_not_ok)
    _print_table(twins, trials)
    return trials


async def _practice(given: argparse.Namespace, home: Path) -> list[mutation_trials.Trial]:
    twins = mutation_site.twins_of(_levels(given.levels), given.seeds, (None,))
    trials = await shop_trials.tried(
        _made(home), twins, repair=given.repair, families=tuple(given.families),
        say=_say, each=_say if given.each else _say_if_not_ok,
    )  # fmt: skip
    _print_table(twins, trials)
    return trials


def _print_table(twins: list[mutation_site.Twin], trials: list[mutation_trials.Trial]) -> None:
    print()
    for twin in twins:
        _say(mutation_trials.summary(twin, [trial for trial in trials if trial.twin == twin]))


def _made(home: Path) -> Path:
    home.mkdir(parents=True, exist_ok=True)
    return home


def _levels(text: str) -> list[int]:
    first, dash, last = text.partition("-")
    return list(range(int(first), int(last) + 1)) if dash else [int(level) for level in text.split(",")]


def _say(line: str) -> None:
    print(line, flush=True)


def _say_if_not_ok(line: str) -> None:
    if not line.startswith("ok "):
        _say(line)


if __name__ == "__main__":
    main()
