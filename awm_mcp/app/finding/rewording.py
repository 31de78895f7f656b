"""Task texts that say what a template says in other words: without "find the", or with words of the same idea. Pure.

A template is changed towards the task and read again, so that the arguments come from the task's own text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

from awm_mcp.memory.words import idea, raw_words, stem
from awm_mcp.model import Param, Text, Value, Workflow, value
from awm_mcp.model.templates import Match, all_templates, bare_task, match
from awm_mcp.model.title_templates import looks_like, title_of_task

_LEAD = re.compile(
    r"^\s*(?:(?:find|show|get|tell|give|display|check|read|see|view|fetch|find out|(?:look|search) (?:up|for)"
    r"|what(?:['’]s| is| are| was)|(?:which|where|when|who|how much|how many) (?:is|are)|me|us|out)\s+)+"
    r"(?:(?:the|a|an|my)\s+)?",
    re.IGNORECASE,
)
_WORD = re.compile(r"[^\W\d_]+")
_ANYTHING = re.compile(r"\b(?:things?|ones?|items?|stuff)\b", re.IGNORECASE)
"""Words for whatever a workflow is about: "the cheapest thing in Garden"."""
_KIND = re.compile(r"(?<=\w)\s+(?:address|number|amount|value|adresse|nummer)\b(?=\s+(?:of|for|von)\b)", re.IGNORECASE)
_LEADING = re.compile(r"^(?:the|an?)\s+", re.IGNORECASE)
_ARTICLES = frozenset({"a", "an", "the"})


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
    if (found := _by_title(workflow, given, asked)) is not None:
        return Reading(found, same=_look_like_the_examples(workflow, found), asks=True)
    for template in all_templates(workflow):
        bare = _bare(template)
        if bare is not None and (found := match(bare, asked, workflow.callers_parameters)) is not None:
            return Reading(found, same=True, asks=asked != given)
        for other, text in (*_many(template, given), *_of_a_kind(bare, asked), *_towards(template, bare, given, asked)):
            if (found := match(other, text, workflow.callers_parameters)) is not None:
                return Reading(found, same=False, asks=asked != given)
        if (named := _only_named(workflow, bare, asked)) is not None:
            return Reading(named, same=False, asks=asked != given)
        for other, text in _tersely(bare, asked):
            found = match(other, text, workflow.callers_parameters)
            if found is not None and not any(_says_its_name(*pair) for pair in found.arguments.items()):
                return Reading(found, same=False, asks=asked != given)
    return None


def _by_title(workflow: Workflow, given: str, asked: str) -> Match | None:
    """The reading by the title as it stands, of names like the examples; and by what it asks for: "price of oak stool"."""
    title = title_of_task(workflow)
    found = match(title, given, workflow.callers_parameters) if title is not None else None
    if found is not None and _look_like_the_examples(workflow, found):
        return found
    bare = _bare(title) if title is not None and found is None else None
    return match(bare, asked, workflow.callers_parameters) if bare is not None else None


def _look_like_the_examples(workflow: Workflow, found: Match) -> bool:
    values = ((workflow.parameter(name), text) for name, text in found.arguments.items())
    return all(p is not None and isinstance(text, str) and looks_like(p, text) for p, text in values)


def _without_lead(text: str) -> str:
    return _LEAD.sub("", text)


def _bare(template: Value) -> Value | None:
    """The template without its words of asking, as long as it still says something before its first parameter."""
    tokens = template.root
    if not tokens or not isinstance(tokens[0], Text):
        return None
    first = _without_lead(tokens[0].text)
    return value([Text(text=first), *tokens[1:]]) if raw_words(first) else None


def _many(template: Value, given: str) -> Iterator[tuple[Value, str]]:
    """The template that asks for one, said of many: "How much are the Oak Stools?"."""
    many = template.map_text(lambda text: re.sub(r"\bis\b", "are", text))
    if many != template:
        yield many, given


def _of_a_kind(bare: Value | None, asked: str) -> Iterator[tuple[Value, str]]:
    """The text without a word that says what sort of value its noun is: "email address", "phone number"."""
    short = _KIND.sub("", asked)
    if bare is not None and short != asked:
        yield bare, short


def _towards(template: Value, bare: Value | None, given: str, asked: str) -> Iterator[tuple[Value, str]]:
    for pattern, text in ((template, given), (bare, asked)):
        changed = _in_words_of(pattern, text) if pattern is not None else None
        if changed is not None:
            yield changed, text


def _tersely(bare: Value | None, asked: str) -> Iterator[tuple[Value, str]]:
    """The template without a last word that only names its parameter, and the text with "thing" said as in the template."""
    if bare is None:
        return
    short, full = _without_its_name(bare), _said_in_full(bare, _LEADING.sub("", asked))
    if (short, full) != (bare, asked):
        yield short, full
        if (changed := _in_words_of(short, full)) is not None:
            yield changed, full


def _says_its_name(name: str, given: str | list[str]) -> bool:
    said = given if isinstance(given, str) else " ".join(given)
    return bool({*map(stem, raw_words(name.replace("_", " ")))} & {*map(stem, raw_words(said))})


def _without_its_name(template: Value) -> Value:
    *before, last = template.root
    if not before or not isinstance(last, Text) or not isinstance(named := before[-1], Param):
        return template
    names = {stem(word) for word in raw_words(named.param.replace("_", " "))}
    return value(before) if {stem(word) for word in raw_words(last.text)} <= names else template


def _only_named(workflow: Workflow, bare: Value | None, asked: str) -> Match | None:
    """The reading without the words that introduce a value, of values that look like the examples: "Buy Oak Stool"."""
    unnamed = _without_introduction(bare) if bare is not None else None
    found = match(unnamed, asked, workflow.callers_parameters) if unnamed is not None and unnamed != bare else None
    return found if found is not None and _look_like_the_examples(workflow, found) else None


def _without_introduction(template: Value) -> Value:
    """The template without the words before a parameter that only name it: "buy the product {product}"."""
    tokens = list(template.root)
    for at, (text, named) in enumerate(pairwise(template.root)):
        if isinstance(text, Text) and isinstance(named, Param):
            names = "|".join(map(re.escape, (named.param.replace("_", " "), named.param.split("_")[-1])))
            cut = re.sub(rf"(?<=\w)\s+(?:the\s+|an?\s+)?(?:{names})\s+(?=['\"‘“]?$)", " ", text.text, flags=re.IGNORECASE)
            tokens[at] = Text(text=cut)
    return value(tokens)


def _said_in_full(template: Value, text: str) -> str:
    hit = _ANYTHING.search(text)
    first = template.root[0]
    if hit is None or not isinstance(first, Text):
        return text
    own = [word for word in _WORD.findall(first.text) if word.casefold() not in _ARTICLES]
    at = sum(word.casefold() not in _ARTICLES for word in _WORD.findall(text[: hit.start()]))
    return text[: hit.start()] + own[at] + text[hit.end() :] if 0 < at < len(own) else text


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
