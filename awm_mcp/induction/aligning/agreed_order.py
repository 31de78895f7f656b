"""One order of things that several runs came by, each by some of them."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import TypeVar

T = TypeVar("T", bound=Hashable)


def agreed_order(rows: Sequence[Sequence[T]]) -> list[T]:
    """All things of all rows, in an order that every row agrees with, else the one in which they came up."""
    before: dict[T, set[T]] = {}
    for row in rows:
        for at, thing in enumerate(row):
            before.setdefault(thing, set()).update(row[:at])
    order: list[T] = []
    while left := [thing for thing in before if thing not in order]:
        order.append(next((thing for thing in left if before[thing] <= {*order}), left[0]))
    return order
