"""Prompts in files, versioned by name (``inducer_v1.md``): a system text and one worked example."""

from __future__ import annotations

import re
from functools import lru_cache
from importlib.resources import files

from awm_mcp.induction.model_port import Turn
from awm_mcp.model.base import Word

_PART = re.compile(r"^=== (system|user|assistant)\n", re.MULTILINE)


class Prompt(Word):
    """The turns that come before the question. ``name`` carries the version and is written to the log."""

    name: str
    turns: tuple[Turn, ...]


@lru_cache
def prompt(name: str) -> Prompt:
    """A prompt by the name of its file, without ending.

    Raises:
        ValueError: the file has no parts.
    """
    text = files("awm_mcp.induction.by_model").joinpath("prompts", f"{name}.md").read_text(encoding="utf-8")
    parts = _PART.split(text)[1:]
    turns = [
        Turn.model_validate({"role": role, "content": content.strip()})
        for role, content in zip(parts[::2], parts[1::2], strict=True)
    ]
    if not turns:
        raise ValueError(f"the prompt {name} has no parts")
    return Prompt(name=name, turns=tuple(turns))
