"""An answer that says of a part of what was sent that it failed is no success; what records say of themselves is let be."""

from __future__ import annotations

import json

import pytest

from awm_mcp.replay.traffic.answer_kinds import Answer
from awm_mcp.replay.traffic.answered_in_part import failed_part_in

LOCKED = "<d:multistatus xmlns:d='DAV:'><d:response><d:status>HTTP/1.1 423 Locked</d:status></d:response></d:multistatus>"
MUTATION = json.dumps({"query": "mutation M { save { id } log { id } }"})
SAVE_FAILED = {"log": {"id": 1}, "save": {"userErrors": [{"message": "too long"}]}}


def failed(status: int, body: object, sent: str = "") -> str:
    text = body if isinstance(body, str) else json.dumps(body)
    return failed_part_in(status, Answer({}, text.encode()), sent)


@pytest.mark.parametrize(
    ("status", "body", "sent"),
    [
        (207, {"results": [{"id": 1, "status": 200}, {"id": 2, "status": 409, "error": "conflict"}]}, ""),
        (207, LOCKED, ""),
        (200, {"took": 3, "items": [{"index": {"status": 201}}, {"index": {"status": 409, "error": "conflict"}}]}, ""),
        (200, {"responses": [{"id": "1", "status": 204}, {"id": "2", "status": 403, "body": {"error": "no"}}]}, ""),
        (200, [{"id": 1, "ok": True}, {"id": 2, "ok": False, "error": "locked"}], '[{"a": 1}, {"a": 2}]'),
        (200, {"succeeded": [1, 2], "failed": [{"id": 3, "reason": "locked"}]}, ""),
        (200, {"updated": 2, "failed": 1}, ""),
        (200, {"FailedEntryCount": 1, "Entries": [{"EventId": "1"}, {"ErrorCode": "x"}]}, ""),
        (200, {"UnprocessedItems": {"table": [1]}}, ""),
        (200, {"data": {"successCount": 4, "failureCount": 1}}, ""),
        (200, {"data": SAVE_FAILED}, MUTATION),
    ],
)
def test_a_part_that_failed_is_told(status: int, body: object, sent: str) -> None:
    assert failed(status, body, sent)


@pytest.mark.parametrize(
    ("status", "body", "sent"),
    [
        (200, {"updated": 2, "failed": 0}, ""),
        (200, {"succeeded": [1], "failed": []}, ""),
        (200, {"UnprocessedItems": {}}, ""),
        (207, [{"status": 200}, {"status": 201}], ""),
        (207, LOCKED, "<d:propfind xmlns:d='DAV:'/>"),
        (200, [{"id": 1, "status": "failed"}, {"id": 2, "ok": False}], '{"name": "a"}'),
        (200, {"items": [{"url": "/a", "status": 404}, {"url": "/b", "status": 200}]}, ""),
        (200, {"id": 3, "name": "Nightly", "failed": 2, "total": 9}, ""),
        (200, {"passed": 3, "failed": 1, "total": 4}, ""),
        (200, {"data": SAVE_FAILED}, '{"query": "query Q { log { id } }"}'),
        (200, "Saved", ""),
    ],
)
def test_no_part_and_what_records_say_of_themselves_is_none(status: int, body: object, sent: str) -> None:
    assert not failed(status, body, sent)
