"""Finding: a task text goes in; a verdict, its reason and ready-to-send calls come out."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from typing import Any, Literal

from awm_mcp.app.measure import Counter
from awm_mcp.errors import AwmError
from awm_mcp.memory.port import Hit, Memory
from awm_mcp.model import Call, Caller, FindAnswer, FoundWorkflow, Workflow
from awm_mcp.model.arguments import bind
from awm_mcp.model.site import site_of
from awm_mcp.model.templates import best_fill, typed

Verdict = Literal["run", "adapt", "skip"]
MOST = 5


class FindWorkflows:
    """Searches the memory and says whether to run, adapt or skip."""

    def __init__(self, memory: Memory, counter: Counter) -> None:
        self._memory, self._counter = memory, counter

    async def find(self, task: str, *, url: str | None, site: str | None, limit: int, caller: Caller) -> FindAnswer:
        """The best workflows for a task, gated by site when one is known from ``site`` or ``url``."""
        where = _site(url, site)
        hits = list(await self._memory.finder.search(task, site=where, limit=max(1, min(limit, MOST))))
        elsewhere = where is not None and not hits
        if elsewhere:
            hits = list(await self._memory.finder.search(task, site=None, limit=2))
        task_id = f"task_{secrets.token_hex(6)}"
        rows = [await self._row(hit.workflow, task) for hit in hits]
        verdict, why = _verdict(rows, hits, where, elsewhere)
        if verdict == "skip":
            rows = []
        await self._count(caller, task_id, where, verdict, [hit.workflow for hit in hits] if rows else [])
        return FindAnswer(task_id=task_id, verdict=verdict, why=why, workflows=tuple(rows), next=_next(verdict, rows))

    async def _count(self, caller: Caller, task_id: str, site: str | None, verdict: Verdict, shown: list[Workflow]) -> None:
        await self._counter.found(caller, task_id=task_id, site=site or "", verdict=verdict, matched=verdict != "skip")
        await self._counter.shown("found", shown, caller, task_id=task_id)

    async def _row(self, workflow: Workflow, task: str) -> FoundWorkflow:
        filled, missing = best_fill(workflow, task)
        arguments, unfit = _fitting(workflow, filled)
        worked, tried = await self._memory.outcomes.record_of(workflow.name)
        tool = "run_readonly_workflow" if workflow.risk == "read" else "run_workflow"
        return FoundWorkflow(
            workflow=workflow.name,
            tool=workflow.name if workflow.state == "published" else None,
            title=workflow.title,
            description=workflow.description,
            site=workflow.site,
            risk=workflow.risk,
            state=workflow.state,
            worked=f"{worked} of {tried}"
            if tried
            else f"not called yet; learnt from {workflow.evidence.support} solved run(s)",
            arguments=arguments,
            missing=(*missing, *unfit),
            call=Call(tool=tool, arguments={"workflow": workflow.name, "arguments": arguments}),
        )


def _site(url: str | None, site: str | None) -> str | None:
    for given in (site, url):
        if not given:
            continue
        try:
            return site_of(given if "://" in given else f"http://{given}")
        except AwmError:
            continue
    return None


def _fitting(workflow: Workflow, filled: dict[str, Any]) -> tuple[dict[str, Any], tuple[str, ...]]:
    """The filled arguments that the parameters accept, and the names of those that do not fit."""
    optional = workflow.model_copy(
        update={"parameters": tuple(p.model_copy(update={"required": False}) for p in workflow.parameters)}
    )
    fitting: dict[str, Any] = {}
    unfit: list[str] = []
    for name, text in filled.items():
        try:
            bind(optional, {name: text})
        except AwmError:
            unfit.append(name)
        else:
            fitting[name] = text
    return typed(workflow, fitting), tuple(unfit)


def _runnable(row: FoundWorkflow) -> bool:
    return not row.missing and row.state in ("verified", "published")


def _verdict(rows: Sequence[FoundWorkflow], hits: Sequence[Hit], where: str | None, elsewhere: bool) -> tuple[Verdict, str]:
    if not rows:
        return "skip", f"nothing is known that fits this task{f' on {where}' if where else ''}"
    if elsewhere:
        return "adapt", f"nothing is known on {where}; these come from other sites and are text to adapt, not to run there"
    best = rows[0]
    if _runnable(best) and hits[0].exact:
        return "run", f"{best.workflow} does this task; its arguments are filled from the task text"
    if best.state == "draft":
        return "adapt", f"{best.workflow} is a draft that was not verified yet; follow its steps with care"
    if best.missing:
        return "adapt", f"{best.workflow} is near; give {', '.join(best.missing)} yourself if it fits the task"
    return "adapt", hits[0].why or f"{best.workflow} is near"


def _next(verdict: Verdict, rows: Sequence[FoundWorkflow]) -> str:
    if verdict == "run":
        return "send the first workflow's call as it is, with task_id; then use its outputs"
    if verdict == "adapt" and rows:
        return f"get_workflow(workflow='{rows[0].workflow}') shows its steps; complete the arguments and call it if it fits"
    return "do the task in the browser, then report_run it so that it is one call next time"
