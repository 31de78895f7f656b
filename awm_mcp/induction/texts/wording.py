"""What a task text asks for in the end: its clauses, the one that names the work, and where that is done.

Texts are task patterns written as one string in which a parameter stands as ``\\x01name\\x01``.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from awm_mcp.induction.texts.verbs import DESTRUCTIVE, WRITING
from awm_mcp.model import Param, Parameter, Text, Value

GAP = "…"
_PREPARING = frozenset({
    "search", "go", "navigate", "look", "filter", "sort", "visit", "click", "select", "choose", "find", "open", "use",
    "browse", "login", "view", "locate", "scroll", "switch",
})  # fmt: skip
_REPORTING = frozenset({"tell", "report", "say", "return", "give", "answer", "note", "let", "read", "extract", "summarize"})
_MAKING = frozenset({
    "buy", "put", "download", "play", "write", "replace", "check", "calculate", "compare", "get", "show", "list", "make",
    "turn", "type", "fill", "enter", "watch", "star", "fork", "draft", "schedule", "snooze", "tag", "label", "pin",
    "count", "generate", "print", "help", "export", "clear", "undo", "restore", "duplicate", "copy",
})  # fmt: skip
_VERBS = (WRITING | DESTRUCTIVE | _PREPARING | _REPORTING | _MAKING) - {
    "done", "review", "order", "checkout", "comment", "store", "email"
}  # fmt: skip
_PRESSING = frozenset({"click", "press", "hit", "tap"})
"""What is pressed in the end says less of the work than what it is pressed for."""
_BEGETTING = frozenset(
    {"create", "submit", "post", "write", "book", "buy", "order", "register", "publish", "send", "upload"}
)
"""What makes a thing of its own; clauses after it mostly tell details of that thing."""
_ASKING = frozenset({"what", "which", "who", "where", "when", "how", "is", "are", "does", "do", "can", "could"})
_POINTERS = frozenset({"it", "its", "them", "that", "this", "they", "one", "there", "me", "the", "us", "to", "for"})
_LEAD = re.compile(r"^(?P<lead>(?:in|on|as|at|for|from|with|under|today|using)\b[^,:;.?!]*)[,:;]\s*(?=\S)", re.IGNORECASE)
_MEANS = re.compile(r"^use\b.{1,60}? to (?=(?P<verb>[a-z]+) )", re.IGNORECASE)
_ASIDE = re.compile(
    r"^(?:(?:please|kindly|now|then|also|help me(?: to)?|can you|could you|i (?:want|need|would like) (?:you )?to)\b"
    r"[\s,]*)+",
    re.IGNORECASE,
)
_TELL = re.compile(r"^(?:tell|show|give|let) me (?:know )?(?=(?:what|which|who|where|when|how|the|all)\b)", re.IGNORECASE)
_HOW = re.compile(
    r"^\s*how (?P<much>\w+) (?:(?P<taking>(?:does|did|will|would) it take\b)|(?:does|do|did|is|are|was|were|will) )",
    re.IGNORECASE,
)
_ASKED_FOR = re.compile(
    r"^(?:tell me |can you |could you )?(?:what|which|where|when|who(?=\s+(?:is|are|was|were)\b))\b", re.IGNORECASE
)
_PRICED = re.compile(
    r"^(?:tell me |can you |could you )?(?:(?:how much|what) (?:does|do|did|would|will) (?P<thing>.+?) costs?\b"
    r"|how much (?:is|are) (?P<one>(?:the |an? )?['\"‘“]?\x01\w+\x01['\"’”]?$))",
    re.IGNORECASE,
)
_POINTING = re.compile(r"^(\w+) (?:it|them|this|that|one)(?: for me| please)?$", re.IGNORECASE)
_SOUGHT = re.compile(
    r"^(?:the )?(?!(?:test|request|invest|harvest|nest|rest|list|post|boost|adjust|digest)\b)"
    r"((?:most|least|best|worst|(?-i:\w[a-z]{2,}est))(?= \S)|(?:price|cost|name|number|amount|rating|address|balance|status|"
    r"total|title|date|weight|size|phone number|opening hours)(?= (?:of|for|in|at) ))",
    re.IGNORECASE,
)
"""A task that only names what is sought: "Cheapest room in Rome", "Price of the mug"."""
_WHICH = re.compile(r"^(\w+) (?:which|that)\b.*$", re.IGNORECASE | re.DOTALL)
_POINTS_BACK = re.compile(
    r"^(?:\w+ (?:to|into|on) (?:the |my |your )?(?:cart|basket|bag|wishlist|wish list|watch ?list|list|favou?rites)\b"
    r"|\w+ (?:it|them|which|that|(?:the )?(?:first|second|third|last|top) one)\b)(?! \w+ of\b)",
    re.IGNORECASE,
)
_DONE = re.compile(r"^(how many \w+(?: \w+)?) (?:did|does|do) \S+ \w+\b", re.IGNORECASE)
_GOING_ON = re.compile(r"^(what (?:is|are)) (?!(?:during|pending|existing|upcoming|missing)\b)[a-z]+ing\b", re.IGNORECASE)
_QUESTION = re.compile(
    r"^(?:can you |could you )?(?:what|which|who|where|when|how)?\s*(?:is|are|was|were|does|do|did)?\b", re.IGNORECASE
)
_STATING = re.compile(
    r"^(?:i|we|today|there|it|my|the|this|he|she|they|\x01\w+\x01)\b.*\b(?:is|are|am|have|has|was|were|want|like)\b|^i\b"
)


@dataclass(frozen=True)
class Asked:
    """The clause that names the work, the phrase before it that says where, and whether it is a question.

    ``before``: the clause that names what this one only points to: "Find a blazer" of "and add it to the wishlist".
    """

    clause: str
    lead: str = ""
    question: bool = False
    before: str = ""

    @property
    def closing(self) -> str:
        """The clause behind the one that it points to: "and add it to the cart"."""
        shown = _WHICH.sub(r"\1 it", self.clause)
        return f" and {shown[:1].lower()}{shown[1:]}"

    @property
    def told(self) -> str:
        """The clause as something to do: ``What is the price of X`` -> ``find the price of X``."""
        if not self.question:
            told = _POINTING.sub(r"\1 an item", self.clause)
            return _SOUGHT.sub(lambda match: f"find the {match[1].lower()}", told)
        if going_on := _GOING_ON.match(self.clause):
            return f"find {going_on[1].lower()}{self.clause[going_on.end(1) :]}"
        rest = _ASKED_FOR.sub("", self.clause)
        if priced := _PRICED.match(self.clause):
            return f"find the price of {(priced['thing'] or priced['one']).strip()}"
        rest = re.sub(r"^\s*(?:is|are|was|were|does|do|did)\b", "", rest, flags=re.IGNORECASE)
        if asked_how := _HOW.match(rest):
            taking = "it takes" if asked_how["taking"] else ""
            rest = f"how {asked_how['much']} {taking}{rest[asked_how.end() :]}"
        rest = _DONE.sub(r"\1", rest.strip())
        return "find " + (rest[:1].lower() + rest[1:] if _first_word(rest) in _ASKING else rest)


def said(template: Value) -> str:
    """The pattern as one string; parameters are fenced so that they cannot be taken for words."""
    parts = (t.text if isinstance(t, Text) else f"\x01{t.param}\x01" if isinstance(t, Param) else GAP for t in template.root)
    return "".join(parts).strip()


def asked(text: str) -> Asked:
    """The clause that names the work: the last one that does something, before those that only prepare, look or tell."""
    lead = ""
    while match := _LEAD.match(text):
        lead = lead or (match["lead"] if "\x01" in match["lead"] else "")
        text = text[match.end() :]
    clauses = [bare for clause in _clauses(text) if (bare := _MEANS.sub("", _ASIDE.sub("", clause.strip())))]
    if not clauses:
        return Asked(text, lead)
    best = max(range(len(clauses)), key=lambda i: (_weight(clauses[i]), i))
    chosen = clauses[best].rstrip(" .,;:!?")
    if told := _TELL.match(chosen):
        return Asked(chosen[told.end() :], lead, question=True)
    return Asked(chosen, lead, question=_asks(chosen), before=_pointed_to(clauses[:best], chosen))


def _asks(clause: str) -> bool:
    return _first_word(clause) in _ASKING and _TOLD_TO_DO.match(clause) is None


_TOLD_TO_DO = re.compile(r"^do (?!(?:i|you|we|they|the|these|those|any|my|your|our)\b)", re.IGNORECASE)


def _pointed_to(before: Sequence[str], clause: str) -> str:
    """The clause before one that has no object of its own, if that is a short one which finds something."""
    last = before[-1].rstrip(" .,;:!?") if before else ""
    short = 1 < len(last.split()) <= MOST_BEFORE and _first_word(last) in _PREPARING
    return last if short and _POINTS_BACK.match(clause) else ""


MOST_BEFORE = 9


def _clauses(text: str) -> list[str]:
    """Sentences, cut where another verb begins: ``…, open X and set …``; colons and quotes keep what follows them."""
    found: list[str] = []
    for sentence in _sentences(text):
        start = 0
        for match in re.finditer(
            r"(?:,\s*(?:and\s+|then\s+)?|\s+and\s+(?:then\s+)?|\s+then\s+)(?=(?P<verb>[a-z]+)\b)", sentence
        ):
            if match["verb"] in _VERBS and not _inside_quotes(sentence, match.start()):
                found.append(sentence[start : match.start()])
                start = match.end()
        found.append(sentence[start:])
    return found


def _sentences(text: str) -> list[str]:
    """Sentences; the full stop of an abbreviation ends none: "no. 7"."""
    return re.split(r"(?<=[.?!;])(?<!\bvs\.)(?<!\b[Nn]o\.)(?<!\bSt\.)(?<!\b[DM]r\.)\s+", text)


def _inside_quotes(text: str, at: int) -> bool:
    return ":" in text[:at] or sum(text[:at].count(mark) for mark in '"“”') % 2 == 1


def _first_word(clause: str) -> str:
    words = re.findall(r"[a-z]+", re.sub(r"\x01\w+\x01", " ", clause.lower()))
    return words[0] if words else ""


def _weight(clause: str) -> float:
    """3 for a clause that does something, less when it points back, 1 to 2 for looking and asking, 0 for telling."""
    verb = _first_word(clause)
    words = [w for w in re.findall(r"\x01\w+\x01|[a-z]+", clause.lower())[1:] if w not in _POINTERS]
    if verb in _REPORTING:
        return 1 if len(words) > 1 else 0
    if verb in _ASKING:
        return 2 if words and not re.search(r"\b(?:it|its)\b|\b(?:this|that)\b(?! [a-z])", clause.lower()) else 0
    if not words:
        return 0 if verb in _PREPARING or len(clause.split()) < 2 else 0.4
    if verb not in _VERBS and _STATING.search(clause.lower()):
        return 0.3
    if verb in _PRESSING and "\x01" not in clause:
        return 1
    main = 0.5 if verb in _BEGETTING else 0.0
    back = 0.5 if re.search(r"\b(?:it|its|them|their)\b", clause.lower()) else 0.0
    return (2 if verb in _PREPARING else 3 if verb in _VERBS else 2) - back + main


_SAYS_NOTHING = frozenset({"query", "value", "search", "search term", "term"})
_OF_A_THING = re.compile(
    r"^(?!(?:first|last|full|middle|family|given|user|file|nick|display|host|domain|page|job|short|own)\b)"
    r"(.+) (?:title|name)$"
)


def spoken(name: str) -> str:
    """A parameter's name as a noun: the thing itself for the title of a thing, an item for what says nothing."""
    human = re.sub(r" \d+$", "", name.replace("_", " "))
    thing = _OF_A_THING.match(human)
    return "item" if human in _SAYS_NOTHING else thing[1] if thing else _SPOKEN.get(human, human)


_SPOKEN = {
    "start": "starting point", "from": "starting point", "to": "destination", "where": "place", "who": "person",
    "when": "date", "sort by": "sort order",
}  # fmt: skip


def with_persons(told: str, parameters: Sequence[Parameter]) -> str:
    """The text in which a person's name stands for the person: ``write as {name}`` -> ``write as {person}``."""
    names = [p.name for p in parameters if p.name in _NAMES and p.examples and all(map(_FULL_NAME.fullmatch, p.examples))]
    for name in names:
        told = re.sub(rf"\b(as|for|from|to|of|by|with) \x01{name}\x01", lambda match: f"{match[1]} \x01{PERSON}\x01", told)
    for name in (p.name for p in parameters if p.name in _NAMES and p.examples and all(map(_CAPITAL.match, p.examples))):
        told = re.sub(rf"\bas \x01{name}\x01", f"as \x01{PERSON}\x01", told)
    return told


def with_places(told: str, parameters: Sequence[Parameter]) -> str:
    """The text in which what says nothing, and where something is, is a place: ``events in {query}`` -> ``in {place}``."""
    unsaid = [p for p in parameters if spoken(p.name) == "item" and p.examples and all(map(_PLACED.match, p.examples))]
    for name in (p.name for p in unsaid):
        where = rf"\b(in|near|around|at) \x01{name}\x01(?=$|[.,;]| (?:{_AFTER_PLACE})\b)"
        told = re.sub(where, lambda match: f"{match[1]} \x01{PLACE}\x01", told)
    return re.sub(rf"(\x01{PLACE}\x01), ?(?:\x01\w+\x01|{GAP})", r"\1", told)


PLACE = "place"
_PLACED = re.compile(r"[A-ZÀ-Þ][^\d]*$")
_AFTER_PLACE = "and|or|for|with|on|from|to|that|which|by|under|during|between|in"
PERSON = "person"
_NAMES = frozenset({"name", "full_name", "your_name"})
_CAPITAL = re.compile(r"[A-ZÀ-Þ][^\d]*$")
_FULL_NAME = re.compile(r"[A-ZÀ-Þ]\S+(?: \S+){0,2} [A-ZÀ-Þ]\S+")


def with_article(name: str) -> str:
    """``an issue``, ``a user``: a parameter's name in running text."""
    human = spoken(name)
    if human.endswith("s") and not human.endswith(("ss", "us", "is")):
        return human
    return f"{'an' if human[0] in 'aeiou' and not human.startswith(('us', 'uni', 'url', 'one')) else 'a'} {human}"
