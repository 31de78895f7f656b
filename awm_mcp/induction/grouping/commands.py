"""What keeps runs apart that read and act alike: the command of a task, and a change with which only one of them ends.

"Suspend the member Ann" and "Remove the member Bob", each done with the menu entry of that name, are two tasks: what is
done is never a parameter, and how it ends (a question to confirm) differs with it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from awm_mcp.induction.aligning.align import LIKELY, align, masked, same_touch, supplied_by
from awm_mcp.induction.aligning.told_states import told_apart
from awm_mcp.induction.aligning.wanted import answer_of, wants_another, wish_of
from awm_mcp.induction.texts.spans import quoted
from awm_mcp.induction.texts.verbs import DESTRUCTIVE, WRITING, changes_something, dismisses
from awm_mcp.induction.trace import Column, Trace, role_of, said
from awm_mcp.induction.varying.flags import flags_of, unresolved
from awm_mcp.model import Step, Target
from awm_mcp.model.names import words
from awm_mcp.model.templates import bare_task

_DETERMINERS = frozenset({"the", "a", "an", "my", "our", "your", "this", "that", "these", "those", "all", "every", "each"})

_CLICKS = frozenset({"click", "dblclick", "check"})
_CONTROLS = frozenset(
    {"button", "checkbox", "menuitem", "menuitemcheckbox", "menuitemradio", "option", "radio", "switch", "tab"}
)  # what a link or a nameless element is called may be the page's data


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


def wishes_differ(a: Trace, b: Trace) -> bool:
    """Whether two runs want different things of what may be one element: one ticks what the other unticks."""
    wishes = {(_kind(step), _wish(step)) for step in (*a.steps, *b.steps)}
    if len(wishes) == len({kind for kind, _ in wishes}):
        return False  # told without laying them side by side: all want the same
    columns = align([a, b])
    if any(_wants_another_of_it(one, two, a, b) for one, two in _at_one_place(columns)):
        return True
    return bool(unresolved(columns, flags_of(columns, [a, b])))


def _kind(step: Step) -> str:
    return "click" if step.action.type in _CLICKS else step.action.type


def _wish(step: Step) -> tuple[object, ...]:
    became = step.action.became
    marks = (became.marks, became.lost) if became is not None and not became.unset else ()
    return wish_of(step.action), answer_of(step.action), marks


def _at_one_place(columns: Sequence[Column]) -> Iterator[tuple[Step, Step]]:
    """What one run did and what the other did instead, between two moves that both made."""
    own: list[Step] = []
    others: list[Step] = []
    for column in (*columns, Column(())):
        one, two = column.steps or (None, None)
        own += [one] if one is not None and two is None else []
        others += [two] if two is not None and one is None else []
        if column.everywhere:
            yield from ((first, second) for first in own for second in others)
            own, others = [], []


def _wants_another_of_it(one: Step, two: Step, a: Trace, b: Trace) -> bool:
    likeness = same_touch(one, two, a.task, b.task)
    sure = likeness >= LIKELY or (likeness > 0 and one.action.type == two.action.type == "check")
    return sure and wants_another(one.action, two.action) and not told_apart(one, two, a.task, b.task)


def chose_otherwise(a: Trace, b: Trace) -> bool:
    """Whether two runs, whose tasks are worded differently, clicked controls of different names that no task gives."""
    pairs = [column.present for column in align([a, b]) if column.everywhere]
    ends = [(one.action.to, two.action.to) for one, two in pairs]
    clicked = [(one.action.target, two.action.target) for one, two in pairs if one.action.type in _CLICKS]
    controls = [pair for pair in clicked if {role_of(target) for target in pair} <= _CONTROLS]
    return any(_named_otherwise(one, two, a, b) for one, two in (*ends, *controls))


def _named_otherwise(one: Target | None, two: Target | None, a: Trace, b: Trace) -> bool:
    names = said(one), said(two)
    if not all(names) or masked(names[0]) == masked(names[1]):
        return False
    return not all(supplied_by(name, trace.task) for name, trace in zip(names, (a, b), strict=True))


def only_one_ends_with_a_change(columns: Sequence[Column]) -> bool:
    """Whether, of two aligned runs, one goes on to change something after the last move that both made."""
    last = max((i for i, column in enumerate(columns) if column.everywhere), default=-1)
    return any(_changes(step) for column in columns[last + 1 :] for step in column.present)


def _changes(step: Step) -> bool:
    label = said(step.action.target)
    if step.action.type not in ("click", "dblclick", "press") or dismisses(label):
        return False
    return changes_something(label) or bool(step.effect is not None and step.effect.requests)
