"""A record that an answer gives back with nothing in it of what was typed, or cut: the site took not all that was sent.

Only where what was typed was sent under names that the answer has, too, and is found nowhere in it. Sites write values
otherwise (in other letters, in parts, as numbers), so that one word in common is enough.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any, cast
from urllib.parse import parse_qsl

from awm_mcp.model.text import UNSPACED, fold
from awm_mcp.replay.traffic.bodies import parsed

MOST_DEEP, LEAST_LOST = 4, 2
_WORD = re.compile(r"[^\W_]{2,}")
_WITHOUT_BLANKS = re.compile(f"[{UNSPACED}]{{2,}}")
_SECRET = re.compile(r"pass|pwd|secret|token|(?:^|_)pin(?:$|_)|cvc|cvv|otp|kennwort|mot_?de|contrase|senha|wachtwoord")
"""Names of what no site gives back."""


def dropped_in(body: str, sent: str, typed: Iterable[str]) -> bool:
    """Whether an answer has the names under which the typed texts were sent, and nothing of any of them in it."""
    given, told = list(_leaves(_data(sent))), list(_leaves(parsed(body)))
    texts = {_folded(one) for one in typed}
    own = {name: _folded(one) for name, one in given if isinstance(one, str) and _folded(one) in texts}
    if not own or any(_SECRET.search(name) or not any(map(str.isalpha, text)) for name, text in own.items()):
        return False
    back, said = dict(told), _folded(" ".join(str(one) for _, one in told))
    return all(name in back and _may_be_text(back[name]) and not _is_said(text, said) for name, text in own.items())


def shortened_in(body: str, sent: str, typed: Iterable[str]) -> str:
    """What an answer has of a typed text under the name that it was sent under, where that is only its beginning."""
    texts, told = {_folded(one) for one in typed}, list(_leaves(parsed(body)))
    back, said = dict(told), [_folded(one) for _, one in told if isinstance(one, str)]
    for name, one in _leaves(_data(sent)):
        text, kept = _folded(str(one)), _folded(str(back.get(name, "")))
        cut = kept and text.startswith(kept) and len(kept) + LEAST_LOST <= len(text)
        if cut and text in texts and not _SECRET.search(name) and not any(text in other for other in said):
            return str(back[name])
    return ""


def _folded(text: str) -> str:
    return fold(text).casefold()


def _is_said(text: str, said: str) -> bool:
    """Whether a word of a text is said, or two letters of it where words have no blanks between them."""
    words = [word for word in _WORD.findall(text) if not _WITHOUT_BLANKS.search(word)]
    words += [run[i : i + 2] for run in _WITHOUT_BLANKS.findall(text) for i in range(len(run) - 1)]
    return text in said or any(word in said for word in words)


def _may_be_text(value: Any) -> bool:
    """Whether it stands in the place of a text: a number or a list may be what the site made of one."""
    return value is None or isinstance(value, str)


def _data(sent: str) -> Any:
    """What was sent as JSON, or the fields of a form."""
    data = parsed(sent)
    return dict(parse_qsl(sent, keep_blank_values=True)) if data is None else data


def _leaves(data: Any, deep: int = 0) -> Iterator[tuple[str, Any]]:
    """The single values in objects and lists, with their names in small letters; those of a list have none."""
    if deep >= MOST_DEEP:
        return
    inner: Iterable[tuple[str, Any]] = ()
    if isinstance(data, dict):
        inner = cast("dict[str, Any]", data).items()
    elif isinstance(data, list):
        inner = (("", one) for one in cast("list[Any]", data)[:50])
    for name, one in inner:
        if isinstance(one, (dict, list)):
            yield from _leaves(one, deep + 1)
        else:
            yield name.casefold(), one
