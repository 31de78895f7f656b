"""A public fake: answers from a list, records what it was asked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from awm_mcp.errors import Unavailable
from awm_mcp.llm.port import Message


class ScriptedModel:
    """Gives the listed answers one after another; an exception in the list is raised."""

    def __init__(self, answers: Sequence[dict[str, Any] | Exception]) -> None:
        self._answers = list(answers)
        self.asked: list[Sequence[Message]] = []

    async def complete(self, messages: Sequence[Message], schema: Mapping[str, Any]) -> dict[str, Any]:
        """The next answer of the script."""
        self.asked.append(messages)
        if not self._answers:
            raise Unavailable("script_ended", expected="another scripted answer", next="add one to the script")
        answer = self._answers.pop(0)
        if isinstance(answer, Exception):
            raise answer
        return answer
