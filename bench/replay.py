"""``python -m bench.replay [--rounds N] [--puppeteer DIR]``: a replayed workflow against a hand-written Playwright script.

The practice shop runs as a process of its own. Its solved runs are learnt first; then, flow by flow and round by round,
the learnt workflow and the hand-written script of the same steps do the task with new values, one after the other, the
order turned every round. Both use the same browser binary and flags, a browser that is already up, and a fresh context
each time. By hand the clock runs from before the context is made until it is closed. The product tells the outcome before
it keeps the picture of the end and closes the context: ``workflow`` is the time until the caller has the outcome,
``workflow, all over`` the time until the context is closed, picture included. It makes the context for the next replay of
a site ahead when it has nothing to do; no clock runs meanwhile. ``first`` is a replay that finds none made. Printed per
flow: medians, their ratio, and the overhead for an action; ``--profile`` adds where the time of each action goes.

``--puppeteer DIR`` adds ``@puppeteer/replay`` (DIR: ``npm install @puppeteer/replay puppeteer`` was done there), and
``--browser-use PYTHON`` adds browser-use's rerun (PYTHON: of a virtual environment with ``browser-use``), which keeps one
context for all its rounds. Both only play; what a flow answers is not read by them. Memory: the
proportional set size of the browser's processes while 1, 2 and 4 replays run at once, at its peak, and the slope.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import secrets
import signal
import statistics
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from playwright.async_api import Browser, Page, async_playwright

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "bench"), str(ROOT / "tests" / "mutations"), str(ROOT / "tests" / "rig")]

import browser_use_rerun  # noqa: E402
import puppeteer_replay  # noqa: E402
import replay_profile  # noqa: E402
import rig_process_table  # noqa: E402
from line_process import LineProcess  # noqa: E402
from mutation_drivers import product  # noqa: E402

from awm_mcp.app.application import App  # noqa: E402
from awm_mcp.app.owning.wiring import BrowserSide  # noqa: E402
from awm_mcp.config import Settings  # noqa: E402
from awm_mcp.model import Outcome, Workflow  # noqa: E402
from awm_mcp.model.arguments import bind  # noqa: E402
from awm_mcp.model.site import site_of  # noqa: E402
from awm_mcp.practice.runs import FAMILIES, Family  # noqa: E402
from awm_mcp.replay.browsing.browser import VIEWPORT  # noqa: E402
from awm_mcp.replay.browsing.browser_flags import BROWSER_FLAGS  # noqa: E402
from awm_mcp.replay.browsing.find_browser import find_browser  # noqa: E402
from awm_mcp.replay.port import ReplayRequest  # noqa: E402

HOST, ALL_OVER = "127.0.0.1", "workflow, all over"
Flow = Callable[[str, str, dict[str, str]], dict[str, Any]]
Hand = Callable[[Page, str, dict[str, str]], Awaitable[str]]


# What an engineer writes who knows the shop: one line an action, Playwright's own waiting, the answer read at the end.
async def _to_product(page: Page, origin: str, product: str) -> None:
    await page.goto(f"{origin}/")
    await page.get_by_role("searchbox", name="Search products").fill(product)
    await page.get_by_role("button", name="Search", exact=True).click()
    await page.get_by_role("heading", name=product, exact=True).get_by_role("link").click()


async def _price(page: Page, origin: str, given: dict[str, str]) -> str:
    await _to_product(page, origin, given["product"])
    return await page.locator("p.price").inner_text()


async def _cart(page: Page, origin: str, given: dict[str, str]) -> str:
    await _to_product(page, origin, given["product"])
    await page.get_by_label("Quantity").fill(given["quantity"])
    await page.get_by_role("button", name="Add to cart").click()
    return await page.locator("#cart-total").inner_text()


async def _message(page: Page, origin: str, given: dict[str, str]) -> str:
    await page.goto(f"{origin}/")
    await page.get_by_role("link", name="Contact us").click()
    await page.get_by_label("Your name").fill(given["name"])
    await page.get_by_label("Email").fill(given["email"])
    await page.get_by_label("Topic").select_option(label=given["topic"])
    await page.get_by_label("Message").fill(given["text"])
    await page.get_by_role("button", name="Send message").click()
    await page.get_by_text("Message sent").first.wait_for()
    return "Message sent"


BY_HAND: dict[str, Hand] = {"price": _price, "cart": _cart, "message": _message}


@dataclass(frozen=True)
class Learnt:
    """A flow ready to be replayed."""

    family: Family
    workflow: Workflow
    arguments: dict[str, str | list[str]]
    origin: str

    def request(self) -> ReplayRequest:
        """A fresh request."""
        return ReplayRequest(
            run_id=f"replay_{secrets.token_hex(6)}",
            workflow=self.workflow,
            arguments=self.arguments,
            origin=self.origin,
            hosts=self.workflow.hosts,
            keep_page=False,
        )


def main() -> None:
    """Reads the options, measures and prints."""
    options = argparse.ArgumentParser(prog="python -m bench.replay", description=__doc__)
    options.add_argument("--rounds", type=int, default=15)
    options.add_argument("--puppeteer", type=Path, help="folder in which @puppeteer/replay is installed")
    options.add_argument("--browser-use", type=Path, metavar="PYTHON", help="a Python in which browser-use is installed")
    options.add_argument("--profile", action="store_true", help="print where the time of each action goes")
    options.add_argument("--no-memory", action="store_true")
    given = options.parse_args()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # so that what was started is ended
    given.puppeteer = given.puppeteer and given.puppeteer.resolve()
    given.browser_use = given.browser_use and given.browser_use.absolute()
    with tempfile.TemporaryDirectory(prefix="awm-bench-") as scratch:
        asyncio.run(_measure(given, Path(scratch)))


async def _measure(given: argparse.Namespace, home: Path) -> None:
    settings = Settings.model_validate({"home": home, "allow_writes": "verify", "max_parallel": 4})
    async with _shop() as origin, product(settings) as (app, side), _by_hand(settings) as browser:
        flows = await _learn(app, origin)
        async with AsyncExitStack() as stack:
            others = await _others(stack, given, find_browser(settings).path)
            for flow in flows:
                _print_flow(flow, await _race(flow, side, browser, others, given.rounds))
                if given.profile:
                    await replay_profile.print_profile(partial(_replayed, flow, side), partial(_at_rest, side), given.rounds)
        if flows and not given.no_memory:
            await _memory(side, flows[0])


@asynccontextmanager
async def _shop() -> AsyncIterator[str]:
    command = [sys.executable, "-m", "awm_mcp.practice", "--port", "0"]
    process = await asyncio.create_subprocess_exec(*command, cwd=ROOT, stdout=asyncio.subprocess.PIPE)
    try:
        assert process.stdout is not None
        line = (await asyncio.wait_for(process.stdout.readline(), 30)).decode()
        yield next(word for word in line.split() if word.startswith("http://"))
    finally:
        process.terminate()
        await process.wait()


@asynccontextmanager
async def _by_hand(settings: Settings) -> AsyncIterator[Browser]:
    unsandboxed = ["--no-sandbox"] if hasattr(os, "geteuid") and os.geteuid() == 0 else []
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(
            executable_path=find_browser(settings).path, headless=True, args=[*BROWSER_FLAGS, *unsandboxed]
        )
        try:
            yield browser
        finally:
            await browser.close()


async def _learn(app: App, origin: str) -> list[Learnt]:
    for family in FAMILIES:
        for report in family.reports(origin):
            await app.report(report)
    reasons = await app.learn_site(origin.removeprefix("http://"))
    flows = [flow for family in FAMILIES if (flow := await _learnt(app, family, origin)) is not None]
    for family in FAMILIES:
        if family.name not in {flow.family.name for flow in flows}:
            print(f"{family.name}: not learnt, left out: {reasons}")
    return flows


async def _learnt(app: App, family: Family, origin: str) -> Learnt | None:
    found = await app.find(family.words, url=f"{origin}/")
    if not found.workflows or found.workflows[0].missing:
        return None
    best = found.workflows[0]
    workflow = await app.workflow(best.workflow)
    return Learnt(family, workflow, bind(workflow, best.arguments), origin)


async def _others(stack: AsyncExitStack, given: argparse.Namespace, browser: str) -> list[tuple[LineProcess, Flow]]:
    """The other replayers that were asked for, each with what it calls a flow."""
    wanted: list[tuple[str, list[str], Flow]] = []
    if given.puppeteer is not None:
        wanted.append(
            ("@puppeteer/replay", puppeteer_replay.command(given.puppeteer, browser, BROWSER_FLAGS), puppeteer_replay.flow)
        )
    if given.browser_use is not None:
        wanted.append(("browser-use", browser_use_rerun.command(given.browser_use, browser), browser_use_rerun.flow))
    return [(await stack.enter_async_context(LineProcess.started(name, command)), flow) for name, command, flow in wanted]


async def _race(
    flow: Learnt, side: BrowserSide, browser: Browser, others: list[tuple[LineProcess, Flow]], rounds: int
) -> dict[str, list[float]]:
    runners: dict[str, Callable[[], Awaitable[None]]] = {
        "workflow": lambda: _replayed(flow, side),
        "workflow, first": lambda: _replayed(flow, side),
        "by hand": lambda: _handmade(flow, browser),
    }
    for other, said in others:
        runners[other.name] = partial(other.run, said(flow.family.name, flow.origin, flow.family.new))
    taken: dict[str, list[float]] = {name: [] for name in (*runners, ALL_OVER)}
    for number in range(rounds + 1):
        names = list(runners)[:: 1 if number % 2 else -1]
        for name in names:
            if name == "workflow, first":
                await _use_up_spare(flow, side)
            began = time.perf_counter()
            await runners[name]()
            if number:  # the first round warms both browsers
                taken[name].append(time.perf_counter() - began)
            await side.settled()
            if number and name == "workflow":
                taken[ALL_OVER].append(time.perf_counter() - began)
            await side.browsers.rest()
    return taken


async def _replayed(flow: Learnt, side: BrowserSide) -> Outcome:
    outcome = await side.replayer().replay(flow.request())
    if not outcome.ok:
        raise RuntimeError(f"{flow.family.name}: {outcome.status}: {outcome.stopped}")
    return outcome


async def _at_rest(side: BrowserSide) -> None:
    await side.settled()
    await side.browsers.rest()


async def _use_up_spare(flow: Learnt, side: BrowserSide) -> None:
    request = flow.request()
    hosts = (site_of(request.origin), *request.hosts, *flow.workflow.hosts)
    opened = await side.browsers.open_context(site=flow.workflow.site, hosts=hosts)
    await opened.close()


async def _handmade(flow: Learnt, browser: Browser) -> None:
    context = await browser.new_context(viewport={"width": VIEWPORT["width"], "height": VIEWPORT["height"]})
    try:
        said = await BY_HAND[flow.family.name](await context.new_page(), flow.origin, flow.family.new)
        if said.strip() != flow.family.answer():
            raise RuntimeError(f"{flow.family.name}: {said!r} is not {flow.family.answer()!r}")
    finally:
        await context.close()


def _print_flow(flow: Learnt, taken: dict[str, list[float]]) -> None:
    actions = len(flow.workflow.steps)
    base = statistics.median(taken["by hand"])
    print(f"{flow.family.name}: {flow.workflow.name}, {actions} steps, {len(taken['by hand'])} rounds")
    for name, seconds in taken.items():
        middle = statistics.median(seconds)
        quarter = statistics.quantiles(seconds, n=4) if len(seconds) > 1 else [middle] * 3
        print(
            f"  {name:20} {middle * 1000:7.0f} ms  (half of them from {quarter[0] * 1000:.0f} to {quarter[2] * 1000:.0f})"
            f"  x {middle / base:.2f}  {(middle - base) * 1000 / max(1, actions):+.1f} ms an action"
        )


async def _memory(side: BrowserSide, flow: Learnt) -> None:
    """Peak of the browser's memory with so many replays at once; each count is run three times in a row."""
    peaks: dict[int, float] = {}
    for count in (1, 2, 4):
        peaks[count], failed = await _peak(side, flow, count)
        print(f"memory with {count} at once: {peaks[count]:.0f} MB at its peak; {failed} of {3 * count} replays failed")
    print(f"memory per replay more: {(peaks[4] - peaks[1]) / 3:.0f} MB")


async def _peak(side: BrowserSide, flow: Learnt, count: int) -> tuple[float, int]:
    peak, failed, over = 0.0, 0, asyncio.Event()

    async def watch() -> None:
        nonlocal peak
        while not over.is_set():
            peak = max(peak, await asyncio.to_thread(_browser_megabytes))
            await asyncio.sleep(0.05)

    watching = asyncio.create_task(watch())
    for _ in range(3):
        ended = await asyncio.gather(*(side.replayer().replay(flow.request()) for _ in range(count)))
        failed += sum(not outcome.ok for outcome in ended)
    over.set()
    await watching
    return peak, failed


def _browser_megabytes() -> float:
    """All browsers of this process; the hand-written script's idle one is the same in every measurement."""
    return sum(_pss(process.pid) for process in rig_process_table.descendants(os.getpid()) if "chrom" in process.name)


def _pss(pid: int) -> float:
    try:
        lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
    except OSError:
        return 0.0
    return next((int(line.split()[1]) / 1024 for line in lines if line.startswith("Pss:")), 0.0)


if __name__ == "__main__":
    main()
