"""Taking secrets out of texts in whatever spelling: addresses, markup, scripts and Base64 write the same letters otherwise.

The text is decoded layer by layer, each letter with the place that it came from; a secret found in a layer is taken out.
"""

from __future__ import annotations

import base64
import html
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

SHORT = 4
"""Shorter secrets are taken out as whole words only, or they would eat the letters of other words."""
_LAYERS = 4
_LEAST_IN_BASE64 = 6
_CODED = re.compile(
    r"(?P<percent>(?:%[0-9a-fA-F]{2})+)|(?P<entity>&(?:#[0-9]{1,7}|#[xX][0-9a-fA-F]{1,6}|[a-zA-Z][a-zA-Z0-9]{1,15});?)"
    r"|(?P<script>(?:\\u[0-9a-fA-F]{4})+|\\x[0-9a-fA-F]{2}|\\[^\sux])"
)
_HALF_A_CODE = re.compile(r"(?:%[0-9a-fA-F]?|&#?\w{0,8}|\\(?:u[0-9a-fA-F]{0,3}|x[0-9a-fA-F]?)?)$")
_LETTERS = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f"}
_BLANKS = re.compile(r"[\s+]")
_URL_SAFE = str.maketrans("-_", "+/")


@dataclass(frozen=True)
class _Layer:
    """A decoded text; ``starts``: where in the original each of its letters begins, and at last where it ends."""

    text: str
    starts: list[int]

    def decoded(self) -> _Layer | None:
        """The next layer; None when nothing in this one is encoded."""
        parts: list[str] = []
        starts: list[int] = []
        done = 0
        for code in _CODED.finditer(self.text):
            letters = list(_letters(code))
            if not letters:
                continue
            parts += [self.text[done : code.start()], *(letter for letter, _ in letters)]
            starts += self.starts[done : code.start()]
            starts += [self.starts[code.start() + offset] for _, offset in letters]
            done = code.end()
        if not done:
            return None
        return _Layer("".join([*parts, self.text[done:]]), starts + self.starts[done:])


def masked(text: str, marks: Mapping[str, str]) -> str:
    """The text with each secret of ``marks`` replaced by its mark, also where it is encoded, several times over, or cut."""
    if not any(marks):
        return text
    found = sorted({one for one in _found(text, marks) if one[1] > one[0]}, key=lambda one: (one[0], -one[1]))
    parts: list[str] = []
    done = 0
    for start, end, mark in found:
        if start >= done:
            parts += [text[done:start], mark]
        done = max(done, end)
    return "".join([*parts, text[done:]])


def _found(text: str, marks: Mapping[str, str]) -> Iterator[tuple[int, int, str]]:
    layer: _Layer | None = _Layer(text, list(range(len(text) + 1)))
    needles = {form: mark for secret, mark in marks.items() for form in (secret, secret.strip()) if form}
    for _ in range(_LAYERS):
        if layer is None:
            return
        for needle, mark in needles.items():
            for start, end in _places(layer.text, needle):
                yield layer.starts[start], layer.starts[end], mark
        layer = layer.decoded()
        needles |= {_decoded(needle): mark for needle, mark in needles.items() if _CODED.search(needle)}


def _decoded(text: str) -> str:
    layer = _Layer(text, list(range(len(text) + 1))).decoded()
    return layer.text if layer is not None else text


def _places(text: str, needle: str) -> Iterator[tuple[int, int]]:
    if len(needle) < SHORT:
        yield from (one.span() for one in re.finditer(rf"(?<!\w){re.escape(needle)}(?!\w)", text))
        return
    yield from _occurrences(text, needle)
    if re.search(r"\s", needle) and "+" in text:
        yield from _occurrences(_BLANKS.sub(" ", text), _BLANKS.sub(" ", needle))
    for letters in _in_base64(needle):
        yield from _occurrences(text.translate(_URL_SAFE) if re.search("[-_]", text) else text, letters)
    yield from _cut(text, needle)


def _occurrences(text: str, needle: str) -> Iterator[tuple[int, int]]:
    at = text.find(needle)
    while at >= 0:
        yield at, at + len(needle)
        at = text.find(needle, at + len(needle))


def _cut(text: str, needle: str) -> Iterator[tuple[int, int]]:
    """The beginning of a secret where the text was cut right in it."""
    for mark in re.finditer("…", text):
        before = text[max(0, mark.start() - 8 * len(needle)) : mark.start()]
        whole = _HALF_A_CODE.sub("", before)
        longest = next((n for n in range(min(len(needle), len(whole)), SHORT - 1, -1) if whole.endswith(needle[:n])), 0)
        if longest:
            yield mark.start() - (len(before) - len(whole)) - longest, mark.start()


def _in_base64(secret: str) -> list[str]:
    """The letters of Base64 that belong to the secret alone, for each place that it may have in the encoded text."""
    data, found = secret.encode("utf-8", "replace"), list[str]()
    for before in range(3):
        letters = base64.b64encode(bytes(before) + data).decode().rstrip("=")
        own = letters[-(-before * 8 // 6) : (before + len(data)) * 8 // 6]
        if len(own) >= _LEAST_IN_BASE64:
            found.append(own)
    return found


def _letters(code: re.Match[str]) -> Iterator[tuple[str, int]]:
    """What a piece of encoded text stands for, letter by letter with its place in the piece."""
    piece = code.group()
    if code.lastgroup == "percent":
        yield from _of_bytes(bytes.fromhex(piece.replace("%", "")))
    elif code.lastgroup == "entity":
        meant = html.unescape(piece)
        yield from ((letter, 0) for letter in meant if meant != piece)
    elif piece.startswith("\\u"):
        units = bytes.fromhex(piece.replace("\\u", ""))
        for letter, place in _placed(units.decode("utf-16-be", "replace"), "utf-16-be"):
            yield letter, place // 2 * 6
    else:
        yield (chr(int(piece[2:], 16)) if piece.startswith("\\x") else _LETTERS.get(piece[1], piece[1])), 0


def _of_bytes(data: bytes) -> Iterator[tuple[str, int]]:
    try:
        letters, encoding = data.decode("utf-8"), "utf-8"
    except UnicodeDecodeError:
        letters, encoding = data.decode("latin-1"), "latin-1"
    for letter, place in _placed(letters, encoding):
        yield letter, place * 3


def _placed(letters: str, encoding: str) -> Iterator[tuple[str, int]]:
    place = 0
    for letter in letters:
        yield letter, place
        place += len(letter.encode(encoding, "replace"))
