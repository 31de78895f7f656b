"""Listeners to what pages ask for and get, of which there are several for each request, its answer and its end.

Playwright looks up the signature of a listener each time that it calls it, which costs more than most of them do.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import TypeVar

_T = TypeVar("_T")


def heard(listener: Callable[[_T], None]) -> Callable[[_T], None]:
    """The listener to one thing, as a function whose signature is known; it cannot be taken off by its own name."""

    def told(one: _T) -> None:
        listener(one)

    vars(told)["__signature__"] = _OF_ONE
    return told


def _one(one: object) -> None:
    """What a listener looks like."""


_OF_ONE = inspect.signature(_one)
