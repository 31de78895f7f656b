"""A model judges runs of which nobody said whether they solved their task: task, actions and the last page decide."""

from __future__ import annotations

from typing import Any

from awm_mcp.induction.by_model.model_asking import ask
from awm_mcp.induction.by_model.model_prompts import prompt
from awm_mcp.induction.model_port import Asked
from awm_mcp.model import Run
from awm_mcp.model.base import Word
from awm_mcp.model.text import fenced, plain

PROMPT = "judge_v1"
MOST_STEPS = 25
MOST_PAGE = 1_500
SCHEMA: dict[str, Any] = {
    "type": "object",
    "properties": {"reason": {"type": "string", "maxLength": 240}, "solved": {"type": "boolean"}},
    "required": ["reason", "solved"],
    "additionalProperties": False,
}


class Judgement(Word):
    """Whether a run solved its task, and what on the last page decides it."""

    solved: bool
    reason: str


def can_be_judged(run: Run) -> bool:
    """Whether a run is unlabelled: an outcome that was told and any checkable signal stand above a model's opinion."""
    return run.outcome == "unknown" and not run.evidence and run.judged is None and bool(last_page(run))


def last_page(run: Run) -> str:
    """What the run shows of its last page: what appeared after the last action, else what was observed before it."""
    for step in reversed(run.steps):
        if step.effect is not None and step.effect.shown:
            return "; ".join(step.effect.shown)
        if step.observation:
            return step.observation
    return ""


async def judged(run: Run, model: Asked) -> Judgement | None:
    """The model's judgement; None when it gave none that can be used.

    The agent's own thoughts are left out: an agent that believes to be done is no evidence.

    Raises:
        Unavailable: the model is out of reach or the budget is spent.
    """
    made, _ = await ask(model, prompt(PROMPT), _question(run), SCHEMA, _checked, repairs=1)
    return made[-1] if made else None


def _checked(answer: dict[str, Any]) -> tuple[Judgement | None, list[str]]:
    reason = plain(answer["reason"], 400)
    if len(reason) < 10:
        return None, ["the reason is missing: say what on the last page decides it"]
    return Judgement(solved=answer["solved"], reason=reason), []


def _question(run: Run) -> str:
    steps = run.steps[-MOST_STEPS:]
    done = "\n".join(f"{n}. {plain(step.action.words(), 120)}" for n, step in enumerate(steps, 1))
    answer = plain(run.answer, 300) if run.answer else "none"
    return (
        f"Task: {plain(run.task, 500)}\nWhat was done:\n{done}\nAnswer given: {answer}\n"
        f"Last page:\n{fenced(last_page(run), MOST_PAGE)}"
    )
