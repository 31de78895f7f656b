"""ARIA snapshots of Playwright (MCP results, ``aria_snapshot()``): one line an element, ``- role "name" [ref=e1]: text``."""

from __future__ import annotations

import json
import re

from awm_mcp.formats.axtree import Node

_LINE = re.compile(r"^(?P<indent> *)- (?P<body>.*)$")
_HEAD = re.compile(
    r"^(?P<role>[\w-]+)(?: (?P<name>\"(?:[^\"\\]|\\.)*\"|/(?:[^/\\]|\\.)*/))?(?P<attrs>(?: \[[^\]]*\])*)(?P<rest>:.*)?$",
    re.S,
)
_ATTR = re.compile(r"\[([\w-]+)(?:=([^\]]*))?\]")
MAX_LINES = 60_000


def parse(text: str) -> Node:
    """The tree of a snapshot; refs stand in ``bid``, ``/url`` and ``/placeholder`` in ``props``."""
    root = Node("root", "")
    stack: list[tuple[int, Node]] = [(-1, root)]
    for line in text.splitlines()[:MAX_LINES]:
        if (match := _LINE.match(line)) is None:
            continue
        depth = len(match["indent"])
        while stack[-1][0] >= depth:
            stack.pop()
        parent = stack[-1][1]
        body = _unquoted(match["body"])
        if body.startswith("/"):
            key, _, given = body[1:].partition(": ")
            parent.props[key] = _plain_scalar(given)
            continue
        if (node := _node(body)) is not None:
            node.parent = parent
            parent.children.append(node)
            stack.append((depth, node))
    return root


def _node(body: str) -> Node | None:
    if body.startswith("text:"):
        return Node("StaticText", _plain_scalar(body[5:].strip()))
    match = _HEAD.match(body)
    if match is None:
        return None
    attrs = {key: given or "true" for key, given in _ATTR.findall(match["attrs"])}
    node = Node(match["role"], _name(match["name"]), attrs.pop("ref", None), attrs)
    inline = _plain_scalar((match["rest"] or ":")[1:].strip())
    if inline:
        node.children.append(Node("StaticText", inline, parent=node))
    return node


def _name(quoted: str | None) -> str:
    if not quoted:
        return ""
    if quoted.startswith("/"):
        return quoted[1:-1]
    return _json_text(quoted)


def _unquoted(body: str) -> str:
    """YAML quotes a whole key that holds a colon: ``'link "a: b" [ref=e1]':``."""
    if not body.startswith("'"):
        return body
    match = re.match(r"^'((?:[^']|'')*)'(.*)$", body, re.S)
    return match.group(1).replace("''", "'") + match.group(2) if match else body


def _plain_scalar(text: str) -> str:
    if len(text) >= 2 and text[0] == text[-1] == '"':
        return _json_text(text)
    if len(text) >= 2 and text[0] == text[-1] == "'":
        return text[1:-1].replace("''", "'")
    return text


def _json_text(quoted: str) -> str:
    try:
        decoded = str(json.loads(quoted))
    except ValueError:
        return quoted[1:-1]
    return decoded.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
