"""``@puppeteer/replay`` on the practice flows: one Node process with one browser up, a fresh context each run."""

from __future__ import annotations

import asyncio
import json
import os
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, Self

RUNNER = Path(__file__).with_name("puppeteer_runner.mjs")
Flow = list[dict[str, Any]]


class Puppeteer:
    """Sends flows in the recorder's own format to the Node process and waits for their end."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self._process = process

    @classmethod
    @asynccontextmanager
    async def started(cls, folder: Path | None, browser: str, flags: Sequence[str]) -> AsyncIterator[Self | None]:
        """Starts it where ``folder`` (absolute) has the packages; None without a folder."""
        if folder is None:
            yield None
            return
        unsandboxed = ["--no-sandbox"] if hasattr(os, "geteuid") and os.geteuid() == 0 else []
        process = await asyncio.create_subprocess_exec(
            "node",
            str(RUNNER),
            str(folder),
            browser,
            json.dumps([*flags, *unsandboxed]),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
        )
        try:
            made = cls(process)
            await made._line()
            yield made
        finally:
            assert process.stdin is not None
            process.stdin.close()
            await asyncio.wait_for(process.wait(), 15)

    async def run(self, name: str, origin: str, given: dict[str, str]) -> None:
        """Plays one flow to its end.

        Raises:
            RuntimeError: it failed; with what the runner said.
        """
        flow = {"title": name, "steps": FLOWS[name](origin, given)}
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps(flow).encode() + b"\n")
        await self._process.stdin.drain()
        if (said := await self._line()) != "ok":
            raise RuntimeError(f"@puppeteer/replay, {name}: {said}")

    async def _line(self) -> str:
        assert self._process.stdout is not None
        line = await asyncio.wait_for(self._process.stdout.readline(), 60)
        if not line:
            raise RuntimeError(f"the runner ended: {await self._process.wait()}")
        return line.decode().strip()


def _go(origin: str) -> Flow:
    return [
        {"type": "setViewport", "width": 1280, "height": 800, "deviceScaleFactor": 1, "isMobile": False, "hasTouch": False,
         "isLandscape": False},
        {"type": "navigate", "url": f"{origin}/"},
    ]  # fmt: skip


def _fill(label: str, value: str) -> dict[str, Any]:
    return {"type": "change", "selectors": [[f"aria/{label}"]], "value": value}


def _click(selector: str) -> dict[str, Any]:
    return {"type": "click", "selectors": [[selector]], "offsetX": 5, "offsetY": 5}


def _moving(step: dict[str, Any]) -> dict[str, Any]:
    """A step that leads to another page, as the recorder writes it: the replay waits for the navigation."""
    return {**step, "assertedEvents": [{"type": "navigation"}]}


def _to_product(origin: str, product: str) -> Flow:
    return [
        *_go(origin),
        _fill("Search products", product),
        _moving(_click('aria/Search[role="button"]')),
        _moving(_click(".card h3 a")),
    ]


def _price(origin: str, given: dict[str, str]) -> Flow:
    return [*_to_product(origin, given["product"]), {"type": "waitForElement", "selectors": [["p.price"]]}]


def _cart(origin: str, given: dict[str, str]) -> Flow:
    return [
        *_to_product(origin, given["product"]),
        _fill("Quantity", given["quantity"]),
        _moving(_click("aria/Add to cart")),
        {"type": "waitForElement", "selectors": [["#cart-total"]]},
    ]


def _message(origin: str, given: dict[str, str]) -> Flow:
    return [
        *_go(origin),
        _moving(_click("aria/Contact us")),
        _fill("Your name", given["name"]),
        _fill("Email", given["email"]),
        _fill("Topic", given["topic"]),
        _fill("Message", given["text"]),
        _moving(_click("aria/Send message")),
        {"type": "waitForElement", "selectors": [["text/Message sent"]]},
    ]


FLOWS = {"price": _price, "cart": _cart, "message": _message}
