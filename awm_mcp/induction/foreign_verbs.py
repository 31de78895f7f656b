"""What changes data by its label in the large European languages other than English, as ``words`` spells it.

What is also said of sorting, of filters or of closing a dialog (Ordina, Übernehmen, Annuler) is left out. The network
guard decides about all others.
"""

from __future__ import annotations

from awm_mcp.model.names import words


def _spelled(text: str) -> frozenset[str]:
    return frozenset(words(text))


_LAST_DESTRUCTIVE = _spelled(
    "löschen entfernen kaufen bestellen bezahlen kündigen stornieren überweisen verwijderen kopen betalen opzeggen"
)
_LAST_WRITING = _spelled(
    "speichern absenden senden abschicken einreichen buchen reservieren anfragen beantragen veröffentlichen hochladen "
    "hinzufügen erstellen anlegen eintragen bestätigen abonnieren opslaan verzenden versturen boeken reserveren toevoegen "
    "plaatsen bevestigen aanvragen"
)
"""German and Dutch say the verb last (Termin anfragen) or alone."""
_FIRST_DESTRUCTIVE = _spelled(
    "supprimer acheter commander payer résilier eliminar borrar comprar pagar excluir apagar elimina eliminare acquista "
    "acquistare paga pagare cancella cancellare usuń kup zamów zapłać"
)
_FIRST_WRITING = _spelled(
    "enregistrer sauvegarder envoyer soumettre réserver publier ajouter créer guardar enviar reservar publicar crear añadir "
    "agregar solicitar salvar adicionar criar salva salvare invia inviare prenota prenotare pubblica aggiungi crea zapisz "
    "wyślij zarezerwuj dodaj opublikuj utwórz"
)


def writes_abroad(given: list[str]) -> bool:
    """Whether the words of a label change something in one of these languages."""
    return _begins_or_ends(given, _FIRST_WRITING, _LAST_WRITING) or destroys_abroad(given)


def destroys_abroad(given: list[str]) -> bool:
    """Whether they say what cannot simply be taken back."""
    return _begins_or_ends(given, _FIRST_DESTRUCTIVE, _LAST_DESTRUCTIVE)


def _begins_or_ends(given: list[str], first: frozenset[str], last: frozenset[str]) -> bool:
    return bool(given) and (given[0] in first | last or given[-1] in last)
