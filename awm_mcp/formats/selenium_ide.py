"""Selenium IDE projects (``.side``): every test is one run. Scripts and control flow are refused, naming the command."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any
from urllib.parse import urljoin

from awm_mcp.errors import InvalidReport
from awm_mcp.formats.assemble import Draft, Report, build
from awm_mcp.formats.reading import as_dict, as_list, as_text, check_text, dicts
from awm_mcp.model import Run
from awm_mcp.model.text import plain

NAME = "selenium_ide"
_REFUSED = frozenset(
    {
        "executeScript",
        "executeAsyncScript",
        "runScript",
        "if",
        "elseIf",
        "else",
        "while",
        "times",
        "forEach",
        "do",
        "repeatIf",
        "run",
    }
)
_NOISE = frozenset(
    {
        "mouseOut",
        "mouseDown",
        "mouseUp",
        "mouseDownAt",
        "mouseMoveAt",
        "mouseUpAt",
        "setWindowSize",
        "pause",
        "echo",
        "setSpeed",
        "debugger",
        "end",
        "runIf",
        "",
        "mouseMove",
    }
)


def matches(data: object) -> bool:
    """Whether the data is a project."""
    tests = dicts(as_dict(data).get("tests"))
    return bool(tests) and "commands" in tests[0]


def read(data: object, *, outcome: str = "") -> list[Run]:
    """The runs of a project, one a test; tests that cannot be replayed as steps are left out.

    Raises:
        InvalidReport: no test can be used; says why the first one cannot.
    """
    check_text(data)
    drafts, problems = usable_drafts(data)
    if not drafts and problems:
        raise problems[0]
    return [build(found.saying(outcome=outcome), source=NAME).run for found in drafts]


def usable_drafts(data: object) -> tuple[list[Draft], list[InvalidReport]]:
    """The tests in the report's shape, and why the others cannot be used."""
    drafts: list[Draft] = []
    problems: list[InvalidReport] = []
    for test in dicts(as_dict(data).get("tests")):
        try:
            drafts.append(_test(test, as_text(as_dict(data).get("url"))))
        except InvalidReport as problem:
            problems.append(problem)
    return drafts, problems


def draft(data: object) -> Draft:
    """The first usable test in the report's shape."""
    drafts, problems = usable_drafts(data)
    if not drafts:
        raise problems[0] if problems else InvalidReport("steps_missing", expected="a project with a test", seen="none")
    others = [f"a test was left out: {problem.text()}" for problem in problems]
    more = [f"{len(drafts) - 1} more tests are in the file; import the file to get them all"] if len(drafts) > 1 else []
    return Draft(drafts[0].report, (*drafts[0].warnings, *others, *more))


def _test(test: dict[str, Any], base: str) -> Draft:
    reader = _Reader(base)
    for number, command in enumerate(dicts(test.get("commands")), 1):
        reader.take(number, command)
    if not reader.steps:
        raise InvalidReport(
            "steps_missing", expected=f"test {plain(as_text(test.get('name')), 60)!r}: commands that act", seen="none"
        )
    return Draft(
        {"task": plain(as_text(test.get("name")), 300), "start_url": base, "steps": reader.steps}, tuple(reader.warnings)
    )


class _Reader:
    def __init__(self, base: str) -> None:
        self.steps: list[Report] = []
        self.warnings: list[str] = []
        self._base = base
        self._url = "about:blank"
        self._frames: list[str] = []
        self._stored: dict[str, str] = {}
        self._windows = ["root"]

    def take(self, number: int, command: dict[str, Any]) -> None:
        """One command."""
        name = as_text(command.get("command"))
        if name.startswith("//") or name in _NOISE:
            return
        if name in _REFUSED:
            raise InvalidReport(
                "not_replayable",
                step=number,
                expected="commands that act on elements",
                seen=f"{name!r}, which runs code or branches",
                next="record the task as a straight sequence, with the values that were used",
            )
        make = _COMMANDS.get(name)
        if make is None:
            self.warnings.append(f"command {number} ({plain(name, 40)!r}) has no counterpart and was left out")
            return
        make(self, number, command)

    def value(self, number: int, command: dict[str, Any], key: str = "value") -> str:
        """A command's value with stored variables filled in."""
        text = as_text(command.get(key))
        for name in re.findall(r"\$\{(?!KEY_)(\w+)\}", text):
            if name not in self._stored:
                raise InvalidReport(
                    "unknown_value",
                    step=number,
                    expected=f"the value of ${{{name}}}",
                    seen="a variable that is read from the page or set by a script",
                    next="record the run with the value itself",
                )
            text = text.replace(f"${{{name}}}", self._stored[name])
        return text

    def add(self, action: Report) -> None:
        """A step on the current page."""
        self.steps.append({"url": self._url, "action": action})

    def target(self, number: int, command: dict[str, Any], key: str = "target") -> Report:
        """A command's element: all recorded locators, of which the semantic ones count."""
        found: Report = {}
        for text in [
            as_text(command.get(key)),
            *(as_text(pair[0]) for pair in map(as_list, as_list(command.get(f"{key}s"))) if pair),
        ]:
            _add_locator(found, text)
        if not found:
            raise InvalidReport(
                "target_missing", step=number, expected="a locator", seen=repr(as_text(command.get(key))[:80])
            )
        return found | ({"frame": list(self._frames)} if self._frames else {})

    def open(self, number: int, command: dict[str, Any]) -> None:
        url = urljoin(self._base if "://" in self._base else self._base + "/", self.value(number, command, "target"))
        self.add({"type": "goto", "value": url})
        self._url = url

    def frame(self, number: int, command: dict[str, Any]) -> None:
        text = as_text(command.get("target"))
        if text in ("relative=parent", "relative=top"):
            self._frames = self._frames[:-1] if text.endswith("parent") else []
        elif index := re.fullmatch(r"index=(\d{1,2})", text):
            self._frames.append(f":is(iframe, frame):nth-of-type({int(index.group(1)) + 1})")
        else:
            self._frames.append(as_text(_located(text).get("css")) or "iframe")

    def window(self, number: int, command: dict[str, Any]) -> None:
        handle = as_text(command.get("target"))
        if handle not in self._windows:
            self._windows.append(handle)
        self.add({"type": "switch_tab", "value": str(0 if handle == "handle=${root}" else self._windows.index(handle))})

    def store(self, number: int, command: dict[str, Any]) -> None:
        self._stored[as_text(command.get("value"))] = self.value(number, command, "target")

    def dialog(self, number: int, command: dict[str, Any]) -> None:
        name = as_text(command.get("command"))
        kind = "prompt" if "Prompt" in name else "confirm" if "Confirm" in name else "alert"
        answer = self.value(number, command, "target") if name.startswith("answer") else ""
        accept = not ("Cancel" in name or "dismiss" in name)
        if self.steps:
            self.steps[-1]["action"]["dialog"] = {"kind": kind, "accept": accept, "prompt": answer}

    def wait(self, number: int, command: dict[str, Any]) -> None:
        name = as_text(command.get("command"))
        gone = "Not" in name
        if name.endswith("Text") and as_text(command.get("value")):
            self.add({"type": "wait_for", "value": self.value(number, command), "gone": gone})
        else:
            self.add({"type": "wait_for", "target": self.target(number, command), "gone": gone})


def _add_locator(found: Report, text: str) -> None:
    for key, given in _located(text).items():
        if given:
            found.setdefault(key, given)


def _located(text: str) -> Report:
    kind, _, body = text.partition("=")
    if text.startswith(("//", "(//")):
        return {"xpath": text}
    makers: dict[str, Callable[[str], Report]] = {
        "id": lambda b: {"css": f'[id="{_css_text(b)}"]'},
        "name": lambda b: {"css": f'[name="{_css_text(b)}"]', "attrs": {"name": b}},
        "css": lambda b: {"css": b},
        "xpath": lambda b: {"xpath": b},
        "linkText": lambda b: {"role": "link", "name": b},
        "partialLinkText": lambda b: {"role": "link", "text": b},
        "link": lambda b: {"role": "link", "name": b},
    }
    return makers[kind](body) if kind in makers and body else {}


def _css_text(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', '\\"')


def _element(kind: str) -> Callable[[_Reader, int, dict[str, Any]], None]:
    return lambda reader, number, command: reader.add({"type": kind, "target": reader.target(number, command)})


def _click(reader: _Reader, number: int, command: dict[str, Any]) -> None:
    opens = {"opens": "popup"} if command.get("opensWindow") is True else {}
    reader.add({"type": "click", "target": reader.target(number, command)} | opens)


def _typed(reader: _Reader, number: int, command: dict[str, Any]) -> None:
    kind = "press" if "${KEY_" in as_text(command.get("value")) else "fill"
    reader.add({"type": kind, "target": reader.target(number, command), "value": reader.value(number, command)})


def _select(reader: _Reader, number: int, command: dict[str, Any]) -> None:
    text = reader.value(number, command)
    if text.startswith("index="):
        raise InvalidReport(
            "not_replayable",
            step=number,
            expected="an option by its label",
            seen=repr(text[:60]),
            next="record label=… instead of index=…",
        )
    chosen = re.sub(r"^(?:label|value|id)=", "", text)
    reader.add({"type": "select", "target": reader.target(number, command), "value": chosen})


def _drag(reader: _Reader, number: int, command: dict[str, Any]) -> None:
    end: Report = {}
    _add_locator(end, as_text(command.get("value")))
    reader.add({"type": "drag", "target": reader.target(number, command), "to": end})


_COMMANDS: dict[str, Callable[[_Reader, int, dict[str, Any]], None]] = {
    "open": _Reader.open,
    "click": _click,
    "clickAt": _click,
    "doubleClick": _element("dblclick"),
    "doubleClickAt": _element("dblclick"),
    "type": _typed,
    "sendKeys": _typed,
    "editContent": _typed,
    "select": _select,
    "addSelection": _select,
    "check": _element("check"),
    "uncheck": _element("uncheck"),
    "mouseOver": _element("hover"),
    "dragAndDropToObject": _drag,
    "selectFrame": _Reader.frame,
    "selectWindow": _Reader.window,
    "close": lambda reader, number, command: reader.add({"type": "close_tab"}),
    "store": _Reader.store,
    "answerOnNextPrompt": _Reader.dialog,
    "chooseOkOnNextConfirmation": _Reader.dialog,
    "chooseCancelOnNextConfirmation": _Reader.dialog,
    "chooseCancelOnNextPrompt": _Reader.dialog,
    "assertText": _Reader.wait,
    "verifyText": _Reader.wait,
    "waitForText": _Reader.wait,
    "waitForElementPresent": _Reader.wait,
    "waitForElementVisible": _Reader.wait,
    "waitForElementNotPresent": _Reader.wait,
    "waitForElementNotVisible": _Reader.wait,
    "assertElementPresent": _Reader.wait,
    "verifyElementPresent": _Reader.wait,
}
