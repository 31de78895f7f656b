"""How much of a model's context the list of tools takes.

Counted is all that a client receives: the definitions of the answer to tools/list as compact JSON, with titles, annotations,
output schemas and ``_meta``, though most clients put only name, description and input schema before their model. Tokens are
estimated as one for four characters.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from mcp.types import Tool

from awm_mcp.config import Settings
from awm_mcp.model import Workflow
from awm_mcp.server.catalogue_cache import CachedCatalogue, Listing, Primitive
from awm_mcp.server.core_tools import CORE_NAMES
from awm_mcp.server.loading import primitive_specs
from awm_mcp.server.published_tools import characters
from awm_mcp.server.tool_list import ToolList

CHARACTERS_A_TOKEN = 4
BUDGET = 6_000
"""Tokens of the whole list with 20 published workflows."""


class ListSize(NamedTuple):
    """Numbers of tools and estimated tokens, by kind."""

    core: tuple[int, int]
    browser: tuple[int, int]
    published: tuple[int, int]

    @property
    def tokens(self) -> int:
        """Of all of them."""
        return self.core[1] + self.browser[1] + self.published[1]

    def words(self) -> str:
        """In one line."""
        parts = (("core", self.core), ("browser", self.browser), ("published", self.published))
        said = ", ".join(f"{count} {kind} {tokens:,}" for kind, (count, tokens) in parts)
        return f"list of tools: about {self.tokens:,} tokens of a budget of {BUDGET:,} ({said}; characters / 4)"


def size_of(tools: Iterable[Tool], primitives: Iterable[str] = ()) -> ListSize:
    """The size of a list. ``primitives``: names of the browser tools in it."""
    kinds: dict[str, list[int]] = {"core": [], "browser": [], "published": []}
    browser = set(primitives)
    for tool in tools:
        kind = "core" if tool.name in CORE_NAMES else "browser" if tool.name in browser else "published"
        kinds[kind].append(characters(tool) + 1)  # and the comma between two
    core, own, published = ((len(k), round(sum(k) / CHARACTERS_A_TOKEN)) for k in kinds.values())
    return ListSize(core, own, published)


def size_with(workflows: Sequence[Workflow], settings: Settings) -> ListSize:
    """The size of the list that a server with these published workflows offers."""
    primitives = tuple(
        Primitive(name=s.name, title=s.title, description=s.description, input_schema=s.input_schema, read_only=s.read_only)
        for s in primitive_specs(settings) or ()
    )
    listed = ToolList(CachedCatalogue(workflows=tuple(workflows), listing=Listing(primitives=primitives)), settings)
    return size_of(listed.tools, listed.primitives)
