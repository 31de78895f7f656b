"""Embeddings of any OpenAI-compatible endpoint (``/embeddings``)."""

from __future__ import annotations

import logging
from collections.abc import Sequence

import openai

from awm_mcp.errors import Unavailable
from awm_mcp.memory.embedder import Vector, unit

log = logging.getLogger(__name__)
TIMEOUT_S = 5.0
"""A search waits for it, so an endpoint that takes longer is as good as none."""


class EndpointEmbedder:
    """One request a call of ``embed``. ``alike``: see :class:`awm_mcp.memory.embedder.Embedder`."""

    def __init__(self, key: str, base_url: str | None, model: str, alike: float = 0.5) -> None:
        self._key, self._base_url, self._model, self.alike = key, base_url, model, alike

    async def embed(self, texts: Sequence[str]) -> Sequence[Vector]:
        """See :class:`awm_mcp.memory.embedder.Embedder`."""
        if not texts:
            return []
        try:
            async with openai.AsyncOpenAI(
                api_key=self._key, base_url=self._base_url, max_retries=0, timeout=TIMEOUT_S
            ) as client:
                answer = await client.embeddings.create(model=self._model, input=list(texts), encoding_format="float")
        except openai.OpenAIError as error:
            raise _unusable(type(error).__name__) from error
        found = [unit(row.embedding) for row in sorted(answer.data, key=lambda row: row.index)]
        if len(found) != len(texts):
            raise _unusable(f"{len(found)} vectors for {len(texts)} texts")
        return found


def _unusable(seen: str) -> Unavailable:
    return Unavailable(
        "embedder_unavailable",
        expected="a vector for each text",
        seen=seen,
        next="check OPENAI_BASE_URL, OPENAI_API_KEY and AWM_EMBEDDING_MODEL, or unset AWM_EMBEDDINGS",
    )
