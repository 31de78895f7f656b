"""What a task says beside what a workflow does: words that it does not do, and words read into a value that limit it. Pure.

"Delete the phone number of contact Ann" is near to deleting contact Ann, and its words fill in that call; what is left of
the text tells that the call would do something else. "Put Oak Stool in pink into the cart" is made by the template of a
cart; its value says more than a name.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, cast

from awm_mcp.memory.words import STOP, idea, raw_words, stem
from awm_mcp.model import Workflow
from awm_mcp.model.templates import bare_task

MOST_SAID = 4
_ASIDES = """
want need like have help let give try using use via called named titled name title site page website app now just new current
existing following
"""
_LIMITS = """
in on at for from with without within by to under over below above until before after since except but not if unless only
when while during as instead or per via through twice thrice again today tonight tomorrow later asap every each
für mit ohne bei bis ab unter über zum zur wenn falls nur nicht aber außer statt oder morgen heute zweimal nochmal als
pour avec sans dans chez sauf si mais pas ou demain
para con sin hasta excepto pero solo mañana hoy senza domani oggi ma voor zonder maar niet
"""
_NUMBERS = "one two three four five six seven eight nine ten eleven twelve"
_MONTHS = """
january february march april may june july august september october november december jan feb mar apr jun jul aug sep oct nov
dec st nd rd th
"""
_MOMENT_WORDS = "later today tonight tomorrow next morgen heute demain hoy mañana oggi domani"
_LIMIT = re.compile(rf"(?<=[\w'\")\]])\s+(?P<word>{'|'.join(_LIMITS.split())})\b(?=\s+\S|\s*$)")
_COURTESIES = frozenset(_ASIDES.split())
_MOMENTS = frozenset(_MOMENT_WORDS.split())
"""Values may be moments themselves: "Later today"."""
_OF = re.compile(r"(?:^|\s)[a-zà-ÿ]\w*\s+(?P<word>of)\s", re.UNICODE)
"""A thing of another thing; "Lord of the Rings" is one name, and so is what says "In" with a capital."""
_TIMES = re.compile(r"\s(?P<word>(?:\d+\s*(?:x|times|mal|fois|veces|volte)|x\s*\d+))\b", re.IGNORECASE)
_BELONGS = re.compile(r"\w['’]s\s+(?P<word>\w+)")


def limited(given: str, examples: Sequence[str], *, writes: bool) -> str:
    """The words by which a value says more than a name ("in pink", "twice", "but not …"); empty where none does.

    What the known values say as well is part of such values. ``writes``: whose it is and what it is of count, too.
    """
    if any(given.strip().casefold() == example.strip().casefold() for example in examples):
        return ""
    begun = re.match(r"\W*(\w+)", given)
    passed = _MOMENTS if begun is not None and begun[1].casefold() in _MOMENTS else frozenset[str]()
    patterns = (_LIMIT, _TIMES, _OF, _BELONGS) if writes else (_LIMIT, _TIMES)
    hits = (hit for pattern in patterns for hit in pattern.finditer(given))
    more = next((hit for hit in hits if hit["word"] not in passed and not _is_usual(hit, examples)), None)
    return given[more.start("word") :].strip()[:60] if more is not None else ""


def _is_usual(hit: re.Match[str], examples: Sequence[str]) -> bool:
    """Whether the known values say the like, too."""
    return any(_says(one, hit["word"]) if hit.re is _LIMIT else hit.re.search(one) for one in examples)


def left_over(workflow: Workflow, task: str, arguments: Mapping[str, Any], known: frozenset[str]) -> list[str]:
    """The task's words that are neither a value of it nor said by the workflow itself, in their order.

    ``known``: the stemmed words and the ideas that the workflow's own texts say.
    """
    text = bare_task(task[:4000])
    for given in sorted(_texts(arguments), key=len, reverse=True):
        text = re.sub(rf"(?<!\w){re.escape(given)}(?!\w)", " ", text, flags=re.IGNORECASE)
    label = {word for part in workflow.site.split(".") for word in raw_words(part)}
    texts = _texts(arguments)
    dated = any(re.match(r"\d{4}-\d\d-\d\d", given) for given in texts)
    passed = STOP | _COURTESIES | label | _rewritten(texts, dated=dated)
    choices = [str(given) for name, given in arguments.items() if _is_choice(workflow, name)]
    chosen = {stem(word) for choice in choices for word in raw_words(choice)}
    left = [w for w in raw_words(text) if w not in passed and stem(w) not in chosen and not (dated and w.isdigit())]
    return [word for word in dict.fromkeys(left) if stem(word) not in known and (idea(stem(word)) or "") not in known]


def _is_choice(workflow: Workflow, name: str) -> bool:
    parameter = workflow.parameter(name)
    return parameter is not None and bool(parameter.enum)


def _texts(arguments: Mapping[str, Any]) -> list[str]:
    texts: list[str] = []
    for given in arguments.values():
        texts += [str(one) for one in cast("list[Any]", given)] if isinstance(given, list) else [str(given)]
    return [text for text in texts if text]


def _rewritten(texts: Sequence[str], *, dated: bool) -> frozenset[str]:
    """Words that stand for values which are kept in another form: numbers in words, and the months of dates."""
    counted = dated or any(text.isdigit() for text in texts)
    return frozenset((_NUMBERS if counted else "").split()) | frozenset((_MONTHS if dated else "").split())


def _says(example: str, word: str) -> bool:
    return re.search(rf"(?<!\w){re.escape(word)}(?!\w)", example, re.IGNORECASE) is not None
