"""How a title says a value that stands in it: "a movie", "an item's projects"; nothing where that says nothing.

A slot is a parameter or a gap of a task pattern, ``before`` and ``after`` the words of the title around it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from awm_mcp.induction.texts.wording import spoken, with_article
from awm_mcp.model.names import words

ARTICLES = frozenset(
    {"a", "an", "the", "my", "your", "its", "their", "some", "this", "that", "me", "us", "please", "new", "one", "x"}
)
JOINS = frozenset({
    "of", "for", "in", "on", "at", "by", "with", "from", "to", "as", "into", "onto", "under", "about", "between",
    "and", "then", "so", "saying", "titled", "named", "called", "whose", "where", "when", "that", "which", "using", "via",
    "assigned", "labelled", "or",
})  # fmt: skip
_PRONOUNS = frozenset({"i", "we", "you", "he", "she", "they", "that", "which", "my"})
_VERBAL = frozenset({"is", "are", "was", "has", "have", "having", "costs", "only", "when", "if", "happens", "not", "s"})
_SAYS_LITTLE = frozenset({"item", "text", "choice", "option", "tab", "field", "entry", "value", "filter"})
_QUALIFYING = ARTICLES | {"all", "free", "upcoming", "recent", "popular", "soon"}
_QUALIFIED = re.compile(r"\ban? [\w-]+ $")
_KNOWN_NOUN = re.compile(r"\bthe (?P<noun>[\w-]+(?: [\w-]+)?) $", re.IGNORECASE)
_GOAL = re.compile(r"\s(?:to|as|by|with)\s(?:the\s)?$")
_ONE_OF_ALL = re.compile(
    r"^(?:the |my )?(?!(?:request|guest|interest|forest|contest|harvest|chest|digest|quest|protest|manifest)\b)"
    r"(?:most|least|first|last|latest|next|\w{3,}est)\b(?! of)"
)
_BARE_NOUN = re.compile(r"(?:^\w+|\b(?:of|for|in|on|to|into|from|with|by|and)) ((?:(?:zip|post|phone|order|user) )?\w+) $")


def with_noun(before: str, name: str, after: str) -> str:
    """The text before a slot with what the slot is called; ``name``: of its parameter, empty for a gap."""
    human = _of_list(spoken(name), before) if name else "item"
    last, following = words(before)[-1:], words(after)[:1]
    picked = bool(_ONE_OF_ALL.search(" ".join(words(before)[-2:]))) or bool(last and last[0] in _QUALIFYING)
    if after.startswith(("'s ", "’s ")):
        return before + (human if picked else with_article(human))
    if name and human in _SAYS_LITTLE and after[:1] == " " and _is_noun(following):
        return before.rstrip() + _article_for(before, following[0])
    if name and human in _SAYS_LITTLE and _QUALIFIED.search(before) and (not following or following[0] in JOINS):
        return before + human
    if last == ["the"] and before.endswith("the ") and (not following or following[0] in JOINS) and human not in before:
        return before.removesuffix("the ") + with_article(human)
    if human.split()[-1] in [*last, *following] or f"{human}s" in [*last, *following] or (not name and _noun_before(before)):
        return _beside_its_noun(before, human, last, following)
    if not name and (unnamed := _unnamed(before, after, last, following)) is not None:
        return unnamed
    if _GOAL.search(before) and human.split()[-1] in words(before):
        return _GOAL.sub("", before)
    return before + (human if picked else with_article(human))


def _beside_its_noun(before: str, human: str, last: Sequence[str], following: Sequence[str]) -> str:
    """Where the title says already what it is: "the issue", "zip code"."""
    known = _KNOWN_NOUN.search(before)
    if known is not None:
        return before if _ONE_OF_ALL.match(known["noun"]) else before[: known.start()] + with_article(known["noun"]) + " "
    if last == human.split()[-1:] and (kept := _BARE_NOUN.search(before)) is not None:
        return before[: kept.start(1)] + with_article(kept[1]) + " "
    single = not following or following[0] in last or following[0] == human.split()[-1]
    if single and last and last[0] in JOINS and human.split()[-1] in following:
        return f"{before}{with_article(human).split()[0]} "
    return re.sub(r"\bthe $", "a " if single else "the ", before)


def _unnamed(before: str, after: str, last: Sequence[str], following: Sequence[str]) -> str | None:
    """What a gap says where its neighbours say enough; None where it needs a word."""
    if following and following[0] not in JOINS | _PRONOUNS and after[:1] == " ":
        return before.rstrip()
    if last and last[0] in ("the", "my"):
        return re.sub(r"\b(?:the|my) $", "an item", before)
    bare = not after.strip() and len(words(before)) > 1 and last[0] not in JOINS | ARTICLES
    return before if bare else None


def _article_for(before: str, noun: str) -> str:
    """The article that a noun needs when what stood before it goes: "play {item} trailer" -> "play a trailer"."""
    many = noun.endswith("s") and not noun.endswith(("ss", "us", "is")) and noun not in ("series", "news")
    last = words(before)[-1:]
    bare = len(words(before)) == 1 or bool(last and last[0] in JOINS)
    return f" {'an' if noun[0] in 'aeiou' else 'a'}" if bare and not many else ""


def _is_noun(following: Sequence[str]) -> bool:
    """Whether the word behind a slot may be what the slot is one of: "movie", not "currently" or "and"."""
    word = following[0] if following else "and"
    return word not in JOINS | _PRONOUNS | _VERBAL and word.isalpha() and not word.endswith("ly")


def _of_list(human: str, before: str) -> str:
    """``the labels {label_list}``: the list by the word that stands before it."""
    many = f"{human.removesuffix(' list')}s"
    return many if human.endswith(" list") and words(before)[-1:] == [many] else human


def _noun_before(before: str) -> bool:
    known = _KNOWN_NOUN.search(before)
    return known is not None and not known["noun"].endswith((" of", " in", " for", " on", " to"))
