"""Resources: site memories, workflows, their immutable versions, and runs. Lists are bounded, the rest goes by template."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from mcp.shared.exceptions import MCPError
from mcp.types import (
    INTERNAL_ERROR,
    INVALID_PARAMS,
    EmptyResult,
    ListResourcesResult,
    ListResourceTemplatesResult,
    PaginatedRequestParams,
    ReadResourceRequestParams,
    ReadResourceResult,
    Resource,
    ResourceTemplate,
    SubscribeRequestParams,
    TextResourceContents,
    UnsubscribeRequestParams,
)

from awm_mcp.errors import AwmError, InvalidInput, NotFound
from awm_mcp.model import Outcome, Workflow
from awm_mcp.model.sentences import shortened
from awm_mcp.model.text import cut, harmless, plain
from awm_mcp.server import apps
from awm_mcp.server.announcer import Announcer
from awm_mcp.server.connections import Connections, Context
from awm_mcp.server.door import Door
from awm_mcp.server.paging import first_page
from awm_mcp.server.results import fit
from awm_mcp.server.safe_texts import outcome_data, status_data
from awm_mcp.server.skills import Skills, is_skill
from awm_mcp.server.uris import (
    RUN_TEMPLATE,
    SITE_TEMPLATE,
    VERSION_TEMPLATE,
    WORKFLOW_TEMPLATE,
    Place,
    parse,
    site_uri,
    workflow_uri,
)

MOST_LISTED = 50
FOREVER_MS = 86_400_000
MAX_TEXT = 100_000
MARKDOWN, JSON = "text/markdown", "application/json"

TEMPLATES = (
    ResourceTemplate(
        uri_template=SITE_TEMPLATE, name="site_workflows", title="Memory of a site", mime_type=MARKDOWN,
        description="Workflows and lessons of a website as text.",
    ),
    ResourceTemplate(
        uri_template=WORKFLOW_TEMPLATE, name="workflow", title="A workflow", mime_type=MARKDOWN,
        description="The latest version of a workflow as text; by id or name.",
    ),
    ResourceTemplate(
        uri_template=VERSION_TEMPLATE, name="workflow_version", title="A version of a workflow", mime_type=JSON,
        description="One version of a workflow as data; it never changes.",
    ),
    ResourceTemplate(
        uri_template=RUN_TEMPLATE, name="run", title="A run", mime_type=JSON,
        description="What a replay did step by step, or what a report led to.",
    ),
)  # fmt: skip


class Resources:
    """resources/list, resources/templates/list, resources/read and the handshake era's subscriptions."""

    def __init__(self, door: Door, announcer: Announcer, connections: Connections, skills: Skills) -> None:
        self._door, self._announcer, self._connections, self._skills = door, announcer, connections, skills

    async def list(self, ctx: Context, params: PaginatedRequestParams | None) -> ListResourcesResult:
        """Sites, then published workflows, then their skills; one page."""
        first_page(params)
        try:
            sites = sorted(await (await self._door.application()).sites())
        except AwmError:
            # A client that starts with this list must not lose the connection over a store that is not there yet.
            sites = sorted({w.site for w in self._announcer.tools.catalogue.workflows})
        published = self._announcer.tools.catalogue.workflows[:MOST_LISTED]
        shown = [*_of_sites(sites[:MOST_LISTED]), *map(_of_workflow, published)]
        return ListResourcesResult(resources=[*shown, *self._skills.resources(), *apps.resources()])

    async def templates(self, ctx: Context, params: PaginatedRequestParams | None) -> ListResourceTemplatesResult:
        first_page(params)
        return ListResourceTemplatesResult(resource_templates=list(TEMPLATES))

    async def read(self, ctx: Context, params: ReadResourceRequestParams) -> ReadResourceResult:
        """One resource.

        Raises:
            MCPError: nothing is at that address (-32602 with ``data.uri``).
        """
        uri = str(params.uri)
        if apps.is_view(uri):
            return apps.read(uri)
        if is_skill(uri):
            return await self._skills.read(ctx, uri)
        place = parse(uri)
        if place is None:
            raise missing(uri)
        try:
            return await self._read(ctx, uri, place)
        except (NotFound, InvalidInput) as error:
            raise missing(uri, error.text()) from error
        except AwmError as error:
            raise MCPError(INTERNAL_ERROR, error.text(), {"uri": uri}) from error

    async def subscribe(self, ctx: Context, params: SubscribeRequestParams) -> EmptyResult:
        """A handshake-era client watches a resource.

        Raises:
            MCPError: nothing is at that address, or nothing of the caller's (-32602 with ``data.uri``).
        """
        uri = str(params.uri)
        if parse(uri) is None or not await self.may_watch(ctx, uri):
            raise missing(uri)
        self._connections.watch(ctx, uri)
        return EmptyResult()

    async def may_watch(self, ctx: Context, uri: str) -> bool:
        """Whether the caller may hear of changes: of a run only its principal, of all else everybody."""
        place = parse(uri)
        if place is None or place.kind != "run":
            return True
        try:
            await (await self._door.application()).status(place.ref, 0.0, "summary", self._connections.caller(ctx))
        except AwmError:
            return False
        return True

    async def unsubscribe(self, ctx: Context, params: UnsubscribeRequestParams) -> EmptyResult:
        self._connections.unwatch(ctx, str(params.uri))
        return EmptyResult()

    async def _read(self, ctx: Context, uri: str, place: Place) -> ReadResourceResult:
        application, caller = await self._door.application(), self._connections.caller(ctx)
        if place.kind == "site":
            return _content(uri, MARKDOWN, await application.site_memory(place.ref, None, caller))
        if place.kind == "workflow":
            described = await application.describe(place.ref, "prompt", caller)
            return _content(uri, MARKDOWN, str(described.get("text", "")))
        if place.kind == "version":
            workflow = await application.workflow(place.ref, place.version)
            return _content(uri, JSON, _as_json(workflow.model_dump(mode="json")), forever=True)
        status = await application.status(place.ref, 0.0, "full", caller)
        return _content(uri, JSON, _as_json(outcome_data(status) if isinstance(status, Outcome) else status_data(status)))


def missing(uri: str, why: str = "") -> MCPError:
    """The protocol's error for an address with nothing behind it (specification 2026-07-28, server/resources)."""
    return MCPError(INVALID_PARAMS, f"Resource not found: {cut(why or uri, 500)}", {"uri": uri})


def _content(uri: str, mime: str, text: str, *, forever: bool = False) -> ReadResourceResult:
    contents = TextResourceContents(uri=uri, mime_type=mime, text=cut(text, MAX_TEXT))
    if forever:
        return ReadResourceResult(contents=[contents], ttl_ms=FOREVER_MS, cache_scope="private")
    return ReadResourceResult(contents=[contents], ttl_ms=0, cache_scope="private")


def _as_json(data: dict[str, Any]) -> str:
    return json.dumps(fit(data), ensure_ascii=False)


def _of_sites(sites: Sequence[str]) -> list[Resource]:
    return [
        Resource(
            uri=site_uri(site),
            name=plain(site, 100),
            title=f"Memory of {plain(site, 80)}",
            description="Workflows and lessons of this website as text.",
            mime_type=MARKDOWN,
        )
        for site in sites
    ]


def _of_workflow(workflow: Workflow) -> Resource:
    return Resource(
        uri=workflow_uri(workflow.id or workflow.name),
        name=workflow.name,
        title=shortened(harmless(workflow.title or workflow.name, 1000), 80),
        description=shortened(harmless(workflow.description, 2000), 200) or None,
        mime_type=MARKDOWN,
    )
