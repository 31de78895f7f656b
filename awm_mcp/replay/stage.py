"""The stage of one replay: its browser context, the page in use, and what is going on around it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from awm_mcp.config import Settings
from awm_mcp.errors import InvalidInput, StepStopped
from awm_mcp.model import PageState
from awm_mcp.model.site import site_of
from awm_mcp.model.text import plain
from awm_mcp.replay.activity import Activity
from awm_mcp.replay.dialogs import Dialogs
from awm_mcp.replay.page_script import ask, in_time

if TYPE_CHECKING:
    from playwright.async_api import BrowserContext, Page, Response

MOST_SAID = 600


@dataclass
class Stage:
    """Where a replay acts. ``fresh``: tabs that were opened and not used yet."""

    context: BrowserContext
    page: Page
    settings: Settings
    sites: frozenset[str]
    activity: Activity
    dialogs: Dialogs
    fresh: list[Page] = field(default_factory=list["Page"])
    answers: dict[str, int] = field(default_factory=dict[str, int])
    dismissed: list[str] = field(default_factory=list[str])

    @classmethod
    async def on(cls, context: BrowserContext, settings: Settings, sites: frozenset[str], page: Page | None = None) -> Stage:
        """A stage on a context; opens a page unless one is given."""
        dialogs = Dialogs()
        dialogs.watch(context)
        activity = Activity(context)
        used = page if page is not None else await context.new_page()
        stage = cls(context, used, settings, sites, activity, dialogs)
        context.on("page", stage._opened)
        context.on("response", stage._answered)
        return stage

    def _opened(self, page: Page) -> None:
        self.fresh.append(page)

    def _answered(self, response: Response) -> None:
        if response.request.resource_type == "document":
            self.answers[response.url.split("#")[0]] = response.status

    @property
    def last_status(self) -> int | None:
        """The HTTP status of the page in use, when known."""
        return self.answers.get(self.page.url.split("#")[0])

    def follow(self, page: Page) -> None:
        """Goes on in another tab."""
        self.page = page
        if page in self.fresh:
            self.fresh.remove(page)

    def back_from_closed(self) -> None:
        """Goes back to the newest tab that is still open, when the one in use has closed itself.

        Raises:
            StepStopped: no tab is left.
        """
        if not self.page.is_closed():
            return
        left = [page for page in self.context.pages if not page.is_closed()]
        if not left:
            raise StepStopped("page_closed", expected="an open page", seen="all pages were closed")
        self.page = left[-1]

    def check_site(self) -> None:
        """Stops when the page has left the workflow's site.

        Raises:
            StepStopped: ``site_boundary``.
        """
        for url, failure in self.activity.failed_documents:
            if (left := self.foreign(url)) and "ERR_ABORTED" not in failure:
                raise _outside(self.sites, left)
        if left := self.foreign(self.page.url):
            raise _outside(self.sites, left)

    def foreign(self, url: str) -> str | None:
        """The site of an address when it is none of this stage's, else None."""
        try:
            site = site_of(url)
        except InvalidInput:
            return None if url.startswith(("about:", "chrome-error:", "blob:", "data:")) or not url else url
        return None if site in self.sites else site

    async def state(self, *, text: bool = False) -> PageState:
        """Address and title of the page in use; ``text``: what it says, too."""
        if self.page.is_closed():
            return PageState()
        try:
            title = await in_time(self.page.title(), 2.0)
            said = await ask(self.page.main_frame, "said", {"limit": MOST_SAID}) if text else ""
        except Exception:  # a page in the middle of a navigation has no title yet
            title, said = "", ""
        return PageState(url=self.page.url, title=plain(title, 120), text=plain(said, MOST_SAID))


def _outside(sites: frozenset[str], seen: str) -> StepStopped:
    return StepStopped(
        "site_boundary",
        expected=f"to stay on {', '.join(sorted(sites))}",
        seen=f"the page went to {plain(seen, 120)}",
        next="allow the host with AWM_EXTRA_HOSTS if it belongs to the task",
    )
