"""One port for language models: messages and a JSON Schema in, data that fits the schema out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal, Protocol

from awm_mcp.errors import Unavailable
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


class Budget:
    """Calls and tokens that may still be spent; counted per site by whoever holds it."""

    def __init__(self, calls: int = 50, tokens: int = 200_000) -> None:
        self.calls, self.tokens = calls, tokens

    def take_call(self) -> None:
        """Takes one call.

        Raises:
            Unavailable: calls or tokens are used up.
        """
        if self.calls <= 0 or self.tokens <= 0:
            raise Unavailable("budget_spent", seen="no model calls or tokens left", next="the rule-based result stands")
        self.calls -= 1

    def count(self, tokens: int) -> None:
        """Takes off what a call used."""
        self.tokens -= tokens
