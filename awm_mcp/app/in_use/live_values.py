"""Values that a page offers now, for checking workflows whose own items are gone because the task consumes them."""

from __future__ import annotations

import re
from collections.abc import Mapping

from awm_mcp.model import Param, Stopped, Target, Text, Value, Workflow
from awm_mcp.model.text import plain

Arguments = Mapping[str, str | list[str]]


def with_live_values(workflow: Workflow, stopped: Stopped, arguments: Arguments) -> list[dict[str, str | list[str]]]:
    """The arguments with what the page offers in the place of the one that the missing element depends on."""
    action = workflow.steps[stopped.step - 1].action
    told = telling(action.target) if action is not None and action.target is not None else None
    if told is None:
        return []
    name = told.params[0]
    texts = [text for option in stopped.options if (text := _argument(told, option)) and text != arguments.get(name)]
    return [{**arguments, name: text} for text in dict.fromkeys(texts)]


def telling(target: Target) -> Value | None:
    """The one signal of a target that a single value of the caller fills: its row, else its own name."""
    given = [target.row] if target.row is not None else [target.name, target.text, target.label]
    varying = [v for v in given if v is not None and v.params]
    alone = len(varying) > 0 and len(set(varying[0].params)) == len(varying[0].params) == 1 and not varying[0].has_gap
    return varying[0] if alone else None


def _argument(told: Value, shown: str) -> str:
    """What a caller would give so that the signal reads as shown."""
    parts = ("(.+)" if isinstance(t, Param) else re.escape(plain(t.text)) for t in told.root if isinstance(t, (Param, Text)))
    match = re.fullmatch(r"\s*".join(parts), plain(shown), re.IGNORECASE)
    return match.group(1).strip() if match else ""
