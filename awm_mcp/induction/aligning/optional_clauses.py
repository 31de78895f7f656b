"""Wordings of a task for each choice of its optional values, of the few that runs were given in.

``Order {item} in {colour}`` and ``Order {item}, size {size}`` make ``Order {item}, size {size} in {colour}``, too: without
it, a task that gives both would be read as one that gives a longer item.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from itertools import combinations, islice, permutations, product

from awm_mcp.induction.aligning.agreed_order import agreed_order
from awm_mcp.model import Gap, Param, Text, Value, value

MOST_CHOICES = 8
MOST_WORDINGS = 16
_ITEM = re.compile(r"\s*(?:\w+|[^\w\s])")
_CLOSING = frozenset("'\"’”»`)]")
_STOPS = frozenset(".!?;,…")


@dataclass(frozen=True)
class _Item:
    """A word, a mark or a parameter, with the blanks before it."""

    lead: str
    token: Text | Param | Gap

    @property
    def key(self) -> str:
        return self.token.text.casefold() if isinstance(self.token, Text) else f"\x01{self.token!r}"

    @property
    def param(self) -> str | None:
        return self.token.param if isinstance(self.token, Param) else None


_Clauses = dict[str, list[_Item]]
_Order = tuple[tuple[str, ...], ...]


def every_choice(patterns: Sequence[Value], optional: Collection[str]) -> tuple[Value, ...]:
    """One pattern for each choice of the optional parameters, those with most of them first, and with them in another order.

    Empty where the patterns differ in more than clauses that tell these.
    """
    texts = [_items(pattern) for pattern in patterns]
    anchors = _anchors(texts, optional)
    told: list[list[_Clauses]] = []
    for text, fixed in zip(texts, anchors, strict=True):
        clauses = [_clauses(segment, optional) for segment in _segments(text, fixed)]
        if any(found is None for found in clauses):
            return ()
        told.append([found for found in clauses if found is not None])
    slots = [_slot(found) for found in zip(*told, strict=True)]
    names = [name for slot in slots for name in slot]
    if not names or len(names) != len(set(names)):
        return ()
    core = [texts[0][index] for index in anchors[0]]
    observed = [frozenset(p for p in pattern.params if p in names) for pattern in patterns]
    orders = _orders(slots, _choices(names, observed))
    return tuple(dict.fromkeys(_rendered(core, slots, order) for order in orders))


def _slot(told: Sequence[_Clauses]) -> _Clauses:
    """The clauses of one place, in the order in which the texts have them."""
    return {
        name: next(clauses[name] for clauses in told if name in clauses)
        for name in agreed_order([list(clauses) for clauses in told])
    }


def _items(pattern: Value) -> list[_Item]:
    found: list[_Item] = []
    lead = ""
    for token in pattern.root:
        if not isinstance(token, Text):
            found.append(_Item(lead, token))
            lead = ""
            continue
        end = 0
        for match in _ITEM.finditer(token.text):
            shown = match.group()
            bare = shown.lstrip()
            found.append(_Item(lead + shown[: len(shown) - len(bare)], Text(text=bare)))
            lead, end = "", match.end()
        lead += token.text[end:]
    return found


def _anchors(texts: Sequence[Sequence[_Item]], optional: Collection[str]) -> list[list[int]]:
    """Of each text the indices of the items that all have, in order."""
    kept = [[index] for index, item in enumerate(texts[0]) if item.param not in optional]
    for text in texts[1:]:
        keys = [texts[0][known[0]].key for known in kept]
        matched = {
            block.a + k: block.b + k
            for block in SequenceMatcher(None, keys, [item.key for item in text], autojunk=False).get_matching_blocks()
            for k in range(block.size)
        }
        kept = [[*known, matched[at]] for at, known in enumerate(kept) if at in matched]
    return [[known[row] for known in kept] for row in range(len(texts))]


def _segments(text: Sequence[_Item], fixed: Sequence[int]) -> list[list[_Item]]:
    """What stands before, between and behind the items that all texts have."""
    ends = zip([-1, *fixed], [*fixed, len(text)], strict=True)
    return [list(text[start + 1 : end]) for start, end in ends]


def _clauses(segment: Sequence[_Item], optional: Collection[str]) -> _Clauses | None:
    """Optional parameter -> the words that tell it; None where something else stands there."""
    found: _Clauses = {}
    waiting: list[_Item] = []
    last: list[_Item] | None = None
    for item in segment:
        if item.param is None and isinstance(item.token, Text):
            closes = last is not None and not waiting and not item.lead and item.token.text in _CLOSING
            (last if closes and last is not None else waiting).append(item)
        elif item.param in optional and item.param not in found:
            last = found[str(item.param)] = [*waiting, item]
            waiting = []
        else:
            return None
    words = [item for item in waiting if isinstance(item.token, Text) and item.token.text not in _STOPS]
    if last is not None:
        last += waiting if words else []
    return None if words and last is None else found


def _choices(names: Sequence[str], observed: Sequence[frozenset[str]]) -> list[frozenset[str]]:
    every = [frozenset(some) for size in range(len(names), -1, -1) for some in combinations(names, size)]
    if len(every) <= MOST_CHOICES:
        return every
    few = [every[0], *observed, *(frozenset({name}) for name in names), every[-1]]
    return sorted(dict.fromkeys(few), key=lambda chosen: -len(chosen))[:MOST_WORDINGS]


def _orders(slots: Sequence[_Clauses], choices: Sequence[frozenset[str]]) -> list[_Order]:
    """For each place the parameters told there: each choice as the texts have it, then as they might."""
    agreed: list[_Order] = [tuple(tuple(n for n in slot if n in chosen) for slot in slots) for chosen in choices]
    further = (order for known in agreed for order in islice(product(*map(permutations, known)), 1, MOST_WORDINGS))
    return list(islice(dict.fromkeys([*agreed, *islice(further, MOST_WORDINGS)]), MOST_WORDINGS))


def _rendered(core: Sequence[_Item], slots: Sequence[_Clauses], order: _Order) -> Value:
    items: list[_Item] = []
    for slot, names, fixed in zip(slots, order, [*core, None], strict=True):
        items += [item for name in names for item in slot[name]]
        items += [fixed] if fixed is not None else []
    made: list[Text | Param | Gap] = []
    for number, item in enumerate(items):
        made += [Text(text=item.lead)] if item.lead and number else []
        made.append(item.token)
    return value(_joined(made))


def _joined(tokens: Sequence[Text | Param | Gap]) -> list[Text | Param | Gap]:
    made: list[Text | Param | Gap] = []
    for token in tokens:
        if made and isinstance(token, Text) and isinstance(before := made[-1], Text):
            made[-1] = Text(text=before.text + token.text)
        else:
            made.append(token)
    return made
