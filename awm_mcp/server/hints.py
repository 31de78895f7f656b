"""Hints of tools for clients, short: what the protocol takes for granted without them is left out."""

from __future__ import annotations

from mcp.types import ToolAnnotations

from awm_mcp.model import Risk


def hints(risk: Risk) -> ToolAnnotations:
    """Whether a tool only reads, else whether it destroys; the server enforces the risk itself.

    A tool that changes something needs no ``readOnlyHint: false``: the protocol takes it for such a one without.
    """
    if risk == "read":
        return ToolAnnotations(read_only_hint=True)
    return ToolAnnotations(destructive_hint=risk == "destructive")
