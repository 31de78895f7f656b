"""Playwright traces (``trace.zip``, format version 8 to 10): the calls on frames become steps, waiting and looking does not.

Selectors such as ``internal:role=button[name="Go"i]`` tell role and name. Typed values stand in traces in clear text;
secrets are taken out like everywhere. A trace does not say whether the task was solved.
"""

from __future__ import annotations

import io
import json
import zipfile
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from awm_mcp.errors import InvalidReport
from awm_mcp.formats.assemble import Draft, Report, build
from awm_mcp.formats.locators import selector
from awm_mcp.formats.reading import as_dict, as_list, as_text, dicts
from awm_mcp.model import Run

NAME = "playwright_trace"
MAX_EVENTS_BYTES = 100_000_000


def matches(data: object) -> bool:
    """Whether the data is the bytes of a zip file."""
    return isinstance(data, (bytes, bytearray)) and bytes(data[:4]) == b"PK\x03\x04"


def read(data: object, *, task: str = "", outcome: str = "") -> Run:
    """The run of a trace, given as bytes or as a path.

    Raises:
        InvalidReport: no trace, no task (the trace's title is one) or no action.
    """
    return build(
        draft(Path(data).read_bytes() if isinstance(data, (str, Path)) else data).saying(task=task, outcome=outcome),
        source=NAME,
    ).run


def draft(data: object) -> Draft:
    """The trace in the report's shape."""
    events = list(_events(bytes(data) if isinstance(data, (bytes, bytearray)) else b""))
    failed = {as_text(e.get("callId")): as_dict(e["error"]) for e in events if e.get("type") == "after" and e.get("error")}
    reader = _Reader(failed, {as_text(e.get("callId")): e for e in events if e.get("type") == "after"})
    for event in events:
        reader.take(event)
    if not reader.steps:
        raise InvalidReport("steps_missing", expected="a trace with calls that act", seen=f"none in {len(events)} events")
    return Draft({"task": reader.title, "steps": reader.steps}, tuple(reader.warnings))


def _events(data: bytes) -> Iterator[dict[str, Any]]:
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            members = [i for i in archive.infolist() if i.filename.endswith(".trace")]
            if not members:
                raise InvalidReport(
                    "no_trace", expected="a zip with a *.trace file", seen=f"{len(archive.namelist())} other files"
                )
            if sum(info.file_size for info in members) > MAX_EVENTS_BYTES:
                raise InvalidReport("too_large", expected=f"events of at most {MAX_EVENTS_BYTES} bytes", seen="more")
            lines = [line for info in members for line in archive.read(info).decode("utf-8", "replace").splitlines()]
    except (zipfile.BadZipFile, zlib.error, OSError, RuntimeError, EOFError) as problem:
        raise InvalidReport("no_trace", expected="the zip file of a Playwright trace", seen=str(problem)[:120]) from None
    for line in lines:
        try:
            yield as_dict(json.loads(line))
        except (ValueError, RecursionError):
            continue


class _Reader:
    def __init__(self, failed: dict[str, dict[str, Any]], ends: dict[str, dict[str, Any]]) -> None:
        self._failed, self._ends = failed, ends
        self.steps: list[Report] = []
        self.warnings: list[str] = []
        self.title = ""
        self._url = "about:blank"
        self._testid = "data-testid"

    def take(self, event: dict[str, Any]) -> None:
        """One event: the header, a page that an action opened, or a call."""
        kind = event.get("type")
        if kind == "context-options":
            self.title = self.title or as_text(event.get("title"))
            self._testid = as_text(event.get("testIdAttributeName")) or self._testid
        elif kind == "event" and event.get("method") == "page" and as_dict(event.get("params")).get("openerPageId"):
            if self.steps and self.steps[-1]["action"]["type"] in ("click", "press"):
                self.steps[-1]["action"]["opens"] = "popup"
        elif kind == "frame-snapshot":
            url = as_text(as_dict(event.get("snapshot")).get("frameUrl"))
            self._url = url if url.startswith("http") and as_dict(event.get("snapshot")).get("isMainFrame") else self._url
        elif kind == "before":
            self._call(event)

    def _call(self, event: dict[str, Any]) -> None:
        method, params = as_text(event.get("method")), as_dict(event.get("params"))
        make = _METHODS.get(method)
        if make is None:
            return
        call = as_text(event.get("callId"))
        if (error := self._failed.get(call)) is not None:
            message = as_text(error.get("message")) or as_text(as_dict(error.get("error")).get("message"))
            self.warnings.append(
                f"{method} {as_text(params.get('selector'))[:80]!r} failed and was left out: {message[:100]}"
            )
            return
        result = as_dict(self._ends.get(call, {}).get("result"))
        action = make(params, result)
        self.steps.append({"url": self._url, "action": action})
        if method == "goto":
            self._url = as_text(params.get("url"))


def _target(params: dict[str, Any]) -> Report:
    found = selector(as_text(params.get("selector")))
    if found.get("nth") == 0:
        found.pop("nth")
    return found


def _on(kind: str) -> Callable[[dict[str, Any], dict[str, Any]], Report]:
    def make(params: dict[str, Any], result: dict[str, Any]) -> Report:
        options = {key: params[key] for key in ("button", "modifiers") if params.get(key)}
        return {"type": kind, "target": _target(params)} | options

    return make


def _typed(key: str, kind: str) -> Callable[[dict[str, Any], dict[str, Any]], Report]:
    return lambda params, result: {"type": kind, "target": _target(params), "value": as_text(params.get(key))}


def _select(params: dict[str, Any], result: dict[str, Any]) -> Report:
    options = dicts(params.get("options"))
    texts = [as_text(o.get("label") or o.get("valueOrLabel") or o.get("value")) for o in options]
    chosen = {"value": texts[0]} if len(texts) == 1 else {"values": texts}
    return {"type": "select", "target": _target(params)} | chosen


def _upload(params: dict[str, Any], result: dict[str, Any]) -> Report:
    paths = [as_text(p) for p in as_list(params.get("localPaths"))] or [
        as_text(f.get("name")) for f in dicts(params.get("payloads"))
    ]
    return {"type": "upload", "target": _target(params), "values": paths}


def _extract(params: dict[str, Any], result: dict[str, Any]) -> Report:
    return {"type": "extract", "target": _target(params), "value": as_text(result.get("value"))}


_METHODS: dict[str, Callable[[dict[str, Any], dict[str, Any]], Report]] = {
    "goto": lambda params, result: {"type": "goto", "value": as_text(params.get("url"))},
    "click": _on("click"),
    "tap": _on("click"),
    "dblclick": _on("dblclick"),
    "hover": _on("hover"),
    "check": _on("check"),
    "uncheck": _on("uncheck"),
    "fill": _typed("value", "fill"),
    "type": lambda params, result: _typed("text", "fill")(params, result) | {"slowly": True},
    "press": _typed("key", "press"),
    "keyboardPress": lambda params, result: {"type": "press", "value": as_text(params.get("key"))},
    "selectOption": _select,
    "setInputFiles": _upload,
    "dragAndDrop": lambda params, result: {
        "type": "drag",
        "target": selector(as_text(params.get("source"))),
        "to": selector(as_text(params.get("target"))),
    },
    "goBack": lambda params, result: {"type": "back"},
    "goForward": lambda params, result: {"type": "forward"},
    "innerText": _extract,
    "textContent": _extract,
}
