"""A language model whose every call is a span."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from awm_mcp.llm.port import Message, Model
from awm_mcp.usage.telemetry import model_call


class TracedModel:
    """``Model`` around a model. ``purpose``: what it is asked for, e.g. ``"learning"``."""

    def __init__(self, inner: Model, name: str, purpose: str) -> None:
        self._inner, self._name, self._purpose = inner, name, purpose

    async def complete(self, messages: Sequence[Message], schema: Mapping[str, Any]) -> dict[str, Any]:
        """See :class:`awm_mcp.llm.port.Model`; what it raises marks the span as failed."""
        with model_call(self._name, self._purpose):
            return await self._inner.complete(messages, schema)
