"""What the agents chose freely is written as one run chose it, so that it is no parameter.

A typed or chosen text that differs between runs comes from the task, from the page, or from the agent's taste. Three kinds
of taste can be told for sure: what differs between runs of the very same task and is not written anywhere, how many rows a
list shows at once, and the words around the task's values in a text that is made of nothing but them ("Recommendations for
{category}"). Everything else that differs stays a parameter: taking one run's text for it would type the wrong thing.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from awm_mcp.induction.aligning.patterns import SMALL
from awm_mcp.induction.texts.spans import find, occurs, quoted
from awm_mcp.induction.trace import Column, Trace, field_name
from awm_mcp.induction.varying.renaming import apart
from awm_mcp.induction.varying.values import differing_spans, texts_of
from awm_mcp.induction.writing.sent_by_writes import sent_by_writes
from awm_mcp.induction.writing.steps import after
from awm_mcp.model import Effect, Step, value
from awm_mcp.model.names import words

_ROWS_AT_ONCE = re.compile(
    r"show|display|limit|rows|.*\b(?:per page|page size|(?:rows|items|results|entries) per)\b.*", re.IGNORECASE
)


def settled(columns: Sequence[Column], traces: Sequence[Trace]) -> list[Column]:
    """The columns, in which what was chosen freely is the same in all runs but for the task's values."""
    alike = len({trace.task for trace in traces}) == 1 and any(_differs(column) for column in columns)
    sent = sent_by_writes(columns, traces) if alike else frozenset[int]()
    return [_settled(column, traces, sent=index in sent) for index, column in enumerate(columns)]


def _differs(column: Column) -> bool:
    kind = column.present[0].action.type
    return kind in ("fill", "select") and len({text for text in texts_of(column) if text is not None}) > 1


def _settled(column: Column, traces: Sequence[Trace], *, sent: bool) -> Column:
    texts = texts_of(column)
    if not _differs(column) or _reported(texts, traces):
        return column
    task = traces[0].task if len({trace.task for trace in traces}) == 1 else ""
    if task and (not sent or any(text is not None and occurs(text, task) for text in texts)):
        return _with(column, traces, [_for_one_task(texts, traces[0].task)] * len(texts))
    if (most := _rows_at_once(column, texts, traces)) is not None:
        return _with(column, traces, [most for _ in texts])
    if column.present[0].action.type == "fill" and column.everywhere and (worded := _worded_alike(texts, traces)):
        return _with(column, traces, worded)
    return column


def _reported(texts: Sequence[str | None], traces: Sequence[Trace]) -> bool:
    """Whether the reporter of each run gave the text as a value of the task."""
    pairs = [(text, trace) for text, trace in zip(texts, traces, strict=True) if text is not None]
    return all(text in trace.run.hints.values() for text, trace in pairs)


def _for_one_task(texts: Sequence[str | None], task: str) -> str:
    """One text for runs of the very same task, which does not decide between theirs: its own words before others."""
    given = [text for text in texts if text is not None]
    return next((text for text in given if occurs(text, task)), given[0])


def _rows_at_once(column: Column, texts: Sequence[str | None], traces: Sequence[Trace]) -> str | None:
    """The largest number of rows that a run chose to see; None when the column is no such choice, or a task names one."""
    label = re.sub(r"[\s:*]+$", "", field_name(column.present[0].action.target))
    given = [text for text in texts if text is not None]
    if column.present[0].action.type != "select" or not _ROWS_AT_ONCE.fullmatch(label) or not all(map(str.isdigit, given)):
        return None
    told = any(occurs(text, trace.task) for text, trace in zip(texts, traces, strict=True) if text is not None)
    return None if told else max(given, key=int)


def _worded_alike(texts: Sequence[str | None], traces: Sequence[Trace]) -> list[str] | None:
    """The texts in the words of the first run that used none but those of all tasks around the values of its own."""
    tasks = [trace.task for trace in traces]
    values = _task_values(tasks)
    if all(occurs(text or "", task) for text, task in zip(texts, tasks, strict=True)):
        return None
    held = [[row for row in values if occurs(row[i], text or "")] for i, text in enumerate(texts)]
    rests = [_replaced(text or "", [(row[i], " ") for row in held[i]]) for i, text in enumerate(texts)]
    if not all(held) or (len(set(rests)) == 1 and all(other == held[0] for other in held)):
        return None
    shared = _shared_words(tasks, values)
    for i, text in enumerate(texts):
        around = words(rests[i])
        if any(word.isalpha() for word in around) and all(word in shared or word in SMALL for word in around):
            return [_replaced(text or "", [(row[i], row[k]) for row in held[i]]) for k in range(len(texts))]
    return None


def _shared_words(tasks: Sequence[str], values: Sequence[tuple[str, ...]]) -> frozenset[str]:
    """What all tasks say apart from their values, in the singular and the plural."""
    said = [words(_replaced(task, [(row[i], " ") for row in values])) for i, task in enumerate(tasks)]
    shared = frozenset(said[0]).intersection(*said[1:])
    return shared | {word.removesuffix("s") for word in shared} | {f"{word}s" for word in shared}


def _task_values(tasks: Sequence[str]) -> list[tuple[str, ...]]:
    """What differs between the tasks, one tuple a place: quoted texts and other spans."""
    marked = [quoted(task) for task in tasks]
    quotes = [tuple(row) for row in zip(*marked, strict=True)] if len({len(m) for m in marked}) == 1 else []
    return [row for row in dict.fromkeys([*quotes, *differing_spans(tasks)]) if len(set(row)) > 1]


def _replaced(text: str, pairs: Sequence[tuple[str, str]]) -> str:
    ordered = sorted(pairs, key=lambda pair: -len(pair[0]))
    made, at = "", 0
    for start, end, new in apart([(start, end, new) for old, new in ordered for start, end in find(old, text)]):
        made, at = made + text[at:start] + new, end
    return made + text[at:]


def _with(column: Column, traces: Sequence[Trace], texts: Sequence[str]) -> Column:
    rows = zip(column.steps, traces, texts, strict=True)
    return Column(tuple(_typing(step, trace, text) if step is not None else None for step, trace, text in rows))


def _typing(step: Step, trace: Trace, text: str) -> Step:
    """The step with another text; where it led stays what it was."""
    change = {"value": value(text), "values": ()}
    led = after(trace, step)
    effect = step.effect or (Effect(url=led) if led else None)
    return step.model_copy(update={"action": step.action.model_copy(update=change), "effect": effect})
