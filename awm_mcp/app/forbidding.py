"""Task texts that forbid what a workflow does: "fill in the form but do not save it", "only look", "without buying". Pure.

A call that writes is not offered for them. What is quoted is a value and forbids nothing; an unquoted value that reads like
a ban costs a ready-made call, and nothing else.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from awm_mcp.memory.words import idea, raw_words, stem
from awm_mcp.model import Workflow

_QUOTED = re.compile(r"'[^']{1,400}'(?!\w)|\"[^\"]{1,400}\"|“[^”]{1,400}”|«[^»]{1,400}»|‘[^’]{1,400}’(?!\w)")
_NOT = (
    r"(?:do\s+not|don['’]?t|does\s+not|never|not\s+to|should\s?n['’]?o?t|should\s+not|must\s?n['’]?t|must\s+not|but\s+not|without"
    r"|stop\s+before|instead\s+of|rather\s+than|refrain\s+from|avoid|before\s+you|no\s+need\s+to|and\s+not)"
)
_FILLED = r"(?:\s+(?:actually|really|yet|ever|even|just|to|the|any|it|yourself))*"
_BAN = re.compile(rf"\b{_NOT}{_FILLED}\s+(?P<verb>[a-z]+)(?:\s+(?P<after>[a-z]+))?", re.IGNORECASE)
_LOOKING = re.compile(
    r"\b(?:just|only)\s+(?:look|looking|show|view|see|read|reading|preview|browse|tell|list|checking|check\s+(?:if|whether|"
    r"what|how|that))\b|\blook(?:ing)?\s+only\b|\bread[- ]only\b|\bdry[- ]run\b|\bnothing\s+(?:may|should|must|is\s+to)\s+"
    r"(?:be\s+)?chang\w*",
    re.IGNORECASE,
)
_COMMITTING = """
save submit send confirm commit apply finish place complete publish post buy order purchase pay book reserve checkout
execute proceed finalize finalise
"""
_COMMITS = frozenset(stem(word) for word in _COMMITTING.split())
_ANY_CHANGE = frozenset(map(stem, ["change", "modify", "edit", "touch", "write", "alter", "do", "click", "press"]))
_ANYTHING = frozenset({"anything", "nothing", "something", "it", "data", "things", "submit", "save", "send", "order", "buy"})


def forbidden(workflow: Workflow, task: str) -> str:
    """The words by which a task forbids what a writing workflow does; empty where it does not, or the workflow only reads.

    Words that the tasks of its source runs say as well are part of the work.
    """
    if workflow.risk == "read":
        return ""
    said = _QUOTED.sub(" ", task[:4000])
    known = " ".join(" ".join(raw_words(source)) for source in workflow.evidence.tasks)
    bans = (ban for ban in _bans(workflow, said) if " ".join(raw_words(ban)) not in known)
    return next(bans, "")


def _bans(workflow: Workflow, said: str) -> Iterator[str]:
    yield from (hit.group() for hit in _LOOKING.finditer(said))
    does = _does(workflow)
    for hit in _BAN.finditer(said):
        verb, after = hit["verb"].casefold(), (hit["after"] or "").casefold()
        forms = {stem(verb), verb.removesuffix("ing")}  # "adding": the stem of it is no word
        anything = forms & _ANY_CHANGE and (after in _ANYTHING or not after)
        if forms & _COMMITS or anything or {one for form in forms for one in (form, idea(form))} & does:
            yield hit.group()


def _does(workflow: Workflow) -> frozenset[str | None]:
    """What its name, its title and the labels of its writing steps say that it does; verbs with their ideas."""
    labels = [
        text.words()
        for step in workflow.steps
        if step.writes and step.action is not None and step.action.target is not None
        for text in step.action.target.texts.values()
    ]
    beginnings = [" ".join(raw_words(text)[:1]) for text in (*labels, workflow.title)]
    said = [stem(word) for text in beginnings for word in raw_words(text)]
    return frozenset(said) | frozenset(shared for word in said if (shared := idea(word)) is not None)
