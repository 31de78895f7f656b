"""Which of the two memories agents see: workflows of packs and data sets (offline), of reported runs (online), or both.

The paper found that mixing them hurts; the owner keeps everything and chooses what is offered.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from awm_mcp.config import Settings
from awm_mcp.memory.by_meaning import FinderByMeaning
from awm_mcp.memory.embedder import Embedder
from awm_mcp.memory.embedder_local import LocalEmbedder
from awm_mcp.memory.port import CatalogueStore, Finder, Hit, Memory, WorkflowStore
from awm_mcp.model import Catalogue, State, Workflow

Kept = Literal["offline", "online", "both"]
DEFAULT_EMBEDDING_MODEL = "text-embedding-3-small"
OVER = 6
"""How many times more is searched when hits of the other memory are left out afterwards."""


class SelectedMemory:
    """A memory of which searches, lists of a site and the catalogue show one part only; the rest passes through."""

    def __init__(self, memory: Memory, kept: Kept) -> None:
        self._memory = memory
        self.runs, self.outcomes, self.events = memory.runs, memory.outcomes, memory.events
        self.jobs, self.sites = memory.jobs, memory.sites
        self.workflows: WorkflowStore = _Workflows(memory.workflows, kept)
        self.catalogue: CatalogueStore = _Catalogue(memory.catalogue, kept)
        self.finder: Finder = _Finder(memory.finder, kept)

    async def close(self) -> None:
        """Closes the whole memory."""
        await self._memory.close()


def selected(memory: Memory, kept: Kept) -> Memory:
    """The memory as agents are to see it."""
    return memory if kept == "both" else SelectedMemory(memory, kept)


class MemoryByMeaning:
    """A memory whose searches go by words and meaning; the rest passes through."""

    def __init__(self, memory: Memory, embedder: Embedder) -> None:
        self._memory = memory
        self.runs, self.outcomes, self.events = memory.runs, memory.outcomes, memory.events
        self.jobs, self.sites = memory.jobs, memory.sites
        self.workflows, self.catalogue = memory.workflows, memory.catalogue
        self.finder: Finder = FinderByMeaning(memory.finder, memory.workflows, embedder)

    async def close(self) -> None:
        """Closes the whole memory."""
        await self._memory.close()


def with_meaning(memory: Memory, settings: Settings) -> Memory:
    """The memory with the embedder that the owner chose, if any."""
    embedder = _embedder_of(settings)
    return MemoryByMeaning(memory, embedder) if embedder is not None else memory


def _embedder_of(settings: Settings) -> Embedder | None:
    if settings.embeddings == "local":
        return LocalEmbedder()
    if settings.embeddings == "endpoint":
        from awm_mcp.memory.embedder_endpoint import EndpointEmbedder

        key = settings.openai_api_key.get_secret_value() if settings.openai_api_key else "none"
        model = settings.embedding_model or DEFAULT_EMBEDDING_MODEL
        return EndpointEmbedder(key, settings.openai_base_url, model, settings.embedding_alike)
    return None


class _Finder:
    def __init__(self, finder: Finder, kept: Kept) -> None:
        self._finder, self._kept = finder, kept

    async def search(self, text: str, *, site: str | None = None, limit: int = 10) -> Sequence[Hit]:
        found = await self._finder.search(text, site=site, limit=limit * OVER)
        return [hit for hit in found if hit.workflow.memory == self._kept][:limit]


class _Catalogue:
    def __init__(self, catalogue: CatalogueStore, kept: Kept) -> None:
        self._catalogue, self._kept = catalogue, kept

    async def current(self, most: int | None = None, *, site: str | None = None) -> Catalogue:
        asked = most
        while True:
            found = await self._catalogue.current(asked, site=site)
            kept = tuple(w for w in found.workflows if w.memory == self._kept)
            if asked is None or most is None or len(kept) >= most or len(found.workflows) < asked:
                return found.model_copy(update={"workflows": kept[:most]})
            asked *= OVER

    async def generation(self) -> int:
        return await self._catalogue.generation()

    async def publish(self, add: Sequence[Workflow] = (), remove: Sequence[str] = ()) -> int:
        return await self._catalogue.publish(add, remove)


class _Workflows:
    def __init__(self, workflows: WorkflowStore, kept: Kept) -> None:
        self._workflows, self._kept = workflows, kept

    async def save(self, workflow: Workflow) -> Workflow:
        return await self._workflows.save(workflow)

    async def get(self, ref: str, version: int | None = None) -> Workflow | None:
        return await self._workflows.get(ref, version)

    async def of_site(self, site: str | None = None, states: Sequence[State] = ()) -> Sequence[Workflow]:
        return [w for w in await self._workflows.of_site(site, states) if w.memory == self._kept]

    async def history(self, ref: str) -> Sequence[Workflow]:
        return await self._workflows.history(ref)

    async def names(self, site: str | None = None, *, part: str = "", most: int = 1000) -> Sequence[tuple[str, str]]:
        live = [w for w in await self.of_site(site) if w.state != "retired"]
        return [(w.id, w.name) for w in live if part in w.name or part in w.id][:most]

    async def sites(self) -> Sequence[str]:
        return sorted({w.site for w in await self.of_site() if w.state != "retired"})
