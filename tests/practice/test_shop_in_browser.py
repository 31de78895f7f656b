"""The shop in a real browser: its script works, and the reported runs are what really happens there."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.async_api import Browser, Locator, Page, async_playwright, expect

from awm_mcp.practice.host import serving
from awm_mcp.practice.runs import FAMILIES

pytestmark = pytest.mark.browser
CHROMIUM = "/usr/bin/chromium"
FLAGS = [
    "--no-sandbox", "--disable-background-networking", "--disable-component-update", "--disable-sync", "--no-first-run",
]  # fmt: skip


@pytest.fixture
async def browser():
    async with async_playwright() as playwright:
        started = await playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield started
        await started.close()


@pytest.fixture
async def page(browser: Browser):
    context = await browser.new_context()
    yield await context.new_page()
    await context.close()


def found(page: Page, target: dict[str, str]) -> Locator:
    if "role" in target:
        css = page.locator(target.get("css", "*"))
        return page.get_by_role(target["role"], name=target["name"], exact=True).and_(css)
    return page.locator(target["css"])


async def follow(page: Page, report: dict[str, Any]) -> str:
    await page.goto(report["start_url"])
    for step in report["steps"]:
        action = step["action"]
        assert page.url == step["url"]
        if action["type"] == "stop":
            return action["value"]
        element = found(page, action["target"])
        match action["type"]:
            case "fill":
                await element.fill(action["value"])
            case "select":
                await element.select_option(action["value"])
            case "click":
                await element.click()
            case "extract":
                await expect(element).to_have_text(action["value"])
    raise AssertionError("a report ends with stop")


@pytest.mark.parametrize("family", FAMILIES, ids=lambda family: family.name)
async def test_reported_runs_are_what_happens_in_the_shop(page: Page, family):
    async with serving() as origin:
        for report in (*family.reports(origin), family.report(origin, **family.new)):
            answer = await follow(page, report)
            await expect(page.locator("main")).to_contain_text(answer)
            await page.context.clear_cookies()


async def test_suggestions_follow_what_is_typed_and_lead_to_the_product(page: Page):
    async with serving() as origin:
        await page.goto(origin)
        await page.get_by_role("searchbox").press_sequentially("kettle")
        await page.get_by_role("list", name="Suggestions").get_by_role("link", name="Kettle").click()
        await expect(page.get_by_role("heading", level=1)).to_contain_text("Kettle")


async def test_a_changed_quantity_is_saved_and_totals_follow_without_a_new_page(page: Page):
    async with serving() as origin:
        await page.goto(f"{origin}/product/linen-towel")
        await page.get_by_role("button", name="Add to cart").click()
        quantity = page.get_by_role("spinbutton", name="Quantity of Linen Towel")
        total = page.locator("#cart-total")
        before = await total.inner_text()
        await quantity.fill("4")
        await quantity.blur()
        await expect(total).not_to_have_text(before)
        shown = await total.inner_text()
        await page.reload()
        await expect(quantity).to_have_value("4")
        await expect(total).to_have_text(shown)
        await page.get_by_role("button", name="Remove").click()
        await expect(page.get_by_text("Your cart is empty.")).to_be_visible()


async def test_the_cookie_banner_is_answered_once(page: Page):
    async with serving() as origin:
        await page.goto(origin)
        await page.get_by_role("button", name="Only necessary").click()
        await page.goto(f"{origin}/contact")
        await expect(page.get_by_role("heading", name="Contact us")).to_be_visible()
        await expect(page.get_by_role("region", name="Cookies")).to_have_count(0)


async def test_choosing_a_sorting_orders_the_cards(page: Page):
    async with serving() as origin:
        await page.goto(f"{origin}/category/bath")
        await page.get_by_label("Sort by").select_option("Price, low to high")
        await page.wait_for_url("**sort=price")
        shown = [float(text.strip("$")) for text in await page.locator(".card .price").all_inner_texts()]
        assert shown == sorted(shown)
