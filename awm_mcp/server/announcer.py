"""Follows the catalogue and tells clients of both eras, once per burst and only when the list really changed.

Nothing here is called from a list handler, so listing can never cause a notification (microsoft/aspire#14494).
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence

import anyio
import anyio.to_thread
from mcp.server.subscriptions import InMemorySubscriptionBus, ResourcesListChanged, ResourceUpdated, ToolsListChanged

from awm_mcp.config import Settings
from awm_mcp.model import Catalogue
from awm_mcp.server import catalogue_cache
from awm_mcp.server.application import Application, PrimitiveSpec
from awm_mcp.server.catalogue_cache import NEVER_SEEN, CachedCatalogue, Listing, Primitive, key_of
from awm_mcp.server.connections import Connections
from awm_mcp.server.tool_list import ToolList
from awm_mcp.server.uris import run_uri, site_uri, workflow_uri

log = logging.getLogger(__name__)

DEBOUNCE_S = 0.5


class Announcer:
    """Holds the current list of tools and replaces it after publications."""

    def __init__(
        self,
        settings: Settings,
        bus: InMemorySubscriptionBus,
        connections: Connections,
        primitives: Sequence[PrimitiveSpec] | None = None,
    ) -> None:
        self._settings, self._bus, self._connections = settings, bus, connections
        self._touched = anyio.Event()
        cached = catalogue_cache.read(settings.home)
        if primitives is not None:
            listing = cached.listing.model_copy(update={"primitives": primitives_of(primitives)})
            cached = cached.model_copy(update={"listing": listing})
        self.tools = ToolList(cached, settings)

    async def touch(self) -> None:
        """Something was published; the list is looked at again after the burst."""
        self._touched.set()

    async def opened(self, application: Application) -> None:
        """The application is open: follow its publications and compare with the list shown so far."""
        application.on_publication(self.touch)
        application.on_run_end(self.run_ended)
        await self.touch()

    async def run_ended(self, run_id: str) -> None:
        """Tells the subscribers of a run's resource, in both eras, that it will not change any more."""
        await self._updated(run_uri(run_id))

    async def _updated(self, uri: str) -> None:
        await self._bus.publish(ResourceUpdated(uri=uri))
        await self._connections.broadcast_updated(uri)

    async def follow(self, ready: Callable[[], Application | None]) -> None:
        """Until cancelled: waits for publications and announces what changed. ``ready`` gives the open application."""
        while True:
            await self._touched.wait()
            await anyio.sleep(DEBOUNCE_S)
            self._touched = anyio.Event()
            application = ready()
            if application is None:
                continue
            try:
                await self.refresh(application)
            except Exception:
                log.exception("the catalogue could not be read; the list stays as it is")

    async def refresh(self, application: Application) -> bool:
        """Takes over the application's catalogue; tells clients when the list differs. Returns whether it did."""
        catalogue = await application.catalogue()
        known = await anyio.to_thread.run_sync(catalogue_cache.read, self._settings.home)
        fresh = await _merged(catalogue, known, self.tools.catalogue, application)
        before, self.tools = self.tools, ToolList(fresh, self._settings)
        await self._keep(fresh)
        await self._tell(before)
        return self.tools.digest != before.digest

    async def _keep(self, fresh: CachedCatalogue) -> None:
        try:
            await anyio.to_thread.run_sync(catalogue_cache.write, self._settings.home, fresh)
        except OSError as problem:
            log.warning("the catalogue could not be cached: %s", problem)

    async def _tell(self, before: ToolList) -> None:
        tools = self.tools.digest != before.digest
        seen = before.catalogue.generation
        resources = seen != NEVER_SEEN and seen != self.tools.catalogue.generation
        if tools:
            await self._bus.publish(ToolsListChanged())
        if resources:
            await self._bus.publish(ResourcesListChanged())
        await self._connections.broadcast_list_changed(tools=tools, resources=resources)
        for uri in sorted(_changed_uris(before, self.tools)) if resources else ():
            await self._updated(uri)


def primitives_of(specs: Sequence[PrimitiveSpec]) -> tuple[Primitive, ...]:
    """The definitions as they are cached."""
    return tuple(
        Primitive(name=s.name, title=s.title, description=s.description, input_schema=s.input_schema, read_only=s.read_only)
        for s in specs
    )


async def _merged(
    catalogue: Catalogue, known: CachedCatalogue, shown: CachedCatalogue, application: Application
) -> CachedCatalogue:
    worked: dict[str, tuple[int, int]] = {}
    for workflow in catalogue.workflows:
        key = key_of(workflow)
        frozen = shown.listing.worked.get(key) or known.listing.worked.get(key)
        worked[key] = frozen or await application.worked(workflow.id or workflow.name)
    table = application.browser_tools
    names = {w.name: w.id for w in catalogue.workflows if w.id}
    listing = Listing(
        worked=worked,
        primitives=primitives_of(table.specs) if table is not None else (),
        former={**known.listing.former, **shown.listing.former, **names},
    )
    return CachedCatalogue(generation=catalogue.generation, workflows=catalogue.workflows, listing=listing)


def _changed_uris(before: ToolList, after: ToolList) -> set[str]:
    """Addresses whose content differs: of every workflow that came, went or has a new version, and of its site."""
    old, new = ({key_of(w): w for w in tools.catalogue.workflows} for tools in (before, after))
    changed = [*(old[key] for key in old.keys() - new.keys()), *(new[key] for key in new.keys() - old.keys())]
    named = {uri for w in changed for uri in (workflow_uri(w.id or w.name), workflow_uri(w.name))}
    return {site_uri(w.site) for w in changed} | named
