"""Whether a text says that the caller's value now is what the task asks for: "GBP is now your primary currency".

No word in it tells of something done. But where every word is the value's, the task's or a small one, it says nothing else.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from awm_mcp.model.done_words import spoken_words
from awm_mcp.model.text import fold
from awm_mcp.replay.traffic.confirming import doubts

_NOW = re.compile(
    r"\b(?:is|are) now\b|\b(?:ist|sind) (?:jetzt|nun)\b|\b(?:est|sont) (?:maintenant|désormais)\b"
    r"|\b(?:es|son|está|están) ahora\b|\bahora (?:es|está)\b|\bè (?:ora|adesso)\b|\bora è\b"
    r"|\bagora (?:é|está)\b|\b(?:é|está) agora\b|\bis nu\b|\bär nu\b|\ber n[åu]\b"
)
_ARTICLES = (
    "a an the my your our as to of for in on at this that der die das den dem ein eine ihr ihre dein deine als für zu von "
    "im am le la les un une votre vos ton ta mon ma de du des pour el los las una su tu mi para il lo gli uno tuo tua suo "
    "sua di del della per o os as um uma seu sua do da het een je uw van voor en din ditt er av"
)
_SMALL = frozenset(_ARTICLES.split())
_OPPOSITES = (
    "remove removed unset off disable stop clear delete deactivate withdraw revoke undo not no never without entfernen "
    "deaktivieren löschen nicht kein aufheben retirer supprimer désactiver quitar eliminar desactivar rimuovere remover "
    "verwijderen bort fjern"
)
_UNDOING = frozenset(_OPPOSITES.split())
"""A task with one of them asks for the opposite of what its other words say."""


def says_it_is_so(texts: Iterable[str], asked: str, given: Iterable[str], others: Iterable[str] = ()) -> bool:
    """Whether one of the texts says it of a value that was given.

    ``asked``: the words of the task and of what was pressed; ``others``: values that the task's words have of other calls.
    """
    known = frozenset(spoken_words(fold(asked)))
    foreign = {word for one in others for word in spoken_words(fold(one))}
    values = [one for one in map(fold, given) if one]
    if known & _UNDOING:
        return False
    plain = [fold(text).casefold() for text in texts if not doubts(text, asked)]
    return any(_says(one, known - foreign, values) for one in plain)


def _says(said: str, own: frozenset[str], values: list[str]) -> bool:
    named = [one for one in values if _whole(one).search(said)]
    if not named or _NOW.search(said) is None:
        return False
    for one in sorted(named, key=len, reverse=True):
        said = _whole(one).sub(" ", said)
    rest = set(spoken_words(_NOW.sub(" ", said))) - _SMALL
    return bool(rest) and rest <= own


def _whole(value: str) -> re.Pattern[str]:
    return re.compile(rf"(?<!\w){re.escape(value.casefold())}(?!\w)")
