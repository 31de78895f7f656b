"""Steps of one run with the values of another run of the same task in the place of its own."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from urllib.parse import quote, quote_plus

from awm_mcp.induction.texts.spans import find, occurs, quoted
from awm_mcp.induction.trace import said
from awm_mcp.induction.varying.values import differing_spans
from awm_mcp.model import Effect, Step, Target, Value


@dataclass(frozen=True)
class Renaming:
    """``pairs``: what one task text says and what the other says in its place, the longest first."""

    pairs: tuple[tuple[str, str], ...]

    def text(self, text: str) -> str:
        """A text with the values replaced, whole tokens, in one pass."""
        spans = [(start, end, new) for old, new in self.pairs for start, end in find(old, text)]
        made, at = "", 0
        for start, end, new in apart(spans):
            made, at = made + text[at:start] + new, end
        return made + text[at:]

    def address(self, url: str) -> str:
        """An address with the values replaced as addresses spell them."""
        for old, new in self.pairs:
            for spelled in (quote, quote_plus):
                url = url.replace(spelled(old), spelled(new)) if len(old) > 1 else url
        return url

    def step(self, step: Step, led: str | None) -> Step:
        """A step with the values replaced; what a browser saw of another element is left out. ``led``: where it led."""
        action = step.action.model_copy(
            update={
                "target": self._target(step.action.target),
                "value": self._value(step.action.value, address=step.action.type == "goto"),
                "values": tuple(v.map_text(self.text) for v in step.action.values),
            }
        )
        changed = step.effect.changed if step.effect is not None else None
        return Step(
            observation=self.text(step.observation),
            url=self.address(step.url) if step.url else None,
            reasoning=self.text(step.reasoning),
            action=action,
            effect=Effect(url=self.address(led), changed=changed) if led else None,
        )

    def _value(self, given: Value | None, *, address: bool) -> Value | None:
        return given.map_text(self.address if address else self.text) if given is not None else None

    def _target(self, target: Target | None) -> Target | None:
        if target is None:
            return None
        texts = {name: text.map_text(self.text) for name, text in target.texts.items()}
        row = target.row.map_text(self.text) if target.row is not None else None
        if texts == target.texts and row == target.row:
            return target
        bare = {"css": None, "xpath": None, "point": None, "seen": None}
        return target.model_copy(update={**texts, **bare, "row": row, "attrs": dict[str, str]()})


def renaming(before: str, now: str) -> Renaming:
    """The values of one task text and those that stand in their place in another of the same wording."""
    marked = quoted(before), quoted(now)
    quotes = list(zip(*marked, strict=True)) if len(marked[0]) == len(marked[1]) else []
    others = [(spans[0], spans[1]) for spans in differing_spans([before, now])]
    pairs = {old: new for old, new in (*others, *quotes) if old != new and old and new}
    return Renaming(tuple(sorted(pairs.items(), key=lambda pair: (-len(pair[0]), pair))))


def uses(steps: Sequence[Step], text: str) -> bool:
    """Whether one of the steps types, chooses or is called by a text."""
    return any(occurs(text, shown) for step in steps for shown in _texts(step))


def _texts(step: Step) -> list[str]:
    action, target = step.action, step.action.target
    given = [v.literal for v in (action.value, *action.values) if v is not None and v.literal]
    row = target.row.literal if target is not None and target.row is not None else None
    return [*given, said(target), row or ""]


def apart(spans: Sequence[tuple[int, int, str]]) -> list[tuple[int, int, str]]:
    """Spans in the order of the text; those that touch one before them in the given order are left out."""
    taken: list[tuple[int, int, str]] = []
    for span in spans:
        if all(span[1] <= start or span[0] >= end for start, end, _ in taken):
            taken.append(span)
    return sorted(taken)
