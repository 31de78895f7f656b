"""Answers that give back nothing of what was typed, and answers by which the work is yet to come."""

from __future__ import annotations

import json

import pytest

from awm_mcp.replay.traffic.answer_kinds import Answer
from awm_mcp.replay.traffic.answered_doubtfully import doubt_in
from awm_mcp.replay.traffic.answered_later import is_yet_to_come
from awm_mcp.replay.traffic.answered_without import dropped_in

SENT = json.dumps({"title": "Green tea", "price": 3})


@pytest.mark.parametrize(
    "body", [{"id": 7, "title": None}, {"id": 7, "title": ""}, {"data": {"id": 7, "title": "Old name", "price": 3}}]
)
def test_a_record_without_anything_of_what_was_typed_is_one_that_dropped_it(body: object) -> None:
    assert dropped_in(json.dumps(body), SENT, ["Green tea"])
    assert dropped_in(json.dumps(body), "title=Green+tea&price=3", ["Green tea"])


@pytest.mark.parametrize(
    ("body", "sent", "typed"),
    [
        ({"id": 7, "title": "green TEA"}, SENT, ["Green tea"]),
        ({"id": 7, "title": "Tea, green"}, SENT, ["Green tea"]),
        ({"id": 7}, SENT, ["Green tea"]),
        ({"id": 7, "title": None, "tags": [{"name": "Green tea"}]}, SENT, ["Green tea"]),
        ({"id": 7, "title": 12}, SENT, ["Green tea"]),
        ({"title": None, "note": "Hot"}, {"title": "Green tea", "note": "Hot"}, ["Green tea", "Hot"]),
        ({"user": "ann", "password": None}, {"user": "ann", "password": "secret tea"}, ["secret tea"]),
        ({"id": 7, "title": None}, SENT, ["Another text"]),
        ({"title": "緑茶を買う"}, {"title": "緑茶"}, ["緑茶"]),
    ],
)
def test_one_that_says_some_of_it_or_has_no_place_for_it_did_not(body: object, sent: object, typed: list[str]) -> None:
    assert not dropped_in(json.dumps(body), sent if isinstance(sent, str) else json.dumps(sent), typed)


@pytest.mark.parametrize(
    ("status", "body", "later"),
    [
        (202, "", True),
        (200, '{"jobId": 4, "status": "pending"}', True),
        (200, '{"job": {"id": 4, "state": "running"}}', True),
        (200, '{"status": "queued"}', True),
        (201, '{"id": 9, "status": "pending"}', False),
        (200, '{"jobId": 4, "status": "done"}', False),
        (200, "{}", False),
    ],
)
def test_work_that_goes_on_is_told_by_its_status_or_by_a_job(status: int, body: str, later: bool) -> None:
    assert is_yet_to_come(status, Answer({}, body.encode())) is later


def test_a_command_that_gave_back_nothing_is_doubtful_and_a_question_is_not() -> None:
    answer = Answer({}, b'{"data": {"save": null}}')
    assert doubt_in(answer, '{"query": "mutation M { save { id } }"}')
    assert not doubt_in(answer, '{"query": "query Q { save { id } }"}')
