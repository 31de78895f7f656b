"""Words of interfaces: which labels change something, which destroy, which only dismiss what is in the way."""

from __future__ import annotations

from awm_mcp.model.change_verbs import ENGLISH_DESTROYING as DESTRUCTIVE
from awm_mcp.model.change_verbs import ENGLISH_WRITING as WRITING
from awm_mcp.model.labels import asked_abroad, changes_abroad, destroys
from awm_mcp.model.names import words
from awm_mcp.model.templates import bare_task

_LOOKING = frozenset({"search", "filter", "find", "sort", "show", "view", "go", "next", "previous", "browse", "apply"})
ASKS_FOR_CHANGE = WRITING - {"link", "like", "review", "order", "apply", "comment", "share", "done", "follow", "log"}
DISMISSING = frozenset({
    "accept", "agree", "close", "dismiss", "reject", "decline", "allow", "skip", "ok", "okay", "thanks", "later",
    "understood", "consent", "cookies", "got",
})  # fmt: skip
_OPENERS = frozenset({"edit", "new", "write", "proceed", "log", "add", "change", "set", "move", "open"})


def changes_something(label: str) -> bool:
    """Whether a label reads like a change of the site's data."""
    given = words(label)
    return (bool(given) and given[0] in WRITING) or is_destructive(label) or changes_abroad(label)


def asks_to_change(task: str) -> bool:
    """Whether a task text begins with what changes data, and not with what is looked for."""
    given = words(bare_task(task))
    return (bool(given) and given[0] in ASKS_FOR_CHANGE | DESTRUCTIVE) or asked_abroad(task) != ""


def is_destructive(label: str) -> bool:
    """Whether a label reads like something that cannot simply be taken back."""
    return destroys(label)


def opens_a_form(label: str) -> bool:
    """Whether a label that reads like a change commonly opens the form for it first ("Edit", "New issue")."""
    given = words(label)
    return bool(given) and given[0] in _OPENERS


def only_looks(label: str) -> bool:
    """Whether a button of a form reads like a search, a filter or a way on."""
    given = words(label)
    return bool(given) and given[0] in _LOOKING


def dismisses(label: str) -> bool:
    """Whether a label reads like the way past a banner or pop-up."""
    given = words(label)
    return bool(given) and len(given) <= 6 and any(word in DISMISSING for word in given)
