"""Open pages of several principals in real browsers."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from awm_mcp.app.sides import BrowserSides
from awm_mcp.config import Settings
from awm_mcp.errors import NotFound, Unavailable
from awm_mcp.model import Caller

sys.path.insert(0, str(Path(__file__).parents[1] / "replay"))
from browser_fixtures import site


@pytest.mark.browser
async def test_a_page_is_open_to_its_principal_only(tmp_path: Path) -> None:
    sides = BrowserSides(Settings(home=tmp_path))
    async with site({"/": "<h1>Hello</h1>"}) as shop:
        try:
            opened = await sides.call("browser_navigate", {"url": shop.origin}, Caller(principal="anna"))
            assert "Hello" in str((await sides.call("browser_snapshot", {}, Caller(principal="anna"))).as_data())
            for other in ("ben", "local"):
                with pytest.raises(NotFound):
                    await sides.call("browser_snapshot", {"session": opened.session}, Caller(principal=other))
                with pytest.raises(NotFound):
                    sides.recording(opened.session, other)
        finally:
            await sides.close()


async def test_principals_without_open_pages_make_room_for_others(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("awm_mcp.app.sides.MOST_SIDES", 2)
    sides = BrowserSides(Settings(home=tmp_path))
    for name in ("a", "b", "c"):
        with pytest.raises(NotFound):
            await sides.call("browser_snapshot", {}, Caller(principal=name))
    assert list(sides._sides) == ["b", "c"]
    for name in ("b", "c"):
        sides._busy[name] = 1
    with pytest.raises(Unavailable):
        await sides.call("browser_snapshot", {}, Caller(principal="a"))
    await sides.close()
