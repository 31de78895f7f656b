"""A site that was reworded, in a real browser: healed once, known from then on, after a restart and when it goes back."""

from __future__ import annotations

import os
import sys
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import anyio
import pytest
from browser_fixtures import Hit, Site, site
from mcp import Client, StdioServerParameters, stdio_client

from awm_mcp.app import App
from awm_mcp.config import Settings
from awm_mcp.model import Outcome, ReportStatus

pytestmark = [pytest.mark.browser, pytest.mark.slow]
ROOT = Path(__file__).parents[2]
OLD = {"find": "Find", "shelf": "Show shelf"}
NEW = {"find": "Search", "shelf": "View shelf"}
HEALED = ('button "Find" -> button "Search"', 'link "Show shelf" -> link "View shelf"')


def said(hit: Hit) -> str:
    return hit.path.partition("title=")[2].replace("+", " ")


def worded(library: Site, words: dict[str, str]) -> None:
    """Serves the library in these words."""
    form = f'<form action="/found"><label>Title <input name=title></label> <button>{words["find"]}</button></form>'
    library.pages["/"] = f"<title>Library</title><main><h1>Library</h1>{form}</main>"
    library.pages["/found"] = lambda hit: (
        f"<title>Found</title><main><h1>Found</h1><p>{said(hit)}</p>"
        f'<a href="/shelf?title={said(hit).replace(" ", "+")}">{words["shelf"]}</a></main>'
    )
    library.pages["/shelf"] = lambda hit: f"<title>Shelf</title><main><h1>Shelf</h1><p>{said(hit)} is on shelf 7</p></main>"


def report(library: Site, title: str) -> dict[str, Any]:
    def did(path: str, kind: str, target: dict[str, str], value: str | None = None) -> dict[str, Any]:
        action = {"type": kind, "target": target} | ({"value": value} if value is not None else {})
        return {"url": library.origin + path, "observation": "A page of the library", "action": action}

    steps = [
        did("/", "fill", {"role": "textbox", "name": "Title"}, title),
        did("/", "click", {"role": "button", "name": "Find"}),
        did(f"/found?title={title}", "click", {"role": "link", "name": "Show shelf"}),
    ]
    task = f"Show the shelf of the book '{title}'"
    return {"task": task, "outcome": "success", "start_url": f"{library.origin}/", "steps": steps}


@asynccontextmanager
async def opened(home: Path, **settings: Any) -> AsyncGenerator[App]:
    given = {"home": home, "repair": "safe", "step_timeout_s": 4.0, **settings}
    async with App.opened(Settings.model_validate(given)) as app, app.running():
        yield app


async def learnt(app: App, library: Site) -> str:
    """The name of the workflow that two reports lead to."""
    for title in ("Emma", "Dune"):
        answer = await app.report(report(library, title))
        status = await app.status(answer.report_id, wait_s=45)
        while isinstance(status, ReportStatus) and status.status in ("queued", "learning"):
            status = await app.status(answer.report_id, wait_s=45)
        assert isinstance(status, ReportStatus)
        assert status.status == "learned", status
    (workflow,) = (await app.catalogue()).workflows
    return workflow.name


async def show(app: App, name: str, title: str) -> Outcome:
    outcome = await app.run(name, {"title": title})
    while outcome.status == "running":
        outcome = await app.status(outcome.run_id, wait_s=45)
        assert isinstance(outcome, Outcome)
    assert outcome.status == "ok", outcome
    return outcome


async def versions(app: App, name: str) -> list[tuple[int, str]]:
    return [(w.version, w.state) for w in await app.library.history(name)]


def publication(app: App) -> anyio.Event:
    """Set by the next publication."""
    seen = anyio.Event()

    async def note() -> None:
        seen.set()

    app.on_publication(note)
    return seen


async def test_a_reworded_site_is_healed_once_and_understood_from_then_on(tmp_path: Path) -> None:
    async with site() as library:
        worded(library, OLD)
        async with opened(tmp_path) as app:
            name = await learnt(app, library)
            worded(library, NEW)
            published = publication(app)
            first = await show(app, name, "Ulysses")
            assert first.healed == HEALED
            assert library.paths()[-1] == "/shelf?title=Ulysses"
            second = await show(app, name, "Persuasion")
            assert second.healed == ()
            with anyio.fail_after(60):
                await published.wait()
            assert await versions(app, name) == [(2, "published"), (1, "retired")]
            assert len((await app.workflow(name)).evidence.healed) == 2
        async with opened(tmp_path) as restarted:
            third = await show(restarted, name, "Middlemarch")
            assert (third.version, third.healed) == (2, ())
            worded(library, OLD)
            back = await show(restarted, name, "Ivanhoe")
            assert (back.version, back.healed) == (2, ())
            assert library.paths()[-1] == "/shelf?title=Ivanhoe"


async def test_what_was_healed_in_a_process_that_ends_is_known_to_the_next_one(tmp_path: Path) -> None:
    async with site() as library:
        worded(library, OLD)
        async with opened(tmp_path) as app:
            name = await learnt(app, library)
        worded(library, NEW)
        settings = Settings.model_validate({"home": tmp_path, "repair": "safe", "step_timeout_s": 4.0})
        async with App.opened(settings) as app, app.running(learning=False):
            assert (await show(app, name, "Ulysses")).healed == HEALED
            assert await versions(app, name) == [(2, "draft"), (1, "published")]
        off = settings.model_copy(update={"repair": "off"})
        async with App.opened(off) as app, app.running(learning=False):
            again = await show(app, name, "Persuasion")
            assert (again.version, again.healed) == (1, ())


async def test_an_agent_accepts_a_proposed_element_over_the_protocol(tmp_path: Path) -> None:
    async with site() as library:
        worded(library, OLD)
        async with opened(tmp_path) as app:
            name = await learnt(app, library)
        worded(library, NEW)
        env = {**os.environ, "AWM_HOME": str(tmp_path), "AWM_REPAIR": "ask", "AWM_STEP_TIMEOUT_S": "4"}
        server = StdioServerParameters(command=sys.executable, args=[str(ROOT / "server.py")], env=env, cwd=str(ROOT))
        async with Client(stdio_client(server)) as client:
            call: dict[str, Any] = {"workflow": name, "arguments": {"title": "Ulysses"}}
            answered: list[str] = []
            outcome = await called(client, call)
            while outcome["status"] == "needs_input":
                stopped = outcome["stopped"]
                assert stopped["code"] == "repair_proposed"
                answered += stopped["options"]
                more = {"resume": outcome["handle"], "from_step": stopped["step"], "choice": stopped["options"][0]}
                outcome = await called(client, call | more)
            assert outcome["status"] == "ok", outcome
            assert answered == ['button "Search"', 'link "View shelf"']
            assert "healed_targets" not in outcome
            again = await called(client, call)
            assert again["status"] == "ok", again
            assert "healed" not in again


async def called(client: Client, arguments: dict[str, Any]) -> dict[str, Any]:
    result = await client.call_tool("run_workflow", arguments)
    assert result.structured_content is not None
    outcome = result.structured_content
    while outcome["status"] == "running":
        polled = await client.call_tool("get_run", {"id": outcome["run_id"], "wait_s": 40})
        assert polled.structured_content is not None
        outcome = polled.structured_content
    return outcome
