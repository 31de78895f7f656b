"""What the owner does with the library: publish, retire, revert, export, import, alias."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from awm_mcp.app.publish import Publisher
from awm_mcp.errors import InvalidInput, NotFound
from awm_mcp.formats import pack
from awm_mcp.memory.port import Memory
from awm_mcp.model import State, Workflow
from awm_mcp.model.site import origin_of


class Library:
    """The owner's hand on the stored workflows."""

    def __init__(self, memory: Memory, publisher: Publisher) -> None:
        self._memory, self._publisher = memory, publisher

    async def get(self, ref: str, version: int | None = None) -> Workflow:
        """A workflow by id or name.

        Raises:
            NotFound: there is none; names the nearest command or tool to look with.
        """
        found = await self._memory.workflows.get(ref, version)
        if found is None:
            raise NotFound(
                "unknown_workflow",
                expected="the id or name of a stored workflow",
                seen=repr(ref[:80]),
                next="call find_workflows with the task text, or run `awm-mcp workflows list`",
            )
        return found

    async def all(self, site: str | None = None, states: Sequence[State] = ()) -> Sequence[Workflow]:
        """Latest versions, by name."""
        return await self._memory.workflows.of_site(site, states)

    async def history(self, ref: str) -> Sequence[Workflow]:
        """All versions, newest first."""
        workflow = await self.get(ref)
        return await self._memory.workflows.history(workflow.id)

    async def publish(self, ref: str) -> int:
        """Publishes by the owner's word, whatever its support; returns the catalogue's generation.

        Raises:
            InvalidInput: the workflow is retired or quarantined.
        """
        workflow = await self.get(ref)
        if workflow.state in ("retired", "quarantined"):
            raise InvalidInput(
                "not_publishable",
                expected="a draft or verified workflow",
                seen=f"{workflow.name} is {workflow.state}",
                next=f"bring an earlier version back with `awm-mcp workflows revert {workflow.name} VERSION`",
            )
        return await self._publisher.publish((workflow,))

    async def retire(self, ref: str, state: State = "retired") -> int:
        """Takes a workflow out of the catalogue and out of every search; history stays."""
        workflow = await self.get(ref)
        await self._memory.workflows.save(workflow.model_copy(update={"state": state}))
        return await self._publisher.withdraw((workflow.id,))

    async def revert(self, ref: str, version: int) -> Workflow:
        """Makes an earlier version the newest one again, as a new version in state verified."""
        current, old = await self.get(ref), await self.get(ref, version)
        # Under its own number the old content would only get a new state: the latest number makes it a new version.
        revived = old.model_copy(update={"id": current.id, "version": current.version, "state": "verified"})
        return await self._memory.workflows.save(revived)

    async def export_pack(self, folder: Path, site: str | None = None) -> list[Path]:
        """Writes workflows as YAML, one file each, below ``folder/<site>/``; returns the files."""
        return pack.write_folder(folder, await self.all(site, ("draft", "verified", "published")))

    async def import_pack(self, path: Path) -> tuple[list[Workflow], list[str]]:
        """Reads a YAML file or a folder of them into the offline memory; problems are told, the rest is kept.

        A workflow that is stored already (same name and site) becomes a new version of it when its content differs.
        """
        found = pack.load_folder(path)
        taken = [await self._take_in(workflow) for workflow in found.workflows]
        return taken, [problem.text() for problem in found.problems]

    async def _take_in(self, workflow: Workflow) -> Workflow:
        known = await self._memory.workflows.get(workflow.name)
        same = known is not None and known.site == workflow.site
        state: State = "verified" if workflow.state in ("verified", "published") else "draft"
        changed = {"id": known.id if known is not None and same else "", "state": state}
        return await self._memory.workflows.save(workflow.model_copy(update=changed))

    async def add_alias(self, site: str, origin: str) -> None:
        """Lists another origin (staging, a local copy) on which the site's workflows may run."""
        await self._memory.sites.add_alias(site, origin_of(origin))
