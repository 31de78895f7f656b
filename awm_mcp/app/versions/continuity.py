"""What a draft means for the stored library: which workflow it continues, in whose words, and what it makes superfluous.

Pure functions over workflows; nothing is stored here.
"""

from __future__ import annotations

import hashlib
import json
import logging
from collections.abc import Callable, Collection, Iterable, Sequence

from awm_mcp.app.versions.kept_parameters import takes_calls_of
from awm_mcp.app.versions.same_deeds import deeds
from awm_mcp.induction import induce
from awm_mcp.induction.by_model.model_renaming import with_parameter_names
from awm_mcp.induction.checking.lint import shape
from awm_mcp.induction.checking.loose_ends import is_useless_part
from awm_mcp.induction.writing.promotion import demote
from awm_mcp.model import FlowStep, Run, Workflow

log = logging.getLogger(__name__)
IN_USE = ("verified", "published")
Shape = tuple[str, tuple[str, ...]]
LEAST_SOLVED = 2
MODEL_OWNER = "model:"
"""How the owner of a workflow begins that a model proposed."""


def former_of(draft: Workflow, known: Sequence[Workflow]) -> Workflow | None:
    """The stored workflow of the same kind that shares most source runs with the draft; live ones first.

    Sub-tasks share their runs with each other: there the steps or the name must be the same, too.
    """
    runs = set(draft.evidence.runs)
    shared = [
        (w.state != "retired", shape(w) == shape(draft), len(runs & set(w.evidence.runs)), w.name == draft.name, w)
        for w in known
        if w.kind == draft.kind and _by_model(w) == _by_model(draft) and runs & set(w.evidence.runs)
    ]
    if draft.kind == "subtask":
        shared = [row for row in shared if row[1] or row[3]]
    return max(shared, key=lambda row: row[:4])[4] if shared else None


def without_useless_parts(drafts: Sequence[Workflow], known: Sequence[Workflow]) -> list[Workflow]:
    """The drafts but the parts that can never be published; one that continues a workflow in use stays beside it."""
    used = [w for w in known if w.state in IN_USE]
    return [draft for draft in drafts if not is_useless_part(draft) or former_of(draft, used) is not None]


def in_words_of(draft: Workflow, former: Workflow) -> Workflow:
    """The draft under the former's id and name; also with its parameter names and texts where both do the same.

    So a tool that people and agents know keeps its words when a further run only confirms it.
    """
    former = demote(former)
    mapping = dict(zip(_used(draft), _used(former), strict=False))
    named = draft.model_copy(update={"id": former.id, "name": former.name})
    if len(_used(draft)) != len(_used(former)):
        return named
    renamed = with_parameter_names(named, mapping)
    if _deeds(renamed) != _deeds(former):
        return named
    words = {(p.name, p.default): p.description for p in former.parameters}
    parameters = tuple(
        p.model_copy(update={"description": words.get((p.name, p.default), p.description)}) for p in renamed.parameters
    )
    said = {"title": former.title, "description": former.description, "parameters": parameters}
    return renamed.model_copy(update=said)


def is_first_guess(former: Workflow, draft: Workflow, history: Sequence[Workflow]) -> bool:
    """Whether the words of a stored workflow are those of its only run, no tool yet and not chosen by its owner.

    They may hold what that run was about; once a further run tells it from what the task is, the draft has better ones.
    """
    guessed = not former.pinned and all(w.state != "published" and w.name == former.name for w in history)
    return guessed and former.evidence.support == 1 < draft.evidence.support


def essence(workflow: Workflow) -> str:
    """Content id without examples, description and what explains steps: equal where calling makes no difference.

    Whether leading steps are done in the interface or by address makes none either.
    """
    workflow = demote(workflow)
    bare = tuple(p.model_copy(update={"examples": (), "spelled": None}) for p in workflow.parameters)
    steps = tuple(map(_unexplained, workflow.steps))
    outputs = tuple(o.model_copy(update={"examples": ()}) for o in workflow.outputs)
    return workflow.model_copy(update={"parameters": bare, "outputs": outputs, "steps": steps, "description": ""}).digest()


def _unexplained(step: FlowStep, **without: object) -> FlowStep:
    """A step without what only explains it: what its page looked like in one of the runs makes no other workflow."""
    block = step.for_each
    if block is not None:
        block = block.model_copy(update={"steps": tuple(_unexplained(one, **without) for one in block.steps)})
    return step.model_copy(update={"observation": "", "reasoning": "", "for_each": block, **without})


class Joiner:
    """Drafts of whole tasks that do the same under other wordings become one, learned from the runs of all.

    ``sample``: gives, of some runs by id, those that are at hand. What was joined before is not joined again.
    """

    def __init__(self, sample: Callable[[Sequence[str]], Sequence[Run]]) -> None:
        self._sample = sample
        self._shapes: dict[int, tuple[Workflow, Shape]] = {}
        self._made: dict[tuple[int, ...], tuple[list[Workflow], Sequence[Workflow]]] = {}

    def joined(self, drafts: Sequence[Workflow]) -> list[Workflow]:
        """The drafts, with a joint one in the place of those that do the same; sub-tasks that are whole tasks go."""
        groups: dict[object, list[Workflow]] = {}
        shapes, self._shapes = self._shapes, {}
        for draft in drafts:
            known, own = shapes.get(id(draft), (None, None))
            self._shapes[id(draft)] = (draft, own if known is draft and own is not None else (draft.site, deeds(draft)))
            key = self._shapes[id(draft)][1] if draft.kind == "task" else id(draft)
            groups.setdefault(key, []).append(draft)
        whole = {key for key, group in groups.items() if group[0].kind == "task"}
        before, self._made = self._made, {}
        made = [one for group in groups.values() for one in self._of_group(group, before)]
        return [w for w in made if w.kind == "task" or self._shapes[id(w)][1] not in whole]

    def _of_group(
        self, group: list[Workflow], before: dict[tuple[int, ...], tuple[list[Workflow], Sequence[Workflow]]]
    ) -> Sequence[Workflow]:
        if len(group) == 1:
            return group
        key = tuple(id(draft) for draft in group)
        _, known = before.get(key, (group, None))
        # The drafts are kept beside what came of them: an id is only unique as long as its object lives.
        self._made[key] = (group, known if known is not None else _joint(group, self._sample))
        return self._made[key][1]


def superseded(known: Iterable[Workflow], settled: Sequence[Workflow]) -> list[tuple[Workflow, Workflow]]:
    """Stored workflows that another one makes superfluous, each with that one: all their runs are in it, too.

    Pinned ones stay, and so does a workflow in use beside one that is not, and a published one whose calls the other one
    would not take.
    """
    live = [s for s in settled if s.state not in ("retired", "quarantined")]
    kept = {s.id for s in settled}
    found: list[tuple[Workflow, Workflow]] = []
    for old in known:
        if old.id in kept or old.pinned or old.state == "retired" or not old.evidence.runs:
            continue
        by = next((new for new in live if _covers(new, old)), None)
        if by is not None:
            found.append((old, by))
    return found


def orphans(known: Iterable[Workflow], settled: Sequence[Workflow], runs: Collection[str]) -> list[Workflow]:
    """Stored drafts of these very runs (by id) that the runs do not lead to any more."""
    kept = {s.id for s in settled}
    return [
        old
        for old in known
        if old.state == "draft"
        and old.id not in kept
        and not old.pinned
        and not _by_model(old)
        and old.evidence.runs
        and all(run in runs for run in old.evidence.runs)
    ]


def proposals(known: Iterable[Workflow]) -> list[Workflow]:
    """The stored workflows that a model proposed and that learning may change."""
    return [w for w in known if _by_model(w) and w.state != "retired" and not w.pinned]


def contradicted(known: Iterable[Workflow], solved: Collection[str]) -> list[Workflow]:
    """Proposals of a model of whose source runs fewer than two still count as solved."""
    return [w for w in proposals(known) if sum(run in solved for run in w.evidence.runs) < LEAST_SOLVED]


def _covers(new: Workflow, old: Workflow) -> bool:
    same = new.kind == old.kind and new.site == old.site and new.memory == old.memory
    if old.state == "published" and not takes_calls_of(new, old):
        return False
    better = new.state in IN_USE or old.state not in IN_USE
    alike = new.kind == "task" or shape(new) == shape(old)
    return same and better and alike and set(old.evidence.runs) <= set(new.evidence.runs) and not _by_model(old)


def _by_model(workflow: Workflow) -> bool:
    return workflow.owner.startswith(MODEL_OWNER)


def _joint(group: Sequence[Workflow], sample: Callable[[Sequence[str]], Sequence[Run]]) -> Sequence[Workflow]:
    """One workflow of the runs of all, or the group as it is where their runs do not align."""
    ids = sorted({run_id for draft in group for run_id in draft.evidence.runs})
    # Runs that name one family are aligned together, whatever their wording.
    family = [run.model_copy(update={"template": "joint"}) for run in sample(ids)]
    shown = {run.id for run in family}
    try:
        joint = induce(family, most=None)
    except Exception:
        # Each of them was built by itself: what the rules choke on is only that they are one.
        log.exception("the drafts of %r are kept apart", group[0].title)
        return group
    made = [w for w in joint if w.kind == "task" and set(w.evidence.runs) == shown]
    if len(made) != 1 or len(made[0].steps) != len(group[0].steps):
        return group
    if len({shape(draft) for draft in group}) > 1 and deeds(made[0]) != deeds(group[0]):
        return group
    evidence = made[0].evidence
    runs = (*evidence.runs, *(i for i in ids if i not in shown))
    support = max(evidence.support, sum(draft.evidence.support for draft in group))
    return (made[0].model_copy(update={"evidence": evidence.model_copy(update={"runs": runs, "support": support})}),)


def _used(workflow: Workflow) -> list[str]:
    """Parameters in the order of their first use."""
    names = [*workflow.start.params, *(name for step in workflow.steps for name in step.params)]
    declared = {p.name for p in workflow.parameters}
    return [name for name in dict.fromkeys(names) if name in declared]


def _deeds(workflow: Workflow) -> str:
    # not every run was looked at in a browser
    steps = tuple(_unexplained(step, sends=(), ends=()) for step in workflow.steps)
    bare = workflow.model_copy(update={"steps": steps})
    data = bare.model_dump(mode="json")
    deeds = {key: data.get(key) for key in ("start", "steps", "site", "kind")}
    return hashlib.sha256(json.dumps(deeds, sort_keys=True).encode()).hexdigest()
