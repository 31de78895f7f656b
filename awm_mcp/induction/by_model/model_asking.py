"""A question to a model with repair rounds: what is wrong with an answer is told, and it may answer again."""

from __future__ import annotations

import json
import logging
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

from awm_mcp.errors import InvalidInput
from awm_mcp.induction.by_model.model_prompts import Prompt
from awm_mcp.induction.model_port import Asked, Turn
from awm_mcp.model.text import cut

log = logging.getLogger(__name__)
T = TypeVar("T")
Check = Callable[[dict[str, Any]], tuple[T | None, list[str]]]
"""Makes something of an answer; says what is wrong with the rest of it."""
REPAIRS = 2
LONGEST_ANSWER = 2_000


async def ask(
    model: Asked, prompt: Prompt, question: str, schema: Mapping[str, Any], check: Check[T], *, repairs: int = REPAIRS
) -> tuple[list[T], list[str]]:
    """What could be used of the answers, and what was wrong with the last one; empty when nothing was.

    Raises:
        Unavailable: the model is out of reach or the budget is spent before anything could be used.
    """
    turns = [*prompt.turns, Turn(role="user", content=question)]
    used: list[T] = []
    problems: list[str] = []
    for number in range(repairs + 1):
        said, problems, made = await _round(model, turns, schema, check)
        used += made
        log.info("model question: prompt=%s round=%d used=%d problems=%d", prompt.name, number, len(made), len(problems))
        if not problems:
            break
        turns += [Turn(role="assistant", content=said), Turn(role="user", content=_correct(problems))]
    return used, problems


async def _round(
    model: Asked, turns: Sequence[Turn], schema: Mapping[str, Any], check: Check[T]
) -> tuple[str, list[str], list[T]]:
    try:
        answer = await model.complete(turns, schema)
    except InvalidInput as misfit:
        return "{}", [misfit.text()], []
    made, problems = check(answer)
    return cut(json.dumps(answer, ensure_ascii=False), LONGEST_ANSWER), problems, [made] if made is not None else []


def _correct(problems: Sequence[str]) -> str:
    listed = "\n".join(f"- {cut(problem, 300)}" for problem in problems[:8])
    return f"This cannot be used:\n{listed}\nAnswer again, corrected. Leave out what cannot be corrected."
