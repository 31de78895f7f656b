"""A small filtering forward proxy on loopback: every connection of a browser context passes its gate or does not happen.

HTTP requests come in absolute form and each is judged; HTTPS and WebSocket connections come as CONNECT. Bodies are
streamed, never kept. A refused connection is closed without an answer, so that the browser shows a network error and
never a page of ours.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from typing import NamedTuple, Protocol

import anyio
from yarl import URL

_log = logging.getLogger(__name__)
HEAD_LIMIT = 256 * 1024
CHUNK = 64 * 1024
CONNECT_TIMEOUT_S = 10.0
_HANG_UPS = (OSError, EOFError, asyncio.LimitOverrunError, ValueError)
_DROPPED = (b"proxy-connection", b"proxy-authorization")


class Asked(NamedTuple):
    """What the browser asks for. ``url`` is empty for a tunnel, whose content cannot be seen."""

    method: str
    host: str
    port: int
    url: str = ""


class Admitted(NamedTuple):
    """Addresses to connect to, already checked. ``only_web``: the tunnel must be HTTPS and no WebSocket."""

    addresses: Sequence[str]
    only_web: bool = False


class Gate(Protocol):
    """Judges what may be reached."""

    async def admit(self, asked: Asked) -> Admitted | None:
        """Where to connect for a request, or None when it is refused."""
        ...


class _Head(NamedTuple):
    method: str
    target: str
    lines: list[bytes]

    def header(self, name: bytes) -> bytes:
        for line in self.lines:
            key, _, text = line.partition(b":")
            if key.strip().lower() == name:
                return text.strip()
        return b""


class Proxy:
    """Listens on a loopback port of its own; ``close`` ends all its connections."""

    def __init__(self, gate: Gate) -> None:
        self._gate = gate
        self._server: asyncio.Server | None = None
        self._tasks: set[asyncio.Task[None]] = set()

    async def start(self) -> int:
        """Opens the port and returns its number."""
        self._server = await asyncio.start_server(self._accept, "127.0.0.1", 0, limit=HEAD_LIMIT)
        return int(self._server.sockets[0].getsockname()[1])

    async def close(self) -> None:
        """Ends the server and every open connection."""
        if self._server is not None:
            self._server.close()
        tasks = list(self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.get_running_loop().create_task(self._serve(reader, writer))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            head = await _read_head(reader)
            handle = self._tunnel if head.method == "CONNECT" else self._forward
            await handle(head, reader, writer)
        except* _HANG_UPS as ended:
            _log.debug("a proxied connection ended: %r", ended.exceptions)
        finally:
            writer.close()

    async def _tunnel(self, head: _Head, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        where = URL(f"https://{head.target}")
        asked = Asked("CONNECT", (where.raw_host or "").lower(), where.port or 443)
        admitted = await self._gate.admit(asked)
        if admitted is None:
            return
        up_reader, up_writer = await _connect(admitted.addresses, asked.port)
        try:
            writer.write(b"HTTP/1.1 200 Connection established\r\n\r\n")
            first = b""
            if admitted.only_web and not _is_web_hello(first := await reader.read(CHUNK)):
                return
            up_writer.write(first)
            async with asyncio.TaskGroup() as both:
                both.create_task(_pipe(reader, up_writer))
                both.create_task(_pipe(up_reader, writer))
        finally:
            up_writer.close()

    async def _forward(self, head: _Head, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        asked = _asked(head)
        admitted = await self._gate.admit(asked)
        if admitted is None:
            return
        up_reader, up_writer = await _connect(admitted.addresses, asked.port)
        try:
            async with asyncio.TaskGroup() as both:
                answers = both.create_task(_pipe(up_reader, writer))
                await self._send_requests(head, asked, reader, up_writer)
                answers.cancel()
        finally:
            up_writer.close()

    async def _send_requests(
        self, head: _Head, asked: Asked, reader: asyncio.StreamReader, up_writer: asyncio.StreamWriter
    ) -> None:
        """Sends this request and those that follow on the connection, as long as each is admitted to the same place."""
        place = (asked.host, asked.port)
        while True:
            up_writer.write(_rewritten(head, asked))
            if head.header(b"upgrade"):
                await _pipe(reader, up_writer)
                return
            await _copy_body(head, reader, up_writer)
            try:
                head = await _read_head(reader)
            except asyncio.IncompleteReadError:
                return
            asked = _asked(head)
            if (asked.host, asked.port) != place or await self._gate.admit(asked) is None:
                return


async def _read_head(reader: asyncio.StreamReader) -> _Head:
    raw = await reader.readuntil(b"\r\n\r\n")
    first, *lines = raw[:-4].split(b"\r\n")
    method, target, _ = first.decode("latin-1").split(" ", 2)
    return _Head(method, target, lines)


def _asked(head: _Head) -> Asked:
    url = URL(head.target, encoded=True)
    if url.scheme != "http" or not url.raw_host:
        raise ValueError("not an absolute http address")
    return Asked(head.method, url.raw_host.lower(), url.port or 80, head.target)


def _rewritten(head: _Head, asked: Asked) -> bytes:
    path = "/" + asked.url.split("://", 1)[1].partition("/")[2]
    kept = [line for line in head.lines if line.partition(b":")[0].strip().lower() not in _DROPPED]
    return b"\r\n".join([f"{head.method} {path} HTTP/1.1".encode("latin-1"), *kept, b"", b""])


async def _copy_body(head: _Head, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    if head.header(b"transfer-encoding").lower() == b"chunked":
        await _copy_chunked(reader, writer)
    else:
        await _copy_exactly(int(head.header(b"content-length") or b"0"), reader, writer)
    await writer.drain()


async def _copy_chunked(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    while True:
        line = await reader.readuntil(b"\r\n")
        writer.write(line)
        size = int(line.split(b";", 1)[0], 16)
        if size == 0:
            break
        await _copy_exactly(size + 2, reader, writer)
    while (line := await reader.readuntil(b"\r\n")) != b"\r\n":
        writer.write(line)
    writer.write(b"\r\n")


async def _copy_exactly(size: int, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    while size > 0:
        data = await reader.read(min(CHUNK, size))
        if not data:
            raise asyncio.IncompleteReadError(b"", size)
        writer.write(data)
        await writer.drain()
        size -= len(data)


async def _connect(addresses: Sequence[str], port: int) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    problem: Exception = OSError("no address")
    for address in addresses:
        try:
            with anyio.fail_after(CONNECT_TIMEOUT_S):
                return await asyncio.open_connection(address, port, limit=CHUNK)
        except (OSError, TimeoutError) as failed:
            problem = failed
    raise OSError(f"cannot connect: {problem}")


async def _pipe(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    while data := await reader.read(CHUNK):
        writer.write(data)
        await writer.drain()
    if writer.can_write_eof():
        writer.write_eof()


def _is_web_hello(first: bytes) -> bool:
    """Whether a tunnel starts as HTTPS for pages: a TLS greeting that offers HTTP/2.

    Browsers offer only HTTP/1.1 for secure WebSockets and no TLS at all for plain ones.
    """
    return first[:1] == b"\x16" and b"\x02h2" in first
