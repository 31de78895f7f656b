"""Buttons of other languages that change something, as far as their words tell it."""

from __future__ import annotations

import pytest

from awm_mcp.induction.texts.verbs import changes_something, is_destructive


@pytest.mark.parametrize(
    ("label", "writes", "destroys"),
    [
        ("Termin anfragen", True, False),
        ("Konto löschen", True, True),
        ("Jetzt kaufen", True, True),
        ("Vertrag kündigen", True, True),
        ("Enregistrer", True, False),
        ("Supprimer le compte", True, True),
        ("Guardar cambios", True, False),
        ("Opslaan", True, False),
        ("Wyślij", True, False),
        ("Request appointment", True, False),
        ("Suchen", False, False),
        ("Filter übernehmen", False, False),
        ("Rechercher", False, False),
        ("Ordina per prezzo", False, False),
        ("Annuler", False, False),
        ("Anzeigen", False, False),
        ("Wing Commander", False, False),
        ("検索", False, False),
    ],
)
def test_words_of_other_languages_tell_what_writes_and_what_destroys(label: str, writes: bool, destroys: bool):
    assert (changes_something(label), is_destructive(label)) == (writes, destroys)
