"""Steps of a reported run, as an agent would tell them."""

from __future__ import annotations

from typing import Any

Step = dict[str, Any]


def click(name: str, role: str = "button", **more: Any) -> Step:
    """A press on what has that role and name."""
    return _step("click", {"role": role, "name": name, **more})


def fill(label: str, text: str, role: str = "textbox", **more: Any) -> Step:
    """A text put into a field."""
    return _step("fill", {"role": role, "name": label, "label": label, **more}, value=text)


def select(label: str, option: str) -> Step:
    """An option of a select."""
    return _step("select", {"role": "combobox", "name": label, "label": label}, value=option)


def check(name: str, role: str = "checkbox", **more: Any) -> Step:
    """A tick that is set."""
    return _step("check", {"role": role, "name": name, **more}, checked=True)


def press(label: str, key: str) -> Step:
    """A key in a field."""
    return _step("press", {"role": "textbox", "name": label, "label": label}, value=key)


def upload(label: str, path: str) -> Step:
    """A file that is given to a field."""
    return _step("upload", {"label": label, "css": "input[type=file]"}, value=path)


def drag(what: str, to: str) -> Step:
    """One entry drawn onto another."""
    return _step("drag", {"role": "listitem", "name": what, "text": what}, to={"role": "listitem", "name": to, "text": to})


def _step(kind: str, target: dict[str, Any], **more: Any) -> Step:
    return {"action": {"type": kind, "target": target, **more}}
