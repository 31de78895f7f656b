"""The scripts that look at a page. Each is one function of (query, element); values only ever travel as arguments."""

from __future__ import annotations

from functools import cache
from pathlib import Path

_FOLDER = Path(__file__).with_name("page")
_NEEDS: dict[str, tuple[str, ...]] = {
    "resolve": ("match", "nearest"),
    "describe": ("match",),
    "reveal": ("match",),
    "repair": ("match", "nearest"),
    "row_texts": ("match",),
}


@cache
def page_script(name: str) -> str:
    """Source of a function ``(q, given) => …`` with everything it needs in it."""
    parts = [_read("elements"), *map(_read, _NEEDS.get(name, ())), _read(name)]
    body = "\n".join(parts)
    return f"([q, given]) => {{\n{body}\n}}"


@cache
def _read(name: str) -> str:
    return (_FOLDER / f"{name}.js").read_text(encoding="utf-8")
