"""Handles of open pages: opaque, for one principal, and gone when their time is over."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest
from browser_fixtures import settings_for

from awm_mcp.errors import NotFound, Refused, Unavailable
from awm_mcp.model import Workflow
from awm_mcp.replay.browsing import handles
from awm_mcp.replay.browsing.handles import OpenPages, PageNote
from awm_mcp.replay.going_on import goes_on_after_another
from awm_mcp.replay.port import ReplayRequest


class FakeContext:
    def __init__(self) -> None:
        self.alive = True
        self.closed = asyncio.Event()

    async def close(self) -> None:
        self.alive = False
        self.closed.set()


class FakePage:
    gone = False

    def is_closed(self) -> bool:
        return self.gone


def add(pages: OpenPages, principal: str = "local") -> tuple[str, Any]:
    context: Any = FakeContext()
    page: Any = FakePage()
    return pages.add(context, page, PageNote(step=3), principal), context


@pytest.fixture
async def pages(tmp_path: Path) -> OpenPages:
    return OpenPages(settings_for(tmp_path, handle_ttl_s=60.0))


async def test_a_handle_is_opaque_and_finds_its_page_again(pages: OpenPages) -> None:
    handle, _ = add(pages)
    assert len(handle) > 20 and handle != add(pages)[0]
    assert pages.peek(handle, "local").note.step == 3


@pytest.mark.parametrize("principal", ["", "other", "LOCAL"])
async def test_a_handle_works_for_its_principal_only(pages: OpenPages, principal: str) -> None:
    handle, _ = add(pages)
    with pytest.raises(NotFound, match="page_expired"):
        pages.take(handle, principal, "r2")
    assert pages.latest(principal) is None
    assert pages.take(handle, "local", "r2").handle == handle


async def test_a_taken_page_is_the_takers_and_not_closed(pages: OpenPages) -> None:
    handle, context = add(pages)
    pages.take(handle, "local", "r2")
    with pytest.raises(NotFound, match="page_taken"):
        pages.peek(handle, "local")
    await pages.close_all()
    assert not context.closed.is_set()


async def test_who_asks_for_a_taken_page_is_sent_to_the_replay_and_not_told_to_start_again(pages: OpenPages) -> None:
    handle, _ = add(pages)
    pages.take(handle, "local", "r2")
    with pytest.raises(NotFound) as told:
        pages.take(handle, "local", "r3")
    assert "get_run(id='r2'" in told.value.next and "start" not in told.value.next
    with pytest.raises(NotFound, match="page_expired"):
        pages.peek(handle, "other")


@pytest.mark.parametrize("how", ["closed", "gone with its browser"])
async def test_who_comes_back_for_a_page_that_is_gone_after_a_write_is_told_to_look(pages: OpenPages, how: str) -> None:
    context, page = FakeContext(), FakePage()
    handle = pages.add(context, page, PageNote(step=4, sent=(3,)), "local")  # pyright: ignore[reportArgumentType]
    if how == "closed":
        await pages.close(handle, "local")
    context.alive = False
    for _ in range(2):
        with pytest.raises(NotFound, match="page_expired") as told:
            pages.take(handle, "local", "r2")
        assert "step 3 was sent" in told.value.next and "start again" not in told.value.next
    with pytest.raises(NotFound) as others:
        pages.peek(handle, "other")
    assert "sent" not in others.value.next


async def test_a_page_that_a_call_acts_on_is_not_taken_from_under_it(pages: OpenPages) -> None:
    handle, _ = add(pages)
    async with pages.peek(handle, "local").lock:
        with pytest.raises(Unavailable, match="page_busy"):
            pages.take(handle, "local", "r2")
    assert pages.take(handle, "local", "r2").handle == handle


async def test_an_unused_page_is_closed_when_its_time_is_over(tmp_path: Path) -> None:
    pages = OpenPages(settings_for(tmp_path, handle_ttl_s=0.01))
    handle, context = add(pages)
    async with asyncio.timeout(5):
        await context.closed.wait()
    with pytest.raises(NotFound, match="page_expired"):
        pages.peek(handle, "local")


async def test_a_page_in_use_does_not_expire(tmp_path: Path) -> None:
    pages = OpenPages(settings_for(tmp_path, handle_ttl_s=0.01))
    handle, context = add(pages)
    async with pages.peek(handle, "local").lock:
        other = asyncio.Event()
        asyncio.get_running_loop().call_later(0.1, other.set)
        await other.wait()
        assert not context.closed.is_set()
    async with asyncio.timeout(5):
        await context.closed.wait()


async def test_a_page_that_died_with_its_browser_is_told_as_gone(pages: OpenPages) -> None:
    handle, context = add(pages)
    context.alive = False
    with pytest.raises(NotFound, match="page_expired"):
        pages.peek(handle, "local")
    assert len(pages) == 0


async def test_the_page_unused_longest_makes_room_for_a_new_one(pages: OpenPages, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(handles, "MOST_PAGES", 3)
    kept = [add(pages) for _ in range(3)]
    pages.peek(kept[0][0], "local")
    add(pages)
    async with asyncio.timeout(5):
        await kept[1][1].closed.wait()
    assert len(pages) == 3 and not kept[0][1].closed.is_set()


async def test_few_pages_make_no_room(pages: OpenPages) -> None:
    kept = [add(pages) for _ in range(3)]
    assert len(pages) == 3 and not any(context.closed.is_set() for _, context in kept)


async def test_the_end_closes_every_page_and_waits_for_it(pages: OpenPages) -> None:
    contexts = [add(pages)[1] for _ in range(3)]
    await pages.close_all()
    assert all(context.closed.is_set() for context in contexts) and len(pages) == 0


async def test_pages_left_open_at_an_end_do_not_crowd_out_those_that_wait_for_help(pages: OpenPages) -> None:
    waiting, _ = add(pages)
    ended = [pages.add(FakeContext(), FakePage(), PageNote(ended=True), "local") for _ in range(handles.MOST_ENDED + 2)]  # type: ignore[arg-type]
    assert pages.peek(waiting, "local").note.step == 3
    assert len(pages) == handles.MOST_ENDED + 1
    for handle in ended[:2]:
        with pytest.raises(NotFound, match="page_expired"):
            pages.peek(handle, "local")
    await pages.close_all()


@pytest.mark.parametrize(
    ("kind", "outputs", "keep_end", "left"),
    [
        ("subtask", (), None, True),
        ("subtask", ({"name": "price"},), None, False),
        ("task", (), None, False),
        ("task", ({"name": "price"},), True, True),
        ("subtask", (), False, False),
    ],
)
def test_only_a_part_that_returns_nothing_leaves_its_page_open_unless_it_is_said(
    kind: str, outputs: Any, keep_end: bool | None, left: bool
) -> None:
    flow = Workflow.model_validate({"name": "w", "site": "s", "start": "/", "steps": [{}], "kind": kind, "outputs": outputs})
    request = ReplayRequest(run_id="r", workflow=flow, origin="http://s", keep_end=keep_end)
    assert request.leaves_page is left
    assert not request.model_copy(update={"keep_page": False}).leaves_page
    assert not request.model_copy(update={"dry_run": True}).leaves_page


def test_another_workflow_goes_on_at_an_end_only_on_the_same_site() -> None:
    flow = Workflow.model_validate({"name": "w", "site": "s", "start": "/", "steps": [{}]})
    request = ReplayRequest(run_id="r", workflow=flow, origin="http://s", resume="h")
    ended = PageNote(site="s", workflow="other", ended=True)
    assert goes_on_after_another(request, ended)
    assert not goes_on_after_another(request, ended.model_copy(update={"workflow": "w"}))
    assert not goes_on_after_another(request, ended.model_copy(update={"ended": False, "site": "t"}))
    with pytest.raises(Refused, match="other_site_page"):
        goes_on_after_another(request, ended.model_copy(update={"site": "t"}))
