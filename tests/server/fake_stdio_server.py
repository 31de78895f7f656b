"""A server process on the fake application, for the tests of its life. Events go to the file given as second argument."""

from __future__ import annotations

import sys
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path

import anyio

from awm_mcp.config import Settings
from awm_mcp.server.face import Face
from awm_mcp.server.fake import FakeApplication, FakePrimitives, fake_workflow
from awm_mcp.server.stdio import serve_face


def main() -> None:
    home, journal = Path(sys.argv[1]), Path(sys.argv[2])
    settings = Settings(home=home)
    application = FakeApplication(settings, [fake_workflow("shop_find_price")], browser_tools=FakePrimitives())

    application.gate = anyio.Event()

    def note(event: str) -> None:
        journal.write_text(event)

    @asynccontextmanager
    async def opened() -> AsyncGenerator[FakeApplication]:
        print("a stray print of a library")  # noqa: T201 - must not reach the wire
        async with application.opened():
            note("opened")
            yield application
        note("closed")

    anyio.run(serve_face, Face(settings, opened, FakePrimitives.specs))


main()
