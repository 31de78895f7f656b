"""Chrome DevTools Recorder flows: ``{title, steps[{type, selectors, ...}]}``.

ARIA selectors tell the name, ``text/`` the text; CSS and XPath are witnesses. A click on a field that is filled next says
nothing of its own; keyDown and keyUp are one press; passwords stand in flows in clear text and are taken out.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from awm_mcp.errors import InvalidReport
from awm_mcp.formats.assemble import Draft, Report, build
from awm_mcp.formats.keys import MODIFIERS, key_name
from awm_mcp.formats.reading import as_dict, as_list, as_text, check_text, dicts, is_list
from awm_mcp.model import Run
from awm_mcp.model.text import plain

NAME = "chrome_recorder"
_TYPES = frozenset(
    {
        "setViewport",
        "navigate",
        "click",
        "doubleClick",
        "hover",
        "change",
        "keyDown",
        "keyUp",
        "scroll",
        "close",
        "emulateNetworkConditions",
        "waitForElement",
        "waitForExpression",
        "customStep",
    }
)
_LAB = frozenset({"startTimespan", "endTimespan", "snapshot"})
_BUTTONS = {"secondary": "right", "auxiliary": "middle", "primary": "left"}


def matches(data: object) -> bool:
    """Whether the data is a flow."""
    steps = dicts(as_dict(data).get("steps"))
    typed = [as_text(step.get("type")) for step in steps]
    marked = any("selectors" in s or "assertedEvents" in s for s in steps) or typed[:1] in (["navigate"], ["setViewport"])
    named = "title" in as_dict(data) and "task" not in as_dict(data)
    return bool(typed) and named and marked and all(t in _TYPES | _LAB for t in typed)


def read(data: object, *, task: str = "", outcome: str = "") -> Run:
    """The run of a flow; the flow's title is the task unless one is given.

    Raises:
        InvalidReport: a step that cannot be told or replayed; names it.
    """
    check_text(data)
    return build(draft(data).saying(task=task, outcome=outcome), source=NAME).run


def draft(data: object) -> Draft:
    """The flow in the report's shape."""
    flow = as_dict(data)
    reader = _Reader(as_text(flow.get("selectorAttribute")))
    for number, step in enumerate(dicts(flow.get("steps")), 1):
        reader.take(number, step)
    if not reader.steps:
        raise InvalidReport("steps_missing", expected="steps that act", seen="none")
    return Draft({"task": plain(as_text(flow.get("title")), 300), "steps": reader.steps}, tuple(reader.warnings))


class _Reader:
    def __init__(self, attribute: str) -> None:
        self.steps: list[Report] = []
        self.warnings: list[str] = []
        self._attribute = attribute
        self._url = "about:blank"
        self._held: list[str] = []

    def take(self, number: int, step: dict[str, Any]) -> None:
        """One recorded step."""
        kind = as_text(step.get("type"))
        make = _STEPS.get(kind)
        if make is not None:
            make(self, number, step)
        elif kind in ("customStep", "waitForExpression"):
            self.warnings.append(f"step {number} ({kind}) runs code and was left out")
        for event in dicts(step.get("assertedEvents")):
            if event.get("type") == "navigation" and as_text(event.get("url")).startswith("http"):
                self._url = as_text(event["url"])

    def navigate(self, number: int, step: dict[str, Any]) -> None:
        url = as_text(step.get("url"))
        if not re.match(r"https?://", url):
            self.warnings.append(f"step {number} opened {plain(url, 60)!r}, which is no web page; left out")
            return
        if self.steps and url == self._url and self.steps[-1]["action"]["type"] != "goto":
            self.warnings.append(f"step {number} opened the address that the step before it had led to; left out")
            return
        self._add({"type": "goto", "value": url})
        self._url = url

    def click(self, number: int, step: dict[str, Any]) -> None:
        kind = {"doubleClick": "dblclick", "hover": "hover"}.get(as_text(step.get("type")), "click")
        button = as_text(step.get("button")) or "primary"
        if button not in _BUTTONS:
            self.warnings.append(f"step {number} clicked with the {plain(button, 20)!r} button; left out")
            return
        action: Report = {"type": kind, "target": self._target(number, step)}
        if self._held:
            action["modifiers"] = list(self._held)
        self._add(action | ({"button": _BUTTONS[button]} if button != "primary" else {}))

    def change(self, number: int, step: dict[str, Any]) -> None:
        target = self._target(number, step)
        last = as_dict(self.steps[-1]["action"]) if self.steps else {}
        if last.get("target") == target and last.get("type") in ("click", "fill"):
            self.steps.pop()
        kind = "select" if _is_select(target) else "fill"
        self._add({"type": kind, "target": target, "value": as_text(step.get("value"))})

    def key(self, number: int, step: dict[str, Any]) -> None:
        key = key_name(as_text(step.get("key")))
        down = step.get("type") == "keyDown"
        if key in MODIFIERS:
            self._held = [*self._held, key] if down else [held for held in self._held if held != key]
        elif key is None:
            self.warnings.append(f"step {number} pressed {plain(as_text(step.get('key')), 30)!r}, which is no key; left out")
        elif down:
            last = as_dict(self.steps[-1]["action"]) if self.steps else {}
            target = {"target": last["target"]} if last.get("type") in ("fill", "press") and last.get("target") else {}
            self._add({"type": "press", "value": "+".join([*self._held, key])} | target)

    def wait(self, number: int, step: dict[str, Any]) -> None:
        self._add({"type": "wait_for", "target": self._target(number, step), "gone": step.get("visible") is False})

    def scroll(self, number: int, step: dict[str, Any]) -> None:
        self.warnings.append(f"step {number} scrolled; replays scroll by themselves")

    def _add(self, action: Report) -> None:
        self.steps.append({"url": self._url, "action": action})

    def _target(self, number: int, step: dict[str, Any]) -> Report:
        target: Report = {}
        for alternative in as_list(step.get("selectors")):
            parts = [as_text(part) for part in alternative] if is_list(alternative) else [as_text(alternative)]
            if parts and parts[-1]:
                _add_selector(target, parts[-1], self._attribute)
        if not target:
            raise InvalidReport(
                "target_missing",
                step=number,
                expected="'selectors' of the element",
                seen=plain(str(step), 120),
                next="record it again",
            )
        frame = as_list(step.get("frame"))
        if frame:
            target["frame"] = [f"iframe:nth-of-type({int(i) + 1})" for i in frame if isinstance(i, int) and 0 <= i < 100]
        return target


def _is_select(target: Report) -> bool:
    """A flow does not say what kind of field was changed; only the tag at the end of a selector may."""
    last = re.split(r"[\s>/]+", (as_text(target.get("xpath")) or as_text(target.get("css"))).strip())[-1]
    return re.match(r"select(?:$|[.#\[:])", last) is not None


def _add_selector(target: Report, text: str, attribute: str) -> None:
    if text.startswith("aria/"):
        match = re.match(r"^aria/(.*?)(?:\[role=\"(\w+)\"\])?$", text, re.S)
        name = match.group(1) if match else text[5:]
        target.setdefault("name", name)
        if match and match.group(2):
            target["role"] = match.group(2)
    elif text.startswith("text/"):
        target.setdefault("text", text[5:])
    elif text.startswith("xpath/"):
        target.setdefault("xpath", text[6:])
    elif not text.startswith("pierce/"):
        attributes = "|".join(
            re.escape(a) for a in (attribute, "data-testid", "data-test-id", "data-test", "data-cy", "data-qa") if a
        )
        if match := re.fullmatch(rf"\[(?:{attributes})=['\"]?(.*?)['\"]?\]", text):
            target.setdefault("testid", match.group(1))
        target.setdefault("css", text)


_STEPS: dict[str, Callable[[_Reader, int, dict[str, Any]], None]] = {
    "navigate": _Reader.navigate,
    "click": _Reader.click,
    "doubleClick": _Reader.click,
    "hover": _Reader.click,
    "change": _Reader.change,
    "keyDown": _Reader.key,
    "keyUp": _Reader.key,
    "waitForElement": _Reader.wait,
    "scroll": _Reader.scroll,
}
