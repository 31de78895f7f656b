"""What a title leaves out of a task: values that only follow what is done, and remarks in brackets.

Texts are task patterns in which a parameter stands as ``\\x01name\\x01``.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from awm_mcp.induction.texts.wording import GAP, spoken
from awm_mcp.model import Parameter

LEAST_WORDS = 2
_SLOT = rf"['\"‘“«`]?(?:\x01\w+\x01|{GAP})['\"’”»`]?"
_ASIDE = re.compile(rf"\s*\([^()]*(?:\x01|{GAP})[^()]*\)?")
_APPOSED = re.compile(r"(\b(?:an?|the|my|new) (?:[\w-]+ )?[\w-]+) (['\"‘“«`])\x01(?P<name>\w+)\x01['\"’”»`]", re.IGNORECASE)
_JOINTS = frozenset({
    "to", "as", "by", "with", "of", "for", "in", "on", "at", "from", "into", "onto", "under", "about", "and", "or", "is",
    "titled", "named", "called", "says", "saying", "reading", "that", "containing", "matching",
})  # fmt: skip
_MANNER = re.compile(r" as ['\"‘“«`]?\x01(?P<name>\w+)\x01['\"’”»`]?$")
_AS_ANYTHING = re.compile(rf" as ['\"‘“«`]?{GAP}['\"’”»`]?$")
_PERSONS = frozenset({
    "person", "user", "customer", "guest", "admin", "member", "author", "owner", "username", "role", "assignee", "name",
    "watcher", "account", "email", "reviewer", "moderator",
})  # fmt: skip
_FOR_HOW_MANY = re.compile(r" for \x01(?P<name>\w+)\x01 (?P<noun>[a-z]+)\b", re.IGNORECASE)
_NEW_VALUE = re.compile(rf" (?:to|by|into|with) {_SLOT}$")
_CHANGING = re.compile(r"^(?:change|set|replace|update|edit|rename|modify|switch)\b", re.IGNORECASE)
_WHEN = re.compile(r"(?:^|_)(?:date|day|check_?in|check_?out|arrival|departure)$")
_STATE = re.compile(r"\b(?P<verb>are|is|were|was) \x01(?P<name>\w+)\x01$", re.IGNORECASE)


def without_asides(told: str) -> str:
    """Without brackets around values: ``replace the text (summary: …)``."""
    return _ASIDE.sub("", told)


def without_plain_values(told: str, parameters: Sequence[Parameter]) -> str:
    """Without values that follow as plain slots: a thing's own name, when, how and to what; at least two words stay."""
    told = _APPOSED.sub(lambda m: _one_of(m[1]) if _is_of(m) else m[0], told)
    told = _FOR_HOW_MANY.sub(lambda m: "" if _counts(m, parameters) else m[0], told)
    dated = {p.name for p in parameters if p.type == "date" or _WHEN.search(p.name)}
    for shorter in (_without_dates(told, dated), _without_manner(told), _without_new_value(told)):
        if shorter != told and len(shorter.split()) >= LEAST_WORDS:
            told = shorter
            break
    return _STATE.sub(lambda m: f"{'have' if m['verb'].lower() in ('are', 'were') else 'has'} \x01{m['name']}\x01", told)


def _counts(match: re.Match[str], parameters: Sequence[Parameter]) -> bool:
    """Whether a slot is the number of what stands after it: ``for {guests} guests``."""
    numbers = {p.name for p in parameters if p.type == "integer"}
    return match["name"] in numbers and spoken(match["name"]).removesuffix("s") == match["noun"].lower().removesuffix("s")


def _is_of(match: re.Match[str]) -> bool:
    """Whether the name is another word than the noun before it; equal ones are one for the title anyway."""
    noun = match[1].split()[-1].lower()
    return noun not in _JOINTS and spoken(match["name"]).split()[-1] != noun


def _one_of(thing: str) -> str:
    """``the wiki page`` of a task is one of many for the title."""
    return re.sub(
        r"^the (?=(?P<first>\w))", lambda m: "an " if m["first"].lower() in "aeio" else "a ", thing, flags=re.IGNORECASE
    )


def _without_dates(told: str, dated: set[str]) -> str:
    """Without when: ``from {check_in} to {check_out}``, ``on {date}`` at the end."""
    if not dated:
        return told
    day = rf"['\"‘“]?\x01(?:{'|'.join(map(re.escape, sorted(dated)))})\x01['\"’”]?"
    return re.sub(rf"(?: (?:on|from|to|until|till|through|by|between|and|at|for|dated|starting) (?:the )?{day})+$", "", told)


def _without_manner(told: str) -> str:
    told = _AS_ANYTHING.sub("", told)
    match = _MANNER.search(told)
    if match is None or spoken(match["name"]).split()[-1] in _PERSONS:
        return told
    return told[: match.start()]


def _without_new_value(told: str) -> str:
    return _NEW_VALUE.sub("", told) if _CHANGING.match(told) else told
