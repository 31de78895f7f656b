"""Workflows built on others: the longer one is stored with what it is built on, and a change of that part is seen by it.

A change is never put in place unseen: the longer workflow gets a draft version that waits for its proof, as healed ones do.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from awm_mcp.app.versions.continuity import IN_USE, MODEL_OWNER
from awm_mcp.app.versions.healed_versions import healed_steps, targets_of, with_heals
from awm_mcp.app.versions.healing import healed_draft
from awm_mcp.induction import lint
from awm_mcp.induction.aligning.parts import stands_in
from awm_mcp.induction.routines.composition import containing
from awm_mcp.induction.routines.part_change import Change, NotCarried, carried, change_of
from awm_mcp.induction.routines.prelude import without_prelude
from awm_mcp.jobs.port import Jobs
from awm_mcp.memory.port import Memory
from awm_mcp.model import Workflow

MOST_NOTES = 20


class Told(NamedTuple):
    """What is said of a longer workflow after one of its parts changed."""

    workflow: Workflow
    text: str


class Versions(NamedTuple):
    """A part as it is in effect, and what it was before, the newest first."""

    part: Workflow
    earlier: Sequence[Workflow]

    @property
    def is_meant(self) -> bool:
        """Whether the part was changed on purpose: edited or reverted by the owner, healed, or through a part of its own.

        What is only learned anew may be another choice of steps and no change of the site.
        """
        return self.part.pinned or self.part.evidence.heals is not None


class Composer:
    """Links longer workflows to the ones they are built on, and carries changes of these into them."""

    def __init__(self, memory: Memory, jobs: Jobs) -> None:
        self._memory, self._jobs = memory, jobs
        self._linked: set[str] = set()

    async def link(self, changed: Sequence[Workflow]) -> None:
        """Writes down what changed workflows are built on, and what is built on them."""
        for site in {w.site for w in changed}:
            stored = [w for w in await self._memory.workflows.of_site(site) if w.state != "retired"]
            ids = {w.id for w in changed}
            fresh = [w for w in stored if w.id in ids or site not in self._linked]
            self._linked.add(site)
            # What contains the former version of an edited part was built on it as well.
            histories = [await self._memory.workflows.history(own) for own in ids]
            parts = [*fresh, *(old for history in histories for old in history)]
            pairs = [(stored[part], fresh[whole]) for part, whole in containing(stored, fresh)]
            pairs += [(parts[part], stored[whole]) for part, whole in containing(parts, stored)]
            await self._write_down(stored, pairs)

    async def _write_down(self, stored: Sequence[Workflow], pairs: Sequence[tuple[Workflow, Workflow]]) -> None:
        found: dict[str, list[str]] = {}
        for part, whole in pairs:
            if part.id != whole.id and part.id not in whole.built_on and _together(part, whole):
                found.setdefault(whole.id, []).append(part.id)
        for whole in stored:
            if whole.id in found:
                built_on = tuple(dict.fromkeys((*whole.built_on, *found[whole.id])))
                await self._memory.workflows.save(whole.model_copy(update={"built_on": built_on}))

    async def took_effect(self, ref: str) -> list[Told]:
        """Draws the consequence of a new version: what its parts have by now comes into it, and it into what is built on it.

        Does nothing where everything is up to date, so it may be called at any time.
        """
        history = await self._memory.workflows.history(ref)
        if (versions := _versions(history)) is None:
            return []
        own = versions.part
        parts = [known for part in own.built_on if (known := await self._known(part)) is not None and known.earlier]
        if not (parts or versions.earlier or _heals(own)):
            return []
        stored = [w for w in await self._memory.workflows.of_site(own.site) if w.state != "retired"]
        told = [await self._into(own, known) for known in parts if not _reaches(known.part.id, own.id, stored)]
        told += [await self._into(other, versions) for other in _concerned(versions, stored)]
        return [one for one in told if one.text]

    async def kept(self, draft: Workflow, former: Workflow) -> Workflow:
        """A draft of the source runs with what came from parts since, so that a further run does not undo it."""
        if not former.evidence.composed:
            return draft
        for part in former.built_on:
            if (versions := await self._known(part)) is not None and versions.is_meant:
                draft = _brought_up(draft, versions, leave=True)[0]
        evidence = draft.evidence.model_copy(update={"composed": former.evidence.composed})
        return draft.model_copy(update={"evidence": evidence})

    async def _known(self, part: str) -> Versions | None:
        return _versions(await self._memory.workflows.history(part))

    async def _into(self, whole: Workflow, versions: Versions) -> Told:
        """Carries a part's new version into one workflow; the text is empty where nothing is to be done."""
        history = await self._memory.workflows.history(whole.id)
        current = _current(history)
        proven = next((w for w in history if w.state in IN_USE and w.version > current.version), current)
        base = healed_draft(history, current) or proven
        try:
            made, note = _brought_up(base, versions) if versions.part.id in whole.built_on else (base, "")
        except NotCarried as why:
            return Told(whole, f"{whole.name} stays as it is after a change of {versions.part.name}: {why}")
        made, healed = _with_same_targets(made, versions.part)
        notes = [one for one in (note, healed) if one]
        return Told(whole, await self._wait(history, current, base, made, notes)) if notes else Told(whole, "")

    async def _wait(
        self, history: Sequence[Workflow], current: Workflow, base: Workflow, made: Workflow, notes: Sequence[str]
    ) -> str:
        """Stores a changed version as a draft that waits for its proof; what is to be said of it."""
        said = "; ".join(notes)
        if current.pinned:
            return f"{current.name} is pinned at version {current.version}: {said} is left out"
        if wrong := _new_errors(made, base):
            return f"{current.name} stays as it is ({said}): {wrong}"
        before = next((w for w in history if w.digest() == made.digest() and w.evidence.heals == current.version), None)
        if before is not None and before.evidence.unproven:
            return f"{current.name} stays at version {current.version} ({said}): {before.evidence.unproven}"
        if before is None or not before.waits:
            before = await self._memory.workflows.save(_draft(history, current, made, notes))
        await self._ask_for_proof(before)
        return f"{current.name} version {before.version} waits for its proof: {said}"

    async def _ask_for_proof(self, workflow: Workflow) -> None:
        job = await self._memory.jobs.of_subject(workflow.id)
        if job is None or job.state != "queued":
            await self._memory.jobs.add("verify", workflow.site, workflow.id)
            self._jobs.wake()


def _concerned(versions: Versions, stored: Sequence[Workflow]) -> list[Workflow]:
    """The workflows that are built on a changed one, or name an element that was healed in it."""
    part = versions.part
    others = [w for w in stored if w.id != part.id and _together(part, w)]
    built_on_it = {w.id for w in others if part.id in w.built_on and not _reaches(part.id, w.id, stored)}
    return [w for w in others if w.id in built_on_it or (_heals(part) and _with_same_targets(w, part)[1])]


def _heals(part: Workflow) -> bool:
    return any(one.formerly for step in part.in_interface for one in targets_of(step))


def _reaches(start: str, goal: str, stored: Sequence[Workflow]) -> bool:
    """Whether a workflow is built on another, also through others: then no change of it goes back into that one."""
    built_on = {w.id: w.built_on for w in stored}
    seen, left = set[str](), [start]
    while left:
        if (one := left.pop()) == goal:
            return True
        if one not in seen:
            seen.add(one)
            left += built_on.get(one, ())
    return False


def _versions(history: Sequence[Workflow]) -> Versions | None:
    """The newest proven version, unless the workflow was taken out of use."""
    latest = next((w for w in history if not w.waits), None)
    part = next((w for w in history if w.state in IN_USE), None)
    if latest is None or part is None or latest.state in ("retired", "quarantined"):
        return None
    return Versions(part, [w for w in history if w.version < part.version and not w.evidence.unproven])


def _current(history: Sequence[Workflow]) -> Workflow:
    """The published version, else the latest that does not wait."""
    published = next((w for w in history if w.state == "published"), None)
    return published or next((w for w in history if not w.waits), history[0])


def _together(part: Workflow, whole: Workflow) -> bool:
    """Whether two workflows are of the same memory and owner; what a model proposed belongs to the owner of the home."""
    owners = {"local" if w.owner.startswith(MODEL_OWNER) else w.owner for w in (part, whole)}
    return part.memory == whole.memory and len(owners) == 1


def _brought_up(base: Workflow, versions: Versions, *, leave: bool = False) -> tuple[Workflow, str]:
    """A longer workflow with what changed since the version of the part that it contains, and what that was, in words.

    Raises:
        NotCarried: unless ``leave``, which leaves it as it is.
    """
    part, own = versions.part, base.in_interface
    if not versions.is_meant and stands_in(without_prelude(part.in_interface), own):
        return base, ""
    for former in versions.earlier:
        change = change_of(former, part, only_moves=not versions.is_meant)
        if not (change.edits or change.told) or not stands_in(without_prelude(former.in_interface), own):
            continue
        if not versions.is_meant and not _small(change):
            return base, ""
        try:
            made = carried(base, change)
        except NotCarried:
            if leave:
                return base, ""
            raise
        return made, f"{change.words_of(part.name)}, version {part.version}" if made is not base else ""
    return base, ""


def _small(change: Change) -> bool:
    """Whether at most half of the steps changed, each into another one."""
    return len(change.former) == len(change.new) and 2 * len(change.edits) <= len(change.former)


def _with_same_targets(other: Workflow, part: Workflow) -> tuple[Workflow, str]:
    """A workflow with the targets that were healed in another one on the same pages, and what that was, in words."""
    known = part.model_copy(update={"steps": tuple(step for step in part.in_interface if step.url is not None)})
    healed = with_heals(other, known)
    steps = sorted(healed_steps(healed, other))
    if not steps:
        return other, ""
    shown = f"step{'s' if len(steps) > 1 else ''} {', '.join(map(str, steps))}"
    made = healed.model_copy(update={"evidence": other.evidence})
    return made, f"{shown} named as healed in {part.name}, version {part.version}"


def _draft(history: Sequence[Workflow], current: Workflow, made: Workflow, notes: Sequence[str]) -> Workflow:
    evidence = made.evidence.model_copy(
        update={
            "composed": tuple(dict.fromkeys((*made.evidence.composed, *notes)))[-MOST_NOTES:],
            "heals": current.version,
            "unproven": "",
            "verified": (),
            "verified_at": None,
        }
    )
    latest = max(w.version for w in history)
    return made.model_copy(update={"version": latest, "state": "draft", "pinned": False, "evidence": evidence})


def _new_errors(made: Workflow, base: Workflow) -> str:
    """What keeps the changed workflow from being offered, if that did not keep it before."""
    known = {finding.code for finding in lint(base) if finding.severity == "error"}
    return "; ".join(f.text for f in lint(made) if f.severity == "error" and f.code not in known)
