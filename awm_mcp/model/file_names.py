"""File names that every platform takes: Windows keeps some words for devices, with any ending and in any folder."""

from __future__ import annotations

import re

_DEVICES = re.compile(r"(?i)(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)")


def unreserved(name: str) -> str:
    """The name itself, or with an underscore before it where it is one of a device."""
    return f"_{name}" if _DEVICES.match(name) else name
