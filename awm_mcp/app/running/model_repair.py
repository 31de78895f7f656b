"""A model says which element a missing target has become, where the rules have no choice. Off unless the owner wants it."""

from __future__ import annotations

import datetime
import logging
from typing import Any

from awm_mcp.app.learning.second_opinion import Asking, Endpoint, Models
from awm_mcp.app.learning.traced_model import TracedModel
from awm_mcp.config import Settings
from awm_mcp.errors import AwmError
from awm_mcp.induction.by_model.model_asking import Check, ask
from awm_mcp.induction.by_model.model_prompts import prompt
from awm_mcp.llm.port import Budget, Model
from awm_mcp.model.text import fenced, plain
from awm_mcp.replay.port import RepairCandidate, RepairChoice, RepairQuestion

log = logging.getLogger(__name__)
PROMPT = "repair_v1"
MOST_SHOWN = 3_000
SCHEMA: dict[str, Any] = {
    "type": "object",
    "properties": {"reason": {"type": "string", "maxLength": 240}, "choice": {"type": "integer", "minimum": 0}},
    "required": ["reason", "choice"],
    "additionalProperties": False,
}


class ModelRepairer:
    """Asks a model once, within a budget for each site and day."""

    def __init__(self, settings: Settings, models: Models) -> None:
        self._settings, self._models = settings, models
        self._budgets: dict[str, tuple[datetime.date, Budget]] = {}

    async def choose(self, question: RepairQuestion, site: str) -> RepairChoice:
        """The model's choice; none where it cannot be asked or its answer cannot be used."""
        try:
            made, problems = await ask(
                Asking(self._on(site)), prompt(PROMPT), _words(question), SCHEMA, _check(question), repairs=0
            )
        except AwmError as error:
            return RepairChoice(reason=f"the model was not asked: {error.text()}")
        choice = made[-1] if made else RepairChoice(reason=f"the model's answer cannot be used: {'; '.join(problems)}")
        log.info("model repair: candidates=%d choice=%s", len(question.candidates), choice.index)
        return choice

    async def close(self) -> None:
        """Lets the connection go."""
        await self._models.close()

    def _on(self, site: str) -> Model:
        today = datetime.datetime.now(datetime.UTC).date()
        day, budget = self._budgets.get(site, (None, None))
        if budget is None or day != today:
            budget = Budget(calls=self._settings.model_calls, tokens=self._settings.model_tokens)
            self._budgets[site] = (today, budget)
        return TracedModel(self._models.within(budget), self._settings.model or "", "repair")


def repairer_of(settings: Settings) -> ModelRepairer | None:
    """The model's repair when the owner wants it and an endpoint and a model are configured."""
    if settings.repair == "off" or not settings.repair_model or not settings.model:
        return None
    if not (settings.openai_api_key or settings.openai_base_url):
        return None
    return ModelRepairer(settings, Endpoint(settings, settings.model))


def _check(question: RepairQuestion) -> Check[RepairChoice]:
    most = len(question.candidates)

    def check(answer: dict[str, Any]) -> tuple[RepairChoice | None, list[str]]:
        number, reason = answer["choice"], plain(answer["reason"], 240)
        if number > most:
            return None, [f"there is no element {number}; choose among 1 to {most}, or 0"]
        return RepairChoice(index=number - 1 if number else None, reason=reason), []

    return check


def _words(question: RepairQuestion) -> str:
    listed = "\n".join(f"{n}. {_said(one)}" for n, one in enumerate(question.candidates, start=1))
    wanted = plain(f"{question.action} {question.wanted}", 300) + _in(question.near)
    return f"Action: {wanted}\nElements there now:\n{fenced(listed, MOST_SHOWN)}"


def _said(candidate: RepairCandidate) -> str:
    return plain(candidate.words, 120) + _in(candidate.near)


def _in(near: tuple[str, ...]) -> str:
    return f', in "{plain(near[-1], 60)}"' if near else ""
