"""Streamable HTTP: both eras, token, origin, limits, health, and the way to end."""

from __future__ import annotations

import socket
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path

import anyio
import httpx2
import pytest
from face_harness import data_of
from mcp import Client
from mcp.client.streamable_http import streamable_http_client
from mcp.types import ToolListChangedNotification
from pydantic import SecretStr

from awm_mcp.config import Settings
from awm_mcp.errors import Refused, Unavailable
from awm_mcp.server import http, http_guard
from awm_mcp.server.face import Face
from awm_mcp.server.fake import FakeApplication, FakePrimitives, fake_workflow
from awm_mcp.server.http_guard import Buckets, Guard

TOKEN = "a-long-random-token"


@asynccontextmanager
async def serving(face: Face, settings: Settings, **guard: object) -> AsyncGenerator[str]:
    """A real server on a free loopback port; gives its origin."""
    app = http.http_app(face, settings)
    for name, value in guard.items():
        setattr(app, name, value)
    listener = socket.create_server(("127.0.0.1", 0))
    server = http.QuietServer(http.uvicorn.Config(app, log_level="error", timeout_graceful_shutdown=2, ws="none"))
    async with face.open(), anyio.create_task_group() as tasks:
        await face.announcer.refresh(await face.door.application())
        tasks.start_soon(lambda: server.serve(sockets=[listener]))
        try:
            yield f"http://127.0.0.1:{listener.getsockname()[1]}"
        finally:
            face.listening.close()
            server.should_exit = True


@pytest.fixture
def guarded(settings: Settings) -> Settings:
    return settings.model_copy(update={"http_token": SecretStr(TOKEN)})


async def test_both_eras_list_call_and_complete_over_http(face: Face, settings: Settings, era: str) -> None:
    async with serving(face, settings) as origin, Client(f"{origin}/mcp", mode=era) as client:
        names = [tool.name for tool in (await client.list_tools()).tools]
        assert names[0] == "find_workflows" and names[-1] == "wiki_find_page"
        assert data_of(await client.call_tool("shop_find_price", {"query": "x"}))["status"] == "ok"
        assert (await client.get_prompt("site_memory", {"site": "shop.example"})).messages


async def test_clients_on_http_hear_of_publications(face: Face, settings: Settings, application: FakeApplication) -> None:
    async with (
        serving(face, settings) as origin,
        Client(f"{origin}/mcp", mode="auto") as client,
        client.listen(tools_list_changed=True) as events,
    ):
        await application.publish(fake_workflow("new_tool"))
        with anyio.fail_after(20):
            await anext(events)
        assert (await client.list_tools()).tools[-1].name == "new_tool"


async def test_handshake_clients_on_http_hear_of_publications(
    face: Face, settings: Settings, application: FakeApplication
) -> None:
    told = anyio.Event()

    async def note(message: object) -> None:
        if isinstance(message, ToolListChangedNotification):
            told.set()

    async with (
        serving(face, settings) as origin,
        Client(f"{origin}/mcp", mode="legacy", message_handler=note) as client,
    ):
        await client.list_tools()
        with anyio.fail_after(20):
            while not told.is_set():  # the client opens its stream for notifications in the background
                await application.publish(fake_workflow(f"new_tool_{application.generation}"))
                with anyio.move_on_after(1):
                    await told.wait()


async def test_two_connections_have_two_keys_in_the_handshake_era(
    face: Face, settings: Settings, application: FakeApplication
) -> None:
    async with serving(face, settings) as origin:
        for _ in range(2):
            async with Client(f"{origin}/mcp", mode="legacy") as client:
                await client.call_tool("find_workflows", {"task": "x"})
                await client.call_tool("find_workflows", {"task": "y"})
    keys = [caller.connection for caller in application.finds]
    assert keys[0] == keys[1] != keys[2] == keys[3]


async def test_leaving_closes_the_application(face: Face, settings: Settings, application: FakeApplication) -> None:
    async with serving(face, settings) as origin, Client(f"{origin}/mcp", mode="auto") as client:
        await client.list_tools()
    assert application.events == ["opened", "running", "stopped", "closed"]


async def test_a_token_is_asked_of_everything_but_health(face: Face, guarded: Settings) -> None:
    async with serving(face, guarded) as origin, httpx2.AsyncClient() as web:
        assert (await web.get(f"{origin}/healthz")).json() == {"status": "ok"}
        for path in ("/mcp", "/metrics"):
            answer = await web.get(origin + path)
            assert answer.status_code == 401 and answer.headers["www-authenticate"].startswith("Bearer")
        wrong = await web.get(f"{origin}/metrics", headers={"Authorization": "Bearer nope"})
        right = await web.get(f"{origin}/metrics", headers={"Authorization": f"Bearer {TOKEN}"})
    assert wrong.status_code == 401 and right.status_code == 200 and "awm_http_refused_total 3" in right.text


async def test_the_metrics_end_with_the_use_of_workflows(
    face: Face, application: FakeApplication, settings: Settings
) -> None:
    async with serving(face, settings) as origin, httpx2.AsyncClient() as web:
        await face.door.application()
        first = await web.get(f"{origin}/metrics")
        application.problem = OSError("the store is away")
        without = await web.get(f"{origin}/metrics")
    assert first.text.endswith("awm_calls_total 0\n") and "awm_tools_listed" in first.text
    assert without.status_code == 200 and "awm_tools_listed" in without.text and "awm_calls_total" not in without.text


async def test_a_client_with_the_token_works(face: Face, guarded: Settings, era: str) -> None:
    async with (
        serving(face, guarded) as origin,
        httpx2.AsyncClient(headers={"Authorization": f"Bearer {TOKEN}"}) as web,
        Client(streamable_http_client(f"{origin}/mcp", http_client=web), mode=era) as client,
    ):
        assert (await client.list_tools()).tools


@pytest.mark.parametrize("headers", [{"Origin": "https://evil.example"}, {"Host": "evil.example"}])
async def test_other_origins_and_hosts_are_refused(face: Face, settings: Settings, headers: dict[str, str]) -> None:
    async with serving(face, settings) as origin, httpx2.AsyncClient() as web:
        answer = await web.post(
            f"{origin}/mcp", json={}, headers={"Accept": "application/json, text/event-stream", **headers}
        )
    assert answer.status_code in (403, 421)


async def test_a_body_that_is_too_large_is_refused(face: Face, settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(http, "MAX_BODY_BYTES", 1000)
    async with serving(face, settings) as origin, httpx2.AsyncClient() as web:
        answer = await web.post(
            f"{origin}/mcp",
            content=b"x" * 5000,
            headers={"Accept": "application/json, text/event-stream", "Content-Type": "application/json"},
        )
    assert answer.status_code == 413


async def test_too_many_requests_at_once_are_sent_away(face: Face, settings: Settings) -> None:
    async with serving(face, settings, _most_open=0) as origin, httpx2.AsyncClient() as web:
        assert (await web.get(f"{origin}/healthz")).status_code == 503


async def test_a_flood_of_one_peer_is_slowed_down(face: Face, settings: Settings) -> None:
    async with serving(face, settings, _buckets=Buckets(0.001, 2)) as origin, httpx2.AsyncClient() as web:
        answers = [(await web.get(f"{origin}/healthz")).status_code for _ in range(3)]
    assert answers == [200, 200, 429]


def test_a_bucket_refills_with_time_and_is_kept_for_each_peer() -> None:
    buckets = Buckets(rate_per_s=1.0, burst=2.0)
    assert [buckets.take("a", 0.0) for _ in range(3)] == [True, True, False]
    assert buckets.take("b", 0.0) and buckets.take("a", 1.0) and not buckets.take("a", 1.5)


def test_only_so_many_peers_are_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(http_guard, "_KNOWN_PEERS", 3)
    buckets = Buckets(rate_per_s=0.0, burst=1.0)
    assert all(buckets.take(str(number), 0.0) for number in range(10))
    assert buckets.take("0", 0.0) and not buckets.take("9", 0.0)


@pytest.mark.parametrize("host", ["0.0.0.0", "::", "192.168.1.5", "box.example"])
def test_beyond_loopback_a_token_is_needed(face: Face, settings: Settings, guarded: Settings, host: str) -> None:
    with pytest.raises(Refused, match="AWM_HTTP_TOKEN"):
        http.http_app(face, settings, host)
    assert isinstance(http.http_app(face, guarded, host), Guard)


def test_an_address_in_use_is_said(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken, pytest.raises(Unavailable, match="choose another port"):
        http._listener("127.0.0.1", taken.getsockname()[1])


def test_hosts_that_the_owner_names_are_allowed() -> None:
    assert http._hosts("127.0.0.1", ["awm.example", "awm.example:8443"])[-2:] == ["awm.example:*", "awm.example:8443"]
    assert http._hosts("::1", []).count("[::1]:*") == 1


def test_the_fake_tools_are_the_ones_listed() -> None:
    assert [spec.name for spec in FakePrimitives.specs] == ["browser_navigate", "browser_take_screenshot"]
