"""Texts of every language on the streams of a command, whatever the platform makes of them."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Iterable
from typing import TextIO


def take_any_text(platform: str = sys.platform, streams: Iterable[TextIO] | None = None) -> None:
    """Makes output never fail for a letter that its encoding lacks; it is written as an escape then.

    What is piped on Windows would be in an old code page, which other programs cannot read back: it becomes UTF-8 there,
    unless ``PYTHONIOENCODING`` says otherwise.
    """
    for stream in streams if streams is not None else (sys.stdout, sys.stderr):
        if not isinstance(stream, io.TextIOWrapper):
            continue
        if platform == "win32" and not stream.isatty() and "PYTHONIOENCODING" not in os.environ:
            stream.reconfigure(encoding="utf-8")
        stream.reconfigure(errors="backslashreplace")
