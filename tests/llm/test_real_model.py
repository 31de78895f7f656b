"""The optional model for real, small as it is: what it gives is used where it is right, and nothing else ever is.

Needs a running endpoint: ``OPENAI_BASE_URL`` and ``AWM_MODEL``, for example of ``../shared/llm/start_llm.sh``.
"""

from __future__ import annotations

import os
from collections.abc import AsyncGenerator, Mapping, Sequence
from typing import Any

import pytest

from awm_mcp.induction import induce, lint
from awm_mcp.induction.by_model.model_asking import REPAIRS
from awm_mcp.induction.by_model.model_inducer import propose
from awm_mcp.induction.by_model.model_judge import judged
from awm_mcp.induction.by_model.model_naming import named
from awm_mcp.induction.model_port import Turn
from awm_mcp.llm.openai_chat import OpenAIChat, client_of
from awm_mcp.llm.port import Message
from awm_mcp.model import Effect
from tests.induction.model_stage import clinic

URL, MODEL = os.environ.get("OPENAI_BASE_URL"), os.environ.get("AWM_MODEL")
pytestmark = [
    pytest.mark.llm,
    pytest.mark.timeout(900),
    pytest.mark.skipif(not (URL and MODEL), reason="OPENAI_BASE_URL and AWM_MODEL name no endpoint"),
]


class Endpoint:
    """The model, with what it was asked and answered; ``answers`` has None where an answer did not fit the schema."""

    def __init__(self, chat: OpenAIChat) -> None:
        self._chat = chat
        self.answers: list[dict[str, Any] | None] = []

    async def complete(self, turns: Sequence[Turn], schema: Mapping[str, Any]) -> dict[str, Any]:
        self.answers.append(None)
        self.answers[-1] = await self._chat.complete([Message(role=t.role, content=t.content) for t in turns], schema)
        return self.answers[-1]


@pytest.fixture
async def model() -> AsyncGenerator[Endpoint]:
    async with client_of(os.environ.get("OPENAI_API_KEY", "none"), URL) as client:
        yield Endpoint(OpenAIChat(client, MODEL or ""))


async def test_proposals_are_sub_tasks_of_recorded_steps_without_lint_errors(model: Endpoint):
    made, rejected = await propose(clinic(), induce(clinic(), most=None), model)
    recorded = {step.action.type for run in clinic() for step in run.steps}
    for workflow in made:
        assert workflow.kind == "subtask"
        assert len(workflow.steps) >= 2
        assert {step.action.type for step in workflow.steps if step.action} <= recorded
        assert [f.text for f in lint(workflow) if f.severity == "error"] == []
    assert 1 <= len(model.answers) <= 1 + REPAIRS
    proposed = [row for answer in model.answers for row in (answer or {"workflows": []})["workflows"]]
    assert len(made) <= len(proposed)
    # The last answer decides whether another one is asked for: every proposal in it is used, known or told as wrong.
    last = model.answers[-1]
    assert len(rejected) <= (1 if last is None else len(last["workflows"]))
    assert all(reason.strip() for reason in rejected)
    if rejected:
        assert len(model.answers) == 1 + REPAIRS
    else:
        assert last is not None and (made or not proposed)


async def test_names_hold_no_sample_values_and_break_no_rule(model: Endpoint):
    for draft in induce(clinic(), most=None)[:2]:
        made, _ = await named(draft, model)
        assert not any(word in made.name + made.title.casefold() for word in ("moreau", "bakker"))
        assert len(made.parameters) == len(draft.parameters)
        assert {f.code for f in lint(made) if f.severity == "error"} <= {f.code for f in lint(draft)}


async def test_a_judgement_comes_with_its_reason(model: Endpoint):
    run = clinic()[0]
    shown = Effect(shown=("The newest letter of Ines Moreau was sent to the printer",))
    last = run.steps[-1].model_copy(update={"effect": shown})
    said = await judged(run.model_copy(update={"outcome": "unknown", "steps": (*run.steps[:-1], last)}), model)
    assert said is None or len(said.reason) >= 10
