"""``@puppeteer/replay`` on the practice flows: one Node process with one browser up, a fresh context each run."""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any

RUNNER = Path(__file__).with_name("puppeteer_runner.mjs")
Flow = list[dict[str, Any]]


def command(folder: Path, browser: str, flags: Sequence[str]) -> list[str]:
    """What starts it where ``folder`` (absolute) has the packages."""
    unsandboxed = ["--no-sandbox"] if hasattr(os, "geteuid") and os.geteuid() == 0 else []
    return ["node", str(RUNNER), str(folder), browser, json.dumps([*flags, *unsandboxed])]


def flow(name: str, origin: str, given: dict[str, str]) -> dict[str, Any]:
    """A practice flow in the recorder's own format."""
    return {"title": name, "steps": FLOWS[name](origin, given)}


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
