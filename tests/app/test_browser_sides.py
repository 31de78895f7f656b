"""Open pages of several principals in real browsers."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from browser_fixtures import site

from awm_mcp.app.owning.sides import BrowserSides, settings_of
from awm_mcp.config import Settings
from awm_mcp.errors import NotFound, Unavailable
from awm_mcp.model import Caller
from awm_mcp.replay.browsing.run_folder import RunFolder


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
    monkeypatch.setattr("awm_mcp.app.owning.sides.MOST_SIDES", 2)
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


async def test_a_picture_that_is_still_to_be_kept_is_waited_for(tmp_path: Path) -> None:
    settings = Settings(home=tmp_path)
    sides, may_end = BrowserSides(settings), asyncio.Event()
    folder = RunFolder(settings_of(settings, "anna").runs_dir, "r1")

    async def keep() -> None:
        await may_end.wait()
        folder.make()
        (folder.path / await folder.later()).write_bytes(b"picture")

    sides._of("anna")._replayer._afterwards.begin("r1", keep())
    asking = asyncio.create_task(sides.artifact("r1", principal="anna"))
    await asyncio.sleep(0)
    assert not asking.done()
    may_end.set()
    assert await asking == (b"picture", "image/png")
    await sides.close()
