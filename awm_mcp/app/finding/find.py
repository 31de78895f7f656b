"""Finding: a task text goes in; a verdict, its reason and ready-to-send calls come out.

Each hit of the finder is judged by itself (``verdict``): a workflow that is about something else is left out, so that a task
nothing is known of gets ``skip`` and not the least bad of all workflows.
"""

from __future__ import annotations

import json
import secrets
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from awm_mcp.app.finding import one_run, page_gate
from awm_mcp.app.finding.beside import MOST_SAID
from awm_mcp.app.finding.first_words import with_first_words
from awm_mcp.app.finding.forbidding import forbidden, only_forbids
from awm_mcp.app.finding.named_thing import named_thing, to_open
from awm_mcp.app.finding.reads_nothing import reads_nothing
from awm_mcp.app.finding.refused_values import refused
from awm_mcp.app.finding.rewording import reworded
from awm_mcp.app.finding.verdict import (
    Judged,
    by_meaning,
    doubts,
    failing,
    further,
    judge,
    other_question,
    record_weight,
    undone,
)
from awm_mcp.app.in_use.excuses import is_about_a_value
from awm_mcp.app.measuring.calls_counted import record_of
from awm_mcp.app.measuring.measure import Counter
from awm_mcp.errors import AwmError
from awm_mcp.memory.port import Hit, Memory
from awm_mcp.model import Call, Caller, FindAnswer, FoundWorkflow, Workflow
from awm_mcp.model.arguments import bind
from awm_mcp.model.lacking import lacking
from awm_mcp.model.places import leaves_out_place
from awm_mcp.model.sentences import shortened
from awm_mcp.model.site import site_of
from awm_mcp.model.templates import best_fill, best_match, typed
from awm_mcp.model.text import harmless, plain

Verdict = Literal["run", "adapt", "skip"]
MOST = 5
LOOKED_AT = 10
LOOK_BACK = 20
MOST_BYTES = 3_000
"""Of an answer's JSON: below 1,000 tokens at three bytes a token, which is more than any tokenizer needs for Latin text."""
MOST_ARGUMENT_BYTES = 900
"""Of all arguments of a row: longer texts are not repeated, the caller has them; they are named as missing."""
CLOSE = 0.9
"""Two workflows that both do the task are told apart by score; closer than this, the caller has to choose."""
READ, WRITE, TEXT = "run_readonly_workflow", "run_workflow", "get_workflow"


@dataclass(frozen=True)
class Scored:
    """A hit with what was found out about it. ``lacks``: it does the whole task, but a value for it is not told."""

    workflow: Workflow
    value: float
    judged: Judged
    worked: int
    tried: int
    foreign: bool = False
    lacks: bool = False

    @property
    def usable(self) -> bool:
        """Whether it may be called at all: in use, on this site, and not known to fail."""
        in_use = self.workflow.state in ("verified", "published")
        return in_use and not self.foreign and not failing(self.worked, self.tried)


class FindWorkflows:
    """Searches the memory and says whether to run, adapt or skip."""

    def __init__(
        self,
        memory: Memory,
        counter: Counter,
        page: page_gate.OpenPage | None = None,
        on_task: Callable[[Caller, str, str], None] | None = None,
    ) -> None:
        self._memory, self._counter, self._page, self._on_task = memory, counter, page, on_task

    async def find(self, task: str, *, url: str | None, site: str | None, limit: int, caller: Caller) -> FindAnswer:
        """The best workflows for a task, gated by the site and page that ``site``, ``url`` or the open page tell."""
        if not task.strip():
            return _nothing_asked()
        here = url or (self._page.url(caller.principal) if self._page is not None and site is None else None)
        where, given = _site(here, site), site is not None or url is not None
        found = await self._of_site(task, where, here, caller) if where is not None else []
        if not found:
            found = await self._of_all(task, where if given else None)
        if only_forbids(task) and not (found := [one for one in found if one.judged.fit == "whole"]):
            return _nothing_asked("the task only says what is not to be done")
        task_id = f"task_{secrets.token_hex(6)}"
        rows = [_row(one, task, here, task_id) for one in found[: max(1, min(limit, MOST))]]
        verdict, why = _verdict(rows, found, where if given else None)
        if where is None or not given:
            why += _searched(url or site, rows)
        await self._count(caller, task_id, where if given else None, verdict, found[: len(rows)])
        if self._on_task is not None:
            self._on_task(caller, task_id, task)
        return _within_budget(task_id, verdict, why, rows)

    async def _of_site(self, task: str, site: str, url: str | None, caller: Caller) -> list[Scored]:
        hits = list(await self._memory.finder.search(task, site=site, limit=LOOKED_AT))
        if opened := to_open(task):
            known = {hit.workflow.name for hit in hits}
            more = await self._memory.finder.search(opened, site=site, limit=LOOKED_AT)
            hits += [hit for hit in more if hit.workflow.name not in known and named_thing(hit.workflow, task)]
        there = await self._there(hits, url, caller)
        scored = [await self._scored(hit, task, url, seen) for hit, seen in zip(hits, there, strict=True)]
        return _ordered(scored)

    async def _of_all(self, task: str, besides: str | None) -> list[Scored]:
        hits = await self._memory.finder.search(task, site=None, limit=LOOKED_AT)
        scored = [await self._scored(hit, task, None, None, foreign=besides is not None) for hit in hits]
        return _ordered(
            [one for one in scored if besides is None or (one.workflow.site != besides and one.judged.elsewhere)]
        )

    async def _scored(self, hit: Hit, task: str, url: str | None, there: bool | None, *, foreign: bool = False) -> Scored:
        judged = judge(hit.workflow, task)
        judged = by_meaning(judged) if hit.alike else judged
        worked, tried = (0, 0) if judged.fit == "none" else await record_of(self._memory, hit.workflow)
        if failing(worked, tried):
            tried -= await self._excused(hit.workflow)
        if judged.fit == "whole" and not judged.doubt:
            judged = judged._replace(doubt=one_run.doubt(hit.workflow, url, worked))
        judged = judged._replace(forbids=forbidden(hit.workflow, task))
        value = hit.score * record_weight(worked, tried)
        if url is not None:
            value += page_gate.bonus(hit.workflow, url, there)
        lacks = judged.fit == "whole" and _lacks(hit.workflow, task, url)
        return Scored(hit.workflow, value, judged, worked, tried, foreign, lacks)

    async def _excused(self, workflow: Workflow) -> int:
        """How many of its last calls stopped because of what they were called with."""
        latest = await self._memory.outcomes.latest(workflow.name, most=LOOK_BACK)
        return sum(is_about_a_value(workflow, outcome) for outcome in latest)

    async def _there(self, hits: Sequence[Hit], url: str | None, caller: Caller) -> list[bool | None]:
        """For each hit whether its first element is on the open page; None where that page is not the one asked about."""
        unknown: list[bool | None] = [None] * len(hits)
        if self._page is None or url is None or self._page.url(caller.principal) != url:
            return unknown
        targets = [(n, target) for n, hit in enumerate(hits) if (target := page_gate.first_target(hit.workflow))]
        seen = await self._page.present(caller.principal, [target for _, target in targets])
        for (number, _), present in zip(targets, seen, strict=False):
            unknown[number] = present
        return unknown

    async def _count(
        self, caller: Caller, task_id: str, site: str | None, verdict: Verdict, shown: Sequence[Scored]
    ) -> None:
        own = [one.workflow for one in shown if not one.foreign]
        await self._counter.found(caller, task_id=task_id, site=site or "", verdict=verdict, matched=bool(own))
        await self._counter.shown("found", [one.workflow for one in shown], caller, task_id=task_id)


def _nothing_asked(why: str = "the task is empty") -> FindAnswer:
    """The answer to an empty text or a mere ban: no task, so nothing is offered and nothing is counted."""
    asks = "call find_workflows with the task in words; what you do without one, report with report_run"
    return FindAnswer(task_id=f"task_{secrets.token_hex(6)}", verdict="skip", why=why, workflows=(), next=asks)


def _site(url: str | None, site: str | None) -> str | None:
    for given in (site, url):
        if not given:
            continue
        try:
            return site_of(given if "://" in given else f"http://{given}")
        except AwmError:
            continue
    return None


def _ordered(scored: Sequence[Scored]) -> list[Scored]:
    """What is about the task, best first: whole tasks before near ones, drafts and failing ones last, nothing twice."""
    about = [one for one in scored if one.judged.fit != "none"]
    about.sort(key=_place)
    return _without_parts(about)


def _place(one: Scored) -> tuple[bool, bool, bool, bool, float]:
    """Where it comes in the order; of two that do the whole task, the one is meant to which the task gives all values."""
    return one.judged.fit != "whole", not one.usable and not one.foreign, _only_looks(one), one.lacks, -one.value


def _only_looks(one: Scored) -> bool:
    """Whether it changes nothing and returns nothing: of two that do the whole task, the one that answers is meant."""
    return one.judged.fit == "whole" and one.workflow.risk == "read" and not one.workflow.outputs


def _without_parts(ordered: Sequence[Scored]) -> list[Scored]:
    """The same without parts of a better one; a part that only seemed better comes after the whole it belongs to."""
    wholes = [one for one in ordered if one.workflow.kind == "task"]
    kept: list[Scored] = []
    late: list[Scored] = []
    for one in ordered:
        holders = [w for w in wholes if w is not one and _is_part(one.workflow, w.workflow)]
        if not holders or (one.judged.fit == "whole" and all(w.judged.fit != "whole" for w in holders)):
            kept.append(one)
        elif all(w not in kept for w in holders):
            late.append(one)
    return [*kept, *late]


def _is_part(part: Workflow, whole: Workflow) -> bool:
    if part.kind != "subtask":
        return False
    if part.id and part.id in whole.built_on:
        return True
    own, other = [s.words() for s in part.steps], [s.words() for s in whole.steps]
    return bool(own) and any(other[at : at + len(own)] == own for at in range(len(other) - len(own) + 1))


@dataclass(frozen=True)
class Row:
    """One line of the answer with what the verdict needs. ``also``: what the task says beside what it does, in words;
    ``unread``: why a call alone does not answer the task; ``placeless``: the task leaves out where it is done."""

    found: FoundWorkflow
    one: Scored
    also: str = ""
    unread: str = ""
    placeless: bool = False

    @property
    def runnable(self) -> bool:
        """Whether the call can be sent as it is."""
        judged = self.one.judged
        asked = judged.fit == "whole" and not (judged.doubt or judged.forbids)
        return self.one.usable and asked and not (self.found.missing or self.unread)


def _row(one: Scored, task: str, url: str | None, task_id: str) -> Row:
    workflow = one.workflow
    filled, missing = fill_in(workflow, task, url)
    unsure = doubts(workflow, task, filled, near=one.judged.fit == "near")
    arguments, missing = _sure(filled, missing, unsure)
    also, note = _beside(one, task, arguments)
    note = "" if missing and workflow.risk != "read" else note
    cannot = refused(workflow, task) if one.judged.fit == "near" else ""
    unread = reads_nothing(workflow, task) if one.judged.fit == "whole" else ""
    note = next(iter(unsure.values()), cannot or note or unread)
    found = FoundWorkflow(
        workflow=workflow.name,
        tool=workflow.name if workflow.state == "published" and one.usable and not one.judged.forbids else None,
        title=shortened(harmless(workflow.title, 1000), 80),
        description=shortened(harmless(workflow.description, 2000), 160),
        site=workflow.site,
        risk=workflow.risk,
        state=workflow.state,
        worked=_record(one),
        arguments=arguments,
        missing=missing,
        call=_call(one, arguments, task_id, url, complete=not (note or missing)),
        note=_note(one, note) or unread,
    )
    return Row(found, one, also, unread, leaves_out_place(workflow, task))


def _beside(one: Scored, task: str, arguments: dict[str, Any]) -> tuple[str, str]:
    """What the task says beside what a near workflow does, and what that means for a call of it; in words or empty."""
    if one.judged.fit != "near":
        return "", ""
    other = other_question(one.workflow, task, arguments, one.judged)
    if other.unsaid and not other.says:
        also = f"the task does not say {_listed(other.unsaid)}"
        return also, f"{also}, which this reads: it would answer something else"
    said = other.says or undone(one.workflow, task, arguments)
    if not said and (more := further(one.workflow, task, arguments)):
        return f"the task also says {_listed(more)}", ""
    also = f"the task also says {_listed(said)}" if said else ""
    would = "it would answer something else" if other else "it would change something else or less"
    return also, f"{also}, which this does not do: {would}" if also else ""


def _lacks(workflow: Workflow, task: str, url: str | None) -> bool:
    """Whether the task leaves out a value that a call needs, or the only text for it is a doubtful one."""
    filled, missing = fill_in(workflow, task, url)
    return bool(missing or doubts(workflow, task, filled, near=False))


def _sure(
    arguments: dict[str, Any], missing: tuple[str, ...], unsure: Collection[str]
) -> tuple[dict[str, Any], tuple[str, ...]]:
    """The same without doubted values: the caller has to give those."""
    kept = {name: given for name, given in arguments.items() if name not in unsure}
    return kept, (*missing, *(name for name in unsure if name in arguments))


def fill_in(workflow: Workflow, task: str, url: str | None = None) -> tuple[dict[str, Any], tuple[str, ...]]:
    """Typed arguments from a task text and the page's address, and the names of required ones that neither gives."""
    read = _read(workflow, task)
    given = {**(page_gate.from_address(workflow, url) if url else {}), **read}
    arguments = with_first_words(workflow, _fitting(workflow, _short_enough(given)))
    return typed(workflow, arguments), tuple(lacking(workflow, task, arguments))


def _read(workflow: Workflow, task: str) -> dict[str, Any]:
    if best_match(workflow, task) is None and (found := reworded(workflow, task)) is not None:
        return dict(found.match.arguments)
    given = best_fill(workflow, task)[0]
    named = named_thing(workflow, task) if not given else None
    return {named[0].name: named[1]} if named is not None else given


def _short_enough(given: dict[str, Any]) -> dict[str, Any]:
    left, kept = MOST_ARGUMENT_BYTES, dict[str, Any]()
    for name, text in sorted(given.items(), key=lambda pair: len(str(pair[1]))):
        left -= len(str(text).encode("utf-8", "replace"))
        if left >= 0:
            kept[name] = text
    return {name: given[name] for name in given if name in kept}


def call_of(workflow: Workflow, arguments: dict[str, Any], task_id: str = "", url: str | None = None) -> Call:
    """The call that runs a workflow, ready to send; from ``url`` on where that is the start page as one visit has it."""
    begin = page_gate.visit_at(workflow, url) if url else None
    more = {**({"start_url": begin} if begin else {}), **({"task_id": task_id} if task_id else {})}
    tool = READ if workflow.risk == "read" else WRITE
    return Call(tool=tool, arguments={"workflow": workflow.name, "arguments": arguments, **more})


def _call(one: Scored, arguments: dict[str, Any], task_id: str, url: str | None, *, complete: bool) -> Call:
    if one.usable and not one.judged.forbids and complete and not _acts_on_something_fixed(one):
        return call_of(one.workflow, arguments, task_id, url)
    return Call(tool=TEXT, arguments={"workflow": one.workflow.name, "format": "steps"})


def _acts_on_something_fixed(one: Scored) -> bool:
    """A workflow that writes, takes nothing and is only near the task would change what its source run changed."""
    fixed = one.workflow.risk != "read" and not one.workflow.callers_parameters
    return fixed and one.judged.fit != "whole"


def _record(one: Scored) -> str:
    if one.tried:
        return f"{one.worked} of {one.tried}"
    runs = one.workflow.evidence.support
    return f"not called yet; learned from {runs} solved run{'' if runs == 1 else 's'}"


def _note(one: Scored, beside: str) -> str:
    if one.foreign:
        return f"of {one.workflow.site}, not this site: text to adapt"
    if one.workflow.state == "draft":
        return "a draft that was not verified: text to follow with care"
    if one.judged.forbids:
        return f"the task says {plain(one.judged.forbids, 60)!r}, and this writes: not to be called"
    if failing(one.worked, one.tried):
        return "fails lately: text to follow with care"
    if one.judged.doubt:
        return one.judged.doubt
    return beside


def _listed(words: Sequence[str]) -> str:
    return ", ".join(repr(plain(word, 30)) for word in words[:MOST_SAID])


def _fitting(workflow: Workflow, filled: dict[str, Any]) -> dict[str, Any]:
    """The arguments that the parameters accept."""
    optional = workflow.model_copy(
        update={"parameters": tuple(p.model_copy(update={"required": False}) for p in workflow.parameters)}
    )
    fitting: dict[str, Any] = {}
    for name, text in filled.items():
        try:
            bind(optional, {name: text})
        except AwmError:
            continue
        fitting[name] = text
    return fitting


def _verdict(rows: Sequence[Row], found: Sequence[Scored], where: str | None) -> tuple[Verdict, str]:
    on = f" on {where}" if where else ""
    if not rows:
        return "skip", f"nothing that is known fits this task{on}"
    if rows[0].one.foreign:
        return "adapt", f"nothing fits{on}; a task of this kind is known on other sites: text to adapt, not to run there"
    return _of_best(rows)


def _searched(unread: str | None, rows: Sequence[Row]) -> str:
    """That all sites were searched, and why: no site was given, or what was given for it cannot be read."""
    if unread:
        return f" ({plain(unread, 80)!r} could not be read as an address: all sites were searched)"
    return " (no site was given: all sites were searched)" if rows else ""


def _of_best(rows: Sequence[Row]) -> tuple[Verdict, str]:
    best = rows[0]
    name = best.found.workflow
    if best.runnable:
        rival = next((row for row in rows[1:] if _rivals(best, row)), None)
        if rival is not None:
            return (
                "adapt",
                f"{name} ({best.found.site}) and {rival.found.workflow} ({rival.found.site}) both do this: choose",
            )
        return "run", f"{name} does this task; all its arguments are in the task text"
    if best.found.note:
        return "adapt", f"{name} {'does this task' if best.one.judged.fit == 'whole' else 'is near'}, but: {best.found.note}"
    if best.one.judged.doubt:
        return "adapt", f"{name} may do this: {best.one.judged.doubt}"
    if best.one.judged.fit == "whole":
        return "adapt", f"{name} does this task once you give {', '.join(best.found.missing)}"
    given = f"; it would need {', '.join(best.found.missing)}" if best.found.missing else ""
    given += f"; {best.also}" if best.also else ""
    return "adapt", f"{name} is near ({best.one.judged.why}){given}: look whether it fits"


def _rivals(best: Row, other: Row) -> bool:
    if best.placeless and other.placeless:
        return other.runnable and other.found.workflow != best.found.workflow
    return other.runnable and other.found.site != best.found.site and other.one.value >= CLOSE * best.one.value


def _next(verdict: Verdict, rows: Sequence[FoundWorkflow], *, forbidden: bool = False) -> str:
    if verdict == "run":
        asks = "; it asks for a person's consent" if rows[0].risk == "destructive" else ""
        return f"send the first workflow's call as it is{asks}, then use its outputs"
    if forbidden:
        by_hand = (
            "follow them by hand up to the first that writes, or call it with dry_run=true, which stops before that step"
        )
        return f"get_workflow(workflow='{rows[0].workflow}') shows its steps: {by_hand}"
    if verdict == "adapt" and rows[0].missing and not rows[0].note and rows[0].state != "draft":
        return _what_to_give(rows[0])
    if verdict == "adapt" and rows[0].call.tool == TEXT:
        return f"get_workflow(workflow='{rows[0].workflow}') shows its steps; call it only if it does what the task asks"
    if verdict == "adapt":
        return f"get_workflow(workflow='{rows[0].workflow}') shows its steps; complete the arguments and call it if it fits"
    return "do the task in the browser, then report_run it so that it is one call next time"


def _what_to_give(row: FoundWorkflow) -> str:
    given = f", beside {json.dumps(row.arguments, ensure_ascii=False)}" if row.arguments else ""
    tool = READ if row.risk == "read" else WRITE
    shows = f"get_workflow(workflow='{row.workflow}') shows its steps"
    return shortened(f"{shows}; if it fits, {tool} takes that name and needs {', '.join(row.missing)}{given}", 600)


def _within_budget(task_id: str, verdict: Verdict, why: str, rows: Sequence[Row]) -> FindAnswer:
    """The answer, with descriptions of later rows and then later rows left out until it is small enough."""
    shown = [row.found for row in rows]
    on = _next(verdict, shown, forbidden=bool(rows) and bool(rows[0].one.judged.forbids))
    answer = FindAnswer(task_id=task_id, verdict=verdict, why=shortened(why, 300), workflows=(), next=on)
    for characters in (160, 80, 0):
        told = [shortened(f.description, characters) if characters else "" for f in shown[1:]]
        cut = (f.model_copy(update={"description": said}) for f, said in zip(shown[1:], told, strict=True))
        whole = answer.model_copy(update={"workflows": (*shown[:1], *cut)})
        if _size(whole) <= MOST_BYTES:
            return whole
    while len(shown) > 1 and _size(answer.model_copy(update={"workflows": tuple(shown)})) > MOST_BYTES:
        shown.pop()
    return answer.model_copy(update={"workflows": tuple(shown)})


def _size(answer: FindAnswer) -> int:
    return len(json.dumps(answer.as_data(), ensure_ascii=False).encode("utf-8", "replace"))
