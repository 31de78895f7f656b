"""What induction needs of a language model; ``app`` hands it one. Without one, everything here is left out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal, Protocol

from awm_mcp.model.base import Word


class Turn(Word):
    """One message of a conversation."""

    role: Literal["system", "user", "assistant"]
    content: str


class Asked(Protocol):
    """A model that answers with data."""

    async def complete(self, turns: Sequence[Turn], schema: Mapping[str, Any]) -> dict[str, Any]:
        """An object that validates against ``schema``.

        Raises:
            Unavailable: out of reach, refusing, or the budget is spent.
            InvalidInput: the answer does not fit the schema; says where.
        """
        ...
