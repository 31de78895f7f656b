"""The thing that a link opens, where its name is written small as a command is: the address that it leads to says it."""

from __future__ import annotations

from urllib.parse import parse_qsl, unquote, urlsplit

from awm_mcp.induction.trace import said
from awm_mcp.model import Step
from awm_mcp.model.site import path_of
from awm_mcp.model.spoken import said_words


def opened_thing(step: Step, then: Step | None) -> list[str]:
    """The label of a clicked link that is the last part, or a value, of the address it leads to and was not before.

    ``then``: the next step, whose page tells where a link led that was not seen leading anywhere.
    """
    target = step.action.target
    label = said(target) if step.action.type in ("click", "dblclick") else ""
    if target is None or target.role not in ("link", "option", "treeitem", "row", "gridcell") or not label:
        return []
    led = step.effect.url if step.effect is not None and step.effect.url else then.url if then is not None else ""
    name = _spelled(label)
    came = _things(led) - _things(step.url)
    return [label] if name and name in came else []


def _things(url: str | None) -> set[str]:
    """What an address says last of its path, and its values."""
    parts = urlsplit(path_of(url or ""))
    last = unquote(parts.path.rstrip("/").rpartition("/")[2])
    return {_spelled(part) for part in (last, *(value for _, value in parse_qsl(parts.query)))}


def _spelled(text: str) -> str:
    return " ".join(said_words(text))
