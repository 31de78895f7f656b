"""How sure a search can be: whether a workflow is about the task at all, and whether it can be sent as it is. Pure.

The finder ranks; it cannot say no. Here a found workflow must share the kind of action and a thing it is about with the
task, or its template must make the whole text with values that look like values; everything else is left out.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Literal, NamedTuple

from awm_mcp.memory.words import idea, stem, stems
from awm_mcp.model import Text, Workflow
from awm_mcp.model.coercion import Argument
from awm_mcp.model.site import site_label
from awm_mcp.model.templates import Match, all_templates, bare_task, best_match
from awm_mcp.model.workflow import Parameter

Fit = Literal["whole", "near", "none"]
LEAST_OWN_WORDS = 1
"""Words that a template must say itself before it counts as making a task text."""
LEAST_SHARED = 2
"""Things in common when the task's verb is none that is known."""
MOST_TRIED, LEAST_WORKED = 3, 0.34
"""From so many calls on, a workflow that worked more seldom than this is not recommended to run."""
_MOST_WORDS = 6
_VERBS = "buy create delete edit close open send book login cancel assign sort filter"
_ACTION_IDEAS = frozenset(shared for verb in _VERBS.split() if (shared := idea(stem(verb))) is not None)
_READ_IDEA = idea(stem("find"))
_ORDER_IDEAS = frozenset((idea(stem("newest")), idea(stem("cheapest"))))
_NO_VERB = frozenset(
    map(stem, ["need", "want", "like", "help", "let", "give", "try", "much", "many", "long", "soon", "old", "far", "often"])
)
_QUESTION = re.compile(r"^\W*(?:what|which|who|whose|how|when|where|is|are|does|do|did|was|were|has|have)\b", re.IGNORECASE)
_QUOTED = re.compile(r"'[^']{1,400}'|\"[^\"]{1,400}\"|“[^”]{1,400}”|«[^»]{1,400}»|‘[^’]{1,400}’")
_CLAUSE = re.compile(r"(?:\b(?:and|then|but|afterwards)\b|[.;!?]\s)[\s,]*(?:then\s+|also\s+|please\s+)*(\w+)", re.IGNORECASE)


class Judged(NamedTuple):
    """How a workflow fits a task. ``doubt``: why a text that its template makes is still not to be sent as it is.

    ``shared``: how many things the task and a near workflow have in common.
    """

    fit: Fit
    why: str
    doubt: str = ""
    shared: int = 0

    @property
    def elsewhere(self) -> bool:
        """Whether it is sure enough to be offered for another site than its own."""
        return self.fit == "whole" or (self.fit == "near" and self.shared >= LEAST_SHARED)


def judge(workflow: Workflow, task: str) -> Judged:
    """Whether the workflow is the task (``whole``), is about the same (``near``), or is about something else."""
    about = _about(workflow)
    found = best_match(workflow, task)
    if found is not None and len(_own_words(workflow, task, found)) >= LEAST_OWN_WORDS:
        return Judged("whole", "its task template makes the whole text", _doubt(workflow, task, found.arguments))
    return _near(workflow, task, about)


def failing(worked: int, tried: int) -> bool:
    """Whether a workflow's record speaks against it."""
    return tried >= MOST_TRIED and worked / tried < LEAST_WORKED


def record_weight(worked: int, tried: int) -> float:
    """Factor of the ranking by outcome history, 0.8 to 1.1; 1.0 while nothing is known (Laplace's rule)."""
    return 1.0 if not tried else 0.8 + 0.3 * (worked + 1) / (tried + 2)


class _About(NamedTuple):
    things: frozenset[str]
    ideas: frozenset[str]
    actions: frozenset[str]


def _about(workflow: Workflow) -> _About:
    return _vocabulary(_texts_of(workflow))


def _texts_of(workflow: Workflow) -> tuple[str, str]:
    templates = " ".join(token.text for t in all_templates(workflow)[:8] for token in t.root if isinstance(token, Text))
    label = set(stems(site_label(workflow.site)))
    name = " ".join(w for w in stems(workflow.name.replace("_", " ")) if w not in label)
    outputs = " ".join(f"{o.name} {o.description}" for o in workflow.outputs).replace("_", " ")
    parameters = " ".join(p.name for p in workflow.parameters).replace("_", " ")
    return f"{name} {workflow.title} {templates}", f"{outputs} {parameters}"


@lru_cache(maxsize=4096)
def _vocabulary(texts: tuple[str, str]) -> _About:
    words = [word for text in texts for word in stems(text)]
    ideas = _ideas(words)
    return _About(frozenset(words), ideas, _ideas(stems(texts[0])) & _ACTION_IDEAS)


def _ideas(words: Iterable[str]) -> frozenset[str]:
    return frozenset(shared for word in words if (shared := idea(word)) is not None)


def _near(workflow: Workflow, task: str, about: _About) -> Judged:
    said = stems(_QUOTED.sub(" ", bare_task(task[:4000])))
    verb, asked = _verb(said, task), _ideas(said[:1] if said else ()) & _ACTION_IDEAS
    things = [w for w in dict.fromkeys(said) if w != verb and _is_thing(w)]
    shared = [w for w in things if w in about.things or (idea(w) or "") in about.ideas]
    if not shared:
        return Judged("none", "nothing in common")
    if asked and not asked & about.ideas:
        return Judged("none", f"it does something else with {', '.join(shared[:3])}")
    if not _does_it(workflow, verb, about) and len(shared) < LEAST_SHARED:
        return Judged("none", f"only {shared[0]!r} in common")
    return Judged("near", f"about the same: {', '.join(shared[:4])}", shared=len(shared))


def _does_it(workflow: Workflow, verb: str | None, about: _About) -> bool:
    """Whether the workflow does what the verb asks for; questions and "find" ask for reading."""
    if verb is None or idea(verb) == _READ_IDEA:
        return workflow.risk == "read"
    return verb in about.things or idea(verb) in about.ideas


def _verb(said: list[str], task: str) -> str | None:
    """The task's verb: its first word that says something, unless it is a question."""
    if _QUESTION.match(task):
        return None
    return next((word for word in said[:3] if word not in _NO_VERB), None)


def _is_thing(word: str) -> bool:
    shared = idea(word)
    return (
        shared != _READ_IDEA and shared not in _ACTION_IDEAS | _ORDER_IDEAS and word not in _NO_VERB and not word.isdigit()
    )


def _own_words(workflow: Workflow, task: str, found: Match) -> list[str]:
    """Words of the task that are the template's own and no argument's."""
    given = {w for value in found.arguments.values() for w in stems(value if isinstance(value, str) else " ".join(value))}
    return [word for word in stems(task) if word not in given and word in _about(workflow).things]


def _doubt(workflow: Workflow, task: str, arguments: Mapping[str, Argument]) -> str:
    for name, given in arguments.items():
        parameter = workflow.parameter(name)
        if parameter is None or not isinstance(given, str) or parameter.enum or _is_quoted(given, task):
            continue
        if reason := _unlike_a_value(parameter, given):
            return f"the text taken for {name} {reason}; check it"
    return ""


def _is_quoted(given: str, task: str) -> bool:
    return any(hit.group()[1:-1].strip() == given.strip() for hit in _QUOTED.finditer(task))


def _unlike_a_value(parameter: Parameter, given: str) -> str:
    if any(_second_task(hit[1]) and not _in_examples(parameter, hit[0]) for hit in _CLAUSE.finditer(given)):
        return "asks for a second thing"
    longest = max((len(example.split()) for example in parameter.examples), default=_MOST_WORDS)
    if len(given.split()) > max(_MOST_WORDS, 3 * longest):
        return "is much longer than its examples"
    return ""


def _second_task(word: str) -> bool:
    shared = idea(stem(word.casefold()))
    return shared == _READ_IDEA or shared in _ACTION_IDEAS


def _in_examples(parameter: Parameter, part: str) -> bool:
    return any(part.strip().casefold() in example.casefold() for example in parameter.examples)
