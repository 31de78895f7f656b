"""What bodies hold, read in one way."""

from __future__ import annotations

import pytest

from awm_mcp.replay.traffic.bodies import in_letters, object_in, parsed, sent_letters, with_wrapped


@pytest.mark.parametrize("body", ["", "<p>", "{", "[" * 100_000])
def test_what_is_no_json_holds_nothing(body: str) -> None:
    assert parsed(body) is None
    assert object_in(body) is None


def test_a_mark_of_the_byte_order_before_json_is_passed_over() -> None:
    assert parsed("\ufeff\n[1]") == [1]
    assert object_in("\ufeff[1]") is None


def test_an_envelope_holds_what_it_wraps_however_its_name_is_spelled() -> None:
    told = {"Data": {"id": 1}, "job": {"id": 2}, "items": {"id": 3}, "result": "text"}
    assert with_wrapped(told) == [told, {"id": 1}]
    assert with_wrapped(told, frozenset({"job"})) == [told, {"id": 1}, {"id": 2}]


def test_escapes_are_read_as_the_letters_that_they_stand_for() -> None:
    assert in_letters('{"a": "caf\\u00e9"}') == '{"a": "café"}'
    assert in_letters("50%25 of café") == "50%25 of café"


def test_what_was_sent_as_a_form_is_read_like_what_was_sent_as_json() -> None:
    assert sent_letters("name=caf%C3%A9+noir") == "name=café noir"
    assert sent_letters('{"a": "50%25"}') == '{"a": "50%25"}'
