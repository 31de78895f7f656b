"""Words between a thing and its name that are part of neither: "the contact *called* Eve". Pure."""

from __future__ import annotations

import re
from collections.abc import Sequence

_FILLERS = """
(?:called|named|titled|entitled|labelled|labeled|known|listed)(?: as)?|with the (?:name|title)(?: of)?|by the name of
|whose (?:name|title) is|(?:that|which|who) is called
|namens|genannt|benannt|betitelt|mit dem (?:namen|titel)
|nommée?|appelée?|intitulée?|du nom de|avec le nom(?: de)?|qui s['’]appelle
|llamad[oa]|titulad[oa]|de nombre|con el nombre(?: de)?|con el título|que se llama
|chiamat[oa]|intitolat[oa]|di nome|con il nome(?: di)?|che si chiama
|chamad[oa]|intitulad[oa]|de nome|com o nome(?: de)?|que se chama
|genaamd|getiteld|met de naam|o nazwie|o imieniu|zatytułowan[yae]|som heter|kallad|kaldet|med namnet|med navnet|ved navn
|s názvem|se jménem|jménem|по имени|под названием|с именем
"""
_FILLER = re.compile(rf"(?:the\s+one\s+)?(?:{_FILLERS.replace(chr(10), '')})\s*:?\s+(?=\S)", re.IGNORECASE)
_OPENING = tuple("'\"`‘“„«‹")


def without_filler(text: str, examples: Sequence[str]) -> str:
    """The name behind such words, where what follows is surely one: quoted, known, or written as a name."""
    hit = _FILLER.match(text)
    if hit is None or text[:1].isupper() or any(_FILLER.match(known) for known in examples):
        return text
    name = text[hit.end() :]
    known = name.casefold() in (one.casefold() for one in examples)
    return name if known or name.startswith(_OPENING) or all(map(_is_marked, name.split())) else text


def begins_with_filler(text: str) -> bool:
    """Whether it begins with such words, whatever follows."""
    return _FILLER.match(text) is not None and not text[:1].isupper()


def _is_marked(word: str) -> bool:
    return word[:1].isupper() or word[:1].isdigit()
