"""Another replayer in a process of its own: a flow as one line of JSON in, ``ok`` or what went wrong as one line out."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import Any, Self

ANSWER_S = 120


class LineProcess:
    """Sends flows and waits for their end. ``name`` is said in errors."""

    def __init__(self, name: str, process: asyncio.subprocess.Process) -> None:
        self.name, self._process = name, process

    @classmethod
    @asynccontextmanager
    async def started(cls, name: str, command: Sequence[str]) -> AsyncIterator[Self]:
        """Starts it; it has said a first line when its browser is up."""
        pipe = asyncio.subprocess.PIPE
        process = await asyncio.create_subprocess_exec(*command, stdin=pipe, stdout=pipe, stderr=asyncio.subprocess.DEVNULL)
        try:
            made = cls(name, process)
            await made._line()
            yield made
        finally:
            assert process.stdin is not None
            process.stdin.close()
            await asyncio.wait_for(process.wait(), 30)

    async def run(self, flow: dict[str, Any]) -> None:
        """Plays one flow to its end.

        Raises:
            RuntimeError: it failed; with what the process said.
        """
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps(flow).encode() + b"\n")
        await self._process.stdin.drain()
        if (said := await self._line()) != "ok":
            raise RuntimeError(f"{self.name}: {said}")

    async def _line(self) -> str:
        assert self._process.stdout is not None
        line = await asyncio.wait_for(self._process.stdout.readline(), ANSWER_S)
        if not line:
            raise RuntimeError(f"{self.name} ended: {await self._process.wait()}")
        return line.decode().strip()
