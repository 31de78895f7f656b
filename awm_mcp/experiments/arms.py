"""The four arms: which tools an agent sees and whether the memory is put into its prompt, since text hides calls."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Literal, get_args

from mcp.types import Tool

from awm_mcp.errors import InvalidInput

Arm = Literal["none", "text", "tools", "both"]
ARMS: tuple[Arm, ...] = get_args(Arm)
BROWSER = "browser_"
FINDING = frozenset({"find_workflows", "get_workflow"})
RUNNING = frozenset({"run_workflow", "run_readonly_workflow"})
FOLLOWING = frozenset({"get_run", "cancel_run", "get_artifact"})
OWN = frozenset({"report_run", "usage_report"})
"""What the experiment does itself, so that an agent's zeal in reporting does not decide what is learned."""


def has_text(arm: Arm) -> bool:
    """Whether the site's memory is in the prompt."""
    return arm in ("text", "both")


def has_tools(arm: Arm) -> bool:
    """Whether workflows can be searched and called."""
    return arm in ("tools", "both")


def is_workflow_tool(name: str) -> bool:
    """Whether calling the tool calls a workflow: the two runners, and every published tool."""
    return name in RUNNING or not (name.startswith(BROWSER) or name in FINDING | FOLLOWING | OWN)


def visible(arm: Arm, tools: Iterable[Tool], only: Collection[str] = ()) -> list[Tool]:
    """The tools that an agent of the arm may see; ``only`` narrows the core and browser tools further, by name."""
    seen = [tool for tool in tools if _allowed(arm, tool.name)]
    return [tool for tool in seen if not only or tool.name in only or _published(tool.name)]


def parse(text: str) -> tuple[Arm, ...]:
    """``none,tools`` as arms, each once.

    Raises:
        InvalidInput: a name that is no arm.
    """
    given = [part.strip() for part in text.split(",") if part.strip()]
    unknown = [name for name in given if name not in ARMS]
    if unknown or not given:
        seen = ", ".join(unknown) or "none"
        raise InvalidInput("unknown_arm", expected=", ".join(ARMS), seen=seen, next="give --arms none,text,tools,both")
    return tuple(arm for arm in ARMS if arm in given)


def _allowed(arm: Arm, name: str) -> bool:
    if name in OWN:
        return False
    return name.startswith(BROWSER) or has_tools(arm)


def _published(name: str) -> bool:
    return is_workflow_tool(name) and name not in RUNNING
