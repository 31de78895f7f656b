"""Runs of an invented site, and a local endpoint asked the way the application asks it."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Mapping, Sequence
from contextlib import asynccontextmanager
from typing import Any

import openai

from awm_mcp.induction.model_port import Turn
from awm_mcp.llm.openai_chat import OpenAIChat
from awm_mcp.llm.port import Budget, Message
from awm_mcp.model import Action, Run, Step
from tests.llm.local_model import LocalModel, Reply, serving

ORIGIN = "http://clinic.test"


class Endpoint:
    """The port of induction over the adapter of the model room."""

    def __init__(self, chat: OpenAIChat, server: LocalModel) -> None:
        self._chat, self.server = chat, server

    async def complete(self, turns: Sequence[Turn], schema: Mapping[str, Any]) -> dict[str, Any]:
        return await self._chat.complete([Message(role=t.role, content=t.content) for t in turns], schema)


@asynccontextmanager
async def endpoint(*replies: Reply, budget: Budget | None = None) -> AsyncGenerator[Endpoint]:
    """An endpoint that gives these replies."""
    with serving(*replies) as server:
        async with openai.AsyncOpenAI(api_key="k", base_url=server.url, max_retries=0) as client:
            yield Endpoint(OpenAIChat(client, "canned", budget=budget), server)


def run(number: int, task: str, *steps: dict[str, Any], **more: Any) -> Run:
    """A solved run; steps say the page they are done on under ``at``."""
    made = [
        Step(
            url=f"{ORIGIN}{step['at']}",
            observation="A page",
            action=Action.model_validate({k: v for k, v in step.items() if k != "at"}),
        )
        for step in steps
    ]
    given = {"id": f"run_{number}", "task": task, "site": "clinic.test", "origin": ORIGIN, "start_url": f"{ORIGIN}/"}
    return Run.model_validate({**given, "outcome": "success", "steps": made, **more})


def look_up(patient: str) -> list[dict[str, Any]]:
    """What several tasks begin with."""
    return [
        {"at": "/", "type": "fill", "target": {"role": "textbox", "name": "Patient", "label": "Patient"}, "value": patient},
        {"at": "/", "type": "click", "target": {"role": "button", "name": "Look up"}},
    ]


def click(at: str, role: str, name: str) -> dict[str, Any]:
    return {"at": at, "type": "click", "target": {"role": role, "name": name}}


def clinic() -> list[Run]:
    """Two tasks with a common beginning."""
    letter = [click("/file", "link", "Letters"), click("/letters", "button", "Print newest")]
    visit = [click("/file", "link", "Visits"), click("/visits", "button", "Show planned")]
    return [
        run(1, "Print the newest letter of Ines Moreau", *look_up("Ines Moreau"), *letter),
        run(2, "When is the next visit of Tom Bakker?", *look_up("Tom Bakker"), *visit),
    ]


def proposal(**changes: Any) -> dict[str, Any]:
    """A good answer for :func:`clinic`: its runs are shown in the order of their length, then of their ids."""
    row = {
        "name": "look_up_patient",
        "title": "Look a patient up",
        "summary": "Opens the file of a patient by name.",
        "occurrences": [["A1", "A2"], ["B1", "B2"]],
        "variables": [{"name": "patient_name", "value": "Ines Moreau"}],
    }
    return {"workflows": [{**row, **changes}]}
