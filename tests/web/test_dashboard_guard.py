"""Who may look at the dashboard and who may change something: nobody but the owner's own browser."""

from __future__ import annotations

import re
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import Any

import httpx2
import pytest
from usage_story import Story

from awm_mcp.web.dashboard import Dashboard
from awm_mcp.web.guard import Guard

ORIGIN = "http://127.0.0.1:8930"
GUARD = Guard(8930, "the-token")


def visitor(story: Story, origin: str = ORIGIN) -> httpx2.AsyncClient:
    app = Dashboard(story, GUARD).starlette()
    return httpx2.AsyncClient(transport=httpx2.ASGITransport(app=app), base_url=origin)


@asynccontextmanager
async def inside(story: Story) -> AsyncGenerator[httpx2.AsyncClient]:
    async with visitor(story) as client:
        entered = await client.get("/", params={"token": "the-token"})
        assert (entered.status_code, entered.headers["location"]) == (303, "/")
        yield client


def a_form(page: str, action: str, **more: Any) -> dict[str, Any]:
    proof = re.search(r'name="proof" value="([^"]+)"', page)
    workflow = re.search(r'name="workflow" value="([^"]+)"', page)
    assert proof is not None and workflow is not None
    return {"proof": proof[1], "workflow": workflow[1], "action": action, **more}


async def test_the_printed_address_sets_a_cookie_that_other_sites_cannot_use_and_leaves_no_token_behind(
    story: Story,
) -> None:
    async with visitor(story) as client:
        entered = await client.get("/", params={"token": "the-token"})
        cookie = entered.headers["set-cookie"].lower()
        assert "samesite=strict" in cookie and "httponly" in cookie and "the-token" not in cookie
        page = await client.get("/")
        assert page.status_code == 200 and "the-token" not in page.text


@pytest.mark.parametrize("path", ["/", "/?token=wrong", "/usage.json", "/?token="])
async def test_nobody_without_the_token_sees_anything(story: Story, path: str) -> None:
    async with visitor(story) as client:
        refused = await client.get(path)
    assert refused.status_code == 401 and "shop_find_price" not in refused.text


async def test_another_name_for_this_machine_is_refused_even_with_the_token(story: Story) -> None:
    async with visitor(story, "http://evil.example:8930") as client:
        assert (await client.get("/", params={"token": "the-token"})).status_code == 421


@pytest.mark.parametrize("origin", ["http://evil.example", "null", None, "http://127.0.0.1:9"])
async def test_a_form_of_another_origin_changes_nothing(story: Story, origin: str | None) -> None:
    async with inside(story) as client:
        form = a_form((await client.get("/")).text, "retire")
        sent = await client.post("/act", data=form, headers={"origin": origin} if origin else {})
    assert sent.status_code == 403 and story.library.done == []


async def test_a_form_without_the_pages_proof_changes_nothing(story: Story) -> None:
    async with inside(story) as client:
        form = a_form((await client.get("/")).text, "retire", proof="guessed")
        assert (await client.post("/act", data=form, headers={"origin": ORIGIN})).status_code == 403
        assert (await client.post("/act", content=b"x" * 20_000, headers={"origin": ORIGIN})).status_code == 403
        assert (await client.get("/act")).status_code == 405
    assert story.library.done == []


@pytest.mark.parametrize(
    ("action", "done"),
    [
        ("quarantine", "quarantined"),
        ("retire", "retired"),
        ("publish", "publish"),
        ("revert", "revert to 1"),
        ("revive", "revert to 1"),
    ],
)
async def test_the_owners_own_forms_change_the_library_and_say_so(story: Story, action: str, done: str) -> None:
    async with inside(story) as client:
        form = a_form((await client.get("/")).text, action, version="1")
        sent = await client.post("/act", data=form, headers={"origin": ORIGIN})
        assert sent.status_code == 303
        told = await client.get(sent.headers["location"])
    assert story.library.done == [(done, form["workflow"])]
    assert 'class="told done"' in told.text


async def test_what_cannot_be_done_is_told_on_the_page(story: Story) -> None:
    async with inside(story) as client:
        form = a_form((await client.get("/")).text, "publish", workflow="wf_none")
        told = await client.get((await client.post("/act", data=form, headers={"origin": ORIGIN})).headers["location"])
        assert "unknown_workflow" in told.text and 'class="told problem"' in told.text
        odd = a_form(told.text, "explode")
        told = await client.get((await client.post("/act", data=odd, headers={"origin": ORIGIN})).headers["location"])
        assert "unknown_action" in told.text


async def test_every_answer_forbids_scripts_frames_and_foreign_content(story: Story) -> None:
    async with inside(story) as client:
        page = await client.get("/")
    policy = page.headers["content-security-policy"]
    assert "default-src 'none'" in policy and "frame-ancestors 'none'" in policy and "script" not in policy
    assert page.headers["cache-control"] == "no-store"


async def test_the_numbers_are_there_as_data_with_the_same_filters(story: Story) -> None:
    async with inside(story) as client:
        whole = (await client.get("/usage.json")).json()
        one = (await client.get("/usage.json", params={"site": "shop.example", "days": "abc"})).json()
    assert 0 < one["tasks"] < whole["tasks"] and one["site"] == "shop.example"
