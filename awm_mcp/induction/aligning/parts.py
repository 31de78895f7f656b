"""Where the steps of one workflow stand in another: the same moves on the same elements, one after the other.

Parameters may bear other names there, and a value of the longer workflow's own may stand where the part has a parameter.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from awm_mcp.induction.trace import role_of
from awm_mcp.model import Action, FlowStep, Gap, Param, Target, Text, Value, value

Given = dict[str, Value]
_SHARED = ("name", "label", "text", "placeholder", "testid", "title", "alt")
_FIRST = 0xF0000
_GAP = chr(0xFFFFD)
"""Private characters that stand for parameters and gaps in a text; icon fonts use those below U+F900."""


@dataclass(frozen=True)
class Place:
    """A part's steps in a longer workflow. ``start``: index of the first, 0-based; ``given``: what stands there for each of
    the part's parameters: one of the longer workflow's, or a text.
    """

    start: int
    given: Mapping[str, Value]


def places(part: Sequence[FlowStep], whole: Sequence[FlowStep], *, body: bool = False) -> list[Place]:
    """Where the part stands in a longer sequence of steps, from left to right and without overlap.

    ``body``: the sequence is what a block repeats, so that it may be the part and nothing else.
    """
    found: list[Place] = []
    at = 0
    while part and len(part) < len(whole) + body and at + len(part) <= len(whole):
        fit = Fit()
        if all(fit.step(one, other) for one, other in zip(part, whole[at:], strict=False)):
            found.append(Place(at, fit.given))
            at += len(part)
        else:
            at += 1
    return found


def stands_in(part: Sequence[FlowStep], whole: Sequence[FlowStep]) -> bool:
    """Whether the part stands in a longer sequence of steps, or in what one of its blocks repeats."""
    return bool(places(part, whole)) or any(places(part, body, body=True) for body in bodies(whole))


def bodies(steps: Sequence[FlowStep]) -> list[tuple[FlowStep, ...]]:
    """The steps that the blocks among these repeat, one sequence a block."""
    return [step.for_each.steps for step in steps if step.for_each is not None]


@dataclass
class Fit:
    """Steps compared one after the other; ``given`` collects what stands for the part's parameters, each time the same."""

    given: Given = field(default_factory=Given)

    def step(self, part: FlowStep, whole: FlowStep) -> bool:
        """Whether a step does what the part's step does, on the same page."""
        if not _one_page(part.url, whole.url):
            return False
        if part.for_each is None or whole.for_each is None:
            return part.for_each is whole.for_each and self._action(part.action, whole.action)
        one, other = part.for_each, whole.for_each
        named = self._named(one.parameter, other.parameter) and self._named(one.item, other.item)
        inner = zip(one.steps, other.steps, strict=False)
        return (
            named
            and len(one.steps) == len(other.steps)
            and self._target(one.rows, other.rows)
            and all(self.step(a, b) for a, b in inner)
        )

    def _named(self, part: str | None, whole: str | None) -> bool:
        if part is None or whole is None:
            return part is whole
        return self._take(part, value([Param(param=whole)]))

    def _take(self, name: str, stands: Value) -> bool:
        return self.given.setdefault(name, stands) == stands

    def _action(self, part: Action | None, whole: Action | None) -> bool:
        if part is None or whole is None or _kind(part) != _kind(whole) or len(part.values) != len(whole.values):
            return part is whole
        pairs = [(part.value, whole.value), *zip(part.values, whole.values, strict=True)]
        if part.type == "check":
            pairs.append((_state(part), _state(whole)))
        return self._target(part.target, whole.target) and self._target(part.to, whole.to) and self._all(pairs)

    def _all(self, pairs: Iterable[tuple[Value | None, Value | None]]) -> bool:
        return all(self.text(a, b) if a is not None and b is not None else a is b for a, b in pairs)

    def _target(self, part: Target | None, whole: Target | None) -> bool:
        if part is None or whole is None:
            return part is whole
        roles = role_of(part), role_of(whole)
        if (roles[0] != roles[1] and all(roles)) or _frames(part) != _frames(whole):
            return False
        if (part.place is None) != (whole.place is None):
            return False
        pairs = [(part.texts[key], whole.texts[key]) for key in _SHARED if key in part.texts and key in whole.texts]
        if not pairs:
            one, other = told(part), told(whole)
            pairs = [(one, other)] if one is not None and other is not None else []
        if part.place is not None and whole.place is not None:
            pairs.append((part.place.index, whole.place.index))
        if part.row is not None and whole.row is not None:
            pairs.append((part.row, whole.row))
        return self._all(pairs) if pairs else part.css is not None and part.css == whole.css

    def text(self, part: Value, whole: Value) -> bool:
        """Whether a text is what the part's makes with the same parameters each time; a gap of either may be anything."""
        if (token := _sole(part)) is not None and (other := _sole(whole)) is not None:
            return token.format == other.format and self._take(token.param, value([Param(param=other.param)]))
        coded = _Coded()
        shown = coded.words(whole)
        if whole.has_gap:
            unknown = any(name not in self.given for name in part.params)
            return not unknown and _same_but_gaps(coded.words(whole), coded.words(with_given(part, self.given)))
        return self._reads(part, shown, coded)

    def _reads(self, part: Value, shown: str, coded: _Coded) -> bool:
        """Reads the parameters of the part's text from another; False where it can be read in two ways."""
        readings = [re.fullmatch(self._pattern(part, coded, more), shown, re.DOTALL) for more in ("+?", "+")]
        if readings[0] is None or readings[1] is None or readings[0].groupdict() != readings[1].groupdict():
            return False
        read = {name: coded.value(text) for name, text in readings[0].groupdict().items()}
        named = list(dict.fromkeys(name for name in part.params if name not in self.given))
        return all(self._take(name, read[f"p{index}"]) for index, name in enumerate(named))

    def _pattern(self, part: Value, coded: _Coded, more: str) -> str:
        fresh: dict[str, str] = {}
        made = ""
        for token in part.root:
            if isinstance(token, Text):
                made += re.escape(coded.text(token.text))
            elif not isinstance(token, Param):
                made += ".*"
            elif token.param in self.given:
                stands = with_given(value([token]), self.given)
                made += re.escape(coded.words(stands))
            elif token.param in fresh:
                made += f"(?P={fresh[token.param]})"
            else:
                fresh[token.param] = f"p{len(fresh)}"
                # A formatted date is only the same where a parameter in the same format stands: that was looked at before.
                made += f"(?P<{fresh[token.param]}>{'(?!)' if token.format else ''}.{more})"
        return made


class _Coded:
    """Texts with a character of their own for each parameter in them, and one for all gaps."""

    def __init__(self) -> None:
        self._tokens: list[Param] = []

    def words(self, given: Value) -> str:
        """The text; white space is folded as when texts are compared."""
        return "".join(
            self.text(t.text) if isinstance(t, Text) else self._code(t) if isinstance(t, Param) else _GAP for t in given.root
        )

    def text(self, text: str) -> str:
        """A literal part; blanks at its ends count."""
        return re.sub(r"\s+", " ", text)

    def value(self, coded: str) -> Value:
        """The value of a coded text."""
        pieces = re.split("([\U000f0000-\U000ffffc])", coded)
        return value(self._tokens[ord(p) - _FIRST] if len(p) == 1 and self._known(p) else Text(text=p) for p in pieces)

    def _known(self, piece: str) -> bool:
        return 0 <= ord(piece) - _FIRST < len(self._tokens)

    def _code(self, token: Param) -> str:
        if token not in self._tokens:
            self._tokens.append(token)
        return chr(_FIRST + self._tokens.index(token))


def told(target: Target) -> Value | None:
    """The text by which a person points at the element."""
    return next((target.texts[key] for key in ("name", *_SHARED[1:]) if key in target.texts), None)


def with_given(given: Value, stands: Mapping[str, Value]) -> Value:
    """A value with what stands for its parameters in their place; a format of the value's own stays."""
    return value(one for token in given.root for one in _stands(token, stands))


def _stands(token: Text | Param | Gap, stands: Mapping[str, Value]) -> list[Text | Param | Gap]:
    if not isinstance(token, Param) or token.param not in stands:
        return [token]
    there = stands[token.param].root
    return [t.model_copy(update={"format": token.format}) if isinstance(t, Param) else t for t in there]


def _sole(given: Value) -> Param | None:
    token = given.root[0] if len(given.root) == 1 else None
    return token if isinstance(token, Param) else None


def _same_but_gaps(pattern: str, shown: str) -> bool:
    body = ".*".join(re.escape(piece) for piece in pattern.split(_GAP))
    return re.fullmatch(body, shown, re.DOTALL) is not None


def _kind(action: Action) -> tuple[object, ...]:
    return (
        action.type, action.button, action.modifiers, action.read, action.attribute, action.gone, action.opens,
        action.dialog is not None and action.dialog.accept,
    )  # fmt: skip


def _state(action: Action) -> Value:
    """What is checked or not, as a value."""
    return action.checked if isinstance(action.checked, Value) else value(str(action.checked))


def _frames(target: Target) -> list[tuple[str | None, str | None, str | None]]:
    return [(hop.name, hop.title, hop.url_path) for hop in target.frame]


def _one_page(one: Value | None, other: Value | None) -> bool:
    """Whether two address patterns may be of one page: one makes what the other says, parameters and gaps aside."""
    if one is None or other is None:
        return True
    shown = ["".join(t.text if isinstance(t, Text) else _GAP for t in given.root) for given in (one, other)]
    return _same_but_gaps(shown[0], shown[1]) or _same_but_gaps(shown[1], shown[0])
