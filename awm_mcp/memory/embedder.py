"""Meaning of texts as vectors: optional, and only ever an addition to the search by words."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Protocol

Vector = Sequence[float]


class Embedder(Protocol):
    """Turns texts into vectors of one length; close vectors mean close texts."""

    @property
    def alike(self) -> float:
        """Cosine from which on two texts are held for about the same; differs from model to model."""
        ...

    async def embed(self, texts: Sequence[str]) -> Sequence[Vector]:
        """One vector of length 1 a text, in their order.

        Raises:
            Unavailable: the model cannot be used now; the search by words stands.
        """
        ...


def cosine(one: Vector, other: Vector) -> float:
    """Closeness of two vectors of length 1, -1 to 1."""
    return sum(a * b for a, b in zip(one, other, strict=True))


def unit(vector: Sequence[float]) -> list[float]:
    """The vector at length 1; one of zeros stays as it is."""
    size = math.sqrt(sum(x * x for x in vector))
    return [x / size for x in vector] if size else list(vector)
