"""Skills extension (SEP-2640): every published workflow also as a SKILL.md under ``skill://<site>/<name>/SKILL.md``."""

from __future__ import annotations

import hashlib
import re
from typing import Any

from mcp.shared.exceptions import MCPError
from mcp.types import (
    INVALID_PARAMS,
    PaginatedRequestParams,
    ReadResourceResult,
    RequestParams,
    Resource,
    TextResourceContents,
)

from awm_mcp.errors import AwmError
from awm_mcp.model import Workflow
from awm_mcp.model.sentences import shortened
from awm_mcp.model.text import harmless, plain
from awm_mcp.server.announcer import Announcer
from awm_mcp.server.connections import Connections, Context
from awm_mcp.server.door import Door
from awm_mcp.server.paging import first_page

EXTENSION = "io.modelcontextprotocol/skills"
MOST = 50
TTL_MS = 60_000


class GetSkillParams(RequestParams):
    uri: str


class Skills:
    """skills/list, skills/get and the reading of a SKILL.md."""

    def __init__(self, door: Door, announcer: Announcer, connections: Connections) -> None:
        self._door, self._announcer, self._connections = door, announcer, connections

    async def list(self, ctx: Context, params: PaginatedRequestParams) -> dict[str, Any]:
        """All skills in one page, each with the digest of its text."""
        first_page(params)
        entries = [await self._entry(ctx, workflow) for workflow in self._served()]
        return {"skills": entries, "ttlMs": TTL_MS, "cacheScope": "public"}

    async def get(self, ctx: Context, params: GetSkillParams) -> dict[str, Any]:
        entry = await self._entry(ctx, self._behind(params.uri))
        return {"skill": entry, "ttlMs": TTL_MS, "cacheScope": "public"}

    async def read(self, ctx: Context, uri: str) -> ReadResourceResult:
        text = await self._text(ctx, self._behind(uri))
        contents = TextResourceContents(uri=uri, mime_type="text/markdown", text=text)
        return ReadResourceResult(contents=[contents], ttl_ms=TTL_MS, cache_scope="public")

    def resources(self) -> list[Resource]:
        """The SKILL.md files as resources."""
        return [
            Resource(uri=skill_uri(w), name=skill_name(w), description=_description(w), mime_type="text/markdown")
            for w in self._served()
        ]

    def _served(self) -> tuple[Workflow, ...]:
        return self._announcer.tools.catalogue.workflows[:MOST]

    def _behind(self, uri: str) -> Workflow:
        found = next((w for w in self._served() if skill_uri(w) == uri), None)
        if found is None:
            raise MCPError(INVALID_PARAMS, f"No skill is served at {uri[:300]}", {"uri": uri})
        return found

    async def _entry(self, ctx: Context, workflow: Workflow) -> dict[str, Any]:
        uri, body = skill_uri(workflow), (await self._text(ctx, workflow)).encode()
        file = {"uri": uri, "digest": "sha256:" + hashlib.sha256(body).hexdigest(), "size": len(body)}
        frontmatter = {"name": skill_name(workflow), "description": _description(workflow)}
        return {"uri": uri, "frontmatter": frontmatter, "resources": [file]}

    async def _text(self, ctx: Context, workflow: Workflow) -> str:
        application = await self._door.application()
        try:
            told = await application.describe(workflow.id or workflow.name, "skill", self._connections.caller(ctx))
        except AwmError as error:
            raise MCPError(INVALID_PARAMS, error.text()) from error
        head = f"---\nname: {skill_name(workflow)}\ndescription: {_quoted(_description(workflow))}\n---\n"
        return head + "\n" + _without_head(str(told.get("text", ""))).lstrip()


def is_skill(uri: str) -> bool:
    """Whether an address is one of a skill."""
    return uri.startswith("skill://")


def skill_name(workflow: Workflow) -> str:
    """A workflow's name as skills are named: lower-case words with dashes."""
    return workflow.name.replace("_", "-")


def skill_uri(workflow: Workflow) -> str:
    """Address of a workflow's SKILL.md; its folder is the skill's name, as the extension demands."""
    site = re.sub(r"[^a-z0-9]+", "-", workflow.site.lower()).strip("-") or "site"
    return f"skill://{site}/{skill_name(workflow)}/SKILL.md"


def _description(workflow: Workflow) -> str:
    said = shortened(harmless(workflow.description or workflow.title or workflow.name, 2000), 300)
    return said if workflow.site in said else f"{said} Use for such tasks on {plain(workflow.site, 80)}."


def _quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def _without_head(text: str) -> str:
    return re.sub(r"\A---\n.*?\n---\n", "", text, count=1, flags=re.DOTALL)
