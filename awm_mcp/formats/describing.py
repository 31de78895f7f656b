"""Describes a node of an accessibility tree as a target: by meaning, with what tells it from its equals."""

from __future__ import annotations

from itertools import islice

from awm_mcp.formats import axtree
from awm_mcp.formats.assemble import Report
from awm_mcp.model.text import fold, plain

MAX_ROW = 80
"""Nodes in a row at most; a list item that holds half the page tells nothing."""


def describe(root: axtree.Node, node: axtree.Node) -> Report:
    """The target of a node in the report's shape: role and name, else a label or text, landmarks, row and place."""
    target: Report = {"role": node.aria or "", "landmarks": _landmarks(node)}
    name = plain(node.name, 500)
    if node.props.get("placeholder"):
        target["placeholder"] = plain(node.props["placeholder"], 200)
    if node.aria is None:
        target["text"] = name or node.said()
    elif name:
        target["name"] = name
    elif node.aria in axtree.FIELDS:
        target["label"] = _label_before(node)
    else:
        target["text"] = node.said()
    equals = [n for n in root.walk() if n.aria == node.aria and n.name == node.name and n.bid is not None]
    if len(equals) > 1:
        target["row"] = _row(node)
        target["seen"] = {"equals": len(equals), "place": equals.index(node) + 1, "count": len(equals)}
    return target


def _landmarks(node: axtree.Node) -> list[Report]:
    found = [{"role": n.aria, "name": plain(n.name, 120)} for n in node.ancestors() if n.aria in axtree.LANDMARKS]
    return found[:3][::-1]


def _row(node: axtree.Node) -> str:
    """What tells the row from others: its first text that is not the element's own."""
    row = next((n for n in node.ancestors() if n.role.lower() in axtree.ROWS), None)
    inside = list(islice(row.walk(), MAX_ROW + 1)) if row is not None else []
    texts = [plain(n.name, 120) for n in inside if n is not row] if len(inside) <= MAX_ROW else []
    return next((t for t in texts if any(c.isalnum() for c in t) and t != plain(node.name, 120)), "")


def _label_before(node: axtree.Node) -> str:
    siblings = node.parent.children if node.parent is not None else []
    before = siblings[: siblings.index(node)] if node in siblings else []
    return next((said for n in reversed(before) if n.aria not in _NO_LABEL and (said := n.said(120))), "")


_NO_LABEL = frozenset({*axtree.FIELDS, "button", "link", "option", "menuitem", "tab"})


def describe_read(root: axtree.Node, text: str) -> Report | None:
    """The target of the element that shows a text on the page, told by anything but that text; None when none does."""
    shown = [n for n in root.walk() if fold(n.name) == fold(text)]
    if not shown:
        return None
    node = min(shown, key=_unlikely_to_be_read)
    if node.role == "StaticText" and node.parent is not None and node.parent.parent is not None:
        node = node.parent
    role = node.role.lower()
    equals = [n for n in root.walk() if n.role == node.role]
    target: Report = {"role": role if role in axtree.READABLE else node.aria or "", "landmarks": _landmarks(node)}
    target["seen"] = {"place": equals.index(node) + 1, "count": len(equals)}
    if role == "heading" and node.props.get("level", "").isdigit():
        target["css"] = f"h{node.props['level']}"
    elif role == "paragraph":
        target["css"] = "p"
    row = _row(node)
    return target | ({"row": row} if row and fold(row) != fold(text) else {})


def _unlikely_to_be_read(node: axtree.Node) -> int:
    if node.aria == "heading":
        return 0
    if node.aria in ("img", "link", "option"):
        return 3
    return 2 if any(n.role.lower() in axtree.ROWS for n in node.ancestors()) else 1
