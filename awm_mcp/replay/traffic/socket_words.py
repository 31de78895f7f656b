"""What a message over a socket is: a change that a page asks for, an answer that refuses one, or talk that keeps it going.

Messages have no method. Their names tell (``{"type": "task.update"}``, ``42["save", …]``, ``lv:phx-1 event save``), and
whether they carry what was typed. What tells neither is talk: presence, cursors, beats, questions, what is looked at.
"""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterator
from typing import Any, NamedTuple, cast

from awm_mcp.model.labels import commits, deletes, only_reads
from awm_mcp.model.names import words
from awm_mcp.replay.traffic.answer_words import reasons_in
from awm_mcp.replay.traffic.answered_no import says_no
from awm_mcp.replay.traffic.telemetry import holds

Payload = str | bytes
Data = dict[str, Any]
MOST_READ = 200_000
LEAST_TOLD = 12
"""A message of fewer characters has no room for what is to be done, and for what it is to be done to."""
_CHANGES = frozenset({
    "save", "create", "update", "delete", "remove", "insert", "upsert", "patch", "put", "add", "set", "unset", "edit",
    "change", "modify", "write", "store", "submit", "commit", "send", "post", "publish", "toggle", "complete", "check",
    "uncheck", "mark", "move", "rename", "reorder", "assign", "archive", "approve", "reject", "accept", "decline", "buy",
    "order", "checkout", "pay", "book", "reserve", "vote", "like", "unlike", "star", "pin", "close", "reopen", "cancel",
    "confirm", "transfer", "upload", "import", "apply", "mutate", "mutation", "execute", "invite", "clear", "reset",
    "pause", "unpause", "mute", "unmute", "enable", "disable", "activate", "deactivate", "restart", "trigger", "lock",
    "unlock", "block", "unblock",
})  # fmt: skip
_TALK = frozenset({
    "ping", "pong", "heartbeat", "hb", "keepalive", "alive", "presence", "typing", "cursor", "cursors", "pointer", "mouse",
    "viewport", "scroll", "hover", "focus", "blur", "selection", "awareness", "ack", "acks", "subscribe", "unsubscribe",
    "subscription", "init", "connect", "disconnect", "auth", "authenticate", "login", "hello", "identify", "resume", "join",
    "watch", "unwatch", "listen", "validate", "search", "query", "suggest", "autocomplete", "filter", "get", "list", "fetch",
    "load", "read", "find", "count", "lookup", "preview", "telemetry", "metric", "metrics", "analytics", "stats", "log",
    "logs", "track", "tracking", "trace", "seen", "viewed", "status", "rum", "perf", "beat", "heart", "keep",
})  # fmt: skip
_THINGS = frozenset(
    {
        "watch",
        "list",
        "log",
        "logs",
        "track",
        "trace",
        "status",
        "subscription",
        "metric",
        "metrics",
        "preview",
    }
)
"""Talk that things are called by as well: of ``["watch_operation", {"op": "delete"}]`` the deed tells what is asked for."""
_NAMES = frozenset({
    "type", "event", "action", "command", "cmd", "op", "operation", "method", "msg", "kind", "name", "target", "t", "e",
    "destination", "verb", "messagetype", "eventname", "request", "opcode", "route", "path",
})  # fmt: skip
_INNER = frozenset({"payload", "data", "params", "body", "d", "message", "arguments", "args"})
_IDS = (
    "id", "ref", "requestid", "request_id", "reqid", "invocationid", "correlationid", "correlation_id", "messageid", "nonce",
)  # fmt: skip
_BAD = re.compile(r"(.*[._:/ -])?(errors?|err|exception|fail|failed|failure|rejected|refused|denied|nack|invalid)", re.I)
_PACKET = re.compile(r"^(?:[a-z]|\d{1,2})?(?:(?P<space>/[^,\[{]*),)?(?P<id>\d*)(?=[\[{])")
"""What Socket.IO, Engine.IO and SockJS put before their JSON: the kind of packet, a namespace, a number to answer with."""
_STOMP = re.compile(r"^(SEND|ERROR|MESSAGE|RECEIPT)\n(.*?)\n\n(.*)", re.S)
MOST_DEEP = 3


class Said(NamedTuple):
    """A message taken apart. ``names``: what it calls itself; ``id``: its answer has the same; ``parts``: its objects."""

    names: tuple[str, ...] = ()
    id: str = ""
    parts: tuple[Data, ...] = ()


def said_in(payload: Payload) -> Said:
    """A message taken apart, as far as its kind is known; bytes have no names."""
    text = payload if isinstance(payload, str) else payload.decode("utf-8", "ignore") if payload[:1] in b"{[" else ""
    text = re.sub(r"[\x00\x1e]\s*$", "", text[:MOST_READ].lstrip())
    if frame := _STOMP.match(text):
        return _of_stomp(frame)
    packet = _PACKET.match(text)
    if packet is None:
        return Said()
    try:
        data: Any = json.loads(text[packet.end() :].split("\x1e")[0])
    except (ValueError, RecursionError):
        return Said()
    parts = tuple(_unfolded(data))
    return Said(tuple(_names(data, 0)), packet["id"] or _id_of(data), parts)


def changes_something(payload: Payload, typed: Collection[str]) -> bool:
    """Whether a message asks for a change: by its name, or since it carries what the steps typed."""
    said = said_in(payload)
    if any(map(_is_mutation, said.parts)):
        return True
    spoken = _spoken(said)
    if any(_TALK & set(one) - (_THINGS if _is_deed(spoken) else set()) for one in spoken):
        return False
    if any(_CHANGES & set(one) or _is_verb(" ".join(one)) for one in spoken):
        return True
    return holds(_text(payload), typed)


def _is_deed(spoken: list[list[str]]) -> bool:
    """Whether one of its names is the verb of a change alone, and none alone is talk ("status" of whom, "watch" what)."""
    alone = [one[0] for one in spoken if len(one) == 1]
    return any(name in _CHANGES or _is_verb(name) for name in alone) and not _TALK & set(alone)


def may_change(payload: Payload) -> bool:
    """Whether a message may ask for a change though nothing in it tells: bytes, or the names that a framework gives to all
    that is done in its pages. Beats are shorter, talk is called so."""
    return len(payload) >= LEAST_TOLD and not any(_TALK & set(one) for one in _spoken(said_in(payload)))


def _spoken(said: Said) -> list[list[str]]:
    return [[word.casefold() for word in words(re.sub(r"(?<=[a-z])(?=[A-Z])", " ", name))] for name in said.names]


def refusal_in(payload: Payload) -> str:
    """The words by which a message from the site refuses what was sent; empty where it does not."""
    said = said_in(payload)
    refused = next((part for part in said.parts if says_no(json.dumps(part))), None)
    called = any(_BAD.fullmatch(name) for name in said.names)
    if refused is None and not called:
        return ""
    told = [refused] if refused is not None else [*said.parts]
    words_of = [reasons_in("json", json.dumps(part)) for part in told]
    return next((one for one in words_of if one), "") or _text(payload)[:200]


def _is_verb(name: str) -> bool:
    return bool(name) and (commits(name) or deletes(name)) and not only_reads(name)


def _of_stomp(frame: re.Match[str]) -> Said:
    heads = dict(line.split(":", 1) for line in frame[2].split("\n") if ":" in line)
    names = ["error", heads.get("message", "")] if frame[1] == "ERROR" else [heads.get("destination", "")]
    try:
        parts: tuple[Data, ...] = tuple(_unfolded(json.loads(frame[3].strip("\x00\n"))))
    except ValueError:
        parts = ({"error": heads.get("message", "error")},) if frame[1] == "ERROR" else ()
    return Said(tuple(filter(None, names)), heads.get("receipt", heads.get("receipt-id", "")), parts)


def _unfolded(data: Any, deep: int = 0) -> Iterator[Data]:
    """A message, and what it holds: the entries of a list, what an envelope wraps, JSON that is sent as text."""
    if isinstance(data, str) and data.lstrip()[:1] in ("{", "[") and deep < MOST_DEEP:
        try:
            yield from _unfolded(json.loads(data), deep + 1)
        except (ValueError, RecursionError):
            return
    elif isinstance(data, list) and deep < MOST_DEEP:
        for one in cast("list[Any]", data)[:10]:
            yield from _unfolded(one, deep + 1)
    elif isinstance(data, dict):
        yield cast("Data", data)
        for key, one in cast("Data", data).items() if deep < MOST_DEEP else ():
            if key.casefold() in _INNER:
                yield from _unfolded(one, deep + 1)


def _names(data: Any, deep: int) -> Iterator[str]:
    if deep > MOST_DEEP:
        return
    if isinstance(data, list):
        for one in cast("list[Any]", data)[:6]:
            if isinstance(one, str) and _is_name(one):
                yield one
            yield from _names(_loaded(one), deep + 1)
    elif isinstance(data, dict):
        for key, one in cast("dict[str, Any]", data).items():
            if key.casefold() in _NAMES and isinstance(one, str) and _is_name(one):
                yield one
            elif key.casefold() in _INNER:
                yield from _names(_loaded(one), deep + 1)


def _loaded(one: Any) -> Any:
    if not (isinstance(one, str) and one.lstrip()[:1] in ("{", "[")):
        return cast("Any", one)
    try:
        return json.loads(one)
    except (ValueError, RecursionError):
        return None


def _is_name(text: str) -> bool:
    return 0 < len(text) <= 60 and not re.search(r"\s|[{}\[\]<>@]", text)


def _id_of(data: Any) -> str:
    """By what an answer is known as one to a message; of a list its second entry, as in Phoenix."""
    if isinstance(data, list):
        given = cast("list[Any]", data)
        phoenix = len(given) == 5 and isinstance(given[4], dict)
        return str(given[1]) if phoenix and isinstance(given[1], (str, int)) else ""
    if not isinstance(data, dict):
        return ""
    told = {key.casefold(): one for key, one in cast("dict[str, Any]", data).items()}
    found = next((told[key] for key in _IDS if isinstance(told.get(key), (str, int))), "")
    return str(found)


def _is_mutation(data: Data) -> bool:
    return isinstance(data.get("query"), str) and bool(re.match(r"\s*mutation\b", data["query"]))


def _text(payload: Payload) -> str:
    return payload if isinstance(payload, str) else payload.decode("utf-8", "ignore")
