"""Choices in a select of several: what a run added to what was chosen before, or the whole choice that it made.

A browser tells the whole choice each time. What was chosen before and stays, and what the task does not name, is no part of
what the run did; what goes with it shows that the run made the whole choice. Of a report, which does not tell what was
chosen before, only a task says it that plainly adds to the field ("Add the tag Red"), or sets it ("Set the tags to Red").
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from awm_mcp.model import Run, Step, value
from awm_mcp.model.text import fold

_ADDS_WORDS = (
    "add append attach include füge ergänze ajoute ajouter ajoutez añade añadir agrega agregar aggiungi aggiungere adicione "
    "adicionar acrescente voeg lägg tilføj legg dodaj přidej добавь добавить ekle"
)
_SETS_WORDS = (
    "set change switch replace setze setzen ändere ändern stelle définis définir mets changer remplace establece cambia pon "
    "cambiar imposta cambiare altere mude defina zet wijzig vervang sätt ändra sæt ændr sett endre ustaw zmień nastav změň "
    "установи измени"
)
_TO_WORDS = "to as auf zu à en a al su para op naar till på til na"
_BETWEEN_WORDS = "the a an another der die das den dem le la les l un une el los las il lo i gli una o os um uma het de een"
_ADDS, _SETS, _TO, _BETWEEN = (frozenset(one.split()) for one in (_ADDS_WORDS, _SETS_WORDS, _TO_WORDS, _BETWEEN_WORDS))


def with_added_choices(run: Run) -> Run:
    """The run with choices as what they added, where they did."""
    steps = [_as_added(step, run.task) for step in run.steps]
    same = all(new is old for new, old in zip(steps, run.steps, strict=True))
    return run if same else run.model_copy(update={"steps": tuple(steps)})


def joint_keeps(steps: Sequence[Step]) -> bool | None:
    """Whether what was chosen before stays, as far as runs show it; None also where they contradict each other."""
    told = {step.action.keeps for step in steps} - {None}
    return told.pop() if len(told) == 1 else None


def _as_added(step: Step, task: str) -> Step:
    had, texts = step.action.had, [one.literal for one in step.action.values]
    if step.action.type == "select" and had is None and (keeps := _asked(step, task)) is not None:
        return _with(step, {"keeps": keeps})
    if step.action.type != "select" or not had or not texts:
        return step
    added = [text for text in texts if text is not None and text not in had]
    stays = all(one in texts for one in had)
    if stays and not added:
        return step
    named = any(fold(one).casefold() in fold(task).casefold() for one in had)
    if not stays or named:
        return _with(step, {"keeps": False})
    return _with(step, {"keeps": True, "values": tuple(map(value, added))})


def _asked(step: Step, task: str) -> bool | None:
    """Whether a task asks to add what is chosen to a field of several, or to set the field to it; None where neither.

    Between its verb and the choice nothing may stand but what the field is called.
    """
    target, given = step.action.target, step.action.given
    if target is None or target.role != "listbox" or not given or given[0].literal is None:
        return None
    before, found, _ = fold(task).casefold().partition(fold(given[0].literal).casefold())
    words = re.findall(r"\w+", before)
    label = target.label or target.name
    called = re.findall(r"\w+", fold(label.words()).casefold()) if label is not None else []
    if not found or not words or any(one not in _BETWEEN | _TO and not _is_one_of(one, called) for one in words[1:]):
        return None
    sets = words[0] in _SETS and words[-1] in _TO
    return True if words[0] in _ADDS else False if sets else None


def _is_one_of(word: str, called: Sequence[str]) -> bool:
    """Whether a word is one of a field's name, be it in the singular or the plural."""
    return any(word == one or (min(len(word), len(one)) > 2 and (word[:-1] in one or one[:-1] in word)) for one in called)


def _with(step: Step, told: Mapping[str, object]) -> Step:
    return step.model_copy(update={"action": step.action.model_copy(update=told)})
