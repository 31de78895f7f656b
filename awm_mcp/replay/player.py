"""Plays a workflow's steps one after the other: optional ones, groups and repeated blocks included."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable, Iterable
from copy import copy
from functools import partial
from typing import Any

from awm_mcp.errors import StepStopped
from awm_mcp.model import Action, Expectation, FlowStep, Healed, StepDone
from awm_mcp.model.narrowing import without_absent
from awm_mcp.replay.actions import locate, perform
from awm_mcp.replay.actor import Actor
from awm_mcp.replay.binding import Arguments
from awm_mcp.replay.expectations import address_after, change_count, count_before, differ, drawn, wait_for
from awm_mcp.replay.faults import stop_for
from awm_mcp.replay.help import would_write
from awm_mcp.replay.honest_end import complaint, fold, messages, refusal_of, refused
from awm_mcp.replay.new_entry import unmet
from awm_mcp.replay.paging import turned
from awm_mcp.replay.pointer import needed
from awm_mcp.replay.port import ReplayRequest
from awm_mcp.replay.presence import first_there, is_there
from awm_mcp.replay.query import Query, query_of
from awm_mcp.replay.resolve import Found
from awm_mcp.replay.rows import row_texts
from awm_mcp.replay.run_folder import RunFolder
from awm_mcp.replay.settle import rest
from awm_mcp.replay.signing_in import SigningIn
from awm_mcp.replay.stage import Stage
from awm_mcp.replay.stops import needs_login, said_step
from awm_mcp.replay.writes import QUIET, WriteGuard, why_it_writes

CALM_MS = {"fill": 250, "press": 200, "select": 200}
OPTIONAL_WAIT_S = 1.5
SENDING = frozenset({"click", "dblclick", "press", "drag", "check", "upload"})
LATE_S = 1.0
"""What pages send some time after they were acted on: so long after the last step it is waited for, seconds."""
Told = Callable[[int, str], Awaitable[None]]


class Halt(Exception):
    """The replay goes no further on purpose: before a step that writes, in verification or a dry run."""

    def __init__(self, code: str, why: str) -> None:
        self.code, self.why = code, why
        super().__init__(why)


class Player:
    """One replay in progress. ``step`` is the number of the step in hand, ``rows`` the table of what was done.

    ``done``: the number of the last step that was done, also when what came of it stopped the replay; ``sent``: the steps
    that sent what they write. ``in_interface``: navigations that stand for steps in the interface are done by these.
    """

    def __init__(self, stage: Stage, request: ReplayRequest, arguments: Arguments, folder: RunFolder, told: Told) -> None:
        self.stage, self.request, self.arguments, self.folder, self._told = stage, request, arguments, folder, told
        self.steps = without_absent(request.workflow.steps, (*arguments.given, *arguments.secrets))
        self.step = 0
        self.rows: list[StepDone] = []
        self.outputs: dict[str, Any] = {}
        self.healed: list[str] = []
        self.healed_targets: list[Healed] = []
        self.dismissed: list[str] = []
        self.done = 0
        self.sent: set[int] = set()
        self.shown_before: frozenset[str] | None = None
        self.acted: tuple[float, str] | None = None
        self.guard: WriteGuard | None = None
        self.sign_in: SigningIn | None = None
        self.wrote = self.starts_with_target = self.in_interface = False
        self._last = ""
        self._judged: set[int] = set()
        self._skipped: set[str] = set()
        self._used: set[str] = set()

    async def play(self, start: int = 1) -> None:
        """Plays from a step on (1-based).

        Raises:
            AwmError: where and why it stopped; ``self.step`` says at which step.
            Halt: before a writing step that must not be done.
        """
        if self.guard is None and (self.request.until_write or self.request.dry_run):
            self.guard = WriteGuard()
            await self.guard.watch(self.stage.context)
        for number in range(start, len(self.steps) + 1):
            self.step = number
            await self._told(number - 1, said_step(self.steps[number - 1], self.arguments))
            await self._play(number, self.steps[number - 1], self.arguments)
        self.held_back()
        self.step = len(self.steps) + 1

    def count_as_used(self, names: Iterable[str]) -> None:
        """Arguments that were given to the site before this replay began."""
        self._used.update(names)

    def begin_in_interface(self) -> None:
        """Forgets what was done by address, so that the workflow is begun again by its steps in the interface."""
        self.in_interface = True
        self.step = self.done = self.stage.activity.step = 0
        self.rows, self.outputs, self.acted = [], {}, None
        self._used.clear()
        self._skipped.clear()
        self.stage.activity.refused.clear()

    def held_back(self) -> None:
        """Goes no further when something was kept from being sent.

        Raises:
            Halt: at the step that sent it.
        """
        if self.guard is not None and self.guard.stopped:
            self.step = max(1, self.stage.activity.step)
            self.done = min(self.done, self.step - 1)
            raise Halt("until_write", f"it sends {self.guard.stopped[0]}, which was held back")

    async def _play(self, number: int, step: FlowStep, arguments: Arguments) -> None:
        began = time.monotonic()
        try:
            note = await self._note(number, step, arguments)
        except StepStopped:
            if self.done == number == self.step and arguments is self.arguments:
                self._row(number, step, arguments, began, "done; what came of it was not as expected")
            raise
        self.done = max(self.done, number) if arguments is self.arguments else self.done
        self._row(number, step, arguments, began, note)

    async def _note(self, number: int, step: FlowStep, arguments: Arguments) -> str:
        if step.for_each is not None:
            return await self._repeat(number, step, arguments)
        if step.instead and self.in_interface:
            return await self._by_interface(number, step)
        if step.action is None or step.action.type == "stop":
            return ""
        return await turned(self, number, step, partial(self._guarded, number, step, step.action, arguments))

    def _row(self, number: int, step: FlowStep, arguments: Arguments, began: float, note: str) -> None:
        said = said_step(step, arguments)
        self.rows.append(StepDone(step=number, action=said, ms=round((time.monotonic() - began) * 1000), note=note))

    async def _guarded(self, number: int, step: FlowStep, action: Action, arguments: Arguments) -> str:
        from playwright.async_api import Error

        try:
            return await self._act(number, step, action, arguments)
        except Error as broken:
            raise self._dispatched(number, stop_for(broken, arguments.said_action(action))) from None
        except StepStopped as stop:
            self._dispatched(number, stop)
            if self.wrote and self.stage.activity.unanswered:
                raise no_answer(self.stage.activity.unanswered) from None
            if stop.code not in ("site_refused", "site_complained") and action.type != "goto":
                await self.check_refused()
            raise await self._login_or(stop, number) from None

    def _dispatched(self, number: int, stop: StepStopped) -> StepStopped:
        """Counts a step as done that was, or may have been, carried out before it stopped the replay."""
        busy, unsure = self.stage.activity, stop.status == "unknown"
        if unsure and not self._is_block(number):
            self.done = max(self.done, number)
        if busy.step == number and (unsure or (busy.sent and number in self._judged)):
            self.sent.add(number)
        if busy.sent and 0 < busy.step < number and self._sends(busy.step):
            self.sent.add(busy.step)
        return stop

    def _sends(self, number: int) -> bool:
        """Whether a step is of a kind that makes a page send what it holds when it is done again."""
        action = self.steps[number - 1].action
        return action is None or action.type in SENDING

    async def check_refused(self) -> None:
        """Stops at the step whose sending the site refused; pages that try again by themselves are given the time.

        Raises:
            StepStopped: ``site_refused``.
        """
        if refusal_of(self.stage) is None:
            return
        await rest(self.stage, 100, 2.0)
        refusal = refusal_of(self.stage)
        if refusal is not None:
            self.step = refusal.step
            if refusal.request.method != "GET":
                self.sent.add(refusal.step)
            raise await refused(self.stage, refusal)

    async def check_complaint(self, *, proven: bool = False) -> None:
        """Stops when a message that came with the last write complains.

        Raises:
            StepStopped: ``site_complained``, with status ``postcondition_failed``.
        """
        before, self.shown_before = self.shown_before, None
        if before is None:
            return
        said = await complaint(self.stage, before, self.request.workflow, self.arguments, proven=proven)
        if said:
            self.step = max(1, self.stage.activity.step)
            raise StepStopped(
                "site_complained", status="postcondition_failed", expected="no complaint of the page", seen=said,
                next="look whether it happened before doing anything again",
            )  # fmt: skip

    async def _login_or(self, stop: StepStopped, number: int) -> StepStopped:
        if stop.status != "target_not_found":
            return stop
        if not self._signs_in() and await needs_login(self.stage):
            return login_required(self.request.workflow.site, stop.expected, early=number <= 2)
        if self.starts_with_target and not self.rows and stop.code == "target_not_found" and not stop.candidates:
            return _wrong_start(stop.expected, stop.seen)  # with near elements it is the page, and it has changed
        return stop

    def _signs_in(self) -> bool:
        return any(p.secret for p in self.request.workflow.parameters)

    async def _act(self, number: int, step: FlowStep, action: Action, arguments: Arguments) -> str:
        if step.group is not None and step.group in self._skipped:
            return "skipped with its group"
        absent = [name for used in action.all_values() for name in arguments.missing(used)]
        if absent and action.type != "choose" and not self._required(absent):
            return f"skipped: no value for {absent[0]}"
        actor = self._actor(action, arguments, writes=step.writes)
        actor.leads_to = address_after(step.expect, arguments) if action.type == "click" else None
        if await self._may_be_skipped(number, step, actor, action):
            if step.group is not None:
                self._skipped.add(step.group)
            return "skipped: not shown"
        await self.check_refused()
        found = await locate(actor, action)
        await self.check_refused()
        await self.check_complaint(proven=self._proven(number - 1))
        self.held_back()
        if self.sign_in is not None:
            await self.sign_in.reached(number, action)
        writes = await self._check_write(actor, step, action, found)
        compares = (step.expect is not None and step.expect.changed) or number == self._final
        before = await count_before(self.stage.page) if compares else None
        if writes:
            self._judged.add(number)
            self.shown_before = frozenset(fold(one.text) for one in await messages(self.stage))
        self.stage.activity.step = number
        await self._perform(actor, action, found)
        self._performed(number, action, before, writes=writes)
        self._used.update(name for used in action.all_values() for name in used.params)
        await self._afterwards(step, action, arguments, before)
        self.outputs.update(actor.outputs)
        return "; ".join(actor.notes)

    def _performed(self, number: int, action: Action, before: str | None, *, writes: bool) -> None:
        if not self._is_block(number):
            self.done = number
        if writes or (self.stage.activity.sent and action.type in SENDING):
            self.sent.add(number)
        self.acted = (time.monotonic(), before) if number == self._final and before else None

    def _proven(self, number: int) -> bool:
        """Whether the text that a step was seen to bring was waited for."""
        seen = self.steps[number - 1].expect if number else None
        return seen is not None and seen.text is not None

    @property
    def _final(self) -> int:
        """The number of the last step, if it acts on the page; else 0."""
        last = next(((n, s.action) for n, s in _backwards(self) if s.action is None or s.action.type != "stop"), (0, None))
        return last[0] if last[1] is not None and last[1].type not in QUIET else 0

    async def _may_be_skipped(self, number: int, step: FlowStep, actor: Actor, action: Action) -> bool:
        """Whether an optional step is not shown, and nothing the caller wants is lost without it."""
        if not step.optional or action.target is None or await self._is_shown(number, step, actor, action):
            return False
        return not self._loses_an_argument(number, action, actor.arguments)

    def _loses_an_argument(self, number: int, action: Action, arguments: Arguments) -> bool:
        """Whether skipping a step would leave a value of the caller unused: then the step is not optional after all."""
        names = {name for used in action.all_values() for name in used.params if name in arguments.given}
        rest_of_it = [s.action for s in self.steps[number:] if s.action is not None]
        later = {name for following in rest_of_it for used in following.all_values() for name in used.params}
        return bool(names - self._used - later)

    def _required(self, names: list[str]) -> bool:
        known = [self.request.workflow.parameter(name) for name in names]
        return any(p is None or p.required for p in known)

    def _actor(self, action: Action, arguments: Arguments, *, writes: bool = False) -> Actor:
        """An actor for the step in hand; what it heals and dismisses is told also when it stops."""
        asked, destroys = self.request, writes and self.request.workflow.risk == "destructive"
        return Actor(
            self.stage, arguments, asked.origin, self.folder.path, start_url=None if self.done else asked.start_url,
            calm=CALM_MS.get(self._last, 150), step=self.step, writes=writes, repair="off" if destroys else asked.repair,
            careful=asked.workflow.risk != "read",
            healed=self.healed, dismissed=self.dismissed, healed_targets=self.healed_targets,
            accepted=asked.choice if self.step == asked.from_step else None, examples=asked.workflow.read_before(action),
        )  # fmt: skip

    async def _perform(self, actor: Actor, action: Action, found: Found | None) -> None:
        if self.guard is None:
            await perform(actor, action, found)
            return
        self.guard.begin(action.type, signing_in=found is not None and await needs_login(self.stage))
        try:
            await perform(actor, action, found)
            await rest(self.stage, 150, 2.0)
        finally:
            self.guard.end(action.type)
        self.held_back()

    async def _check_write(self, actor: Actor, step: FlowStep, action: Action, found: Found | None) -> bool:
        why = await why_it_writes(actor, action, found) if self.guard is not None or not step.writes else ""
        if self.guard is not None and (step.writes or why):
            code = "dry_run" if self.request.dry_run else "until_write"
            raise Halt(code, why or "the workflow says that this step writes")
        if why and not step.writes and actor.taken is not None and (stop := would_write(actor.taken, why)):
            raise stop
        self.wrote = self.wrote or step.writes or bool(why)
        return step.writes or bool(why)

    async def _afterwards(self, step: FlowStep, action: Action, arguments: Arguments, before: str | None) -> None:
        self._last = action.type
        self.stage.check_site()
        if step.expect is None or (action.type == "fill" and step.expect.changed):
            return await drawn(self.stage.page, before) if step.expect is not None else None
        lacking = await wait_for(self.stage, step.expect, arguments, self.stage.settings.step_timeout_s, before)
        self.stage.check_site()
        if lacking:
            await unmet(self, step, arguments, lacking, _words(step.expect, arguments))

    async def _is_shown(self, number: int, step: FlowStep, actor: Actor, action: Action) -> bool:
        """Whether an optional step's target shows up in time; what comes after it showing first ends the wait."""
        following = [s for s in self.steps[number:] if not s.optional and (s.group is None or s.group != step.group)]
        upcoming = following[0].action if following else None
        wanted = actor.query(action.target, action.type) if action.target is not None else None
        if wanted is None:
            return True
        then = None
        if upcoming is not None and upcoming.target is not None and not _lacks(upcoming, self.arguments):
            then = actor.query(upcoming.target, upcoming.type)
        return await first_there(self.stage, wanted, then, OPTIONAL_WAIT_S)

    def query_for(self, action: Action) -> Query:
        """The question for an action's target, without waiting for calm."""
        return query_of(needed(action), self.arguments, action.type, hidden_ok=True)

    def _is_block(self, number: int) -> bool:
        """Whether a step consists of others, so that it is not done when one of them is."""
        step = self.steps[number - 1]
        return step.for_each is not None or (bool(step.instead) and self.in_interface)

    async def _by_interface(self, number: int, step: FlowStep) -> str:
        within = copy(self.arguments)
        for one in step.instead:
            await self._play(number, one, within)
        return "the address did not lead there; done in the interface"

    async def _repeat(self, number: int, step: FlowStep, arguments: Arguments) -> str:
        block = step.for_each
        if block is None:
            return ""
        if block.parameter is not None:
            given = arguments.given.get(block.parameter, [])
            items = list(given) if isinstance(given, list) else [given]
        else:
            items = await row_texts(self.stage, block.rows, self._actor(Action(type="scroll"), arguments))
        for item in items[: block.most]:
            inner = arguments.with_item(block.item, item)
            self._skipped.clear()
            for one in block.steps:
                await self._play(number, one, inner)
        left = len(items) - block.most
        return f"{min(len(items), block.most)} times" + (f"; {left} more were left out" if left > 0 else "")


async def check_start(player: Player) -> None:
    """Whether the page is the one that the workflow starts on.

    Raises:
        StepStopped: ``login_required`` or ``wrong_start``, with status ``precondition_failed``.
    """
    flow, stage = player.request.workflow, player.stage
    first = next((s.action for s in flow.steps if s.action is not None and s.action.target is not None), None)
    start = flow.precondition
    if start is not None and first is not None and start.target is not None and start.target == first.target:
        start = start.model_copy(update={"target": None})  # the first step looks for it, with all the help there is
        player.starts_with_target = True
    if start is not None:
        lacking = await wait_for(stage, start, player.arguments, min(5.0, stage.settings.step_timeout_s))
        if lacking:
            if await needs_login(stage) and not any(p.secret for p in flow.parameters):
                raise login_required(flow.site, _words(start, player.arguments), early=True)
            raise _wrong_start(_words(start, player.arguments), lacking)
    if any(p.secret for p in flow.parameters) or not await needs_login(stage):
        return
    if first is None or first.target is None or _lacks(first, player.arguments):
        return
    if not await is_there(stage, player.query_for(first)):
        raise login_required(flow.site, first.words(), early=True)


async def check_end(player: Player) -> None:
    """Whether the end state is the one that the source runs showed.

    Raises:
        StepStopped: ``postcondition_failed``; ``site_refused``; ``site_complained``;
            ``no_answer`` with status ``unknown``, when a write was never answered.
    """
    expected = _still_to_see(player)
    in_place = player.wrote and not player.stage.activity.documents  # a new document is the answer to what was sent
    await rest(player.stage, 150 if in_place else 0, 6.0)
    await _sent_late(player)
    player.held_back()
    await _answered(player)
    await player.check_refused()
    player.stage.check_site()
    lacking = ""
    if expected is not None:
        lacking = await wait_for(player.stage, expected, player.arguments, player.stage.settings.step_timeout_s)
        await player.check_refused()
    end = player.request.workflow.postcondition
    await player.check_complaint(proven=not lacking and end is not None and end.text is not None)
    if lacking and expected is not None:
        raise StepStopped(
            "postcondition_failed", status="postcondition_failed", expected=_words(expected, player.arguments), seen=lacking,
            next="look whether the task is done before doing anything again",
        )  # fmt: skip


def _still_to_see(player: Player) -> Expectation | None:
    """The end state without the text that the last step was seen to bring: messages of success are gone in seconds."""
    end = player.request.workflow.postcondition
    number, last = next(((n, s) for n, s in _backwards(player) if s.action is None or s.action.type != "stop"), (0, None))
    if end is None or end.text is None or last is None or last.expect is None or last.expect.text != end.text:
        return end
    if not any(row.step == number and not row.note.startswith("skipped") for row in player.rows):
        return end
    return end.model_copy(update={"text": None})


def _backwards(player: Player) -> list[tuple[int, FlowStep]]:
    return [*enumerate(player.steps, start=1)][::-1]


async def _sent_late(player: Player) -> None:
    """Gives a page that the last step changed, without asking anything of the site, the time to send what it holds."""
    activity, acted = player.stage.activity, player.acted
    if acted is None or activity.caused or player.stage.page.is_closed():
        return
    if not differ(acted[1], await change_count(player.stage.page)):
        return
    if await activity.until_sent(acted[0] + LATE_S):
        player.wrote = True
        player.sent.add(activity.step)
        await rest(player.stage, 0, 2.0)


async def _answered(player: Player) -> None:
    """Waits for the answer to what was written, as long as for a page."""
    activity, deadline = player.stage.activity, time.monotonic() + player.stage.settings.navigation_timeout_s
    while player.wrote and activity.unanswered:
        if time.monotonic() > deadline:
            raise no_answer(activity.unanswered)
        await activity.wait_change(0.1)


def no_answer(sent: str) -> StepStopped:
    """The stop for a write that may have happened."""
    return StepStopped(
        "no_answer", status="unknown", expected="an answer of the site to what was sent", seen=f"{sent} is not answered yet",
        next="look at the site whether it happened before doing anything again; it is not sent twice",
    )  # fmt: skip


def _wrong_start(expected: str, seen: str) -> StepStopped:
    return StepStopped("wrong_start", status="precondition_failed", expected=expected, seen=seen)


def login_required(site: str, expected: str, *, early: bool) -> StepStopped:
    """The stop for a page that asks to sign in."""
    return StepStopped(
        "login_required", status="precondition_failed" if early else "step_failed", expected=expected,
        seen="the site asks to sign in", next=f"run `awm-mcp login {site}`, or sign in on the open page and resume",
    )  # fmt: skip


def _lacks(action: Action, arguments: Arguments) -> bool:
    return any(arguments.missing(v) for v in (action.target.values if action.target else ()))


def _words(expected: Expectation, arguments: Arguments) -> str:
    said = expected.model_copy(
        update={
            "url": arguments.said(expected.url) if expected.url else None,
            "text": arguments.said(expected.text) if expected.text else None,
        }
    )
    return said.words()
