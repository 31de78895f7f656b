"""Accessibility trees as text, in the dialects of BrowserGym and its kin: ``[bid] role 'name', prop=..``, indented.

Known dialects: no blank between role and name (``[12] button'main'``), no bids on some lines, ``prop: value`` instead of
``prop=value``, names in either kind of quotes with Python escapes.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from awm_mcp.formats.reading import as_text
from awm_mcp.model.text import plain

_LINE = re.compile(r"^(?P<indent>[\t ]*)(?:\[(?P<bid>[\w-]+)\][ ]?)?(?P<role>[A-Za-z]+)[ ]?(?P<rest>.*)$")
_NAME = re.compile(r"'(?:[^'\\]|\\.)*'|\"(?:[^\"\\]|\\.)*\"")
_PROP = re.compile(r"(\w+)(?:=|: )('(?:[^'\\]|\\.)*'|\"(?:[^\"\\]|\\.)*\"|[^\s,]+)")
ROLES = {
    "image": "img",
    "dialog": "dialog",
    "popupbutton": "combobox",
    "disclosuretriangle": "button",
    "checkbox": "checkbox",
}
NO_ROLE = frozenset(
    {
        "labeltext",
        "section",
        "generic",
        "statictext",
        "rootwebarea",
        "headerasnonlandmark",
        "footerasnonlandmark",
        "none",
        "inlinetextbox",
        "legend",
        "figcaption",
        "iframe",
        "time",
        "emphasis",
        "strong",
        "paragraph",
        "superscript",
        "subscript",
        "abbr",
        "mark",
        "code",
        "layouttable",
        "layouttablerow",
        "layouttablecell",
    }
)
READABLE = frozenset({"paragraph", "strong", "emphasis", "code", "time", "mark"})
FIELDS = frozenset({"textbox", "searchbox", "combobox", "spinbutton", "checkbox", "radio", "listbox", "slider", "switch"})
LANDMARKS = frozenset(
    {
        "banner",
        "navigation",
        "main",
        "form",
        "dialog",
        "alertdialog",
        "region",
        "search",
        "complementary",
        "contentinfo",
        "table",
        "grid",
        "tabpanel",
        "menu",
    }
)
ROWS = frozenset({"row", "listitem", "article", "treeitem", "layouttablerow"})


@dataclass
class Node:
    """One line of the tree with its place in it."""

    role: str
    name: str
    bid: str | None = None
    props: dict[str, str] = field(default_factory=dict[str, str])
    parent: Node | None = None
    children: list[Node] = field(default_factory=list["Node"])

    @property
    def aria(self) -> str | None:
        """The ARIA role, or None for roles that only Chromium's tree knows."""
        low = self.role.lower()
        return None if low in NO_ROLE else ROLES.get(low, low)

    def walk(self) -> Iterator[Node]:
        """The node and everything under it, in page order."""
        todo: list[Node] = [self]
        while todo:
            node = todo.pop()
            yield node
            todo.extend(reversed(node.children))

    def ancestors(self) -> Iterator[Node]:
        """From the parent up."""
        node = self.parent
        while node is not None:
            yield node
            node = node.parent

    def said(self, limit: int = 200) -> str:
        """The node's name, or the texts under it."""
        own = plain(self.name, limit)
        return own or plain(" ".join(n.name for n in self.walk() if n.role == "StaticText"), limit)


def parse(text: str) -> Node:
    """The tree of a text; lines that fit no dialect count as text of the element above them."""
    root = Node("root", "")
    stack: list[tuple[int, Node]] = [(-1, root)]
    for line in text.splitlines():
        if not (match := _LINE.match(line)):
            continue
        depth = len(match["indent"].expandtabs(4))
        while stack[-1][0] >= depth:
            stack.pop()
        name, rest = _name(match["rest"])
        node = Node(match["role"], name, match["bid"], dict(_props(rest)), stack[-1][1])
        stack[-1][1].children.append(node)
        stack.append((depth, node))
    return root


def find(root: Node, bid: str) -> Node | None:
    """The node of a bid."""
    return next((node for node in root.walk() if node.bid == bid), None)


def summary(root: Node, limit: int = 600) -> str:
    """The page in one line: title, headings, fields and buttons."""
    nodes = list(root.walk())
    title = next((n.name for n in nodes if n.role == "RootWebArea"), "")
    parts = [f"The page is titled '{plain(title, 120)}'." if title else ""]
    for what, roles in (("Headings", {"heading"}), ("Fields", FIELDS), ("Buttons", {"button"})):
        names = list(dict.fromkeys(said for n in nodes if n.aria in roles and (said := plain(n.name, 60))))
        parts.append(f"{what}: {', '.join(names[:6])}." if names else "")
    return plain(" ".join(part for part in parts if part), limit)


def _name(rest: str) -> tuple[str, str]:
    match = _NAME.match(rest)
    return (_unquoted(match.group()), rest[match.end() :]) if match else ("", rest)


def _props(rest: str) -> Iterator[tuple[str, str]]:
    for match in _PROP.finditer(rest):
        yield match.group(1), _unquoted(match.group(2))


def _unquoted(text: str) -> str:
    if text[:1] not in "'\"":
        return text
    try:
        decoded = as_text(ast.literal_eval(text))
    except (ValueError, SyntaxError, MemoryError):
        return text[1:-1]
    return decoded.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
