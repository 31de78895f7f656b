"""Answers that are well by their status and no single JSON: what refuses in them, in the words that they give.

A stream ends with what became of it, so its last line counts; several answers in one refuse when each of them does.
"""

from __future__ import annotations

import base64
import binascii
import json
import re
from collections.abc import Iterator, Mapping
from email.parser import BytesParser
from typing import NamedTuple
from urllib.parse import parse_qsl, unquote

from awm_mcp.replay.traffic.answer_words import reasons_in
from awm_mcp.replay.traffic.answered_no import says_no

_GUARDS = re.compile(r"^(?:\)\]\}'?,?\s*|for\s*\(;;\);|while\s*\(1\);|&&&START&&&)")
"""What sites put before JSON so that a script tag cannot read it."""
_FAULT = re.compile(r"<(?:[\w.-]+:)?Envelope\b.*?<(?:[\w.-]+:)?Fault[\s>]|<methodResponse>\s*<fault>", re.S)
_FAULT_WORDS = re.compile(
    r"<(?:[\w.-]+:)?(?:faultstring|Text)\b[^>]*>([^<]*)<|<name>faultString</name>\s*<value>\s*(?:<string>)?([^<]*)<"
)
_STATUS_LINE = re.compile(r"HTTP/[\d.]+ (\d{3})[^\r\n]*")
_LINES = ("ndjson", "jsonl", "json-seq", "jsonlines", "stream+json")
TRAILERS, END_OF_STREAM = 0x80, 0x02
_HEAD = 5
_GRPC = {
    1: "cancelled", 2: "unknown", 3: "invalid argument", 4: "deadline exceeded", 5: "not found", 6: "already exists",
    7: "permission denied", 8: "resource exhausted", 9: "failed precondition", 10: "aborted", 11: "out of range",
    12: "unimplemented", 13: "internal", 14: "unavailable", 15: "data loss", 16: "unauthenticated",
}  # fmt: skip


class Answer(NamedTuple):
    """An answer that has come. ``headers``: with their names in small letters."""

    headers: Mapping[str, str]
    body: bytes

    @property
    def kind(self) -> str:
        """The media type, in small letters."""
        return self.headers.get("content-type", "").casefold()

    @property
    def text(self) -> str:
        """The body as text."""
        return self.body.decode("utf-8", "replace")


def refusal_in(answer: Answer, sent: str = "") -> str:
    """The words by which an answer refuses; empty where it does not. ``sent``: the body of the request."""
    if answer.kind.startswith(("application/grpc", "application/connect")) or "grpc-status" in answer.headers:
        return _of_grpc(answer)
    if answer.kind.startswith("multipart/"):
        return _of_parts(answer, sent)
    if answer.kind.startswith("text/event-stream"):
        return _of_events(answer.text, sent)
    if answer.kind.startswith("application/x-www-form-urlencoded"):
        return _of_json(json.dumps(dict(parse_qsl(answer.text))), sent)
    if "xml" in answer.kind.split(";")[0] and "html" not in answer.kind:
        return _of_xml(answer.text)
    text = _GUARDS.sub("", answer.text.lstrip("\ufeff \t\r\n"))
    return _of_json(_last_line(text) if _is_lines(answer.kind, text) else text, sent)


def _of_json(text: str, sent: str) -> str:
    return (reasons_in("json", text) or text) if text and says_no(text, sent) else ""


def _of_xml(text: str) -> str:
    if not _FAULT.search(text):
        return ""
    said = _FAULT_WORDS.search(text)
    return next((one.strip() for one in said.groups() if one and one.strip()), "fault") if said else "fault"


# --- streams ------------------------------------------------------------------------------------------------------------


def _is_lines(kind: str, text: str) -> bool:
    """Whether a body is JSON line by line, by its kind or since it cannot be read as a whole."""
    if any(word in kind for word in _LINES):
        return True
    lines = [line for line in text.splitlines() if line.strip()]
    return len(lines) > 1 and all(line.lstrip()[:1] == "{" and line.rstrip()[-1:] == "}" for line in lines)


def _last_line(text: str) -> str:
    return next((line.strip("\x1e \t") for line in reversed(text.splitlines()) if line.strip("\x1e \t")), "")


def _of_events(text: str, sent: str) -> str:
    """What the last event says that is no sign of the end; an event may be called an error."""
    for name, data in reversed(list(_events(text))):
        if name.casefold() in ("error", "exception", "failed", "failure"):
            return reasons_in("json", data) or data or name
        if data.lstrip()[:1] == "{":
            return _of_json(data, sent)
    return ""


def _events(text: str) -> Iterator[tuple[str, str]]:
    for block in re.split(r"(?:\r\n|\r|\n){2,}", text):
        fields = [line.partition(":") for line in block.splitlines() if line and not line.startswith(":")]
        named = [rest.strip() for field, _, rest in fields if field == "event"]
        data = "\n".join(rest.removeprefix(" ") for field, _, rest in fields if field == "data")
        if named or data:
            yield (named[-1] if named else ""), data


# --- several answers in one ----------------------------------------------------------------------------------------------


def _of_parts(answer: Answer, sent: str) -> str:
    head = f"content-type: {answer.headers.get('content-type', '')}\r\n\r\n".encode()
    found = BytesParser().parsebytes(head + answer.body)
    texts = [_decoded(part.get_payload(decode=True)) for part in found.walk() if not part.is_multipart()]
    said = [_of_part(text, sent) for text in texts if text.strip()]
    return said[0] if said and all(said) else ""


def _decoded(payload: object) -> str:
    return payload.decode("utf-8", "replace") if isinstance(payload, bytes) else ""


def _of_part(text: str, sent: str) -> str:
    """Of a part that is an answer with a status of its own, or JSON."""
    status = _STATUS_LINE.match(text.lstrip())
    if status is None:
        return _of_json(text.strip(), sent)
    body = re.split(r"\r?\n\r?\n", text.lstrip(), maxsplit=1)[1:]
    told = reasons_in("json", body[0].strip()) if body else ""
    if int(status.group(1)) >= 400:
        return told or status.group()
    return _of_json(body[0].strip(), sent) if body else ""


# --- gRPC for browsers ---------------------------------------------------------------------------------------------------


def _of_grpc(answer: Answer) -> str:
    """The state of a call, in the head of its answer or in the trailers at the end of its body."""
    told = dict(answer.headers)
    for flags, data in _frames(_binary(answer)):
        if flags & TRAILERS:
            lines = (line.partition(":") for line in data.decode("utf-8", "replace").splitlines())
            told |= {name.strip().casefold(): value.strip() for name, _, value in lines}
        elif flags & END_OF_STREAM and (said := _of_json(data.decode("utf-8", "replace"), "")):
            return said
    state = told.get("grpc-status", "0").strip()
    if not state.isdigit() or int(state) == 0:
        return ""
    return unquote(told.get("grpc-message", "")) or _GRPC.get(int(state), f"grpc-status {state}")


def _binary(answer: Answer) -> bytes:
    """The body, which one of the kinds sends as text: several pieces of Base64, each with its own padding."""
    if "grpc-web-text" not in answer.kind:
        return answer.body
    try:
        pieces = re.findall(rb"[A-Za-z0-9+/]+={0,2}", answer.body)
        return b"".join(base64.b64decode(piece) for piece in pieces)
    except (binascii.Error, ValueError):
        return b""


def _frames(body: bytes) -> Iterator[tuple[int, bytes]]:
    while len(body) >= _HEAD:
        size = int.from_bytes(body[1:_HEAD], "big")
        yield body[0], body[_HEAD : _HEAD + size]
        body = body[_HEAD + size :]
