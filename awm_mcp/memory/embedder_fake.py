"""An embedder for tests: an axis for each group of words that mean the same, and one for each other word."""

from __future__ import annotations

import re
import zlib
from collections.abc import Sequence

from awm_mcp.errors import Unavailable
from awm_mcp.memory.embedder import Vector, unit

_AXES = 512


class FakeEmbedder:
    """``groups``: words with blanks between that mean the same. ``asked`` counts the texts; ``broken`` refuses."""

    alike = 0.5

    def __init__(self, *groups: str, broken: bool = False) -> None:
        self._axis = {word: number for number, group in enumerate(groups) for word in group.split()}
        self._broken = broken
        self.asked = 0

    async def embed(self, texts: Sequence[str]) -> Sequence[Vector]:
        """See :class:`awm_mcp.memory.embedder.Embedder`."""
        if self._broken:
            raise Unavailable("embedder_unavailable", seen="a fake that refuses", next="the search by words stands")
        self.asked += len(texts)
        return [self._vector(text) for text in texts]

    def _vector(self, text: str) -> list[float]:
        found = [0.0] * _AXES
        for word in re.findall(r"\w+", text.casefold()):
            hashed = 100 + zlib.crc32(word.encode()) % (_AXES - 100)
            found[self._axis.get(word, hashed)] += 1.0
        return unit(found)
