"""Endpoints differ in what they take; the adapter asks in the strictest way that each one does take."""

from __future__ import annotations

import itertools
import logging
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import Any

import openai
import pytest

from awm_mcp.errors import InvalidInput, Unavailable
from awm_mcp.llm.openai_chat import OpenAIChat
from awm_mcp.llm.port import Budget, Message
from tests.llm.local_model import LocalModel, serving

SCHEMA = {"type": "object", "properties": {"name": {"type": "string"}}, "required": ["name"], "additionalProperties": False}
ASK = [Message(role="system", content="Be brief."), Message(role="user", content="name it, my token is sesame-7")]
KEY = "sk-very-secret-key"


@asynccontextmanager
async def chat(model: LocalModel, **options: Any) -> AsyncGenerator[OpenAIChat]:
    async with openai.AsyncOpenAI(api_key=KEY, base_url=model.url, max_retries=0) as client:
        yield OpenAIChat(client, "canned", **options)


async def test_an_answer_in_a_code_fence_is_read():
    with serving('```json\n{"name": "find_price"}\n```') as model:
        async with chat(model) as asking:
            assert await asking.complete(ASK, SCHEMA) == {"name": "find_price"}


@pytest.mark.parametrize("refused", [1, 2, 3])
async def test_an_endpoint_that_refuses_a_way_of_asking_is_asked_in_a_looser_one(refused: int):
    with serving(*[400] * refused, {"name": "x"}) as model:
        async with chat(model) as asking:
            assert await asking.complete(ASK, SCHEMA) == {"name": "x"}
            assert await asking.complete(ASK, SCHEMA) == {"name": "x"}
        assert len(model.asked) == refused + 2
        last = model.asked[-1]
        assert "temperature" not in last
        assert ("response_format" in last) == (refused < 3)
        assert ("JSON Schema" in model.said()) == (refused > 1)


async def test_an_endpoint_that_refuses_everything_is_unavailable_and_the_next_call_starts_anew():
    with serving(400) as model:
        async with chat(model) as asking:
            for _ in range(2):
                with pytest.raises(Unavailable, match="model_unavailable"):
                    await asking.complete(ASK, SCHEMA)
        assert model.asked[4]["response_format"]["type"] == "json_schema"


async def test_an_endpoint_that_fails_again_and_again_is_given_up_after_three_attempts():
    with serving(503) as model:
        async with chat(model, attempts=3) as asking:
            with pytest.raises(Unavailable):
                await asking.complete(ASK, SCHEMA)
        assert len(model.asked) == 3


@pytest.mark.parametrize("bad", ["", "Sure! Here you go", "[]", "null", '{"name": 3}', '{"name": "a", "more": 1}'])
async def test_what_does_not_fit_the_schema_is_rejected_with_the_place(bad: str):
    with serving(bad) as model:
        async with chat(model) as asking:
            with pytest.raises(InvalidInput) as caught:
                await asking.complete(ASK, SCHEMA)
    assert caught.value.expected


async def test_a_spent_budget_asks_nothing_more():
    with serving({"name": "x"}) as model:
        async with chat(model, budget=Budget(calls=9, tokens=150)) as asking:
            await asking.complete(ASK, SCHEMA)
            await asking.complete(ASK, SCHEMA)
            with pytest.raises(Unavailable, match="budget_spent"):
                await asking.complete(ASK, SCHEMA)
        assert len(model.asked) == 2


async def test_calls_are_logged_by_size_and_never_with_content_or_key(caplog: pytest.LogCaptureFixture):
    caplog.set_level(logging.INFO, logger="awm_mcp")
    with serving(*itertools.repeat(503, 3), {"name": "find_price"}) as model:
        async with chat(model) as asking:
            with pytest.raises(Unavailable):
                await asking.complete(ASK, SCHEMA)
            await asking.complete(ASK, SCHEMA)
    said = "\n".join(r.getMessage() for r in caplog.records if r.name.startswith("awm_mcp"))
    assert "tokens=100" in said
    assert all(word not in said for word in (KEY, "sesame-7", "find_price", "name it"))
