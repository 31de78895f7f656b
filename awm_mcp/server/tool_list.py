"""The list of tools, the same for everybody: core tools as fixed prefix, browser primitives, published workflows."""

from __future__ import annotations

import hashlib
import logging
from collections.abc import Iterable

from mcp.types import Tool

from awm_mcp.config import Settings
from awm_mcp.model import Workflow
from awm_mcp.server.catalogue_cache import CachedCatalogue, Primitive, key_of
from awm_mcp.server.core_tools import CORE_NAMES, CORE_TOOLS
from awm_mcp.server.hints import hints
from awm_mcp.server.published_tools import published_tool
from awm_mcp.server.schema_lint import findings

log = logging.getLogger(__name__)


class ToolList:
    """One state of the list, made once per publication and never changed."""

    def __init__(self, catalogue: CachedCatalogue, settings: Settings) -> None:
        self.catalogue = catalogue
        primitives = catalogue.listing.primitives if settings.browser_tools else ()
        self.primitives = {p.name: p for p in primitives if p.name not in CORE_NAMES}
        self._by_name = {w.name: w for w in reversed(catalogue.workflows)}
        browser = [primitive_tool(p) for p in self.primitives.values()]
        published = self._published(catalogue, settings.max_tools)
        self.tools: tuple[Tool, ...] = (*CORE_TOOLS, *browser, *published)
        self._defined = {tool.name: tool for tool in self.tools}
        self.shown = tuple(self._by_name[tool.name] for tool in published)
        self.digest = _digest(self.tools)

    def tool(self, name: str) -> Tool | None:
        """The definition of a listed tool."""
        return self._defined.get(name)

    def workflow(self, name: str) -> Workflow | None:
        """The published workflow behind a tool name, listed or beyond the limit."""
        return self._by_name.get(name)

    def former(self, name: str) -> str | None:
        """The id of the workflow that a tool of this name once stood for."""
        return self.catalogue.listing.former.get(name)

    def _published(self, catalogue: CachedCatalogue, most: int) -> list[Tool]:
        taken = set(CORE_NAMES) | set(self.primitives)
        made: list[Tool] = []
        for workflow in catalogue.workflows:
            if len(made) >= most:
                break
            tool = published_tool(workflow, catalogue.listing.worked.get(key_of(workflow), (0, 0)))
            problems = _without_clash(tool, taken)
            if problems:
                log.warning("workflow %s is not listed as a tool: %s", workflow.name, "; ".join(problems))
                continue
            taken.add(tool.name)
            made.append(tool)
        return made


def primitive_tool(primitive: Primitive) -> Tool:
    """The tool of a browser primitive."""
    return Tool(
        name=primitive.name,
        title=primitive.title,
        description=primitive.description,
        input_schema=dict(primitive.input_schema),
        annotations=hints("read" if primitive.read_only else "destructive"),
    )


def _without_clash(tool: Tool, taken: set[str]) -> list[str]:
    clash = [f"the name {tool.name!r} is taken"] if tool.name in taken else []
    return [*clash, *findings(tool)]


def _digest(tools: Iterable[Tool]) -> str:
    wire = "\n".join(tool.model_dump_json(by_alias=True, exclude_none=True) for tool in tools)
    return hashlib.sha256(wire.encode()).hexdigest()
