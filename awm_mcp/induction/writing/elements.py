"""The target of a workflow step: what the elements of all runs have in common, with values as parameters."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Literal, TypeVar

from awm_mcp.induction.aligning.align import shape_of
from awm_mcp.induction.texts.edges import edged
from awm_mcp.induction.texts.labels_with_data import NUMBERED, YEAR, joint_tail
from awm_mcp.induction.texts.own_state import with_state_gaps
from awm_mcp.induction.texts.unify import Known, unify
from awm_mcp.induction.trace import Vector, said
from awm_mcp.induction.writing.spots import joint_spot
from awm_mcp.model import Gap, Landmark, Param, Place, Target, Text, Value, value
from awm_mcp.model.names import words
from awm_mcp.model.tails import tail_of, with_tail

T = TypeVar("T")
LabelKind = Literal["", "fixed", "open"]
_NTH = re.compile(r":nth-(?:of-type|child)\((\d+)\)")
_COUNTER = re.compile(r"(?<=\()\d[\d.,]*(?=\))|(?<=\[)\d[\d.,]*(?=\])|(?<=[^\W\d_] )\d[\d.,]*$")
_TAGS_ONLY = re.compile(r"[a-z][a-z0-9]*(?:\s*>\s*[a-z][a-z0-9]*)+")
_GLYPHS = re.compile("[\ue000-\uf8ff]+")
_VOLATILE_ID = re.compile(r"#(?=[\w-]*\d)[\w:-]+")
_DATA_FIELDS = ("name", "label", "text", "title", "alt", "placeholder")
_CELLS = ("cell", "gridcell")
LEAST_LETTERS = 2


def merge_targets(
    targets: Sequence[Target],
    known: Known,
    *,
    data: Sequence[str | None] = (),
    editable: bool = False,
    said_as: LabelKind = "",
) -> Target:
    """One target for the elements of all runs.

    ``data``: a text of each element that is its content and not its name (what was read from it). ``editable``: the
    element is typed into, so its own text is old content. ``said_as``: what is known of its label beforehand: it holds
    no value, or it is some text around one.
    """
    texts = _texts(targets, {} if said_as == "fixed" else known, data, editable)
    if said_as == "open":
        texts = {name: _only_params(text) for name, text in texts.items()}
    row = _row(targets, known, acting=not data)
    told_by_row = row is not None and bool(row.params) and not data
    if not (texts or told_by_row or len(targets) < 2 or _same_place(targets) or _one_shape(targets)):
        return merge_targets(targets[:1], _of_first(known), data=data[:1], editable=editable)
    if row is None and targets[0].role in _CELLS:
        texts.pop("label", None)  # the heading of a column tells a cell only within a row
    place = _place(targets, known) if not _tells_apart(texts) else None
    role = _common([t.role for t in targets])
    only = _only_path(targets) if data and not (texts or row or place or role) else None
    first = targets[0]
    return Target(
        role=role,
        **texts,  # pyright: ignore[reportArgumentType]
        tag=_common([t.tag for t in targets]),
        attrs={k: v for k, v in first.attrs.items() if all(t.attrs.get(k) == v for t in targets) and not _varies(v, known)},
        landmarks=_landmarks(targets, known),
        row=row,
        row_spot=joint_spot(targets) if row is not None and row.params else None,
        row_needed=row is None and place is None and not data and _lacks_its_row(targets),
        prefilled=editable and all(t.seen is not None and bool(t.seen.held) for t in targets),
        others_set=any(t.seen is not None and t.seen.others_set for t in targets),
        frame=first.frame if all(t.frame == first.frame for t in targets) else (),
        place=place,
        css=None if place is not None else _in_rows(targets, row) or _witness(targets, texts, known, row) or only,
        xpath=_common([t.xpath for t in targets]) if len(targets) > 1 else None,
        point=_common([t.point for t in targets]),
    )


def _in_rows(targets: Sequence[Target], row: Value | None) -> str | None:
    """The CSS path of such elements in all rows, for nameless ones whose row a caller names.

    What is alike in a row of cells are its cells: which of them is meant, only the path of each says.
    """
    items = {t.seen.items if t.seen is not None else None for t in targets}
    nameless = row is not None and bool(row.params) and not any(said(t) or t.testid is not None for t in targets)
    if nameless and all(t.role in _CELLS for t in targets):
        return None
    return items.pop() if nameless and len(items) == 1 else None


def _witness(targets: Sequence[Target], texts: dict[str, Value], known: Known, row: Value | None) -> str | None:
    """The CSS path; for elements whose names all differ only one that was the same in all runs is a witness.

    Cells in the row that a caller names differ by their rows; what their paths have in common is the column.
    """
    paths = [t.css for t in targets]
    if row is not None and row.params and all(t.role in _CELLS for t in targets):
        return merge_css(paths, known)
    if all(t.tag == "body" and t.frame for t in targets):
        return "body"  # the editor of an inline frame that is nothing else
    if all(t.css == "canvas" and t.point is not None for t in targets):
        return "canvas"  # the only drawing of its page
    if not _tells_apart(texts) and len(targets) > 1 and any(said(t) for t in targets) and len(set(paths)) > 1:
        return None
    return merge_css(paths, known)


def _only_path(targets: Sequence[Target]) -> str | None:
    """The path of bare tags that all runs read at, for what nothing else tells: it is read where there is one such place."""
    path = _common([t.css for t in targets])
    return path if path is not None and _TAGS_ONLY.fullmatch(path) else None


def _of_first(known: Known) -> Known:
    return {name: vector[:1] for name, vector in known.items()}


def _common(given: Sequence[T | None]) -> T | None:
    return given[0] if all(g == given[0] for g in given) else None


def _texts(targets: Sequence[Target], known: Known, data: Sequence[str | None], editable: bool) -> dict[str, Value]:
    found: dict[str, Value] = {}
    tail = "" if editable else tail_behind(targets)
    for name in (*_DATA_FIELDS, "testid"):
        given = [getattr(target, name) for target in targets]
        if any(g is None or g.literal is None for g in given):
            continue
        texts = [_GLYPHS.sub(" ", g.literal).strip() for g in given]
        if (editable and name == "text") or _is_data(texts, data) or not all(texts):
            continue
        unified = unify(texts, known)
        unified = with_state_gaps(unified)
        unified = mask_ids(unified) if name == "testid" else _loosened(unified if editable else mask_counters(unified))
        if tail and texts == [said(target) for target in targets]:
            unified = with_tail(unified, tail)
        if name == "text" and not editable and not data and unified.root == (Gap(gap="text"),):
            unified = edged(texts, known) or unified
        if _says_something(unified) and not (name == "testid" and Gap(gap="text") in unified.root):
            found[name] = unified
    return _agreeing(found)


def tail_behind(targets: Sequence[Target]) -> str:
    """The data that the runs saw behind the name of a choice; empty where it is none, or in other words each time."""
    return joint_tail([target.seen.tail for target in targets if target.seen is not None])


def _only_params(unified: Value) -> Value:
    """The parameters of a label, with gaps for what stands around them."""
    if not unified.params:
        return unified
    return value(_single_gaps([token if isinstance(token, Param) else Gap(gap="text") for token in unified.root]))


_EDGE = re.compile(r"[\s:–—-]+")


def _loosened(unified: Value) -> Value:
    """Where a value stands in a label among other data (``Bug #26 (New): …``), only the value and its edges are kept.

    Numbers behind a value (``Red (5)``) tell it from what goes on with words (``Red wine (2)``), and stay.
    """
    if not unified.params or not any(isinstance(t, Gap) for t in unified.root) or tail_of(unified) is not None:
        return unified
    kept: list[Text | Param | Gap] = []
    last = len(unified.root) - 1
    for index, token in enumerate(unified.root):
        if not isinstance(token, Text):
            kept.append(token if isinstance(token, Param) else Gap(gap="text"))
            continue
        head = _EDGE.match(token.text) if index and isinstance(unified.root[index - 1], Param) else None
        tail = (
            re.search(_EDGE.pattern + "$", token.text)
            if index < last and isinstance(unified.root[index + 1], Param)
            else None
        )
        whole = head is not None and head.end() == len(token.text)
        kept += [Text(text=head.group() if head else ""), *([] if whole else [Gap(gap="text")])]
        kept.append(Text(text=tail.group() if tail and not whole else ""))
    return value(_single_gaps(value(kept).root))


def _single_gaps(given: Sequence[Text | Param | Gap]) -> list[Text | Param | Gap]:
    made: list[Text | Param | Gap] = []
    for token in given:
        if not (isinstance(token, Gap) and made and isinstance(made[-1], Gap)):
            made.append(token)
    return made


def _agreeing(found: dict[str, Value]) -> dict[str, Value]:
    """Without a text that only repeats the name, which a replay would have to compare twice."""
    if "text" in found and found["text"] == found.get("name"):
        del found["text"]
    return found


def _is_data(texts: Sequence[str], data: Sequence[str | None]) -> bool:
    return bool(data) and any(d is not None and t.strip() == d.strip() for t, d in zip(texts, data, strict=False))


def _says_something(unified: Value) -> bool:
    letters = sum(c.isalpha() for t in unified.root if isinstance(t, Text) for c in t.text)
    if unified.params:
        return True
    return unified.literal is not None or letters >= LEAST_LETTERS + 1


def _tells_apart(texts: dict[str, Value]) -> bool:
    return any(name in texts for name in _DATA_FIELDS)


def mask_counters(unified: Value) -> Value:
    """Counters in a label (``Inbox 19``, ``View cart (1)``) become number gaps; ``Page 2`` and years stay."""
    made: list[Text | Param | Gap] = []
    for token in unified.root:
        made.extend(_counted(token.text) if isinstance(token, Text) else [token])
    return value(made)


def _counted(text: str) -> list[Text | Param | Gap]:
    made: list[Text | Param | Gap] = []
    at = 0
    for match in _COUNTER.finditer(text):
        before = words(text[: match.start()])
        trailing = match.end() == len(text) and text[match.start() - 1] == " "
        if trailing and (not before or before[-1] in NUMBERED or YEAR.fullmatch(match.group())):
            continue
        made += [Text(text=text[at : match.start()]), Gap(gap="number")]
        at = match.end()
    return [*made, Text(text=text[at:])]


def mask_ids(unified: Value) -> Value:
    """Numbers at the end of a test id (``row_12``) become gaps."""
    made: list[Text | Param | Gap] = []
    for token in unified.root:
        match = re.fullmatch(r"(.*[_:.-])(\d+)", token.text) if isinstance(token, Text) else None
        made.extend([Text(text=match.group(1)), Gap(gap="number")] if match else [token])
    return value(made)


def _row(targets: Sequence[Target], known: Known, *, acting: bool) -> Value | None:
    given = [t.row.literal if t.row is not None else None for t in targets]
    if any(g is None for g in given):
        return None
    unified = unify([g or "" for g in given], known)
    fixed = unified.literal
    if unified.params or (fixed is not None and _is_needed(targets, fixed)):
        return unified
    if fixed and not acting and _is_label_of_all(targets, fixed, known):
        return unified
    if fixed and acting and _is_worded(fixed) and all(t.texts.keys() == {"testid"} for t in targets):
        return unified  # a switch without a name of its own: where test ids are gone, what stands beside it tells it
    return unified if fixed and acting and _is_one_of_equal_rows(targets) else None


def _is_label_of_all(targets: Sequence[Target], row: str, known: Known) -> bool:
    """Whether a cell that is read stands in the row of one heading whatever the runs were about: a table of details."""
    differ = any(len(set(vector)) > 1 for vector in known.values())
    return differ and all(t.role in _CELLS for t in targets) and _is_worded(row)


def _is_worded(row: str) -> bool:
    return sum(c.isalpha() for c in row) > LEAST_LETTERS and not any(c.isdigit() for c in row)


def _is_needed(targets: Sequence[Target], row: str) -> bool:
    """Whether a fixed row tells the element: its name was seen to be ambiguous, and the row's text is no changing data."""
    ambiguous = all(t.seen is not None and (t.seen.equals or 1) > 1 for t in targets)
    return ambiguous and _is_worded(row)


def _is_one_of_equal_rows(targets: Sequence[Target]) -> bool:
    """Whether the rows of a list all have such an element, and only a position would be left to tell them apart."""
    seen = [t.seen for t in targets if t.row is not None and t.testid is None and (not t.css or _by_place(t.css))]
    return len(seen) == len(targets) and all(s is not None and (s.equals or 1) >= (s.count or 1) > 1 for s in seen)


def _lacks_its_row(targets: Sequence[Target]) -> bool:
    return _is_one_of_equal_rows(targets) or _in_rows_of_their_own(targets)


def _in_rows_of_their_own(targets: Sequence[Target]) -> bool:
    """Whether elements of one name differ by their position and the number in their test id only: each in another row."""
    ids = [t.testid.literal if t.testid is not None else None for t in targets]
    names = {said(t) for t in targets}
    placed = len({t.css for t in targets}) > 1 and _one_shape(targets) and all(_by_place(t.css or "") for t in targets)
    if not placed or len(set(ids)) < 2 or None in ids or len(names) != 1 or names == {""}:
        return False
    return len({mask_ids(value(i or "")).words() for i in ids}) == 1


def _by_place(css: str) -> bool:
    return _NTH.search(css) is not None or not _is_telling(css)


def _landmarks(targets: Sequence[Target], known: Known) -> tuple[Landmark, ...]:
    first = targets[0]
    return tuple(
        mark for mark in first.landmarks if all(mark in t.landmarks for t in targets) and not _varies(mark.name, known)
    )


def _varies(text: str, known: Known) -> bool:
    return bool(text) and bool(unify([text], _of_first(known)).params)


# --- places -----------------------------------------------------------------------------------------------------------


def _same_place(targets: Sequence[Target]) -> bool:
    seen = [t.seen for t in targets]
    places = {(s.place, s.items) for s in seen if s is not None}
    return all(s is not None and s.place is not None for s in seen) and len(places) == 1


def _one_shape(targets: Sequence[Target]) -> bool:
    return len({shape_of(t) for t in targets}) == 1 and bool(shape_of(targets[0]))


def _place(targets: Sequence[Target], known: Known) -> Place | None:
    """A parameter as the position, or the position on which several observed runs agree although the names differ."""
    ordinal = _ordinal(targets, known)
    if ordinal is not None:
        return ordinal
    names = {said(t) for t in targets}
    if len(targets) < 2 or not _same_place(targets) or (len(names) < 2 and names != {""}):
        return None
    seen = targets[0].seen
    if seen is None or seen.items is None or names == {""}:
        return None
    index = "-1" if seen.place == seen.count and _last_everywhere(targets) else str(seen.place)
    return Place(index=value(index), items=seen.items, of=_of(targets))


def _last_everywhere(targets: Sequence[Target]) -> bool:
    counts = {t.seen.count for t in targets if t.seen is not None}
    return len(counts) > 1 and all(t.seen is not None and t.seen.place == t.seen.count for t in targets)


def _of(targets: Sequence[Target]) -> str:
    role = _common([t.role for t in targets]) or "item"
    return f"{role}s"


def _ordinal(targets: Sequence[Target], known: Known) -> Place | None:
    """The n-th of a row of nameless elements, n being a value of the task: stars, days, seats."""
    if any(said(t) for t in targets):
        return None
    for name in sorted(known):
        numbers = known[name]
        if not all(n is not None and n.isdigit() and 0 < int(n) < 1000 for n in numbers):
            continue
        items = _counted_items(targets, numbers)
        if items is not None:
            return Place(index=value([Param(param=name)]), items=items, of="items")
    return None


def _counted_items(targets: Sequence[Target], numbers: Vector) -> str | None:
    if all(t.seen is not None and t.seen.items and str(t.seen.place) == n for t, n in zip(targets, numbers, strict=True)):
        seen = {t.seen.items for t in targets if t.seen is not None}
        if len(seen) == 1:
            return seen.pop()
    bare = {_without_ordinal(t.css or "", n or "") for t, n in zip(targets, numbers, strict=True)}
    return bare.pop() if len(bare) == 1 else None


def _without_ordinal(css: str, number: str) -> str | None:
    """The path without the last position, when that position is the number."""
    positions = list(_NTH.finditer(css))
    if not positions or positions[-1].group(1) != number:
        return None
    return css[: positions[-1].start()] + css[positions[-1].end() :]


# --- witnesses --------------------------------------------------------------------------------------------------------


def merge_css(paths: Sequence[str | None], known: Known) -> str | None:
    """A CSS witness that holds for all runs and carries none of their data; None when nothing telling is left."""
    if any(path is None for path in paths):
        return None
    given = [path or "" for path in paths]
    if len(set(given)) == 1:
        bare = given[0] if len(given) > 1 and not _css_varies(given[0], known) else _without_data(given[0], known)
        return bare if _is_telling(bare) else None
    parts = [re.split(r"\s*(>|\s)\s*", path.strip()) for path in given]
    if len({len(p) for p in parts}) != 1:
        return None
    merged = [_merge_compound(list(column), known) for column in zip(*parts, strict=True)]
    joined = "".join(f" {p.strip()} " if p.strip() == ">" else p for p in merged)
    return joined if all(p for p in merged) and _is_telling(joined) else None


def _merge_compound(compounds: Sequence[str], known: Known) -> str:
    if len(set(compounds)) == 1:
        return compounds[0]
    bare = {_without_data(_NTH.sub("", c), known) for c in compounds}
    if len(bare) == 1:
        return bare.pop()
    tags = {re.match(r"[a-zA-Z][\w-]*|\*|", b).group() for b in bare}  # pyright: ignore[reportOptionalMemberAccess]
    return tags.pop() if len(tags) == 1 else ""


def _without_data(css: str, known: Known) -> str:
    bare = re.sub(r"\[(?:href|src|value|data-[\w-]*id)[^\]]*\]", "", css)
    bare = re.sub(r"\[[^\]]*\]", lambda m: "" if _varies(m.group(), known) else m.group(), bare)
    bare = _VOLATILE_ID.sub(lambda m: m.group() if _is_stable_id(m.group()) else "", bare)
    parts = re.split(r"(\s*[>+~]\s*)", bare)  # an element of which nothing but data was known is still an element
    return "".join(f" {part.strip()} " if index % 2 else part.strip() or "*" for index, part in enumerate(parts))


def _is_stable_id(found: str) -> bool:
    """Whether an id with digits reads like a form field's (``#id_form-0-quantity``), not like a generated one."""
    parts = re.split(r"[_:-]+", found.lstrip("#"))
    mixed = [p for p in parts if re.search(r"\d", p) and re.search(r"[a-z]", p, re.IGNORECASE)]
    return len(parts) > 2 and not mixed and not parts[-1].isdigit() and all(len(p) < 3 for p in parts if p.isdigit())


def _css_varies(css: str, known: Known) -> bool:
    slugs = ["-".join(words(v or "")) for vector in known.values() for v in vector[:1]]
    return any(len(slug) > 3 and slug in css.lower() for slug in slugs)


def _is_telling(css: str) -> bool:
    """Whether a path is more than bare tag names."""
    return bool(css.strip()) and (re.search(r"[#.\[:]", css) is not None or css in ("h1", "main", "table"))
