"""Marks by which pages show that something is set: for clicks that were held back, so that no run showed what they led to.

A click on what is set already takes it off. Names of classes are English on pages in all languages.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from enum import IntEnum

_SET = re.compile(
    r"\.(?:[\w-]+[-_])?(?:selected|checked|chosen|ticked)(?:[-_].*)?$|\.(?:is-)?on$|\[data-(?:state|checked)=(?:checked|on|true)\]$"
    r"|[✓✔☑🗸✅]",
    re.IGNORECASE,
)
_PERHAPS = re.compile(
    r"\.(?:[\w-]+[-_])?(?:active|current)$|\[(?:aria|data)-(?:selected|active|current)=true\]$", re.IGNORECASE
)
_DENIED = re.compile(r"\b(?:un|de|not?[-_])(?:selected|checked|chosen|ticked)", re.IGNORECASE)


class Sign(IntEnum):
    """How surely marks say that something is set; what is only pointed at, or where the keys stand, looks alike."""

    NONE = 0
    PERHAPS = 1
    SET = 2


def sign_of(marks: Iterable[str]) -> Sign:
    """What the marks of a control say."""
    given = [mark for mark in marks if not _DENIED.search(mark)]
    if any(_SET.search(mark) for mark in given):
        return Sign.SET
    return Sign.PERHAPS if any(_PERHAPS.search(mark) for mark in given) else Sign.NONE
