"""Arguments out of task texts: a workflow's instruction templates ("Find the price of {product}") read backwards.

No model is involved: literal parts must be found again, parameters take what stands between them, and of several readings
the one whose values look like the parameters' examples is taken. What does not fit a parameter's type is left to the caller.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from awm_mcp.model.clauses import clause_orders
from awm_mcp.model.coercion import Argument, coerce, fitness, tidy
from awm_mcp.model.cues import Cue, loose_fill
from awm_mcp.model.lacking import lacking
from awm_mcp.model.places import place_last, without_place
from awm_mcp.model.polarity import negations, state_said
from awm_mcp.model.possessives import possessives
from awm_mcp.model.switch_wordings import switch_wordings
from awm_mcp.model.text import fold
from awm_mcp.model.title_templates import is_its_name, title_templates
from awm_mcp.model.value import Gap, Param, Text, Value, value
from awm_mcp.model.workflow import Parameter, Workflow

Arguments = dict[str, Argument]

MAX_TASK = 20_000
"""Longer task texts are not read: an argument cut short would be worse than none."""
_MAX_LOOSE = 4_000
_BUDGET = 2_000_000
_READINGS = 64
_QUOTE = "['\"`´‘’‚‛“”„‟«»‹›]"
_CLOSED_BY = {'"': '"', "'": "'", "`": "`", "´": "´", "‘": "’", "“": "”", "„": "“", "«": "»", "‹": "›"}
_DASH = "[-‐‑‒–—−]"
_ORDINAL = r"(?:st|nd|rd|th)"
_END = r"[\s.!?…;]{0,8}"
_ASIDE = re.compile(
    r"^(?:(?:please|kindly|hi|hello|hey|now|then|can you|could you|would you|will you|i want to|i need to|i want you to"
    r"|i need you to|i'd like to|i would like to|help me|(?:your )?task:?|(?:on|at) [^\s,]+\.[^\s,]+,)[\s,!:]+)+",
    re.IGNORECASE,
)
_COURTESY = re.compile(r"[\s,.!?]*\b(?:please|for me|thanks|thank you)[\s.!?]*$", re.IGNORECASE)


class Match(NamedTuple):
    """One reading of a task text: ``literal`` is how many characters of the template were found, ``fit`` 0..1.

    ``states``: the words by which it says that something is to be on or off; ``gaps``: what stands in the template's gaps.
    """

    arguments: Arguments
    literal: int
    fit: float
    states: tuple[str, ...] = ()
    gaps: tuple[str, ...] = ()


class _Literal(NamedTuple):
    pattern: re.Pattern[str]
    length: int


_Piece = _Literal | Param | Gap
_IN_GAP = "\0\0"


def fill(template: Value, task: str, workflow: Workflow) -> Arguments | None:
    """The arguments with which the template makes the task text, or None when it does not make it.

    Compared without regard to case, white space and kind of quotation marks; a mark or a full stop more or less does not
    matter. Secret parameters are never read from a text.
    """
    found = match(template, task, workflow.callers_parameters)
    return found.arguments if found is not None else None


def best_fill(workflow: Workflow, task: str) -> tuple[Arguments, list[str]]:
    """The best arguments that the task text gives for a workflow, and the names of required ones it does not give.

    All templates are tried, then the source runs' task texts with their examples taken out; when none makes the text, each
    parameter is looked for by itself: option names, words before it, numbers, dates and quoted parts that can be only it.
    """
    found = best_match(workflow, task)
    arguments = found.arguments if found is not None else _loosely(workflow, task)
    return arguments, lacking(workflow, task, arguments)


def best_match(workflow: Workflow, task: str) -> Match | None:
    """The reading of the task text with most parameters, most literal text and best fit; None when no template makes it."""
    given = workflow.callers_parameters
    readings = (match(template, task, given) for template in all_templates(workflow))
    return max((r for r in readings if r is not None), key=lambda r: (len(r.arguments), r.literal, r.fit), default=None)


def all_templates(workflow: Workflow) -> tuple[Value, ...]:
    """The workflow's templates, those that its source tasks give when the examples are taken out, and its title's."""
    said = (*workflow.templates, *without_place(workflow))
    switched = [other for template in said for other in switch_wordings(template)]
    switched += [value([*w.root, place]) for short, place in place_last(workflow) for w in switch_wordings(short)]
    more = (*switched, *clause_orders(workflow), *possessives(workflow), *_from_tasks(workflow), *title_templates(workflow))
    return tuple(dict.fromkeys((*said, *more)))


def typed(workflow: Workflow, arguments: Mapping[str, Argument]) -> dict[str, Any]:
    """The arguments as JSON values of the parameters' types, ready to send; texts of unknown parameters are kept."""
    return {name: _typed(workflow.parameter(name), given) for name, given in arguments.items()}


def _typed(parameter: Parameter | None, given: Argument) -> Any:
    kind = parameter.type if parameter is not None else "string"
    if not isinstance(given, str) or kind not in ("integer", "number", "boolean"):
        return given
    if re.match(r"[+-]?0\d", given):
        return given  # as a number it would lose what it begins with
    return given == "true" if kind == "boolean" else int(given) if kind == "integer" else float(given)


def match(template: Value, task: str, parameters: Sequence[Parameter]) -> Match | None:
    """Like ``fill``, with the measure of how well it fits; used to rank workflows, too."""
    known = {p.name: p for p in parameters}
    for text, exact in _spellings(task) if len(task) <= MAX_TASK else ():
        if (found := _best_reading(_pieces(template.root, exact), text, known)) is not None:
            return _without_states(found, known) if found.states and _is_denied(template, task, found.states) else found
    return None


def _is_denied(template: Value, task: str, states: Sequence[str]) -> bool:
    """Whether the task denies more than the template and the words of its states do: "For Ann do not turn on …"."""
    own = "".join(t.text if isinstance(t, Text) else " x " for t in template.root)
    return negations(task) > negations(own) + sum(map(negations, states))


def _without_states(found: Match, known: Mapping[str, Parameter]) -> Match:
    return found._replace(arguments={name: given for name, given in found.arguments.items() if not _is_state(known[name])})


def _is_state(parameter: Parameter | None) -> bool:
    return parameter is not None and parameter.type == "boolean"


def _spellings(task: str) -> Iterator[tuple[str, bool]]:
    stripped = task.strip()
    yield stripped, True
    yield stripped, False
    bare = bare_task(stripped)
    if bare != stripped:
        yield bare, False
    if (folded := fold(bare)) != bare:
        yield folded, False


def bare_task(task: str) -> str:
    """The task text without courtesies and asides around it ("Could you please … for me?")."""
    begun = _ASIDE.sub("", task.strip())
    return begun[:-40] + _COURTESY.sub("", begun[-40:])


def _best_reading(pieces: tuple[_Piece, ...], text: str, known: Mapping[str, Parameter]) -> Match | None:
    literal = sum(piece.length for piece in pieces if isinstance(piece, _Literal))
    budget = itertools.count()
    readings = itertools.islice(_read(pieces, 0, text, 0, {}, known, budget), _READINGS)
    found = [_as_match(taken, literal, known) for taken in readings]
    return max(found, key=lambda reading: reading.fit, default=None)


def _as_match(taken: Arguments, literal: int, known: Mapping[str, Parameter]) -> Match:
    arguments = {name: given for name, given in taken.items() if name in known}
    states = tuple(str(given) for name, given in taken.items() if name not in known and not name.startswith(_IN_GAP))
    gaps = tuple(str(given) for name, given in taken.items() if name.startswith(_IN_GAP))
    return Match(arguments, literal, _mean_fit(arguments, known), states, gaps)


def _mean_fit(arguments: Arguments, known: Mapping[str, Parameter]) -> float:
    fits = [fitness(known[name], given) for name, given in arguments.items()]
    return sum(fits) / len(fits) if fits else 1.0


def _read(
    pieces: tuple[_Piece, ...],
    number: int,
    text: str,
    at: int,
    taken: Arguments,
    known: Mapping[str, Parameter],
    budget: itertools.count[int],
) -> Iterator[Arguments]:
    """All ways to read the text from ``at`` on, shortest values first; gives up quietly when the budget is spent."""
    if number == len(pieces):
        if at == len(text):
            yield taken
        return
    piece = pieces[number]
    if isinstance(piece, _Literal):
        if hit := piece.pattern.match(text, at):
            yield from _read(pieces, number + 1, text, hit.end(), taken, known, budget)
        return
    after = pieces[number + 1] if number + 1 < len(pieces) else None
    closes = isinstance(after, _Literal) and after.pattern.pattern.startswith(_QUOTE)
    for end in _ends(pieces, number, text, at):
        if next(budget) * len(text) > _BUDGET:
            return
        quoted = _is_in_quotes(text, at, end)
        past = _goes_past_its_quote(text, at, end) or (not quoted and _takes_one_quote(text, at, end))
        cuts = past or (closes and _ends_in_its_quote(text, at, end))
        further = None if cuts else _take(piece, text[at:end], taken, known, quoted=quoted)
        if further is not None:
            yield from _read(pieces, number + 1, text, end, further, known, budget)


def _ends(pieces: tuple[_Piece, ...], number: int, text: str, at: int) -> Iterator[int]:
    if number + 1 == len(pieces):
        yield len(text)
        return
    after = pieces[number + 1]
    if not isinstance(after, _Literal):
        yield from (hit.start() for hit in re.finditer(r"\b", text) if hit.start() > at)
        return
    start = at + 1
    while start <= len(text) and (hit := after.pattern.search(text, start)):
        yield hit.start()
        start = hit.start() + 1


def _goes_past_its_quote(text: str, at: int, end: int) -> bool:
    """Whether a value that begins in quotation marks would be read on behind them: ``"Third" with priority Low``."""
    opened = text[at : at + 1] if text[at : at + 1] in _CLOSED_BY else text[at - 1 : at] if at else ""
    if opened not in _CLOSED_BY:
        return False
    begun = at + (text[at : at + 1] == opened)
    before = r"(?<![\ss])" if opened in "'‘" else r"(?<!\s)"  # "the boys' club" goes on behind its apostrophe
    closed = re.compile(rf"{before}{re.escape(_CLOSED_BY[opened])}(?=[,;:]?\s+\w)")
    return closed.search(text, begun, end) is not None


def _takes_one_quote(text: str, at: int, end: int) -> bool:
    """Whether of the quotation marks around a value only those on one side would be read as its own."""
    part = text[at:end]
    before, own = _CLOSED_BY.get(text[at - 1 : at] if at else ""), _CLOSED_BY.get(part[:1])
    if before is not None and part.rstrip(" .!?…;").endswith(before):
        return True
    return own is not None and own not in part[1:] and text[end : end + 1] == own


def _ends_in_its_quote(text: str, at: int, end: int) -> bool:
    """Whether a value that begins in quotation marks would end before they close: ``'Ring, phone me'`` is one note."""
    opened = text[at : at + 1] if text[at : at + 1] in _CLOSED_BY else text[at - 1 : at] if at else ""
    if opened not in _CLOSED_BY or (opened in "'‘" and text[at - 2 : at - 1].isalnum()):
        return False
    begun = at + (text[at : at + 1] == opened)
    closed = re.compile(rf"(?<!\s){re.escape(_CLOSED_BY[opened])}(?!\w)").search(text, begun)
    return closed is not None and end < closed.start()


def _is_in_quotes(text: str, at: int, end: int) -> bool:
    """Whether quotation marks open right before a part of the text and close right behind it."""
    opened = text[at - 1 : at] if at else ""
    closed = text[end : end + 1] == _CLOSED_BY.get(opened, "\0")
    return closed and not (text[at - 2 : at - 1].isalnum() if at > 1 else False) and not text[end + 1 : end + 2].isalnum()


def _take(
    piece: Param | Gap, part: str, taken: Arguments, known: Mapping[str, Parameter], *, quoted: bool
) -> Arguments | None:
    bare = part.strip()
    if not (bare if quoted else bare[1:-1].strip() if bare[:1] in _CLOSED_BY else bare.strip(".,;!?'\" \t\r\n")):
        return None
    if isinstance(piece, Gap):
        return {**taken, f"{_IN_GAP}{len(taken)}": part.strip()}
    if piece.param not in known:
        return taken
    if not quoted and is_its_name(known[piece.param], part):
        return None
    given = _read_as(piece, known[piece.param], tidy(known[piece.param], part, quoted=quoted))
    if given is None or not _agrees(taken.get(piece.param), given):
        return None
    told = {f"\0{piece.param}": part} if _is_state(known[piece.param]) else {}
    return {piece.param: given, **taken, **told}


def _read_as(piece: Param, parameter: Parameter, part: str) -> Argument | None:
    """The value that a part of the text says; of a state by the words of its place."""
    return state_said(piece.format, part) if _is_state(parameter) and piece.format else coerce(parameter, part)


def _agrees(before: Argument | None, given: Argument) -> bool:
    return before is None or (str(before).casefold() == str(given).casefold())


@lru_cache(maxsize=4096)
def _pieces(tokens: tuple[Text | Param | Gap, ...], exact: bool) -> tuple[_Piece, ...]:
    last = len(tokens) - 1
    pieces: list[_Piece] = []
    for number, token in enumerate(tokens):
        if isinstance(token, Text):
            literal = _literal(token.text, exact, first=number == 0, last=number == last)
            if literal is not None:
                pieces.append(literal)
        else:
            pieces.append(token)
    if not exact and pieces and isinstance(tokens[-1], (Param, Gap)):
        pieces.append(_Literal(re.compile(rf"{_QUOTE}?{_END}\Z"), 0))
    return tuple(pieces)


def _literal(text: str, exact: bool, *, first: bool, last: bool) -> _Literal | None:
    shown = text.lstrip() if first else text
    shown = shown.rstrip() if last else shown
    if not shown:
        return None
    body = _exactly(shown) if exact else _tolerantly(shown, last)
    return _Literal(re.compile(body + (r"\Z" if last else ""), re.IGNORECASE), len(fold(text)))


def _exactly(text: str) -> str:
    return "".join(r"\s{1,40}" if part.isspace() else re.escape(part) for part in re.split(r"(\s+)", text) if part)


def _tolerantly(text: str, last: bool) -> str:
    core = re.sub(r"[\s.!?…;]+$", "", text) if last else text
    ordinal = re.match(rf"{_ORDINAL}\b", core)
    core = core[ordinal.end() :] if ordinal else core
    # A literal of marks only tells two parameters apart: there they must stand; beside words they may be left out.
    optional = "?" if re.search(r"\w", core) or last else ""
    body = "".join(_tolerant_part(part, optional) for part in re.split(rf"(\s+|{_QUOTE}|{_DASH}|,|\bthe\s)", core) if part)
    return (_ORDINAL if ordinal else "") + body + (_END if last else "")


def _tolerant_part(part: str, optional: str) -> str:
    if part.isspace():
        return r"\s{1,40}"
    if re.fullmatch(_QUOTE, part):
        return _QUOTE + optional
    if re.fullmatch(_DASH, part):
        return _DASH
    if part == ",":
        return "," + optional
    if re.fullmatch(r"the\s", part):
        return r"(?:the\s+)?"
    return re.escape(fold(part))


def _from_tasks(workflow: Workflow) -> Iterator[Value]:
    if any(map(_is_state, workflow.callers_parameters)):
        return  # the state that such a task tells would be taken for a word of the work
    for task in workflow.evidence.tasks[:5]:
        template = _without_examples(task, workflow.callers_parameters)
        if template.params:
            yield template


def _without_examples(task: str, parameters: Sequence[Parameter]) -> Value:
    """The task text with the examples of the parameters replaced by these, the longest first, each once."""
    tokens: list[Text | Param | Gap] = [Text(text=task)]
    pairs = [(example, p.name) for p in parameters if p.type != "array" for example in p.examples if example.strip()]
    done: set[str] = set()
    for example, name in sorted(pairs, key=lambda pair: -len(pair[0])):
        if name not in done and (further := _cut_out(tokens, example, name)) is not None:
            tokens = further
            done.add(name)
    return value(tokens)


def _cut_out(tokens: list[Text | Param | Gap], example: str, name: str) -> list[Text | Param | Gap] | None:
    whole = re.compile(rf"(?<!\w){_exactly(example.strip())}(?=\W|\Z|{_ORDINAL}\b)", re.IGNORECASE)
    for number, token in enumerate(tokens):
        if isinstance(token, Text) and (hit := whole.search(token.text)):
            before, after = token.text[: hit.start()], token.text[hit.end() :]
            return [*tokens[:number], Text(text=before), Param(param=name), Text(text=after), *tokens[number + 1 :]]
    return None


def _loosely(workflow: Workflow, task: str) -> Arguments:
    cues: dict[str, list[Cue]] = {}
    for template in all_templates(workflow):
        for name, cue in _cues(template):
            cues.setdefault(name, []).append(cue)
    return loose_fill(workflow.callers_parameters, bare_task(task), cues) if len(task) <= _MAX_LOOSE else {}


def _cues(template: Value) -> Iterator[tuple[str, Cue]]:
    tokens = template.root
    for number, token in enumerate(tokens):
        if isinstance(token, Param):
            before = tokens[number - 1] if number else None
            after = tokens[number + 1] if number + 1 < len(tokens) else None
            words_before = re.findall(r"\w+", before.text) if isinstance(before, Text) else []
            words_after = re.findall(r"\w+", after.text) if isinstance(after, Text) else []
            yield token.param, Cue(tuple(words_before[-2:]), tuple(words_after[:1]))
