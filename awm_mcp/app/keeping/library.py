"""What the owner does with the library: approve, publish, pin, rename, retire, revert, export, import, alias."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from awm_mcp.app.catalogue.known_sites import known_site
from awm_mcp.app.catalogue.known_workflows import unknown_workflow
from awm_mcp.app.catalogue.publish import Publisher
from awm_mcp.app.catalogue.standing import Standing, standing_of
from awm_mcp.app.keeping import claims
from awm_mcp.app.versions.composing import Composer
from awm_mcp.errors import AwmError, InvalidInput, NotFound
from awm_mcp.formats import pack
from awm_mcp.formats.pack import PackForm
from awm_mcp.formats.sharing import without_examples, without_runs
from awm_mcp.memory.port import Memory
from awm_mcp.model import State, Workflow
from awm_mcp.model.arguments import bind
from awm_mcp.model.deeds import does_the_same
from awm_mcp.model.least_risk import graver, risk_by_name
from awm_mcp.model.names import NAME, slug
from awm_mcp.model.site import origin_of
from awm_mcp.model.workflow import Evidence

_PROVEN = ("verified", "published")


class Library:
    """The owner's hand on the stored workflows."""

    def __init__(self, memory: Memory, publisher: Publisher, composer: Composer) -> None:
        self._memory, self._publisher, self._composer = memory, publisher, composer

    async def get(self, ref: str, version: int | None = None) -> Workflow:
        """A workflow by id or name.

        Raises:
            NotFound: there is none; names the nearest command or tool to look with.
        """
        found = await self._memory.workflows.get(ref, version)
        if found is None and version is not None:
            raise await self._unknown_version(ref, version)
        if found is None:
            raise await unknown_workflow(self._memory, ref)
        return found

    async def _unknown_version(self, ref: str, version: int) -> NotFound:
        """Raises NotFound itself when there is no workflow at all."""
        known = sorted(w.version for w in await self.history(ref))
        return NotFound(
            "unknown_version",
            expected=f"a version of {ref[:80]}: {', '.join(map(str, known))}",
            seen=str(version),
            next="choose one of these, or leave the version out for the one that is run",
        )

    async def in_use(self, ref: str) -> Workflow:
        """The version that is run: the published one, else the newest proven one, else the latest.

        A workflow whose latest version was taken out of use is that version, so that its callers are told.

        Raises:
            NotFound: there is none.
        """
        latest = await self.get(ref)
        if latest.state in ("published", "retired", "quarantined") or latest.version == 1:
            return latest
        return (await self.standing(latest.id)).runs

    async def standing(self, ref: str) -> Standing:
        """Which version is run, and which newer one waits for what.

        Raises:
            NotFound: there is no such workflow.
        """
        return standing_of(await self.history(ref))

    async def all(self, site: str | None = None, states: Sequence[State] = ()) -> Sequence[Workflow]:
        """Latest versions, by name."""
        return await self._memory.workflows.of_site(site, states)

    async def history(self, ref: str) -> Sequence[Workflow]:
        """All versions, newest first."""
        workflow = await self.get(ref)
        return await self._memory.workflows.history(workflow.id)

    async def publish(self, ref: str, told: list[str] | None = None) -> int:
        """Publishes by the owner's word, whatever its support; returns the catalogue's generation.

        ``told`` gets a sentence for each workflow that is built on a draft which takes effect by this.

        Raises:
            InvalidInput: the workflow is retired or quarantined.
        """
        workflow = _usable(await self.get(ref))
        generation = await self._publisher.publish((workflow,))
        if workflow.state == "draft":
            said = [one.text for one in await self._composer.took_effect(workflow.id)]
            if told is not None:
                told.extend(said)
        return generation

    async def approve(self, ref: str) -> Workflow:
        """Publishes the newest version after it was verified; the owner's yes where publication is manual.

        Raises:
            InvalidInput: it is not verified.
        """
        workflow = _usable(await self.get(ref))
        if workflow.state == "draft":
            raise InvalidInput(
                "not_verified",
                expected="a workflow that was verified in a browser",
                seen=f"{workflow.name} version {workflow.version} is a draft",
                next=f"verify it with `awm-mcp workflows verify {workflow.name}`, or publish it unverified with "
                f"`awm-mcp workflows publish {workflow.name}`",
            )
        await self._publisher.publish((workflow,))
        return workflow

    async def waiting(self, site: str | None = None) -> list[Workflow]:
        """Verified workflows with enough evidence that are not published in their newest version."""
        return [w for w in await self.all(site, ("verified",)) if w.evidence.support > 1 or w.memory == "offline"]

    async def pin(self, ref: str, *, pinned: bool = True) -> Workflow:
        """Keeps learning from changing a workflow's content and state, or lets it again."""
        workflow = await self.in_use(ref)
        return await self._memory.workflows.save(workflow.model_copy(update={"pinned": pinned}))

    async def rename(self, ref: str, name: str) -> Workflow:
        """Gives a workflow another name, as a new version; under its old name it stays callable.

        Raises:
            InvalidInput: the name is not valid or another workflow bears it.
        """
        workflow = await self.in_use(ref)
        if not NAME.match(name):
            raise InvalidInput(
                "bad_name", expected="a to z, digits and _, at most 38", seen=repr(name), next=f"try {slug(name)}"
            )
        holder = await self._memory.workflows.get(name)
        if holder is not None and holder.id != workflow.id and holder.state != "retired":
            raise InvalidInput("name_taken", expected="a free name", seen=f"{name} on {holder.site}", next="choose another")
        latest, waits = await self.get(workflow.id), (await self.standing(workflow.id)).waits
        state: State = "verified" if workflow.state == "published" else workflow.state
        changed = {"name": name, "version": latest.version, "state": state}
        renamed = await self._memory.workflows.save(workflow.model_copy(update=changed))
        if workflow.state == "published":
            await self._publisher.publish((renamed,))
        if waits is not None:
            await self._keep_waiting(waits, renamed)
        return await self.get(renamed.id, renamed.version)

    async def _keep_waiting(self, draft: Workflow, renamed: Workflow) -> None:
        """What waited before a new name came waits behind it, under that name."""
        heals = renamed.version if draft.evidence.heals is not None else None
        evidence = draft.evidence.model_copy(update={"heals": heals})
        behind = {"name": renamed.name, "version": renamed.version, "evidence": evidence}
        await self._memory.workflows.save(draft.model_copy(update=behind))

    async def retire(self, ref: str, state: State = "retired") -> int:
        """Takes a workflow out of the catalogue and out of every search; history stays.

        Retired by the owner's word means pinned: learning does not bring it back.
        """
        workflow = await self.get(ref)
        retired = workflow.model_copy(update={"state": state, "pinned": state == "retired"})
        await self._memory.workflows.save(retired)
        return await self._publisher.withdraw((workflow.id,))

    async def revert(self, ref: str, version: int, told: list[str] | None = None) -> Workflow:
        """Makes an earlier version the newest one again, as a new version in state verified; learning leaves it so.

        The name stays as it is now: the owner gave it to the workflow, not to one of its versions.

        What is the newest already is only pinned, unless it was taken out of use; what is published stays so. ``told``
        gets a sentence for each workflow that is built on it.

        Raises:
            NotFound: there is no such workflow or version.
        """
        current, old = await self.get(ref), await self.get(ref, version)
        same = old.model_copy(update={"name": current.name}).digest()
        if same == current.digest() and current.state not in ("retired", "quarantined"):
            return await self._memory.workflows.save(current.model_copy(update={"pinned": True}))
        # Under its own number the old content would only get a new state: the latest number makes it a new version.
        kept = {"id": current.id, "name": current.name, "version": current.version}
        revived = old.model_copy(update={**kept, "state": "verified", "pinned": True})
        saved = await self._memory.workflows.save(revived)
        if any(w.state == "published" and w.digest() == same for w in await self.history(current.id)):
            await self._publisher.publish((saved,))  # what agents see already needs no second word
            saved = await self.get(saved.id, saved.version)
        await self._changed((saved,), told)
        return saved

    async def _changed(self, workflows: Sequence[Workflow], told: list[str] | None) -> None:
        await self._composer.link(workflows)
        for workflow in workflows:
            said = [one.text for one in await self._composer.took_effect(workflow.id)]
            if told is not None:
                told.extend(said)

    async def export_pack(
        self,
        folder: Path,
        site: str | None = None,
        form: PackForm = "yaml",
        *,
        evidence: bool = False,
        examples: bool = True,
    ) -> list[Path]:
        """Writes workflows, one file each, below a folder; returns the files. Skills are written of published ones only.

        ``evidence``: also the runs that they come from, with tasks and typed values. ``examples``: also those of parameters
        and outputs, which are values of runs, too.
        """
        states: tuple[State, ...] = ("published",) if form == "skill" else ("draft", "verified", "published")
        chosen = await self.all(site, states)
        told = chosen if evidence else [without_runs(w) for w in chosen]
        return pack.write_folder(folder, told if examples else [without_examples(w) for w in told], form)

    async def import_pack(self, path: Path, told: list[str] | None = None) -> tuple[list[Workflow], list[str]]:
        """Reads a YAML file or a folder of them into the offline memory; problems are told, the rest is kept.

        What is not known here is a draft, whatever the file says: what was proven elsewhere, or of other content under the
        same state, is a claim. It counts what a replay of this memory has seen. ``told`` gets what the file claimed.
        A workflow that is stored already (same name and site) becomes a new version of it when its content differs; it stays
        in the memory that it is in and is pinned, so that learning does not undo what the owner edited. An edit of texts
        keeps the proof of the version that does the same; one of what is done is a draft that waits for its proof,
        and what was in use stays so. ``told`` also gets a sentence for each workflow that is built on an edited one, and one
        for each whose file says a smaller risk than its steps tell: it is taken for as risky as these.
        """
        found = pack.load_folder(path)
        taken = [await self._take_in(workflow) for workflow in found.workflows]
        if told is not None:
            told.extend(claims.told(taken, found))
        await self._changed(taken, told)
        return taken, [problem.text() for problem in found.problems]

    async def _take_in(self, workflow: Workflow) -> Workflow:
        known = await self._memory.workflows.get(workflow.name)
        claimed = workflow.state in _PROVEN
        unproven = workflow.model_copy(update={"risk": graver(workflow.risk, risk_by_name(workflow.steps, workflow.title))})
        if known is None or known.site != workflow.site:
            proof = {"verified": (), "verified_at": None, "heals": None, "unproven": ""}
            evidence = workflow.evidence.model_copy(update=proof)
            fresh = {"id": "", "version": 1, "state": "draft", "memory": "offline", "pinned": False, "evidence": evidence}
            return await self._memory.workflows.save(unproven.model_copy(update=fresh))
        if known.digest() in (workflow.digest(), unproven.digest()):
            return known
        history = await self._memory.workflows.history(known.id)
        proven = next((w for w in history if w.state in _PROVEN and does_the_same(w, workflow)), None) if claimed else None
        evidence = proven.evidence if proven is not None else _without_proof(workflow, known)
        edited = {
            "id": known.id,
            "version": known.version,
            "state": "verified" if proven is not None else "draft",
            "memory": known.memory,
            "pinned": True,
            "evidence": evidence.model_copy(update={"heals": None, "unproven": ""}),
        }
        kept = workflow if proven is not None else unproven
        return await self._memory.workflows.save(kept.model_copy(update=edited))

    async def add_alias(self, site: str, origin: str) -> None:
        """Lists another origin (staging, a local copy) on which the site's workflows may run.

        Raises:
            NotFound: nothing is known of the site. InvalidInput: the origin is none.
        """
        await self._memory.sites.add_alias(await known_site(self._memory, site), origin_of(origin))


def _without_proof(edited: Workflow, known: Workflow) -> Evidence:
    """Where an edited workflow comes from. What was proven is its content before; values that it does not take go, too."""
    evidence = edited.evidence if edited.evidence.runs else known.evidence
    try:
        for arguments in evidence.arguments:
            bind(edited, arguments)
    except AwmError:
        evidence = evidence.model_copy(update={"arguments": ()})
    return evidence.model_copy(update={"verified": (), "verified_at": None})


def _usable(workflow: Workflow) -> Workflow:
    if workflow.state not in ("retired", "quarantined"):
        return workflow
    raise InvalidInput(
        "not_publishable",
        expected="a draft or verified workflow",
        seen=f"{workflow.name} is {workflow.state}",
        next=f"bring an earlier version back with `awm-mcp workflows revert {workflow.name} VERSION`",
    )
