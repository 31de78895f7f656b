"""The ``browser_*`` primitives: an agent's own hands in the same page that a stopped replay left open.

Everything done here is recorded with full semantic targets (see ``recorder``). Light at import: no browser driver.
"""

from __future__ import annotations

import inspect
import math
import secrets
from collections import OrderedDict
from collections.abc import AsyncGenerator, Mapping, Sequence
from contextlib import asynccontextmanager
from functools import partial
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

import anyio

from awm_mcp.config import Settings
from awm_mcp.errors import AwmError, InvalidArguments, NotFound, StepStopped
from awm_mcp.model import Action, Caller, Step, value
from awm_mcp.model.site import origin_of, site_of, with_scheme
from awm_mcp.replay.acting import dropping
from awm_mcp.replay.browsing.boundary import web_endpoint
from awm_mcp.replay.browsing.browser import Browsers
from awm_mcp.replay.browsing.handles import OpenPage, OpenPages, PageNote
from awm_mcp.replay.browsing.login import http_login
from awm_mcp.replay.by_hand import acts
from awm_mcp.replay.by_hand.call_time import CallTime
from awm_mcp.replay.by_hand.primitive_specs import PRIMITIVES, PrimitiveSpec
from awm_mcp.replay.by_hand.seen import Seen, seen_on
from awm_mcp.replay.traffic.failed_calls import FailedCalls
from awm_mcp.replay.values.secrets import Vault

if TYPE_CHECKING:
    from awm_mcp.replay.by_hand.recorder import Recorder

SNAPSHOT_LIMIT = 20_000
LONGEST_WAIT_S = 30.0
RECORDS_KEPT = 50
ANSWER_S = 15.0
"""How long a report waits for its answer to be looked for on the page, seconds."""


class Recording(NamedTuple):
    """What was done by hand in one session, ready to become a run. ``workflow``: the one that acted on its page, too;
    ``failed``: what of its actions failed and is worth telling."""

    steps: tuple[Step, ...]
    site: str
    origin: str
    start_url: str
    secrets: tuple[str, ...]
    hosts: tuple[str, ...]
    workflow: str = ""
    failed: str = ""


class _Record:
    def __init__(self, kept: OpenPage, start_url: str, hand: Recorder) -> None:
        self.kept, self.start_url, self.hand = kept, start_url, hand
        self.artifacts = f"browser-{secrets.token_hex(6)}"
        self.pictures = 0


class BrowserTools:
    """All primitives of all sessions. One lock a page: calls on the same page wait for each other."""

    def __init__(self, settings: Settings, browsers: Browsers, vault: Vault, open_pages: OpenPages) -> None:
        self._settings, self._browsers, self._vault, self._pages = settings, browsers, vault, open_pages
        self._records: OrderedDict[str, _Record] = OrderedDict()
        self._failed = FailedCalls()
        # A page load, a few waits for elements, and the longest wait that can be asked for.
        self._time = CallTime(settings.navigation_timeout_s + 4 * settings.step_timeout_s + 2 * LONGEST_WAIT_S)

    @property
    def specs(self) -> Sequence[PrimitiveSpec]:
        """The definitions, in a fixed order."""
        return PRIMITIVES

    async def call(self, name: str, arguments: Mapping[str, Any], caller: Caller, *, within_s: float = math.inf) -> Seen:
        """Does what the tool of that name does, or says within so many seconds why it has not.

        Raises:
            NotFound: no such tool, or no such session.
            InvalidArguments: arguments that the tool does not take.
            StepStopped: it could not be done; says what was seen.
            Refused: outside of the site boundary or the upload folders, or a secret that is not known.
            Unavailable: ``page_busy`` or ``browser_starts``; nothing was done.
        """
        if not any(spec.name == name for spec in PRIMITIVES):
            raise NotFound("unknown_tool", seen=name[:60], next="list the tools")
        method = getattr(self, name.removeprefix("browser_"))
        try:
            inspect.signature(method).bind(**arguments, principal=caller.principal)
        except TypeError as unfit:
            raise InvalidArguments("invalid_arguments", expected=f"arguments of {name}", seen=str(unfit)) from None
        latest = self._pages.latest(caller.principal)
        session = str(arguments.get("session") or (latest.handle if latest is not None else ""))
        with self._time.counting(within_s), self._failed.noting(name, session):
            return await method(**arguments, principal=caller.principal)

    def recording(self, session: str, principal: str = "local", task: str = "") -> Recording:
        """What was done by hand in a session, also after its page was closed.

        Raises:
            NotFound: ``unknown_session``.
        """
        record = self._records.get(session)
        if record is None or record.kept.principal != principal:
            raise NotFound(
                "unknown_session",
                expected="a session of browser_navigate",
                seen=session[:40],
                next="give the session that browser_navigate returned, or send the steps; if a workflow did the task,"
                " nothing: its run is counted",
            )
        kept, start = record.kept, record.start_url
        first = kept.steps[0].action if kept.steps else None
        if first is not None and first.type == "goto" and first.value is not None:
            start = first.value.literal or start
        names = tuple(record.hand.secret_names)
        site = kept.note.site or site_of(start)
        steps, hosts = record.hand.meanings.told(record.hand.done(), task), tuple(kept.opened.boundary.used)
        return Recording(steps, site, origin_of(start), start, names, hosts, kept.note.workflow, self._failed.of(session))

    async def note_answer(self, session: str, answer: str, principal: str = "local", task: str = "") -> bool:
        """Records where the session's page shows the answer, as a step that reads it; False when it does not show it.

        Raises:
            NotFound: ``unknown_session``, or its page is closed.
        """
        with self._time.counting(ANSWER_S):
            return await self._noted(session, answer, principal, task)

    async def _noted(self, session: str, answer: str, principal: str, task: str) -> bool:
        from awm_mcp.replay.by_hand.answer import answer_step, with_answer_step

        async with self._at(session, principal) as hand:
            if any(step.action.type == "extract" for step in hand.kept.steps):
                return True
            extract = await answer_step(hand.page, answer, task)
            if extract is not None:
                hand.kept.steps[:] = with_answer_step(hand.kept.steps, extract)
            return extract is not None

    async def navigate(self, *, url: str, session: str | None = None, principal: str = "local") -> Seen:
        """Opens an address; without session in a page of its own."""
        url = with_scheme(url)
        web_endpoint(url)
        handle, note = await self._session_for(url, session, principal)
        async with self._at(handle, principal) as hand:
            hand.kept.opened.boundary.check(url)
            crashed = await hand.leave_crashed()
            timeout = self._settings.navigation_timeout_s * 1000
            await hand.act(Action(type="goto", value=value(url)), partial(acts.open_address, hand, url, timeout))
            seen = await seen_on(hand)
            return seen.model_copy(update={"note": " ".join(filter(None, (note, crashed, seen.note)))})

    async def _session_for(self, url: str, session: str | None, principal: str) -> tuple[str, str]:
        """The session to open an address in. An unknown one is no reason to fail: agents make handles up."""
        if session:
            try:
                return self._pages.peek(session, principal).handle, ""
            except NotFound:
                return await self._new_session(url, principal), f"no page is open as {session[:40]!r}: this is a new one"
        return await self._new_session(url, principal), ""

    async def navigate_back(self, *, session: str | None = None, principal: str = "local") -> Seen:
        """Goes back in the history."""
        async with self._at(session, principal) as hand:
            await hand.act(
                Action(type="back"), lambda: hand.page.go_back(timeout=self._settings.navigation_timeout_s * 1000)
            )
            return await seen_on(hand)

    async def snapshot(
        self,
        *,
        target: str = "",
        ref: str = "",
        depth: int | None = None,
        session: str | None = None,
        principal: str = "local",
    ) -> Seen:
        """The page, or a part of it."""
        async with self._at(session, principal) as hand:
            part = target or ref
            longest_s = self._settings.step_timeout_s
            return await seen_on(hand, limit=SNAPSHOT_LIMIT, part=part, depth=depth, timeout_s=longest_s)

    async def click(
        self, *, target: str = "", ref: str = "", element: str = "", doubleClick: bool = False,
        button: Literal["left", "right", "middle"] = "left", modifiers: Sequence[str] = (),
        session: str | None = None, principal: str = "local",
    ) -> Seen:  # fmt: skip
        """Clicks an element; a tick box or switch is remembered by the state it then has."""
        async with self._at(session, principal) as hand:
            found = await acts.clickable(await hand.find(acts.given(target, ref), element))
            kind: Literal["dblclick", "click"] = "dblclick" if doubleClick else "click"
            action = Action(type=kind, target=await hand.target(found), button=button, modifiers=tuple(modifiers))
            click = partial(acts.click, found, action, self._ms, hand.note)
            await hand.act(action, click, element, partial(hand.meanings.as_state, action))
            return await seen_on(hand)

    async def type(
        self, *, text: str, target: str = "", ref: str = "", element: str = "", submit: bool = False, slowly: bool = False,
        session: str | None = None, principal: str = "local",
    ) -> Seen:  # fmt: skip
        """Puts text into a field; secrets are remembered by name."""
        async with self._at(session, principal) as hand:
            found = await hand.find(acts.given(target, ref), element)
            about = await hand.target(found)
            remembered, typed = hand.typed(about, text)
            action = Action(type="fill", target=about, value=remembered, slowly=slowly)
            await hand.act(action, lambda: acts.put(found, typed, slowly, self._ms), element)
            notes = [] if remembered.params else await acts.read_back(found, typed)
            if submit and hand.dialog is None:
                press = Action(type="press", target=await hand.target(found), value=value("Enter"))
                do = partial(found.element.press, "Enter", timeout=self._ms)
                await hand.act(press, do, element, partial(hand.meanings.as_state, press))
            hand.note.extend(notes)
            return await seen_on(hand)

    async def select_option(
        self, *, values: Sequence[str], target: str = "", ref: str = "", element: str = "",
        session: str | None = None, principal: str = "local",
    ) -> Seen:  # fmt: skip
        """Chooses options; their labels are remembered."""
        async with self._at(session, principal) as hand:
            found = await hand.find(acts.given(target, ref), element)
            about = await hand.target(found)
            had = await acts.chosen_before(found)
            action = Action(type="select", target=about, values=tuple(map(value, values)), had=had)
            await hand.act(
                action,
                lambda: acts.select(found, values, about, self._ms),
                element,
                lambda: acts.as_labels(action, found),
            )
            return await seen_on(hand)

    async def press_key(self, *, key: str, session: str | None = None, principal: str = "local") -> Seen:
        """Presses a key in the focused element."""
        async with self._at(session, principal) as hand:
            action = Action(type="press", target=await hand.focused(key), value=value(key))
            await hand.act(action, partial(acts.press, hand.page, key), after=partial(hand.meanings.as_state, action))
            return await seen_on(hand)

    async def hover(
        self, *, target: str = "", ref: str = "", element: str = "", session: str | None = None, principal: str = "local"
    ) -> Seen:
        """Moves the mouse over an element."""
        async with self._at(session, principal) as hand:
            found = await hand.find(acts.given(target, ref), element)
            action = Action(type="hover", target=await hand.target(found))
            await hand.act(action, lambda: found.element.hover(timeout=self._ms), element)
            return await seen_on(hand)

    async def drag(
        self, *, startTarget: str = "", startRef: str = "", startElement: str = "", endTarget: str = "", endRef: str = "",
        endElement: str = "", session: str | None = None, principal: str = "local",
    ) -> Seen:  # fmt: skip
        """Drags one element onto another."""
        async with self._at(session, principal) as hand:
            start = await hand.find(acts.given(startTarget, startRef), startElement)
            end = await hand.find(acts.given(endTarget, endRef), endElement)
            action = Action(type="drag", target=await hand.target(start), to=await hand.target(end))
            await hand.act(action, *await dropping.by_hand(action, start, end, startElement, self._ms))
            return await seen_on(hand)

    async def file_upload(
        self, *, paths: Sequence[str], target: str = "", ref: str = "", element: str = "",
        session: str | None = None, principal: str = "local",
    ) -> Seen:  # fmt: skip
        """Gives files to a file field (without target: the only one), or to the chooser that a click opens."""
        from awm_mcp.replay.acting.uploads import allowed_file

        files = [str(allowed_file(path, self._settings)) for path in paths]
        async with self._at(session, principal) as hand:
            if hand.choosers.waits and not (target or ref):
                chooser, click = hand.choosers.take()
                action = Action(type="upload", target=click.action.target, values=tuple(map(value, paths)))
                await hand.act(action, lambda: chooser.set_files(files, timeout=self._ms), element)
                return await seen_on(hand)
            found = await hand.find((target or ref) or "input[type=file]", element)
            action = Action(type="upload", target=await hand.target(found), values=tuple(map(value, paths)))
            await hand.act(action, lambda: acts.upload(found, files, self._ms), element)
            hand.choosers.close()
            return await seen_on(hand)

    async def handle_dialog(
        self, *, accept: bool, promptText: str | None = None, session: str | None = None, principal: str = "local"
    ) -> Seen:
        """Answers the open dialog."""
        async with self._at(session, principal) as hand:
            await hand.answer_dialog(accept, promptText)
            return await seen_on(hand)

    async def tabs(
        self,
        *,
        action: str,
        index: int | None = None,
        url: str | None = None,
        session: str | None = None,
        principal: str = "local",
    ) -> Seen:
        """Lists, opens, selects or closes tabs."""
        async with self._at(session, principal) as hand:
            pages = hand.kept.opened.context.pages
            if action == "new":
                await self._new_tab(hand, url)
            elif action in ("select", "close"):
                page = acts.tab(pages, index, hand.page)
                done = Action(type="switch_tab" if action == "select" else "close_tab", value=value(page.url))
                await hand.act(done, page.bring_to_front if action == "select" else page.close)
                if action == "select":
                    hand.use(page)
            return await seen_on(hand, tabs=True)

    async def wait_for(
        self, *, text: str | None = None, textGone: str | None = None, time: float | None = None,
        session: str | None = None, principal: str = "local",
    ) -> Seen:  # fmt: skip
        """Waits for a text to be shown or gone; plain waiting is not remembered."""
        acts.check_wait(text, textGone, time)
        async with self._at(session, principal) as hand:
            if time:
                await anyio.sleep(min(float(time), LONGEST_WAIT_S))
            for wanted, gone in ((text, False), (textGone, True)):
                if wanted:
                    locator = hand.page.get_by_text(wanted).filter(visible=True).first
                    state: Literal["hidden", "visible"] = "hidden" if gone else "visible"
                    action = Action(type="wait_for", value=value(wanted), gone=gone)
                    await hand.act(action, lambda at=locator, to=state: at.wait_for(state=to, timeout=LONGEST_WAIT_S * 1000))
            return await seen_on(hand)

    async def take_screenshot(self, *, fullPage: bool = False, session: str | None = None, principal: str = "local") -> Seen:
        """Keeps a picture, with secret fields painted over."""
        from awm_mcp.replay.browsing.run_folder import RunFolder

        async with self._at(session, principal) as hand:
            record = self._records[hand.kept.handle]
            record.pictures += 1
            folder = RunFolder(self._settings.runs_dir, record.artifacts)
            name = await folder.picture(hand.page, record.pictures)
            if name is None:
                raise StepStopped("no_screenshot", expected="a picture", seen="the page gives none", next="take a snapshot")
            seen = await seen_on(hand, limit=0)
            return seen.model_copy(update={"artifact": {"run_id": record.artifacts, "step": record.pictures}})

    async def close(self, *, session: str | None = None, principal: str = "local") -> Seen:
        """Closes a page; what was done in it can still be reported."""
        kept = self._kept(session, principal)
        await self._pages.close(kept.handle, principal)
        return Seen(session=kept.handle, note="closed; report_run with this session still knows what was done")

    @property
    def _ms(self) -> float:
        return self._settings.step_timeout_s * 1000

    async def _new_session(self, url: str, principal: str) -> str:
        site = site_of(url)
        http, downloads = http_login(self._settings, self._vault, url), self._settings.runs_dir / "downloads"
        opening = self._browsers.open_context(site=site, downloads=downloads, learning=True, http=http)
        opened = await self._time.started(opening)
        try:
            page = await self._time.started(opened.context.new_page())
        except BaseException:
            await opened.close()
            raise
        return self._pages.add(opened, page, PageNote(site=site, origin=origin_of(url)), principal)

    async def _new_tab(self, hand: Recorder, url: str | None) -> None:
        if url is None:
            hand.use(await hand.kept.opened.context.new_page())
            return
        url = with_scheme(url)
        web_endpoint(url)
        hand.kept.opened.boundary.check(url)
        hand.use(await hand.kept.opened.context.new_page())
        timeout = self._settings.navigation_timeout_s * 1000
        await hand.act(Action(type="goto", value=value(url)), partial(acts.open_address, hand, url, timeout))

    def _kept(self, session: str | None, principal: str) -> OpenPage:
        if session:
            return self._pages.peek(session, principal)
        if (latest := self._pages.latest(principal)) is None:
            raise NotFound("no_page", expected="an open page", seen="none", next="open one with browser_navigate")
        return self._pages.peek(latest.handle, principal)

    @asynccontextmanager
    async def _at(self, session: str | None, principal: str) -> AsyncGenerator[Recorder]:
        """The page of a session, locked, with its recorder; what Playwright says is told as a stopped step."""
        from playwright.async_api import Error

        from awm_mcp.replay.browsing.faults import stop_for
        from awm_mcp.replay.by_hand.recorder import Recorder

        kept = self._kept(session, principal)
        async with self._time.alone(kept.lock):
            if kept.handle not in self._records:
                self._remember(kept, Recorder(kept, self._settings, self._vault))
            hand = self._records[kept.handle].hand
            try:
                await hand.follow_late_tab()
                yield hand
            except Error as broken:
                raise await _clean_error(hand, stop_for(broken, "the action")) from broken
            except StepStopped as stopped:
                raise await _clean_error(hand, stopped) from stopped
            finally:
                self._pages.renew(kept)

    def _remember(self, kept: OpenPage, hand: Recorder) -> None:
        start = kept.page.url if kept.page.url.startswith("http") else kept.note.origin
        self._records[kept.handle] = _Record(kept, start, hand)
        while len(self._records) > RECORDS_KEPT:
            self._records.popitem(last=False)


async def _clean_error(hand: Recorder, stopped: StepStopped) -> AwmError:
    """The same error without secrets."""
    from playwright.async_api import Error

    try:
        seen, expected = await hand.clean(stopped.seen), await hand.clean(stopped.expected)
    except Error:  # the page is gone with its fields
        seen, expected = "the page is gone", stopped.expected
    return StepStopped(
        stopped.code, status=stopped.status, expected=expected, seen=seen, next=stopped.next, candidates=stopped.candidates
    )
