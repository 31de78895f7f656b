"""Questions to a page that do not depend on each other, asked at once: each costs a way to the browser and back."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any, TypeVar, cast, overload

_A = TypeVar("_A")
_B = TypeVar("_B")
_C = TypeVar("_C")
_D = TypeVar("_D")


@overload
async def together(a: Coroutine[Any, Any, _A], b: Coroutine[Any, Any, _B], /) -> tuple[_A, _B]: ...
@overload
async def together(
    a: Coroutine[Any, Any, _A], b: Coroutine[Any, Any, _B], c: Coroutine[Any, Any, _C], /
) -> tuple[_A, _B, _C]: ...
@overload
async def together(
    a: Coroutine[Any, Any, _A], b: Coroutine[Any, Any, _B], c: Coroutine[Any, Any, _C], d: Coroutine[Any, Any, _D], /
) -> tuple[_A, _B, _C, _D]: ...
async def together(*asked: Coroutine[Any, Any, Any]) -> tuple[Any, ...]:
    """All answers in order; an error is raised when all have ended, so that nothing goes on behind it."""
    answers = await asyncio.gather(*asked, return_exceptions=True)
    for answer in answers:
        if isinstance(answer, BaseException):
            raise answer
    return cast("tuple[Any, ...]", tuple(answers))


async def nothing() -> None:
    """Where nothing is to be asked."""
