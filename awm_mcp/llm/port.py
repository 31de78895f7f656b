"""One port for language models: messages and a JSON Schema in, data that fits the schema out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal, Protocol

from awm_mcp.model.base import Word


class Message(Word):
    """One message of a conversation."""

    role: Literal["system", "user", "assistant"]
    content: str


class Model(Protocol):
    """A language model that answers with data. Off when no key or endpoint is configured."""

    async def complete(self, messages: Sequence[Message], schema: Mapping[str, Any]) -> dict[str, Any]:
        """An object that validates against ``schema``.

        Raises:
            Unavailable: the endpoint is out of reach, refuses, or the budget is spent; the rule-based result stands.
            InvalidInput: the answer does not fit the schema; the message says where.
        """
        ...
