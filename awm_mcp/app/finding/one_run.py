"""What a workflow of a single run may hold for lasting though it was of that run alone. Pure.

One run cannot show what varies. Two signs tell that a page is made anew for each task: the caller is on another page of the
kind that the run started at, and an element is called like the task itself. Until a second run or a real call has shown
that the workflow works with other values, such a one is text to look at and not a call to send.
"""

from __future__ import annotations

from collections.abc import Iterator
from urllib.parse import parse_qsl, urlsplit

from awm_mcp.model import Param, Value, Workflow
from awm_mcp.model.names import words
from awm_mcp.model.site import lasting, path_of
from awm_mcp.model.templates import all_templates

LEAST_WORDS = 3
"""Words that an element's name must share with the task, beside values, to count as the task's own sentence."""


def doubt(workflow: Workflow, url: str | None, worked: int) -> str:
    """Why the workflow may do only what its one run did; empty when nothing speaks for that.

    Args:
        workflow: what is about to be recommended.
        url: the page that the caller is on or starts at, if that is known.
        worked: how many real calls of it ended well.
    """
    if workflow.evidence.support != 1 or worked:
        return ""
    if url is not None and _another_of_its_kind(workflow.start, url):
        return "it was learned from one run, which started at another page of this kind; look whether it fits this one"
    if any(_is_the_task(name, workflow) for name in _names(workflow)):
        return "it was learned from one run, on a page that shows the task itself; look whether it fits this one"
    return ""


def _another_of_its_kind(start: Value, url: str) -> bool:
    """Whether both are the same page but for a number in the path or a value in the query that the start page fixes."""
    if start.params or not start.words().startswith("/"):
        return False
    own, here = urlsplit(lasting(start.words())), urlsplit(lasting(path_of(url)))
    ours, theirs = own.path.strip("/").split("/"), here.path.strip("/").split("/")
    others = [(a, b) for a, b in zip(ours, theirs, strict=False) if a != b]
    if len(ours) != len(theirs) or any(not (a.isdigit() and b.isdigit()) for a, b in others):
        return False
    given = dict(parse_qsl(here.query))
    return bool(others) or any(name in given and given[name] != text for name, text in parse_qsl(own.query))


def _names(workflow: Workflow) -> Iterator[Value]:
    for step in workflow.in_interface:
        target = step.action.target if step.action is not None else None
        if target is not None:
            yield from (said for said in (target.name, target.label) if said is not None)


def _is_the_task(name: Value, workflow: Workflow) -> bool:
    """Whether an element's name is a sentence of the task with the task's values in it."""
    if not name.params or len(_own(name)) < LEAST_WORDS:
        return False
    return any(set(name.params) <= set(t.params) and _within(_own(name), _own(t)) for t in all_templates(workflow))


def _own(said: Value) -> list[str]:
    return [word for token in said.root if not isinstance(token, Param) for word in words(getattr(token, "text", ""))]


def _within(part: list[str], whole: list[str]) -> bool:
    return any(whole[at : at + len(part)] == part for at in range(len(whole) - len(part) + 1))
