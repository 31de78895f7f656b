"""How well a workflow fits a task text. Pure, and the same for all adapters of the memory.

Three signals are added: a template that makes the whole text (the strongest, it also gives the arguments), words in common
weighted by rarity and by where they stand (BM25's idea on short fields), and how far the workflow has been proven.
"""

from __future__ import annotations

import hashlib
import json
import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import Any

from awm_mcp.memory.words import idea, raw_words, stems
from awm_mcp.model import Parameter, State, Text, Value, Workflow
from awm_mcp.model.site import site_label
from awm_mcp.model.templates import all_templates, bare_task, match

FINDABLE: tuple[State, ...] = ("draft", "verified", "published")
MAX_QUERY = 20_000
MAX_TERMS = 48
MAX_SIGNATURE = 12
_TITLE, _LITERAL, _BODY, _TASK = 3.0, 2.5, 1.5, 0.8
_IDEA_SHARE = 0.6
_PROVEN = {"published": 0.06, "verified": 0.05}
_MATCHED, _PARTLY = 2.0, 0.6
_LEAST = 0.05


@dataclass(frozen=True, slots=True)
class Pattern:
    """A template, its literal words for a quick look, and the parameters it needs."""

    words: tuple[str, ...]
    template: Any


@dataclass(frozen=True)
class Document:
    """What the search keeps of a workflow."""

    workflow: str
    version: int
    site: str
    state: str
    title: tuple[str, ...]
    literal: tuple[str, ...]
    body: tuple[str, ...]
    tasks: tuple[str, ...]
    patterns: tuple[Pattern, ...]
    parameters: tuple[Any, ...]

    def to_json(self) -> str:
        """As stored."""
        content = {name: getattr(self, name) for name in self.__dataclass_fields__}
        content["patterns"] = [[p.words, p.template] for p in self.patterns]
        return json.dumps(content, ensure_ascii=False, separators=(",", ":"))

    @cached_property
    def weights(self) -> dict[str, float]:
        """Weight of each word, the highest of the fields it stands in; ideas stand for the words that share them."""
        found: dict[str, float] = {}
        for weight, terms in ((_TASK, self.tasks), (_BODY, self.body), (_LITERAL, self.literal), (_TITLE, self.title)):
            for term in terms:
                found[term] = weight
                if shared := idea(term):
                    found[shared] = max(found.get(shared, 0.0), weight * _IDEA_SHARE)
        return found

    @property
    def all_words(self) -> tuple[str, ...]:
        """Every term of the full-text index, ideas included, without repetitions."""
        return tuple(self.weights)

    @property
    def signatures(self) -> tuple[str, ...]:
        """Terms by which the templates' first or last literal words find the document, whatever the parameters are."""
        return tuple(dict.fromkeys((site_term(self.site), *(s for p in self.patterns for s in _signatures(p.template)))))

    @cached_property
    def read_parameters(self) -> tuple[Parameter, ...]:
        """The parameters as words of the model."""
        return tuple(Parameter.model_validate(given) for given in self.parameters)


def document(workflow: Workflow) -> Document:
    """The search document of a workflow."""
    label = set(raw_words(site_label(workflow.site)))
    title = [word for word in stems(f"{workflow.name.replace('_', ' ')} {workflow.title}") if word not in label]
    templates = all_templates(workflow)[:8]
    names = " ".join(f"{p.name} {p.description}" for p in workflow.parameters).replace("_", " ")
    outputs = " ".join(f"{o.name} {o.description}" for o in workflow.outputs).replace("_", " ")
    return Document(
        workflow=workflow.id,
        version=workflow.version,
        site=workflow.site,
        state=workflow.state,
        title=_once(title),
        literal=_once(word for t in templates for word in stems(_literal_text(t))),
        body=_once(stems(f"{workflow.description[:2000]} {names} {outputs}"))[:80],
        tasks=_once(word for task in workflow.evidence.tasks[:10] for word in stems(task[:400]))[:80],
        patterns=tuple(Pattern(tuple(stems(_literal_text(t))), t.model_dump(mode="json")) for t in templates),
        parameters=tuple(p.model_dump(mode="json") for p in workflow.callers_parameters) if templates else (),
    )


@lru_cache(maxsize=20_000)
def from_json(stored: str) -> Document:
    """A document as it was stored."""
    content = json.loads(stored)
    content["patterns"] = tuple(Pattern(tuple(words), template) for words, template in content["patterns"])
    for name in ("title", "literal", "body", "tasks", "parameters"):
        content[name] = tuple(content[name])
    return Document(**content)


def _once(words: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(words))


def _literal_text(template: Value) -> str:
    return " ".join(token.text for token in template.root if isinstance(token, Text))


def _signatures(template: Any) -> list[str]:
    tokens = Value.model_validate(template).root
    if not tokens:
        return []
    first, last = tokens[0], tokens[-1]
    begin = raw_words(first.text) if isinstance(first, Text) else []
    end = raw_words(last.text) if isinstance(last, Text) else []
    return [_begin_term(begin[:MAX_SIGNATURE])] if begin else [_end_term(end[-MAX_SIGNATURE:])] if end else []


def _begin_term(words: Sequence[str]) -> str:
    return "sb" + _digest(" ".join(words))


def _end_term(words: Sequence[str]) -> str:
    return "se" + _digest(" ".join(words))


def site_term(site: str) -> str:
    """The index term of a site: its text would be taken apart at dots and colons."""
    return "st" + _digest(site)


def _digest(text: str) -> str:
    # Digits only: the index stems words, and a stem of letters could be cut.
    return str(int.from_bytes(hashlib.blake2b(text.encode(), digest_size=7).digest(), "big"))


@dataclass
class Query:
    """A task text prepared for search."""

    text: str
    terms: tuple[str, ...] = field(init=False)
    signatures: tuple[str, ...] = field(init=False)
    _weighed: tuple[Mapping[str, float], list[tuple[str, str, float]], float] | None = field(default=None, init=False)

    def __post_init__(self) -> None:
        self.text = self.text[:MAX_QUERY].encode("utf-8", "replace").decode()
        self.terms = _once(stems(self.text))[:MAX_TERMS]
        words = raw_words(bare_task(self.text))
        begins = [_begin_term(words[:n]) for n in range(1, min(len(words), MAX_SIGNATURE) + 1)]
        ends = [_end_term(words[-n:]) for n in range(1, min(len(words), MAX_SIGNATURE) + 1)]
        self.signatures = tuple(reversed(begins)) + tuple(reversed(ends))

    @cached_property
    def ideas(self) -> tuple[str, ...]:
        """Ideas of its words."""
        return _once(shared for term in self.terms if (shared := idea(term)))

    @cached_property
    def all_terms(self) -> tuple[str, ...]:
        """Everything it may be found by in the index."""
        return _once((*self.signatures, *self.terms, *self.ideas))

    @cached_property
    def bag(self) -> frozenset[str]:
        """Its words for the quick look at templates; number words of a list are cut off for none."""
        return frozenset(stems(self.text))

    @cached_property
    def known(self) -> frozenset[str]:
        """Its words and their ideas."""
        return self.bag | frozenset(self.ideas)

    def weighed(self, rare: Mapping[str, float]) -> tuple[list[tuple[str, str, float]], float]:
        """Its words with their ideas and weights, and the most that a document can gain; the same for all of a search."""
        if self._weighed is None or self._weighed[0] is not rare:
            asked = [(term, idea(term) or "", rare.get(term, 1.0)) for term in self.terms]
            self._weighed = (rare, asked, sum(weight for _, _, weight in asked) * _TITLE)
        return self._weighed[1], self._weighed[2]


def rarity(occurs: int, of: int) -> float:
    """Weight of a word by the number of documents it occurs in (BM25's idf, never negative)."""
    return math.log(1.0 + (of - occurs + 0.5) / (occurs + 0.5)) if occurs <= of else 0.1


@dataclass(frozen=True, slots=True)
class Score:
    """How well a document fits, and why in words."""

    value: float
    why: str
    exact: bool = False


def score(query: Query, doc: Document, rare: Mapping[str, float]) -> Score | None:
    """The fit of a document, or None when nothing speaks for it. ``rare``: weight of each of the query's words."""
    weights = doc.weights.get
    asked, total = query.weighed(rare)
    shared: list[str] = []
    gained = 0.0
    for term, common, weight in asked:
        if here := weights(term) or weights(common, 0.0):
            gained += weight * here
            shared.append(term)
    lexical = gained / total if total else 0.0
    covered = _covered(query, doc)
    templated, said = _template_score(query, doc)
    value = lexical + 0.3 * covered + templated
    if value < _LEAST:
        return None
    why = said or f"words in common: {', '.join(shared[:6])}"
    return Score(value + _PROVEN.get(doc.state, 0.0), why, exact=bool(said))


def _covered(query: Query, doc: Document) -> float:
    """Share of the title's words that the task text says, itself or by a synonym."""
    if not doc.title:
        return 0.0
    known = query.known
    return sum(1 for word in doc.title if word in known or idea(word) in known) / len(doc.title)


def _template_score(query: Query, doc: Document) -> tuple[float, str]:
    best, said = 0.0, ""
    read: tuple[float, str] | None = None
    for pattern in doc.patterns:
        found = sum(1 for word in pattern.words if word in query.bag)
        share = found / len(pattern.words) if pattern.words else 0.0
        best = max(best, _PARTLY * share * share * min(1.0, found / 3))
        if share >= 0.6 and (read := _read_by(query, doc, pattern)) is not None and (read[0] > best or not said):
            best, said = max(best, read[0]), read[1]
    return best, said


def _read_by(query: Query, doc: Document, pattern: Pattern) -> tuple[float, str] | None:
    template = _template(json.dumps(pattern.template))
    found = match(template, query.text, doc.read_parameters)
    if found is None:
        return None
    # A template that is nearly all parameter makes any text: what counts is how much of the text it says itself.
    own = min(1.0, found.literal / max(1, len(query.text)) + 0.15 * len(pattern.words))
    return _MATCHED * own * (0.7 + 0.3 * found.fit), f'made by the template "{template.words()}"'


@lru_cache(maxsize=20_000)
def _template(stored: str) -> Value:
    return Value.model_validate(json.loads(stored))
