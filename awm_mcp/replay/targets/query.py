"""A target as the question that is asked of a page."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from awm_mcp.errors import StepStopped
from awm_mcp.model import Frame, Target, Text, Value
from awm_mcp.model.tails import tail_of
from awm_mcp.replay.values.binding import Arguments, target_with

_GLYPHS = re.compile("[\\s\ue000-\uf8ff]+")
_OF_ENTRIES = frozenset({"link", "button", "checkbox", "cell", "row"})
_SIGNALS = ("name", "label", "placeholder", "testid", "text", "title", "alt")

Heeding = Literal["", "timers", "all", "quiet"]
"""Nothing; what the page has set itself to do soon; also that it is still, by its own account; also that it was quiet."""


@dataclass(frozen=True)
class Query:
    """What is looked for, for which action, and how long the place must have been still (``calm``, milliseconds).

    ``also``: page scripts to ask about the element when it is found, each with its query. ``former``: the questions for what
    the target was known as before it was healed.
    """

    target: dict[str, Any]
    frame: tuple[Frame, ...]
    action: str
    words: str
    calm: int = 0
    hidden_ok: bool = False
    literal: bool = False
    explain: bool = False
    also: dict[str, dict[str, Any]] = field(default_factory=dict[str, "dict[str, Any]"])
    former: tuple[Query, ...] = ()
    ahead: Heeding = ""

    def as_argument(self) -> dict[str, Any]:
        """The JSON that the page script takes."""
        return {
            "target": self.target,
            "action": self.action,
            "calm": self.calm,
            "hidden_ok": self.hidden_ok,
            "literal": self.literal,
            "explain": self.explain,
            "ahead": self.ahead,
        }

    def explaining(self) -> Query:
        """The same, asking for the nearest candidates too."""
        return replace(self, explain=True, calm=0, also={}, former=())

    def heeding(self, ahead: Heeding) -> Query:
        """The same, heeding what the page is about to do."""
        return replace(self, ahead=ahead, former=tuple(replace(one, ahead=ahead) for one in self.former))

    def relaxed(self) -> Query:
        """The same with any clickable role, for entries that moved into a menu."""
        return replace(self, target={**self.target, "relaxed_role": True})

    def with_whole_names(self) -> Query:
        """The same, where the caller's name of a row has to be all that a text of the row says, and letters count."""
        said = {key: self.target[key] for key in ("row", "name", "text") if key in self.target}
        whole = {key: {**one, "whole": True} for key, one in said.items() if one["fixed"]}
        former = tuple(one.with_whole_names() for one in self.former)
        return replace(self, target={**self.target, **whole}, former=former) if whole else self

    @property
    def named(self) -> str:
        """The target's own names, without the row and the data around it."""
        signals = [self.target[key]["tokens"] for key in ("name", "text", "label", "title", "alt") if key in self.target]
        return " | ".join(" ".join(t.get("text", "") for t in signal) for signal in signals)

    @property
    def names_an_entry(self) -> bool:
        """Whether the caller names the target's row, or the target itself, which is none of the choices of an open list."""
        signals = ("row", "name") if self.target.get("role") in _OF_ENTRIES else ("row",)
        return any(self.target[key].get("fixed") for key in signals if key in self.target)

    @property
    def frame_unknown(self) -> bool:
        """Whether the frame was perhaps not told: a run that is looked at again, or a step that no browser saw."""
        return self.action != "wait_for" and not self.nameless and (self.literal or "css" not in self.target)

    @property
    def nameless(self) -> bool:
        """Whether no text tells the target, only its kind and its place."""
        return not any(key in self.target for key in (*_SIGNALS, "place"))

    @property
    def only_css(self) -> bool:
        """Whether nothing but a structural witness is known."""
        return not any(key in self.target for key in (*_SIGNALS, "role", "place", "attrs"))


def query_of(
    target: Target, arguments: Arguments, action: str, *, calm: int = 0, literal: bool = False, hidden_ok: bool = False
) -> Query:
    """The question for a target with the arguments put in.

    Raises:
        StepStopped: an argument is missing.
    """
    asked: dict[str, Any] = {}
    dynamic = False
    for key in _SIGNALS:
        signal = target.texts.get(key)
        if signal is not None and (made := _signal(arguments, signal))["tokens"]:
            asked[key] = made
            dynamic = dynamic or bool(signal.params) or signal.has_gap
    if target.row is not None:
        asked["row"] = _signal(arguments, target.row)
        if called := " ".join(target.row.params).replace("_", " "):
            asked["called"] = called
        dynamic = dynamic or bool(target.row.params)
    asked.update(_plain(target))
    if target.place is not None and target.place.items:
        asked["place"] = {"items": target.place.items, "index": _index(arguments.text(target.place.index))}
    asked["dynamic"] = dynamic
    said = target.words() if literal else _said(target, arguments)
    former = tuple(
        query_of(one, arguments, action, calm=calm, literal=literal, hidden_ok=hidden_ok) for one in target.formerly
    )
    return Query(asked, target.frame, action, said, calm, hidden_ok, literal, former=former)


def _plain(target: Target) -> dict[str, Any]:
    given: dict[str, Any] = {
        "role": target.role,
        "tag": target.tag,
        "attrs": target.attrs or None,
        "landmarks": [{"role": mark.role, "name": mark.name} for mark in target.landmarks] or None,
        "css": target.css,
        "xpath": target.xpath,
        "point": target.point is not None or None,
        "observed": target.seen is not None or None,
        "prefilled": target.prefilled or None,
        "row_spot": target.row_spot.model_dump() if target.row_spot is not None and target.row is not None else None,
    }
    return {key: one for key, one in given.items() if one is not None}


def _signal(arguments: Arguments, signal: Value) -> dict[str, Any]:
    bound = arguments.bind(signal)
    tokens = [{"text": t.text} if isinstance(t, Text) else {"gap": getattr(t, "gap", "text")} for t in bound.root]
    kept = [] if signal.literal is not None and _GLYPHS.fullmatch(signal.literal) else tokens  # an icon's letter is no name
    made: dict[str, Any] = {"tokens": [t for t in kept if t.get("text") != ""], "fixed": bool(signal.params)}
    tail = tail_of(signal)
    return made if tail is None else {**made, "tail": {"head": arguments.text(tail[0]), "words": tail[1]}}


def _said(target: Target, arguments: Arguments) -> str:
    return target_with(target, arguments.said).words()


def _index(text: str) -> int:
    words = {"first": 1, "last": -1, "second": 2, "third": 3}
    match = re.fullmatch(r"-?\d+", text.strip())
    if match:
        return int(match.group())
    if text.strip().lower() in words:
        return words[text.strip().lower()]
    raise StepStopped("not_a_position", expected="a whole number as position", seen=repr(text))
