"""A model names and describes a workflow that rules made; what it says wrongly leaves the rules' words in place."""

from __future__ import annotations

from typing import Any, cast

from awm_mcp.induction.by_model.model_asking import ask
from awm_mcp.induction.by_model.model_prompts import prompt
from awm_mcp.induction.by_model.model_renaming import with_parameter_names
from awm_mcp.induction.by_model.model_wording import described, name_of, parameter_names, summary_of, title_of
from awm_mcp.induction.checking.lint import lint
from awm_mcp.induction.model_port import Asked
from awm_mcp.model import Parameter, Workflow
from awm_mcp.model.text import plain

PROMPT = "namer_v1"
_WORD = {"type": "string", "maxLength": 60}
_SENTENCE = {"type": "string", "maxLength": 240}
SCHEMA: dict[str, Any] = {
    "type": "object",
    "properties": {
        "name": _WORD,
        "title": _SENTENCE,
        "summary": _SENTENCE,
        "parameters": {
            "type": "array",
            "maxItems": 12,
            "items": {
                "type": "object",
                "properties": {"old": _WORD, "new": _WORD, "meaning": _SENTENCE},
                "required": ["old", "new", "meaning"],
                "additionalProperties": False,
            },
        },
    },
    "required": ["name", "title", "summary", "parameters"],
    "additionalProperties": False,
}


async def named(workflow: Workflow, model: Asked, *, keep_name: bool = False) -> tuple[Workflow, list[str]]:
    """The workflow in the model's words as far as these are right, and why others were not taken.

    Raises:
        Unavailable: the model is out of reach or the budget is spent.
    """

    def check(answer: dict[str, Any]) -> tuple[Workflow | None, list[str]]:
        return reworded(workflow, answer, keep_name=keep_name)

    made, problems = await ask(model, prompt(PROMPT), _question(workflow), SCHEMA, check, repairs=1)
    return (made[-1] if made else workflow), problems


def reworded(workflow: Workflow, answer: dict[str, Any], *, keep_name: bool = False) -> tuple[Workflow | None, list[str]]:
    """What an answer makes of a workflow; None when nothing in it is right."""
    given = [cast("dict[str, str]", row) for row in answer["parameters"]]
    mapping, problems = parameter_names(workflow, {row["old"]: row["new"] for row in given})
    name, title, summary = (
        name_of(workflow, answer["name"]),
        title_of(workflow, answer["title"]),
        summary_of(workflow, answer["summary"]),
    )
    problems += [
        f"{what} {plain(str(answer[what]), 80)!r} cannot be used: say verb and object, without sample values and hosts"
        for what, right in (("name", name), ("title", title), ("summary", summary))
        if right is None
    ]
    meanings = {mapping.get(row["old"], row["old"]): plain(row["meaning"], 160) for row in given}
    renamed = with_parameter_names(workflow, mapping)
    parameters = tuple(_with_meaning(p, meanings.get(p.name, "")) for p in renamed.parameters)
    said = renamed.model_copy(
        update={
            "name": name if name and not keep_name else workflow.name,
            "title": title or workflow.title,
            "parameters": parameters,
        }
    )
    said = said.model_copy(update={"description": described(said, summary or f"{said.title}.")})
    if new := _new_errors(workflow, said):
        return None, [*problems, *new]
    return (said if mapping or name or title or summary else None), problems


def _with_meaning(parameter: Parameter, meaning: str) -> Parameter:
    usable = len(meaning) > 5 and not any(len(e) > 1 and e.casefold() in meaning.casefold() for e in parameter.examples)
    return parameter.model_copy(update={"description": meaning}) if usable else parameter


def _new_errors(before: Workflow, after: Workflow) -> list[str]:
    known = {f.code for f in lint(before)}
    return [f.text for f in lint(after) if f.severity == "error" and f.code not in known]


def _question(workflow: Workflow) -> str:
    steps = "\n".join(f"{n}. {plain(step.words(), 110)}" for n, step in enumerate(workflow.steps[:20], 1))
    given = "\n".join(_parameter_line(p) for p in workflow.callers_parameters) or "none"
    tasks = "\n".join(f"- {plain(task, 160)}" for task in workflow.evidence.tasks[:3])
    return f"Tasks it was learned from:\n{tasks}\nSteps:\n{steps}\nParameters:\n{given}"


def _parameter_line(parameter: Parameter) -> str:
    samples = ", ".join(plain(example, 40) for example in parameter.examples[:2])
    said = f" ({plain(parameter.description, 80)})" if parameter.description else ""
    return f"- {parameter.name}{said}, samples: {samples or 'none'}"
