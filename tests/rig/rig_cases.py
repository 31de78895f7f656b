"""Learning an application through the protocol and replaying its held-out cases: ok, an honest stop, or wrong."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal
from urllib.parse import urlsplit

import anyio
from anyio import to_thread
from mcp_process import Server, ToolError, environment, secret_variable, started
from rig_judge import UNREAD_TEXT, Mapped, map_values, unmet
from shared_rig import Held, held_cases, origin, password, reports, reset, served

LEARN_S = 840.0
RUN_S = 300.0
Verdict = Literal["ok", "stop", "wrong", "not_found"]
Say = Callable[[str], None]


@dataclass(frozen=True)
class Result:
    """What became of a held-out case. ``why``: where and why it stopped, or which check failed.

    ``misfilled``: parameters that ``find_workflows`` filled otherwise than the held-out values say, (wanted, filled).
    """

    case: str
    verdict: Verdict
    why: str = ""
    workflow: str = ""
    state: str = ""
    misfilled: tuple[tuple[str, Any, Any], ...] = ()
    seconds: float = 0.0
    outcome: dict[str, Any] | None = None

    def line(self) -> str:
        """One row of the table."""
        fills = "; ".join(f"{name}: wanted {wanted!r}, filled {got!r}" for name, wanted, got in self.misfilled)
        told = [self.why, f"[fill: {fills}]" if fills else ""]
        shown = f"{self.workflow} ({self.state})" if self.workflow else "-"
        return f"{self.verdict:9} {self.case:28} {self.seconds:5.1f} s  {shown}  {' '.join(t for t in told if t)}".rstrip()


def server_environment(app: str, home: Path, *, writes: str = "no") -> dict[str, str]:
    """The server's environment: the password is given here and nowhere else."""
    secret = secret_variable(urlsplit(origin(app)).netloc, "password")
    known = password(app)
    given = {secret: known} if known is not None else {}
    return environment(home, AWM_ALLOW_WRITES=writes, **given)


async def learn(server: Server, app: str, templates: tuple[str, ...] = (), say: Say = lambda _: None) -> list[str]:
    """Reports every solved run, then waits until the learning of all has ended; returns the reasons it gave."""
    began = time.monotonic()
    told = [(await server.call("report_run", **report))["report_id"] for report in reports(app, templates)]
    reasons: list[str] = []
    with anyio.fail_after(LEARN_S):
        for report_id in told:
            status = await _final(server, report_id, {"queued", "learning"})
            reasons.extend(status.get("reasons", ()))
    say(f"{app}: {len(told)} runs reported and learnt from in {time.monotonic() - began:.0f} s")
    return list(dict.fromkeys(reasons))


async def _final(server: Server, run_id: str, pending: set[str]) -> dict[str, Any]:
    while True:
        status = await server.call("get_run", id=run_id, wait_s=30)
        if status["status"] not in pending:
            return status


async def replay(server: Server, held: Held) -> Result:
    """Finds the workflow of a held-out task and runs it with the held-out values on freshly seeded data."""
    began = time.monotonic()
    await to_thread.run_sync(reset, held.app)
    try:
        found = await server.call("find_workflows", task=held.task, url=held.start_url)
        if not found["workflows"]:
            return Result(held.id, "not_found", why=f"{found['verdict']}: {found['why']}")
        best = found["workflows"][0]
        described = await server.call("get_workflow", workflow=best["workflow"])
        mapped = map_values(described["input_schema"], held.params, held.sources, best["arguments"])
        outcome = await _run(server, best["workflow"], mapped, task_id=found["task_id"], start_url=held.start_url)
    except ToolError as problem:
        return Result(held.id, "stop", why=str(problem)[:400], seconds=time.monotonic() - began)
    verdict, why = await to_thread.run_sync(_judged, held, outcome, f"{described}")
    return Result(
        case=held.id,
        verdict=verdict,
        why=why,
        workflow=best["workflow"],
        state=best["state"],
        misfilled=tuple((name, *pair) for name, pair in mapped.differs.items()),
        seconds=time.monotonic() - began,
        outcome=outcome,
    )


async def _run(server: Server, workflow: str, mapped: Mapped, **more: str) -> dict[str, Any]:
    with anyio.fail_after(RUN_S):
        outcome = await server.call(
            "run_workflow", workflow=workflow, arguments=mapped.arguments, confirm=True, wait_s=45, **more
        )
        if outcome["status"] == "running":
            outcome = await _final(server, outcome["run_id"], {"running"})
    return outcome


def _judged(held: Held, outcome: dict[str, Any], promised: str) -> tuple[Verdict, str]:
    problems = unmet(held, outcome, promised)
    if outcome["status"] != "ok":
        return "stop", stop_words(outcome) + ("" if problems else " (though the outcome is as wanted)")
    failed = [problem for problem in problems if not problem.startswith(UNREAD_TEXT)]
    return ("wrong", "; ".join(failed)) if failed else ("ok", "; ".join(problems))


def stop_words(outcome: dict[str, Any]) -> str:
    """Where and why a replay stopped, in one line."""
    stopped = outcome.get("stopped") or {}
    near = "; ".join(f"{c['element']} ({c['why_not']})" for c in stopped.get("candidates", ())[:3])
    said = (
        f"{outcome['status']} at {stopped.get('step', '?')}/{outcome['steps_total']}: {stopped.get('action', '')}"
        f" [{stopped.get('code', '')}] expected {stopped.get('expected', '')}, seen {stopped.get('seen', '')}"
    )
    return said + (f" | near: {near}" if near else "")


async def prove(
    app: str, home: Path, *, writes: str = "no", templates: Sequence[str] = (), say: Say = lambda _: None
) -> dict[str, Result]:
    """The whole proof on one application: serve it, learn over stdio, replay the held-out cases; by case id."""
    chosen = tuple(templates)
    with served(app):
        async with started(home, server_environment(app, home, writes=writes)) as server:
            for reason in await learn(server, app, chosen, say):
                say(f"  learning: {reason}")
            results: dict[str, Result] = {}
            for held in held_cases(app):
                if not chosen or held.template in chosen:
                    results[held.id] = await replay(server, held)
                    say(results[held.id].line())
    return results
