"""Any OpenAI-compatible endpoint through chat.completions: the Responses API ignores schemas on many servers."""

from __future__ import annotations

import json
import logging
from collections.abc import Mapping, Sequence
from typing import Any, cast

import jsonschema
import openai
import stamina
from openai.types.chat import ChatCompletion, ChatCompletionMessageParam

from awm_mcp.errors import InvalidInput, Unavailable
from awm_mcp.llm.port import Message

log = logging.getLogger(__name__)
_PASSING = (openai.APIConnectionError, openai.RateLimitError, openai.InternalServerError)


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


class OpenAIChat:
    """The adapter; retries passing faults with back-off, logs every call by size and never by content."""

    def __init__(self, client: openai.AsyncOpenAI, model: str, *, budget: Budget | None = None, attempts: int = 3) -> None:
        self._client, self._model = client, model
        self._budget, self._attempts = budget or Budget(), attempts

    async def complete(self, messages: Sequence[Message], schema: Mapping[str, Any]) -> dict[str, Any]:
        """See :class:`awm_mcp.llm.port.Model`."""
        self._budget.take_call()
        try:
            answer = await self._ask(messages, schema)
        except openai.OpenAIError as error:
            raise Unavailable(
                "model_unavailable",
                expected="an answer of the model endpoint",
                seen=type(error).__name__,
                next="check OPENAI_BASE_URL, OPENAI_API_KEY and AWM_MODEL, or leave them out: rules need no model",
            ) from error
        self._count(answer)
        return _checked(answer.choices[0].message.content or "" if answer.choices else "", schema)

    async def _ask(self, messages: Sequence[Message], schema: Mapping[str, Any]) -> ChatCompletion:
        sent = [cast(ChatCompletionMessageParam, {"role": m.role, "content": m.content}) for m in messages]
        async for attempt in stamina.retry_context(on=_PASSING, attempts=self._attempts, timeout=60):
            with attempt:
                return await self._client.chat.completions.create(
                    model=self._model,
                    messages=sent,
                    temperature=0,
                    response_format={
                        "type": "json_schema",
                        "json_schema": {"name": "answer", "schema": dict(schema), "strict": True},
                    },
                )
        raise Unavailable("model_unavailable", seen="no attempt was made")

    def _count(self, answer: ChatCompletion) -> None:
        used = answer.usage.total_tokens if answer.usage else 0
        self._budget.tokens -= used
        log.info("model call: model=%s tokens=%d calls_left=%d", self._model, used, self._budget.calls)


def _checked(text: str, schema: Mapping[str, Any]) -> dict[str, Any]:
    try:
        data = json.loads(text)
        jsonschema.validate(data, dict(schema))
    except ValueError as error:
        raise InvalidInput("model_answer_no_json", expected="a JSON object", seen=repr(text[:200])) from error
    except jsonschema.ValidationError as error:
        where = "/".join(map(str, error.absolute_path)) or "the whole answer"
        raise InvalidInput(
            "model_answer_misfit", expected=f"data that fits the schema at {where}", seen=error.message[:300]
        ) from error
    return cast(dict[str, Any], data)
