"""A page confirms with the past form of the verb that was asked for, whatever it is; a name or a heading does not."""

from __future__ import annotations

import pytest

from awm_mcp.model.past_forms import past_forms_of, says_past

SNOOZE = "Snooze a to-do item\n1 hour"


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        (SNOOZE, "To-do snoozed"),
        (SNOOZE, "To-do snoozed ×"),
        (SNOOZE, "Snoozed"),
        (SNOOZE, "To-do snoozed Undo"),
        (SNOOZE, "You snoozed the to-do"),
        (SNOOZE, "Snoozed for 1 hour"),
        (SNOOZE, "The to-do was successfully snoozed"),
        ("Open the mail, then mute the thread", "Thread muted"),
        ("Pin the note", "Note pinned"),
        ("Block Tom", "Tom blocked"),
        ("Block Tom", "… blocked"),
        ("Pause the campaign", "Campaign paused"),
        ("Rent the car", "Your car is rented"),
        ("Rent the car", "The car is now rented"),
        ("Het gesprek dempen", "Het gesprek is gedempt"),
        ("Unarchive the project Tea", "Project unarchived"),
        ("I want to replicate the set", "Set replicated"),
        ("Turn off the alarm", "Alarm turned off"),
        ("Ratify the plan", "Plan ratified"),
        ("Turn on the alarm", "Alarm turned on"),
        ("Archiviere die Notiz", "Notiz archiviert"),
        ("Benachrichtigungen stummschalten", "Benachrichtigungen stummgeschaltet"),
        ("Die Frist verlängern", "Frist wurde verlängert"),
        ("Den Beitrag ausblenden", "Beitrag ausgeblendet"),
        ("Das Ticket an Anna weiterleiten", "Ticket weitergeleitet"),
        ("Archiver la note", "Note archivée"),
        ("Épingle la note", "Note épinglée ✕"),
        ("Silencia la conversación", "Conversación silenciada"),
        ("Quiero posponer la tarea", "Tarea posponida"),
        ("Arquivar a nota", "Nota arquivada com sucesso"),
        ("Archivia la nota", "Nota archiviata"),
        ("Silenziare la chat", "Chat silenziata"),
        ("De notitie archiveren", "Notitie gearchiveerd"),
        ("Demp het gesprek", "Gesprek gedempt"),
        ("Verleng de termijn", "Termijn verlengd"),
        ("Arkivera anteckningen", "Anteckningen arkiverad"),
        ("Arkiver notatet\nArkivere", "Notatet arkivert"),
    ],
)
def test_the_past_form_of_what_was_asked_for_says_that_it_was_done(asked: str, said: str) -> None:
    assert says_past(said, asked)


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        (SNOOZE, "Snoozed items"),
        (SNOOZE, "All snoozed to-dos"),
        (SNOOZE, "Show snoozed"),
        (SNOOZE, "Snoozed (3)"),
        (SNOOZE, "3 snoozed"),
        (SNOOZE, "Snoozed: never"),
        (SNOOZE, "Should it be snoozed?"),
        (SNOOZE, "It will be snoozed tonight"),
        (SNOOZE, "Anna snoozed the to-do"),
        (SNOOZE, "Thread muted"),
        ("Archive the project Tea", "Archived projects"),
        ("Archive the project Tea", "An archived project"),
        ("Lock the card", "Your account is locked"),
        ("Lock the card", "Account locked"),
        ("Rent the car", "This car is rented"),
        ("Block Tom", "This action was blocked"),
        ("Block Tom", "Blocked"),
        ("Pause the campaign", "Service paused for maintenance"),
        ("Report the comment", "An incident was reported"),
        ("Miete das Auto", "Das Auto ist gemietet"),
        ("Mute Tom", "You are muted"),
        ("Karte sperren", "Sie wurden gesperrt"),
        ("Upgrade my plan", "Maintenance planned"),
        ("Change the answer", "Question answered"),
        ("Sign in and mute Tom", "Signed in as Ann"),
        ("Change the limit", "Access limited"),
        ("I need a note", "Approval needed"),
        ("Select the note and pin it", "1 note selected"),
        ("Die Notiz archivieren", "Die Notiz wird archiviert"),
        ("Die Notiz archivieren", "Archivierte Notizen"),
        ("Archiver la note", "Notes archivées"),
        ("Archiver la note", "La note va être archivée"),
        ("Archivar la nota", "Notas archivadas"),
        ("Entrar y archivar la nota", "Bandeja de entrada"),
        ("Pedir una pizza", "Detalles del pedido"),
        ("De notitie archiveren", "Gearchiveerde notities"),
    ],
)
def test_what_is_called_so_demanded_or_done_to_others_says_nothing(asked: str, said: str) -> None:
    assert not says_past(said, asked)


@pytest.mark.parametrize(
    ("asked", "form"),
    [
        ("Pin it", "pinned"),
        ("Visualise it", "visualised"),
        ("Carry it", "carried"),
        ("Mimic it", "mimicked"),
        ("Free it", "freed"),
        ("Cancel it", "cancelled"),
        ("Cancel it", "canceled"),
    ],
)
def test_english_forms_are_spelled_by_rule(asked: str, form: str) -> None:
    assert form in past_forms_of(asked)
