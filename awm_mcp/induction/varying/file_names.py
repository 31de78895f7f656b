"""Files that runs uploaded from one folder: a caller gives their names, or a path of its own; never a part of a name."""

from __future__ import annotations

import re

from awm_mcp.induction.trace import Vector

_LAST = re.compile(r"(?P<folder>.*[/\\])(?P<name>[^/\\]+)", re.DOTALL)


def names_in_one_folder(paths: Vector) -> Vector | None:
    """The names of the files; None where they are no paths, or lie in several folders."""
    found = [None if path is None else _LAST.fullmatch(path) for path in paths]
    if any(path is not None and part is None for path, part in zip(paths, found, strict=True)):
        return None
    if len({part["folder"] for part in found if part is not None}) != 1:
        return None
    return tuple(None if part is None else part["name"] for part in found)
