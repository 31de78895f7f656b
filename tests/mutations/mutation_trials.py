"""Trials: held-out tasks on mutated twins, each ok, an honest stop, or wrong; and the table of them."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from typing import Any, Literal, Protocol

import anyio
from mutation_drivers import Driver, Plan
from mutation_site import Change, Task, Twin, reports, served

TRIAL_S = 180.0
Verdict = Literal["ok", "stop", "wrong"]


class Site(Protocol):
    """An application that is up as one of its twins."""

    async def reset(self) -> None:
        """Back to the state before any task."""
        ...

    async def state(self) -> Any:
        """What tasks change."""
        ...

    async def change(self, task: Task, wanted: Any, *, hopeful: bool) -> Change:
        """What a replay did to the state, see ``mutation_site.Served``."""
        ...

    def answered(self, task: Task, outputs: dict[str, Any]) -> bool:
        """Whether what a replay that said ok gave is what the task asks for."""
        ...


@dataclass(frozen=True)
class Trial:
    """One replay on one twin. ``change``: what it did to the state; ``why``: cause of a stop or of a wrong end."""

    twin: Twin
    task: Task
    verdict: Verdict
    change: Change
    why: str = ""
    code: str = ""
    seconds: float = 0.0
    healed: tuple[str, ...] = ()

    def line(self) -> str:
        """One row of the list."""
        healed = f" [healed: {'; '.join(self.healed)}]" if self.healed else ""
        return f"{self.verdict:5} {self.task.name:22} {self.seconds:5.1f} s  state: {self.change:6} {self.why}{healed}"


async def teach(driver: Driver, families: tuple[str, ...] = (), say: Callable[[str], None] = lambda _: None) -> None:
    """Learns from the solved and the failed runs on the unchanged application."""
    began = time.monotonic()
    async with served(Twin(0)):
        reasons = await driver.learn([*reports("train", families), *reports("failed", families)])
    say(f"learnt in {time.monotonic() - began:.0f} s")
    for reason in reasons:
        say(f"  learning: {reason}")


async def run(
    driver: Driver,
    twins: Sequence[Twin],
    tasks: Sequence[Task],
    say: Callable[[str], None] = lambda _: None,
    each: Callable[[str], None] = lambda _: None,
    serve: Callable[[Twin], AbstractAsyncContextManager[Site]] = served,
) -> list[Trial]:
    """All tasks on all twins, one after the other: a twin has one state. The first twin should be the unchanged one.

    ``say`` is given every twin's counts, ``each`` every trial's row. ``serve`` puts a twin up.
    """
    plans = [await driver.plan(task) for task in tasks]
    wanted: dict[str, Any] = {}
    trials: list[Trial] = []
    for twin in twins:
        async with serve(twin) as site:
            for plan in plans:
                trials.append(await _try(driver, site, twin, plan, wanted))
                each(trials[-1].line())
        say(summary(twin, [trial for trial in trials if trial.twin == twin]))
    return trials


async def _try(driver: Driver, site: Site, twin: Twin, plan: Plan, wanted: dict[str, Any]) -> Trial:
    if not plan.workflow:
        return Trial(twin, plan.task, "stop", "none", f"no workflow found: {plan.why}", "not_found")
    began = time.monotonic()
    await site.reset()
    with anyio.fail_after(TRIAL_S):
        outcome = await driver.replay(plan)
    seconds = time.monotonic() - began
    ok = outcome["status"] == "ok"
    change = await site.change(plan.task, wanted.get(plan.task.name), hopeful=ok)
    if ok and change == "wanted":
        wanted.setdefault(plan.task.name, await site.state())
    stopped = outcome.get("stopped") or {}
    verdict = _verdict(ok, change, site.answered(plan.task, outcome.get("outputs") or {}))
    return Trial(
        twin=twin,
        task=plan.task,
        verdict=verdict,
        change=change,
        why="" if verdict == "ok" else f"{plan.workflow}: {_cause(outcome)}",
        code=f"{outcome['status']}/{stopped.get('code', '')}",
        seconds=seconds,
        healed=tuple(outcome.get("healed", ())),
    )


def _verdict(ok: bool, change: Change, answered: bool) -> Verdict:
    """Wrong: said ok and the check fails, or any change of state other than the wanted one (or a part of it, at a stop)."""
    if ok:
        return "ok" if change == "wanted" and answered else "wrong"
    return "wrong" if change == "other" else "stop"


def _cause(outcome: dict[str, Any]) -> str:
    stopped = outcome.get("stopped")
    if not stopped:
        return f"said {outcome['status']} and answered {outcome.get('outputs')}"
    near = "; ".join(f"{c['element']} ({c['why_not']})" for c in stopped.get("candidates", ())[:2])
    said = (
        f"{outcome['status']}[{stopped.get('code', '')}] at {stopped.get('step', '?')}/{outcome['steps_total']}"
        f" {stopped.get('action', '')}: expected {stopped.get('expected', '')}; seen {stopped.get('seen', '')}"
    )
    return said + (f" | near: {near}" if near else "")


def summary(twin: Twin, trials: Sequence[Trial]) -> str:
    """One row of the table of twins, with the causes of its stops counted."""
    counts = Counter(trial.verdict for trial in trials)
    causes = Counter(trial.code for trial in trials if trial.verdict != "ok")
    seconds = sum(trial.seconds for trial in trials) / max(1, len(trials))
    told = ", ".join(f"{code} x{n}" for code, n in causes.most_common())
    return (
        f"{twin!s:38} ok {counts['ok']:3} of {len(trials)}  honest stop {counts['stop']:3}  wrong {counts['wrong']:3}"
        f"  {seconds:4.1f} s each  {told}"
    )
