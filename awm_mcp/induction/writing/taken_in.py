"""What a field took in: a value that was typed and that the page then showed in an element of its own, as a chip does."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from awm_mcp.induction.texts.unify import Known
from awm_mcp.induction.trace import Column
from awm_mcp.model import Expectation, Param, Target, value
from awm_mcp.model.text import fold

_TAKES = frozenset({"press", "click"})
LEAST_LETTERS = 2


def taken_in(columns: Sequence[Column], index: int, known: Known, writing: Collection[int]) -> Expectation | None:
    """The typed value as an entry of its own, where all runs showed it after the key or click that took it in.

    A list that a search brings shows what was searched for, too: there the value is used again, or nothing is saved.
    """
    column = columns[index]
    if column.present[0].action.type not in _TAKES or index in writing or not any(later > index for later in writing):
        return None
    name = _typed_before(columns, index, known)
    if name is None or any(_names(c, known[name]) for c in columns[index + 1 :]):
        return None
    pairs = [(step, given) for step, given in zip(column.steps, known[name], strict=True) if step is not None]
    shown = all(
        step.effect is not None and _stands(given or "", (*step.effect.shown, *step.effect.taken)) for step, given in pairs
    )
    stayed = all(step.effect is not None and step.effect.url in (None, step.url) for step, _ in pairs)
    return Expectation(text=value([Param(param=name)]), alone=True) if pairs and shown and stayed else None


def _typed_before(columns: Sequence[Column], index: int, known: Known) -> str | None:
    """The parameter that the step before typed, in all runs."""
    before = columns[index - 1] if index else None
    if before is None or before.present[0].action.type != "fill" or not before.everywhere or not columns[index].everywhere:
        return None
    typed = [step.action.value.literal if step.action.value is not None else None for step in before.present]
    return next((name for name, vector in known.items() if list(vector) == typed and all(map(_tells, typed))), None)


def _tells(typed: str | None) -> bool:
    return sum(c.isalpha() for c in typed or "") >= LEAST_LETTERS


def _stands(given: str, shown: Sequence[str]) -> bool:
    return fold(given).casefold() in {fold(text).casefold() for text in shown}


def _names(column: Column, values: Sequence[str | None]) -> bool:
    """Whether a later step names what was typed: it acts on what was found by it."""
    return any(
        _says(step.action.target, given)
        for step, given in zip(column.steps, values, strict=True)
        if step is not None and given
    )


def _says(target: Target | None, given: str) -> bool:
    texts = [*target.texts.values(), *((target.row,) if target.row is not None else ())] if target is not None else []
    return any(fold(given).casefold() in fold(text.literal or "").casefold() for text in texts)
