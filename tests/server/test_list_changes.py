"""Lists: the same bytes for everybody, changed by publications only, announced once in both eras."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import anyio
import pytest
from face_harness import Connect
from mcp import Client, MCPError
from mcp.server.subscriptions import ResourcesListChanged, ResourceUpdated, ToolsListChanged
from mcp.types import ResourceListChangedNotification, ResourceUpdatedNotification, ToolListChangedNotification

from awm_mcp.config import Settings
from awm_mcp.server import announcer as announcer_module
from awm_mcp.server import catalogue_cache
from awm_mcp.server import door as door_module
from awm_mcp.server.catalogue_cache import CachedCatalogue, Listing
from awm_mcp.server.face import Face
from awm_mcp.server.fake import FakeApplication, FakePrimitives, fake_workflow


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(announcer_module, "DEBOUNCE_S", 0.02)


async def listed(client: Client) -> str:
    return (await client.session.list_tools()).model_dump_json(by_alias=True)


async def names(client: Client) -> list[str]:
    return [tool.name for tool in (await client.session.list_tools()).tools]


async def test_the_list_is_the_same_bytes_on_every_call_and_connection(connect: Connect, face: Face, era: str) -> None:
    async with connect() as client:
        first = await listed(client)
        async with Client(face.server, mode=era) as other:
            assert await listed(other) == first
        assert await listed(client) == first


async def test_reporting_a_run_changes_no_list(connect: Connect) -> None:
    async with connect() as client:
        before = await listed(client)
        await client.call_tool("report_run", {"task": "t", "outcome": "success", "steps": []})
        assert await listed(client) == before


async def test_lists_carry_how_long_and_for_whom_they_hold(connect: Connect, era: str) -> None:
    async with connect() as client:
        tools, resources = await client.session.list_tools(), await client.session.list_resources()
    if era != "legacy":
        assert (tools.ttl_ms, tools.cache_scope) == (60_000, "public")
        assert (resources.ttl_ms, resources.cache_scope) == (60_000, "public")


async def test_every_era_is_told_that_lists_change(connect: Connect) -> None:
    async with connect() as client:
        told = client.server_capabilities
    assert told.tools and told.tools.list_changed
    assert told.resources and told.resources.list_changed and told.resources.subscribe
    assert told.prompts and told.prompts.list_changed and told.completions is not None


async def test_a_burst_of_publications_is_one_notification_to_a_handshake_client(
    face: Face, application: FakeApplication
) -> None:
    heard: list[type[Any]] = []
    news = anyio.Event()

    async def note(message: Any) -> None:
        nonlocal news
        heard.append(type(message))
        if isinstance(message, ResourceListChangedNotification):
            news.set()
            news = anyio.Event()

    async def publish_and_hear(client: Client, *tools: str) -> None:
        with anyio.fail_after(10):
            waiting = news
            for tool in tools:
                await application.publish(fake_workflow(tool))
            await waiting.wait()
        assert tuple((await names(client))[-len(tools) :]) == tools

    async with face.open() as server:
        await face.announcer.refresh(await face.door.application())
        async with Client(server, mode="legacy", message_handler=note) as client:
            await client.list_tools()
            await publish_and_hear(client, *(f"new_tool_{number}" for number in range(5)))
            await publish_and_hear(client, "later")
    assert heard.count(ToolListChangedNotification) == 2


async def test_a_burst_of_publications_is_one_event_to_a_listening_client(face: Face, application: FakeApplication) -> None:
    async with face.open() as server:
        await face.announcer.refresh(await face.door.application())
        async with (
            Client(server, mode="auto") as client,
            client.listen(tools_list_changed=True, resources_list_changed=True) as events,
        ):
            for number in range(5):
                await application.publish(fake_workflow(f"new_tool_{number}"))
            with anyio.fail_after(10):
                first = [await anext(events), await anext(events)]
            assert first == [ToolsListChanged(), ResourcesListChanged()]
            assert (await names(client))[-1] == "new_tool_4"
            await application.publish(fake_workflow("later"))
            with anyio.fail_after(10):
                assert await anext(events) == ToolsListChanged()


async def test_a_publication_that_changes_nothing_listed_is_not_announced_as_a_tool_change(
    face: Face, application: FakeApplication
) -> None:
    async with face.open() as server:
        await face.announcer.refresh(await face.door.application())
        async with (
            Client(server, mode="auto") as client,
            client.listen(tools_list_changed=True, resources_list_changed=True) as events,
        ):
            application.generation += 1
            assert not await face.announcer.refresh(application)
            with anyio.fail_after(10):
                assert await anext(events) == ResourcesListChanged()


@pytest.mark.filterwarnings("ignore:resources/.*subscribe is removed")
async def test_subscribers_of_a_run_are_told_when_it_ends(face: Face, application: FakeApplication) -> None:
    uri = "awm://runs/replay_1"
    heard: list[str] = []
    told = anyio.Event()

    async def note(message: Any) -> None:
        if isinstance(message, ResourceUpdatedNotification):
            heard.append(str(message.params.uri))
            told.set()

    async with face.open() as server:
        await face.announcer.refresh(await face.door.application())
        async with (
            Client(server, mode="legacy", message_handler=note) as old,
            Client(server, mode="auto") as new,
            new.listen(resource_subscriptions=[uri]) as events,
        ):
            await old.subscribe_resource(uri)
            await application.end("replay_2")
            await application.end("replay_1")
            with anyio.fail_after(10):
                assert await anext(events) == ResourceUpdated(uri=uri)
                await told.wait()
    assert heard == [uri]


@pytest.mark.filterwarnings("ignore:resources/.*subscribe is removed")
async def test_a_run_that_is_not_the_callers_is_not_watched(face: Face, application: FakeApplication) -> None:
    foreign, own = "awm://runs/of_another", "awm://runs/replay_1"
    async with face.open() as server:
        await face.announcer.refresh(await face.door.application())
        async with (
            Client(server, mode="legacy") as old,
            Client(server, mode="auto") as new,
            new.listen(resource_subscriptions=[foreign, own]) as events,
        ):
            with pytest.raises(MCPError) as refused:
                await old.subscribe_resource(foreign)
            await application.end("of_another")
            await application.end("replay_1")
            with anyio.fail_after(10):
                assert await anext(events) == ResourceUpdated(uri=own)
    assert refused.value.error.code == -32602


@pytest.mark.filterwarnings("ignore:resources/.*subscribe is removed")
async def test_subscribers_of_a_sites_memory_are_told(face: Face, application: FakeApplication) -> None:
    uri = "awm://sites/shop.example/workflows"
    heard: list[Any] = []
    told = anyio.Event()

    async def note(message: Any) -> None:
        if isinstance(message, ResourceUpdatedNotification):
            heard.append(str(message.params.uri))
            told.set()

    async with face.open() as server:
        await face.announcer.refresh(await face.door.application())
        async with (
            Client(server, mode="legacy", message_handler=note) as old,
            Client(server, mode="auto") as new,
            new.listen(resource_subscriptions=[uri]) as events,
        ):
            await old.subscribe_resource(uri)
            await application.publish(fake_workflow("new_tool"))
            with anyio.fail_after(10):
                assert await anext(events) == ResourceUpdated(uri=uri)
                await told.wait()
            await old.unsubscribe_resource(uri)
            assert face.connections.watched == []
    assert heard == [uri]


async def test_who_watches_a_workflow_hears_of_it_and_not_of_others(face: Face, application: FakeApplication) -> None:
    other = "awm://workflows/wf_shop_find_price"
    async with face.open() as server:
        await face.announcer.refresh(await face.door.application())
        watched = ["awm://workflows/wf_new_tool", other]
        async with Client(server, mode="auto") as client, client.listen(resource_subscriptions=watched) as events:
            await application.publish(fake_workflow("new_tool"))
            with anyio.fail_after(10):
                assert await anext(events) == ResourceUpdated(uri=watched[0])
            await application.publish(fake_workflow("wiki_other", site="wiki.example"))
            await application.publish(fake_workflow("shop_find_price", version=2))
            with anyio.fail_after(10):
                assert await anext(events) == ResourceUpdated(uri=other)


async def test_a_closed_connection_is_forgotten(face: Face) -> None:
    async with face.open() as server:
        async with Client(server, mode="legacy") as client:
            await client.list_tools()
            assert face.connections.legacy == 1
        assert face.connections.legacy == 0


async def test_the_first_list_needs_no_application(settings: Settings, application: FakeApplication, era: str) -> None:
    catalogue_cache.write(settings.home, CachedCatalogue(generation=4, workflows=(fake_workflow("shop_find_price"),)))
    never = anyio.Event()

    @asynccontextmanager
    async def stuck() -> AsyncGenerator[FakeApplication]:
        await never.wait()
        yield application

    face = Face(settings, stuck, FakePrimitives.specs)
    async with face.open() as server, Client(server, mode=era) as client:
        assert (await names(client))[-3:] == ["browser_navigate", "browser_take_screenshot", "shop_find_price"]
        never.set()


async def test_a_cached_list_stays_as_it_is_when_the_application_opens(
    settings: Settings, application: FakeApplication
) -> None:
    first = Face(settings, application.opened, FakePrimitives.specs)
    async with first.open():
        await first.announcer.refresh(await first.door.application())
    application.record = (9, 9)  # used since: the published description must not change
    second = Face(settings, application.opened, FakePrimitives.specs)
    before = second.announcer.tools.digest
    async with second.open():
        assert not await second.announcer.refresh(await second.door.application())
    assert second.announcer.tools.digest == before == first.announcer.tools.digest


async def test_a_tool_name_once_listed_is_remembered_over_restarts(settings: Settings, application: FakeApplication) -> None:
    first = Face(settings, application.opened)
    async with first.open():
        await first.announcer.refresh(await first.door.application())
        application.workflows.clear()
        application.generation += 1
        await first.announcer.refresh(application)
    assert Face(settings, application.opened).announcer.tools.former("shop_find_price") == "wf_shop_find_price"


@pytest.mark.parametrize("content", ["", "{", '{"generation": "x"}', "\x00"])
def test_an_unreadable_cache_counts_as_none(tmp_path: Path, content: str) -> None:
    (tmp_path / catalogue_cache.CATALOGUE_FILE).write_text(content)
    (tmp_path / catalogue_cache.LISTING_FILE).write_text(content)
    assert catalogue_cache.read(tmp_path) == CachedCatalogue()


def test_the_cache_reads_what_it_wrote_and_leaves_no_parts(tmp_path: Path) -> None:
    workflow = fake_workflow("shop_find_price")
    listing = Listing(worked={"wf_shop_find_price@1": (1, 2)}, former={"a": "b"})
    cached = CachedCatalogue(generation=3, workflows=(workflow,), listing=listing)
    catalogue_cache.write(tmp_path / "home", cached)
    assert catalogue_cache.read(tmp_path / "home") == cached
    assert sorted(p.name for p in (tmp_path / "home").iterdir()) == ["catalogue.json", "listing.json"]


async def test_an_application_that_does_not_open_is_told_and_tried_again(
    settings: Settings, application: FakeApplication, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(door_module, "LET_LIST_GO_FIRST_S", 0.0)
    attempts: list[int] = []

    @asynccontextmanager
    async def second_time_lucky() -> AsyncGenerator[FakeApplication]:
        attempts.append(1)
        if len(attempts) < 3:
            raise OSError("disk full")
        yield application

    face = Face(settings, second_time_lucky)
    async with face.open() as server, Client(server, mode="legacy") as client:
        answers = [await client.call_tool("find_workflows", {"task": "x"}) for _ in range(3)]
    told = [str((answer.structured_content or {}).get("seen")) for answer in answers if answer.is_error]
    assert told and all("disk full" in one for one in told) and not answers[-1].is_error


async def test_leaving_closes_the_application_in_order_even_when_cancelled(face: Face, application: FakeApplication) -> None:
    with anyio.CancelScope() as scope:
        async with face.open():
            await face.door.application()
            scope.cancel()
            await anyio.sleep_forever()
    assert application.events == ["opened", "running", "stopped", "closed"]
