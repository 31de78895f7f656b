"""What a step was seen to send, as a shape: the method and the path, with what names one thing in it left open.

``POST /tasks/*/done`` is one; ``SOCKET /live`` is a message over a socket.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence

from awm_mcp.model.text import fold

OPEN = "*"
SOCKET = "SOCKET"
MOST_SHAPES = 4
_ID = re.compile(r".*\d.*|.*%.*|.{25,}")
_READ = ("GET ", "HEAD ", "OPTIONS ")


def shape_of(said: str, values: Iterable[str] = ()) -> str:
    """The shape of what was sent, as ``POST /tasks/7/done`` says it. ``values``: what the caller gave; they name things."""
    slugs = {_slug(text) for text in values} - {""}
    method, _, path = said.partition(" ")
    return f"{method} {'/'.join(OPEN if _names_one(part, slugs) else part for part in path.split('/'))}"


def shapes_of(requests: Iterable[str], values: Iterable[str] = ()) -> tuple[str, ...]:
    """The shapes of what a step sent; what only asked is none."""
    given = tuple(values)
    return tuple(dict.fromkeys(shape_of(said, given) for said in requests if not said.startswith(_READ)))


def is_alike(shape: str, said: str, values: Iterable[str] = ()) -> bool:
    """Whether something that was sent has a shape."""
    other = shape_of(said, values)
    mine, its = shape.split("/"), other.split("/")
    return len(mine) == len(its) and all(a == b or OPEN in (a, b) for a, b in zip(mine, its, strict=True))


def only_asks(shape: str) -> bool:
    """Whether a shape is of a request that only asks."""
    return shape.startswith(_READ)


def in_all(seen: Sequence[Collection[str]]) -> tuple[str, ...]:
    """The shapes that each of several runs has; a part that differs between them is left open."""
    kept = tuple(seen[0]) if seen else ()
    for other in seen[1:]:
        kept = tuple(dict.fromkeys(joint for mine in kept if (joint := _joint_of(mine, other))))
    return kept[:MOST_SHAPES]


def _joint_of(mine: str, others: Collection[str]) -> str:
    if mine in others:
        return mine
    return next((joint for other in others if (joint := _joint(mine, other))), "")


def _joint(mine: str, other: str) -> str:
    """One shape for two that have a word of their paths in common at the same place; empty for any others."""
    a, b = mine.split("/"), other.split("/")
    if len(a) != len(b) or a[0] != b[0]:
        return ""
    if not any(x == y != OPEN for x, y in zip(a[1:], b[1:], strict=True)):
        return ""
    return "/".join(x if x == y else OPEN for x, y in zip(a, b, strict=True))


def _names_one(part: str, slugs: Collection[str]) -> bool:
    return (bool(_ID.fullmatch(part)) and not re.fullmatch(r"v\d+", part)) or _slug(part) in slugs


def _slug(text: str) -> str:
    return re.sub(r"[\W_]+", "-", fold(text).casefold()).strip("-")
