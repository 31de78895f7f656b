"""Arguments from a task text that no template makes: each parameter looked for by itself, and only taken when it is sure."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple

from awm_mcp.model.coercion import Argument, coerce, fitness, tidy
from awm_mcp.model.plurals import one_or_many
from awm_mcp.model.workflow import Parameter


class Cue(NamedTuple):
    """Words that stand before and after a parameter in the task texts of its family."""

    before: tuple[str, ...]
    after: tuple[str, ...]


_QUOTED = re.compile(r"""(?<!\w)(?:'([^']+)'|"([^"]+)"|`([^`]+)`)(?!\w)|“([^”]+)”|‘([^’]+)’|«([^»]+)»""")
_SHAPES = {
    "integer": re.compile(r"(?<![\w.,/-])[+-]?\d+(?![\w/-]|[.,]\d)"),
    "number": re.compile(r"(?<![\w.,/-])[$€£]?[+-]?\d[\d,]*(?:\.\d+)?(?![\w/-]|[.,]\d)"),
    "date": re.compile(
        r"\b(?:\d{4}-\d\d-\d\d|\d{1,2}[./]\d{1,2}[./]\d{4}|\d{1,2}(?:st|nd|rd|th)? [A-Z][a-z]+ \d{4}"
        r"|[A-Z][a-z]+ \d{1,2}(?:st|nd|rd|th)?,? \d{4})\b"
    ),
}
_EMAIL = re.compile(r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+")
_WEB = re.compile(r"https?://\S+?(?=[.,;!?]?(?:\s|$))")
_LIKELY = 0.7
_LEAST_EXAMPLE = 3
_WEAK_TEXT = "a an the of to in on at by for with and or is it as from"
_WEAK = frozenset(_WEAK_TEXT.split())


def loose_fill(parameters: Sequence[Parameter], task: str, cues: Mapping[str, Sequence[Cue]]) -> dict[str, Argument]:
    """What can be told of the parameters without a template; a part of the text is used for one parameter only."""
    found: dict[str, Argument] = {}
    parameters = [p for p in parameters if p.type != "boolean"]  # a word that says yes may be denied elsewhere
    rest = task
    for finder in (_by_option, _by_cue, _by_example, _by_shape):
        for parameter in parameters:
            if parameter.name in found:
                continue
            part = _unmarked(finder(parameter, rest, cues.get(parameter.name, ())))
            given = coerce(parameter, tidy(parameter, part)) if part else None
            if part is not None and given is not None:
                found[parameter.name] = given
                rest = rest.replace(part, " \0 ", 1)
    return {**found, **dict(_by_quotes(parameters, rest, found))}


def _unmarked(part: str | None) -> str | None:
    """The part, unless a piece of it was used for another parameter: what is left of it is no value."""
    return None if part is None or "\0" in part else part


def _likely(parameter: Parameter, part: str) -> bool:
    return not parameter.examples or fitness(parameter, part) > _LIKELY


def _by_option(parameter: Parameter, text: str, _cues: Sequence[Cue]) -> str | None:
    """An option named in the text as whole words, one or many of it, when it is the only one.

    Longer names hide the shorter in them.
    """
    return _the_option(parameter, text, re.escape) or _the_option(parameter, text, one_or_many)


def _the_option(parameter: Parameter, text: str, spelled: Callable[[str], str]) -> str | None:
    left, hits = text, list[str]()
    for choice in sorted(parameter.enum, key=len, reverse=True):
        whole = re.compile(rf"(?<!\w){spelled(choice)}(?!\w)", re.IGNORECASE)
        if len(choice) > 1 and (hit := whole.search(left)):
            hits.append(hit.group())
            left = whole.sub(" \0 ", left)
    return hits[0] if len(hits) == 1 else None


def _by_cue(parameter: Parameter, text: str, cues: Sequence[Cue]) -> str | None:
    for cue in cues:
        if {w.casefold() for w in cue.before} <= _WEAK:
            continue
        part = _after_words(text, cue)
        if part and _likely(parameter, tidy(parameter, part)):
            return part
    named = Cue(tuple(parameter.name.split("_")), ())
    part = _after_words(text, named)
    return part if part and _QUOTED.fullmatch(part) else None


def _after_words(text: str, cue: Cue) -> str | None:
    lead = r"\W{1,10}".join(map(re.escape, cue.before))
    follow = rf"|\W{{1,10}}{re.escape(cue.after[0])}\b" if cue.after else ""
    quoted = r"'[^']+'(?!\w)|\"[^\"]+\"|“[^”]+”|‘[^’]+’|«[^»]+»"
    pattern = rf"\b{lead}\b[\s:=]+(?:the\s+)?({quoted}|\S.*?(?=[.!?;,]?\s*$|[.!?;]\s|\0{follow}))"
    hit = re.search(pattern, text, re.IGNORECASE | re.DOTALL)
    return hit[1] if hit and hit[1].strip(" \0") else None


def _by_example(parameter: Parameter, text: str, _cues: Sequence[Cue]) -> str | None:
    """A value known from before that the text names as whole words, one or many of it, when it is the only one.

    The text's own form is what is given: "mugs" where a run had "Mug".
    """
    if parameter.type != "string" or parameter.enum:
        return None
    known = {e.strip().casefold() for e in parameter.examples if len(e.strip()) >= _LEAST_EXAMPLE} - _WEAK
    hits = [hit for e in known if (hit := re.search(rf"(?<!\w){one_or_many(e)}(?!\w)", text, re.IGNORECASE))]
    longest = max(hits, key=lambda hit: len(hit.group()), default=None)
    return longest.group() if longest and all(hit.group().casefold() in longest.group().casefold() for hit in hits) else None


def _by_shape(parameter: Parameter, text: str, _cues: Sequence[Cue]) -> str | None:
    shape = _shape_of(parameter)
    hits = [hit.group() for hit in shape.finditer(text)] if shape else []
    return hits[0] if len(hits) == 1 else None


def _shape_of(parameter: Parameter) -> re.Pattern[str] | None:
    if parameter.enum:
        return None
    for shape in (_EMAIL, _WEB):
        if parameter.examples and all(shape.fullmatch(e) for e in parameter.examples):
            return shape
    return _SHAPES.get(parameter.type)


def _by_quotes(parameters: Sequence[Parameter], text: str, found: Mapping[str, Argument]) -> Iterator[tuple[str, Argument]]:
    open_ones = [p for p in parameters if p.name not in found and p.required and p.type == "string" and not p.enum]
    spans = [next(group for group in hit.groups() if group is not None) for hit in _QUOTED.finditer(text)]
    if len(open_ones) == 1 and len(spans) == 1 and _unmarked(spans[0]) and _likely(open_ones[0], spans[0]):
        yield open_ones[0].name, spans[0]
