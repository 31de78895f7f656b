"""Reads a reported element into a Target: names of fields vary, frames come as selectors, bare refs are of no use."""

from __future__ import annotations

import re
from typing import Any, TypedDict, cast

from awm_mcp.errors import InvalidReport
from awm_mcp.formats.prose import is_prose
from awm_mcp.formats.reading import as_dict, as_list, as_text, dicts, is_dict, is_list
from awm_mcp.model import Frame, Landmark, Seen, Target, Value, value
from awm_mcp.model.text import plain

_TEXTS = ("name", "label", "placeholder", "testid", "text", "title", "alt", "row")
_SPELLINGS: dict[str, tuple[str, ...]] = {
    "role": ("role", "aria_role", "ariarole"),
    "tag": ("tag", "tag_name", "tagname", "node_name"),
    "name": ("name", "aria_label", "arialabel", "accessible_name", "accessiblename", "ax_name"),
    "label": ("label", "label_text"),
    "placeholder": ("placeholder",),
    "testid": ("testid", "test_id", "data_testid", "data_test_id", "data_test"),
    "text": ("text", "inner_text", "innertext", "text_content", "textcontent"),
    "title": ("title",),
    "alt": ("alt", "alt_text"),
    "row": ("row", "row_text"),
    "css": ("css", "selector", "css_selector", "cssselector"),
    "xpath": ("xpath", "x_path"),
    "frame": ("frame", "frames", "iframe"),
    "landmarks": ("landmark", "landmarks"),
    "attrs": ("attrs", "attributes"),
    "seen": ("seen",),
    "point": ("point",),
    "nth": ("nth",),
    "autocomplete": ("autocomplete",),
    "type": ("type", "input_type"),
}
_ALIASES = {spelling: name for name, spellings in _SPELLINGS.items() for spelling in spellings}
_IGNORED = frozenset({"exact", "element", "ref", "index", "id", "bid", "description", "first", "last"})
BARE_REF = re.compile(r"^(?:aria-ref=|ref=|@)?(?:f\d+)?e\d+$")
_KEPT_ATTRS = frozenset(
    {"name", "type", "autocomplete", "href", "inputmode", "maxlength", "min", "max", "pattern", "accept", "for"}
)
MAX_SIGNAL = 2000


def read_target(raw: object, notes: list[str]) -> Target:
    """The element a reported action is about.

    Raises:
        InvalidReport: nothing in it tells the element from others.
    """
    if isinstance(raw, str):
        return from_selector(raw)
    if not is_dict(raw) or not raw:
        raise _unfit(f"{type(raw).__name__} {str(raw)[:80]!r}" if raw else "an empty target")
    fields, given = _known_fields(as_dict(raw), notes), as_dict(raw)
    target = _build(fields)
    if not (target.texts or target.css or target.xpath or target.role or target.point):
        raise _bare_ref(given) if any(key in given for key in ("ref", "index", "bid")) else _unfit(str(raw)[:120])
    return target


def from_selector(selector: str) -> Target:
    """A target of a selector text alone: CSS, XPath, ``text=``, ``role=`` or ``data-testid=`` engines.

    Raises:
        InvalidReport: the text is a bare snapshot reference, or words about the element.
    """
    text = selector.strip()
    if BARE_REF.match(text):
        raise _bare_ref({"ref": text})
    if not text:
        raise _unfit("an empty selector")
    if text.startswith(("//", "(//", "xpath=", "./")):
        return Target(xpath=text.removeprefix("xpath="))
    if (found := re.match(r"^(?:internal:)?role=([a-z]+)(?:\[name=(['\"])(.*?)\2[is]?\])?", text)) is not None:
        return Target(role=found.group(1), name=value(found.group(3)) if found.group(3) else None)
    if (found := re.match(r"^(?:internal:)?(text|label)=(['\"]?)(.*?)\2[is]?$", text, re.DOTALL)) is not None:
        signal = value(found.group(3))
        return Target(label=signal) if found.group(1) == "label" else Target(text=signal)
    if (found := re.match(r"^data-test-?id=['\"]?(.*?)['\"]?$", text)) is not None:
        return Target(testid=value(found.group(1)))
    if is_prose(text):
        raise _unfit(f"{text[:80]!r}, which is neither an object nor a selector")
    return Target(css=text.removeprefix("css="))


def field_of(key: str) -> str | None:
    """The field of a target that a word means, in any of its spellings; None when it means none."""
    return _ALIASES.get(re.sub(r"[- ]", "_", str(key)).lower())


def _known_fields(raw: dict[str, Any], notes: list[str]) -> dict[str, Any]:
    fields: dict[str, Any] = {}
    for key, given in raw.items():
        name = field_of(key)
        if name is None:
            if key not in _IGNORED:
                notes.append(f"the target's field {str(key)[:40]!r} is not known and was left out")
        elif given not in (None, "", [], {}):
            fields.setdefault(name, given)
    return fields


def _build(fields: dict[str, Any]) -> Target:
    css, xpath = as_text(fields.get("css")) or None, as_text(fields.get("xpath")) or None
    if css and css.startswith(("//", "xpath=")):
        css, xpath = None, css.removeprefix("xpath=")
    if css and BARE_REF.match(css):
        css = None
    return Target(
        role=as_text(fields.get("role")).strip().lower() or None,
        **_texts(fields),
        tag=as_text(fields.get("tag")).strip().lower() or None,
        attrs=_attrs(fields),
        landmarks=_landmarks(fields.get("landmarks")),
        frame=read_frame(fields.get("frame")),
        css=css,
        xpath=xpath,
        point=_point(fields.get("point")),
        seen=_seen(fields),
    )


class _Texts(TypedDict, total=False):
    name: Value | None
    label: Value | None
    placeholder: Value | None
    testid: Value | None
    text: Value | None
    title: Value | None
    alt: Value | None
    row: Value | None


def _texts(fields: dict[str, Any]) -> _Texts:
    return cast("_Texts", {name: _signal(name, fields[name]) for name in _TEXTS if name in fields})


def _signal(name: str, raw: object) -> Value | None:
    if is_dict(raw) or is_list(raw):
        raise _unfit(f"{name!r} given as {plain(repr(raw), 80)}, which is no text")
    text = as_text(raw)
    if len(text) > MAX_SIGNAL:
        raise InvalidReport(
            "text_too_long",
            expected=f"a target's {name!r} of at most {MAX_SIGNAL} characters",
            seen=f"{len(text)} characters",
            next="send the accessible name of the element itself, not the text of the block it is in",
        )
    return value(text) if text.strip() else None


def _attrs(fields: dict[str, Any]) -> dict[str, str]:
    given = {str(k): as_text(v) for k, v in as_dict(fields.get("attrs")).items() if k in _KEPT_ATTRS and as_text(v)}
    for key in ("type", "autocomplete"):
        if as_text(fields.get(key)):
            given.setdefault(key, as_text(fields[key]))
    return given


def _landmarks(raw: object) -> tuple[Landmark, ...]:
    given = dicts(raw if is_list(raw) else [raw])
    return tuple(
        Landmark(role=role, name=as_text(item.get("name"))) for item in given if (role := as_text(item.get("role")))
    )


def read_frame(raw: object) -> tuple[Frame, ...]:
    """Hops into frames, outermost first, of a selector, a list of selectors or of objects."""
    hops = as_list(raw) if is_list(raw) else [raw]
    return tuple(hop for item in hops if (hop := _hop(item)) is not None)


def _hop(raw: object) -> Frame | None:
    if isinstance(raw, str) and raw.strip():
        return Frame(css=raw)
    given = {key: as_text(as_dict(raw).get(key)) or None for key in ("name", "title", "url_path", "css")}
    return Frame(**given) if any(given.values()) else None


def _point(raw: object) -> tuple[float, float] | None:
    numbers = [float(n) for n in as_list(raw) if isinstance(n, (int, float)) and not isinstance(n, bool) and 0 <= n <= 1]
    return (numbers[0], numbers[1]) if len(numbers) == 2 else None


def _seen(fields: dict[str, Any]) -> Seen | None:
    try:
        if is_dict(fields.get("seen")):
            return Seen.model_validate(fields["seen"])
    except ValueError:
        return None
    nth = fields.get("nth")
    return Seen(place=nth + 1) if isinstance(nth, int) and not isinstance(nth, bool) and 0 <= nth < 10_000 else None


def _unfit(seen: str) -> InvalidReport:
    return InvalidReport(
        "target_missing",
        expected="a 'target' that tells the element: an object with role and name, label, placeholder, testid, text or css",
        seen=plain(seen),
        next='send for example {"role": "button", "name": "Search"} as the accessibility snapshot names it',
    )


def _bare_ref(raw: dict[str, Any]) -> InvalidReport:
    shown = plain(", ".join(f"{key}={as_text(raw.get(key))}" for key in ("ref", "index", "bid") if key in raw))
    return InvalidReport(
        "unresolved_reference",
        expected="locator information: role and name, label, text or css of the element",
        seen=f"only a reference of one snapshot ({shown}), which is gone by now",
        next="add role and name of the element as the snapshot showed them, or send the transcript with its tool results",
    )
