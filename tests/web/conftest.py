"""The story's dashboard, for tests by HTTP and in a browser."""

from __future__ import annotations

import pytest
from usage_story import Story, events, tell

from awm_mcp.memory.fake import FakeMemory


@pytest.fixture
async def story() -> Story:
    memory = FakeMemory()
    await tell(memory)
    return Story(memory, events())
