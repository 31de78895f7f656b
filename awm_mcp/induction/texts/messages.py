"""What a page says because of an action: the word on a change that was made, or a value that it now shows."""

from __future__ import annotations

from collections.abc import Sequence

from awm_mcp.induction.texts.unify import Known, unify
from awm_mcp.induction.trace import Column
from awm_mcp.model import Param, Text, Value, value
from awm_mcp.model.done_words import says_done, spoken_words
from awm_mcp.model.text import fold

LONGEST_TEXT, FEWEST_LETTERS = 160, 6


def message_after(column: Column, known: Known) -> Value | None:
    """What all runs showed right after the step and that speaks of something done, with values as parameters.

    Page content that merely is the same in all runs is no message: it would be there without the change, too.
    """
    shown = _shown(column)
    if len(shown) < 2 or not all(shown):
        return None
    by_run = [_patterns(texts, known, run) for run, texts in enumerate(shown)]
    common = [said for said in by_run[0] if all(said in other for other in by_run[1:])]
    fit = [by_run[0][said] for said in common if _speaks_of_a_change(by_run[0][said])]
    if not fit:
        return _one_word_in_place(column, shown)
    return min(fit, key=lambda said: (-len(set(said.params)), len(said.words()), said.words()))


def shown_value(column: Column, known: Known) -> Value | None:
    """A parameter whose value stood by itself among what appeared after the step, in all runs."""
    shown = _shown(column)
    if len(shown) < 2 or not all(shown):
        return None
    folded = [{fold(text).casefold() for text in texts} for texts in shown]
    for name, vector in known.items():
        given = [fold(v or "").casefold() for v in vector]
        if _tells(vector) and all(v in texts for v, texts in zip(given, folded, strict=True)):
            return value([Param(param=name)])
    return None


def shown_values(column: Column, known: Known) -> Value | None:
    """What all runs showed after the step that holds several values of the run and hardly a word besides: a new entry."""
    shown = _shown(column)
    if len(shown) < 2 or not all(shown):
        return None
    by_run = [_patterns(texts, known, run) for run, texts in enumerate(shown)]
    common = [by_run[0][said] for said in by_run[0] if all(said in other for other in by_run[1:])]
    fit = [said for said in common if _is_an_entry(said) and any(_tells(known[name]) for name in said.params)]
    return min(fit, key=lambda said: (-len(set(said.params)), len(said.words()), said.words())) if fit else None


def _is_an_entry(said: Value) -> bool:
    fixed = "".join(token.text for token in said.root if isinstance(token, Text))
    return len(set(said.params)) > 1 and not any(c.isalnum() for c in fixed)


def _tells(vector: Sequence[str | None]) -> bool:
    given = [fold(v or "").casefold() for v in vector]
    return all(sum(c.isalpha() for c in v) > 2 for v in given) and len(set(given)) > 1


def _shown(column: Column) -> list[tuple[str, ...]]:
    return [step.effect.shown if step.effect is not None else () for step in column.present]


def _patterns(texts: Sequence[str], known: Known, run: int) -> dict[str, Value]:
    own = {name: vector[run : run + 1] for name, vector in known.items()}
    kept = (fold(text) for text in texts)
    found = [unify([text], own) for text in kept if FEWEST_LETTERS <= len(text) <= LONGEST_TEXT]
    return {said.words().casefold(): said for said in found}


def _speaks_of_a_change(said: Value) -> bool:
    fixed = " ".join(token.text for token in said.root if isinstance(token, Text))
    return len(spoken_words(fixed)) + len(said.params) >= 2 and says_done(fixed) and not any(c.isdigit() for c in fixed)


def _one_word_in_place(column: Column, shown: Sequence[Sequence[str]]) -> Value | None:
    """The one word for something done that came on the same page in all runs: "Saved". Elsewhere it may be a heading."""
    steps = [(step.url, step.effect.url if step.effect is not None else None) for step in column.present]
    if not all(before is not None and before == after for before, after in steps):
        return None
    said = [{fold(text).casefold().strip(" .!✓✔"): fold(text) for text in texts} for texts in shown]
    words = [word for word in said[0] if says_done(word) and len(spoken_words(word)) == 1]
    common = [word for word in words if all(word in other for other in said[1:])]
    return value(said[0][min(common)].strip(" .!✓✔")) if common else None
