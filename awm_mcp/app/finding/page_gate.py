"""Which workflows fit a page: by the address patterns they start from, and by their first element being on it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Protocol

from awm_mcp.model import Gap, Param, Target, Text, Value, Workflow
from awm_mcp.model.site import lasting, path_of
from awm_mcp.model.text import fold

THERE, STARTS_HERE, ON_ITS_WAY = 0.2, 0.3, 0.1


class OpenPage(Protocol):
    """The page that a caller has open in this server's browser."""

    def url(self, principal: str) -> str | None:
        """Its address, when one is open."""
        ...

    async def present(self, principal: str, targets: Sequence[Target]) -> Sequence[bool | None]:
        """For each target whether it is on the page now, parameters standing for any text; None: cannot be told."""
        ...


def first_target(workflow: Workflow) -> Target | None:
    """The first element that a workflow acts on, apart from optional steps and those that turn pages only if needed."""
    sure = (step for step in workflow.in_interface if not step.optional and step.until_next is None)
    return next((s.action.target for s in sure if s.action is not None and s.action.target is not None), None)


def starts_at(workflow: Workflow, url: str) -> bool:
    """Whether the address is one that the workflow's start page or first step is at."""
    first = next((step.url for step in workflow.in_interface if step.url is not None), None)
    return any(_at(pattern, url) for pattern in (workflow.start, first) if pattern is not None)


def bonus(workflow: Workflow, url: str, there: bool | None) -> float:
    """What the page speaks for a workflow. ``there``: whether its first element is on the page, if that is known."""
    if starts_at(workflow, url):
        here = STARTS_HERE if _told_apart(workflow) else STARTS_HERE / 2
    else:
        here = ON_ITS_WAY if any(s.url is not None and _at(s.url, url) for s in workflow.in_interface[1:]) else 0.0
    return here + (THERE if there else 0.0)


def applies(workflow: Workflow, url: str, there: bool | None) -> bool:
    """Whether to offer a workflow on a page: its start page, or a page with its first element."""
    return (there is not False and starts_at(workflow, url)) or there is True


def from_address(workflow: Workflow, url: str) -> dict[str, str]:
    """Arguments that the address gives: parts of it where the start page's pattern has a parameter."""
    found = _reading(workflow.start, url)
    return {name: text for name, text in (found or {}).items() if workflow.parameter(name) is not None}


def visit_at(workflow: Workflow, url: str) -> str | None:
    """The address itself, if it is the start page's with parts that count for one visit only; a start never keeps these."""
    path = path_of(url)
    return url if lasting(path) != path and _at(workflow.start, lasting(path)) else None


def _told_apart(workflow: Workflow) -> bool:
    """Whether the start page is more than the site's front page."""
    return workflow.start.words().strip("/") != ""


def _at(pattern: Value, url: str) -> bool:
    return _reading(pattern, url) is not None


def _reading(pattern: Value, url: str) -> dict[str, str] | None:
    """The parameters with which the pattern is the path of the address; query and fragment where the pattern has some."""
    path = fold(path_of(url))
    said = pattern.words()
    if "#" not in said:
        path = path.partition("#")[0]
    if "?" not in said:
        path = path.partition("?")[0]
    return _read(pattern.root, path.rstrip("/") or "/")


def _read(tokens: tuple[Text | Param | Gap, ...], path: str) -> dict[str, str] | None:

    body, names = "", list[str]()
    for token in tokens:
        if isinstance(token, Text):
            body += re.escape(fold(token.text))
        elif isinstance(token, Param) and token.param not in names:
            names.append(token.param)
            body += f"(?P<p{len(names)}>[^/?#&]+)"
        else:
            body += r"[^/?#]*"
    hit = re.fullmatch(body.rstrip("/") + "/?", path, re.IGNORECASE)
    return None if hit is None else {name: hit[f"p{number}"] for number, name in enumerate(names, 1)}
