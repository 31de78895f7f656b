"""Entries of lists that only make or search what was typed stand for it; those that have more words are another thing."""

from __future__ import annotations

import pytest

from awm_mcp.model import Action, Target, value
from awm_mcp.replay.acting import taken_suggestion
from awm_mcp.replay.acting.taken_suggestion import Taken, stands_for_it, taken_of


@pytest.mark.parametrize(
    ("entry", "stands"),
    [
        ('Create "York"', True), ("Add York…", True), ("New tag: York", True),
        ("York (new)", True), ("York hinzufügen", True),
        ("New York", False), ("Yorkshire", False), ("York, neu gebaut", False), ("Leeds", False),
    ],
)  # fmt: skip
def test_an_entry_stands_for_what_was_typed_where_it_says_that_it_makes_it(entry: str, stands: bool) -> None:
    assert stands_for_it(entry, "York") is stands


@pytest.mark.asyncio
@pytest.mark.parametrize(("entry", "taken"), [("New York", "New York"), ('Create "York"', None)])
async def test_what_the_enter_key_made_of_a_text_is_no_choice_of_an_entry(
    entry: str, taken: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def emptied(*_given: object, **_more: object) -> dict[str, object]:
        return {"held": "", "lit": None}

    monkeypatch.setattr(taken_suggestion, "suggested_to", emptied)
    field = Target(role="combobox", name=value("Tags"))
    pressed = Action(type="press", target=field, value=value("Enter"))
    was = {"held": "York", "lit": entry, "calls": [entry], "fits": False}
    came = await taken_of(pressed, None, was)  # pyright: ignore[reportArgumentType]  the field is asked through the fake
    assert came == (Taken(taken, field) if taken else None)
