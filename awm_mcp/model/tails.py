"""Data behind a name: "Blue (3)", "France +33", "Medium - $12.00", "Berlin Hbf · 2 min". The name tells; the data changes.

A tail holds numbers, marks and a word or two that belong to the numbers, and is set off from the name: "Red wine (2)" is no
"Red" with a tail, "4.5" no "4".
"""

from __future__ import annotations

import re

from awm_mcp.model.value import Gap, Param, Text, Value, value

MOST_WORDS, LONGEST_ENDING = 2, 2
_SET_OFF = re.compile(r"\s+[^\w\s]|\s+\d|\s*[,;:(\[{|·•–—]")
_GOES_ON = re.compile(r"[\s.,:]*\d")
_NUMBER = re.compile(r"[+-]?\d[\d.,]*")
_WORD = re.compile(r"[^\W\d_]+")


def words_of(tail: str) -> tuple[str, ...]:
    """The words in a tail, in order."""
    return tuple(word.casefold() for word in _WORD.findall(tail))


def same_word(one: str, other: str) -> bool:
    """Whether two words are one, but for an ending of the plural."""
    short, long = sorted((one, other), key=len)
    return long.startswith(short) and len(long) - len(short) <= (LONGEST_ENDING if len(short) > LONGEST_ENDING else 0)


def is_tail(head: str, tail: str) -> bool:
    """Whether what stands behind a name is data only."""
    number_goes_on = head[-1:].isdigit() and _GOES_ON.match(tail) is not None
    counted = any(char.isdigit() for char in tail) and len(words_of(tail)) <= MOST_WORDS
    return bool(head.strip()) and counted and not number_goes_on and _SET_OFF.match(tail) is not None


def with_tail(head: Value, tail: str) -> Value:
    """A name with the tail behind it, whose numbers do not matter."""
    made: list[Text | Param | Gap] = list(head.root)
    at = 0
    for number in _NUMBER.finditer(tail):
        made += [Text(text=tail[at : number.start()]), Gap(gap="number")]
        at = number.end()
    return value([*made, Text(text=tail[at:])])


def choice_of(named: Value) -> tuple[Value, tuple[str, ...]] | None:
    """The same of what is chosen, which may be the same in every call ("Red (…)")."""
    first = named.root[0]
    if named.params or not isinstance(first, Text):
        return tail_of(named)
    starts = [match.start() for match in _SET_OFF.finditer(first.text + "1")]
    at = max((start for start in starts if first.text[:start][-1:].isalnum()), default=0)
    tail = tail_of(value([Param(param="_"), Text(text=first.text[at:]), *named.root[1:]])) if at else None
    return (value(first.text[:at]), tail[1]) if tail is not None else None


def tail_of(named: Value) -> tuple[Value, tuple[str, ...]] | None:
    """The name and the words of the tail, where a value ends with a parameter and data behind it."""
    last = max((i for i, token in enumerate(named.root) if isinstance(token, Param)), default=None)
    if last is None:
        return None
    head, behind = named.root[: last + 1], named.root[last + 1 :]
    numbers = all(token.gap == "number" for token in named.root if isinstance(token, Gap))
    said = "".join(token.text if isinstance(token, Text) else "1" for token in behind if not isinstance(token, Param))
    if not numbers or any(isinstance(t, Gap) for t in head) or not any(isinstance(t, Gap) for t in behind):
        return None
    return (value(head), words_of(said)) if is_tail("a", said) else None
