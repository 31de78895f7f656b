"""The dashboard in a real browser: readable at 400 and 1600 pixels, in the dark and the light, by keyboard."""

from __future__ import annotations

import socket
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

import anyio
import pytest
import uvicorn
from playwright.async_api import Page, async_playwright, expect
from usage_story import Story

from awm_mcp.web.dashboard import Dashboard
from awm_mcp.web.guard import Guard

pytestmark = pytest.mark.browser
FLAGS = [
    "--no-sandbox", "--disable-background-networking", "--disable-component-update", "--disable-sync", "--no-first-run",
]  # fmt: skip
CONTRAST = """() => {
  const light = c => { const v = c / 255; return v <= .04045 ? v / 12.92 : ((v + .055) / 1.055) ** 2.4; };
  const lum = rgb => {
    const [r, g, b] = rgb.match(/[\\d.]+/g).map(Number);
    return .2126 * light(r) + .7152 * light(g) + .0722 * light(b);
  };
  const back = el => { for (let e = el; e; e = e.parentElement) { const c = getComputedStyle(e).backgroundColor;
    if (!/, 0\\)$/.test(c) && c !== 'transparent') return c; } return 'rgb(255, 255, 255)'; };
  const bad = [];
  for (const el of document.querySelectorAll('body *')) {
    const says = [...el.childNodes].some(n => n.nodeType === 3 && n.textContent.trim());
    if (!el.checkVisibility() || el.closest('svg') || !says) continue;
    const [a, b] = [lum(getComputedStyle(el).color), lum(back(el))].sort((x, y) => y - x);
    if ((a + .05) / (b + .05) < 4.5) bad.push(`${el.tagName}.${el.className}: ${((a + .05) / (b + .05)).toFixed(2)}`);
  }
  return bad;
}"""


CUT = """[...document.querySelectorAll('td, th, li, p')].filter(
  e => e.clientWidth && e.scrollWidth > e.clientWidth + 1 && !e.closest('.hidden, thead')).length"""


@asynccontextmanager
async def dashboard(story: Story) -> AsyncGenerator[str]:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        guard = Guard(listener.getsockname()[1])
        config = uvicorn.Config(Dashboard(story, guard).starlette(), log_level="error", lifespan="off", ws="none")
        server = uvicorn.Server(config)
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(server._serve, [listener])  # without uvicorn's signal handlers
            try:
                yield f"http://127.0.0.1:{guard.port}/?token={guard.token}"
            finally:
                server.should_exit = True


@asynccontextmanager
async def opened(story: Story, **how: object) -> AsyncGenerator[Page]:
    async with dashboard(story) as address, async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path="/usr/bin/chromium", args=FLAGS)
        try:
            page = await browser.new_page(**how)
            page.set_default_timeout(10_000)
            problems: list[str] = []
            page.on("console", lambda message: problems.append(message.text) if message.type == "error" else None)
            await page.goto(address)
            yield page
            assert [p for p in problems if "favicon" not in p and "404" not in p] == []
        finally:
            await browser.close()


@pytest.mark.parametrize("width", [400, 1600])
@pytest.mark.parametrize("scheme", ["light", "dark"])
async def test_nothing_runs_over_the_edge_and_all_text_can_be_read(story: Story, width: int, scheme: str) -> None:
    async with opened(story, viewport={"width": width, "height": 900}, color_scheme=scheme) as page:
        assert "token" not in page.url
        await page.evaluate("document.querySelectorAll('details').forEach(d => d.open = true)")
        assert await page.evaluate("document.documentElement.scrollWidth") <= width
        assert await page.evaluate(CUT) == 0
        assert await page.evaluate(CONTRAST) == []


async def test_the_keyboard_alone_gets_to_an_action_and_does_it(story: Story) -> None:
    async with opened(story, viewport={"width": 1600, "height": 900}) as page:
        await page.keyboard.press("Tab")
        await expect(page.get_by_role("link", name="Skip to the workflows")).to_be_focused()
        await page.keyboard.press("Enter")
        await page.keyboard.press("Tab")
        name = await page.evaluate("document.activeElement.getAttribute('aria-label')")
        assert name.startswith("Actions for ")
        await page.keyboard.press("Enter")
        await page.keyboard.press("Tab")
        await expect(page.get_by_role("button", name="quarantine").first).to_be_focused()
        await page.keyboard.press("Enter")
        await expect(page.get_by_role("status")).to_have_text("quarantined; agents do not see it any more")
    assert [what for what, _ in story.library.done] == ["quarantined"]


async def test_assistive_technology_gets_tables_regions_and_charts_with_names(story: Story) -> None:
    async with opened(story, viewport={"width": 400, "height": 900}) as page:
        table = page.get_by_role("table", name="Workflows with their use, health and actions")
        await expect(table.get_by_role("rowheader").first).to_contain_text("shop_find_price")
        assert await table.get_by_role("row").first.get_by_role("cell").count() == 0
        await expect(page.get_by_role("img", name="Tasks a day")).to_be_visible()
        await expect(page.get_by_role("region", name="Steps that fail")).to_be_visible()


async def test_filters_show_one_site(story: Story) -> None:
    async with opened(story, viewport={"width": 1600, "height": 900}) as page:
        await page.get_by_label("Site").select_option("shop.example")
        await page.get_by_role("button", name="Show").click()
        await expect(page.locator(".lead")).to_contain_text("site shop.example")
        await expect(page.get_by_text("tracker_create_issue")).to_have_count(0)
