"""The model's part in learning: it proposes sub-tasks, names, and judges unlabelled runs. Rules stand wherever it fails."""

from __future__ import annotations

import datetime
import logging
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Protocol

from awm_mcp.app.learning.lessons import News
from awm_mcp.app.learning.remarks import Remarks
from awm_mcp.app.learning.traced_model import TracedModel
from awm_mcp.config import Settings
from awm_mcp.errors import AwmError
from awm_mcp.induction.by_model import model_inducer, model_judge, model_naming
from awm_mcp.induction.by_model.model_renaming import with_parameter_names
from awm_mcp.induction.model_port import Turn
from awm_mcp.llm.port import Budget, Message, Model
from awm_mcp.memory.port import Memory
from awm_mcp.model import Run, Workflow

if TYPE_CHECKING:
    import openai

log = logging.getLogger(__name__)
MOST_JUDGED = 20


class Models(Protocol):
    """Gives models that spend from a budget."""

    def within(self, budget: Budget) -> Model: ...

    async def close(self) -> None: ...


class SecondOpinion(Protocol):
    """What learning asks beside the rules; every method leaves the rules' result in place when it has nothing better."""

    judges: bool

    async def close(self) -> None:
        """Lets the connection go."""
        ...

    async def judge(self, site: str, memory: Memory, remarks: Remarks) -> None:
        """Labels runs of unknown outcome."""
        ...

    async def propose(
        self, site: str, runs: Sequence[Run], drafts: Sequence[Workflow], known: Sequence[Workflow], remarks: Remarks
    ) -> list[Workflow]:
        """Further drafts, or those proposed before."""
        ...

    async def name(self, draft: Workflow, remarks: Remarks) -> Workflow:
        """A new draft in better words."""
        ...

    async def reword(self, draft: Workflow, remarks: Remarks) -> Workflow:
        """A changed draft in better words under its old name."""
        ...


class NoOpinion:
    """No model is configured: rules alone."""

    judges = False

    async def close(self) -> None:
        """Nothing to close."""

    async def judge(self, site: str, memory: Memory, remarks: Remarks) -> None:
        """Leaves unlabelled runs as they are."""

    async def propose(
        self, site: str, runs: Sequence[Run], drafts: Sequence[Workflow], known: Sequence[Workflow], remarks: Remarks
    ) -> list[Workflow]:
        """Nothing."""
        return []

    async def name(self, draft: Workflow, remarks: Remarks) -> Workflow:
        """The rules' words."""
        return draft

    async def reword(self, draft: Workflow, remarks: Remarks) -> Workflow:
        """The rules' words."""
        return draft


class ModelOpinion:
    """Asks a model, within a budget for each site and day."""

    judges = True

    def __init__(self, settings: Settings, models: Models) -> None:
        self._settings, self._models = settings, models
        self._budgets: dict[str, tuple[datetime.date, Budget]] = {}
        self._asked: dict[str, frozenset[str]] = {}
        self._news: News | None = None
        self._unlabelled: dict[str, dict[str, Run]] = {}
        self._words: dict[str, Workflow] = {}

    async def close(self) -> None:
        """Lets the connection go."""
        await self._models.close()

    async def judge(self, site: str, memory: Memory, remarks: Remarks) -> None:
        """Labels runs of unknown outcome for which nothing checkable speaks, and records the reason with the run."""
        waiting = await self._to_judge(site, memory)
        for run in list(waiting.values())[:MOST_JUDGED]:
            try:
                said = await model_judge.judged(run, self._on(site, "judge"))
            except AwmError as error:
                remarks.of_run(run.id, f"the run was not judged: {error.text()}")
                return
            del waiting[run.id]
            if said is None:
                remarks.of_run(run.id, "the model gave no usable judgement of the run; report it with its outcome")
                continue
            outcome = "success" if said.solved else "failure"
            told = f"the model judged the run as {outcome}: {said.reason}"
            await memory.runs.replace(run.model_copy(update={"outcome": outcome, "judged": told}))
            remarks.of_run(run.id, told)

    async def _to_judge(self, site: str, memory: Memory) -> dict[str, Run]:
        """The runs of a site that nobody has labelled yet, by id."""
        self._news = self._news or News(memory)
        waiting = self._unlabelled.setdefault(site, {})
        for run in await self._news.of(site):
            if model_judge.can_be_judged(run):
                waiting[run.id] = run
            else:
                waiting.pop(run.id, None)
        return waiting

    async def propose(
        self, site: str, runs: Sequence[Run], drafts: Sequence[Workflow], known: Sequence[Workflow], remarks: Remarks
    ) -> list[Workflow]:
        """Sub-tasks that the rules did not find; asked once for the same set of runs."""
        ids = frozenset(run.id for run in runs)
        if self._asked.get(site) == ids:
            return []
        self._asked[site] = ids
        try:
            proposed, rejected = await model_inducer.propose(runs, [*drafts, *known], self._on(site, "propose"))
        except AwmError as error:
            remarks.in_general(f"the model proposed nothing: {error.text()}; the rule-based workflows stand")
            return []
        for why in rejected:
            remarks.in_general(f"a proposal of the model was rejected: {why}")
        return proposed

    async def name(self, draft: Workflow, remarks: Remarks) -> Workflow:
        """A new draft in the model's words, where these are right."""
        return await self._named(draft, remarks, keep_name=False)

    async def reword(self, draft: Workflow, remarks: Remarks) -> Workflow:
        """A changed draft in the model's words; its name is known to people and stays."""
        return await self._named(draft, remarks, keep_name=True)

    async def _named(self, draft: Workflow, remarks: Remarks, *, keep_name: bool) -> Workflow:
        if draft.owner.startswith("model:"):
            return draft
        key = f"{draft.digest()} {keep_name}"
        if key in self._words:
            return _said_before(draft, self._words[key])
        try:
            named, problems = await model_naming.named(draft, self._on(draft.site, "name"), keep_name=keep_name)
        except AwmError as error:
            remarks.in_general(f"the model named nothing: {error.text()}; the rules' names stand")
            return draft
        for problem in problems:
            log.info("a name of the model for %s was not taken: %s", draft.name, problem)
        self._words[key] = named
        return named

    def _on(self, site: str, purpose: str) -> Asking:
        today = datetime.datetime.now(datetime.UTC).date()
        day, budget = self._budgets.get(site, (None, None))
        if budget is None or day != today:
            budget = Budget(calls=self._settings.model_calls, tokens=self._settings.model_tokens)
            self._budgets[site] = (today, budget)
        model = TracedModel(self._models.within(budget), self._settings.model or "", purpose)
        return Asking(model)


def _said_before(draft: Workflow, said: Workflow) -> Workflow:
    """The words that an equal draft got, on this one with its own evidence."""
    names = zip((p.name for p in draft.parameters), (p.name for p in said.parameters), strict=True)
    renamed = with_parameter_names(draft, dict(names))
    words = {"name": said.name, "title": said.title, "description": said.description, "parameters": said.parameters}
    return renamed.model_copy(update=words)


class Asking:
    """The model room's port in the form that induction asks for."""

    def __init__(self, model: Model) -> None:
        self._model = model

    async def complete(self, turns: Sequence[Turn], schema: Mapping[str, Any]) -> dict[str, Any]:
        return await self._model.complete([Message(role=turn.role, content=turn.content) for turn in turns], schema)


class Endpoint:
    """Models of one OpenAI-compatible endpoint; its client is imported and opened with the first question."""

    def __init__(self, settings: Settings, model: str) -> None:
        self._settings, self._model = settings, model
        self._client: openai.AsyncOpenAI | None = None

    def within(self, budget: Budget) -> Model:
        from awm_mcp.llm.openai_chat import OpenAIChat, client_of

        if self._client is None:
            key = self._settings.openai_api_key
            self._client = client_of(key.get_secret_value() if key else "none", self._settings.openai_base_url)
        return OpenAIChat(self._client, self._model, budget=budget)

    async def close(self) -> None:
        client, self._client = self._client, None
        if client is not None:
            await client.close()


def opinion_of(settings: Settings) -> SecondOpinion:
    """The model's opinion when an endpoint and a model are configured, else none."""
    if not settings.model or not (settings.openai_api_key or settings.openai_base_url):
        return NoOpinion()
    return ModelOpinion(settings, Endpoint(settings, settings.model))
