"""A web socket of a site on loopback: notes what it is sent, and answers as it is told."""

from __future__ import annotations

import asyncio
import base64
import hashlib
from collections.abc import Callable
from dataclasses import dataclass, field

from browser_fixtures import Hit

_MAGIC = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"


@dataclass
class Socket:
    """``heard``: the texts that came; ``answers``: what is said to one, if anything."""

    answers: Callable[[str], str | None] = lambda text: None
    heard: list[str] = field(default_factory=list[str])

    async def __call__(self, hit: Hit, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        accept = base64.b64encode(hashlib.sha1((hit.headers["sec-websocket-key"] + _MAGIC).encode()).digest()).decode()
        writer.write(
            "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Accept: {accept}\r\n\r\n".encode()
        )
        while (text := await _text(reader)) is not None:
            self.heard.append(text)
            if (answer := self.answers(text)) is not None:
                data = answer.encode()
                size = bytes([len(data)]) if len(data) < 126 else bytes([126]) + len(data).to_bytes(2, "big")
                writer.write(b"\x81" + size + data)
                await writer.drain()


async def _text(reader: asyncio.StreamReader) -> str | None:
    first, second = await reader.readexactly(2)
    size = second & 0x7F
    if size == 126:
        size = int.from_bytes(await reader.readexactly(2), "big")
    mask = await reader.readexactly(4)
    data = bytes(byte ^ mask[n % 4] for n, byte in enumerate(await reader.readexactly(size)))
    return None if first & 0x0F == 8 else data.decode()
