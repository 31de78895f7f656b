"""Records what an agent does by hand in a page: full semantic targets, values, and what the browser showed next."""

from __future__ import annotations

import asyncio
import logging
import re
import time
from collections.abc import Awaitable, Callable
from functools import partial
from typing import TYPE_CHECKING, Any, cast

import anyio

from awm_mcp.config import Settings
from awm_mcp.errors import AwmError, StepStopped
from awm_mcp.model import Action, Dialog, Effect, Param, Step, Target, Value, value
from awm_mcp.model.done_words import says_done
from awm_mcp.model.site import site_of
from awm_mcp.model.text import fold, plain
from awm_mcp.replay.browsing.choosers import Choosers
from awm_mcp.replay.browsing.crashed import has_crashed
from awm_mcp.replay.browsing.dialog_owner import own_dialogs
from awm_mcp.replay.browsing.dialogs import Dialogs
from awm_mcp.replay.browsing.handles import OpenPage
from awm_mcp.replay.browsing.page_script import page_script
from awm_mcp.replay.by_hand.meanings import Meanings
from awm_mcp.replay.by_hand.rows_that_go import RowsThatGo
from awm_mcp.replay.judging.get_writes import sent_back
from awm_mcp.replay.judging.refused_writes import RefusedWrites
from awm_mcp.replay.staging.headings import headings
from awm_mcp.replay.staging.page_view import held_secrets, masked
from awm_mcp.replay.staging.settle import rest
from awm_mcp.replay.staging.stage import Stage
from awm_mcp.replay.targets.enrich import described, enriched
from awm_mcp.replay.targets.expectations import change_count, count_before, differ
from awm_mcp.replay.targets.resolve import Found
from awm_mcp.replay.traffic.activity import Activity
from awm_mcp.replay.traffic.slow_requests import slow_requests
from awm_mcp.replay.values.secret_input import reference, secret_name
from awm_mcp.replay.values.secrets import Vault
from awm_mcp.replay.writing.late import SAVING_S, held

if TYPE_CHECKING:
    from playwright.async_api import Dialog as BrowserDialog
    from playwright.async_api import Locator, Page

_log = logging.getLogger(__name__)
MOST_SHOWN, LONGEST_MESSAGE = 40, 8
_ANSWERED = frozenset({"click", "dblclick", "press", "check", "drag"})
LEAVING = frozenset({"Tab", "Shift+Tab", "Escape"})
STILL_MS, TYPED_MS = 150, 420
"""So long a page must be still before its effect is read: some draw what they make of a typed text 300 ms after it."""
REST_S = 6.0
_REF = re.compile(r"(?:ref=)?((?:f\d+)?e\d+)")


class Recorder:
    """One page in an agent's hands. ``note`` collects what is worth telling of the last action."""

    def __init__(self, kept: OpenPage, settings: Settings, vault: Vault) -> None:
        self.kept, self._settings, self._vault = kept, settings, vault
        self.typed_secrets: set[str] = set()
        self.secret_names: list[str] = []
        self.note: list[str] = []
        self.dialog: BrowserDialog | None = None
        self._dialog_came = asyncio.Event()
        self._blocked: asyncio.Task[None] | None = None
        self._count, self._holds, self._said = "", False, set[str]()
        context = kept.opened.context
        sites = frozenset(site for site in (kept.note.site, _site(kept.page.url)) if site)
        activity = Activity(context, slow_requests(settings.home))
        self.stage = Stage(context, kept.page, settings, sites, activity, Dialogs())
        self._fresh: list[Page] = []
        self._refused = RefusedWrites(self.stage)
        self.choosers, self.meanings, self._rows = Choosers(context, kept.steps), Meanings(), RowsThatGo()
        context.on("page", self._on_page)
        own_dialogs(context, self._on_dialog)

    @property
    def page(self) -> Page:
        """The tab in use; a tab that closed itself gives way to the one before."""
        if self.kept.page.is_closed():
            self.stage.page = self.kept.page
            self.stage.back_from_closed()
            self.kept.page = self.stage.page
        return self.kept.page

    def use(self, page: Page) -> None:
        """Goes on in another tab."""
        self.kept.page = self.stage.page = page
        self._fresh = [one for one in self._fresh if one is not page]

    async def leave_crashed(self) -> str:
        """Goes on in a new tab of the same session where the page has crashed; says so, else nothing."""
        crashed = self.page
        if self.dialog is not None or not await has_crashed(crashed):
            return ""
        self.use(await self.kept.opened.context.new_page())
        await crashed.close()
        return "the page had crashed: this is a new tab, without what was typed there"

    async def find(self, target: str, words: str = "") -> Found:
        """The element of a snapshot reference, or of a selector that fits exactly one.

        Raises:
            StepStopped: ``stale_ref`` or ``ambiguous_target``.
        """
        locator = await self.locator(target, words)
        element = await locator.element_handle(timeout=self._settings.step_timeout_s * 1000)
        frame = await element.owner_frame()
        if frame is None:
            raise _not_one(target, words, 0)
        return Found(element, frame, self.page, plain(words, 120) or target)

    async def locator(self, target: str, words: str = "") -> Locator:
        """A locator of exactly one element.

        Raises:
            StepStopped: ``stale_ref`` or ``ambiguous_target``.
        """
        self._refuse_while_dialog()
        ref = _REF.fullmatch(target.strip())
        locator = self.page.locator(f"aria-ref={ref.group(1)}" if ref else target)
        if (count := await locator.count()) != 1:
            raise _not_one(target, words, count)
        return locator

    async def target(self, found: Found) -> Target:
        """How the element is told from all others, as the live page says it."""
        await self.meanings.before(found)
        target = await enriched(Target(), found, await described(found))
        middle = (0.5, 0.5) if target.tag == "canvas" else None  # in a drawing, where it was clicked is what is meant
        return target.model_copy(update={"point": middle}) if middle else target

    async def focused(self, key: str = "") -> Target | None:
        """The element that a key goes to, unless it is the page itself.

        A key that only leaves something goes to wherever the focus is then: what has no role and name, as a day of a
        calendar that a script moved it to, would not be found again.
        """
        handle = await self.page.evaluate_handle(
            "() => document.activeElement === document.body ? null : document.activeElement"
        )
        element = handle.as_element()
        if element is None:
            return None
        target = await self.target(Found(element, self.page.main_frame, self.page, "focus"))
        known = target.role is not None and (target.name or target.label or target.placeholder) is not None
        return target if known or key not in LEAVING else None

    def typed(self, target: Target, text: str) -> tuple[Value, str]:
        """What is remembered of a typed text, and what is typed: secrets are remembered by name only.

        Raises:
            Refused: the text stands for a secret that is not known for the page's site.
        """
        site = _site(self.page.url)
        if (asked := reference(text)) is not None:
            kind, name = asked
            text = self._vault.totp(site, name, time.time()) if kind == "totp" else self._vault.get(site, name)
            return self._secret(name, text), text
        name = secret_name(target) or self._vault.name_of(site, text)
        return (self._secret(name, text) if name else value(text)), text

    def _secret(self, name: str, text: str) -> Value:
        self.typed_secrets.add(text)
        if name not in self.secret_names:
            self.secret_names.append(name)
        return value([Param(param=name)])

    async def clean(self, text: str) -> str:
        """Text of the page without secrets: known ones, typed ones, and what stands in secret fields."""
        held = set[str]() if self.dialog is not None or self.page.is_closed() else await held_secrets(self.page)
        return masked(self._vault.redact(text), self.typed_secrets | held)

    async def act(
        self,
        action: Action,
        do: Callable[[], Awaitable[object]],
        words: str = "",
        after: Callable[[], Awaitable[Action]] | None = None,
    ) -> None:
        """Does one thing and remembers it with its effects. A dialog that it opens stays open for the agent to answer.

        Raises:
            StepStopped: a dialog is open already, or the action could not be done in time.
        """
        self._refuse_while_dialog()
        self.note.clear()
        page, url = self.page, self.page.url
        count = await count_before(page)
        self.done()
        self._changed_late(count)
        self._holds = False
        before = await self._texts()
        self._fresh.clear()
        downloads = self.kept.opened.downloads_begun
        self.stage.activity.mark()
        await self._refused.begin(action.type)
        title = await page.title()
        if await self._done_or_dialog(do):
            await self._rest(TYPED_MS if action.type == "fill" else STILL_MS)
        if self.dialog is not None:
            action = action.model_copy(update={"dialog": self._seen_dialog()})
            self.kept.steps.append(self._step(action, url, title, words, None))
            return
        action = await after() if after is not None else action
        if opens := self._opened(downloads):
            action = action.model_copy(update={"opens": opens, "became": None})
        effect = await self._judged(await self._effect(before, url, count))
        effect = await self._rows.after(action, url, self.page, effect)
        self.kept.steps.append(self._step(action, url, title, words, effect))
        self._holds = (await held(self.stage, SAVING_S)).until > 0
        await self.meanings.after(self.kept.steps[-1])
        self.choosers.after_step()
        if self.choosers.waits:
            self.note.append("a file chooser is open: give it files with browser_file_upload, without target")

    async def answer_dialog(self, accept: bool, prompt: str | None) -> None:
        """Answers the open dialog; the action that opened it remembers how.

        Raises:
            StepStopped: ``no_dialog``.
        """
        dialog, blocked, seen = self.dialog, self._blocked, self._seen_dialog()
        if dialog is None:
            raise StepStopped("no_dialog", expected="an open dialog", seen="none", next="go on with the page")
        self.dialog = self._blocked = None
        self._dialog_came = asyncio.Event()
        await (dialog.accept(prompt if prompt is not None else dialog.default_value) if accept else dialog.dismiss())
        if blocked is not None:
            await self._finish(blocked)
        await self._rest(STILL_MS)
        await self._remember_answer(seen, accept, prompt)

    async def _remember_answer(self, seen: Dialog | None, accept: bool, prompt: str | None) -> None:
        """Keeps with the last step what it was asked; an alert that came some time after it belongs to it as well."""
        if not self.kept.steps:
            return
        last = self.kept.steps[-1]
        if last.action.dialog is None:
            if seen is not None and seen.kind == "alert":
                said = last.action.model_copy(update={"dialog": seen.model_copy(update={"accept": accept})})
                self._amend(last, action=said)
            return
        told = value(prompt) if prompt is not None else None
        answered = last.action.dialog.model_copy(update={"accept": accept, "prompt": told})
        url = await self.clean(self.page.url)
        effect = await self._judged(Effect(url=url, requests=self._requests(), changed=True))
        done = last.action.model_copy(update={"dialog": answered})
        effect = await self._rows.after(done, last.url or "", self.page, effect) if self.dialog is None else effect
        self._amend(last, action=done, effect=effect)

    async def follow_late_tab(self) -> None:
        """Goes on in a tab that opened some time after the step that opened it, which remembers it."""
        if self._opened(self.kept.opened.downloads_begun) and self.kept.steps:
            await self.page.wait_for_load_state("domcontentloaded", timeout=self._settings.navigation_timeout_s * 1000)
            last = self.kept.steps[-1]
            if last.action.type in ("click", "dblclick", "press") and last.action.opens is None:
                self._amend(last, action=last.action.model_copy(update={"opens": "popup"}))

    async def _done_or_dialog(self, do: Callable[[], Awaitable[object]]) -> bool:
        """Whether the action ended; False when a dialog holds it up."""
        task = asyncio.get_running_loop().create_task(_run(do))
        news = asyncio.get_running_loop().create_task(self._dialog_came.wait())
        try:
            await asyncio.wait([task, news], return_when=asyncio.FIRST_COMPLETED)
            if self.dialog is None:
                await task
                return True
            self._blocked = task
            return False
        except BaseException:
            task.cancel()
            raise
        finally:
            news.cancel()

    async def _finish(self, blocked: asyncio.Task[None]) -> None:
        from playwright.async_api import Error

        with anyio.move_on_after(self._settings.step_timeout_s):
            try:
                await blocked
            except (AwmError, Error) as problem:
                self.note.append(f"the action that opened the dialog ended with: {plain(str(problem), 160)}")

    def _on_page(self, page: Page) -> None:
        self._fresh.append(page)

    def _on_dialog(self, dialog: BrowserDialog) -> None:
        self.dialog = dialog
        self._dialog_came.set()

    def _seen_dialog(self) -> Dialog | None:
        return (
            None
            if self.dialog is None
            else Dialog.model_validate(
                {"kind": self.dialog.type, "message": self._bare(plain(self.dialog.message, 300)), "accept": False}
            )
        )

    def _refuse_while_dialog(self) -> None:
        if self.dialog is not None:
            raise StepStopped(
                "dialog_open",
                expected="no open dialog",
                seen=f'{self.dialog.type} "{self._bare(plain(self.dialog.message, 160))}"',
                next="answer it with browser_handle_dialog",
            )

    async def _rest(self, still_ms: int) -> None:
        """Lets the page come to rest; a dialog that opens meanwhile ends the wait."""
        self.stage.page = self.page
        await self.unless_dialog(partial(self._bounded_rest, still_ms))

    async def unless_dialog(self, look: Callable[[], Awaitable[object]]) -> None:
        """Looks at the page, which does not answer while a dialog is open: one that opens meanwhile ends the look."""
        if self.dialog is None and not await self._done_or_dialog(look) and self._blocked is not None:
            self._blocked.cancel()
            self._blocked = None

    async def _bounded_rest(self, still_ms: int) -> None:
        with anyio.move_on_after(self._settings.navigation_timeout_s):
            await rest(self.stage, still_ms, REST_S, from_now=True)

    def _opened(self, downloads: int) -> str | None:
        fresh = [page for page in self._fresh if not page.is_closed()]
        self._fresh.clear()
        if fresh:
            self.use(fresh[-1])
            self.note.append("a new tab was opened and is in use now")
            return "popup"
        return "download" if self.kept.opened.downloads_begun > downloads else None

    async def _effect(self, before: list[str], url: str, count: str) -> Effect:
        known = {fold(text) for text in before}
        texts = await self._texts()
        fresh = [text for text in dict.fromkeys(texts) if fold(text) not in known]
        self._said, here = known | {fold(text) for text in texts}, self.page.url
        requests = self._requests() or tuple(map(self._bare, sent_back(self.stage.activity, url, here, fresh, texts)))
        about = await headings(self.page) if here != url and not self._requests() and self.dialog is None else []
        told = dict.fromkeys([*(plain(text, 200) for text in fresh[:MOST_SHOWN]), *about])
        shown = tuple((await self.clean("\n".join(told))).splitlines())
        self._count = await change_count(self.page)
        changed = bool(fresh) or here != url or differ(count, self._count)
        return Effect(url=await self.clean(here), requests=requests, shown=shown, changed=changed)

    async def hear_late(self) -> None:
        """Adds to the last step the word on its being done that its page says only now: what is sent over a socket, or takes
        the site some time, is answered when the page was still for long."""
        last = self.kept.steps[-1] if self.kept.steps else None
        if last is None or last.effect is None or last.action.type not in _ANSWERED:
            return
        texts = [text for text in await self._texts() if says_done(text) and len(text.split()) <= LONGEST_MESSAGE]
        if fresh := [text for text in dict.fromkeys(texts) if fold(text) not in self._said]:
            self._said |= {fold(text) for text in fresh}
            shown = (*last.effect.shown, *(await self.clean("\n".join(plain(text, 200) for text in fresh))).splitlines())
            self._amend(last, effect=last.effect.model_copy(update={"shown": shown, "changed": True}))

    async def _judged(self, effect: Effect) -> Effect:
        """The effect, failed where the site refused what was sent; the agent is told so at once."""
        why = await self._refused.why() if effect.requests and self.dialog is None else ""
        if not (why := await self.clean(why) if why else ""):
            return effect
        self.note.append(why)
        return effect.model_copy(update={"failed": why})

    def done(self) -> list[Step]:
        """What was done; the last step that acts with what its page, which had set itself to, sent some time after it.

        Nor does a page that says "Deleted" and offers to undo it tell what it has set itself to.
        """
        last = next((step for step in reversed(self.kept.steps) if step.action.type != "wait_for"), None)
        if last is not None and last.effect is not None and (self._holds or _was_told_done(last, last.effect)):
            requests = tuple(dict.fromkeys((*last.effect.requests, *self._requests())))
            if requests != last.effect.requests:
                self._amend(last, effect=last.effect.model_copy(update={"requests": requests}))
        return self.kept.steps

    def _changed_late(self, count: str) -> None:
        """What changed between two steps is an effect of the first: lists are drawn a second after the click, too."""
        last = self.kept.steps[-1] if self.kept.steps else None
        if last is None or last.effect is None or last.effect.changed is not False or not self._count:
            return
        if differ(self._count, count):
            self._amend(last, effect=last.effect.model_copy(update={"changed": True}))

    def _amend(self, last: Step, **changed: Any) -> None:
        """Puts what became known of the last step into it; what is noted beside it stays with it."""
        at = next(i for i, step in enumerate(self.kept.steps) if step is last)
        self.kept.steps[at] = last.model_copy(update=changed)
        self.meanings.amended(last, self.kept.steps[at])
        self.choosers.amended(last, self.kept.steps[at])

    def _requests(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(self._bare(sent) for sent in self.stage.activity.sent))

    def _bare(self, text: str) -> str:
        """The text without known and typed secrets."""
        return masked(self._vault.redact(text), self.typed_secrets)

    def _without_secrets(self, action: Action) -> Action:
        """The action, with nothing in its elements and addresses that repeats a secret."""
        given = action.value.literal if action.type in ("goto", "switch_tab", "close_tab") and action.value else None
        became = action.became
        return action.model_copy(
            update={
                "target": self._bare_target(action.target),
                "to": self._bare_target(action.to),
                "became": became.model_copy(update={"target": self._bare_target(became.target)}) if became else None,
                "value": value(self._bare(given)) if given else action.value,
            }
        )

    def _bare_target(self, target: Target | None) -> Target | None:
        if target is None or not self.typed_secrets:
            return target
        return Target.model_validate(_each_text(target.model_dump(mode="json"), self._bare))

    def _step(self, action: Action, url: str, title: str, words: str, effect: Effect | None) -> Step:
        return Step(
            observation=self._bare(plain(title, 120)),
            url=self._bare(url),
            reasoning=self._bare(plain(words, 200)),
            action=self._without_secrets(action),
            effect=effect,
        )

    async def _texts(self) -> list[str]:
        from playwright.async_api import Error

        if self.dialog is not None:
            return []
        try:
            texts: list[str] = await self.page.evaluate(page_script("texts"), [{}, None])
        except Error as moving:
            _log.debug("no texts while the page moves: %s", moving)
            return []
        return texts


def _was_told_done(step: Step, effect: Effect) -> bool:
    """Whether a message of a few words told that something was done by the step."""
    acts = step.action.type in ("click", "dblclick", "press", "check", "select", "drag")
    return acts and any(1 < len(text.split()) <= LONGEST_MESSAGE and says_done(text) for text in effect.shown)


async def _run(do: Callable[[], Awaitable[object]]) -> None:
    await do()


def _each_text(data: Any, change: Callable[[str], str]) -> Any:
    """JSON-like data with every text in it changed; keys stay."""
    if isinstance(data, str):
        return change(data)
    if isinstance(data, dict):
        return {key: _each_text(one, change) for key, one in cast("dict[str, Any]", data).items()}
    return [_each_text(one, change) for one in cast("list[Any]", data)] if isinstance(data, list) else data


def _site(url: str) -> str:
    return site_of(url) if url.startswith(("http://", "https://")) else ""


def _not_one(target: str, words: str, count: int) -> StepStopped:
    said = f"{plain(words, 120)} ({target[:80]})" if words else target[:80]
    if count:
        return StepStopped(
            "ambiguous_target", status="ambiguous_target", expected=f"one element for {said}", seen=f"{count} elements",
            next="take a browser_snapshot and send the `ref` of the one that is meant",
        )  # fmt: skip
    return StepStopped(
        "stale_ref", status="target_not_found", expected=f"the element {said}", seen="it is not on the page any more",
        next="take a browser_snapshot: references hold for the latest snapshot only",
    )  # fmt: skip
