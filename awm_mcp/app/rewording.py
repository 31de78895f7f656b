"""Task texts that say what a template says in other words: without "find the", or with words of the same idea. Pure.

A template is changed towards the task and read again, so that the arguments come from the task's own text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from awm_mcp.memory.words import idea, raw_words, stem
from awm_mcp.model import Text, Value, Workflow, value
from awm_mcp.model.templates import Match, all_templates, bare_task, match

_LEAD = re.compile(
    r"^\s*(?:(?:find|show|get|tell|give|display|check|read|see|view|fetch|find out|(?:look|search) (?:up|for)"
    r"|what(?:'s| is| are| was)|(?:which|where|when|who|how much|how many) (?:is|are)|me|us|out)\s+)+"
    r"(?:(?:the|a|an|my)\s+)?",
    re.IGNORECASE,
)
_WORD = re.compile(r"[^\W\d_]+")


class Reading(NamedTuple):
    """Arguments of a task text. ``same``: only the words of asking differ from the template, none that mean something.

    ``asks``: whether the text itself has such words; without them its first word may be a verb ("order a pizza").
    """

    match: Match
    same: bool
    asks: bool


def reworded(workflow: Workflow, task: str) -> Reading | None:
    """The reading of the first template that makes the text in other words; None when none does."""
    given = bare_task(task)
    asked = _without_lead(given)
    for template in all_templates(workflow):
        bare = _bare(template)
        if bare is not None and (found := match(bare, asked, workflow.callers_parameters)) is not None:
            return Reading(found, same=True, asks=asked != given)
        for other, text in _towards(template, bare, given, asked):
            if (found := match(other, text, workflow.callers_parameters)) is not None:
                return Reading(found, same=False, asks=asked != given)
    return None


def _without_lead(text: str) -> str:
    return _LEAD.sub("", text)


def _bare(template: Value) -> Value | None:
    """The template without its words of asking, as long as it still says something before its first parameter."""
    tokens = template.root
    if not tokens or not isinstance(tokens[0], Text):
        return None
    first = _without_lead(tokens[0].text)
    return value([Text(text=first), *tokens[1:]]) if raw_words(first) else None


def _towards(template: Value, bare: Value | None, given: str, asked: str) -> Iterator[tuple[Value, str]]:
    for pattern, text in ((template, given), (bare, asked)):
        changed = _in_words_of(pattern, text) if pattern is not None else None
        if changed is not None:
            yield changed, text


def _in_words_of(template: Value, text: str) -> Value | None:
    """The template with words of the text in place of its own words of the same idea; None when that changes nothing."""
    said: dict[str, str] = {}
    for word in _WORD.findall(text):
        if shared := idea(stem(word.casefold())):
            said.setdefault(shared, word)
    tokens = [Text(text=_said_as(token.text, said)) if isinstance(token, Text) else token for token in template.root]
    return value(tokens) if tokens != list(template.root) else None


def _said_as(literal: str, said: dict[str, str]) -> str:
    def other(hit: re.Match[str]) -> str:
        own = stem(hit.group().casefold())
        word = said.get(idea(own) or "")
        return word if word is not None and stem(word.casefold()) != own else hit.group()

    return _WORD.sub(other, literal)
