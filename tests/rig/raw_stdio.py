"""JSON-RPC on a server's stdin and stdout with nothing between: what bytes really go over the wire."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, Literal

Era = Literal["2026-07-28", "2025-11-25"]
MODERN: Era = "2026-07-28"
HANDSHAKE: Era = "2025-11-25"
LINE = 64 * 1024 * 1024
WAIT_S = 60.0
_WHO = {"name": "raw", "version": "1"}


class Wire:
    """One connection to a server process, in one era."""

    def __init__(self, process: asyncio.subprocess.Process, era: Era) -> None:
        self.process, self.era, self._last = process, era, 0

    async def hello(self) -> None:
        """The handshake, where the era has one."""
        if self.era == HANDSHAKE:
            await self.request("initialize", {"protocolVersion": HANDSHAKE, "capabilities": {}, "clientInfo": _WHO})
            await self._send({"jsonrpc": "2.0", "method": "notifications/initialized"})

    async def request(self, method: str, params: dict[str, Any] | None = None) -> bytes:
        """Sends a request and returns its answer's line, byte for byte; notifications in between are passed over."""
        self._last += 1
        sent = {"jsonrpc": "2.0", "id": self._last, "method": method, "params": {**(params or {}), **self._meta()}}
        await self._send(sent)
        return await asyncio.wait_for(self._answer(self._last), WAIT_S)

    async def result(self, method: str, params: dict[str, Any] | None = None) -> dict[str, Any]:
        """The same as data; raises on an error answer."""
        answer = json.loads(await self.request(method, params))
        if "error" in answer:
            raise RuntimeError(f"{method}: {answer['error']}")
        return answer["result"]

    async def list_bytes(self) -> bytes:
        """The bytes of the answer to tools/list, from its result on (the id differs from request to request)."""
        line = await self.request("tools/list")
        return line.replace(f'"id":{self._last}'.encode(), b'"id":0', 1)

    def _meta(self) -> dict[str, Any]:
        if self.era == HANDSHAKE:
            return {}
        prefix = "io.modelcontextprotocol/"
        return {
            "_meta": {
                f"{prefix}protocolVersion": MODERN,
                f"{prefix}clientInfo": _WHO,
                f"{prefix}clientCapabilities": {},
            }
        }

    async def _send(self, message: dict[str, Any]) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(json.dumps(message, separators=(",", ":")).encode() + b"\n")
        await self.process.stdin.drain()

    async def _answer(self, wanted: int) -> bytes:
        assert self.process.stdout is not None
        while line := await self.process.stdout.readline():
            if json.loads(line).get("id") == wanted:
                return line
        raise RuntimeError(f"the server ended (code {await self.process.wait()}) without an answer")


@asynccontextmanager
async def wired(command: Sequence[str], env: dict[str, str], era: Era, *, cwd: Path | None = None) -> AsyncIterator[Wire]:
    """Starts a server process; ends it at the close of stdin, by force only if that does not end it in time."""
    process = await asyncio.create_subprocess_exec(
        *command,
        env=env,
        cwd=cwd,
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.DEVNULL,
        limit=LINE,
    )
    try:
        yield Wire(process, era)
    finally:
        await _end(process)


async def _end(process: asyncio.subprocess.Process) -> None:
    assert process.stdin is not None
    process.stdin.close()
    try:
        await asyncio.wait_for(process.wait(), 15)
    except TimeoutError:
        process.kill()
        await process.wait()
