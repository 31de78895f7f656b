"""How a command gets its settings and the application, and how it tells what went wrong."""

from __future__ import annotations

import contextlib
import json
import sys
from collections.abc import Awaitable, Callable, Generator
from typing import TYPE_CHECKING, Any, NoReturn, TypeVar

import typer

from awm_mcp.config import UNUSABLE, Settings, why_unusable
from awm_mcp.errors import AwmError

if TYPE_CHECKING:
    from awm_mcp.app import App

T = TypeVar("T")


def settings(**given: Any) -> Settings:
    """Settings of the environment, with what the command line gave on top; options left out are ``None``.

    Raises:
        SystemExit: a setting cannot be used; which one and why is told.
    """
    try:
        return Settings(**{name: value for name, value in given.items() if value is not None})
    except UNUSABLE as problem:
        fail("invalid_settings", why_unusable(problem), "see docs/configuration.md, or unset the variable", exit_code=2)


def with_app(work: Callable[[App], Awaitable[T]], chosen: Settings | None = None, *, interrupted: int = 130) -> T:
    """Does some work with the application opened on the owner's memory; errors become a message and exit code 1.

    ``interrupted``: the exit code after Ctrl-C; 0 for what goes on until then.
    """
    given = chosen or settings()

    import anyio

    from awm_mcp.app import App

    async def opened() -> T:
        async with App.opened(given) as app, app.running(learning=False):
            return await work(app)

    with told(interrupted):
        return anyio.run(opened)


@contextlib.contextmanager
def told(interrupted: int = 130) -> Generator[None]:
    """Turns the package's errors into a message with the next move, and Ctrl-C into a quiet end."""
    try:
        yield
    except AwmError as problem:
        fail(problem.code, problem.seen, problem.next, expected=problem.expected)
    except BaseExceptionGroup as group:
        first = first_error(group)
        if first is None:
            raise
        fail(first.code, first.seen, first.next, expected=first.expected)
    except KeyboardInterrupt:
        raise typer.Exit(interrupted) from None


def fail(code: str, seen: str, next_move: str, *, expected: str = "", exit_code: int = 1) -> NoReturn:
    """Says on standard error what happened and what to do, and ends."""
    said = (("error", code), ("expected", expected), ("seen", seen), ("next", next_move))
    for label, text in said:
        if text:
            typer.secho(f"{label + ':':<10}", fg="red" if label == "error" else None, bold=True, nl=False, err=True)
            typer.echo(text, err=True)
    raise typer.Exit(exit_code)


def say(text: str) -> None:
    """One line for people."""
    typer.echo(text)


def write_json(data: Any) -> None:
    """One JSON document for machines, on standard output."""
    sys.stdout.write(json.dumps(data, indent=2, ensure_ascii=False) + "\n")


def first_error(problem: BaseException) -> AwmError | None:
    """The package's own error in what a task group raised, if one is in it."""
    inner: tuple[BaseException, ...] = getattr(problem, "exceptions", ())
    if inner:
        return next((found for part in inner if (found := first_error(part)) is not None), None)
    return problem if isinstance(problem, AwmError) else None
