"""Texts as arguments: what a part of a sentence is worth as the value of a typed parameter, and how well it fits."""

from __future__ import annotations

import datetime
import re

from awm_mcp.model.fillers import without_filler
from awm_mcp.model.plurals import one_or_many
from awm_mcp.model.polarity import as_boolean
from awm_mcp.model.text import fold
from awm_mcp.model.workflow import Parameter

Argument = str | list[str]

_NUMBER_WORDS = (
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
)  # fmt: skip
_DATES = ("%Y-%m-%d", "%Y/%m/%d", "%d %B %Y", "%d %b %Y", "%B %d, %Y", "%b %d, %Y", "%B %d %Y", "%b %d %Y", "%d.%m.%Y")
_WRAPPED = re.compile(r"""^(?:'(.*)'|"(.*)"|`(.*)`|‘(.*)’|“(.*)”|„(.*)[“”]|«(.*)»|‹(.*)›)$""", re.DOTALL)
_FINAL = ".!?;,"


def is_date(text: str) -> bool:
    """Whether a text is a date as ``YYYY-MM-DD``."""
    if not re.fullmatch(r"\d{4}-\d\d-\d\d", text):
        return False
    try:
        datetime.date.fromisoformat(text)
    except ValueError:
        return False
    return True


def coerce(parameter: Parameter, text: str) -> Argument | None:
    """The text as a value of the parameter, spelled as ``model.arguments.bind`` takes it; None when it is none."""
    stripped = text.strip()
    if not stripped:
        return None
    if parameter.type == "array":
        items = [_scalar(parameter, item) for item in _items(stripped)]
        return [item for item in items if item is not None] if items and all(items) else None
    return _scalar(parameter, stripped)


def _items(text: str) -> list[str]:
    return [_unwrapped(item.strip()) for item in re.split(r"\s*[,;]\s*(?:and\s+)?|\s+and\s+", text) if item.strip()]


def _scalar(parameter: Parameter, text: str) -> str | None:
    if parameter.enum:
        return option(parameter, text)
    kind = parameter.type
    if kind == "integer":
        return _integer(text)
    if kind == "number":
        return _number(text)
    if kind == "boolean":
        return as_boolean(text)
    return _date(text, parameter.spelled) if kind == "date" else text


def option(parameter: Parameter, text: str) -> str | None:
    """The parameter's option that the text names, without regard to case; "mugs" where the only one like it is "Mug"."""
    wanted = fold(text).casefold()
    exact = next((choice for choice in parameter.enum if fold(choice).casefold() == wanted), None)
    if exact is not None or text != text.lower():
        return exact  # "News" with a capital is a name, and no plural of "New"
    alike = [c for c in parameter.enum if len(c) > 2 and re.fullmatch(one_or_many(fold(c).casefold()), wanted)]
    return alike[0] if len(alike) == 1 else None


def is_number_word(text: str) -> bool:
    """Whether a word is a small number."""
    return text.casefold() in _NUMBER_WORDS


def _integer(text: str) -> str | None:
    if text.casefold() in _NUMBER_WORDS:
        return str(_NUMBER_WORDS.index(text.casefold()))
    if re.fullmatch(r"[+-]?[0-9]{1,30}", text):
        return text
    return text.replace(",", "") if re.fullmatch(r"[+-]?[0-9]{1,3}(,[0-9]{3})+", text) else None


def _number(text: str) -> str | None:
    bare = re.sub(r"^[$€£¥]\s?|\s?[$€£¥%]$", "", text)
    if re.fullmatch(r"[+-]?[0-9]{1,30}(\.[0-9]{1,30})?", bare):
        return bare
    if re.fullmatch(r"[+-]?[0-9]{1,3}(,[0-9]{3})+(\.[0-9]+)?", bare):
        return bare.replace(",", "")
    return _integer(bare)


def day(text: str) -> str | None:
    """A date as ``YYYY-MM-DD``, however it is written; None for what is no date, or could be two."""
    return _date(text, None)


def _date(text: str, spelled: str | None) -> str | None:
    """ISO form of a date; ``03/04/2027`` is two dates and therefore none, unless it is known how it is spelled."""
    bare = re.sub(r"(?<=\d)(?:st|nd|rd|th)\b", "", text)
    for pattern in (*_DATES, *((spelled,) if spelled else ()), *_slashed(bare)):
        try:
            return datetime.datetime.strptime(bare, pattern).date().isoformat()  # noqa: DTZ007 - a calendar day, no instant
        except ValueError:
            continue
    return None


def _slashed(text: str) -> tuple[str, ...]:
    hit = re.fullmatch(r"(\d{1,2})/(\d{1,2})/\d{4}", text)
    if hit is None:
        return ()
    first, second = int(hit[1]), int(hit[2])
    return ("%m/%d/%Y",) if second > 12 or first == second else ("%d/%m/%Y",) if first > 12 else ()


def tidy(parameter: Parameter, text: str, *, quoted: bool = False) -> str:
    """The text without quotation marks, article and final mark around it that the parameter's examples do not have.

    What stands in quotation marks is the value, whole. ``quoted``: they stand around the text.
    """
    found = text.strip()
    if quoted and takes_any_text(parameter):
        return found
    if parameter.type == "array":
        return found.rstrip(".!?; ") or found
    if parameter.type == "string" and not parameter.examples and not parameter.enum:
        return found
    examples = parameter.examples or parameter.enum
    bare = not any(_WRAPPED.match(e) for e in examples)
    inside = _unwrapped(found) if bare else found
    if inside != found and takes_any_text(parameter):
        return inside
    found = inside
    if not any(e[-1:] in _FINAL for e in examples):
        ended = found.rstrip(_FINAL + " ") or found
        inside = _unwrapped(ended) if bare else ended
        if inside != ended and takes_any_text(parameter):
            return inside
        found = inside
    if not any(e.casefold().startswith("the ") for e in examples):
        found = re.sub(r"^the\s+(?=\S)", "", found)  # "The" in the middle of a task begins a name
    named = without_filler(found, examples)
    return named if named == found else _unwrapped(named) if bare else named


def takes_any_text(parameter: Parameter) -> bool:
    """Whether every text is a value of the parameter."""
    return parameter.type == "string" and not parameter.enum


def _unwrapped(text: str) -> str:
    wrapped = _WRAPPED.match(text)
    inside = next((group for group in wrapped.groups() if group is not None), "") if wrapped is not None else ""
    return inside.strip() or text


def fitness(parameter: Parameter, given: Argument) -> float:
    """How much a value looks like one of the parameter's examples, 0..1; 0.5 when there is none to compare with."""
    if isinstance(given, list) or not parameter.examples:
        return 0.5
    return max(_likeness(given, example) for example in parameter.examples)


def _likeness(a: str, b: str) -> float:
    unlike = 0.15 * (abs(len(a.split()) - len(b.split())) / (len(a.split()) + len(b.split())))
    for weight, feature in _FEATURES:
        unlike += weight * (bool(feature.search(a)) != bool(feature.search(b)))
    return 1.0 - unlike


_FEATURES = (
    (0.2, re.compile(r"@")),
    (0.15, re.compile(r"\d")),
    (0.15, re.compile(r"[^\W\d_]")),
    (0.1, re.compile(r",")),
    (0.1, re.compile(r"['\"“”‘’«»]\s|\s['\"“”‘’«»]|^['\"“”‘’«»]|['\"“”‘’«»]$")),
    (0.05, re.compile(r"^[A-Z]")),
    (0.05, re.compile(r"[.!?]$")),
    (0.05, re.compile(r"\s")),
)
