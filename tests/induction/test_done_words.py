"""What a page says when something was done is known in many languages; what a button offers is not that."""

from __future__ import annotations

import pytest

from awm_mcp.induction.texts.messages import message_after
from awm_mcp.induction.trace import Column
from awm_mcp.model import Action, Effect, Step, Target
from awm_mcp.model.done_words import only_confirms, says_done

CLICK = Action(type="click", target=Target(css="button"))


@pytest.mark.parametrize("said", ["Saved", "Gespeichert", "Envoyé avec succès", "Сохранено", "保存しました"])
def test_a_change_that_was_made_is_said_in_many_languages(said: str) -> None:
    assert says_done(said)


@pytest.mark.parametrize("said", ["Save", "Salva modifiche", "Speichern", "Enregistrer", "保存"])
def test_what_a_button_offers_is_no_change_that_was_made(said: str) -> None:
    assert not says_done(said)


@pytest.mark.parametrize(
    "said", ["Reserved!", "Thank you, your message was sent!", "Erfolgreich gespeichert.", "保存しました"]
)
def test_a_short_text_that_tells_of_success_confirms(said: str) -> None:
    assert only_confirms(said)


@pytest.mark.parametrize(
    "said", ["Seat is taken by Anna", "Already reserved", "Reserved by Anna", "Your account was removed", "Bye"]
)
def test_what_another_did_or_what_came_to_an_end_confirms_nothing(said: str) -> None:
    assert not only_confirms(said)


def _column(led: str) -> Column:
    effect = Effect(url=led, shown=("Saved!", "Edit"), changed=True)
    return Column([Step(url="http://a.test/", action=CLICK, effect=effect)] * 2)


def test_one_word_is_a_message_where_the_page_stayed() -> None:
    said = message_after(_column("http://a.test/"), {})
    assert said is not None
    assert said.literal == "Saved"
    assert message_after(_column("http://a.test/list"), {}) is None
