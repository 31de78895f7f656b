"""Browser dialogs: only the one a step recorded is accepted; any other is dismissed and told."""

from __future__ import annotations

import asyncio
import logging
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from awm_mcp.model import Dialog, Value
from awm_mcp.model.text import plain
from awm_mcp.replay.browsing.dialog_owner import own_dialogs
from awm_mcp.replay.values.binding import Arguments

if TYPE_CHECKING:
    from playwright.async_api import BrowserContext
    from playwright.async_api import Dialog as BrowserDialog

_log = logging.getLogger(__name__)


class Closed(NamedTuple):
    """A dialog that was closed. ``kind``: ``alert``, ``confirm`` or ``prompt``."""

    kind: str
    text: str


@dataclass
class Dialogs:
    """Answers the dialogs of a context. ``expected`` is armed for one action; ``unexpected`` collects the questions
    that were not, ``beforeunload`` among them: the page that it keeps is not left.

    ``since_sent``: what came, once ``sending``, but for the questions that were answered as recorded; ``said``: the texts
    of all of them, also when they were judged.
    """

    expected: Dialog | None = None
    arguments: Arguments | None = None
    unexpected: list[str] = field(default_factory=list[str])
    told: list[str] = field(default_factory=list[str])
    answered: list[Dialog] = field(default_factory=list[Dialog])
    since_sent: list[Closed] = field(default_factory=list[Closed])
    said: list[str] = field(default_factory=list[str])
    sending: bool = False
    _tasks: set[asyncio.Task[None]] = field(default_factory=set["asyncio.Task[None]"])

    def watch(self, context: BrowserContext) -> None:
        """Answers every dialog from now on."""
        own_dialogs(context, self._on_dialog)

    def arm(self, expected: Dialog | None, arguments: Arguments) -> None:
        """The one dialog that the next action may open."""
        self.expected, self.arguments = expected, arguments
        self.unexpected.clear()
        self.answered.clear()

    def _on_dialog(self, dialog: BrowserDialog) -> None:
        task = asyncio.get_running_loop().create_task(self._answer(dialog))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _answer(self, dialog: BrowserDialog) -> None:
        from playwright.async_api import Error

        try:
            if self._is_expected(dialog):
                await self._as_recorded(dialog)
            else:
                await self._dismiss(dialog)
        except Error as gone:
            _log.debug("the dialog had gone: %s", gone)

    def _is_expected(self, dialog: BrowserDialog) -> bool:
        wanted = self.expected
        if wanted is None or wanted.kind != dialog.type:
            return False
        message = self._bound(wanted.message)
        return message is None or message.matches(dialog.message)

    def _bound(self, used: Value | None) -> Value | None:
        return self.arguments.bind(used) if used is not None and self.arguments is not None else used

    async def _as_recorded(self, dialog: BrowserDialog) -> None:
        wanted, self.expected = self.expected, None
        if wanted is None or not wanted.accept:
            await dialog.dismiss()
            return
        prompt = self.arguments.text(wanted.prompt) if wanted.prompt is not None and self.arguments is not None else None
        self.answered.append(wanted)
        if dialog.type == "alert":
            self._note(dialog)
        await dialog.accept(prompt if prompt is not None else (dialog.default_value or ""))

    async def _dismiss(self, dialog: BrowserDialog) -> None:
        said = f'{dialog.type} "{plain(dialog.message, 160)}"'
        self.told.append(f"dismissed the browser's {said}")
        if dialog.type != "alert":
            self.unexpected.append(said)
        self._note(dialog)
        await dialog.dismiss()

    def _note(self, dialog: BrowserDialog) -> None:
        if self.sending and dialog.type != "beforeunload":
            self.since_sent.append(Closed(dialog.type, dialog.message))
            self.said.append(dialog.message)
