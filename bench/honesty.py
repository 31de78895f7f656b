"""``python -m bench.honesty [--only NAME…] [--each]``: workflows learned on honest pages, replayed on deceiving twins.

Each family (an entry, a form, a row that is deleted, …) is learned through the product from two reports on its honest
page, and replayed with a third value on that page and on each of its twins. The site's data and what it was sent are the
judge. Prints what is WRONG, what stops on an honest page, and a table; the exit code is 1 where anything is wrong. Apart
from it stands what is ``unseen``: said ok although not done, where nobody could tell (see ``Family.unseen``). A write that
is cut off may come twice, as browsers send it once more by themselves: an honest ``unknown`` about it is a stop.
"""

from __future__ import annotations

import argparse
import json
import signal
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

import anyio

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT / "bench"), str(ROOT / "tests" / "mutations"), str(ROOT / "tests" / "rig")]

from honesty_pages.app import HONEST, Family, Site, Twin, serving  # noqa: E402
from honesty_pages.families import FAMILIES  # noqa: E402
from honesty_pages.shared_twins import twins_of  # noqa: E402
from mutation_drivers import InProcess, Plan, product  # noqa: E402
from mutation_site import Task  # noqa: E402

from awm_mcp.app.application import App  # noqa: E402
from awm_mcp.app.owning.wiring import BrowserSide  # noqa: E402
from awm_mcp.config import Settings  # noqa: E402

Verdict = Literal["ok", "stop", "false stop", "unseen", "WRONG"]
SETTLE_S = 0.4
TRIAL_S = 120.0
BEFORE_IT = ("target_not_found", "ambiguous_target", "precondition_failed", "needs_input")
"""States of an outcome that claim nothing was done by the step that they tell of."""


@dataclass(frozen=True)
class Trial:
    """One replay. ``why``: what was said, for all that is not ok."""

    family: str
    twin: Twin
    verdict: Verdict
    why: str
    seconds: float

    def line(self) -> str:
        """One row of the list."""
        return f"{self.verdict:10} {self.family:10} {self.twin.name:34} {self.seconds:5.1f} s  {self.why}"


@dataclass(frozen=True)
class Options:
    """How a bench is run. ``names``: of twins, all where empty. ``share``: answers of 200 for each family."""

    names: tuple[str, ...] = ()
    every: bool = False
    share: int = 3
    writes: Literal["no", "verify"] = "no"
    at_once: int = 3


async def tried(
    home: Path, families: Sequence[Family], options: Options, each: Callable[[Trial], None] = lambda _: None
) -> list[Trial]:
    """Learns the families and tries their twins, some families at the same time: each has a site of its own."""
    trials: list[Trial] = []
    turns = anyio.CapacityLimiter(options.at_once)
    async with product(_settings(home, options)) as (app, browser), anyio.create_task_group() as group:
        for family in families:
            group.start_soon(_family, app, browser, home, family, options, turns, _kept(trials, each))
    return trials


def _kept(trials: list[Trial], each: Callable[[Trial], None]) -> Callable[[Trial], None]:
    def keep(trial: Trial) -> None:
        trials.append(trial)
        each(trial)

    return keep


def _settings(home: Path, options: Options) -> Settings:
    return Settings.model_validate(
        {
            "home": home / "home", "allow_writes": options.writes, "step_timeout_s": 4.0, "max_parallel": options.at_once,
            "upload_roots": [home / "files"],
        }
    )  # fmt: skip


async def _family(
    app: App, browser: BrowserSide, home: Path, family: Family, options: Options,
    turns: anyio.CapacityLimiter, keep: Callable[[Trial], None],
) -> None:  # fmt: skip
    async with turns, serving(Site(family)) as site:
        driver = InProcess(app, browser, site.origin)
        plan = await _learned(driver, site, home)
        if not plan.workflow:
            keep(Trial(family.name, HONEST, "false stop", f"not learned: {plan.why}", 0.0))
            return
        honest = await _try(driver, site, HONEST, plan, None)
        sent = [write.shape for write in site.heard] if honest.verdict == "ok" else None
        keep(honest)
        twins = twins_of(family, FAMILIES.index(family), options.share, options.every)
        for twin in (one for one in twins if not options.names or one.name in options.names):
            keep(await _try(driver, site, twin, plan, sent))


async def _learned(driver: InProcess, site: Site, home: Path) -> Plan:
    family = site.family
    sources = family.values[:2]
    for name in family.files:
        (home / "files").mkdir(parents=True, exist_ok=True)
        (home / "files" / name).write_text(f"this is {name}\n")
    reports: list[dict[str, Any]] = []
    for values in sources:
        steps = [
            {"url": f"{site.origin}{family.start}" if not n else "", **step} for n, step in enumerate(family.steps(values))
        ]
        reports.append(
            {
                "task": family.task.format(**values),
                "outcome": "success",
                "start_url": f"{site.origin}{family.start}",
                "steps": steps,
            }
        )
    site.become(HONEST, {})
    reasons = await driver.learn(reports)
    task = Task(family.name, family.name, family.task.format(**family.values[2]), family.values[2], sources)
    plan = await driver.plan(task)
    return plan if plan.workflow else Plan(task, why=f"{plan.why}; {'; '.join(reasons)}")


async def _try(driver: InProcess, site: Site, twin: Twin, plan: Plan, sent: Sequence[tuple[str, str, str]] | None) -> Trial:
    values = site.family.values[2]
    site.become(twin, values)
    before, began = json.dumps(site.state), time.monotonic()
    with anyio.fail_after(TRIAL_S):
        outcome = await driver.replay(plan)
    seconds = time.monotonic() - began
    await anyio.sleep(SETTLE_S)
    verdict, fault = _judged(site, twin, outcome, before, sent)
    return Trial(site.family.name, twin, verdict, "" if verdict == "ok" else f"{fault}{_said(outcome)}", seconds)


def _judged(
    site: Site, twin: Twin, outcome: dict[str, Any], before: str, sent: Sequence[tuple[str, str, str]] | None
) -> tuple[Verdict, str]:
    wanted = json.dumps(site.state, sort_keys=True) == json.dumps(
        site.family.wanted(twin, site.family.values[2]), sort_keys=True
    )
    if outcome["status"] == "ok":
        lied: Verdict = "unseen" if twin.name in site.family.unseen else "WRONG"
        return ("ok", "") if wanted else (lied, f"the site holds {json.dumps(site.state)[:160]}: ")
    more = Counter(write.shape for write in site.heard) - Counter(
        sent if sent is not None else [w.shape for w in site.heard]
    )
    if outcome["status"] == "unknown":
        more -= Counter(write.shape for write in site.resent)
    if more and not twin.own_sends:
        return "WRONG", f"sent besides {list(more)[:2]}: "
    counted = [write for write in site.heard if write.path.startswith(site.family.last)]
    if json.dumps(site.state) != before and counted and outcome["status"] in BEFORE_IT:
        return "WRONG", "the site was changed, and that was not told: "
    return ("false stop" if twin.honest else "stop"), ""


def _said(outcome: dict[str, Any]) -> str:
    stopped = outcome.get("stopped")
    if not stopped:
        return f"said {outcome['status']}"
    return (
        f"{outcome['status']}[{stopped.get('code', '')}] at {stopped.get('step', '?')}/{outcome['steps_total']}"
        f" {stopped.get('action', '')}: expected {stopped.get('expected', '')}; seen {stopped.get('seen', '')}"
    )


def table(trials: Sequence[Trial]) -> list[str]:
    """One row a family, and the sums."""
    rows = [
        f"{'family':12} {'twins':>6} {'ok':>5} {'stop':>5} {'unseen':>7} {'WRONG':>6} {'honest':>7} {'ok':>5} "
        f"{'false stop':>11} {'s each':>7}"
    ]
    for name in [*dict.fromkeys(trial.family for trial in trials), ""]:
        some = [trial for trial in trials if name in ("", trial.family)]
        lies, fair = [t for t in some if not t.twin.honest], [t for t in some if t.twin.honest]
        counts, kept = Counter(t.verdict for t in lies), Counter(t.verdict for t in fair)
        wrong = counts["WRONG"] + kept["WRONG"]
        mean = sum(t.seconds for t in some) / max(1, len(some))
        rows.append(
            f"{name or 'all':12} {len(lies):6} {counts['ok']:5} {counts['stop']:5} {counts['unseen']:7} {wrong:6} "
            f"{len(fair):7} {kept['ok']:5} {kept['false stop']:11} {mean:7.1f}"
        )
    return rows


def main() -> None:
    """Reads the options, runs and prints."""
    options = argparse.ArgumentParser(prog="python -m bench.honesty", description=__doc__)
    options.add_argument("--only", nargs="*", default=[], metavar="NAME", help="families")
    options.add_argument("--twins", nargs="*", default=[], metavar="NAME", help="names of twins")
    options.add_argument("--every", action="store_true", help="every twin on every family that it fits (an hour)")
    options.add_argument("--writes", choices=["no", "verify"], default="no", help="whether verification may write")
    options.add_argument("--at-once", type=int, default=4, help="families at the same time")
    options.add_argument("--each", action="store_true", help="print every trial")
    given = options.parse_args()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # so that what was started is ended
    families = [family for family in FAMILIES if not given.only or family.name in given.only]
    chosen = Options(tuple(given.twins), given.every, 3, given.writes, given.at_once)
    began = time.monotonic()

    def say(trial: Trial) -> None:
        if given.each or trial.verdict in ("WRONG", "false stop", "unseen"):
            print(trial.line(), flush=True)

    with tempfile.TemporaryDirectory(prefix="awm-honesty-") as scratch:
        trials = anyio.run(tried, Path(scratch), families, chosen, say)
    print("", *table(trials), f"{len(trials)} replays in {time.monotonic() - began:.0f} s", sep="\n")
    sys.exit(any(trial.verdict == "WRONG" for trial in trials))


if __name__ == "__main__":
    main()
