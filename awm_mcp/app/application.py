"""The application: one object that holds the rooms together and offers the use cases to every face."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Awaitable, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, Literal, Self

import anyio
from anyio import to_thread

from awm_mcp.app.catalogue.known_sites import known_site
from awm_mcp.app.catalogue.publish import MOST_SHOWN, Publisher
from awm_mcp.app.catalogue.selection import selected, with_meaning
from awm_mcp.app.finding.find import FindWorkflows
from awm_mcp.app.finding.offers import Offers
from awm_mcp.app.finding.page_gate import OpenPage
from awm_mcp.app.in_use.ends import Ends, ToldJobs
from awm_mcp.app.in_use.health import Health
from awm_mcp.app.in_use.upkeep import Upkeep
from awm_mcp.app.keeping.library import Library
from awm_mcp.app.keeping.texts import Form, Texts, rendered
from awm_mcp.app.learning.learn import Learner
from awm_mcp.app.learning.report import Reporter
from awm_mcp.app.learning.second_opinion import opinion_of
from awm_mcp.app.measuring.calls_counted import record_of
from awm_mcp.app.measuring.measure import Counter
from awm_mcp.app.measuring.present_names import under_present_names
from awm_mcp.app.owning.principals import may_see, owns, unknown_run
from awm_mcp.app.running.offering_tools import WITHIN_S as OFFERED_WITHIN_S
from awm_mcp.app.running.offering_tools import OfferingTools, Tools
from awm_mcp.app.running.run import Runner
from awm_mcp.app.versions.composing import Composer
from awm_mcp.app.versions.healing import Healing
from awm_mcp.config import Settings
from awm_mcp.errors import NotFound
from awm_mcp.formats import detect
from awm_mcp.jobs.in_process import InProcessJobs
from awm_mcp.jobs.port import Jobs
from awm_mcp.memory.port import Memory
from awm_mcp.model import Caller, Catalogue, FindAnswer, Outcome, ReportAnswer, ReportStatus, Run, State, Workflow
from awm_mcp.model.run_options import RunOptions
from awm_mcp.replay.port import Progress, Replayer
from awm_mcp.usage import prometheus
from awm_mcp.usage.metrics import UsageReport, measure

CLI = Caller(client="awm-mcp", era="cli")
Kept = Literal["offline", "online"]
DATA_SETS = ("mind2web", "browsergym")
"""Formats whose records are of another time and place: their pages are not looked at again."""


class App:
    """The use cases. Open it with :meth:`opened`; background work lives inside :meth:`running`."""

    def __init__(
        self,
        settings: Settings,
        memory: Memory,
        replayer: Callable[[], Replayer],
        *,
        browser_tools: Tools | None = None,
        open_page: OpenPage | None = None,
        jobs: Jobs | None = None,
    ) -> None:
        self.settings, self.memory, self._replayer = settings, memory, replayer
        self._ends = Ends()
        self._jobs = jobs or InProcessJobs(ToldJobs(memory.jobs, self._ends))
        self._counter = Counter(memory, on=settings.usage, arm=settings.arm)
        seen = with_meaning(selected(memory, settings.memory), settings)
        shown = max(MOST_SHOWN, 2 * settings.max_tools)
        self._publisher = Publisher(seen, settings.home, self._counter.published, shown)
        self._offers = Offers(seen, self._counter, open_page)
        self.browser_tools = OfferingTools(browser_tools, self._offers) if browser_tools is not None else None
        composer = Composer(memory, self._jobs)
        self.library = Library(memory, self._publisher, composer)
        self._opinion = opinion_of(settings)
        self._learner = Learner(settings, memory, self._publisher, replayer, composer, self._opinion)
        self.upkeep = Upkeep(settings, memory, self._publisher, self._jobs)
        judged = self._opinion.judges
        self._reporter = Reporter(memory, self._jobs, self._counter.add, browser_tools, self._offers, judged=judged)
        self._finder = FindWorkflows(seen, self._counter, open_page, self._offers.at_task)
        self._texts = Texts(seen, self.library, self._counter)
        health = Health(memory, self._publisher, self._jobs)
        healing = Healing(memory, self._jobs)
        self._runner = Runner(settings, memory, self.library, replayer, self._counter, health, healing, self._ends)

    @classmethod
    @asynccontextmanager
    async def opened(cls, settings: Settings) -> AsyncGenerator[Self]:
        """An application on the owner's memory and browser; both are closed at the end."""
        # The database engine and the browser are imported here, so that a face can answer before they are loaded.
        from awm_mcp.app.owning.sides import BrowserSides
        from awm_mcp.app.running.model_repair import repairer_of
        from awm_mcp.memory.sql import open_memory

        settings.home.mkdir(parents=True, exist_ok=True, mode=0o700)
        memory = await open_memory(settings.database)
        try:
            repairer = repairer_of(settings)
            browser = BrowserSides(settings, repairer)
            try:
                tools = browser if settings.browser_tools else None
                yield cls(settings, memory, lambda: browser, browser_tools=tools, open_page=browser)
            finally:
                with anyio.CancelScope(shield=True, deadline=anyio.current_time() + 15):
                    await browser.close()
                    await repairer.close() if repairer is not None else None
        finally:  # also when the browser does not end well: an open connection would outlive its loop
            with anyio.CancelScope(shield=True, deadline=anyio.current_time() + 5):
                await memory.close()

    @asynccontextmanager
    async def running(self, *, learning: bool = True) -> AsyncGenerator[None]:
        """Keeps replays, the watch on the catalogue and, if wanted, background learning alive."""
        async with anyio.create_task_group() as tasks:
            self._runner.use(tasks)
            tasks.start_soon(self._publisher.watch)
            if learning:
                tasks.start_soon(self._jobs.work, self._learner.handle)
                tasks.start_soon(self.upkeep.watch)
            try:
                yield
            finally:
                tasks.cancel_scope.cancel()
                with anyio.CancelScope(shield=True, deadline=anyio.current_time() + 5):
                    await self._opinion.close()

    async def report(self, report: object, caller: Caller = CLI) -> ReportAnswer:
        """See :meth:`awm_mcp.app.learning.report.Reporter.report`."""
        return await self._reporter.report(report, caller)

    async def status(
        self, id: str, wait_s: float = 0.0, detail: str = "summary", caller: Caller = CLI
    ) -> ReportStatus | Outcome:
        """What became of a report or a replay of the caller's.

        Raises:
            NotFound: neither of the caller's has that id.
        """
        outcome = await self._runner.outcome(id, wait_s) if owns(caller.principal, id) else None
        if outcome is not None:
            told = await self._with_offers(outcome, caller, "offer:get_run")
            return told if detail == "full" else told.model_copy(update={"steps": ()})
        return await self._reporter.status(id, wait_s, caller.principal)

    async def find(
        self, task: str, *, url: str | None = None, site: str | None = None, limit: int = 5, caller: Caller = CLI
    ) -> FindAnswer:
        """See :meth:`awm_mcp.app.finding.find.FindWorkflows.find`."""
        return await self._finder.find(task, url=url, site=site, limit=limit, caller=caller)

    async def workflow(self, ref: str, version: int | None = None) -> Workflow:
        """A workflow by id or name, as it is run when no version is asked for; raises NotFound."""
        return await (self.library.get(ref, version) if version is not None else self.library.in_use(ref))

    async def describe(self, ref: str, form: Form = "steps", caller: Caller = CLI) -> dict[str, Any]:
        """See :meth:`awm_mcp.app.keeping.texts.Texts.describe`."""
        return await self._texts.describe(ref, form, caller)

    def text_of(self, workflow: Workflow, form: Form = "steps") -> str:
        """A workflow of any version as text; nothing is counted."""
        return rendered(workflow, form)

    async def run(
        self,
        ref: str,
        arguments: Mapping[str, Any],
        options: RunOptions | None = None,
        caller: Caller = CLI,
        progress: Progress | None = None,
    ) -> Outcome:
        """See :meth:`awm_mcp.app.running.run.Runner.run`; agents are told what applies on the page that it ended on."""
        outcome = await self._runner.run(ref, arguments, options or RunOptions(), caller, progress)
        return await self._with_offers(outcome, caller, "offer:run_workflow")

    async def _with_offers(self, outcome: Outcome, caller: Caller, via: str) -> Outcome:
        offered = ""
        if caller.era != "cli":
            with anyio.move_on_after(OFFERED_WITHIN_S):  # a help: the outcome does not wait for it
                offered = await self._offers.after_run(outcome, caller, via)
        return outcome.model_copy(update={"next": f"{outcome.next.rstrip('.')}. {offered}"}) if offered else outcome

    async def cancel(self, run_id: str, caller: Caller = CLI) -> Outcome:
        """Aborts a replay of the caller's; raises NotFound."""
        if not owns(caller.principal, run_id):
            raise unknown_run(run_id)
        return await self._runner.cancel(run_id)

    async def artifact(self, run_id: str, step: int | None = None, caller: Caller = CLI) -> tuple[bytes, str]:
        """A kept screenshot of the caller's run as bytes and mime type.

        Raises:
            NotFound: nothing was kept under that id and step.
        """
        kept = await self._replayer().artifact(run_id, step, caller.principal) if may_see(caller.principal, run_id) else None
        if kept is None:
            raise NotFound(
                "no_artifact",
                expected="a run_id with a kept screenshot",
                seen=repr(run_id[:80]) + ("" if step is None else f", step {step}"),
                next="leave out step for the screenshot of the run's end; a report or a listed workflow has none",
            )
        return kept

    async def usage(self, *, since: float = 0.0, site: str | None = None, client: str | None = None) -> UsageReport:
        """Metrics over the events since a time (seconds since the epoch)."""
        events = await under_present_names(await self.memory.events.since(), self.memory.workflows)
        return await to_thread.run_sync(lambda: measure(events, since=since, site=site, client=client))

    async def usage_metrics(self) -> str:
        """The counters of the whole log in Prometheus' text form."""
        return prometheus.render(await self.usage())

    async def catalogue(self) -> Catalogue:
        """The first of the published set, enough for every list; cheap, read again only when it changed."""
        return await self._publisher.catalogue()

    async def sites(self) -> list[str]:
        """Sites with runs or workflows, sorted."""
        return sorted({*await self.memory.workflows.sites(), *await self.memory.sites.all()})

    async def known_site(self, given: str) -> str:
        """The site that an address, a host or an alias means; raises NotFound with the nearest ones."""
        return await known_site(self.memory, given)

    async def names_of(self, site: str | None, part: str = "") -> Sequence[tuple[str, str]]:
        """(id, name) of the first workflows of a site, or of all, that are not retired and hold a text in id or name."""
        return await self.memory.workflows.names(site, part=part)

    async def workflows_of(self, site: str | None, states: Sequence[State] = ()) -> Sequence[Workflow]:
        """Latest versions by name; without states, all but the retired ones."""
        return await self.library.all(site, states or ("draft", "verified", "published", "quarantined"))

    async def site_memory(self, site: str, task: str | None = None, caller: Caller = CLI) -> str:
        """See :meth:`awm_mcp.app.keeping.texts.Texts.site_memory`."""
        return await self._texts.site_memory(site, task, caller)

    async def use_workflow(self, ref: str, arguments: Mapping[str, str], caller: Caller = CLI) -> str:
        """See :meth:`awm_mcp.app.keeping.texts.Texts.use_workflow`."""
        return await self._texts.use_workflow(ref, arguments, caller)

    async def listed(self, workflows: Sequence[Workflow], caller: Caller) -> None:
        """Counts one tools/list that showed these workflows."""
        await self._counter.shown("listed", list(workflows), caller)

    async def worked(self, ref: str) -> tuple[int, int]:
        """How often a workflow worked in use, of how many calls."""
        workflow = await self.memory.workflows.get(ref)
        return await record_of(self.memory, workflow) if workflow is not None else (0, 0)

    async def learn_site(self, site: str) -> list[str]:
        """Learns a site now; returns in words what became of its runs and why."""
        return await self._learner.learn(site)

    async def import_runs(
        self, path: Path, caller: Caller = CLI, kept: Kept | None = None, *, task: str = "", outcome: str = ""
    ) -> list[ReportAnswer]:
        """Reports every run of a recording, transcript or report file in a known format.

        ``kept``: into which memory; by itself, records of data sets go offline and everything else online.
        ``task`` and ``outcome``: what is said of recordings that do not say it themselves.

        Raises:
            InvalidReport: nothing in the file can be read; says why.
        """
        found = detect.read_any(path, task=task, outcome=outcome)
        return [await self._reporter.take(_kept_in(run, kept), caller) for run in found]

    async def verify(self, ref: str) -> list[str]:
        """Replays a stored workflow with the values of its source runs; its state follows from what was seen.

        A draft that the owner made by an edit is tried, else the version in use.

        Raises:
            NotFound: there is none.
        """
        own = (await self.library.get(ref)).id
        said = await self._learner.prove_again(own, edited=True)
        left = (await self.library.standing(own)).words()
        return [*said, left] if left else said

    async def tidy(self, days: float | None = None, *, dry_run: bool = False) -> Sequence[Workflow]:
        """Retires what nobody called for so many days; see :meth:`awm_mcp.app.in_use.upkeep.Upkeep.retire_unused`."""
        return await self.upkeep.retire_unused(days, dry_run=dry_run)

    def on_publication(self, callback: Callable[[], Awaitable[None]]) -> None:
        """Calls back after each change of the catalogue."""
        self._publisher.on_publication(callback)

    def on_run_end(self, callback: Callable[[str], Awaitable[None]]) -> None:
        """Calls back with the id of each replay that ended here, and of each report from which was learned here."""
        self._ends.on_end(callback)


def _kept_in(run: Run, kept: Kept | None) -> Run:
    offline = run.source in DATA_SETS if kept is None else kept == "offline"
    return run.model_copy(update={"memory": "offline"}) if offline else run
