from __future__ import annotations

import json
from collections.abc import Callable

import httpx2
import openai
import pytest

from awm_mcp.errors import InvalidInput, Unavailable
from awm_mcp.llm.openai_chat import OpenAIChat
from awm_mcp.llm.port import Budget, Message
from awm_mcp.llm.scripted import ScriptedModel

SCHEMA = {"type": "object", "properties": {"name": {"type": "string"}}, "required": ["name"], "additionalProperties": False}
ASK = [Message(role="user", content="name it")]


def _answer(content: str) -> httpx2.Response:
    message = {"role": "assistant", "content": content}
    body = {
        "id": "c1",
        "object": "chat.completion",
        "created": 1,
        "model": "m",
        "choices": [{"index": 0, "finish_reason": "stop", "message": message}],
        "usage": {"prompt_tokens": 7, "completion_tokens": 3, "total_tokens": 10},
    }
    return httpx2.Response(200, json=body)


def _chat(handle: Callable[[httpx2.Request], httpx2.Response], **options: object) -> OpenAIChat:
    http = httpx2.AsyncClient(transport=httpx2.MockTransport(handle))
    client = openai.AsyncOpenAI(api_key="k", base_url="http://model.test/v1", http_client=http, max_retries=0)
    return OpenAIChat(client, "m", **options)  # pyright: ignore[reportArgumentType]


async def test_an_answer_that_fits_the_schema_is_returned_as_data() -> None:
    sent: list[dict[str, object]] = []

    def handle(request: httpx2.Request) -> httpx2.Response:
        sent.append(json.loads(request.content))
        return _answer('{"name": "find_price"}')

    assert await _chat(handle).complete(ASK, SCHEMA) == {"name": "find_price"}
    assert sent[0]["response_format"] == {
        "type": "json_schema",
        "json_schema": {"name": "answer", "schema": SCHEMA, "strict": True},
    }


@pytest.mark.parametrize(("content", "code"), [("no json", "model_answer_no_json"), ('{"nam": 1}', "model_answer_misfit")])
async def test_a_bad_answer_is_rejected_with_the_reason(content: str, code: str) -> None:
    with pytest.raises(InvalidInput) as caught:
        await _chat(lambda _: _answer(content)).complete(ASK, SCHEMA)
    assert caught.value.code == code


async def test_a_refusing_endpoint_is_unavailable_and_names_the_settings() -> None:
    with pytest.raises(Unavailable) as caught:
        await _chat(lambda _: httpx2.Response(401, json={"error": {"message": "no"}})).complete(ASK, SCHEMA)
    assert "OPENAI_API_KEY" in caught.value.next


async def test_a_passing_fault_is_retried() -> None:
    answers = [httpx2.Response(503, json={}), _answer('{"name": "x"}')]
    assert await _chat(lambda _: answers.pop(0)).complete(ASK, SCHEMA) == {"name": "x"}
    assert answers == []


async def test_a_spent_budget_stops_before_the_endpoint_is_asked() -> None:
    chat = _chat(lambda _: _answer('{"name": "x"}'), budget=Budget(calls=5, tokens=10))
    await chat.complete(ASK, SCHEMA)
    with pytest.raises(Unavailable) as caught:
        await chat.complete(ASK, SCHEMA)
    assert caught.value.code == "budget_spent"


async def test_the_scripted_model_answers_in_order_and_says_when_it_ends() -> None:
    model = ScriptedModel([{"name": "a"}, InvalidInput("model_answer_misfit")])
    assert await model.complete(ASK, SCHEMA) == {"name": "a"}
    with pytest.raises(InvalidInput):
        await model.complete(ASK, SCHEMA)
    with pytest.raises(Unavailable):
        await model.complete(ASK, SCHEMA)
    assert len(model.asked) == 3
