"""Verification: a draft must hold in a real browser, with the values of its source runs, before it is offered."""

from __future__ import annotations

import json
import secrets
from collections.abc import Mapping, Sequence

from pydantic import Field

from awm_mcp.app.finding.page_gate import visit_at
from awm_mcp.app.in_use.health import FAULTS
from awm_mcp.app.in_use.live_values import with_live_values
from awm_mcp.app.owning.principals import OWNER, reporter_of
from awm_mcp.app.verifying.both_states import with_both_states
from awm_mcp.app.verifying.reads_same import Read, contradiction, read_in
from awm_mcp.app.verifying.turned_over import found_so, turned_over
from awm_mcp.errors import AwmError
from awm_mcp.induction.cleaning.clean import opening_of
from awm_mcp.induction.naming.descriptions import no_read_any_more
from awm_mcp.induction.writing.contracts import risk_of
from awm_mcp.memory.port import VERIFICATION, Memory
from awm_mcp.model import Effect, Outcome, Run, Stopped, Workflow
from awm_mcp.model.arguments import bind
from awm_mcp.model.base import Word
from awm_mcp.model.site import default_origin, join
from awm_mcp.model.text import plain
from awm_mcp.replay.port import SENDS, UNTIL_WRITE, RepairMode, Replayer, ReplayRequest

NOTHING_DONE = "nothing was done"
"""How the line of a proof begins that got to no step: the first one writes."""
MOST_CASES = 2
MOST_LIVE = 3
Arguments = dict[str, str | list[str]]


class Case(Word):
    """Values to replay with, and the principal whose run they come from: its logins and secrets are used, no other's.

    ``begun``: the path that it began at, if that has parts that count for one visit only; ``run``: the id of the run.
    """

    arguments: Arguments
    principal: str = OWNER
    run: str = ""
    begun: str | None = None

    @property
    def key(self) -> str:
        """The same for the same values of the same principal."""
        return json.dumps([self.principal, self.arguments], sort_keys=True)


class Verdict(Word):
    """Whether a workflow held.

    ``reasons``: why not, in words; ``checked``: for each case, what was done; ``whole``: every case reached its end, not
    only the first step that writes; ``lasting``: trying again without a change would say the same; ``step``: where it
    stopped; ``ends``: how the cases ended that held, by their keys; ``writes``: steps that were seen to write.
    """

    ok: bool
    reasons: tuple[str, ...] = ()
    checked: tuple[str, ...] = ()
    whole: bool = True
    lasting: bool = True
    step: int = 0
    misread: bool = False
    ends: dict[str, Outcome] = Field(default_factory=dict[str, Outcome])
    writes: tuple[int, ...] = ()

    def labelled(self, workflow: Workflow) -> Workflow:
        """The workflow with the steps that were seen to write marked so; it is no read any more."""
        numbers = [n for n in self.writes if n <= len(workflow.steps) and not workflow.steps[n - 1].optional]
        if not numbers:
            return workflow
        steps = tuple(
            step.model_copy(update={"writes": step.writes or number in numbers})
            for number, step in enumerate(workflow.steps, start=1)
        )
        if workflow.risk != "read":
            return workflow.model_copy(update={"steps": steps})
        risk = risk_of(steps, workflow.title)
        told = no_read_any_more(workflow.description, risk)
        return workflow.model_copy(update={"steps": steps, "risk": risk, "description": told})


async def verify(
    workflow: Workflow,
    *,
    memory: Memory,
    replayer: Replayer,
    allow_writes: bool,
    cases: int = MOST_CASES,
    repair: RepairMode | None = None,
    fresh: bool = False,
) -> Verdict:
    """Replays a workflow with the arguments of its newest source runs; writing steps only when the owner allows them.

    ``repair``: how missing targets are repaired, if not as the owner's settings say. ``fresh``: the runs were made just now.
    Each set of values is replayed in the browser of who reported its run. The second one is only tried when the first held.
    Where what the values name is gone, because the workflow consumes it, others that the page offers now are tried up to
    the first step that writes.
    """
    trial = await Trial.of(workflow, memory, replayer, allow_writes=allow_writes, repair=repair)
    checked: list[str] = []
    ends: dict[str, Outcome] = {}
    reads: list[Read] = []
    whole = True
    for case in await different_cases(workflow, memory, cases):
        outcome = await trial.replay(case)
        if isinstance(outcome, str):
            return Verdict(ok=False, reasons=(outcome,))
        if held(outcome):
            ends[case.key], (told, proven) = outcome, await _with_turns(trial, case, outcome)
            whole = whole and proven
            checked.append(told)
            run = await memory.runs.get(case.run) if case.run else None
            reads.append(read_in(workflow, run, case.arguments, outcome.outputs))
            continue
        if not (instead := await _consumed(trial, case, outcome, memory, proven=bool(ends))):
            lasting = outcome.status in FAULTS
            step = outcome.stopped.step if outcome.stopped is not None else 0
            reasons = (why(workflow, outcome),)
            return Verdict(ok=False, reasons=reasons, checked=tuple(checked), lasting=lasting, step=step)
        whole = False
        checked.append(instead)
    if (against := contradiction(workflow, reads, strict=fresh)) is not None:
        told = tuple(dict.fromkeys(checked))
        return Verdict(ok=False, reasons=(against.words,), checked=told, lasting=against.sure, misread=True)
    writes = await _seen_to_write(workflow, memory, ends)
    return Verdict(ok=True, checked=tuple(dict.fromkeys(checked)), whole=whole, ends=ends, writes=writes)


async def _with_turns(trial: Trial, case: Case, outcome: Outcome) -> tuple[str, bool]:
    """What a replay that held did, and whether it reached its end; a state that was there already proves no step."""
    told = done(trial.workflow, outcome, case.arguments)
    numbers = found_so(trial.workflow, outcome)
    if not numbers:
        return told, outcome.ok
    other = turned_over(trial.workflow, numbers, case.arguments)
    again = await trial.on(other).replay(case) if other is not None else ""
    if isinstance(again, Outcome) and again.ok and other is not None and not found_so(other, again):
        return f"{told}; what was so already was brought into the other state and back", outcome.ok
    which = f"step{'s' if len(numbers) > 1 else ''} {', '.join(map(str, numbers))}"
    return f"{told}; {which} had nothing to do, as it was so already: the first call that changes it checks that", False


class Trial:
    """Replays of one workflow for a check. A version by address is tried without the steps that it stands for."""

    def __init__(
        self, workflow: Workflow, origin: str, replayer: Replayer, *, allow_writes: bool, repair: RepairMode | None = None
    ) -> None:
        steps = tuple(step.model_copy(update={"instead": ()}) for step in workflow.steps)
        self.workflow = workflow.model_copy(update={"steps": steps})
        self._origin, self._replayer, self._allow_writes = origin, replayer, allow_writes
        self._repair: RepairMode | None = repair

    @classmethod
    async def of(
        cls,
        workflow: Workflow,
        memory: Memory,
        replayer: Replayer,
        *,
        allow_writes: bool,
        repair: RepairMode | None = None,
    ) -> Trial:
        """A trial on the site's current origin."""
        origin = await memory.sites.origin(workflow.site) or default_origin(workflow.site)
        return cls(workflow, origin, replayer, allow_writes=allow_writes, repair=repair)

    def on(self, workflow: Workflow) -> Trial:
        """A trial of another workflow in the same place."""
        return Trial(workflow, self._origin, self._replayer, allow_writes=self._allow_writes, repair=self._repair)

    async def replay(self, case: Case, *, only_read: bool = False) -> Outcome | str:
        """The outcome with some values, or why these cannot be given. ``only_read``: no step that writes is done at all."""
        try:
            bound = bind(self.workflow, case.arguments)
        except AwmError as error:
            return f"{self.workflow.name} cannot be called with the values of its own source run: {error.text()}"
        return await self._replayer.replay(
            ReplayRequest(
                run_id=f"{VERIFICATION}{secrets.token_hex(8)}",
                workflow=self.workflow,
                arguments=bound,
                origin=self._origin,
                start_url=None if case.begun is None else join(self._origin, case.begun),
                hosts=self.workflow.hosts,
                until_write=only_read or not self._allow_writes,
                keep_page=False,
                principal=case.principal,
                repair=self._repair,
            )
        )


async def _consumed(trial: Trial, case: Case, outcome: Outcome, memory: Memory, *, proven: bool) -> str:
    """What was checked instead of a case whose item is gone; empty when nothing was, or when the item need not be gone.

    ``proven``: another case held.
    """
    workflow, stopped = trial.workflow, outcome.stopped
    last = workflow.first_write
    if outcome.status != "target_not_found" or stopped is None or last is None or not 0 < stopped.step <= last:
        return ""
    if (lived := await _with_live_values(trial, case, stopped)) is not None:
        arguments, other = lived
        gone = ", ".join(plain(str(case.arguments[n]), 40) for n, text in arguments.items() if case.arguments[n] != text)
        return f"{done(workflow, other, arguments)}, which the page offers now: {gone} of the source run is gone"
    offered = bool(stopped.options) or bool(with_live_values(workflow, stopped, case.arguments))
    if offered or not _may_be_gone(workflow, stopped.step, proven=proven):
        return ""
    if not await _seen_to_the_end(workflow, case, memory):
        return ""
    before = f"{stopped.step - 1} of {outcome.steps_total} steps" if stopped.step > 1 else "the start page"
    return f"{before}; the rest as a browser saw it when the run was recorded, for there is nothing left to do it with"


async def _with_live_values(trial: Trial, case: Case, stopped: Stopped) -> tuple[Arguments, Outcome] | None:
    """Values that the page offers now with which a case holds, and how it ended; one after the other where several are gone.

    What is given for one value is given for no other: what is ticked twice is not ticked.
    """
    given, last = case.arguments, trial.workflow.first_write or 0
    live = with_live_values(trial.workflow, stopped, given)
    for arguments in [one for one in live if _different(one) >= _different(given)][:MOST_LIVE]:
        changed = case.model_copy(update={"arguments": arguments})
        other = await trial.replay(changed, only_read=True)
        if isinstance(other, Outcome) and held(other):
            return arguments, other
        then = other.stopped if isinstance(other, Outcome) and other.status == "target_not_found" else None
        further = then is not None and stopped.step < then.step <= last
        if then is not None and further and (lived := await _with_live_values(trial, changed, then)) is not None:
            return lived
    return None


def _different(arguments: Arguments) -> int:
    return len({str(given) for given in arguments.values()})


def _may_be_gone(workflow: Workflow, number: int, *, proven: bool) -> bool:
    """Whether what a step acts on may have gone with what the source run did: the thing that the caller names, or what the
    run pressed for its change. An entry of a list to choose from stays; it may only be chosen by now."""
    action = workflow.steps[number - 1].action
    target = action.target if action is not None else None
    if target is None:
        return False
    named = any(one.params for one in target.values)
    return (proven and named) if target.role in _CHOICES else named or number == workflow.first_write


_CHOICES = frozenset({"option", "menuitem", "menuitemcheckbox", "menuitemradio", "treeitem"})


async def _seen_to_the_end(workflow: Workflow, case: Case, memory: Memory) -> bool:
    """Whether a browser saw the source run of a case do all its steps, and what it sent when it wrote."""
    evidence = workflow.evidence
    ids = [run for run, given in zip(evidence.runs, evidence.arguments, strict=False) if given == case.arguments]
    runs = [await memory.runs.get(run_id) for run_id in ids]
    return any(run is not None and _is_seen_whole(run) for run in runs)


def _effects_of_all(run: Run) -> list[Effect]:
    """What a browser saw of each step of a run; empty when it did not see all of them."""
    acting = [step for step in run.steps if step.action.type not in ("stop", "goto")]
    seen = [step.effect for step in acting if step.effect is not None and step.effect.changed is not None]
    return seen if len(seen) == len(acting) else []


def _is_seen_whole(run: Run) -> bool:
    seen = _effects_of_all(run)
    return any(effect.requests for effect in seen) and not any(effect.failed for effect in seen)


async def _seen_to_write(workflow: Workflow, memory: Memory, ends: Mapping[str, Outcome]) -> tuple[int, ...]:
    """The steps at which proofs went no further, because these write.

    What was judged so from the page before it was done counts as well, unless a browser saw a source run to its end: then
    it was learned with what each step sent.
    """
    stops = [one.stopped for one in ends.values() if one.stopped is not None]
    runs = [await memory.runs.get(run) for run in workflow.evidence.runs] if any(s.code != SENDS for s in stops) else []
    judged = not any(run is not None and _effects_of_all(run) for run in runs)
    return tuple(stop.step for stop in stops if stop.code == SENDS or judged)


async def different_cases(workflow: Workflow, memory: Memory, most: int) -> Sequence[Case]:
    """The newest different sets of values of the source runs; without any, the examples of the parameters."""
    evidence = workflow.evidence
    newest = [(run, arguments) for run, arguments in zip(evidence.runs, evidence.arguments, strict=False)][::-1]
    different: dict[str, tuple[str, Arguments]] = {}
    for run, arguments in newest:
        different.setdefault(json.dumps(arguments, sort_keys=True), (run, arguments))
    without_any = (evidence.runs[-1] if evidence.runs else "", _examples(workflow))
    taken = with_both_states(workflow, list(different.values()), most) or [without_any]
    return [await _case(workflow, memory, run, arguments) for run, arguments in taken]


async def _case(workflow: Workflow, memory: Memory, run_id: str, arguments: Arguments) -> Case:
    """The case of a source run; the owner brought what came without one."""
    run = await memory.runs.get(run_id) if run_id else None
    if run is None:
        return Case(arguments=arguments)
    begun = visit_at(workflow, opening_of(run))
    return Case(arguments=arguments, principal=reporter_of(run.reporters), begun=begun, run=run_id)


def _examples(workflow: Workflow) -> Arguments:
    shown = {p.name: p.examples[0] for p in workflow.callers_parameters if p.examples and p.default is None}
    lists = {p.name for p in workflow.callers_parameters if p.type == "array"}
    return {name: [text] if name in lists else text for name, text in shown.items()}


def held(outcome: Outcome) -> bool:
    """Whether the replay reached its end, or the first step that writes when it was to go no further."""
    return outcome.ok or (outcome.stopped is not None and outcome.stopped.code in (UNTIL_WRITE, SENDS))


def done(workflow: Workflow, outcome: Outcome, arguments: Arguments) -> str:
    """What a replay that held did, in one line, and what it could not check."""
    given = ", ".join(f"{name}={plain(str(text), 40)}" for name, text in arguments.items())
    held_back = "" if outcome.ok else ", up to the first step that writes"
    signed_in = ", signed in already" if _began_signed_in(workflow, outcome) else ""
    told = f"{outcome.steps_done} of {outcome.steps_total} steps{signed_in}{held_back}" + (f" with {given}" if given else "")
    if not outcome.ok and _did_nothing(workflow, outcome):
        found = f"{NOTHING_DONE}, as its first step writes: the page and what that step acts on were found"
        return f"{found}{f' with {given}' if given else ''}; the first real call checks the rest"
    unread = [] if outcome.ok else [o.name for o in workflow.outputs if o.name not in outcome.outputs]
    return told + (f"; {', '.join(unread)} is read after it, which the first real call checks" if unread else "")


def _did_nothing(workflow: Workflow, outcome: Outcome) -> bool:
    """Whether a replay only opened pages before it stopped."""
    before = [step.action for step in workflow.steps[: outcome.steps_done]]
    return all(action is not None and action.type in ("goto", "wait_for") for action in before)


def _began_signed_in(workflow: Workflow, outcome: Outcome) -> bool:
    """Whether the steps that sign in were skipped, since the page did not ask for them."""
    notes = [row.note for row in outcome.steps if row.step in workflow.signing_in]
    return notes != [] and all(note.startswith("skipped") for note in notes)


def why(workflow: Workflow, outcome: Outcome) -> str:
    """Where and why a replay stopped, in one line."""
    stopped = outcome.stopped
    if stopped is None:
        return f"{workflow.name}: {outcome.status}"
    return (
        f"{workflow.name}: {outcome.status} at step {stopped.step} ({stopped.action}): "
        f"expected {stopped.expected}; seen {stopped.seen}"
    )
