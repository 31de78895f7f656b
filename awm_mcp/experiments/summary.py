"""Results -> one row an arm: rates with Wilson's interval, means with their n. Pure."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence

from awm_mcp.experiments.arms import ARMS
from awm_mcp.experiments.records import Record
from awm_mcp.model.answers import Answer
from awm_mcp.usage.wilson import Rate, rate

ORDER: dict[str, int] = {arm: place for place, arm in enumerate(ARMS)}
DEFINITIONS = {
    "success": "Tasks whose checker held at the end, of all tasks of the arm.",
    "steps": "Browser actions done per task, by hand and inside workflow calls.",
    "tool calls": "Tool calls of the agent per task: what it had to decide.",
    "model calls": "Answers of the model per task; 0 for scripted agents.",
    "tokens": "Prompt and answer tokens per task, as the endpoint counts them.",
    "seconds": "Wall-clock time per task, without reporting and learning.",
    "task call": "Tasks with at least one workflow call, of all tasks. The paper's number (AWM_AS: 18.5 %).",
    "eligible call": "Tasks with a workflow call, of the tasks for which the memory held a workflow that does this very "
    "task (find_workflows, asked by the experiment itself after the task, answers 'run'). The fair number.",
    "worked": "Workflow calls that reached their end state, of all workflow calls.",
    "by hand": "Tasks in which the steps of the fitting workflow were done by hand, in order and without calling one, of "
    "the tasks in which it was shown by prompt or search.",
    "interval": "95 % by Wilson's score method for rates; mean ± 1.96 standard errors for the rest, from n ≥ 2.",
}


class Mean(Answer):
    """A mean of ``n`` values; ``error``: its standard error, None below two values."""

    n: int
    value: float | None
    error: float | None


class Row(Answer):
    """One arm of one agent. ``solved`` and ``calls``: the learning curve, in the order of the tasks."""

    agent: str
    arm: str
    tasks: int
    success: Rate
    steps: Mean
    tool_calls: Mean
    model_calls: Mean
    tokens: Mean
    seconds: Mean
    task_call: Rate
    eligible_call: Rate
    worked: Rate
    by_hand: Rate
    solved: tuple[bool, ...]
    called: tuple[bool, ...]
    calls: tuple[int, ...]


def rows(records: Iterable[Record]) -> list[Row]:
    """One row for each agent and arm, arms in their fixed order."""
    grouped: dict[tuple[str, str], list[Record]] = {}
    for record in records:
        grouped.setdefault((record.agent, record.arm), []).append(record)
    return [_row(*key, grouped[key]) for key in sorted(grouped, key=lambda key: (key[0], ORDER[key[1]]))]


def mean(values: Sequence[float]) -> Mean:
    """Mean and standard error (of the sample)."""
    n = len(values)
    if n == 0:
        return Mean(n=0, value=None, error=None)
    middle = sum(values) / n
    if n == 1:
        return Mean(n=1, value=middle, error=None)
    variance = sum((value - middle) ** 2 for value in values) / (n - 1)
    return Mean(n=n, value=middle, error=math.sqrt(variance / n))


def _row(agent: str, arm: str, records: Sequence[Record]) -> Row:
    given = sorted(records, key=lambda record: (record.seed, record.order))
    calls = sum(record.workflow_calls for record in given)
    return Row(
        agent=agent,
        arm=arm,
        tasks=len(given),
        success=_share(given, lambda record: record.solved),
        steps=mean([record.steps for record in given]),
        tool_calls=mean([record.tool_calls for record in given]),
        model_calls=mean([record.model_calls for record in given]),
        tokens=mean([record.tokens_in + record.tokens_out for record in given]),
        seconds=mean([record.seconds for record in given]),
        task_call=_share(given, _called),
        eligible_call=_share([record for record in given if record.matched], _called),
        worked=rate(min(calls, sum(record.workflows_ok for record in given)), calls),
        by_hand=_share([record for record in given if record.shown], lambda record: record.followed),
        solved=tuple(record.solved for record in given),
        called=tuple(_called(record) for record in given),
        calls=tuple(record.tool_calls for record in given),
    )


def _called(record: Record) -> bool:
    return record.workflow_calls > 0


def _share(records: Sequence[Record], holds: Callable[[Record], bool]) -> Rate:
    return rate(sum(holds(record) for record in records), len(records))
