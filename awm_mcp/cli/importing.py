"""``awm-mcp import``: takes in file by file; one that cannot be read is told and does not stop the others."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import typer

from awm_mcp.cli.opening import say
from awm_mcp.errors import AwmError

if TYPE_CHECKING:
    from awm_mcp.app import App
    from awm_mcp.model import ReportAnswer

Said = Mapping[str, "list[ReportAnswer] | AwmError"]
_ON_THE_COMMAND_LINE = {"task_missing": 'say what was done: awm-mcp import FILE --task "…" --outcome success'}
"""What to do about an error, where the command line has a way of its own."""


async def take_in(
    app: App, files: Sequence[Path], memory: Literal["offline", "online"] | None, *, task: str, outcome: str
) -> Said:
    """What became of each file: an answer for every run in it, or why it cannot be read."""
    said: dict[str, list[ReportAnswer] | AwmError] = {}
    for file in files:
        try:
            said[str(file)] = await app.import_runs(file, kept=memory, task=task, outcome=outcome)
        except AwmError as problem:
            said[str(file)] = problem
    return said


def failed(said: Said) -> bool:
    """Whether a file could not be read."""
    return any(isinstance(given, AwmError) for given in said.values())


def as_data(said: Said) -> dict[str, Any]:
    """For machines: a list of answers for each file, or an object with what is wrong with it."""
    return {
        file: _with_next(given) if isinstance(given, AwmError) else [answer.as_data() for answer in given]
        for file, given in said.items()
    }


def tell(said: Said) -> None:
    """For people: a line for each file, what is special about its runs, and the next thing to do."""
    for file, given in said.items():
        if isinstance(given, AwmError):
            _tell_problem(file, given)
        else:
            _tell_answers(file, given)
    answers = [answer for given in said.values() if not isinstance(given, AwmError) for answer in given]
    if any(answer.learning != "off" for answer in answers):
        say("next: awm-mcp induce (or start the server, which learns in the background)")


def _tell_answers(file: str, answers: Sequence[ReportAnswer]) -> None:
    fresh = sum(not answer.duplicate for answer in answers)
    say(f"{file}: {fresh} new, {len(answers) - fresh} known")
    for warning in sorted({warning for answer in answers for warning in answer.warnings}):
        say(f"  {warning}")
    for idle in sorted({answer.next for answer in answers if answer.learning == "off"}):
        say(f"  {idle}")
        say("  if the recording does not say how it ended, import it again with --outcome success")


def _tell_problem(file: str, problem: AwmError) -> None:
    data = _with_next(problem)
    typer.secho(f"{file}: error: {data['code']}: expected {data['expected']}; seen {data['seen']}", fg="red", err=True)
    if data["next"]:
        typer.echo(f"  next: {data['next']}", err=True)


def _with_next(problem: AwmError) -> dict[str, Any]:
    data = problem.as_data()
    return {**data, "next": _ON_THE_COMMAND_LINE.get(problem.code, data["next"])}
