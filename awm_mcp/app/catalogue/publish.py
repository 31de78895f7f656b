"""Publication: the one shared catalogue, its generation, and the small file that answers tools/list at start."""

from __future__ import annotations

import json
import logging
import os
import tempfile
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path

import anyio
from anyio.to_thread import run_sync

from awm_mcp.memory.port import Memory
from awm_mcp.model import Catalogue, Workflow

log = logging.getLogger(__name__)
CATALOGUE_FILE = "catalogue.json"
MOST_SHOWN = 100
"""So many published workflows are held for the lists of the server; all others are found by search, name or site."""


class Publisher:
    """Changes the catalogue, keeps its copy in ``AWM_HOME/catalogue.json`` and tells the listeners."""

    def __init__(
        self,
        memory: Memory,
        home: Path,
        count: Callable[[Sequence[Workflow]], Awaitable[None]] | None = None,
        most: int = MOST_SHOWN,
    ) -> None:
        self._memory, self._file, self._count, self._most = memory, home / CATALOGUE_FILE, count, most
        self._listeners: list[Callable[[], Awaitable[None]]] = []
        self._current: Catalogue | None = None
        self._announced = -1

    def on_publication(self, listener: Callable[[], Awaitable[None]]) -> None:
        """Calls the listener after each change of the catalogue, by this process or another."""
        self._listeners.append(listener)

    async def catalogue(self) -> Catalogue:
        """The first published workflows, read again only when the generation has changed."""
        generation = await self._memory.catalogue.generation()
        if self._current is None or self._current.generation != generation:
            self._current = await self._memory.catalogue.current(self._most)
        return self._current

    async def publish(self, workflows: Sequence[Workflow]) -> int:
        """Publishes stored workflows with one generation; returns it."""
        shown = [await self._memory.catalogue.current(site=site) for site in {w.site for w in workflows}]
        before = {(w.id, w.version) for catalogue in shown for w in catalogue.workflows}
        generation = await self._memory.catalogue.publish(add=workflows)
        if self._count is not None:
            await self._count([w for w in workflows if (w.id, w.version) not in before])
        await self._changed()
        return generation

    async def withdraw(self, ids: Sequence[str]) -> int:
        """Takes workflows out of the published set with one generation; returns it."""
        generation = await self._memory.catalogue.publish(remove=ids)
        await self._changed()
        return generation

    async def watch(self, every_s: float = 1.0) -> None:
        """Sees publications of other processes on the same memory, until cancelled."""
        self._announced = (await self.catalogue()).generation
        while True:
            await anyio.sleep(every_s)
            try:
                await self._changed()
            except Exception:
                # A store that fails now must not end the server; the next look may succeed.
                log.exception("the catalogue could not be looked at")

    async def _changed(self) -> None:
        catalogue = await self.catalogue()
        if catalogue.generation == self._announced:
            return
        self._announced = catalogue.generation
        await self._keep(json.dumps(catalogue.as_data(), ensure_ascii=False))
        for listener in self._listeners:
            await listener()

    async def _keep(self, text: str) -> None:
        try:
            await run_sync(_write_whole, self._file, text)
        except OSError as problem:
            # A disk that is full, or on Windows another process that reads the file now: the store has it all the same.
            log.warning("the copy of the catalogue could not be written: %s", problem)


def _write_whole(file: Path, text: str) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(dir=file.parent, prefix=file.name, suffix=".part")
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as part:
            part.write(text)
        Path(name).replace(file)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise
