"""A workflow as an Agent Skill (SEP-2640): SKILL.md with frontmatter (name, description) and instructions."""

from __future__ import annotations

import json
from typing import Any

import yaml

from awm_mcp.model import FlowStep, Parameter, Workflow
from awm_mcp.model.arguments import example
from awm_mcp.model.sentences import shortened
from awm_mcp.model.text import cut, harmless

MAX_DESCRIPTION = 1024


def skill_name(workflow: Workflow) -> str:
    """The skill's name: the workflow's with hyphens, at most 64 characters."""
    return workflow.name.replace("_", "-").strip("-")[:64]


def render(workflow: Workflow) -> str:
    """The text of SKILL.md: when to use it, the call that runs it, and the steps by hand."""
    front = {"name": skill_name(workflow), "description": _description(workflow)}
    head = yaml.safe_dump(front, sort_keys=False, allow_unicode=True, width=1000)
    return f"---\n{head}---\n\n" + "\n".join(_body(workflow)) + "\n"


def _description(workflow: Workflow) -> str:
    said = shortened(harmless(workflow.description or workflow.title, 2000), 600)
    if "Use it " in said:
        return cut(said, MAX_DESCRIPTION)
    takes = ", ".join(p.name for p in workflow.callers_parameters)
    when = f"Use it for tasks of this kind on {harmless(workflow.site, 100)}" + (f"; takes {takes}." if takes else ".")
    return cut(f"{said} {when}".strip(), MAX_DESCRIPTION)


def _body(workflow: Workflow) -> list[str]:
    call: dict[str, Any] = {"workflow": workflow.name, "arguments": example(workflow)}
    tool = "run_readonly_workflow" if workflow.risk == "read" else "run_workflow"
    lines = [f"# {harmless(workflow.title or workflow.name)}", "", shortened(harmless(workflow.description, 2000), 600), ""]
    lines += ["## Run it", "", f"Call `{tool}` of the awm server with:", "", "```json", _json(call), "```", ""]
    if workflow.callers_parameters:
        lines += ["## Parameters", "", *map(_parameter, workflow.callers_parameters), ""]
    lines += ["## By hand", "", f"Start on {harmless(workflow.site)} at `{_code(workflow.start.words())}`.", ""]
    lines += [f"{number}. {_step(step)}" for number, step in enumerate(workflow.steps, 1)]
    if workflow.postcondition is not None:
        lines += ["", f"Done when this is seen: {_code(workflow.postcondition.words())}."]
    return lines


def _json(data: dict[str, Any]) -> str:
    return json.dumps(data, ensure_ascii=False, indent=2).replace("`", "\\u0060")


def _parameter(parameter: Parameter) -> str:
    example_text = f" Example: `{_code(parameter.examples[0])}`." if parameter.examples else ""
    optional = "" if parameter.required else ", optional"
    return f"- `{parameter.name}` ({parameter.type}{optional}): {harmless(parameter.description, 200)}{example_text}"


def _step(step: FlowStep) -> str:
    why = f" ({harmless(step.reasoning, 160)})" if step.reasoning else ""
    return _code(step.words()) + why


def _code(text: str) -> str:
    return harmless(text, 300)
