"""The same workflows as text: the paper's in-context memory, instructions for one workflow, code, skill."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, cast

from awm_mcp.app.catalogue.known_sites import known_site
from awm_mcp.app.keeping.library import Library
from awm_mcp.app.measuring.calls_counted import record_of
from awm_mcp.app.measuring.measure import Counter
from awm_mcp.errors import NotFound
from awm_mcp.formats import awm_text, playwright_script, skill_md
from awm_mcp.memory.port import Memory
from awm_mcp.model import Caller, Workflow
from awm_mcp.model.arguments import example
from awm_mcp.model.text import fenced, harmless
from awm_mcp.replay.values.secrets import env_name

MOST_TOLD = 1000
MOST_FENCED = 2 * awm_text.MAX_SITE_TEXT
Form = Literal["steps", "prompt", "code", "skill"]


class Texts:
    """Workflows for reading; every showing is counted as an exposure."""

    def __init__(self, memory: Memory, library: Library, counter: Counter) -> None:
        self._memory, self._library, self._counter = memory, library, counter

    async def describe(self, ref: str, form: Form, caller: Caller) -> dict[str, Any]:
        """Everything a caller needs to decide and to call; ``text`` holds the asked form."""
        workflow = await self._library.in_use(ref)
        worked, tried = await record_of(self._memory, workflow)
        await self._counter.shown("prompted", [workflow], caller, via=f"get_workflow:{form}")
        return {
            "workflow": workflow.name,
            "id": workflow.id,
            "version": workflow.version,
            "state": workflow.state,
            "site": workflow.site,
            "start": workflow.start.words(),
            "title": harmless(workflow.title),
            "description": harmless(workflow.description, MOST_TOLD),
            "risk": workflow.risk,
            "worked": f"{worked} of {tried}" if tried else "not called yet",
            "input_schema": _told_harmlessly(workflow.input_schema()),
            "example": _harmless(example(workflow)),
            "secrets": [{"name": p.name, "env": env_name(workflow.site, p.name)} for p in workflow.parameters if p.secret],
            "outputs": [_harmless(o.model_dump(mode="json")) for o in workflow.outputs],
            "steps": [f"{n}. {harmless(step.words(), MOST_TOLD)}" for n, step in enumerate(workflow.steps, 1)],
            "text": rendered(workflow, form),
        }

    async def site_memory(self, site: str, task: str | None, caller: Caller) -> str:
        """The site's workflows as the paper's memory text, those that fit the task first.

        Raises:
            NotFound: nothing is known of the site.
        """
        site = await known_site(self._memory, site)
        latest = await self._memory.workflows.of_site(site, ("verified", "published", "draft"))
        usable = [await self._library.in_use(w.id) if w.state == "draft" and w.version > 1 else w for w in latest]
        if not usable:
            raise NotFound(
                "nothing_learned",
                expected="a site with learned workflows",
                seen=repr(site[:80]),
                next="report a solved run of it with report_run, or run `awm-mcp workflows list`",
            )
        if task:
            hits = await self._memory.finder.search(task, site=site, limit=10)
            order = {hit.workflow.id: rank for rank, hit in enumerate(hits)}
            usable.sort(key=lambda w: order.get(w.id, len(order)))
        await self._counter.shown("prompted", usable, caller, via="site_memory")
        return fenced(awm_text.render_site(usable, site), MOST_FENCED, "learned from runs and pages")

    async def use_workflow(self, ref: str, arguments: Mapping[str, str], caller: Caller) -> str:
        """Step-by-step instructions for one workflow with the given arguments filled in."""
        workflow = await self._library.in_use(ref)
        await self._counter.shown("prompted", [workflow], caller, via="use_workflow")
        return awm_text.render_use(workflow, arguments)


def _told_harmlessly(schema: dict[str, Any]) -> dict[str, Any]:
    """A schema whose descriptions and examples are safe to read; what must be sent back as it is stays so."""
    properties: dict[str, dict[str, Any]] = schema["properties"]
    for prop in properties.values():
        if "description" in prop:
            prop["description"] = harmless(prop["description"], MOST_TOLD)
        if "examples" in prop:
            prop["examples"] = [harmless(e, MOST_TOLD) if isinstance(e, str) else e for e in prop["examples"]]
    return schema


def _harmless(told: Any) -> Any:
    """Data of runs and pages whose texts are safe to read."""
    if isinstance(told, str):
        return harmless(told, MOST_TOLD)
    if isinstance(told, dict):
        return {name: _harmless(one) for name, one in cast("dict[str, Any]", told).items()}
    if isinstance(told, (list, tuple)):
        return [_harmless(one) for one in cast("list[Any]", told)]
    return told


def rendered(workflow: Workflow, form: Form) -> str:
    """A workflow as text in one of the forms."""
    if form == "code":
        return playwright_script.render(workflow)
    if form == "skill":
        return skill_md.render(workflow)
    if form == "prompt":
        return awm_text.render_use(workflow, {})
    return awm_text.render(workflow)
