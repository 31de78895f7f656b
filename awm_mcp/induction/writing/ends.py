"""What the pages said after a change, in whatever language, where nothing of it is known as a message.

No single text of these is proof: a heading stands on the page of a refusal, too. All of them together are the page that the
runs ended on.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from awm_mcp.induction.texts.unify import Known, unify
from awm_mcp.induction.trace import Column
from awm_mcp.model import Gap, Param, Text, Value, value
from awm_mcp.model.text import fold

LONGEST_TEXT, MOST_TEXTS, LEAST_LETTERS = 160, 12, 2


def texts_at_end(column: Column, before: Sequence[Column], known: Known) -> tuple[Value, ...]:
    """What all runs that a browser saw showed after a step and not before it, with gaps for numbers and values."""
    seen = [(row, step.effect.shown) for row, step in enumerate(column.present) if step.effect and step.effect.shown]
    if len(seen) < 2:
        return ()
    by_run = [_patterns(texts, known, row) for row, texts in seen]
    effects = [step.effect for earlier in before for step in earlier.present if step.effect is not None]
    old = {one for effect in effects for one in _earlier(effect.shown)}
    common = [words for words in by_run[0] if words not in old and all(words in other for other in by_run[1:])]
    return tuple(by_run[0][words] for words in common[:MOST_TEXTS])


def _earlier(texts: Sequence[str]) -> Iterator[str]:
    return (_gapped(value(fold(text))).words().casefold() for text in texts)


def _patterns(texts: Sequence[str], known: Known, row: int) -> dict[str, Value]:
    own = {name: vector[row : row + 1] for name, vector in known.items()}
    found = [_gapped(unify([text], own)) for text in map(fold, texts) if len(text) <= LONGEST_TEXT]
    return {said.words().casefold(): said for said in found if _tells(said)}


def _gapped(said: Value) -> Value:
    parts: list[Text | Gap] = []
    for token in said.root:
        if isinstance(token, Param):
            parts.append(Gap(gap="text"))
        elif isinstance(token, Text):
            parts += _without_numbers(token.text)
        else:
            parts.append(token)
    return value(parts)


def _without_numbers(text: str) -> Iterator[Text | Gap]:
    for part in re.split(r"(\d[\d.,]*)", text):
        if part:
            yield Gap(gap="number") if part[0].isdigit() else Text(text=part)


def _tells(said: Value) -> bool:
    fixed = "".join(token.text for token in said.root if isinstance(token, Text))
    return sum(char.isalpha() for char in fixed) >= LEAST_LETTERS
