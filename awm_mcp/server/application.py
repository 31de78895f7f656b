"""What the server needs of the product, as Protocols. ``awm_mcp.app.App`` keeps them; ``fake.py`` is the public fake."""

from __future__ import annotations

import math
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from typing import Any, Literal, Protocol

from awm_mcp.config import Settings
from awm_mcp.model import Caller, Catalogue, FindAnswer, Outcome, ReportAnswer, ReportStatus, Workflow
from awm_mcp.model.run_options import RunOptions

Progress = Callable[[int, int, str], Awaitable[None]]
"""Called with (steps done, steps in all, what is being done)."""

Form = Literal["steps", "prompt", "code", "skill"]
FORMS: tuple[Form, ...] = ("steps", "prompt", "code", "skill")


class AsData(Protocol):
    """An answer that can be written as JSON data."""

    def as_data(self) -> dict[str, Any]: ...


class PrimitiveSpec(Protocol):
    """The definition of one ``browser_*`` tool."""

    @property
    def name(self) -> str: ...
    @property
    def title(self) -> str: ...
    @property
    def description(self) -> str: ...
    @property
    def input_schema(self) -> Mapping[str, Any]: ...
    @property
    def read_only(self) -> bool: ...


class PrimitiveTable(Protocol):
    """The ``browser_*`` tools: their definitions in a fixed order, and the one way to call them."""

    @property
    def specs(self) -> Sequence[PrimitiveSpec]: ...

    async def call(self, name: str, arguments: Mapping[str, Any], caller: Caller, *, within_s: float = math.inf) -> AsData:
        """Does one thing in the caller's own page. An answer with ``image`` (PNG bytes) is sent as a picture."""
        ...


class Application(Protocol):
    """The use cases behind the tools. Every method may raise an ``AwmError``; the server turns it into a complete text."""

    settings: Settings

    @property
    def browser_tools(self) -> PrimitiveTable | None: ...

    async def report(self, report: object, caller: Caller) -> ReportAnswer:
        """Stores a run report. Raises InvalidReport."""
        ...

    async def status(self, id: str, wait_s: float, detail: str, caller: Caller) -> ReportStatus | Outcome:
        """Where a report or a replay of the caller's stands, waiting at most ``wait_s`` seconds. Raises NotFound."""
        ...

    async def find(self, task: str, *, url: str | None, site: str | None, limit: int, caller: Caller) -> FindAnswer: ...

    async def workflow(self, ref: str, version: int | None = None) -> Workflow:
        """By id or name; the latest version unless one is asked for. Raises NotFound."""
        ...

    async def describe(self, ref: str, form: Form, caller: Caller) -> dict[str, Any]:
        """A workflow as data with its ``text`` in the asked form. Raises NotFound."""
        ...

    async def run(
        self,
        ref: str,
        arguments: Mapping[str, Any],
        options: RunOptions,
        caller: Caller,
        progress: Progress | None,
    ) -> Outcome:
        """Replays a workflow; a running Outcome after ``options.wait_s``. Raises InvalidArguments, NotFound, Refused.

        A destructive workflow without ``options.confirm`` is never started: the Outcome says confirmation_required.
        """
        ...

    async def cancel(self, run_id: str, caller: Caller) -> Outcome:
        """Ends a replay of the caller's. Raises NotFound."""
        ...

    async def artifact(self, run_id: str, step: int | None, caller: Caller) -> tuple[bytes, str]:
        """A screenshot of the caller's run and its mime type. Raises NotFound."""
        ...

    async def usage(self, *, since: float = 0.0, site: str | None = None, client: str | None = None) -> AsData: ...

    async def usage_metrics(self) -> str:
        """The counters of use in Prometheus' text form, each line ended."""
        ...

    async def catalogue(self) -> Catalogue:
        """The first of the published set, enough for every list."""
        ...

    async def sites(self) -> list[str]: ...

    async def names_of(self, site: str | None, part: str = "") -> Sequence[tuple[str, str]]:
        """(id, name) of the first workflows of a site, or of all, that hold a text in id or name."""
        ...

    async def site_memory(self, site: str, task: str | None, caller: Caller) -> str: ...

    async def use_workflow(self, ref: str, arguments: Mapping[str, str], caller: Caller) -> str: ...

    async def worked(self, ref: str) -> tuple[int, int]:
        """(worked, tried) of a workflow in use."""
        ...

    async def listed(self, workflows: Sequence[Workflow], caller: Caller) -> None:
        """Counts one tools/list that showed these workflows; called after the answer went out."""
        ...

    def on_publication(self, callback: Callable[[], Awaitable[None]]) -> None:
        """Calls back whenever the catalogue's generation rose, here or in another process."""
        ...

    def on_run_end(self, callback: Callable[[str], Awaitable[None]]) -> None:
        """Calls back with the id of each replay or report of this process that came to its end."""
        ...

    def running(self) -> AbstractAsyncContextManager[None]:
        """Background learning and the generation watch; everything is closed at exit."""
        ...
