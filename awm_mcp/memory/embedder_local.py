"""Embeddings on this machine: wordllama, static vectors in its wheel, no download (the extra ``embeddings``)."""

from __future__ import annotations

import importlib
from collections.abc import Sequence
from functools import cached_property
from pathlib import Path
from typing import Any

from anyio import to_thread

from awm_mcp.errors import Unavailable
from awm_mcp.memory.embedder import Vector, unit


class LocalEmbedder:
    """Loads the model with its first use, about a second; after that a text takes less than a millisecond."""

    alike = 0.42

    async def embed(self, texts: Sequence[str]) -> Sequence[Vector]:
        """See :class:`awm_mcp.memory.embedder.Embedder`."""
        return await to_thread.run_sync(self._embedded, list(texts))

    def _embedded(self, texts: list[str]) -> list[list[float]]:
        # Its own normalising divides by zero where a text holds no word.
        return [unit(vector) for vector in self._model.embed(texts, norm=False).tolist()] if texts else []

    @cached_property
    def _model(self) -> Any:
        try:
            package = importlib.import_module("wordllama")
        except ImportError:
            raise Unavailable(
                "embeddings_missing",
                expected="the extra that brings a local model",
                seen="no module wordllama",
                next="pip install 'awm-mcp[embeddings]', or unset AWM_EMBEDDINGS",
            ) from None
        # It ships its tokenizer in another folder than it looks in by itself; named this way it finds it.
        return package.WordLlama.load(cache_dir=Path(str(package.__file__)).parent, disable_download=True)
