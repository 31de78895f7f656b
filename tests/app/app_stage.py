"""An application on a memory and a browser that are fakes, and reports to give it."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import anyio

from awm_mcp.app import App
from awm_mcp.config import Settings
from awm_mcp.memory.fake import FakeMemory
from awm_mcp.memory.port import Memory
from awm_mcp.model import Outcome, ReportStatus, Stopped, Workflow
from awm_mcp.model.job import Job
from awm_mcp.model.outcome import Status
from awm_mcp.replay.fake import FakeReplayer, ok_outcome
from awm_mcp.replay.port import ReplayRequest

ORIGIN = "http://library.test:8000"
SITE = "library.test:8000"
Play = Callable[[ReplayRequest], Outcome]


class Stage:
    """What a test holds: the application, its memory and its browser."""

    def __init__(self, app: App, memory: Memory, browser: FakeReplayer) -> None:
        self.app, self.memory, self.browser = app, memory, browser
        self._finish, self._ended = memory.jobs.finish, anyio.Event()
        memory.jobs.finish = self._finished  # pyright: ignore[reportAttributeAccessIssue]

    async def _finished(self, job: Job) -> None:
        await self._finish(job)
        self._ended.set()

    async def done_with(self, subject: str) -> None:
        """Waits until no job about the subject is left."""
        with anyio.fail_after(20):
            while (job := await self.memory.jobs.of_subject(subject)) is not None and job.state in ("queued", "running"):
                self._ended = anyio.Event()
                await self._ended.wait()

    async def teach(self, *reports: dict[str, Any]) -> list[ReportStatus]:
        """Reports runs and waits until they were learnt from."""
        answers = [await self.app.report(report) for report in reports]
        return [await self.settled(answer.report_id) for answer in answers]

    async def settled(self, report_id: str) -> ReportStatus:
        """The status of a report once its job is done."""
        status = await self.app.status(report_id, wait_s=20)
        assert isinstance(status, ReportStatus)
        assert status.status in ("learned", "not_learned")
        return status

    async def only(self) -> Workflow:
        """The one workflow that is not retired."""
        (found,) = await self.app.workflows_of(None)
        return found


@asynccontextmanager
async def stage(
    tmp_path: Path, *scripts: Any, memory: Memory | None = None, memory_kept: str = "both", **settings: Any
) -> AsyncGenerator[Stage]:
    """An application that runs and learns; ``memory_kept``: which part of the memory agents see."""
    kept, browser = memory or FakeMemory(), FakeReplayer(*scripts)
    chosen = Settings.model_validate({"home": tmp_path / "home", "memory": memory_kept, **settings})
    app = App(chosen, kept, lambda: browser)
    async with app.running():
        yield Stage(app, kept, browser)


def fails(status: Status, code: str = "") -> Play:
    """A replay that stops at its first step."""

    def play(request: ReplayRequest) -> Outcome:
        stopped = Stopped(step=1, action="click", code=code or status, expected="the button", seen="nothing of that name")
        done = {"status": status, "stopped": stopped, "steps_done": 0}
        return ok_outcome(request).model_copy(update=done)

    return play


def loan(title: str, branch: str, **changes: Any) -> dict[str, Any]:
    """A solved run that reserves a book."""
    found = f"/book/{title.lower().replace(' ', '-')}"
    steps = [
        _step("/", "fill", {"role": "searchbox", "name": "Title", "label": "Title"}, title),
        _step("/", "click", {"role": "button", "name": "Find"}),
        _step("/found", "click", {"role": "link", "name": title}),
        _step(found, "select", {"role": "combobox", "name": "Branch", "label": "Branch"}, branch),
        _step(found, "click", {"role": "button", "name": "Show shelf"}),
    ]
    task = f"Show the shelf of '{title}' at branch '{branch}'"
    return {"task": task, "outcome": "success", "start_url": f"{ORIGIN}/", "steps": steps, **changes}


def hours(day: str, **changes: Any) -> dict[str, Any]:
    """A solved run that opens the opening hours of a day."""
    steps = [
        _step("/", "click", {"role": "link", "name": "Opening hours"}),
        _step("/hours", "select", {"role": "combobox", "name": "Day", "label": "Day"}, day),
        _step("/hours", "click", {"role": "button", "name": "Look up"}),
    ]
    task = f"When is the library open on {day}?"
    return {"task": task, "outcome": "success", "start_url": f"{ORIGIN}/", "steps": steps, **changes}


def _step(path: str, kind: str, target: dict[str, str], value: str | None = None) -> dict[str, Any]:
    action = {"type": kind, "target": target} | ({"value": value} if value is not None else {})
    return {"url": f"{ORIGIN}{path}", "observation": "A page of the library", "action": action}
