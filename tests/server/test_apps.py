"""MCP Apps: the pages are closed, are bound to their tools, and show what their host gives them, in a real browser."""

from __future__ import annotations

import base64
import json
import os
import re
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any

import pytest
from face_harness import Connect, data_of
from mcp.types import TextResourceContents

from awm_mcp.config import Settings
from awm_mcp.model import Candidate, Outcome, PageState, StepDone, Stopped
from awm_mcp.server import apps
from awm_mcp.server.fake import PIXEL
from awm_mcp.server.safe_texts import outcome_data

if TYPE_CHECKING:
    from playwright.async_api import Frame, Page

HOST = """<!doctype html><title>host</title><script>
window.seen = []; window.calls = []; window.answers = {};
window.open_view = (html, result) => {
  const frame = document.createElement('iframe');
  frame.sandbox = 'allow-scripts';
  window.addEventListener('message', (event) => {
    if (event.source !== frame.contentWindow) return;
    const message = event.data;
    const send = (rest) => frame.contentWindow.postMessage({ jsonrpc: '2.0', ...rest }, '*');
    window.seen.push(message.method ?? 'response');
    if (message.method === 'ui/initialize') {
      const hostContext = { theme: 'dark', displayMode: 'inline' };
      const hostCapabilities = { serverTools: {} };
      const rest = { hostInfo: { name: 'test', version: '1' }, hostCapabilities, hostContext };
      send({ id: message.id, result: { protocolVersion: message.params.protocolVersion, ...rest } });
    }
    if (message.method === 'ui/notifications/initialized') send({ method: 'ui/notifications/tool-result', params: result });
    if (message.method === 'tools/call') {
      window.calls.push(message.params);
      send({ id: message.id, result: window.answers[message.params.name] });
    }
  });
  frame.srcdoc = html;
  document.body.append(frame);
};
</script><body></body>"""
POLICY = (
    "<meta http-equiv='Content-Security-Policy' content=\"default-src 'none'; script-src 'unsafe-inline';"
    " style-src 'unsafe-inline'; img-src data:; connect-src 'none'\">"
)
STOPPED = Outcome(
    run_id="replay_1",
    workflow="shop_buy",
    version=2,
    status="target_not_found",
    outputs={"total": "$5 <b>now</b>"},
    page=PageState(url="https://shop.example/cart", title="Cart"),
    steps_done=1,
    steps_total=3,
    steps=(StepDone(step=1, action="click 'Add'", ms=120, note="overlay dismissed"),),
    stopped=Stopped(
        step=2,
        action="click 'Pay'",
        code="target_not_found",
        expected="button 'Pay'",
        seen="<script>window.parent.hacked = 1</script>",
        candidates=(Candidate(element="button 'Pay later'", why_not="another name"),),
        remaining=("check 'Thanks'",),
    ),
    next="go on by hand",
)


@asynccontextmanager
async def browser_page() -> AsyncGenerator[Page]:
    from playwright.async_api import async_playwright

    from awm_mcp.replay.browsing.find_browser import find_browser

    async with async_playwright() as playwright:
        root = hasattr(os, "geteuid") and os.geteuid() == 0
        chromium = await playwright.chromium.launch(executable_path=find_browser(Settings()).path, chromium_sandbox=not root)
        try:
            yield await chromium.new_page()
        finally:
            await chromium.close()


async def shown(page: Page, uri: str, result: dict[str, Any], **answers: Any) -> Frame:
    """The view of an address in a host that closes everything, after it was given a result."""
    await page.set_content(HOST)
    await page.evaluate("answers => { window.answers = answers; }", answers)
    html = apps.page(uri.rpartition("/")[2]).replace("<head>", "<head>" + POLICY)
    await page.evaluate("([html, result]) => window.open_view(html, result)", [html, result])
    await page.wait_for_function("window.seen.includes('ui/notifications/size-changed')")
    frame = page.frames[-1]
    await frame.wait_for_selector("h1")
    return frame


@pytest.mark.parametrize("uri", [apps.RUN, apps.USAGE])
async def test_a_page_is_served_as_an_app_with_everything_closed(uri: str, connect: Connect) -> None:
    async with connect() as client:
        (contents,) = (await client.read_resource(uri)).contents
        listed = {str(resource.uri): resource for resource in (await client.list_resources()).resources}
    assert isinstance(contents, TextResourceContents) and contents.mime_type == apps.MIME
    assert listed[uri].mime_type == apps.MIME
    assert contents.meta == {"ui": {"csp": {"connectDomains": [], "resourceDomains": []}, "prefersBorder": True}}
    assert not re.search(
        r"""(?:src|href)=|https?://|@import|url\(|fetch\(|innerHTML|eval\(|/\*(?:style|bridge)\*/""", contents.text
    )


async def test_the_tools_name_the_page_that_shows_their_result_and_answer_in_full_text_without_it(connect: Connect) -> None:
    async with connect() as client:
        named = {tool.name: (tool.meta or {}).get("ui") for tool in (await client.list_tools()).tools}
        run = await client.call_tool("get_run", {"id": "replay_1", "detail": "full"})
    assert named["get_run"] == {"resourceUri": apps.RUN} and named["usage_report"] == {"resourceUri": apps.USAGE}
    assert data_of(run)["status"] == "ok"


async def test_an_unknown_page_is_not_found(connect: Connect) -> None:
    async with connect() as client:
        with pytest.raises(Exception, match="Resource not found"):
            await client.read_resource("ui://awm/other.html")


@pytest.mark.browser
async def test_the_run_page_shows_steps_times_pictures_and_the_place_where_it_stopped() -> None:
    result = {"structuredContent": outcome_data(STOPPED), "content": []}
    image = {"content": [{"type": "image", "mimeType": "image/png", "data": base64.b64encode(PIXEL).decode()}]}
    async with browser_page() as page:
        frame = await shown(page, apps.RUN, result, get_artifact=image)
        text = await frame.inner_text("main")
        for said in ("shop_buy", "target not found", "1 of 3 steps", "click 'Add'", "120 ms", "click 'Pay'", "Pay later"):
            assert said in text
        for said in ("check 'Thanks'", "go on by hand", "$5 <b>now</b>", "‹script›window.parent.hacked = 1‹/script›"):
            assert said in text
        await frame.click("li >> text=picture")
        await frame.wait_for_function("document.querySelector('img')?.naturalWidth === 1")
        assert await page.evaluate("window.calls") == [
            {"name": "get_artifact", "arguments": {"run_id": "replay_1", "step": 1}}
        ]
        assert await frame.evaluate("document.documentElement.dataset.theme") == "dark"


@pytest.mark.browser
async def test_the_run_page_asks_for_the_steps_when_it_was_given_a_summary() -> None:
    summary = outcome_data(STOPPED.model_copy(update={"steps": ()}))
    full = {"structuredContent": outcome_data(STOPPED), "content": []}
    async with browser_page() as page:
        frame = await shown(page, apps.RUN, {"content": [{"type": "text", "text": json.dumps(summary)}]}, get_run=full)
        await frame.wait_for_selector("text=120 ms")
        assert await page.evaluate("window.calls") == [
            {"name": "get_run", "arguments": {"id": "replay_1", "detail": "full"}}
        ]


@pytest.mark.browser
async def test_the_usage_page_shows_numbers_with_their_intervals_and_tables() -> None:
    rate = {"k": 3, "n": 4, "share": 0.75, "low": 0.3, "high": 0.95}
    told = {"since": 0, "tasks": 4, "task_call": rate, "workflows": [{"workflow": "shop_buy", "calls": 7, "success": rate}]}
    async with browser_page() as page:
        frame = await shown(page, apps.USAGE, {"structuredContent": told, "content": []})
        text = await frame.inner_text("main")
    for said in ("75.0 %", "3 of 4", "30.0 % – 95.0 %", "shop_buy", "7"):
        assert said in text


@pytest.mark.browser
@pytest.mark.parametrize(
    "data", [{}, {"report_id": "run_1", "status": "learned", "reasons": ["why"]}, {"code": "unknown_run"}]
)
async def test_the_run_page_shows_reports_and_errors_too(data: dict[str, Any]) -> None:
    async with browser_page() as page:
        frame = await shown(page, apps.RUN, {"structuredContent": data, "content": []})
        assert "Report" in await frame.inner_text("h1")
