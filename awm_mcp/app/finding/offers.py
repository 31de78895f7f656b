"""Offers at the right moment: what applies on this page, what a run could have been, and what is being done by hand.

Agents do not call tools because these exist; they call what is in front of them when they decide. So the
answers of browser_navigate, run_workflow and report_run end with ready-to-send calls. Every offer counts as an exposure.
"""

from __future__ import annotations

import json
from collections import OrderedDict
from collections.abc import Sequence
from typing import NamedTuple, TypeVar

from awm_mcp.app.finding import page_gate
from awm_mcp.app.finding.find import call_of, fill_in
from awm_mcp.app.finding.verdict import failing, judge, other_question, record_weight
from awm_mcp.app.measuring.calls_counted import record_of
from awm_mcp.app.measuring.measure import Counter
from awm_mcp.errors import AwmError
from awm_mcp.memory.port import Memory
from awm_mcp.model import Action, Call, Caller, Outcome, Run, State, Workflow
from awm_mcp.model.site import site_of
from awm_mcp.model.text import counted, plain
from awm_mcp.usage.matching import by_hand
from awm_mcp.usage.tasks import AFTERWARDS

MOST = 3
REMEMBERED = 256
IN_USE: tuple[State, ...] = ("verified", "published")
_K = TypeVar("_K")
_V = TypeVar("_V")


class Offer(NamedTuple):
    """A workflow with a call to send. ``missing``: parameters to fill in first; until then there is no call to copy."""

    workflow: Workflow
    call: Call
    missing: tuple[str, ...]

    def words(self) -> str:
        """In one line: what it does, what it replaces, and the call."""
        flow = self.workflow
        title = plain(flow.title or flow.name.replace("_", " "), 70)
        steps = f"{counted(len(flow.steps), 'step')} in one call"
        if not self.missing:
            return f"{title} ({steps}): {written(self.call)}"
        given = self.call.arguments["arguments"]
        wanted = ", ".join(self.missing) + (f", beside {json.dumps(given, ensure_ascii=False)}" if given else "")
        return f"{title} ({steps}): {self.call.tool} with workflow={flow.name!r} once you give {wanted}"


def written(call: Call) -> str:
    """A call as text that an agent can copy."""
    return f"{call.tool}({json.dumps(call.arguments, ensure_ascii=False)})"


class _Session(NamedTuple):
    told: set[str]
    counted: set[tuple[str, str]]


class Offers:
    """Knows the task that each connection is at, and what it was told already."""

    def __init__(
        self,
        memory: Memory,
        counter: Counter,
        page: page_gate.OpenPage | None = None,
    ) -> None:
        self._memory, self._counter, self._page = memory, counter, page
        self._tasks: OrderedDict[tuple[str, str], tuple[str, str]] = OrderedDict()
        self._sessions: OrderedDict[str, _Session] = OrderedDict()

    def at_task(self, caller: Caller, task_id: str, task: str) -> None:
        """Remembers what a connection asked for last, to fill arguments of later offers; it is not stored."""
        _put(self._tasks, (caller.principal, caller.connection), (task_id, task))

    def task_done(self, caller: Caller) -> None:
        """The task was reported: later offers are not about it."""
        self._tasks.pop((caller.principal, caller.connection), None)

    async def on_page(self, url: str, caller: Caller, *, besides: str = "", done: str = "", via: str) -> list[Offer]:
        """At most three workflows that can start from the page, those that fit the connection's task first.

        ``done``: a task that was just done. What would do it, and change something once more, is not offered, and nothing
        that is about something else; what reads comes with its values.
        """
        try:
            site = site_of(url)
        except AwmError:
            return []
        known = [w for w in await self._memory.workflows.of_site(site, IN_USE) if w.name != besides and not _again(w, done)]
        there = await self._there(known, url, caller)
        fit = [w for w, seen in zip(known, there, strict=True) if page_gate.applies(w, url, seen) and _goes_on(w, done, url)]
        task_id, task = self._tasks.get((caller.principal, caller.connection), ("", done))
        ranked = sorted([(await self._rank(w, url, task), w) for w in fit], key=lambda pair: (-pair[0], pair[1].name))
        shown = [w for rank, w in ranked if rank > 0][:MOST]
        await self._counter.shown("prompted", shown, caller, task_id=task_id, via=via)
        return [_offer(w, task, url, task_id) for w in shown]

    async def _there(self, known: Sequence[Workflow], url: str, caller: Caller) -> list[bool | None]:
        unknown: list[bool | None] = [None] * len(known)
        if self._page is None or not known or self._page.url(caller.principal) != url:
            return unknown
        targets = [(n, target) for n, w in enumerate(known) if (target := page_gate.first_target(w))]
        seen = await self._page.present(caller.principal, [target for _, target in targets])
        for (number, _), present in zip(targets, seen, strict=False):
            unknown[number] = present
        return unknown

    async def _rank(self, workflow: Workflow, url: str, task: str) -> float:
        worked, tried = await record_of(self._memory, workflow)
        if failing(worked, tried):
            return 0.0
        judged = judge(workflow, task) if task else None
        if workflow.risk == "destructive" and judged is not None and judged.fit != "whole":
            return 0.0  # nobody asked for it: what cannot be taken back is never put into an agent's hands in passing
        about = {"whole": 2.0, "near": 1.0, "none": 0.0}[judged.fit] if judged is not None else 0.0
        support = min(workflow.evidence.support, 10) / 100 + (0.1 if workflow.state == "published" else 0.0)
        return (1 + about + page_gate.bonus(workflow, url, None) + support) * record_weight(worked, tried)

    async def after_run(self, outcome: Outcome, caller: Caller, via: str = "offer:run_workflow") -> str:
        """What applies on the page that a workflow ended on, in words; empty when nothing does."""
        if not outcome.ok or not outcome.page.url:
            return ""
        return said(await self.on_page(outcome.page.url, caller, besides=outcome.workflow, via=via))

    async def could_have_been(self, run: Run, caller: Caller) -> str:
        """The call that would have done a reported run, else what applies on its site; in words, or empty.

        Nothing that writes is put into an agent's hands with what it just did: it would be done twice.
        """
        for hit in await self._memory.finder.search(run.task, site=run.site, limit=3):
            flow = hit.workflow
            judged = judge(flow, run.task)
            if flow.state not in IN_USE or judged.fit != "whole" or (judged.doubt and flow.risk == "read"):
                continue
            arguments, missing = fill_in(flow, run.task)
            if flow.risk != "read":
                await self._counter.shown("prompted", [flow], caller, via=AFTERWARDS)
                return f"Another time one call does such a task: {flow.name}. This one is done: do not call it for it."
            if not missing:
                await self._counter.shown("prompted", [flow], caller, via=AFTERWARDS)
                return f"This could have been one call: {written(call_of(flow, arguments))}."
        return said(await self.on_page(run.start_url, caller, done=run.task, via=AFTERWARDS))

    async def count_by_hand(self, run: Run, caller: Caller) -> None:
        """Counts the workflows whose steps a reported run did by hand."""
        done = [step.action for step in run.steps]
        for flow in await self._memory.workflows.of_site(run.site, IN_USE):
            if run.id not in flow.evidence.runs and (count := by_hand(flow, done)) is not None:
                await self._counter.by_hand(flow, count, caller, task_id=run.task_id or "", via="report_run")

    async def watch(self, session: str, site: str, done: Sequence[Action], caller: Caller) -> str:
        """What to tell an agent that does a published workflow by hand: once a session and workflow, else empty."""
        seen = self._sessions.get(session) or _Session(set(), set())
        _put(self._sessions, session, seen)
        flows = (await self._memory.catalogue.current(site=site)).workflows
        hints = [await self._hint(flow, done, seen, caller) for flow in flows]
        return next((hint for hint in hints if hint), "")

    async def _hint(self, flow: Workflow, done: Sequence[Action], seen: _Session, caller: Caller) -> str:
        count = by_hand(flow, done)
        if count is None:
            return ""
        stage = "whole" if count[0] == count[1] else "begun"
        task_id, task = self._tasks.get((caller.principal, caller.connection), ("", ""))
        if (flow.id, stage) not in seen.counted:
            seen.counted.add((flow.id, stage))
            await self._counter.by_hand(flow, count, caller, task_id=task_id, via="browser")
        if seen.told or stage == "whole":
            return ""
        seen.told.add(flow.id)
        await self._counter.shown("prompted", [flow], caller, task_id=task_id, via="offer:by_hand")
        offer = _offer(flow, task, None, task_id)
        return f"these are the first {count[0]} of {count[1]} steps of a workflow that one call does: {offer.words()}"


def said(offers: Sequence[Offer]) -> str:
    """Offers as one line of text for an answer's ``next``."""
    return "What can be called from here: " + "; or ".join(offer.words() for offer in offers) + "." if offers else ""


def _again(workflow: Workflow, done: str) -> bool:
    """Whether a call would do once more what was just done, or a thing like it, where that changes something."""
    return bool(done) and workflow.risk != "read" and judge(workflow, done).fit != "none"


def _offer(workflow: Workflow, task: str, url: str | None, task_id: str) -> Offer:
    arguments, missing = fill_in(workflow, task if _fills(workflow, task) else "", url)
    return Offer(workflow, call_of(workflow, arguments, task_id), missing)


def _goes_on(workflow: Workflow, done: str, url: str) -> bool:
    """Whether it may be offered with a task that was just done: it is about that, and all it needs is in its text."""
    if not done:
        return True
    return _fills(workflow, done) and not fill_in(workflow, done, url)[1]


def _fills(workflow: Workflow, task: str) -> bool:
    """Whether the task's values may be put into a call: of what writes, only where the task is exactly this."""
    judged = judge(workflow, task) if task else None
    if judged is None or judged.fit == "none":
        return False
    if judged.fit == "near" and workflow.risk == "read":
        return not other_question(workflow, task, fill_in(workflow, task)[0], judged)
    return workflow.risk == "read" or (judged.fit == "whole" and not judged.doubt)


def _put(kept: OrderedDict[_K, _V], key: _K, value: _V) -> None:
    kept[key] = value
    kept.move_to_end(key)
    while len(kept) > REMEMBERED:
        kept.popitem(last=False)
