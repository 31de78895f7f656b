"""Anti-unification of texts: what is equal stays, known values become parameters, the rest becomes a gap."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from functools import lru_cache
from typing import Literal
from urllib.parse import quote, unquote, unquote_plus

from awm_mcp.induction.texts.spans import NUMBER, find, tokens
from awm_mcp.induction.trace import Vector
from awm_mcp.model import Gap, Param, Text, Value, value
from awm_mcp.model.names import words as name_words

Kind = Literal["literal", "param", "number", "text"]
MOST_TOKENS = 400


@dataclass(frozen=True)
class Piece:
    """A token of a text under comparison."""

    kind: Kind
    text: str


Known = Mapping[str, Vector]
"""Parameter name -> its value in each run."""


def unify(texts: Sequence[str], known: Known, *, exact: bool = False) -> Value:
    """One value for the texts of all runs (``known`` holds one value per text).

    Known values are replaced first, longest first, whole tokens only, in one pass; a known value counts only where every
    text holds it. What still differs becomes a gap. ``exact`` compares known values with regard to case.
    """
    usable = _usable(texts, known, exact)
    pieces = [tuple(_cut(text, [(name, known[name][i] or "") for name in usable], exact)) for i, text in enumerate(texts)]
    merged = pieces[0]
    for other in pieces[1:]:
        merged = _merge(merged, other)
    if {p.text for p in merged if p.kind == "param"} != set(usable) and usable:
        lost = {name: known[name] for name in usable if any(p.kind == "param" and p.text == name for p in merged)}
        return unify(texts, lost, exact=exact)
    return _as_value(merged)


def _usable(texts: Sequence[str], known: Known, exact: bool) -> list[str]:
    names = [name for name, vector in known.items() if all(_held(v, t, exact) for v, t in zip(vector, texts, strict=True))]
    return sorted(names, key=lambda n: (-min(len(v or "") for v in known[n]), n))


def _held(known: str | None, text: str, exact: bool) -> bool:
    return bool(known) and bool(_places(known or "", text, exact))


def _places(known: str, text: str, exact: bool) -> list[tuple[int, int]]:
    found = [span for span in find(known, text) if not exact or text[slice(*span)].split() == known.split()]
    return found or _padded(known, text)


def _padded(known: str, text: str) -> list[tuple[int, int]]:
    """Where a number stands behind zeros that fill it up: ``307`` in ``000000307``."""
    if f"00{known}" not in text or not known.isascii() or not known.isdigit() or len(known) < LEAST_DIGITS:
        return []
    return [match.span(1) for match in re.finditer(rf"(?<![\w.,])00+({known})(?![.,]?\w)", text)]


LEAST_DIGITS = 2


def _cut(text: str, known: Sequence[tuple[str, str]], exact: bool) -> list[Piece]:
    """The text in pieces; values are given longest first and never overlap."""
    taken: list[tuple[int, int, str]] = []
    for name, known_value in known:
        for start, end in _places(known_value, text, exact):
            if all(end <= s or start >= e for s, e, _ in taken):
                taken.append((start, end, name))
    pieces: list[Piece] = []
    at = 0
    for start, end, name in sorted(taken):
        pieces.extend(Piece("literal", token) for token in _split(text[at:start]))
        pieces.append(Piece("param", name))
        at = end
    pieces.extend(Piece("literal", token) for token in _split(text[at:]))
    return pieces


@lru_cache(maxsize=20_000)
def _split(text: str) -> tuple[str, ...]:
    found = tokens(text)
    return tuple(found) if len(found) <= MOST_TOKENS and "".join(found) == text else (text,) if text else ()


def _merge(a: tuple[Piece, ...], b: tuple[Piece, ...]) -> tuple[Piece, ...]:
    """The common pieces, with gaps where the two differ."""
    if a == b:
        return a
    merged: list[Piece] = []
    at_a = at_b = 0
    for block in [*_anchors(a, b), (len(a), len(b), 0)]:
        start_a, start_b, size = block
        if gap := _gap(a[at_a:start_a], b[at_b:start_b]):
            merged.append(gap)
        merged.extend(a[start_a : start_a + size])
        at_a, at_b = start_a + size, start_b + size
    return tuple(_joined(merged))


def _anchors(a: tuple[Piece, ...], b: tuple[Piece, ...]) -> list[tuple[int, int, int]]:
    """Matching runs that hold a word, a parameter or a mark at an end; lone blanks between differences are none."""
    keys_a, keys_b = ([_key(piece) for piece in side] for side in (a, b))
    blocks = SequenceMatcher(None, keys_a, keys_b, autojunk=False).get_matching_blocks()
    found: list[tuple[int, int, int]] = []
    for start_a, start_b, size in blocks:
        held = a[start_a : start_a + size]
        at_edge = (start_a == 0 and start_b == 0) or (start_a + size == len(a) and start_b + size == len(b))
        if size and (at_edge or any(_anchors_alone(piece) for piece in held)):
            found.append((start_a, start_b, size))
    return found


def _key(piece: Piece) -> tuple[Kind, str]:
    return piece.kind, piece.text if piece.kind == "param" else piece.text.casefold()


def _anchors_alone(piece: Piece) -> bool:
    return piece.kind == "param" or (piece.kind == "literal" and any(not c.isspace() and c not in ".," for c in piece.text))


def _gap(a: tuple[Piece, ...], b: tuple[Piece, ...]) -> Piece | None:
    if not a and not b:
        return None
    numeric = all(side and all(_is_numeric(piece) for piece in side) for side in (a, b))
    return Piece("number" if numeric else "text", "")


def _is_numeric(piece: Piece) -> bool:
    return piece.kind == "number" or (piece.kind == "literal" and NUMBER.fullmatch(piece.text) is not None)


def _joined(pieces: Sequence[Piece]) -> list[Piece]:
    """Neighbouring gaps become one."""
    joined: list[Piece] = []
    for piece in pieces:
        if joined and joined[-1].kind in ("number", "text") and piece.kind in ("number", "text"):
            same = joined[-1].kind == piece.kind == "number"
            joined[-1] = Piece("number" if same else "text", "")
        else:
            joined.append(piece)
    return joined


def _as_value(pieces: Sequence[Piece]) -> Value:
    made: dict[Kind, type[Gap]] = {"number": Gap, "text": Gap}
    return value(
        Text(text=p.text)
        if p.kind == "literal"
        else Param(param=p.text)
        if p.kind == "param"
        else made[p.kind](gap="number" if p.kind == "number" else "text")
        for p in pieces
    )


# --- addresses -------------------------------------------------------------------------------------------------------


def unify_addresses(paths: Sequence[str], known: Known, *, gaps: bool = True) -> Value | None:
    """One pattern for paths with query and fragment; None when they differ in shape.

    Each segment, key and value is decoded and compared by itself. Parameters hold decoded text, a replay encodes them;
    literal text stays as it came. With ``gaps``, ids and words made from a known value become gaps also in a single run.
    """
    cut = [_components(path) for path in paths]
    if len({tuple(part if not is_data else "" for part, is_data in c) for c in cut}) != 1:
        return _beginning(cut) if gaps else None
    tokens_of: list[Text | Param | Gap] = []
    for index, (part, is_data) in enumerate(cut[0]):
        if not is_data:
            tokens_of.append(Text(text=part))
        else:
            unified = _component([c[index][0] for c in cut], known, gaps)
            tokens_of.extend((_whole_gap(unified) if gaps and _is_query_value(cut[0], index) else unified).root)
    return _without_long_query(value(tokens_of)) if gaps else value(tokens_of)


LONGEST_QUERY = 60


def _is_query_value(components: Sequence[tuple[str, bool]], index: int) -> bool:
    return index > 0 and components[index - 1] == ("=", False)


def _whole_gap(unified: Value) -> Value:
    """A value of a query that differs without a known value in it: what the runs' values have in common is chance."""
    return value([Gap(gap="text")]) if unified.has_gap and not unified.params and len(unified.root) > 1 else unified


def _without_long_query(pattern: Value) -> Value:
    """A long query without any known value in it says nothing that a new value would repeat: it becomes a gap."""
    kept: list[Text | Param | Gap] = []
    for index, token in enumerate(pattern.root):
        if isinstance(token, Text) and "?" in token.text:
            rest = value([Text(text=token.text.split("?", 1)[1]), *pattern.root[index + 1 :]])
            if not rest.params and len(rest.words()) > LONGEST_QUERY:
                return value([*kept, Text(text=token.text.split("?", 1)[0] + "?"), Gap(gap="text")])
            break
        kept.append(token)
    return pattern


def _components(path: str) -> list[tuple[str, bool]]:
    """Delimiters and the data between them."""
    parts: list[tuple[str, bool]] = []
    current = ""
    for char in path:
        if char in "/?&=#":
            if current:
                parts.append((current, True))
            parts.append((char, False))
            current = ""
        else:
            current += char
    return [*parts, (current, True)] if current else parts


def _beginning(cut: Sequence[list[tuple[str, bool]]]) -> Value | None:
    """The whole segments that all paths begin with, the rest a gap; None when they have none in common."""
    paths = ["".join(part for part, _ in c).split("?")[0].split("#")[0].split("/") for c in cut]
    shortest = min(map(len, paths))
    same = next((i for i in range(shortest) if len({path[i] for path in paths}) > 1), shortest)
    head = "/".join(paths[0][:same])
    if len(head) < LEAST_BEGINNING:
        return None
    return value([Text(text=head if all(len(path) == same for path in paths) else head + "/"), Gap(gap="text")])


LEAST_BEGINNING = 3


def _component(raw: Sequence[str], known: Known, gaps: bool) -> Value:
    decoded = [_decoded(part) for part in raw]
    unified = unify(decoded, known, exact=True)
    if unified.params:
        return unified.map_text(lambda text: quote(text, safe=""))
    if not gaps:
        return value(raw[0]) if len(set(raw)) == 1 else unified
    with_slugs = [_without_slugs(part, known, index) for index, part in enumerate(decoded)]
    if any(part != before for part, before in zip(with_slugs, decoded, strict=True)):
        return _loosened(value(_id_gaps(unify_slugs(with_slugs))))
    if len(set(raw)) == 1:
        return value(_id_gaps(value(raw[0])))
    return _loosened(value(_id_gaps(unified.map_text(lambda t: quote(t, safe="")))))


LEAST_LETTERS = 3


def _loosened(unified: Value) -> Value:
    """One gap for a component whose fixed part is only marks and a letter or two, which other values need not share."""
    letters = sum(c.isalpha() for token in unified.root if isinstance(token, Text) for c in token.text)
    if letters >= LEAST_LETTERS or not unified.has_gap:
        return unified
    numeric = len(unified.root) == 1 and unified.root[0] == Gap(gap="number")
    return value([Gap(gap="number" if numeric else "text")])


def _decoded(part: str) -> str:
    return unquote_plus(part) if "+" in part and "%20" not in part else unquote(part)


_SLUG = "\x02"
_SLUG_JOINTS = ("-", "_", "", "+", "%20")
"""The last two: an address inside an address is encoded twice."""


def _without_slugs(part: str, known: Known, index: int) -> str:
    """The part with words made from a known value (``enamel-mug``) replaced by a mark."""
    for vector in known.values():
        given = name_words(vector[index] or "")
        if not given or len("".join(given)) < 3:
            continue
        for joint in _SLUG_JOINTS:
            slug = joint.join(given)
            at = part.lower().find(slug)
            if at >= 0 and slug != (vector[index] or "").lower():
                return part[:at] + _SLUG + part[at + len(slug) :]
    return part


def unify_slugs(parts: Sequence[str]) -> Value:
    """Unifies marked parts; marks become text gaps."""
    unified = unify(parts, {})
    made: list[Text | Param | Gap] = []
    for token in unified.root:
        if not isinstance(token, Text):
            made.append(token)
            continue
        for number, piece in enumerate(token.text.split(_SLUG)):
            made.extend([Gap(gap="text")] if number else [])
            made.append(Text(text=piece))
    return value(made)


def _id_gaps(unified: Value) -> list[Text | Param | Gap]:
    """Literal pieces that are ids (all digits, UUIDs) or end in ``_12`` become number or text gaps."""
    made: list[Text | Param | Gap] = []
    for token in unified.root:
        made.extend(_id_gap(token.text) if isinstance(token, Text) else [token])
    return made


def _id_gap(text: str) -> list[Text | Param | Gap]:
    if text.isdigit():
        return [Gap(gap="number")]
    if len(text) >= 16 and sum(c.isdigit() for c in text) >= 4 and all(c.isalnum() or c == "-" for c in text):
        return [Gap(gap="text")]
    head = text.rstrip("0123456789")
    if head != text and head[-1:] in ("_", "-"):
        return [Text(text=head), Gap(gap="number")]
    return [Text(text=text)]
