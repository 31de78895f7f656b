"""Reading what ``browser_snapshot`` shows: elements by role and name with their references."""

from __future__ import annotations

import re
from typing import NamedTuple

_LINE = re.compile(
    r"""^\s*-\s+'?(?P<role>[a-z]+)(?:\s+"(?P<name>(?:[^"\\]|\\.)*)")?[^\n]*?\[ref=(?P<ref>\w+)\]""", re.MULTILINE
)


class Element(NamedTuple):
    """One element of a snapshot."""

    role: str
    name: str
    ref: str


def elements(snapshot: str) -> list[Element]:
    """All elements with a reference, in the order of the page."""
    return [Element(m["role"], _plain(m["name"] or ""), m["ref"]) for m in _LINE.finditer(snapshot)]


def find(snapshot: str, role: str, name: str | None) -> Element | None:
    """The first element of that role and name; without a name the first of the role."""
    wanted = name.casefold() if name is not None else None
    return next(
        (one for one in elements(snapshot) if one.role == role and (wanted is None or one.name.casefold() == wanted)), None
    )


def _plain(name: str) -> str:
    return re.sub(r"\\(.)", r"\1", name.replace("''", "'"))
