"""Requests and answers that name another choice, row or value than the one that was meant. Pure.

Only a text of another choice or row of the same list tells, or the old value of a field, and only where what was meant is
said nowhere: most sites send ids. Whole records, lists of what may be chosen and what was before are sent, too, so that the
name under which it is sent has to be the control's, or nothing else may be sent; a row may be meant by any id.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, cast
from urllib.parse import parse_qsl, unquote_plus, urlsplit

from awm_mcp.model.text import fold
from awm_mcp.replay.traffic.bodies import in_letters, parsed
from awm_mcp.replay.values.same_value import same_value

LEAST, STEM, MOST_DEEP = 3, 4, 4
_WORD = re.compile(r"[^\W_]{3,}")
_CASES = re.compile(r"(?<=[a-z])(?=[A-Z])|[\W_\d]+")
_OF_BEFORE = frozenset({
    "old", "prev", "previous", "before", "was", "from", "orig", "original", "last", "default", "initial", "current",
    "expected",
})  # fmt: skip
_AMOUNTS = frozenset({
    "quantity", "qty", "amount", "count", "number", "menge", "anzahl", "quantité", "cantidad", "quantidade",
})  # fmt: skip
_PLAIN = frozenset({
    "is", "has", "are", "be", "enabled", "enable", "active", "on", "checked", "value", "flag", "setting", "state", "wants",
    "want", "show", "receive", "get", "allow", "use",
})  # fmt: skip
"""Parts of names that do not turn round what the label says, as *disabled* and *optOut* do."""
_IDS = frozenset({"id", "ids", "uuid", "guid", "pk", "key", "ref", "sku", "slug", "code", "nr", "no", "hash", "handle"})
_OF_FORMS = frozenset({"csrf", "token", "nonce", "id", "method", "version", "authenticity", "utf", "viewstate"})
"""Parts of names under which nothing is sent that a choice could be meant by."""
_OWN_STATE = frozenset({"on", "checked", "pressed", "toggled", "ischecked", "ison"})
_STATES = {"true": True, "on": True, "yes": True, "false": False, "off": False, "no": False}
_TURNS = re.compile(r"toggle|flip|switch|invert", re.IGNORECASE)
"""Addresses at which a state is turned round, whatever is sent."""
_ALL_WORDS = re.compile(r"[^\W_]+")
_FILLERS = frozenset({"for", "of", "the", "in", "at", "my", "me", "für", "der", "die", "das", "pour", "de", "des", "para"})
_DENIES = re.compile(
    r"mut|hid|block|paus|stop|snooz|silen|no$|not$|never|without|off$|un\w{4}|dis\w{3}|deact|de-|kein|nicht|ohne|aus\w|stumm"
    r"|deakt|sperr|sans|masqu|désact|sin$|ocult|desact|silenc|senza|nascond|disatt|sem$|desat|geen|zonder|uit\w|verberg",
)
_ID = re.compile(r"\d+|[0-9a-f]{8}-[0-9a-f-]{27}|(?=\w*\d)(?=\w*[a-z])[\w-]{6,}", re.IGNORECASE)


class Sent(NamedTuple):
    """What was sent, and what a script was answered."""

    url: str
    body: str
    answer: str = ""


@dataclass(frozen=True)
class Meant:
    """What a step chose or acted on. ``asked``: its texts; ``others``: those of the others beside it; ``labels``: what the
    control is called, and what opened it; ``keys``: in what other ways it may be sent."""

    asked: tuple[str, ...]
    others: tuple[str, ...]
    labels: tuple[str, ...] = ()
    keys: tuple[str, ...] = ()


def other_choice_sent(sent: Sequence[Sent], meant: Meant) -> str:
    """Another option of the list that was sent, where the chosen one was in no way."""
    for one in sent:
        leaves = list(_leaves(_data(one.body)))
        for key, text in leaves:
            alone = all(name == key or _parts(name) <= _OF_FORMS for name, _ in leaves)
            own = alone or _is_alike(key, meant.labels)
            if own and not _parts(key) & _OF_BEFORE and _is_other(text, meant) and not _is_said(sent, meant, text):
                return text
    return ""


def other_choice_answered(sent: Sequence[Sent], meant: Meant) -> str:
    """Another option that an answer gives back under the name under which the chosen one was sent."""
    for one in sent:
        told = list(_leaves(parsed(one.answer)))
        names = {key for key, text in _leaves(_data(one.body)) if _folded(text) in set(map(_folded, meant.asked))}
        for key, text in told:
            answered = [Sent("", one.answer)]
            if key and key in names and _is_other(text, meant) and not _is_said(answered, meant, text):
                return text
    return ""


def other_row_sent(sent: Sequence[Sent], meant: Meant, given: Collection[str]) -> str:
    """What another row of the list is called and was sent, where that of the one acted on was in no way, nor any id.

    ``keys`` of what was meant: all that its row says, any text of which may stand for it. ``given``: what the caller gave
    and the steps typed, which may be sent beside it.
    """
    whole = " ".join(map(_folded, meant.keys))
    if any(_has_id(one, given) or _says_of_row(one, whole) for one in sent):
        return ""
    own = {_folded(text) for text in given}
    for one in sent:
        for key, text in _leaves(_data(one.body)):
            known = _folded(text) in own or _parts(key) & _OF_BEFORE
            if not known and _is_other(text, meant) and not _is_said(sent, meant, text):
                return text
    return ""


def _says_of_row(one: Sent, whole: str) -> bool:
    """Whether a text that is sent stands in the row that was meant."""
    texts = (_folded(text) for _, text in _leaves(_data(one.body)))
    worded = (text for text in texts if sum(map(str.isalpha, text)) >= LEAST)
    return any(re.search(rf"(?<!\w){re.escape(text)}(?!\w)", whole) for text in worded)


def old_value_sent(sent: Sequence[Sent], labels: Sequence[str], old: str, new: str) -> str:
    """The value that a field held before, sent under its name, where the new one was sent nowhere."""
    leaves = [leaf for one in sent for leaf in _leaves(_data(one.body))]
    said = " ".join(_whole(one) for one in sent)
    whole = re.search(rf"(?<!\w){re.escape(_folded(new))}(?!\w)", said)
    if not old.strip() or whole or any(_is_same(new, text) for _, text in leaves):
        return ""
    held = (text for key, text in leaves if _is_alike(key, labels) and not _parts(key) & _OF_BEFORE)
    return next((text for text in held if _is_same(old, text)), "")


def contrary_sent(sent: Sequence[Sent], label: str, *, wanted: bool) -> str:
    """The state that was sent against the wanted one, under the whole name of a control, or a word for its own state.

    ``label``: without the values of the caller; "Mute alerts" is on where ``alerts`` are not. An answer with the wanted
    state tells that the site was only told what was.
    """
    own = [one for one in sent if not _TURNS.search(urlsplit(one.url).path)]
    leaves = [leaf for one in own for leaf in _states(_data(one.body), label)]
    if not leaves or any(way == wanted for _, way in leaves):
        return ""
    names = {key for key, _ in leaves}
    told = [leaf for one in own for leaf in _leaves(parsed(one.answer)) if leaf[0] in names]
    said_so = any(_STATES.get(text.casefold()) == wanted for _, text in told)
    return "" if said_so else f"{leaves[0][0]}: {str(not wanted).lower()}"


def _states(data: Any, label: str) -> list[tuple[str, bool]]:
    top, words = cast("dict[str, Any]", data) if isinstance(data, dict) else {}, set(_ALL_WORDS.findall(_folded(label)))
    found = [(key, text) for key, text in _leaves(data) if _is_whole(key, words) and not _parts(key) & _OF_BEFORE]
    if not any(_DENIES.match(word) for word in words):
        found += [(key, str(one)) for key, one in top.items() if key.casefold() in _OWN_STATE]
    return [(key, _STATES[text.casefold()]) for key, text in found if text.casefold() in _STATES]


def _is_whole(key: str, words: set[str]) -> bool:
    """Whether a name has all the words of a label, so that none of them turns round what it means."""
    parts, said = _parts(key), words - _FILLERS
    turned = any(part not in _PLAIN and not any(_begin_alike(part, word) for word in words) for part in parts)
    return bool(said) and not turned and all(any(_begin_alike(part, word) for part in parts) for word in said)


def _begin_alike(part: str, word: str) -> bool:
    return part == word or (len(part) >= LEAST and part.startswith(word[:STEM]) and word.startswith(part[:STEM]))


def _is_same(one: str, other: str) -> bool:
    return _folded(one) == _folded(other) or same_value(one, other)


def _is_other(text: str, meant: Meant) -> bool:
    said, asked = _folded(text), set(map(_folded, meant.asked))
    return sum(map(str.isalpha, said)) >= LEAST and said not in asked and said in set(map(_folded, meant.others))


def _is_said(sent: Iterable[Sent], meant: Meant, other: str) -> bool:
    """Whether anything of what was meant is sent: a word of it that the other one has not, or a way that it is sent in."""
    said = " ".join(_whole(one) for one in sent)
    apart = _folded(other)
    for text in meant.asked:
        words = [word for word in _WORD.findall(_folded(text)) if word not in apart]
        if any(word in said for word in words) or (not words and _folded(text) in said):
            return True
    values = {_folded(text) for one in sent for _, text in _leaves(_data(one.body))}
    return any(_folded(key) in values for key in meant.keys if key.strip())


def _whole(one: Sent) -> str:
    address = urlsplit(one.url)._replace(scheme="", netloc="").geturl()
    return fold("\n".join((unquote_plus(address), one.body, unquote_plus(one.body), in_letters(one.body)))).casefold()


def _has_id(one: Sent, given: Collection[str]) -> bool:
    """Whether anything is sent by which a row may be meant."""
    address = urlsplit(one.url)
    places = [*address.path.split("/"), *(text for _, text in parse_qsl(address.query))]
    if any(_ID.fullmatch(part) for part in places):
        return True
    return any(_may_be_id(key, text, given) for key, text in _leaves(_data(one.body)))


def _may_be_id(key: str, text: str, given: Collection[str]) -> bool:
    if text.strip() in given or text in ("true", "false", "null", "") or _parts(key) & _AMOUNTS:
        return False
    return bool(_parts(key) & _IDS) or _ID.fullmatch(text.strip()) is not None


def _is_alike(key: str, labels: Iterable[str]) -> bool:
    """Whether a name is that of a control: *assignee* and *Assignee*, *qty* only where the control is called so."""
    words = {word for label in labels for word in _WORD.findall(_folded(label))}
    parts = {part for part in _parts(key) if len(part) >= LEAST}
    return any(_begin_alike(part, word) for part in parts for word in words)


def _parts(name: str) -> set[str]:
    return {part.casefold() for part in _CASES.split(name) if part}


def _folded(text: str) -> str:
    return fold(text).casefold()


def _data(body: str) -> Any:
    data = parsed(body)
    return data if data is not None else dict(parse_qsl(body, keep_blank_values=True))


def _leaves(data: Any, key: str = "", deep: int = 0) -> Iterator[tuple[str, str]]:
    """The single values with their names; those of lists are what may be chosen, or what there is, and are left out."""
    if isinstance(data, dict) and deep < MOST_DEEP:
        for name, one in cast("dict[str, Any]", data).items():
            yield from _leaves(one, name, deep + 1)
    elif isinstance(data, list):
        parts = cast("list[Any]", data)
        yield from _leaves(parts[0], key, deep + 1) if len(parts) == 1 and deep < MOST_DEEP else ()
    elif isinstance(data, bool):
        yield key, str(data).lower()
    elif isinstance(data, (str, int, float)):
        yield key, str(data)
