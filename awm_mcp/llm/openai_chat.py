"""Any OpenAI-compatible endpoint through chat.completions: the Responses API ignores schemas on many servers."""

from __future__ import annotations

import json
import logging
import re
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, cast

import jsonschema
import openai
import stamina
from openai.types.chat import ChatCompletion, ChatCompletionMessageParam

from awm_mcp.errors import InvalidInput, Unavailable
from awm_mcp.llm.port import Budget, Message

log = logging.getLogger(__name__)
_PASSING = (openai.APIConnectionError, openai.RateLimitError, openai.InternalServerError)
_FENCE = re.compile(r"^\s*```(?:json)?\s*\n(.*?)\n?\s*```\s*$", re.DOTALL)
MOST_ANSWER_TOKENS = 800
CALL_TIMEOUT_S = 180.0
_WAYS = ("schema", "schema_bare", "object", "text")
"""How an answer is asked for, the strictest first; what a server refuses as a bad request is not tried again."""


def client_of(key: str, base_url: str | None) -> openai.AsyncOpenAI:
    """The client of an endpoint, for the caller to close; retries are this module's own."""
    return openai.AsyncOpenAI(api_key=key, base_url=base_url, max_retries=0, timeout=CALL_TIMEOUT_S)


class OpenAIChat:
    """The adapter; retries passing faults with back-off, logs every call by size and never by content."""

    _known_ways: ClassVar[dict[tuple[str, str], int]] = {}

    def __init__(self, client: openai.AsyncOpenAI, model: str, *, budget: Budget | None = None, attempts: int = 3) -> None:
        self._client, self._model = client, model
        self._budget, self._attempts = budget or Budget(), attempts
        self._endpoint = (str(client.base_url), model)

    async def complete(self, messages: Sequence[Message], schema: Mapping[str, Any]) -> dict[str, Any]:
        """See :class:`awm_mcp.llm.port.Model`."""
        self._budget.take_call()
        try:
            answer = await self._ask(messages, schema)
        except openai.OpenAIError as error:
            log.info("model call failed: model=%s error=%s", self._model, type(error).__name__)
            raise Unavailable(
                "model_unavailable",
                expected="an answer of the model endpoint",
                seen=type(error).__name__,
                next="check OPENAI_BASE_URL, OPENAI_API_KEY and AWM_MODEL, or leave them out: rules need no model",
            ) from error
        self._count(answer)
        return _checked(answer, schema)

    async def _ask(self, messages: Sequence[Message], schema: Mapping[str, Any]) -> ChatCompletion:
        """Asks in the strictest way that the endpoint is known to take, and in a looser one when it refuses that."""
        way = self._known_ways.get(self._endpoint, 0)
        while True:
            try:
                answer = await self._retried(_request(_WAYS[way], messages, schema))
            except (openai.BadRequestError, openai.UnprocessableEntityError):
                way += 1
                if way >= len(_WAYS):
                    raise
            else:
                self._known_ways[self._endpoint] = way
                return answer

    async def _retried(self, request: dict[str, Any]) -> ChatCompletion:
        async for attempt in stamina.retry_context(on=_PASSING, attempts=self._attempts, timeout=60):
            with attempt:
                return cast(ChatCompletion, await self._client.chat.completions.create(model=self._model, **request))
        raise Unavailable("model_unavailable", seen="no attempt was made")

    def _count(self, answer: ChatCompletion) -> None:
        used = answer.usage.total_tokens if answer.usage else 0
        self._budget.count(used)
        log.info("model call: model=%s tokens=%d calls_left=%d", self._model, used, self._budget.calls)


def _request(way: str, messages: Sequence[Message], schema: Mapping[str, Any]) -> dict[str, Any]:
    sent = [cast(ChatCompletionMessageParam, {"role": m.role, "content": m.content}) for m in messages]
    if way.startswith("schema"):
        form = {"type": "json_schema", "json_schema": {"name": "answer", "schema": dict(schema), "strict": True}}
        given: dict[str, Any] = {"messages": sent, "response_format": form}
        # Reasoning models take neither a temperature nor this name for the limit.
        return given | ({"temperature": 0, "max_tokens": MOST_ANSWER_TOKENS} if way == "schema" else {})
    told = f"Answer with one JSON object and nothing else. It must fit this JSON Schema:\n{json.dumps(dict(schema))}"
    said = [*sent[:-1], cast(ChatCompletionMessageParam, {"role": "user", "content": f"{messages[-1].content}\n\n{told}"})]
    return {"messages": said} | ({"response_format": {"type": "json_object"}} if way == "object" else {})


def _checked(answer: ChatCompletion, schema: Mapping[str, Any]) -> dict[str, Any]:
    choice = answer.choices[0] if answer.choices else None
    text = (choice.message.content if choice is not None else None) or ""
    cut_off = choice is not None and choice.finish_reason == "length"
    fence = _FENCE.match(text)
    try:
        data = json.loads(fence[1] if fence else text)
        jsonschema.validate(data, dict(schema))
    except ValueError as error:
        seen = f"an answer cut off after {len(text)} characters" if cut_off else repr(text[:200])
        raise InvalidInput("model_answer_no_json", expected="a JSON object", seen=seen) from error
    except jsonschema.ValidationError as error:
        where = "/".join(map(str, error.absolute_path)) or "the whole answer"
        raise InvalidInput(
            "model_answer_misfit", expected=f"data that fits the schema at {where}", seen=error.message[:300]
        ) from error
    return cast(dict[str, Any], data)
