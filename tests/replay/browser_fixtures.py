"""Loopback sites and a browser for the tests of browser life, boundary and primitives."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

from awm_mcp.config import Settings
from awm_mcp.replay.browsing.browser import Browsers

Answer = str | tuple[int, dict[str, str], str | bytes]


@dataclass
class Hit:
    method: str
    path: str
    headers: dict[str, str]
    body: bytes


@dataclass
class Site:
    """A small web site: ``pages`` maps a path (without query) to HTML, a full answer, or a function of the hit.

    The function may be async.
    """

    pages: dict[str, Answer | Callable[[Hit], Answer | Awaitable[Answer]]] = field(default_factory=dict)
    hits: list[Hit] = field(default_factory=list)
    connections: int = 0
    port: int = 0
    socket: Callable[[Hit, asyncio.StreamReader, asyncio.StreamWriter], Awaitable[None]] | None = None

    @property
    def host(self) -> str:
        return f"127.0.0.1:{self.port}"

    @property
    def origin(self) -> str:
        return f"http://{self.host}"

    def paths(self) -> list[str]:
        return [hit.path for hit in self.hits if hit.path != "/favicon.ico"]

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.connections += 1
        try:
            while True:
                hit = await _read(reader)
                self.hits.append(hit)
                if self.socket is not None and hit.headers.get("upgrade") == "websocket":
                    return await self.socket(hit, reader, writer)
                found = self._page(hit)
                answer = await found if isinstance(found, Awaitable) else found
                writer.write(_answer(answer, hit.method))
                await writer.drain()
        except (asyncio.IncompleteReadError, OSError):
            pass
        finally:
            writer.close()

    def _page(self, hit: Hit) -> Answer | Awaitable[Answer]:
        found = self.pages.get(hit.path.partition("?")[0])
        if found is None:
            return (404, {}, "<title>Not found</title>")
        return found(hit) if callable(found) else found


async def _read(reader: asyncio.StreamReader) -> Hit:
    raw = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
    first, *lines = raw.strip().split("\r\n")
    method, path, _ = first.split(" ", 2)
    headers = {key.lower(): text.strip() for key, _, text in (line.partition(":") for line in lines)}
    body = await reader.readexactly(int(headers.get("content-length", "0")))
    return Hit(method, path, headers, body)


def _answer(answer: Answer, method: str) -> bytes:
    status, headers, body = (200, {}, answer) if isinstance(answer, str) else answer
    data = body.encode() if isinstance(body, str) else body
    head = {"content-type": "text/html; charset=utf-8", "content-length": str(len(data)), **headers}
    lines = [f"HTTP/1.1 {status} X", *(f"{key}: {text}" for key, text in head.items()), "", ""]
    return "\r\n".join(lines).encode() + (b"" if method == "HEAD" else data)


@asynccontextmanager
async def site(
    pages: dict[str, Answer | Callable[[Hit], Answer | Awaitable[Answer]]] | None = None,
) -> AsyncGenerator[Site]:
    """A site on a free loopback port."""
    served = Site(pages or {})
    tasks: set[asyncio.Task[None]] = set()

    def accept(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.get_running_loop().create_task(served.serve(reader, writer))
        tasks.add(task)
        task.add_done_callback(tasks.discard)

    server = await asyncio.start_server(accept, "127.0.0.1", 0)
    served.port = server.sockets[0].getsockname()[1]
    try:
        yield served
    finally:
        server.close()
        for task in list(tasks):
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


def settings_for(home: Path, **more: object) -> Settings:
    """Settings that take nothing from the developer's environment."""
    return Settings.model_validate({"home": home, "step_timeout_s": 5.0, "navigation_timeout_s": 10.0, **more})


@asynccontextmanager
async def browsers_for(home: Path, **more: object) -> AsyncGenerator[Browsers]:
    """A browser service that ends with the test."""
    service = Browsers(settings_for(home, **more))
    try:
        yield service
    finally:
        await service.close()
