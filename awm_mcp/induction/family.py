"""Groups the runs of a site into task families: runs that are the same task with other values."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from difflib import SequenceMatcher

from awm_mcp.induction.align import align
from awm_mcp.induction.spans import find, quoted, tokens
from awm_mcp.induction.trace import Trace, said
from awm_mcp.model import Step

SAME_WORDING = 0.8
SAME_STEPS = 0.6
SAME_STEPS_OTHER_WORDING = 0.9
SAME_STEPS_OF_A_TEMPLATE = 0.5
CANDIDATES = 12


@dataclass
class Family:
    """Runs of one task; the shortest one first."""

    traces: list[Trace]
    wording: tuple[str, ...]
    template: str | None = None
    words: frozenset[str] = field(default_factory=frozenset[str])


def families(traces: Sequence[Trace]) -> list[Family]:
    """Families in a fixed order. Time grows linearly with the runs: only families that share words are compared."""
    found: list[Family] = []
    by_key: dict[tuple[str, ...], list[int]] = defaultdict(list)
    by_word: dict[str, list[int]] = defaultdict(list)
    for trace in traces:
        wording = masked_task(trace)
        known = _home(trace, wording, found, by_key, by_word)
        if known is not None:
            found[known].traces.append(trace)
            continue
        found.append(Family([trace], wording, trace.run.template, _content(wording)))
        by_key[_key(trace, wording)].append(len(found) - 1)
        for word in found[-1].words:
            by_word[word].append(len(found) - 1)
    return found


def _key(trace: Trace, wording: tuple[str, ...]) -> tuple[str, ...]:
    return ("template", trace.run.template) if trace.run.template else wording


def _home(
    trace: Trace,
    wording: tuple[str, ...],
    found: Sequence[Family],
    by_key: dict[tuple[str, ...], list[int]],
    by_word: dict[str, list[int]],
) -> int | None:
    """Index of the family that the run belongs to."""
    exact = by_key.get(_key(trace, wording), [])
    for index in exact[:CANDIDATES]:
        if _same_steps(trace, found[index], SAME_STEPS_OF_A_TEMPLATE if trace.run.template else SAME_STEPS):
            return index
    if trace.run.template:
        return None
    for index in _near(_content(wording), by_word, found):
        family = found[index]
        if family.template is None and _alike(wording, family.wording):
            if not _same_steps(trace, family, SAME_STEPS_OTHER_WORDING):
                continue
            return index
    return None


def _near(words: frozenset[str], by_word: dict[str, list[int]], found: Sequence[Family]) -> list[int]:
    """Families that share most content words, the nearest first; the rarest words are looked up."""
    counts: dict[int, int] = defaultdict(int)
    for word in sorted(words, key=lambda w: (len(by_word.get(w, ())), w))[:4]:
        for index in by_word.get(word, ())[:200]:
            counts[index] += 1
    ranked = sorted(counts, key=lambda i: (-len(words & found[i].words) / max(1, len(words | found[i].words)), i))
    return ranked[:CANDIDATES]


def _content(wording: tuple[str, ...]) -> frozenset[str]:
    return frozenset(word for word in wording if len(word) > 2 and word.isalpha())


def _alike(a: tuple[str, ...], b: tuple[str, ...]) -> bool:
    return SequenceMatcher(None, a, b, autojunk=False).ratio() >= SAME_WORDING


def _same_steps(trace: Trace, family: Family, least: float) -> bool:
    return step_likeness(trace, family.traces[0]) >= least


def step_likeness(a: Trace, b: Trace) -> float:
    """Share of the longer run's steps that have a counterpart in the other."""
    longer = max(len(a.steps), len(b.steps))
    if not longer:
        return 1.0 if len(a.steps) == len(b.steps) else 0.0
    return sum(column.everywhere for column in align([a, b])) / longer


def masked_task(trace: Trace) -> tuple[str, ...]:
    """The words of a task text with its own values masked: quoted spans, numbers, typed values, clicked labels."""
    spans = [span for value in _own_values(trace) for span in find(value, trace.task)]
    text, at = "", 0
    for start, end in sorted(_without_overlap(spans)):
        text += trace.task[at:start] + "\x01"
        at = end
    text += trace.task[at:]
    shown = ("\x01" if token == "\x01" or token[0].isdigit() else token.casefold() for token in tokens(text))
    words = [token for token in shown if token == "\x01" or token.isalpha()]
    return tuple(word for index, word in enumerate(words) if word != "\x01" or index == 0 or words[index - 1] != "\x01")


def _own_values(trace: Trace) -> list[str]:
    values = [*quoted(trace.task), *trace.run.hints.values()]
    for step in trace.steps:
        values.extend(_values_of(step))
    return sorted({v for v in values if len(v) > 1 or v.isdigit()}, key=lambda v: (-len(v), v))


def _values_of(step: Step) -> list[str]:
    action = step.action
    typed = [v.literal for v in (action.value, *action.values) if v is not None and v.literal]
    if action.type in ("fill", "select", "upload", "choose"):
        return typed
    label = said(action.target) if action.type in ("click", "check", "dblclick", "hover") else ""
    return [label] if label and any(c.isupper() or c.isdigit() for c in label) else []


def _without_overlap(spans: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """Longest first; later ones that touch a taken one are left out."""
    taken: list[tuple[int, int]] = []
    for span in spans:
        if all(span[1] <= start or span[0] >= end for start, end in taken):
            taken.append(span)
    return taken
