"""Checking: whether the final page and the answer are what a task asked for. No model is asked."""

from __future__ import annotations

import importlib
import re
from collections.abc import Callable, Iterator
from typing import Any

from awm_mcp.errors import InvalidInput
from awm_mcp.experiments.task_file import Check
from awm_mcp.model.base import Word
from awm_mcp.model.text import fold


class Final(Word):
    """How a task ended: the page the agent was on last and what it answered. ``origin``: of the site that was served."""

    task: str = ""
    start_url: str = ""
    url: str = ""
    title: str = ""
    text: str = ""
    answer: str = ""
    origin: str = ""


class Verdict(Word):
    """``why``: what did not hold, in words; empty when solved."""

    solved: bool
    why: str = ""


def check(wanted: Check, final: Final) -> Verdict:
    """Whether everything that is wanted holds.

    Raises:
        InvalidInput: the Python entry point cannot be loaded or fails.
    """
    failed = [why for holds, why in _trials(wanted, final) if not holds]
    return Verdict(solved=not failed, why="; ".join(failed))


def _trials(wanted: Check, final: Final) -> Iterator[tuple[bool, str]]:
    shown, answer = f"{final.title}\n{final.text}", _folded(final.answer)
    if wanted.url is not None:
        yield re.search(wanted.url, final.url) is not None, f"the address {final.url!r} does not fit {wanted.url!r}"
    if wanted.text is not None:
        yield _folded(wanted.text) in _folded(shown), f"the page does not show {wanted.text!r}"
    if wanted.pattern is not None:
        yield re.search(wanted.pattern, shown) is not None, f"nothing on the page fits {wanted.pattern!r}"
    if wanted.equals is not None:
        yield _folded(wanted.equals) == answer, f"the answer is {final.answer[:80]!r}, not {wanted.equals!r}"
    for part in wanted.contains:
        yield _folded(part) in answer, f"the answer {final.answer[:80]!r} does not hold {part!r}"
    if wanted.python is not None:
        yield bool(_ask(wanted.python, final)), f"{wanted.python} says no"


def entry_point(name: str) -> Callable[[Final], Any]:
    """The function behind ``module:function``.

    Raises:
        InvalidInput: it cannot be imported.
    """
    module, _, function = name.partition(":")
    try:
        return getattr(importlib.import_module(module), function)
    except (ImportError, AttributeError) as problem:
        raise _broken(name, str(problem)) from problem


def _ask(name: str, final: Final) -> Any:
    try:
        return entry_point(name)(final)
    except InvalidInput:
        raise
    except Exception as problem:
        raise _broken(name, f"{type(problem).__name__}: {problem}") from problem


def _broken(name: str, seen: str) -> InvalidInput:
    return InvalidInput(
        "broken_check",
        expected=f"a function {name} that takes how the task ended",
        seen=seen[:300],
        next="correct the check",
    )


def _folded(text: str) -> str:
    return fold(text).casefold()
