"""A face on a fake application, and clients of both eras on it."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from face_harness import Connect
from mcp import Client

from awm_mcp.config import Settings
from awm_mcp.server.face import Face
from awm_mcp.server.fake import FakeApplication, FakePrimitives, fake_workflow


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(home=tmp_path / "home", answer_within_s=5.0)


@pytest.fixture
def application(settings: Settings) -> FakeApplication:
    workflows = [
        fake_workflow("shop_find_price"),
        fake_workflow("shop_add_to_basket", risk="write"),
        fake_workflow("shop_delete_item", risk="destructive"),
        fake_workflow("wiki_find_page", site="wiki.example:8080"),
    ]
    return FakeApplication(settings, workflows, browser_tools=FakePrimitives())


@pytest.fixture
def face(settings: Settings, application: FakeApplication) -> Face:
    return Face(settings, application.opened, FakePrimitives.specs)


@pytest.fixture(params=["legacy", "auto"])
def era(request: pytest.FixtureRequest) -> str:
    return request.param


@pytest.fixture
def connect(face: Face, application: FakeApplication, era: str) -> Connect:
    """A client of the era under test on the open face, whose list shows the application's catalogue."""

    @asynccontextmanager
    async def connected(**given: Any) -> AsyncGenerator[Client]:
        async with face.open() as server:
            await face.announcer.refresh(await face.door.application())
            async with Client(server, mode=era, raise_exceptions=True, **given) as client:
                yield client

    return connected
