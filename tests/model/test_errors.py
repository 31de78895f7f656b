"""Every error says what to do next, whoever raised it."""

from __future__ import annotations

import inspect

import pytest

from awm_mcp import errors

KINDS = [kind for _, kind in inspect.getmembers(errors, inspect.isclass) if issubclass(kind, errors.AwmError)]


@pytest.mark.parametrize("kind", KINDS)
def test_an_error_without_a_next_move_of_its_own_gives_the_usual_one_of_its_kind(kind: type[errors.AwmError]) -> None:
    assert kind("some_code").as_data()["next"] == kind.usual_next != ""
    assert kind("some_code").text().endswith(f"next: {kind.usual_next}")


@pytest.mark.parametrize("kind", KINDS)
def test_a_next_move_of_its_own_comes_before_the_usual_one(kind: type[errors.AwmError]) -> None:
    assert kind("some_code", next="do this").as_data()["next"] == "do this"
