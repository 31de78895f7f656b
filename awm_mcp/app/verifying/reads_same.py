"""What a verification read, held against what the source runs read with the same values.

Data changes between a run and its verification: a price, a date or a count only has to be one again. Words have to be the
words of the newest run, which was made just before; other runs may have been overtaken. Pure.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from awm_mcp.model import Run, Workflow
from awm_mcp.model.text import fold, plain

MOST_ANSWER = 80
_MONEY = re.compile(
    r"[$€£¥₹₽₩₺₴¢]|\b(usd|eur|gbp|chf|jpy|cny|inr|pln|czk|sek|nok|dkk|rub|try|brl|cad|aud|nzd|zł|kč|kr)\b|元|円", re.I
)
_DATE = re.compile(
    r"\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}|\d{1,2}:\d{2}|\b\d{1,2}\.? \w{3,} \d{4}|\b\w{3,}\.? \d{1,2},? \d{4}|\d年"
)
_DIGIT = re.compile(r"\d")
_NUMBER = re.compile(r"[-+~≈]?[\d.,'\s\u00a0\u202f]*\d[\d.,'\s\u00a0\u202f]*[a-z%°]{0,3}", re.I)


@dataclass(frozen=True)
class Read:
    """What was read with some values, by output, and what the run read that they come from; ``said`` is its answer."""

    arguments: Mapping[str, Any]
    recorded: Mapping[str, str]
    read: Mapping[str, str]
    said: str = ""


@dataclass(frozen=True)
class Contradiction:
    """What speaks against it, in words. ``sure``: no case read anything like what its run read."""

    words: str
    sure: bool


def read_in(workflow: Workflow, run: Run | None, arguments: Mapping[str, Any], outputs: Mapping[str, Any]) -> Read:
    """The texts that a case read, beside those of its run."""
    texts = {
        o.name: _text(outputs[o.name]) for o in workflow.outputs if o.type in ("string", "number") and o.name in outputs
    }
    alone = run is not None and len(workflow.outputs) == 1 and len(run.answer or "") <= MOST_ANSWER
    return Read(
        arguments, recorded_by(workflow, run) if run is not None else {}, texts, (run.answer or "") if run and alone else ""
    )


def recorded_by(workflow: Workflow, run: Run) -> dict[str, str]:
    """What a run read, by the names of the workflow's outputs; reads are matched by their order, else by their names."""
    names = [s.action.output or "" for s in workflow.steps if s.action is not None and s.action.type == "extract"]
    reads = [step.action for step in run.steps if step.action.type == "extract" and step.action.read in ("text", "value")]
    told = [(one.output or "", one.value.literal or "" if one.value is not None else "") for one in reads]
    if len(names) == len(told):
        told = [(name, text) for name, (_, text) in zip(names, told, strict=True)]
    return {name: text for name, text in told if name and text.strip()}


def contradiction(workflow: Workflow, reads: Sequence[Read], *, strict: bool) -> Contradiction | None:
    """What was read that cannot be what the runs read; None when nothing was. ``reads``: that of the newest run first.

    ``strict``: the runs were made just now, so that words have to be the same, and values that differed differ again.
    """
    for output in workflow.outputs:
        known = [one for one in reads if output.name in one.read]
        told = [said for one in known if (said := _other_kind(output.name, one))]
        if told:
            return Contradiction(f"{workflow.name} {told[0]}", sure=len(told) == len(known))
        if strict and known and (said := _other_words(output.name, known[0]) or _all_the_same(output.name, known)):
            return Contradiction(f"{workflow.name} {said}", sure=False)
    return None


def reads_alike(one: Workflow, other: Workflow) -> bool:
    """Whether two versions read at the same places, whatever else they do."""
    return _places(one) == _places(other)


def _places(workflow: Workflow) -> list[str]:
    """What tells where each value is read, without what only one visit saw of it."""
    reads = [s.action.target for s in workflow.steps if s.action is not None and s.action.type == "extract"]
    return [target.model_copy(update={"seen": None}).model_dump_json() if target is not None else "" for target in reads]


def _other_kind(name: str, one: Read) -> str:
    read, recorded = one.read[name], one.recorded.get(name, "")
    if recorded and not alike_in_kind(recorded, read):
        return _words(name, one, recorded)
    if one.said and _DIGIT.search(one.said) and not _DIGIT.search(read) and not _within(read, one.said):
        return _words(name, one, one.said)
    return ""


def alike_in_kind(recorded: str, read: str) -> bool:
    """Whether a text can be what a value became: the same kind of text, if it is no part of the other."""
    if not read.strip():
        return not recorded.strip()
    if _within(recorded, read) or _within(read, recorded):
        return True
    for pattern in (_MONEY, _DATE, _DIGIT):
        if pattern.search(recorded):
            return bool(pattern.search(read))
    return not _NUMBER.fullmatch(read.strip())


def _other_words(name: str, one: Read) -> str:
    read, recorded = one.read[name], one.recorded.get(name, "")
    if not recorded or _DIGIT.search(recorded) or _within(recorded, read) or _within(read, recorded):
        return ""
    return _words(name, one, recorded)


def _all_the_same(name: str, known: Sequence[Read]) -> str:
    """Runs that read different things with different values, and replays that read the same thing each time."""
    recorded = [fold(one.recorded.get(name, "")).casefold() for one in known]
    if len(known) < 2 or not all(recorded) or len(set(recorded)) < len(recorded):
        return ""
    if len({fold(one.read[name]).casefold() for one in known}) > 1:
        return ""
    texts = " and ".join(repr(plain(one.recorded[name], 60)) for one in known)
    return f"reads {plain(known[0].read[name], 60)!r} as {name} whatever it is given, where the runs read {texts}"


def _words(name: str, one: Read, recorded: str) -> str:
    given = ", ".join(f"{key}={plain(str(value), 40)}" for key, value in one.arguments.items())
    what = f"{plain(one.read[name], 60)!r}" if one.read[name].strip() else "nothing"
    return f"reads {what} as {name}" + (f" with {given}" if given else "") + f", where the run read {plain(recorded, 60)!r}"


def _within(a: str, b: str) -> bool:
    """Whether a text is a part of another one, at the borders of words."""
    part, whole = fold(a).casefold().strip(" .:;,"), fold(b).casefold()
    return part != "" and re.search(rf"(?<!\w){re.escape(part)}(?!\w)", whole) is not None


def _text(read: Any) -> str:
    return "" if read is None else str(read)
