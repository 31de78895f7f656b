"""What a page says after something was sent: messages are watched for from before the sending on, also those that go again.

A watch is begun anew for each step that writes. It goes on over the pages that the step leads to. What it hears is judged as
a message; a text without the looks of one only counts where the control that sent is still, or again, there.
"""

from __future__ import annotations

import asyncio
import logging
import re
import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, cast

from awm_mcp.model.text import harmless, plain
from awm_mcp.replay.browsing.page_script import ask_each, ask_moving, call
from awm_mcp.replay.browsing.together import together
from awm_mcp.replay.judging.form_back import is_same_form
from awm_mcp.replay.judging.honest_end import Judge, Message, fold, messages
from awm_mcp.replay.targets.presence import is_there

if TYPE_CHECKING:
    from playwright.async_api import Frame, Page

    from awm_mcp.replay.judging.beside_success import Beside
    from awm_mcp.replay.player import Player
    from awm_mcp.replay.staging.stage import Stage

_log = logging.getLogger(__name__)
MOST_NOTED, MOST_NOTE, MOST_HEARD = 3, 120, 200
FRESH_S = 0.3
"""What a page showed is taken for what it shows for so long, seconds."""


@dataclass(frozen=True)
class Heard:
    """A text that came after something was sent. ``boxed``: it has the looks of a message; ``strong``: of an alert.

    ``near``: said in a form or dialog, or beside a field; ``at``: when it was heard, by the monotonic clock.
    """

    text: str
    strong: bool
    boxed: bool
    tone: str
    near: bool = False
    at: float = field(default_factory=time.monotonic, compare=False)

    def message(self) -> Message:
        """As a message, to be judged as one that is shown."""
        return Message(self.text, strong=self.strong, tone=self.tone, heading=False, near=self.near)


@dataclass(frozen=True)
class Comers:
    """Entries that came with what was typed. ``stand``: whether one still does; ``gone``: what those said that went from a
    list without leaving another; ``known``: one of their texts stood on the page before; ``beside``: what those that
    stand say as a whole; ``instead``: what stands where one was; ``soon_s``: until the page may have changed that;
    ``other``: anything other than messages changed.
    """

    stand: bool
    gone: list[str]
    known: bool
    beside: list[str]
    instead: list[str]
    soon_s: float
    other: bool = False


@dataclass(frozen=True)
class Since:
    """What came since something was sent. ``gone``: what went again by itself, folded; ``found``: short texts that are none
    of messages, entries or headings and stand on the page now, but did not before; ``shown``: the messages that it shows;
    ``at``: when that was."""

    heard: list[Heard]
    gone: set[str]
    found: list[str]
    shown: list[Message] = field(default_factory=list[Message])
    at: float = field(default_factory=time.monotonic)

    async def shown_on(self, stage: Stage) -> list[Message]:
        """The messages that the page shows now; asked anew where it was some time ago."""
        return self.shown if time.monotonic() - self.at < FRESH_S else await messages(stage)

    def noted(self, judge: Judge) -> list[str]:
        """What to tell the caller of it, in quotation marks: texts that are no words of the caller."""
        told = [one for one in (*(heard.text for heard in self.heard), *self.found) if not judge.is_own(one)]
        return [f'"{harmless(one, MOST_NOTE)}"' for one in dict.fromkeys(told)][:MOST_NOTED]


async def complaint_since(player: Player, since: Since, before: frozenset[str], beside: Beside, *, proven: bool) -> str:
    """A complaint among what came; empty when there is none. A page that ``proven`` its end is only told off by an alert, or
    by a message after the one that proved it.

    What has not the looks of a message counts where it went again by itself, as passing messages do, or where the control
    that sent is still there: the form came back.
    """
    judge, unsure = Judge.of(player.request.workflow, player.arguments), list[str]()
    for one in since.heard:
        if fold(one.text) in before or not judge.is_complaint(one.message()):
            continue
        if proven and not one.strong and not (one.boxed and await _takes_back(player, one, beside)):
            continue
        if beside.spares(one.message()):
            continue
        if one.boxed or fold(one.text) in since.gone:
            return plain(one.text, 200)
        unsure.append(one.text)
    if proven:
        return ""
    unsure += [text for text in since.found if judge.is_complaint(Message(text, strong=False, tone="", heading=False))]
    return plain(unsure[0], 200) if unsure and await is_back(player, player.stage.activity.step) else ""


async def _takes_back(player: Player, one: Heard, beside: Beside) -> bool:
    """Whether a message came after the one that proved the end; or, where that is an entry alone, after the site's answer,
    which does not say that it was taken."""
    activity = player.stage.activity
    if not beside.entry_alone:
        return beside.is_taken_back_by(one.text)
    answered = activity.answered_at.get(activity.step)
    return answered is not None and one.at > answered and not await player.stage.write_answers.confirmed(activity.step)


async def is_back(player: Player, number: int) -> bool:
    """Whether the form that was sent is there, with what a step acted on to send it."""
    action = player.steps[number - 1].action if 0 < number <= len(player.steps) else None
    if action is None or action.target is None:
        return False
    return await is_same_form(player) and await is_there(player.stage, player.query_for(action))


class Watch:
    """Listens to the pages of one replay. ``heard``: what came since the last beginning, in order."""

    def __init__(self, stage: Stage) -> None:
        self._stage = stage
        self._tasks: dict[Frame, asyncio.Task[None]] = {}
        self._old: list[str] = []
        self._messages: list[str] = []
        self._typed: list[str] = []
        self._page: Page | None = None
        self.heard: dict[str, Heard] = {}

    async def begin(self, typed: list[str]) -> None:
        """Before a step that writes. ``typed``: the texts of which it may bring entries."""
        self.heard.clear()
        self._typed = typed
        self._old.clear()
        self._messages.clear()
        await asyncio.gather(*(self._listen_to(frame, fresh=False) for frame in self._stage.own_frames()))
        if self._page is not self._stage.page:
            self._page = self._stage.page
            self._page.on("domcontentloaded", self._came)

    def knows(self, messages: frozenset[str]) -> None:
        """The messages that were shown when it began, folded: on other pages, too, they are not new."""
        self._messages = [_masked(one) for one in messages]

    def _came(self, page: Page) -> None:
        """Another document in the page: its texts are new, only what changes from here on is heard."""
        task = asyncio.get_running_loop().create_task(self._listen_to(page.main_frame, fresh=True))
        self._keep(page.main_frame, task)

    async def _listen_to(self, frame: Frame, *, fresh: bool) -> None:
        query = {"known": self._messages, "fresh": fresh, "typed": [] if fresh else self._typed}
        answer = cast("dict[str, Any] | None", await ask_moving(frame, "watch", query))
        if answer is None:
            return
        self._old += answer["known"]
        self._keep(frame, asyncio.get_running_loop().create_task(self._listen(frame)))

    def _keep(self, frame: Frame, task: asyncio.Task[None]) -> None:
        if (before := self._tasks.get(frame)) is not None and before is not asyncio.current_task():
            before.cancel()
        self._tasks[frame] = task

    async def _listen(self, frame: Frame) -> None:
        """Hears each text as it comes, since a page that is left takes what it said with it."""
        from playwright.async_api import Error

        count = 0
        try:
            while len(self.heard) < MOST_HEARD:
                told: Any = await call(frame, "watch", {"from": count})
                if not isinstance(told, list):
                    return  # an editor, which is not listened to
                told = cast("list[dict[str, Any]]", told)
                count += len(told)
                self._hear(told)
        except Error as gone:
            _log.debug("a page is heard no more: %s", gone)

    def _hear(self, told: list[dict[str, Any]]) -> None:
        for one in told:
            self.heard.setdefault(fold(str(one["text"])), Heard(**one))

    async def now(self) -> Since:
        """What was heard so far, and what stands on the page now."""
        gone: set[str] = set()
        found: list[str] = []
        asked = ask_each(self._stage.own_frames(), "watch", {"old": self._old})
        answers, shown = await together(asked, messages(self._stage))
        for answer in cast("list[dict[str, Any]]", answers):
            self._hear(answer["told"])
            seen = zip(answer["told"], answer.get("shown", ()), strict=False)
            gone |= {fold(one["text"]) for one, there in seen if not there}
            found += answer.get("found", [])
        return Since(list(self.heard.values()), gone, found, shown)

    async def comers(self) -> Comers:
        """What became of the entries that came with what was typed."""
        told = cast("list[dict[str, Any]]", await ask_each(self._stage.own_frames(), "watch", {"went": True}))
        seen = [one for one in told if "gone" in one]
        gone, beside, instead = ([str(text) for one in seen for text in one[what]] for what in ("gone", "beside", "instead"))
        soon_s = max((float(one["soon"]) for one in seen), default=0.0) / 1000
        stand, known, other = (any(one[what] for one in seen) for what in ("stands", "known", "other"))
        return Comers(stand, gone, known, beside, instead, soon_s, other)

    def end(self) -> None:
        """Listens no more."""
        if self._page is not None:
            self._page.remove_listener("domcontentloaded", self._came)
        self._page = None
        for task in self._tasks.values():
            task.cancel()
        self._tasks.clear()


def _masked(text: str) -> str:
    return re.sub(r"\d+", "#", fold(text))
