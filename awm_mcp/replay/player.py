"""Plays a workflow's steps one after the other: optional ones, groups and repeated blocks included."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable, Iterable
from copy import copy
from functools import partial
from typing import Any

from awm_mcp.errors import StepStopped
from awm_mcp.model import Action, FlowStep, Healed, SeenEnd, StepDone
from awm_mcp.model.narrowing import without_absent
from awm_mcp.replay.acting.actions import check_asked, only_looks, perform
from awm_mcp.replay.acting.actor import Actor
from awm_mcp.replay.acting.already_open import is_open_already
from awm_mcp.replay.acting.other_widgets import OtherWidgets
from awm_mcp.replay.acting.pointer import needed
from awm_mcp.replay.acting.rows import row_texts
from awm_mcp.replay.acting.shown_state import Kept
from awm_mcp.replay.browsing.faults import stop_for
from awm_mcp.replay.browsing.run_folder import RunFolder
from awm_mcp.replay.browsing.together import nothing, together
from awm_mcp.replay.judging.acted_rows import ActedRows
from awm_mcp.replay.judging.already_shown import AlreadyShown
from awm_mcp.replay.judging.dragged import Dragged
from awm_mcp.replay.judging.ending import backwards, before_sending, check_sent, right_before_sending
from awm_mcp.replay.judging.form_back import Filled
from awm_mcp.replay.judging.found_so import FoundSo
from awm_mcp.replay.judging.get_writes import CLICKS, GetWatch
from awm_mcp.replay.judging.honest_end import refusal_of
from awm_mcp.replay.judging.left_behind import found_after_judging
from awm_mcp.replay.judging.new_entry import unmet
from awm_mcp.replay.judging.other_ticks import OtherTicks
from awm_mcp.replay.judging.other_values import OtherValues
from awm_mcp.replay.judging.paging import turned
from awm_mcp.replay.judging.pictured import SeenAnew
from awm_mcp.replay.judging.refused_in_answer import check_answers
from awm_mcp.replay.judging.refused_value import refused
from awm_mcp.replay.judging.said_beside_field import hopeless
from awm_mcp.replay.judging.sent_otherwise import MeantRows
from awm_mcp.replay.judging.signing_in import SigningIn
from awm_mcp.replay.judging.start_page import explained
from awm_mcp.replay.judging.stops import asked_login, no_answer, said_step
from awm_mcp.replay.judging.taken_back import SetStates
from awm_mcp.replay.judging.unseen_end import UnseenEnd
from awm_mcp.replay.judging.watching import Watch
from awm_mcp.replay.port import SENDS, UNTIL_WRITE, ReplayRequest
from awm_mcp.replay.staging.settle import rest
from awm_mcp.replay.staging.stage import Stage
from awm_mcp.replay.targets.expectations import address_after, count_before, drawn, wait_for, words_of
from awm_mcp.replay.targets.help import would_write
from awm_mcp.replay.targets.obstacles import own_dialogs
from awm_mcp.replay.targets.presence import first_there
from awm_mcp.replay.targets.query import Query, query_of
from awm_mcp.replay.targets.resolve import Found
from awm_mcp.replay.values.binding import Arguments
from awm_mcp.replay.values.unasked import skipped_with, unasked
from awm_mcp.replay.writing.late import SAVING, saved
from awm_mcp.replay.writing.read_guard import ReadGuard, is_read, unexpected
from awm_mcp.replay.writing.unsent import Unsent
from awm_mcp.replay.writing.writes import QUIET, WriteGuard, hold_writes_back, why_it_writes

CALM_MS = {"fill": 250, "press": 200, "select": 200}
OPTIONAL_WAIT_S = 1.5
SENDING = frozenset({"click", "dblclick", "press", "drag", "check", "upload"})
Told = Callable[[int, str], Awaitable[None]]


class Halt(Exception):
    """The replay goes no further on purpose: before a step that writes, in verification or a dry run."""

    def __init__(self, code: str, why: str) -> None:
        self.code, self.why = code, why
        super().__init__(why)


class Player:
    """One replay in progress. ``step`` is the number of the step in hand, ``rows`` the table of what was done.

    ``done``: the number of the last step that was done, also when what came of it stopped the replay; ``sent``: the steps
    that sent what they write; ``saving``: the last field that sends its text by itself, and how much was sent before it;
    ``touched``: how many pages had come before the last step that acted on one.
    ``in_interface``: navigations that stand for steps in the interface are done by these.
    """

    def __init__(self, stage: Stage, request: ReplayRequest, arguments: Arguments, folder: RunFolder, told: Told) -> None:
        self.stage, self.request, self.arguments, self.folder, self._told = stage, request, arguments, folder, told
        self.steps = without_absent(request.workflow.steps, (*arguments.given, *arguments.secrets))
        stage.own_dialogs = own_dialogs(self.steps)
        self.step = 0
        self.rows: list[StepDone] = []
        self.outputs: dict[str, Any] = {}
        self.healed, self.dismissed = list[str](), list[str]()
        self.healed_targets: list[Healed] = []
        self.done = 0
        self.sent: set[int] = set()
        self.shown_before: frozenset[str] | None = None
        self.watch = Watch(stage)
        self.sent_from = ""
        self.asked_before = self.entry_elsewhere = False
        self.said_afterwards, self.told_at_end = list[str](), list[str]()
        self.filled, self.found_so = Filled(), FoundSo()
        self.already_shown, self.unseen_end = AlreadyShown(), UnseenEnd()
        self.other_ticks, self.widgets = OtherTicks(), OtherWidgets()
        self.states, self.unsent, self.acted_rows, self.dragged = SetStates(stage), Unsent(), ActedRows(), Dragged()
        self.other_values, self.seen_anew, self.meant_rows = OtherValues(), SeenAnew(), MeantRows()
        self.seen_end: SeenEnd | None = None
        self.judged: set[int] = set()
        self.acted: tuple[float, str] | None = None
        self.saving: tuple[int, int] | None = None
        self.touched = -1
        self.guard: WriteGuard | None = None
        self.read_guard: ReadGuard | None = None
        self.sign_in: SigningIn | None = None
        self._last, self.wrote = "", False
        self.starts_with_target = self.in_interface = False
        self._skipped: set[str] = set()
        self._used: set[str] = set()

    async def play(self, start: int = 1) -> None:
        """Plays from a step on (1-based).

        Raises:
            AwmError: where and why it stopped; ``self.step`` says at which step.
            Halt: before a writing step that must not be done.
        """
        await hold_writes_back(self)
        if self.read_guard is None and is_read(self.request):
            self.read_guard = ReadGuard()
            await self.read_guard.watch(self.stage)
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

    def held_back(self, *, stopping: bool = False) -> None:
        """Goes no further when something was kept from being sent. ``stopping``: the step in hand cannot be done.

        Raises:
            Halt: at the step that sent it.
            StepStopped: ``unexpected_write``, in a call of what only reads.
        """
        if self.read_guard is not None and (kept := self.read_guard.withheld(stopping=stopping)):
            self.step = max(1, self.stage.activity.step)
            self.done = min(self.done, self.step - 1)
            self.sent.discard(self.step)
            raise unexpected(kept)
        if self.guard is not None and self.guard.said:
            self.step = max(1, self.stage.activity.step)
            self.done = min(self.done, self.step - 1) if self.guard.stopped else self.done
            raise Halt("dry_run" if self.request.dry_run else SENDS, self.guard.said)

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
            if stop.code != "unexpected_write":
                self.held_back(stopping=True)
            if self.wrote and self.stage.activity.unanswered:
                raise no_answer(self.stage.activity.unanswered) from None
            if stop.code not in ("site_refused", "site_complained") and action.type != "goto":
                await self.check_refused()
            raise await explained(self, stop, number) from None

    def _dispatched(self, number: int, stop: StepStopped) -> StepStopped:
        """Counts a step as done that was, or may have been, carried out before it stopped the replay."""
        busy, unsure = self.stage.activity, stop.status == "unknown" and self.step == number
        if unsure and not self._is_block(number):
            self.done = max(self.done, number)
        if busy.step == number and (unsure or (busy.sent and number in self.judged)):
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
        await check_answers(self)
        if refusal_of(self.stage) is None:
            return
        await rest(self.stage, 100, 2.0)
        refusal = refusal_of(self.stage)
        if refusal is not None:
            self.step = refusal.step
            if refusal.request.method != "GET":
                self.sent.add(refusal.step)
            raise await refused(self, refusal)

    async def check_complaint(self) -> None:
        """Stops when a message that came with the last write complains.

        Raises:
            StepStopped: ``site_complained``, with status ``postcondition_failed``.
        """
        await check_sent(self, proven=False)

    async def _act(self, number: int, step: FlowStep, action: Action, arguments: Arguments) -> str:
        if step.group is not None and step.group in self._skipped:
            return "skipped with its group"
        if left_out := unasked(step, action, arguments, self.request.workflow):
            return f"skipped: no value for {left_out}"
        if self.read_guard is not None:
            self.read_guard.at(step)
        actor = self._actor(action, arguments, writes=step.writes)
        actor.expects, actor.optional, actor.hopeless = step.expect, step.optional, hopeless(self, stops=True)
        actor.leads_to = address_after(step.expect, arguments) if action.type == "click" else None
        if await self._may_be_skipped(number, step, actor, action):
            self._skipped |= skipped_with(step, arguments, self.request.workflow)
            return "skipped: not shown"
        action, found = await self._located(number, step, actor, action)
        if actor.left:
            return "; ".join(actor.notes)
        if self.sign_in is not None:
            await self.sign_in.reached(number, action)
        writes = await self._check_write(actor, step, action, found)
        await self.other_ticks.check(self, action, found)
        await self._note_page(number, step, action, arguments, writes=writes)
        looks = only_looks(action, self.stage.activity)
        found = found.aged() if found is not None and (writes or self.sign_in is not None) else found
        await self.acted_rows.note(self, actor, action, found)
        await self.dragged.note(self, action, found)
        compares = (step.expect is not None and step.expect.changed) or number == self._final
        begun, before = await self._noted(actor, action, found, writes=writes, compares=compares)
        actor.reads_back = partial(self._read_along, begun, action, found)
        sent_before = self.stage.activity.writes
        self.stage.activity.step = self.stage.activity.step if looks else number
        self.stage.activity.writing = writes
        await self.states.leave(self, found, writes=writes)
        if action.type not in QUIET:
            self.touched = self.stage.activity.pages
        await self._perform(actor, action, found)
        actor.reads_back = None
        done = self.states.after(self, begun, actor, action)
        await together(done, self.unsent.done(actor, number, step, action, found))
        self.already_shown.note(action, actor)
        self.found_so.note(actor)
        self._performed(number, action, before, writes=writes)
        if writes and action.type in SAVING and not actor.already:
            self.saving = (number, sent_before)
        self._used.update(name for used in action.all_values() for name in used.params)
        await self._afterwards(step, actor, action, None if actor.already else before)
        await self.acted_rows.check_goes(self, step, actor)
        self.outputs.update(actor.outputs)
        return "; ".join(actor.notes)

    async def _located(self, number: int, step: FlowStep, actor: Actor, action: Action) -> tuple[Action, Found | None]:
        """The element of a step, and the action as it is done there; what was done before is judged meanwhile."""
        await self.check_refused()
        if action.type != "fill":
            await saved(self)
        action, found = await self.widgets.located(actor, action, self.steps, number)
        await self.check_refused()
        check_asked(self.stage, f"no question before {actor.arguments.said_action(action)}")
        found = await found_after_judging(self, step, actor, action, found)
        self.held_back()
        return action, found

    async def _note_page(self, number: int, step: FlowStep, action: Action, arguments: Arguments, *, writes: bool) -> None:
        """Notes what the page is like before a step, by which what comes of it is told."""
        if writes:
            self.judged.add(number)
            await before_sending(self, step, action, arguments)
            return
        if action.type not in QUIET:
            await self.seen_anew.note(self)
        if action.type != "fill":
            await self.already_shown.passed.note(self)
            await self.unseen_end.note(self)

    async def _noted(
        self, actor: Actor, action: Action, found: Found | None, *, writes: bool, compares: bool
    ) -> tuple[Kept | None, str | None]:
        """What is noted right before a step, asked in one message: the state that it changes, and how the page is."""
        sending = right_before_sending(self) if writes else nothing()
        asked = self.states.before(self, actor, action, found, writes=writes)
        count = count_before(self.stage.page) if compares else nothing()
        others = together(
            self.unsent.begin(self.stage, action, found), self.other_values.note(self, action, found),
            self.meant_rows.note(self, action, found),
        )  # fmt: skip
        _, begun, before, _ = await together(sending, asked, count, others)
        return begun, before

    def _read_along(self, begun: Kept | None, action: Action, found: Found | None) -> None:
        self.states.read_along(begun)
        self.unsent.read_along(action, found)

    def _performed(self, number: int, action: Action, before: str | None, *, writes: bool) -> None:
        if not self._is_block(number):
            self.done = number
        if writes or (self.stage.activity.sent and action.type in SENDING):
            self.sent.add(number)
        self.acted = (time.monotonic(), before) if number == self._final and before else None

    @property
    def _final(self) -> int:
        """The number of the last step, if it acts on the page; else 0."""
        last = next(((n, s.action) for n, s in backwards(self) if s.action is None or s.action.type != "stop"), (0, None))
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

    def _actor(self, action: Action, arguments: Arguments, *, writes: bool = False) -> Actor:
        """An actor for the step in hand; what it heals and dismisses is told also when it stops."""
        asked, destroys = self.request, writes and self.request.workflow.risk == "destructive"
        return Actor(
            self.stage, arguments, asked.origin, self.folder.path, start_url=None if self.done else asked.start_url,
            calm=CALM_MS.get(self._last, 150), step=self.step, writes=writes, repair="off" if destroys else asked.repair,
            careful=asked.workflow.risk != "read", guarded=self.guard is not None or self.read_guard is not None,
            healed=self.healed, dismissed=self.dismissed, healed_targets=self.healed_targets,
            accepted=asked.choice if self.step == asked.from_step else None, examples=asked.workflow.read_before(action),
        )  # fmt: skip

    async def _perform(self, actor: Actor, action: Action, found: Found | None) -> None:
        following = self.steps[self.step :] if self.steps[self.step - 1].action is action else ()
        if await is_open_already(self.stage, action, found, following, actor):
            return
        if self.guard is None:
            await self._perform_called(actor, action, found)
            return
        self.guard.begin(action.type, signing_in=await asked_login(self.stage, found))
        watch = await GetWatch.on(self.stage, found) if action.type in CLICKS else None
        try:
            await perform(actor, action, found)
            await rest(self.stage, 150, 2.0)
            if watch is not None and (asked := await watch.changed()):
                self.guard.done.append(asked)
        except StepStopped:
            self.held_back()
            raise
        finally:
            self.guard.end(action.type)
        self.held_back()

    async def _perform_called(self, actor: Actor, action: Action, found: Found | None) -> None:
        guard = self.read_guard
        if guard is not None:
            await guard.ready(action.type)
            guard.begin(action.type, signing_in=await asked_login(self.stage, found))
        try:
            await perform(actor, action, found)
        finally:
            if guard is not None:
                guard.end(action.type)

    async def _check_write(self, actor: Actor, step: FlowStep, action: Action, found: Found | None) -> bool:
        why = await why_it_writes(actor, action, found) if self.guard is not None or not step.writes else ""
        if self.guard is not None and (step.writes or why):
            if action.type == "drag" and action.to is not None:
                await actor.find(action.to, action.type)  # a proof looks at where it leads, too
            code = "dry_run" if self.request.dry_run else UNTIL_WRITE
            raise Halt(code, why or "the workflow says that this step writes")
        if why and not step.writes and actor.taken is not None and (stop := would_write(actor.taken, why)):
            raise stop
        self.wrote = self.wrote or step.writes or bool(why)
        return step.writes or bool(why)

    async def _afterwards(self, step: FlowStep, actor: Actor, action: Action, before: str | None) -> None:
        self._last, arguments = action.type, actor.arguments
        self.stage.check_site()
        if step.expect is None or actor.is_told or (action.type == "fill" and step.expect.changed):
            return await drawn(self.stage.page, before) if step.expect is not None else None
        lacking = await wait_for(
            self.stage, step.expect, arguments, self.stage.settings.step_timeout_s, before, hopeless(self, stops=False)
        )
        self.stage.check_site()
        unsure = "" if lacking else await self.already_shown.lacking(self, step)
        if lacking or unsure:
            await unmet(self, step, arguments, lacking or unsure, words_of(step.expect, arguments), unsure=bool(unsure))

    async def _is_shown(self, number: int, step: FlowStep, actor: Actor, action: Action) -> bool:
        """Whether an optional step's target shows up in time; what comes after it showing first ends the wait."""
        following = [s for s in self.steps[number:] if not s.optional and (s.group is None or s.group != step.group)]
        upcoming = following[0].action if following else None
        wanted = actor.query(action.target, action.type) if action.target is not None else None
        if wanted is None:
            return True
        then = None
        if upcoming is not None and upcoming.target is not None and not self.arguments.cannot_name(upcoming):
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
