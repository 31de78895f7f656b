"""browser-use's rerun on the practice flows: recorded once with a scripted model, then played again without one."""

from __future__ import annotations

from pathlib import Path
from typing import Any

RUNNER = Path(__file__).with_name("browser_use_runner.py")
Steps = list[dict[str, str]]


def command(python: Path, browser: str) -> list[str]:
    """What starts it with the Python that it is installed in."""
    return [str(python), str(RUNNER), browser]


def flow(name: str, origin: str, given: dict[str, str]) -> dict[str, Any]:
    """A practice flow as steps on elements by name."""
    return {"name": name, "steps": FLOWS[name](origin, given)}


def _input(element: str, text: str) -> dict[str, str]:
    return {"do": "input", "element": element, "text": text}


def _click(element: str) -> dict[str, str]:
    return {"do": "click", "element": element}


def _price(origin: str, given: dict[str, str]) -> Steps:
    opened = {"do": "navigate", "url": f"{origin}/"}
    return [opened, _input("Search products", given["product"]), _click("Search"), _click(given["product"])]


def _cart(origin: str, given: dict[str, str]) -> Steps:
    return [*_price(origin, given), _input("Quantity", given["quantity"]), _click("Add to cart")]


def _message(origin: str, given: dict[str, str]) -> Steps:
    return [
        {"do": "navigate", "url": f"{origin}/"},
        _click("Contact us"),
        _input("Your name", given["name"]),
        _input("Email", given["email"]),
        {"do": "select", "element": "Topic", "text": given["topic"]},
        _input("Message", given["text"]),
        _click("Send message"),
    ]


FLOWS = {"price": _price, "cart": _cart, "message": _message}
