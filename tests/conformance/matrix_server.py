"""The product's face on the fake application, in a home where it ran before, for clients of all makes."""

from __future__ import annotations

import logging
import sys
import tempfile
from pathlib import Path

import anyio

from awm_mcp.config import Settings
from awm_mcp.server import catalogue_cache
from awm_mcp.server.catalogue_cache import CachedCatalogue
from awm_mcp.server.face import Face
from awm_mcp.server.fake import FakeApplication, FakePrimitives, fake_workflow
from awm_mcp.server.http import serve_face as serve_http
from awm_mcp.server.stdio import serve_face as serve_stdio


def main() -> None:
    logging.basicConfig(stream=sys.stderr, level=logging.WARNING)
    with tempfile.TemporaryDirectory() as home:
        settings = Settings(home=Path(home))
        workflows = [fake_workflow("shop_find_price"), fake_workflow("shop_delete_item", risk="destructive")]
        application = FakeApplication(settings, workflows, browser_tools=FakePrimitives())
        catalogue_cache.write(Path(home), CachedCatalogue(generation=1, workflows=tuple(workflows)))
        face = Face(settings, application.opened, FakePrimitives.specs)
        if "--http" in sys.argv:
            anyio.run(serve_http, face, settings, "127.0.0.1", 0)
        else:
            anyio.run(serve_stdio, face)


if __name__ == "__main__":
    main()
