"""Task texts that forbid what a workflow does: "fill in the form but do not save it", "only look", "without buying". Pure.

A call that writes is not offered for them. What is quoted is a value and forbids nothing; an unquoted value that reads like
a ban costs a ready-made call, and nothing else.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from awm_mcp.memory.words import STOP, idea, raw_words, stem
from awm_mcp.model import Workflow
from awm_mcp.model.templates import bare_task

_QUOTED = re.compile(r"'[^']{1,400}'(?!\w)|\"[^\"]{1,400}\"|“[^”]{1,400}”|«[^»]{1,400}»|‘[^’]{1,400}’(?!\w)")
_NOT = (
    r"(?:do\s+not|don['’]?t|does\s+not|never|not\s+to|should\s?n['’]?o?t|should\s+not|must\s?n['’]?t|must\s+not|but\s+not|without"
    r"|under\s+no\s+circumstances|on\s+no\s+account|in\s+no\s+case|by\s+no\s+means|stop\s+before|instead\s+of|rather\s+than|refrain\s+from|avoid|before\s+you|no\s+need\s+to|and\s+not)"
)
_ASIDE = r"(?:\s*,[^,.;!?]{1,60},|\s+(?:under|in|for|on|at)\s+any\s+[a-z]+)?"
_FILLED = rf"{_ASIDE}(?:\s+(?:actually|really|yet|ever|even|just|to|the|any|it|yourself))*"
_BAN = re.compile(rf"\b{_NOT}{_FILLED}\s+(?P<verb>[a-z]+)(?:\s+(?P<after>[a-z]+))?", re.IGNORECASE)
_LOOKING = re.compile(
    r"\b(?:just|only)\s+(?:look|looking|show|view|see|read|reading|preview|browse|tell|list|checking|check\s+(?:if|whether|"
    r"what|how|that))\b|\blook(?:ing)?\s+only\b|\bread[- ]only\b|\bdry[- ]run\b|\bnothing\s+(?:may|should|must|is\s+to)\s+"
    r"(?:be\s+)?chang\w*",
    re.IGNORECASE,
)
_NONE = re.compile(
    r"\b(?P<verb>[a-z]+)\s+(?:no\s+(?!for\b|in\b|as\b|on\b|and\b|or\b)|none\b)(?P<after>[a-z]*)", re.IGNORECASE
)
"""Of a verb with nothing to do it to: "add no towels", "put none of them in the cart"."""
_TAKEN_BACK = re.compile(
    r"^\W*(?:undo|revert|reverse|take\s+back|roll\s+back)\s*:|[?.!;]\s*(?:no|nope|never(?:\s+mind)?|don['’]?t|do\s+not)[\s.!]*$",
    re.IGNORECASE,
)
_CLAUSE = r"(?:^\W*|[,.;:!?]\s*|\b(?:but|and)\s+)(?:please\s+)?"
_ONLY_LOOKS = re.compile(rf"{_CLAUSE}(?:just|only)\s+(?:look|view|preview|browse)", re.IGNORECASE)
_BEGINS = re.compile(rf"^\W*(?:please\s+)?{_NOT}\b", re.IGNORECASE)
_BAN_BEGINS = re.compile(r"\W*(?i:please\s+)?(?i:do\s+not|don['’]?t|never|must\s+not|you\s+must\s+not)\s+[a-zà-ÿ]")
_GOES_ON = re.compile(r"[,;:!?]\s*\S|\.\s+\S|\b(?:but|and|then|instead|only|just|until|unless|before)\b", re.IGNORECASE)
_COMMITTING = """
save submit send confirm commit apply finish place complete publish post buy order purchase pay book reserve checkout
execute proceed finalize finalise
"""
_COMMITS = frozenset(stem(word) for word in _COMMITTING.split())
_ANY_CHANGE = frozenset(map(stem, ["change", "modify", "edit", "touch", "write", "alter", "do", "click", "press"]))
_ANYTHING = frozenset({"anything", "nothing", "something", "it", "data", "things", "submit", "save", "send", "order", "buy"})


def forbidden(workflow: Workflow, task: str) -> str:
    """The words by which a task forbids what a writing workflow does; empty where it does not, or the workflow only reads.

    Words that the tasks of its source runs say as well are part of the work, unless they forbid the work itself.
    """
    if workflow.risk == "read":
        return ""
    said = _said(task)
    if against := against_itself(workflow, task):
        return against
    known = " ".join(" ".join(raw_words(source)) for source in workflow.evidence.tasks)
    bans = (ban for ban in _bans(workflow, said) if " ".join(raw_words(ban)) not in known)
    return next(bans, "")


def may_forbid(task: str) -> bool:
    """Whether the text has words that can forbid anything at all; cheap, and true of few tasks."""
    said = _said(task)
    return any(words.search(said) for words in (_ONLY_LOOKS, _BAN, _NONE, _TAKEN_BACK))


def only_forbids(task: str) -> bool:
    """Whether a text only says what is not to be done: "Do not send a message to the shop"."""
    said = bare_task(_said(task))
    return _BAN_BEGINS.match(said) is not None and _GOES_ON.search(said) is None


def against_itself(workflow: Workflow, task: str) -> str:
    """The words by which a task forbids the very steps that write, so that a run of it did what it was told not to do.

    "Put it into the cart but do not order" is no such task for a workflow that puts something into the cart.
    """
    if workflow.risk == "read":
        return ""
    said = _said(task)
    if (hit := _ONLY_LOOKS.search(said)) is not None:
        return hit.group().strip(" ,.;:!?")
    if _BEGINS.search(said) and (ban := next(_bans(workflow, said), "")):
        return ban
    labels = [raw_words(text) for text in _labels(workflow)]
    bans = (hit.group() for hit in _BAN.finditer(said) if _names_a_label(labels, hit, said))
    return next(bans, "")


def _names_a_label(labels: list[list[str]], hit: re.Match[str], said: str) -> bool:
    """Whether a ban names what a label says: its verb, and where both go on, another word of it."""
    verb = hit["verb"].casefold()
    forms = {stem(verb), stem(verb.removesuffix("ing"))}
    objects = {stem(word) for word in raw_words(re.split(r"[,.;!?]", said[hit.end("verb") :])[0])}
    return any(
        stem(label[0]) in forms
        and (not objects or len(label) == 1 or bool(objects & {stem(word) for word in label[1:]} - STOP))
        for label in labels
        if label
    )


def _said(task: str) -> str:
    return _QUOTED.sub(" ", task[:4000])


def _bans(workflow: Workflow, said: str) -> Iterator[str]:
    yield from (hit.group().strip() for words in (_LOOKING, _TAKEN_BACK) for hit in words.finditer(said))
    does = _does(workflow)
    for hit in (*_BAN.finditer(said), *_NONE.finditer(said)):
        verb, after = hit["verb"].casefold(), (hit["after"] or "").casefold()
        forms = {stem(verb), verb.removesuffix("ing")}  # "adding": the stem of it is no word
        anything = forms & _ANY_CHANGE and (after in _ANYTHING or not after)
        if forms & _COMMITS or anything or {one for form in forms for one in (form, idea(form))} & does:
            yield hit.group()


def _does(workflow: Workflow) -> frozenset[str | None]:
    """What its name, its title and the labels of its writing steps say that it does; verbs with their ideas."""
    beginnings = [" ".join(raw_words(text)[:1]) for text in (*_labels(workflow), workflow.title)]
    said = [stem(word) for text in beginnings for word in raw_words(text)]
    return frozenset(said) | frozenset(shared for word in said if (shared := idea(word)) is not None)


def _labels(workflow: Workflow) -> list[str]:
    """The labels of its writing steps."""
    return [
        text.words()
        for step in workflow.steps
        if step.writes and step.action is not None and step.action.target is not None
        for text in step.action.target.texts.values()
    ]
