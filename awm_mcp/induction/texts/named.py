"""What a single task text names without marking it: identifiers, proper names, and names that stand beside what they name.

One run does not show what varies. ``in the dotfiles repository``, ``prism-theme``, ``The Night Agent`` still read like
values: a name has no article of its own, or is spelled as no word is.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from awm_mcp.induction.texts.spans import find
from awm_mcp.model.names import words

_KINDS = (
    "repository|repositories|repo|project|branch|forum|subreddit|community|channel|category|folder|directory|board|group|"
    "team|workspace|label|tag|milestone|playlist|album|account|user|username|customer|namespace|template|role"
)
KINDS = frozenset(_KINDS.split("|"))
"""Nouns that stand behind the name of what they are: ``the dotfiles repository``."""
_NO_NAME = frozenset({
    "a", "an", "the", "my", "your", "our", "their", "its", "this", "that", "each", "every", "any", "all", "one", "some",
    "new",
    "same", "other", "another", "private", "public", "internal", "empty", "existing", "whole", "entire", "first", "second",
    "last", "latest", "next", "previous", "current", "right", "relevant", "appropriate", "suitable", "parent", "own", "best",
    "top", "shared", "open", "closed", "active", "given", "following", "specific", "default", "users", "user", "source",
    "target", "popular", "favorite", "favourite", "which", "what", "these", "those", "and", "or", "of", "to", "in", "on",
    "for", "from", "by", "with", "as", "admin", "customer", "guest", "registered", "product", "test", "sub", "main",
})  # fmt: skip
_WORD = r"[\w][\w./+-]*[\w+]|\w"
_BESIDE = re.compile(
    rf"\b(?:in|into|to|on|onto|from|of|for|my|the|under)\s+(?P<name>{_WORD})\s+(?:{_KINDS})\b", re.IGNORECASE
)
_IDENTIFIER = re.compile(r"(?<![\w./@:-])(?=[\w./-]*[A-Za-z])\w+(?:[._/-]\w+)+(?![\w/])")
_SPELLED = re.compile(r"[a-z]\d|\d[a-z]|_|\.[a-z]|[a-z]/[a-z]", re.IGNORECASE)
_CHOICE = frozenset({"and/or", "his/her", "he/she", "yes/no", "in/out", "on/off", "e.g", "i.e", "etc", "a.m", "p.m", "u.s"})
_BARE = re.compile(r"\b(?:in|into|to|on|from|of|for|repo|repository|project|branch|named|called)\s+$", re.IGNORECASE)
_OF_KIND = re.compile(rf"\b(?:{_KINDS})\s+(?P<name>[\w./-]*[a-z][A-Z][\w./-]*\w)(?!\w)")
_PROPER = re.compile(r"(?<![\w'])[A-Z][\w’'&-]*(?: (?:(?:of|the|and|de|for|&|in) (?=[A-Z]))?(?:[A-Z][\w’'&-]*|\d+))+(?!\w)")
_STANDS_ALONE = re.compile(
    r"['\"’”]?(?:\W*$|[.,;:?!)]|\s(?:in|on|to|of|for|from|with|by|at|as|and|or|into|that|which|is|are|was|using|under|so|but)\b)"
)
_ENDED = re.compile(r"(?:^|[.!?:]\s+|[\"'“‘]\s*)$")


def named_in(task: str) -> list[str]:
    """Texts that a task names as values, each once, in their order."""
    found = sorted({*_beside(task), *_identifiers(task), *_proper_names(task)})
    return list(dict.fromkeys(name for _, name in found))


def _beside(task: str) -> Iterator[tuple[int, str]]:
    """Names beside the kind of thing they name: ``to the dotfiles repo``, ``repo SlidingUp``; not ``the private repo``."""
    for match in _BESIDE.finditer(task):
        if match["name"].lower() not in _NO_NAME | KINDS and not match["name"].isdigit():
            yield match.start("name"), match["name"]
    for match in _OF_KIND.finditer(task):
        yield match.start("name"), match["name"]


def _identifiers(task: str) -> Iterator[tuple[int, str]]:
    """Words spelled as no word is; words joined by hyphens only where they stand as a name does, without an article."""
    for match in _IDENTIFIER.finditer(task):
        text = match.group()
        if text.lower() in _CHOICE or "://" in task[max(0, match.start() - 8) : match.start()]:
            continue
        if _SPELLED.search(text) or _BARE.search(task[: match.start()]):
            yield match.start(), text


def _proper_names(task: str) -> Iterator[tuple[int, str]]:
    """Two or more capitalised words in a row within a sentence; the word that begins it is not told by its capital.

    Not where another noun follows that they only describe (``Nintendo Switch game cards``), nor behind ``the``: that one
    is known, as a shop or a company is.
    """
    for match in _PROPER.finditer(task):
        start, text = match.start(), match.group()
        known = task[:start].endswith("the ")
        if _ENDED.search(task[:start]):
            head, _, text = text.partition(" ")
            start += len(head) + 1
        if len(words(text)) > 1 and text[:1].isupper() and _STANDS_ALONE.match(task[match.end() :]) and not known:
            yield start, text


_AFTER_PREPOSITION = re.compile(r"\b(?:in|into|to|on|from|of|under)\s+$")
_CLAUSE_END = re.compile(r"\s*(?:$|[.,;?!])")
_INTERFACE = re.compile(r"^['\"”’»`]\s+(?:form|button|link|tab|menu|icon|checkbox|dialog|option)s?\b", re.IGNORECASE)
_TAKING = re.compile(r"\b(?:as|by|to)\s+(?:an?\s+|the\s+)?$", re.IGNORECASE)


def is_plainly_named(label: str, task: str) -> bool:
    """Whether a label in small letters stands in the task just so, as the name of a place: ``the top post in movies.``"""
    if not label[:1].islower():
        return False
    spans = [(start, end) for start, end in find(label, task) if task[start:end] == label]
    return any(_AFTER_PREPOSITION.search(task[:start]) and _CLAUSE_END.match(task[end:]) for start, end in spans)


def is_told_for(choice: str, field: str, task: str) -> bool:
    """Whether a task names a choice for a field: ``color blue`` or ``high priority`` for "Color" and "Priority", or says
    what it is to be: ``as developer``."""
    noun = (words(field) or [""])[-1]
    for start, end in find(choice, task):
        beside = [*words(task[:start])[-1:], *words(task[end:])[:1]]
        if _TAKING.search(task[:start]) or (noun and noun in beside):
            return True
    return False


def names_the_interface(quoted: str, task: str) -> bool:
    """Whether a quoted text is what the page calls a part of itself: ``their "contact us" form``."""
    return any(_INTERFACE.match(task[end:]) for _, end in find(quoted, task))
