"""The browser side of the product: replays workflows, observes reported runs, keeps stopped pages open."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Mapping
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Any

import anyio

from awm_mcp.config import Settings
from awm_mcp.errors import AwmError, Refused, StepStopped
from awm_mcp.model import Healed, Outcome, PageState, Run, Status, Stopped
from awm_mcp.model.site import site_of
from awm_mcp.replay.acting.actions import check_asked
from awm_mcp.replay.acting.extract import typed
from awm_mcp.replay.acting.navigate import begun_at, full_address, open_address
from awm_mcp.replay.afterwards import Afterwards
from awm_mcp.replay.browsing.browser import Browsers, OpenContext
from awm_mcp.replay.browsing.faults import stop_for
from awm_mcp.replay.browsing.handles import OpenPages, PageNote
from awm_mcp.replay.browsing.login import http_login
from awm_mcp.replay.browsing.run_folder import RunFolder
from awm_mcp.replay.browsing.together import together
from awm_mcp.replay.done_steps import done_in, left_out, one_row_a_step
from awm_mcp.replay.going_on import (
    goes_on_after_another,
    how_to_go_on_from,
    not_twice,
    nothing_left,
    only_what_was_offered,
)
from awm_mcp.replay.judging.ending import check_end, with_afterwards
from awm_mcp.replay.judging.refused_value import ValueRefused
from awm_mcp.replay.judging.signing_in import SigningIn
from awm_mcp.replay.judging.start_page import check_start
from awm_mcp.replay.judging.stops import about_the_value, how_to_take_an_option, stopped_at
from awm_mcp.replay.judging.unsure_after_sending import unsure_after_sending
from awm_mcp.replay.observing.observe import Observer
from awm_mcp.replay.player import Halt, Player
from awm_mcp.replay.port import Observation, Progress, Repairer, ReplayRequest, SignIn
from awm_mcp.replay.staging.stage import Stage
from awm_mcp.replay.values.binding import Arguments
from awm_mcp.replay.values.needed_secrets import check_secrets
from awm_mcp.replay.values.secrets import Vault
from awm_mcp.replay.writing.read_guard import with_held
from awm_mcp.replay.writing.unsent import sent_by_steps
from awm_mcp.replay.writing.writes import hold_writes_back

if TYPE_CHECKING:
    from playwright.async_api import Page

_log = logging.getLogger(__name__)
HEARTBEAT_S = 4.0
_LED_ASTRAY = frozenset({"not_as_expected", "page_unreachable", "site_refused"})
"""Stops of a navigation that say that its address leads elsewhere by now."""


@dataclass
class _Told:
    """What was last said of the progress, for the heartbeat to say again."""

    progress: Progress | None
    total: int
    done: int = 0
    words: str = "opening the page"
    failed: bool = field(default=False)

    async def __call__(self, done: int, words: str) -> None:
        self.done, self.words = done, words
        await self.say()

    async def say(self) -> None:
        """Tells the caller where the replay is; a caller that cannot be told any more is left alone."""
        if self.progress is None or self.failed:
            return
        try:
            await self.progress(self.done, self.total, self.words)
        except Exception as gone:  # whatever is wrong with the caller's ear, what was begun is done and told
            self.failed = True
            _log.warning("progress is not heard any more: %s", gone)


@dataclass
class _Scene:
    """One replay with everything it holds; whoever made it closes it unless the page was kept."""

    request: ReplayRequest
    folder: RunFolder
    told: _Told
    began: float
    opened: OpenContext | None = None
    player: Player | None = None
    kept: bool = False
    sent: tuple[int, ...] = ()
    done: tuple[int, ...] = ()
    healed: tuple[Healed, ...] = ()
    ahead: Callable[[], None] | None = None
    sign_in: SignIn | None = None
    last: Page | None = None

    async def end(self, place: AsyncExitStack) -> None:
        """Does what the caller need not wait for: keeps the picture of the end, gives its place to the next, and closes."""
        try:
            async with place:
                if self.last is not None:
                    await self.folder.picture(self.last, None)
        finally:
            await self.close()

    async def close(self) -> None:
        """Closes the page unless it was kept, also when the replay was cancelled; the next one is made ready."""
        if self.opened is not None and not self.kept:
            with anyio.CancelScope(shield=True):
                await self.opened.close()
            if self.ahead is not None:
                self.ahead()


class PlaywrightReplayer:
    """Replays in real Chromium. See ``docs/replay.md`` for what it does and never does."""

    def __init__(
        self,
        settings: Settings,
        browsers: Browsers,
        vault: Vault,
        open_pages: OpenPages,
        repairer: Repairer | None = None,
    ) -> None:
        """``repairer``: asked for a missing target where the rules of repair have no choice."""
        self._settings, self._browsers, self._vault, self._pages = settings, browsers, vault, open_pages
        self._repairer = repairer
        self._afterwards = Afterwards()

    async def replay(
        self, request: ReplayRequest, progress: Progress | None = None, *, sign_in: SignIn | None = None
    ) -> Outcome:
        """Replays a workflow, at most once; never raises for what a page does, the Outcome says it."""
        told = _Told(progress, len(request.workflow.steps))
        folder = RunFolder(self._settings.runs_dir, request.run_id)
        scene = _Scene(request, folder, told, time.monotonic(), sign_in=sign_in)
        beat = asyncio.get_running_loop().create_task(_heartbeat(told))
        place = AsyncExitStack()
        try:
            await place.enter_async_context(self._browsers.place())
            outcome = await self._within_time(scene)
        except AwmError as problem:
            scene.last, outcome = None, _no_stage(scene, problem)
        except BaseException:
            scene.last = None
            await scene.end(place)
            raise
        finally:
            beat.cancel()
        if scene.last is None:
            await scene.end(place)
        else:
            self._afterwards.begin(request.run_id, scene.end(place))
        return self._clean(outcome)

    async def observe(self, run: Run, *, allow_writes: bool = False, sign_in: SignIn | None = None) -> Observation:
        """Follows a reported run literally, up to its first writing step unless writes are allowed, and enriches it."""
        async with self._browsers.place():
            http = http_login(self._settings, self._vault, run.origin)
            state = sign_in.state if sign_in is not None else None
            opened = await self._browsers.open_context(site=run.site, learning=True, http=http, state=state)
            try:
                page = await opened.context.new_page()
                sites = frozenset((run.site, site_of(run.origin)))
                stage = await Stage.on(opened.context, self._settings, sites, page, self._vault.redact)
                folder = RunFolder(self._settings.runs_dir, f"observe-{run.id or run.digest()}")
                observer = Observer(stage, run, self._vault, folder, sign_in)
                async with asyncio.timeout(self._settings.run_timeout_s):
                    seen = await observer.follow(allow_writes=allow_writes)
            except TimeoutError:
                late = f"not followed within {self._settings.run_timeout_s:g} s"
                return Observation(run=run, followed=0, complete=False, why=late)
            finally:
                await opened.close()
        hosts = tuple(sorted(opened.boundary.used))
        return seen.model_copy(update={"hosts": hosts})

    async def artifact(self, run_id: str, step: int | None = None, principal: str = "local") -> tuple[bytes, str] | None:
        """A screenshot kept of a replay (PNG bytes, mime type), of a step or of its end."""
        await self._afterwards.of(run_id)
        data = await asyncio.to_thread(RunFolder(self._settings.runs_dir, run_id).read, step)
        return None if data is None else (data, "image/png")

    def kept_arguments(self, handle: str, workflow: str, principal: str = "local") -> Mapping[str, str | list[str]]:
        """See :meth:`awm_mcp.replay.port.Replayer.kept_arguments`."""
        note = self._pages.peek(handle, principal).note
        return note.arguments if note.workflow == workflow else {}

    async def settled(self, run_id: str | None = None) -> None:
        """Returns when nothing is left to do of a replay whose outcome is known; without a name, of any."""
        await (self._afterwards.settled() if run_id is None else self._afterwards.of(run_id))

    async def close(self) -> None:
        """Ends the browser; nothing is left running."""
        await self._afterwards.close()
        await self._pages.close_all()
        await self._browsers.close()

    async def _within_time(self, scene: _Scene) -> Outcome:
        with anyio.move_on_after(self._settings.run_timeout_s) as scope:
            return await self._played(scene)
        if not scope.cancelled_caught or scene.player is None:
            return _no_stage(scene, StepStopped("run_timeout", seen="no page was opened in time"))
        late = StepStopped(
            "run_timeout", status="unknown" if scene.player.wrote else "step_failed",
            expected=f"the whole run within {self._settings.run_timeout_s:g} s", seen="it takes longer",
        )  # fmt: skip
        return await self._stop(scene, scene.player, late)

    async def _played(self, scene: _Scene) -> Outcome:
        from playwright.async_api import Error

        player = await self._set_stage(scene)
        try:
            await self._run_either_way(scene, player)
        except Halt as halt:
            return await self._halted(scene, player, halt)
        except AwmError as problem:
            return await self._stop(scene, player, problem)
        except Error as broken:
            return await self._stop(scene, player, stop_for(broken, "the step"))
        return await self._done(scene, player)

    async def _set_stage(self, scene: _Scene) -> Player:
        request, flow = scene.request, scene.request.workflow
        sites = frozenset((flow.site, site_of(request.origin), *request.hosts, *flow.hosts))
        page: Page | None = None
        if request.resume is not None:
            note = self._pages.peek(request.resume, request.principal).note
            if goes_on_after_another(request, note):
                note = note.model_copy(update={"sent": (), "done": (), "healed": (), "options": (), "step": 0})
            scene.sent, scene.done, scene.healed = note.sent, note.done, note.healed
            not_twice(request, scene.sent)
            only_what_was_offered(request, note)
            kept = self._pages.take(request.resume, request.principal, request.run_id)
            kept.note = kept.note.model_copy(update={"workflow": flow.name})  # what is recorded of it is a part from now on
            scene.opened, page = kept.opened, kept.page
        else:
            check_secrets(flow, self._vault, until_write=request.until_write or request.dry_run)
            hosts = (site_of(request.origin), *request.hosts, *flow.hosts)
            http = http_login(self._settings, self._vault, request.origin)
            scene.opened = await self._browsers.open_context(
                site=flow.site, hosts=hosts, downloads=scene.folder.downloads, http=http,
                state=scene.sign_in.state if scene.sign_in is not None else None,
            )  # fmt: skip
            scene.ahead = partial(self._browsers.make_ahead, site=flow.site, hosts=hosts, http=http)
            page = scene.opened.blank
        stage = await Stage.on(scene.opened.context, self._settings, sites, page, self._vault.redact)
        stage.repairer = self._repairer
        arguments = Arguments.of(flow, request.arguments, self._vault)
        scene.player = Player(stage, request, arguments, scene.folder, scene.told)
        scene.player.healed_targets.extend(scene.healed)
        if scene.sign_in is not None:
            _watch_sign_in(scene.player, scene.sign_in)
        return scene.player

    async def _run_either_way(self, scene: _Scene, player: Player) -> None:
        """Runs a workflow; one whose address stands for steps in the interface once more by these, when it led astray."""
        try:
            await self._run(scene, player)
        except StepStopped as stop:
            if not _may_go_by_interface(player, stop):
                raise
            player.begin_in_interface()
            await self._run(scene, player)

    async def _run(self, scene: _Scene, player: Player) -> None:
        request = scene.request
        start = request.from_step or 1
        await hold_writes_back(player)
        if request.resume is None:
            await self._open_start(player)
            await check_start(player)
        try:
            await player.play(start)
            check_asked(player.stage, "no question after the last step")
            await check_end(player)
        finally:
            player.watch.end()

    async def _open_start(self, player: Player) -> None:
        first = next((s.action for s in player.steps if s.action is not None), None)
        goes = first is not None and first.type == "goto" and not player.in_interface
        if goes and (player.request.from_step or 1) == 1:
            return  # the first step opens the start page itself
        request = player.request
        address = player.arguments.address(request.workflow.start)
        await open_address(player.stage, begun_at(request.start_url, full_address(request.origin, address)))

    async def _done(self, scene: _Scene, player: Player) -> Outcome:
        await scene.told(len(player.steps), "done")
        if player.sign_in is not None:
            await player.sign_in.ended()
        handle = self._keep_open(scene, player, 0, (), ended=True) if scene.request.leaves_page else None
        ttl_s = self._settings.handle_ttl_s
        on = how_to_go_on_from(scene.request, handle, ttl_s) if handle is not None else nothing_left(scene.request)
        on += left_out(_done_by(scene, player), len(player.steps))
        return await self._outcome(scene, player, "ok", {"handle": handle, "next": on})

    async def _halted(self, scene: _Scene, player: Player, halt: Halt) -> Outcome:
        on = "run it without this limit to go on"
        if scene.request.dry_run:
            before = f"everything up to step {player.step - 1} works" if player.step > 1 else "the start page is there"
            on = (
                f"the dry run is done: {before}, nothing that writes was sent; step {player.step} would write: "
                "call without dry_run to do it"
            )
        if _wrote_unseen(player):
            on = f"step {player.step} was done, and only then it was seen that it writes: look at the site"
        stop = StepStopped(halt.code, expected="nothing that writes", seen=halt.why, next=on)
        stopped = await stopped_at(player.stage, player.step, player.steps, player.arguments, stop)
        # One that was held back in time is not a question to a person: all that was asked for is done.
        status: Status = "dry_run" if scene.request.dry_run and not _wrote_unseen(player) else "confirmation_required"
        return await self._outcome(scene, player, status, {"stopped": stopped, "next": on})

    async def _stop(self, scene: _Scene, player: Player, problem: AwmError) -> Outcome:
        problem = unsure_after_sending(player, problem)
        status: Status = _status(problem)
        if player.sign_in is not None:
            await player.sign_in.stopped(problem)
        number = max(player.step, 1)
        done = player.done >= number
        stopped = await stopped_at(player.stage, number, player.steps, player.arguments, problem, done=done)
        usable = problem.code != "page_crashed" and not player.stage.shows_no_document
        handle = self._keep_open(scene, player, number, stopped.options) if usable else None
        if status == "target_not_found" and (check := about_the_value(player.steps, stopped, scene.request.arguments)):
            problem.next = f"{check}; if it is right, {problem.next}"
        if taken := how_to_take_an_option(player.steps, stopped, status):
            problem.next = f"{problem.next}; {taken}"
        on = _how_on(problem, handle, _go_on_at(player, number), len(player.steps), sent=bool(player.sent))
        extra = {"stopped": stopped, "handle": handle, "next": on}
        return await self._outcome(scene, player, status, extra)

    def _keep_open(
        self, scene: _Scene, player: Player, number: int, options: tuple[str, ...], *, ended: bool = False
    ) -> str | None:
        request = scene.request
        if not request.keep_page or scene.opened is None or not scene.opened.alive or player.stage.page.is_closed():
            return None
        note = PageNote(
            site=request.workflow.site, origin=request.origin, run_id=request.run_id, workflow=request.workflow.name,
            version=request.workflow.version, step=number, arguments=request.arguments, options=options,
            sent=tuple(sorted({*scene.sent, *player.sent})), done=_done_by(scene, player),
            healed=tuple(player.healed_targets), ended=ended,
        )  # fmt: skip
        scene.kept = True
        return self._pages.add(scene.opened, player.stage.page, note, request.principal)

    async def _outcome(self, scene: _Scene, player: Player, status: Status, extra: dict[str, Any]) -> Outcome:
        number = None if status == "ok" else max(player.step, 1)
        page, asked = player.stage.page, player.stage.state(text=status == "ok")
        later = status == "ok" and not scene.kept and not page.is_closed()
        shot = scene.folder.later() if later else scene.folder.picture(page, number)
        picture, state = await together(shot, asked)
        state = with_afterwards(player, state) if status == "ok" else state
        kept = [picture]
        if scene.opened is not None:
            kept += [f"downloads/{path.name}" for path in await scene.opened.saved_downloads()]
        flow, scene.last = scene.request.workflow, page if later else None
        return Outcome(
            run_id=scene.request.run_id, workflow=flow.name, version=flow.version, status=status,
            outputs=typed(player.outputs, flow.outputs), page=state,
            steps_done=len(_done_by(scene, player)), steps_total=len(player.steps),
            steps=with_held(one_row_a_step(player.rows, _by_other_steps(scene, player)), player.read_guard),
            healed=tuple(dict.fromkeys(player.healed)), healed_targets=tuple(player.healed_targets),
            sent=sent_by_steps(player) if status == "ok" else {}, end=player.seen_end if status == "ok" else None,
            dismissed=(*player.dismissed, *player.stage.dialogs.told),
            artifacts=tuple(name for name in kept if name), ms=round((time.monotonic() - scene.began) * 1000), **extra,
        )  # fmt: skip

    def _clean(self, outcome: Outcome) -> Outcome:
        """The outcome without any secret, wherever a page may have shown one; a target known by a secret is not kept."""
        clean = Outcome.model_validate(self._vault.redact_data(outcome.model_dump(mode="json")))
        known = tuple(one for one in clean.healed_targets if one in outcome.healed_targets)
        return clean.model_copy(update={"healed_targets": known})


def _wrote_unseen(player: Player) -> bool:
    return player.guard is not None and bool(player.guard.done)


def _done_by(scene: _Scene, player: Player) -> tuple[int, ...]:
    """The steps that this replay, and those that it went on from, did."""
    end = min(len(player.steps), max(0, player.step - 1, player.done))
    return done_in(scene.request.from_step or 1, end, scene.done)


def _by_other_steps(scene: _Scene, player: Player) -> frozenset[int]:
    """The numbers of the steps done by way of those that they stand for."""
    return frozenset(number for number in _done_by(scene, player) if player.steps[number - 1].instead)


def _watch_sign_in(player: Player, known: SignIn) -> None:
    """Has the replay's sign-in watched; what a sign-in before was given counts as used where its state is begun with."""
    player.sign_in = SigningIn(known, player.stage, player.arguments.types_a_secret)
    if known.state is not None:
        signing_in = [step.action for n, step in enumerate(player.steps, 1) if n in known.steps and step.action is not None]
        player.count_as_used(name for action in signing_in for used in action.all_values() for name in used.params)


def _status(problem: AwmError) -> Status:
    known: dict[str, Status] = {
        "precondition_failed": "precondition_failed", "target_not_found": "target_not_found",
        "ambiguous_target": "ambiguous_target",
        "postcondition_failed": "postcondition_failed", "needs_input": "needs_input", "unknown": "unknown",
    }  # fmt: skip
    return known.get(getattr(problem, "status", ""), "step_failed") if not isinstance(problem, Refused) else "step_failed"


def _how_on(problem: AwmError, handle: str | None, number: int, total: int, *, sent: bool) -> str:
    said = problem.as_data()["next"]
    if isinstance(problem, ValueRefused) and (handle is None or number > total):
        return f"{said}; or correct it by hand on the page, open as {handle}, then report" if handle else said
    if handle is None and sent and getattr(problem, "status", "") != "unknown":
        look = "something was sent before: look on the site whether it happened before doing anything again"
        return f"{said}; {look}" if said else look
    if handle is None:
        return said or "do the remaining steps by hand, or call again"
    if number > total:
        look = "" if "look" in said else ": look whether it happened"
        return f"{said}; the page is open as {handle}{look}; then report"
    call = f"run_workflow with resume={handle} and from_step={number}"
    by_hand = f"or from_step={number + 1} if you did step {number} yourself"
    if number == total:
        by_hand = f"step {number} is the last: if you did it yourself, only report_run is left"
    go_on = f"the page is open: act on it with the browser_* tools, then {call}{', ' if number < total else '; '}{by_hand}"
    return f"{said}; {go_on}" if said else go_on


def _may_go_by_interface(player: Player, stop: StepStopped) -> bool:
    """Whether the steps in the interface may be tried: nothing was sent, and nobody waits in the open page."""
    request, status = player.request, _status(stop)
    fresh = request.resume is None and (request.from_step or 1) == 1 and not player.in_interface
    clean = not (player.wrote or player.sent or player.stage.page.is_closed())
    led_astray = status in ("target_not_found", "ambiguous_target", "postcondition_failed") or stop.code in _LED_ASTRAY
    return request.workflow.by_address and fresh and clean and led_astray


def _go_on_at(player: Player, number: int) -> int:
    """The step to go on with: never one that was done or that sent something."""
    return max(number, player.done + 1, max(player.sent, default=0) + 1)


def _no_stage(scene: _Scene, problem: AwmError) -> Outcome:
    flow = scene.request.workflow
    data = problem.as_data()
    waits = problem.code in ("already_sent", "no_such_choice", "other_site_page", "page_busy")
    goes_on = waits or problem.code == "page_taken"
    number = (scene.request.from_step or 1) if goes_on else 1
    action = "go on in the open page" if goes_on else "open the start page"
    stopped = Stopped(step=number, action=action, code=problem.code, expected=data["expected"], seen=data["seen"])
    handle = scene.request.resume if waits else None
    return Outcome(
        run_id=scene.request.run_id, workflow=flow.name, version=flow.version, status=_status(problem), page=PageState(),
        steps_total=len(flow.steps), stopped=stopped, ms=round((time.monotonic() - scene.began) * 1000),
        next=data["next"] or "try again", handle=handle,
    )  # fmt: skip


async def _heartbeat(told: _Told) -> None:
    while True:
        await anyio.sleep(HEARTBEAT_S)
        await told.say()
