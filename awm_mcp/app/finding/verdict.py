"""How sure a search can be: whether a workflow is about the task at all, and whether it can be sent as it is. Pure.

The finder ranks; it cannot say no. Here a found workflow must share the kind of action and a thing it is about with the
task, or its template must make the whole text with values that look like values; everything else is left out. Values that
are known of the workflow's parameters count as a thing in common.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any, Literal, NamedTuple

from awm_mcp.app.finding.as_said import as_said
from awm_mcp.app.finding.beside import left_over, limited
from awm_mcp.app.finding.named_thing import named_thing
from awm_mcp.app.finding.one_value import not_one
from awm_mcp.app.finding.other_question import NOT_APART, Apart, apart, tells_more
from awm_mcp.app.finding.rewording import reworded
from awm_mcp.memory.words import STOP, idea, raw_words, stem, stems
from awm_mcp.model import Param, Text, Workflow
from awm_mcp.model.coercion import Argument
from awm_mcp.model.site import site_label
from awm_mcp.model.templates import Match, all_templates, bare_task, best_match
from awm_mcp.model.text import plain
from awm_mcp.model.untaken import untaken_by
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
_TELLING_IDEAS = frozenset(shared for verb in ("buy", "book", "cancel") if (shared := idea(stem(verb))) is not None)
"""Verbs that say by themselves what is done; "put", "open" or "change" say it only with what they are done to."""
_NUMBERS = frozenset(["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"])
_LEAST_VALUE = 4
_READ_IDEA = idea(stem("find"))
_ORDER_IDEAS = frozenset((idea(stem("newest")), idea(stem("cheapest"))))
_NO_VERB = frozenset(
    map(stem, ["need", "want", "like", "help", "let", "give", "try", "much", "many", "long", "soon", "old", "far", "often"])
)
_QUESTION = re.compile(r"^\W*(?:what|which|who|whose|how|when|where|is|are|does|do|did|was|were|has|have)\b", re.IGNORECASE)
_QUOTED = re.compile(r"'[^']{1,400}'|\"[^\"]{1,400}\"|“[^”]{1,400}”|«[^»]{1,400}»|‘[^’]{1,400}’")
_ENDS_A_QUOTE = re.compile(r"(?<!\w)['‘’]|['‘’](?!\w)")
"""An apostrophe within letters ends no quotation: 'Season's greetings'."""
_SENTENCES = re.compile(r"[.!?;:]\s+\S")
_OF_A_THING = re.compile(
    r"^\W*(?:the\s+)?(?P<first>[^\W\d_]+)(?:\s+[^\W\d_]+){0,2}\s+(?:of|von|de|du|di|del|van)\s+\S", re.IGNORECASE
)
_ARTICLES = r"(?:the|an?|der|die|das|le|la|el|il|o|a|de|het)"
_CLAUSE = re.compile(r"(?:\b(?:and|then|but|afterwards)\b|[.;!?]\s)[\s,]*(?:then\s+|also\s+|please\s+)*(\w+)", re.IGNORECASE)

_MOST_NAME = 4
"""Words of the longest example of a parameter that takes names; longer ones are sentences, which may say "and the"."""
_TWO = re.compile(r"\w\s+and\s+(?:the|an?)\s+\w")
_CHOICE = re.compile(
    r"^(?:the\s+)?(?:(?:second|third|fourth|fifth|\d+(?:nd|rd|th))\s+)?"
    r"(?:cheapest|newest|latest|lowest|highest|biggest|largest|smallest|oldest|best|worst|most|least)\s"
)
"""A value that is a choice among things and names none of them; a name with capitals ("Best Western") is one."""


class Judged(NamedTuple):
    """How a workflow fits a task. ``doubt``: why a text that its template makes is still not to be sent as it is.

    ``doubted``: the parameter whose text the doubt is about. ``shared``: how many things the task and a near workflow have
    in common. ``against``: the task's verb asks for something that the workflow does not do. ``forbids``: the words by
    which the task forbids what it does.
    """

    fit: Fit
    why: str
    doubt: str = ""
    shared: int = 0
    against: bool = False
    forbids: str = ""
    doubted: str = ""
    meant: bool = False

    @property
    def elsewhere(self) -> bool:
        """Whether it is sure enough to be offered for another site than its own."""
        return self.fit == "whole" or (self.fit == "near" and self.shared >= LEAST_SHARED)


def judge(workflow: Workflow, task: str) -> Judged:
    """Whether the workflow is the task (``whole``), is about the same (``near``), or is about something else."""
    about = _about(workflow)
    found = best_match(workflow, task)
    if found is not None and len(_own_words(workflow, task, found)) >= LEAST_OWN_WORDS:
        return _whole(workflow, task, found, "its task template makes the whole text")
    return _in_other_words(workflow, task) or _near(workflow, task, about)


def by_meaning(judged: Judged) -> Judged:
    """The judgement of a workflow whose texts an embedder holds for about the same as the task."""
    if judged.fit != "none" or judged.against:
        return judged
    return Judged("near", "it means about the same", shared=1, meant=True)


def failing(worked: int, tried: int) -> bool:
    """Whether a workflow's record speaks against it."""
    return tried >= MOST_TRIED and worked / tried < LEAST_WORKED


def record_weight(worked: int, tried: int) -> float:
    """Factor of the ranking by outcome history, 0.8 to 1.1; 1.0 while nothing is known (Laplace's rule)."""
    return 1.0 if not tried else 0.8 + 0.3 * (worked + 1) / (tried + 2)


def _in_other_words(workflow: Workflow, task: str) -> Judged | None:
    """A reading asked for without a verb is the same task; other words of the same idea make it only a near one."""
    found = reworded(workflow, task)
    if found is None or len(_words_beside(workflow, task, found.match)) < LEAST_OWN_WORDS:
        return None
    if found.same and not found.asks and _ideas(stems(task)[:1]) & _ACTION_IDEAS and not _begins_with_noun(workflow, task):
        return None
    if found.same and workflow.risk == "read":
        return _whole(workflow, task, found.match, "its task template makes the text")
    plainly_none = workflow.risk == "read" and doubts(workflow, task, found.match.arguments)
    if _doubt(workflow, task, found.match.arguments)[0] and not plainly_none:
        return None
    return Judged("near", "it says the same in other words", shared=1)


def undone(workflow: Workflow, task: str, arguments: Mapping[str, Any]) -> list[str]:
    """Words of a task that neither a writing workflow nor its values say: the call would do something else or less."""
    if workflow.risk == "read":
        return []
    about = _about(workflow)
    return left_over(workflow, task, arguments, about.things | about.ideas)


def other_question(workflow: Workflow, task: str, arguments: Mapping[str, Any], judged: Judged) -> Apart:
    """The words by which a task that a reading workflow is near to asks for another answer than it gives."""
    if workflow.risk != "read" or judged.fit != "near":
        return NOT_APART
    about = _about(workflow)
    left = left_over(workflow, task, arguments, about.things | about.ideas)
    return apart(workflow, task, left, by_meaning=judged.meant)


def further(workflow: Workflow, task: str, arguments: Mapping[str, Any]) -> list[str]:
    """Words of a task beside a reading workflow and its values, whose meaning for the answer is not known: "in euros"."""
    about = _about(workflow)
    left = left_over(workflow, task, arguments, about.things | about.ideas)
    return [word for word in left if tells_more(word, task)] if workflow.risk == "read" else []


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
    if (named := named_thing(workflow, task)) is not None:
        return Judged("near", f"it opens any {named[0].name.replace('_', ' ')}", shared=1)
    said = stems(_QUOTED.sub(" ", bare_task(task[:4000])))
    verb, asked = _verb(said, task, workflow, about), _ideas(said[:1] if said else ()) & _ACTION_IDEAS
    noun = said[:1] if _begins_with_noun(workflow, task) else []
    verb, asked = (None, frozenset[str]()) if noun else (verb, asked)
    things = [w for w in dict.fromkeys(said) if w != verb and (_is_thing(w) or w in noun)]
    shared = [w for w in things if w in about.things or (idea(w) or "") in about.ideas]
    spoken = as_said(shared[:4], task)
    if asked and not asked & about.ideas:
        told = f"it does something else with {', '.join(spoken[:3])}" if shared else "nothing in common"
        return Judged("none", told, against=True)
    if not shared:
        anything = asked and (_takes_anything(workflow, asked) or _takes_such_a_name(workflow, task, asked))
        return (
            Judged("near", f"it does this with any {anything}", shared=1)
            if anything
            else Judged("none", "nothing in common")
        )
    known = len(shared) + _names_a_value(workflow, task)
    if not _does_it(workflow, verb, about) and known < LEAST_SHARED:
        return Judged("none", f"only {spoken[0]!r} in common")
    return Judged("near", f"about the same: {', '.join(spoken)}", shared=len(shared))


def _begins_with_noun(workflow: Workflow, task: str) -> bool:
    """Whether the first word is a thing that a workflow reads, though it may be a verb elsewhere: "email of Ann Bell"."""
    hit = _OF_A_THING.match(bare_task(task[:400])) if workflow.risk == "read" else None
    if hit is None:
        return False
    noun = re.compile(rf"\b{_ARTICLES}\s+{re.escape(hit['first'])}\b", re.IGNORECASE)
    return any(noun.search(t.text) for one in all_templates(workflow) for t in one.root if isinstance(t, Text))


def _takes_anything(workflow: Workflow, asked: frozenset[str]) -> str:
    """The parameter that is the object of the asked verb itself ("Buy {product} …"), if the verb says what is done."""
    for template in all_templates(workflow):
        if len(template.root) < 2 or not isinstance(template.root[0], Text) or not isinstance(template.root[1], Param):
            continue
        named = stems(template.root[1].param.replace("_", " "))
        said = [w for w in stems(template.root[0].text) if w not in _NUMBERS and w not in named]
        if len(said) == 1 and idea(said[0]) in asked & _TELLING_IDEAS:
            return template.root[1].param
    return ""


def _takes_such_a_name(workflow: Workflow, task: str, asked: frozenset[str]) -> str:
    """The only parameter, where a verb and as many words as its names have are all that is said: "delete jan novak"."""
    needed = [p for p in workflow.callers_parameters if p.required and p.default is None]
    words = raw_words(bare_task(task[:400]))[1:]
    if len(needed) != 1 or needed[0].type != "string" or needed[0].enum or not asked & _about(workflow).actions:
        return ""
    lengths = {len(known.split()) for known in needed[0].examples}
    plain = all(w.isalpha() and w not in STOP and idea(stem(w)) is None for w in words)
    return needed[0].name if plain and len(words) > 1 and len(words) in lengths else ""


def _names_a_value(workflow: Workflow, task: str) -> bool:
    """Whether the task names a value that is known of a parameter."""
    known = (text for p in workflow.callers_parameters for text in (*p.examples, *p.enum) if len(text) >= _LEAST_VALUE)
    folded = task.casefold()
    return any(re.search(rf"(?<!\w){re.escape(text.casefold())}(?!\w)", folded) for text in known)


def _does_it(workflow: Workflow, verb: str | None, about: _About) -> bool:
    """Whether the workflow does what the verb asks for; questions and "find" ask for reading."""
    if verb is None or idea(verb) == _READ_IDEA:
        return workflow.risk == "read"
    return verb in about.things or idea(verb) in about.ideas


def is_question(task: str) -> bool:
    """Whether a task asks for an answer."""
    return _QUESTION.match(task) is not None or task.rstrip(" \"'”»").endswith(("?", "？", "؟"))


def _verb(said: list[str], task: str, workflow: Workflow, about: _About) -> str | None:
    """The task's verb: its first word that says something; none in a question or where it is a thing of the workflow."""
    if _QUESTION.match(task):
        return None
    first = next((word for word in said[:3] if word not in _NO_VERB), None)
    if first is None or idea(first) == _READ_IDEA or idea(first) in _ACTION_IDEAS:
        return first
    return None if first in about.things and first not in _beginnings(workflow) else first


def _beginnings(workflow: Workflow) -> frozenset[str]:
    """The words that the workflow's title and templates begin with: its verbs."""
    texts = [workflow.title, *(t.root[0].text for t in workflow.templates if t.root and isinstance(t.root[0], Text))]
    return frozenset(word for text in texts for word in stems(text)[:1])


def _is_thing(word: str) -> bool:
    shared = idea(word)
    return (
        shared != _READ_IDEA and shared not in _ACTION_IDEAS | _ORDER_IDEAS and word not in _NO_VERB and not word.isdigit()
    )


def _words_beside(workflow: Workflow, task: str, found: Match) -> list[str]:
    """Words of the task that are no argument's and that the workflow says, itself or by another word of the same idea."""
    given = {w for value in found.arguments.values() for w in stems(value if isinstance(value, str) else " ".join(value))}
    about = _about(workflow)
    return [w for w in stems(task) if w not in given and (w in about.things or (idea(w) or "") in about.ideas)]


def _own_words(workflow: Workflow, task: str, found: Match) -> list[str]:
    """Words of the task that are the template's own and no argument's."""
    given = {w for value in found.arguments.values() for w in stems(value if isinstance(value, str) else " ".join(value))}
    return [word for word in stems(task) if word not in given and word in _about(workflow).things]


def _whole(workflow: Workflow, task: str, found: Match, why: str) -> Judged:
    doubt, name = _doubt(workflow, task, found.arguments)
    if not doubt and (untaken := untaken_by(workflow, task)):
        doubt = f"the task says {plain(untaken, 40)!r}, and no step of this takes such a value"
    if not doubt and workflow.risk != "read" and _only_asks(workflow, task):
        doubt = "the task is a question, and this writes"
    return Judged("whole", why, doubt, doubted=name)


def _only_asks(workflow: Workflow, task: str) -> bool:
    """Whether a text is one question, as its tasks are not, and does not ask to do something ("Could you …?")."""
    said = task.strip()
    asking = any("?" in text for text in (*workflow.evidence.tasks, *(t.words() for t in workflow.templates)))
    return said.endswith("?") and not asking and _SENTENCES.search(said) is None and bare_task(said) == said


def _doubt(workflow: Workflow, task: str, arguments: Mapping[str, Argument]) -> tuple[str, str]:
    """Why a value may not be meant as it was read from the text, and whose it is."""
    for name, given in arguments.items():
        parameter = workflow.parameter(name)
        if parameter is None or not isinstance(given, str) or parameter.enum or _is_quoted(given, task):
            continue
        writes = workflow.risk != "read"
        if reason := not_one(parameter, given, writes=writes):
            return f"the text taken for {name} {reason}", name
        if reason := _unlike_a_value(parameter, given, writes=writes):
            return f"the text taken for {name} {reason}; check it", name
    return "", ""


def doubts(workflow: Workflow, task: str, arguments: Mapping[str, Any], *, near: bool = False) -> dict[str, str]:
    """For each value read from a text that is not to be sent why not: of what only reads those that plainly are none.

    ``near``: the workflow's own words did not show where the value is.
    """
    found: dict[str, str] = {}
    for name, given in arguments.items():
        parameter = workflow.parameter(name)
        if parameter is None or not isinstance(given, str) or given.casefold() not in task.casefold():
            continue  # of the address, or kept in another form
        sure = not parameter.enum and not _is_quoted(given, task) and not_one(parameter, given, writes=False)
        if workflow.risk != "read" or sure:
            found[name] = _doubt(workflow, task, {name: given})[0] or (near and _unlike_names(parameter, given, task)) or ""
    return {name: why for name, why in found.items() if why}


def _unlike_names(parameter: Parameter, given: str, task: str) -> str:
    """Why words that nothing but their place shows to be a value are none: they are not written as the known names are."""
    names = not parameter.enum and bool(parameter.examples) and all(e[:1].isupper() for e in parameter.examples)
    unlike = names and given.islower() and not _is_quoted(given, task)
    why = f"the text taken for {parameter.name} ({given[:60]!r}) is not written as its examples are; check it"
    return why if unlike else ""


def _is_quoted(given: str, task: str) -> bool:
    if any(hit.group()[1:-1].strip() == given.strip() for hit in _QUOTED.finditer(task)):
        return True
    whole = rf"(?<!\w)['‘]\s*{re.escape(given.strip())}\s*['’](?!\w)"
    return not _ENDS_A_QUOTE.search(given) and re.search(whole, task) is not None


def _unlike_a_value(parameter: Parameter, given: str, *, writes: bool) -> str:
    if any(_second_task(hit[1]) and not _in_examples(parameter, hit[0]) for hit in _CLAUSE.finditer(given)):
        return "asks for a second thing"
    if _no_name_among_names(parameter, given):
        return "is no name as its examples are"
    longest = max((len(example.split()) for example in parameter.examples), default=_MOST_WORDS)
    for reason, pattern in (("may be two values", _TWO), ("is a choice, not a name", _CHOICE)):
        if longest <= _MOST_NAME and pattern.search(given) and not any(map(pattern.search, parameter.examples)):
            return reason
    if len(given.split()) > max(_MOST_WORDS, 3 * longest):
        return "is much longer than its examples"
    named = longest <= _MOST_NAME or (writes and not parameter.examples)
    more = limited(given, parameter.examples, writes=writes) if named else ""
    return f"may say more than a value ({more!r})" if more else ""


def _no_name_among_names(parameter: Parameter, given: str) -> bool:
    """Whether it is one common noun ("shipping") where all that is known are names of several words with capitals."""
    if not (given.isalpha() and given.islower()) or not parameter.examples:
        return False
    return all(len(known.split()) > 1 and known[:1].isupper() for known in parameter.examples)


def _second_task(word: str) -> bool:
    shared = idea(stem(word.casefold()))
    return shared == _READ_IDEA or shared in _ACTION_IDEAS


def _in_examples(parameter: Parameter, part: str) -> bool:
    return any(part.strip().casefold() in example.casefold() for example in parameter.examples)
