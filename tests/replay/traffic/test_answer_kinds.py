"""Answers that are well by their status and refuse in a body that is no single JSON, and such that do not."""

from __future__ import annotations

import base64

import pytest

from awm_mcp.replay.traffic.answer_kinds import Answer, refusal_in


def frame(flags: int, data: bytes) -> bytes:
    return bytes([flags]) + len(data).to_bytes(4, "big") + data


def trailers(status: int, message: str = "") -> bytes:
    return frame(0x80, f"grpc-status: {status}\r\ngrpc-message: {message}\r\n".encode())


GRPC, TEXT, CONNECT = "application/grpc-web+proto", "application/grpc-web-text", "application/connect+json"
MIXED = "multipart/mixed; boundary=b"
FAULT = "<s:Envelope xmlns:s='x'><s:Body><s:Fault><faultstring>No such account</faultstring></s:Fault></s:Body></s:Envelope>"


def parts(*texts: str, head: str = "Content-Type: application/json") -> bytes:
    return ("".join(f"--b\r\n{head}\r\n\r\n{text}\r\n" for text in texts) + "--b--\r\n").encode()


HTTP = "Content-Type: application/http"
CONFLICT = 'HTTP/1.1 409 Conflict\r\nContent-Type: application/json\r\n\r\n{"error": {"message": "Taken"}}'
CREATED = 'HTTP/1.1 201 Created\r\nContent-Type: application/json\r\n\r\n{"id": 7}'

REFUSED = {
    "a state in the head": ({"content-type": GRPC, "grpc-status": "7", "grpc-message": "not%20allowed"}, b"", "not allowed"),
    "a state in the trailers": ({"content-type": GRPC}, frame(0, b"\x08\x01") + trailers(9, "closed"), "closed"),
    "a state without words": ({"content-type": GRPC}, trailers(16), "unauthenticated"),
    "trailers as text": (
        {"content-type": TEXT},
        base64.b64encode(frame(0, b"\x08")) + base64.b64encode(trailers(7, "no")),
        "no",
    ),
    "the end of a stream of Connect": (
        {"content-type": CONNECT},
        frame(0, b"{}") + frame(2, b'{"error": {"code": "permission_denied", "message": "Not yours"}}'),
        "Not yours",
    ),
    "a form": ({"content-type": "application/x-www-form-urlencoded"}, b"success=0&error=Card+declined", "Card declined"),
    "lines": ({"content-type": "application/x-ndjson"}, b'{"step": 1}\n{"error": "Disk full"}\n', "Disk full"),
    "lines that are called JSON": ({"content-type": "application/json"}, b'{"n": 1}\n{"ok": false, "message": "No"}', "No"),
    "events": ({"content-type": "text/event-stream"}, b'data: {"n": 1}\n\nevent: error\ndata: Too late\n\n', "Too late"),
    "events that end": (
        {"content-type": "text/event-stream"},
        b'data: {"error": {"message": "Overloaded"}}\n\ndata: [DONE]\n\n',
        "Overloaded",
    ),
    "one part": ({"content-type": MIXED}, parts('{"errors": [{"message": "Not found"}]}'), "Not found"),
    "every answer of a batch": ({"content-type": MIXED}, parts(CONFLICT, CONFLICT, head=HTTP), "Taken"),
    "a fault of SOAP": ({"content-type": "text/xml; charset=utf-8"}, FAULT.encode(), "No such account"),
    "JSON-RPC": (
        {"content-type": "application/json"},
        b'{"jsonrpc": "2.0", "id": 4, "error": {"code": -32000, "message": "Access denied"}}',
        "Access denied",
    ),
    "JSON behind a guard": ({"content-type": "application/json"}, b')]}\'\n{"success": false}', '{"success": false}'),
}


@pytest.mark.parametrize(("headers", "body", "words"), REFUSED.values(), ids=REFUSED)
def test_a_refusal_is_known_in_any_kind_of_answer(headers: dict[str, str], body: bytes, words: str):
    assert refusal_in(Answer(headers, body)) == words


TAKEN = {
    "a good state": ({"content-type": GRPC, "grpc-status": "0"}, b""),
    "good trailers": ({"content-type": GRPC}, frame(0, b"\x08\x01") + trailers(0)),
    "good trailers as text": ({"content-type": TEXT}, base64.b64encode(frame(0, b"\x08") + trailers(0, "OK"))),
    "the good end of a stream": ({"content-type": CONNECT}, frame(0, b'{"error": "none"}') + frame(2, b"{}")),
    "a good form": ({"content-type": "application/x-www-form-urlencoded"}, b"success=1&id=7"),
    "lines of which one was tried again": ({"content-type": "application/x-ndjson"}, b'{"error": "busy"}\n{"ok": true}\n'),
    "a log of entries": ({"content-type": "application/json"}, b'{"id": 1, "status": "error"}\n{"id": 2, "status": "ok"}'),
    "good events": ({"content-type": "text/event-stream"}, b'event: done\ndata: {"ok": true}\n\ndata: [DONE]\n\n'),
    "a batch of which one was taken": ({"content-type": MIXED}, parts(CREATED, CONFLICT, head=HTTP)),
    "a good part": ({"content-type": MIXED}, parts('{"data": {"id": 1}}')),
    "a good answer of SOAP": ({"content-type": "text/xml"}, b"<s:Envelope><s:Body><Default/></s:Body></s:Envelope>"),
    "a page": ({"content-type": "text/html"}, b"<p>error: Fault"),
    "JSON-RPC": ({"content-type": "application/json"}, b'{"jsonrpc": "2.0", "id": 4, "result": {"code": 7}}'),
    "nothing": ({}, b""),
    "bytes": ({"content-type": "application/protobuf"}, b"\x00\x07error\xff"),
}


@pytest.mark.parametrize(("headers", "body"), TAKEN.values(), ids=TAKEN)
def test_what_is_taken_is_no_refusal(headers: dict[str, str], body: bytes):
    assert refusal_in(Answer(headers, body)) == ""
