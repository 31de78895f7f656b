"""What a page says when something was done is known in many languages; what a button offers is not that."""

from __future__ import annotations

import pytest

from awm_mcp.induction.done_words import says_done
from awm_mcp.induction.messages import message_after
from awm_mcp.induction.trace import Column
from awm_mcp.model import Action, Effect, Step, Target

CLICK = Action(type="click", target=Target(css="button"))


@pytest.mark.parametrize("said", ["Saved", "Gespeichert", "Envoyé avec succès", "Сохранено", "保存しました"])
def test_a_change_that_was_made_is_said_in_many_languages(said: str) -> None:
    assert says_done(said)


@pytest.mark.parametrize("said", ["Save", "Salva modifiche", "Speichern", "Enregistrer", "保存"])
def test_what_a_button_offers_is_no_change_that_was_made(said: str) -> None:
    assert not says_done(said)


def _column(led: str) -> Column:
    effect = Effect(url=led, shown=("Saved!", "Edit"), changed=True)
    return Column([Step(url="http://a.test/", action=CLICK, effect=effect)] * 2)


def test_one_word_is_a_message_where_the_page_stayed() -> None:
    said = message_after(_column("http://a.test/"), {})
    assert said is not None
    assert said.literal == "Saved"
    assert message_after(_column("http://a.test/list"), {}) is None
