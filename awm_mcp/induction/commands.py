"""What keeps runs apart that read and act alike: the command of a task, and a change with which only one of them ends.

"Suspend the member Ann" and "Remove the member Bob", each done with the menu entry of that name, are two tasks: what is
done is never a parameter, and how it ends (a question to confirm) differs with it.
"""

from __future__ import annotations

from collections.abc import Sequence

from awm_mcp.induction.spans import quoted
from awm_mcp.induction.trace import Column, Trace, said
from awm_mcp.induction.verbs import DESTRUCTIVE, WRITING, changes_something, dismisses
from awm_mcp.model import Step
from awm_mcp.model.names import words
from awm_mcp.model.templates import bare_task

_DETERMINERS = frozenset({"the", "a", "an", "my", "our", "your", "this", "that", "these", "those", "all", "every", "each"})


def commands_differ(a: Trace, b: Trace) -> bool:
    """Whether each task begins with what a control is called that only its own run clicked."""
    first, second = _command(a), _command(b)
    return bool(first and second) and first not in _clicked(b) and second not in _clicked(a)


def _command(trace: Trace) -> str:
    """The word with which the task says what to do, where the run clicked what is called so; else empty."""
    task = bare_task(trace.task)
    said_first = task.split(maxsplit=2)
    if len(said_first) < 2 or not said_first[0].isalpha() or any(task.startswith(q, 1) for q in quoted(task)):
        return ""
    verb, after = said_first[0].casefold(), said_first[1]
    commands = verb in WRITING | DESTRUCTIVE or after.casefold() in _DETERMINERS or not after[0].islower()
    return verb if commands and verb in _clicked(trace) else ""


def _clicked(trace: Trace) -> frozenset[str]:
    labels = (
        said(step.action.target) for step in trace.steps if step.action.type in ("click", "dblclick", "check", "select")
    )
    return frozenset(parts[0] for label in labels if (parts := words(label)))


def only_one_ends_with_a_change(columns: Sequence[Column]) -> bool:
    """Whether, of two aligned runs, one goes on to change something after the last move that both made."""
    last = max((i for i, column in enumerate(columns) if column.everywhere), default=-1)
    return any(_changes(step) for column in columns[last + 1 :] for step in column.present)


def _changes(step: Step) -> bool:
    label = said(step.action.target)
    if step.action.type not in ("click", "dblclick", "press") or dismisses(label):
        return False
    return changes_something(label) or bool(step.effect is not None and step.effect.requests)
