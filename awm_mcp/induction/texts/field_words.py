"""The words of a field's label that say what goes into it."""

from __future__ import annotations

import re
from collections.abc import Sequence

from awm_mcp.induction.texts.languages import SEARCH_WORDS
from awm_mcp.induction.texts.own_state import STATE, without_state
from awm_mcp.induction.trace import Column, field_name
from awm_mcp.model.names import words

VAGUE = frozenset({
    "search", "q", "query", "find", "keyword", "keywords", "value", "text", "input", "content", "values", "field",
    "enter", "select", "choose", "type", "yyyy", "e", "eg", "filter", "term", "modal", "id", "ref",
    "all", "any", "autocomplete", "combobox", "textbox", "searchbox", "listbox", "dropdown", *SEARCH_WORDS,
})  # fmt: skip
FIELD_NOISE = frozenset({
    "enter", "your", "please", "select", "choose", "type", "the", "a", "an", "my", "is", "optional", "required", "e",
    "g", "for", "of", "in", "here", "to",
})  # fmt: skip
JOINTS = frozenset({"by", "or", "and", "in", "at", "on", "from", "with", "within", "near", "more", "all", "any", "this"})


def field_words(column: Column) -> list[str]:
    """The words of a field's label that tell it, in all runs that show one: "To: Ann" in another run is "To: Bob".

    None where the label is an example of what to enter.
    """
    first, *others = [_words_of(label) for label in dict.fromkeys(_labels_alone(column))]
    return [word for word in first if all(word in other for other in others)]


def _words_of(label: str) -> list[str]:
    label = re.sub(r"\(.*?\)", " ", label)
    if _EXAMPLE.search(label):
        return []
    label = _ADDING.sub("", label)
    given = [w for part in _BRAND.sub(" ", label).split() for w in _telling(part)]
    if not given and words(label) == ["to"]:
        return ["to"]
    return [] if given and all(len(w) == 1 and w.isascii() for w in given) else given


def _labels_alone(column: Column) -> list[str]:
    """A field's label in each run that shows one, without what it said that the field held."""
    targets = [step.action.target for step in column.present]
    marked = [without_state(field_name(target), target) if target is not None else "" for target in targets]
    alone = [_SAYS_STATE.sub("", label).replace(STATE, " ") for label in marked]
    return [label for label in alone if label.strip()] or [""]


_SAYS_STATE = re.compile(rf"[,;]\s[^,;]*{STATE}.*$")
"""A clause that says what is held: "Choose date, selected date is …"."""


def _telling(part: str) -> list[str]:
    """The words of a part of a label that say something; those of a hyphenated word belong together: ``Check-in``."""
    given = [word for word in words(part) if not word.isdigit()]
    return given if _HYPHENATED.search(part) else [word for word in given if word not in FIELD_NOISE]


_HYPHENATED = re.compile(r"[^\W\d_]{2}-[^\W\d_]{2}")


def before_vague_joint(label: Sequence[str]) -> list[str]:
    """A label up to ``or``, where it says nothing before: ``keyword or web id`` names no web."""
    end = next((i for i, word in enumerate(label) if word in JOINTS), len(label))
    vague = 0 < end < len(label) and all(word in VAGUE for word in label[:end]) and len(label[:end]) + 1 < len(label)
    return [] if vague and label[end] in ("or", "and", "by") else list(label)


_ADDING = re.compile(r"^\s*add (?:(?:a|an|the|your) )?(?:new )?(?=\w)", re.IGNORECASE)
_BRAND = re.compile(r"(?<=\s)\b[A-Z]+[a-z]+[A-Z]\w*\b")
"""A name with a capital inside, behind other words: the site's own, as in "Search GitLab"."""
_EXAMPLE = re.compile(r"\be\.?g\b|\d[\d:hm. /-]|\?(?:\s|$)|\b[YMD]{2,4}[-/.][YMD]{2}|@", re.IGNORECASE)
