"""Days that are clicked by their number alone: which month is meant only the page knew, as it was shown to the runs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from awm_mcp.induction.texts.dates import dates_in, days_named
from awm_mcp.induction.texts.spans import find, occurs
from awm_mcp.model import FlowStep, Param, Workflow

_CLICKS = frozenset({"click", "dblclick", "check"})
_MONTHS = (
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December",
)  # fmt: skip


def cut_dates(workflow: Workflow) -> Iterator[tuple[int, str]]:
    """For each step that clicks the day of a date, of which no step tells the month: its number and the parameter."""
    for number, step in enumerate(workflow.steps, start=1):
        for name in _named_by(step):
            parameter = workflow.parameter(name)
            dates = [d for example in parameter.examples for d in _dates_around(example, workflow)] if parameter else []
            said = list(_said_beside(workflow, name)) if dates else []
            if not all(_month_told(date, said) for date in dates):
                yield number, name


def _named_by(step: FlowStep) -> list[str]:
    """The parameters that say what is clicked."""
    action = step.action
    if action is None or action.type not in _CLICKS or action.target is None:
        return []
    tokens = [token for text in action.target.texts.values() for token in text.root]
    return list(dict.fromkeys(token.param for token in tokens if isinstance(token, Param) and token.format is None))


def _dates_around(part: str, workflow: Workflow) -> Iterator[str]:
    """The dates of the source tasks that hold a number, where the tasks say it nowhere else."""
    for task in workflow.evidence.tasks if part.isdigit() else ():
        dates = dates_in(task)
        around = [next((d for d in dates if d[0] <= start and end <= d[1]), None) for start, end in find(part, task)]
        if None not in around:
            yield from (task[slice(*date)] for date in around if date is not None)


def _said_beside(workflow: Workflow, name: str) -> Iterator[str]:
    """What the steps say, and what a caller gives beside one parameter."""
    for step in workflow.steps:
        yield from (text.words() for text in (step.action.all_values() if step.action is not None else ()))
    yield from (example for p in workflow.parameters if p.name != name for example in p.examples)


def _month_told(date: str, said: Sequence[str]) -> bool:
    days = days_named(date)
    names = {name for day in days for name in (_MONTHS[day.month - 1], _MONTHS[day.month - 1][:3])}
    numbers = {text for day in days for text in (str(day.month), f"{day.month:02d}")}
    return any(text.strip() in numbers or any(occurs(name, text) for name in names) for text in said)
