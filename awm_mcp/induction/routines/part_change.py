"""A change of a workflow carried into a longer one that contains its steps.

Only what changed between two versions of the part is changed in the longer workflow; everything else in it stays its own.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from difflib import SequenceMatcher
from typing import Any, TypeVar

from awm_mcp.induction.aligning.parts import Fit, Place, bodies, places, with_given
from awm_mcp.induction.routines.part_parameters import Told, told_otherwise, with_told
from awm_mcp.induction.routines.prelude import without_prelude
from awm_mcp.induction.writing.contracts import precondition_of, risk_of
from awm_mcp.induction.writing.promotion import demote, with_steps
from awm_mcp.model import Action, FlowStep, ForEach, Output, Param, Parameter, Target, Value, Workflow, value
from awm_mcp.model.base import Word
from awm_mcp.model.names import unique_name

_SAID = ("observation", "reasoning")
_WITNESSES = ("name", "label", "text", "placeholder", "testid", "title", "alt", "css")
_RISKS = ("read", "write", "destructive")
_LACKS = "?"
"""Ends the name of a parameter for which nothing stands in the longer workflow."""
W = TypeVar("W", bound=Word)
Edit = tuple[int, int, int, int]
"""Steps ``[a:b]`` of the former version are steps ``[c:d]`` of the new one."""


class NotCarried(Exception):
    """Why a change cannot be carried into a longer workflow, in words."""


@dataclass(frozen=True)
class Change:
    """What changed between two versions of a workflow, under the parameter names of the former one.

    ``lead``: so many steps sign in before these; a longer workflow signs in by its own. ``told``: parameters that are told
    in other words, with other examples or choices.
    """

    former: tuple[FlowStep, ...]
    new: tuple[FlowStep, ...]
    edits: tuple[Edit, ...]
    parameters: tuple[Parameter, ...]
    outputs: tuple[Output, ...]
    lead: int = 0
    told: Told = field(default_factory=dict[str, tuple[Parameter, Parameter]])

    def words_of(self, name: str) -> str:
        """Which steps of the part changed: ``step 2 of shop_find changed, new step 4 of shop_find``."""
        told: list[Edit] = []
        for edit in self.edits:
            if told and told[-1][1] == edit[0] and told[-1][3] == edit[2]:
                told[-1] = (told[-1][0], edit[1], told[-1][2], edit[3])
            else:
                told.append(edit)
        steps = [_words((a + self.lead, b + self.lead, c + self.lead, d + self.lead), name) for a, b, c, d in told]
        return ", ".join(steps or [f"what {name} says of {', '.join(self.told)}"])


def change_of(former: Workflow, new: Workflow, *, only_moves: bool = False) -> Change:
    """What is done otherwise in a new version; without edits where it only says the same in other words.

    ``only_moves``: what a step leads to, and how exactly its element is told, is no change either.
    """
    former, new = demote(former), demote(new)
    lead = len(new.steps) - len(without_prelude(new.steps))
    former, new = (w.model_copy(update={"steps": without_prelude(w.steps)}) for w in (former, new))
    new = _in_former_names(former, new)
    edits = _edits([_key(step) for step in former.steps], [_key(step) for step in new.steps])
    if only_moves:
        edits = tuple(e for e in edits if not _is_one_move(former.steps[e[0] : e[1]], new.steps[e[2] : e[3]]))
    known = {p.name for p in former.parameters}
    return Change(
        former=former.steps,
        new=new.steps,
        edits=edits,
        parameters=tuple(p for p in new.parameters if p.name not in known),
        outputs=new.outputs,
        lead=lead,
        told={} if only_moves else told_otherwise(former, new),
    )


def carried(whole: Workflow, change: Change) -> Workflow:
    """The longer workflow with the change wherever the former steps stand in it; the same where it has the change already.

    Raises:
        NotCarried: its callers would have to give something else, or lose an output; says what.
    """
    made = _Carrying(whole, change)
    changed = made.all(whole.in_interface)
    found = [*places(change.former, whole.in_interface), *_in_blocks(change.former, whole.in_interface)]
    parameters = with_told(whole, change.told, found)
    whole = whole if parameters == whole.parameters else whole.model_copy(update={"parameters": parameters})
    made.whole = whole
    return whole if changed == whole.in_interface else made.workflow(changed)


def _in_blocks(part: Sequence[FlowStep], whole: Sequence[FlowStep]) -> list[Place]:
    return [place for body in bodies(whole) for place in places(part, body, body=True)]


@dataclass
class _Carrying:
    """One change on its way into one workflow. ``added``: the part's new parameters that it needs, under free names."""

    whole: Workflow
    change: Change
    added: dict[str, Parameter] = field(default_factory=dict[str, Parameter])

    def all(self, own: Sequence[FlowStep], *, body: bool = False) -> tuple[FlowStep, ...]:
        """Steps with the change at every place of the part, also in what their blocks repeat."""
        changed = list(own)
        for place in reversed(places(self.change.former, own, body=body)):
            end = place.start + len(self.change.former)
            changed[place.start : end] = self.steps(own, place)
        return tuple(step if step.for_each is None else self._in_block(step, step.for_each) for step in changed)

    def _in_block(self, step: FlowStep, block: ForEach) -> FlowStep:
        inner = block.model_copy(update={"steps": self.all(block.steps, body=True)})
        return step.model_copy(update={"for_each": inner})

    def steps(self, every: Sequence[FlowStep], place: Place) -> list[FlowStep]:
        """The steps of the longer workflow at a place of the part, with the part's edits."""
        own = every[place.start : place.start + len(self.change.former)]
        made: list[FlowStep] = []
        at = 0
        for start, end, new_start, new_end in self.change.edits:
            made += own[at:start]
            fresh = self.change.new[new_start:new_end]
            if start == end and _has_beside(every, place, start, len(own), fresh):
                at = end
                continue
            stands = self._stands(place, fresh)
            if end - start == len(fresh):
                trios = zip(own[start:end], self.change.former[start:end], fresh, strict=True)
                made += [_merged(one, _filled(before, stands), _filled(now, stands)) for one, before, now in trios]
            else:
                made += [_filled(step, stands) for step in fresh]
            at = end
        return [*made, *own[at:]]

    def _stands(self, place: Place, fresh: Sequence[FlowStep]) -> Mapping[str, Value]:
        """What stands in the longer workflow for each parameter of some new steps."""
        stands = dict(place.given)
        new = {p.name for p in self.change.parameters}
        for name in dict.fromkeys(p for step in fresh for p in _named(step)):
            if name not in stands:
                stands[name] = value([Param(param=self._added(name).name if name in new else name + _LACKS)])
        items = {step.for_each.item for step in fresh if step.for_each is not None} - set(place.given)
        if inside := items & {p for given in stands.values() for p in given.params}:
            raise NotCarried(f"its block already calls its item {', '.join(sorted(inside))}")
        return stands

    def _added(self, name: str) -> Parameter:
        """The parameter of the longer workflow for a new one of the part."""
        if name in self.added:
            return self.added[name]
        new = next(p for p in self.change.parameters if p.name == name)
        known = self.whole.parameter(name)
        if new.secret is not None and known is not None and known.secret != new.secret:
            raise NotCarried(f"it has a parameter {name} of its own, which is no secret")
        if new.secret is None and new.required and new.default is None:
            raise NotCarried(f"its runs and callers do not give {name}")
        taken = {p.name for p in self.whole.parameters} if new.secret is None else set[str]()
        self.added[name] = new.model_copy(update={"name": unique_name(name, taken)})
        return self.added[name]

    def workflow(self, steps: tuple[FlowStep, ...]) -> Workflow:
        """The longer workflow with other steps, and with what follows from them."""
        whole = self.whole
        base = _on_same_address(whole, steps) or with_steps(demote(whole), steps)
        if base.precondition is not None and base.precondition == precondition_of(whole.in_interface):
            base = base.model_copy(update={"precondition": precondition_of(steps)})
        known = {p.name for p in whole.parameters}
        fresh = [step for step in steps if step not in whole.in_interface]
        risk = max(whole.risk, risk_of(fresh, ""), key=_RISKS.index)
        changed = {
            "parameters": (*whole.parameters, *(p for p in self.added.values() if p.name not in known)),
            "outputs": self._outputs(steps),
            "risk": risk,
        }
        made = base.model_copy(update=changed)
        if lacks := {p.removesuffix(_LACKS) for step in steps for p in _named(step) if p.endswith(_LACKS)}:
            raise NotCarried(f"nothing in it stands for {', '.join(sorted(lacks))}")
        if lost := _used(whole) - _used(made):
            raise NotCarried(f"it would not use {', '.join(sorted(lost))} any more, which its callers give")
        return made

    def _outputs(self, steps: Sequence[FlowStep]) -> tuple[Output, ...]:
        before, read = _read(self.whole.in_interface), _read(steps)
        if lost := [output.name for output in self.whole.outputs if output.name in before and output.name not in read]:
            raise NotCarried(f"it would not return {', '.join(lost)} any more")
        if len(set(read)) < len(read) and len(set(before)) == len(before):
            raise NotCarried("it would return two things under one name")
        names = {output.name for output in self.whole.outputs}
        return (*self.whole.outputs, *(o for o in self.change.outputs if o.name in read and o.name not in names))


def _has_beside(every: Sequence[FlowStep], place: Place, at: int, length: int, fresh: Sequence[FlowStep]) -> bool:
    """Whether what comes before the part's first step, or after its last, stands there in the longer workflow already."""
    if at not in (0, length):
        return False
    first = place.start - len(fresh) if at == 0 else place.start + length
    there = every[first : first + len(fresh)] if first >= 0 else ()
    fit = Fit(dict(place.given))
    return len(there) == len(fresh) and all(fit.step(new, known) for new, known in zip(fresh, there, strict=True))


def _on_same_address(whole: Workflow, steps: tuple[FlowStep, ...]) -> Workflow | None:
    """A workflow by address keeps it while the steps that it stands for are the same; else they are done again."""
    lead = whole.steps[0].instead
    others = any(step.instead for step in whole.steps[1:])
    if not lead or others or steps[: len(lead)] != lead or len(steps) <= len(lead):
        return None
    return with_steps(whole, (whole.steps[0], *steps[len(lead) :]))


def _merged(own: FlowStep, before: FlowStep, now: FlowStep) -> FlowStep:
    """The longer workflow's own step with what changed in the part's; its words stay its own."""
    updates = _differing(before, now, leave=("action", *_SAID))
    action = now.action
    if action is not None and own.action is not None and before.action is not None and action != before.action:
        updates["action"] = _merged_action(own.action, before.action, action)
    elif action is None or own.action is None:
        updates["action"] = action
    return own.model_copy(update=updates)


def _merged_action(own: Action, before: Action, now: Action) -> Action:
    if own.type != now.type:
        return now
    updates = _differing(before, now, leave=("target",))
    if now.target != before.target:
        updates["target"] = _merged_target(own.target, before.target, now.target)
    return own.model_copy(update=updates)


def _merged_target(own: Target | None, before: Target | None, now: Target | None) -> Target | None:
    """The own target with the signals that changed; the new one as it is where it is another element."""
    if own is None or before is None or now is None or not _same_element(before, now):
        return now
    healed = now.formerly != before.formerly
    updates = _differing(before, now, leave=("formerly", "seen"))
    if healed:
        updates["formerly"] = (own.model_copy(update={"formerly": ()}), *own.formerly)
    return own.model_copy(update=updates)


def _same_element(before: Target, now: Target) -> bool:
    """Whether a target only bears other words: it was healed, or one of its signals still holds."""
    if any(former.texts == before.texts for former in now.formerly):
        return True
    return any(getattr(before, key) is not None and getattr(before, key) == getattr(now, key) for key in _WITNESSES)


def _differing(before: Word, now: Word, leave: Sequence[str]) -> dict[str, Any]:
    """The fields in which two words differ, as the second has them."""
    fields = (key for key in type(now).model_fields if key not in leave)
    return {key: getattr(now, key) for key in fields if getattr(now, key) != getattr(before, key)}


def _filled(word: W, stands: Mapping[str, Value]) -> W:
    """A word with what stands for its parameters in their place, wherever they are."""
    updates: dict[str, Any] = {}
    for key in type(word).model_fields:
        given = getattr(word, key)
        made = _filled_field(key, given, stands)
        if made is not given:
            updates[key] = made
    return word.model_copy(update=updates)


def _filled_field(key: str, given: Any, stands: Mapping[str, Value]) -> Any:
    if isinstance(given, Value):
        return with_given(given, stands) if given.params else given
    if isinstance(given, Word):
        return _filled(given, stands)
    if isinstance(given, tuple):
        return tuple(_filled_field("", item, stands) for item in given)  # pyright: ignore[reportUnknownVariableType]
    if key in ("parameter", "item") and isinstance(given, str) and given in stands:
        return _name_of(given, stands[given])
    return given


def _name_of(name: str, stands: Value) -> str:
    if len(stands.root) != 1 or not isinstance(token := stands.root[0], Param):
        raise NotCarried(f"its block goes over {name}, for which a text stands")
    return token.param


def _in_former_names(former: Workflow, new: Workflow) -> Workflow:
    """The new version with parameters that were only renamed under their former names."""
    gone = {p.name for p in former.parameters} - {p.name for p in new.parameters}
    come = {p.name for p in new.parameters} - {p.name for p in former.parameters}
    if not gone or not come or len(former.steps) != len(new.steps):
        return new
    fit = Fit()
    for one, other in zip(former.steps, new.steps, strict=True):
        tried = Fit(dict(fit.given))
        fit = tried if tried.step(one, other) else fit
    tokens = {name: given.root[0] for name, given in fit.given.items() if len(given.root) == 1}
    renamed = {t.param: name for name, t in tokens.items() if isinstance(t, Param) and name in gone and t.param in come}
    stands = {name: value([Param(param=old)]) for name, old in renamed.items()}
    parameters = tuple(p.model_copy(update={"name": renamed.get(p.name, p.name)}) for p in new.parameters)
    return _filled(new, stands).model_copy(update={"parameters": parameters})


def _named(step: FlowStep) -> list[str]:
    """Names of all parameters in a step, also in what it is expected to lead to; the item of a block is not one of them."""
    promised = step.expect.params if step.expect is not None else ()
    inner = [p for one in step.for_each.steps for p in _named(one)] if step.for_each is not None else []
    item = step.for_each.item if step.for_each is not None else None
    names = [*step.params, *promised, *(step.url.params if step.url is not None else ()), *inner]
    return [name for name in names if name != item]


def _key(step: FlowStep) -> FlowStep:
    """A step without what is only said of it."""
    return step.model_copy(update={"observation": "", "reasoning": "", "sends": (), "silent": False, "row_goes": False})


def _edits(before: Sequence[FlowStep], now: Sequence[FlowStep]) -> tuple[Edit, ...]:
    if len(before) == len(now):
        return tuple((n, n + 1, n, n + 1) for n, pair in enumerate(zip(before, now, strict=True)) if pair[0] != pair[1])
    keys = list(dict.fromkeys(repr(step) for step in (*before, *now)))
    rows = [[keys.index(repr(step)) for step in steps] for steps in (before, now)]
    told = SequenceMatcher(None, *rows, autojunk=False).get_opcodes()
    return tuple((a, b, c, d) for tag, a, b, c, d in told if tag != "equal")


def _is_one_move(before: Sequence[FlowStep], now: Sequence[FlowStep]) -> bool:
    return len(before) == len(now) and all(Fit().step(one, other) for one, other in zip(before, now, strict=True))


def _words(edit: Edit, name: str) -> str:
    start, end, new_start, new_end = edit
    if start == end:
        return f"new {_numbers(new_start, new_end)} of {name}"
    return f"{_numbers(start, end)} of {name} {'gone' if new_start == new_end else 'changed'}"


def _numbers(start: int, end: int) -> str:
    return f"step {end}" if end - start == 1 else f"steps {start + 1} to {end}"


def _used(workflow: Workflow) -> set[str]:
    """Names of the declared parameters that something in the workflow uses."""
    promised = [e for e in (workflow.precondition, workflow.postcondition) if e is not None]
    names = [*workflow.start.params, *(p for e in promised for p in e.params)]
    names += [p for step in workflow.in_interface for p in step.params]
    return {p.name for p in workflow.parameters} & set(names)


def _read(steps: Sequence[FlowStep]) -> list[str]:
    """Names under which the steps read something."""
    flat = [inner for step in steps for inner in (step.for_each.steps if step.for_each is not None else (step,))]
    return [step.action.output for step in flat if step.action is not None and step.action.output]
