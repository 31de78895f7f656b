"""Targets and values as Python expressions for a Playwright script.

A replay looks at what is shown, and tells equals apart by row, landmark and, among elements that agree already, by their
place in the page. ``one`` in the script does the same: the first way that shows exactly one element.
"""

from __future__ import annotations

import json
import keyword
import re
from collections.abc import Iterator

from awm_mcp.model import Gap, Landmark, Param, Target, Text, Value

ONE = '''def one(*ways: Locator) -> Locator:
    """The element that a step is about: of several equals the one that a later way tells, as in a replay."""
    shown = [way.filter(visible=True) for way in ways]
    shown[0].first.wait_for()
    return next((way for way in shown if way.count() == 1), shown[0])'''
UNKNOWN = '''def unknown(element: str) -> Locator:
    """Stops where the workflow does not say how to find an element."""
    raise LookupError(f"find {element} by hand: the workflow does not say how")'''
BUILT_IN = frozenset(
    {
        "page",
        "origin",
        "os",
        "re",
        "run",
        "main",
        "answer",
        "outputs",
        "sync_playwright",
        "one",
        "opened",
        "unknown",
        "Locator",
        "Page",
        "Sequence",
    }
)
_GAPS = {"number": r"[\d.,\s]+", "text": ".*"}
_VAGUE = frozenset({"", "generic", "none", "presentation", "paragraph", "text", "document", "StaticText", "application"})
_ROWS = "tr, li, article, dl, [role=row], [role=listitem], [role=option], [role=article]"
_BY_TEXT = ("row", "listitem", "cell", "gridcell", "option")


def name_of(name: str) -> str:
    """A parameter's name as a Python name that means nothing else in the script."""
    clean = re.sub(r"\W", "_", name)
    return f"{clean}_" if keyword.iskeyword(clean) or keyword.issoftkeyword(clean) or clean in BUILT_IN else clean


def one(target: Target | None) -> str:
    """The one shown element of a target, as the script's ``one`` finds it."""
    if target is None:
        return 'page.locator("body")'
    if target.place is not None and target.place.items:
        return located(target)
    if not (target.texts or target.css or target.xpath or target.tag or (target.role or "") not in _VAGUE):
        return f"unknown({target.words()!r})"
    return f"one({', '.join(dict.fromkeys(_ways(target)))})"


def located(target: Target | None) -> str:
    """Every element that a target may mean, as a plain locator."""
    if target is None:
        return 'page.locator("body")'
    scope = _scope(target)
    if target.place is not None and target.place.items:
        return f"{scope}.locator({target.place.items!r}).filter(visible=True).nth({_index(target.place.index)})"
    return scope + (f".locator({_ROWS!r}).filter(has_text={match(target.row)})" if target.row else "") + _own(target)


def _ways(target: Target) -> Iterator[str]:
    """What the element is told by, then more and more of where it is."""
    scope, own = _scope(target), _own(target)
    bases = [f"{row}{own}" for row in _rows(target, scope)] or [scope + own]
    yield from bases
    for mark in reversed(target.landmarks):
        yield from (f"{box}{base.removeprefix(scope)}" for box in _boxes(mark, scope) for base in bases)
    if target.css and f".locator({target.css!r})" != own:
        yield from (f"{base}.and_({scope}.locator({target.css!r}))" for base in bases)


def _scope(target: Target) -> str:
    return "page" + "".join(f".frame_locator({(hop.css or _frame(hop.name, hop.title))!r})" for hop in target.frame)


def _rows(target: Target, scope: str) -> list[str]:
    """The rows that say a text and nothing more in one place, then those that hold it anywhere."""
    if target.row is None:
        return []
    said, rows = match(target.row), f"{scope}.locator({_ROWS!r})"
    return [f"{rows}.filter(has={scope}.get_by_text({said}, exact=True))", f"{rows}.filter(has_text={said})"]


def _boxes(mark: Landmark, scope: str) -> list[str]:
    """A landmark as locators; a section without a role is what its heading stands in."""
    if mark.role == "section":
        heading = f"{scope}.get_by_role('heading', name={mark.name!r}, exact=True)"
        return [f"{heading}.locator('xpath=..')", f"{heading}.locator('xpath=../..')"]
    named = f", name={mark.name!r}, exact=True" if mark.name and mark.role not in ("dialog", "alertdialog") else ""
    return [f"{scope}.get_by_role({mark.role!r}{named})"]


def _frame(name: str | None, title: str | None) -> str:
    given = ("name", name) if name else ("title", title)
    return f"iframe[{given[0]}={json.dumps(given[1])}]" if given[1] else "iframe"


def _index(index: Value) -> str:
    literal = index.literal
    if literal is None:
        return f"int({text(index)}) - 1"
    number = int(literal) if re.fullmatch(r"-?\d{1,6}", literal) else 1
    return str(number - 1 if number > 0 else number)


def _own(target: Target) -> str:
    if target.testid is not None:
        return f".get_by_test_id({match(target.testid)})"
    role, name = target.role or "", target.name or target.label
    if role not in _VAGUE and name is not None:
        return f".get_by_role({role!r}, name={match(name)}, exact=True)"
    if role in _BY_TEXT and target.text is not None:
        return f".get_by_role({role!r}).filter(has_text={match(target.text)})"
    return _by_signal(target, name) or _nameless(target, role)


def _by_signal(target: Target, name: Value | None) -> str:
    for method, signal in (
        ("label", target.label if target.role else name),
        ("placeholder", target.placeholder),
        ("text", target.text or name),
        ("alt_text", target.alt),
        ("title", target.title),
    ):
        if signal is not None:
            return f".get_by_{method}({match(signal)}, exact=True)"
    return ""


def _nameless(target: Target, role: str) -> str:
    """Nothing is said of it: the witness finds it, else its role is all that is known."""
    selector = target.css or (f"xpath={target.xpath}" if target.xpath else "")
    if not selector and role not in _VAGUE:
        return f".get_by_role({role!r})"
    return f".locator({selector or target.tag or 'body'!r})"


def match(given: Value) -> str:
    """A text to match: a literal expression, or a compiled pattern where something varies."""
    if not given.has_gap:
        return text(given)
    parts = [repr(_GAPS[t.gap]) if isinstance(t, Gap) else f"re.escape({_token(t)})" for t in given.root]
    return "re.compile(" + " + ".join(parts) + ")"


def text(given: Value | None) -> str:
    """A value as an expression; what varies is left out."""
    if given is None:
        return repr("")
    parts = [repr("") if isinstance(t, Gap) else _token(t) for t in given.root]
    return " + ".join(parts) or repr("")


def _token(token: Text | Param) -> str:
    return repr(token.text) if isinstance(token, Text) else name_of(token.param)
