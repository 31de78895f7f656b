"""The stage of one replay: its browser context, the page in use, and what is going on around it."""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from awm_mcp.config import Settings
from awm_mcp.errors import InvalidInput, StepStopped
from awm_mcp.model import PageState
from awm_mcp.model.site import path_of, site_of
from awm_mcp.model.text import plain
from awm_mcp.replay.browsing.dialogs import Dialogs
from awm_mcp.replay.browsing.faults import UNREACHED, no_answer
from awm_mcp.replay.browsing.listening import heard
from awm_mcp.replay.browsing.login import auth_required
from awm_mcp.replay.browsing.page_script import ask, ask_each, in_time
from awm_mcp.replay.browsing.together import together
from awm_mcp.replay.port import Repairer
from awm_mcp.replay.staging.put_back import Fills
from awm_mcp.replay.staging.trail import Trail
from awm_mcp.replay.traffic.activity import Activity
from awm_mcp.replay.traffic.slow_requests import slow_requests
from awm_mcp.replay.traffic.write_answers import WriteAnswers

if TYPE_CHECKING:
    from playwright.async_api import BrowserContext, Frame, Page, Response

_log = logging.getLogger(__name__)
MOST_SAID = 600


@dataclass
class Stage:
    """Where a replay acts. ``repairer``: asked where the rules of repair have no choice.

    ``fresh``: tabs that were opened and not used yet. ``own_dialogs``: names of the dialogs in which the workflow acts.
    ``asks_in``: in which document, by its number, something was pressed that it may still ask about.
    ``used_frames``: frames in which a step found its element.
    """

    context: BrowserContext
    page: Page
    settings: Settings
    sites: frozenset[str]
    activity: Activity
    dialogs: Dialogs
    fresh: list[Page] = field(default_factory=list["Page"])
    answers: dict[str, int] = field(default_factory=dict[str, int])
    dismissed: list[str] = field(default_factory=list[str])
    repairer: Repairer | None = None
    fills: Fills = field(default_factory=Fills)
    own_dialogs: tuple[str, ...] = ()
    asks_in: int | None = None
    used_frames: set[Frame] = field(default_factory=set["Frame"])
    trail: Trail = field(init=False)
    write_answers: WriteAnswers = field(init=False)
    redact: Callable[[str], str] = str
    """Takes secrets out of what a page says, before it is cut: half a secret would be known to nobody."""

    @classmethod
    async def on(
        cls, context: BrowserContext, settings: Settings, sites: frozenset[str], page: Page | None = None,
        redact: Callable[[str], str] = str,
    ) -> Stage:  # fmt: skip
        """A stage on a context; opens a page unless one is given."""
        dialogs = Dialogs()
        dialogs.watch(context)
        activity = Activity(context, slow_requests(settings.home))
        used = page if page is not None else await context.new_page()
        stage = cls(context, used, settings, sites, activity, dialogs, redact=redact)
        stage.trail, stage.write_answers = Trail(context, activity), WriteAnswers(context, activity)
        context.on("page", stage._opened)
        context.on("response", heard(stage._answered))
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
            StepStopped: ``site_boundary``; ``auth_required`` or ``page_unreachable`` when the page did not come at all.
        """
        for failed in self.activity.failed_documents:
            if not failed.was_given_up and (left := self.foreign(failed.url)):
                raise _outside(self.sites, left)
        if left := self.foreign(self.page.url):
            raise _outside(self.sites, left)
        self.check_loaded()

    @property
    def shows_no_document(self) -> bool:
        """Whether the page in use is the browser's own error page, or becomes it now that a document did not come."""
        failed = [one for one in self.activity.failed_documents if not one.was_given_up]
        return any(one.page in (None, self.page) for one in failed) or self.page.url.startswith("chrome-error:")

    def check_loaded(self) -> None:
        """Stops when the page in use is the browser's own, for a document that did not come.

        Raises:
            StepStopped: ``auth_required``, ``site_boundary`` or ``page_unreachable``.
        """
        if not self.page.url.startswith("chrome-error:"):
            return
        url, failure, _ = self.activity.failed_documents[-1] if self.activity.failed_documents else ("", "", None)
        if "ERR_INVALID_AUTH_CREDENTIALS" in failure:
            raise auth_required(url, url)
        if left := self.foreign(url):
            raise _outside(self.sites, left)
        raise StepStopped("page_unreachable", expected=f"the page {path_of(url)}", seen=no_answer(failure), next=UNREACHED)

    def foreign(self, url: str) -> str | None:
        """The site of an address when it is none of this stage's, else None."""
        try:
            site = site_of(url)
        except InvalidInput:
            return None if url.startswith(("about:", "chrome-error:", "blob:", "data:")) or not url else url
        return None if site in self.sites else site

    def own_frames(self) -> list[Frame]:
        """The page in use and its inline frames, but for those of other sites: what these say is not said by the site.

        One in which the workflow acts, as where a card is paid by, is where the answer comes, whosever it is.
        """
        page = self.page
        own = (page.main_frame, *self.used_frames)
        return [one for one in page.frames if one in own or self.foreign(one.url) is None]

    async def _said(self) -> str:
        """What the page says, its frames after it; a frame that moves says nothing yet."""
        page, *inner = self.own_frames()
        query = {"limit": MOST_SAID}
        texts = [await ask(page, "said", query), *await ask_each(inner, "said", query)]
        return " | ".join(str(text) for text in texts if text)

    async def state(self, *, text: bool = False) -> PageState:
        """Address and title of the page in use; ``text``: what it says, too."""
        from playwright.async_api import Error

        if self.page.is_closed():
            return PageState()
        try:
            title, said = await together(in_time(self.page.title(), 2.0), self._said() if text else _nothing())
        except Error as moving:
            _log.debug("a page that moves has no title yet: %s", moving)
            title, said = "", ""
        url, title, said = (self.redact(one) for one in (self.page.url, title, said))
        return PageState(url=url, title=plain(title, 120), text=plain(said, MOST_SAID))


async def _nothing() -> str:
    """For a page that is not asked what it says."""
    return ""


def _outside(sites: frozenset[str], seen: str) -> StepStopped:
    return StepStopped(
        "site_boundary",
        expected=f"to stay on {', '.join(sorted(sites))}",
        seen=f"the page went to {plain(seen, 120)}",
        next="allow the host with AWM_EXTRA_HOSTS if it belongs to the task",
    )
