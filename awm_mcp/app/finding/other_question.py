"""Words by which a task asks for another answer than a reading workflow gives: the second, the dearest, the weight. Pure.

"Which is the best rated product in Garden?" shares its things and its value with a workflow that reads the cheapest one. A
word of degree or order that only one of the two says decides, and so does any word of the task where the workflow's own
words for what it reads are not in the task.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from awm_mcp.memory.words import STOP, idea, raw_words, stem
from awm_mcp.model import Text, Value, Workflow
from awm_mcp.model.templates import all_templates

_DEGREES = """
most least best worst top bottom fewest second third fourth fifth sixth seventh eighth ninth tenth first last next previous
middle average total plus moins más menos più meno mehr meiste meisten wenigste wenigsten zweite zweiten dritte dritten
erste ersten letzte letzten
"""
_NO_DEGREES = """
forest guest test west rest chest nest vest request contest interest harvest quest crest pest zest protest digest manifest
suggest invest modest honest arrest priest breast
"""
_ASKING = """
what which how who when where did has have had would should may might there got one thing things stuff any all
"""
_COUNTING = "much many long soon old far often tell find look show get need want like go visit navigate"
_DEGREE, _PLAIN = frozenset(_DEGREES.split()), frozenset(_NO_DEGREES.split())
_ASKS, _COUNTS = frozenset(_ASKING.split()), frozenset(map(stem, _COUNTING.split()))
_ENDS = re.compile(r"[a-z]{2,}est|[^\W\d_]{4,}sten?|\d+(?:st|nd|rd|th)")
_READ_IDEA = idea(stem("find"))


class Apart(NamedTuple):
    """``says``: words of the task that the workflow does not say; ``unsaid``: words of the workflow that it does not say."""

    says: tuple[str, ...]
    unsaid: tuple[str, ...]

    def __bool__(self) -> bool:
        return bool(self.says or self.unsaid)


NOT_APART = Apart((), ())


def is_degree(word: str) -> bool:
    """Whether a word picks one of several things, or turns the question: "cheapest", "second", "most"."""
    return word in _DEGREE or (word not in _PLAIN and _ENDS.fullmatch(word) is not None)


def apart(workflow: Workflow, task: str, left: Sequence[str], *, by_meaning: bool = False) -> Apart:
    """The words that decide; none where the two ask for the same, or nobody can tell.

    ``left``: the task's words that neither the workflow nor its values say. ``by_meaning``: other words were to be expected.
    """
    says = [word for word in left if tells_more(word, task)]
    degrees = [word for word in says if is_degree(word)]
    unsaid = min((_unsaid(workflow, template, task) for template in all_templates(workflow)), key=len, default=list[str]())
    if by_meaning:
        return Apart(tuple(degrees), ()) if degrees else NOT_APART
    swapped = bool(says and unsaid)
    if degrees or swapped:
        return Apart(tuple(says), tuple(unsaid))
    missed = tuple(word for word in unsaid if is_degree(word))
    return Apart((), missed) if missed else NOT_APART


def tells_more(word: str, task: str) -> bool:
    """Whether a word of a task means something for the answer, and is no name that was not read as a value."""
    return _means_something(word) and not _is_a_name(word, task)


def _unsaid(workflow: Workflow, template: Value, task: str) -> list[str]:
    said = {stem(word) for word in raw_words(task)}
    ideas = {shared for word in said if (shared := idea(word)) is not None}
    names = {stem(word) for p in workflow.parameters for word in raw_words(p.name.replace("_", " "))}
    own = [word for token in template.root if isinstance(token, Text) for word in raw_words(token.text)]
    return [
        word
        for word in dict.fromkeys(own)
        if _means_something(word) and stem(word) not in said | names and (idea(stem(word)) or "") not in ideas
    ]


def _means_something(word: str) -> bool:
    return word not in STOP | _ASKS and stem(word) not in _COUNTS and idea(stem(word)) != _READ_IDEA


def _is_a_name(word: str, task: str) -> bool:
    """Whether the task writes a word with a capital or a number wherever it says it: a value that was not read."""
    if is_degree(word):
        return False
    hits = list(re.finditer(rf"(?<!\w){re.escape(word)}(?!\w)", task, re.IGNORECASE))
    return bool(hits) and all(not hit.group()[:1].islower() and hit.start() > 0 for hit in hits)
