"""Looks at a reported run again: follows it literally in a live page and writes down what the report did not hold."""

from __future__ import annotations

import logging
import time
from collections.abc import Sequence
from typing import Any

from awm_mcp.errors import AwmError
from awm_mcp.model import Action, Effect, Run, Spot, Step, Target, value
from awm_mcp.model.answer_part import text_around
from awm_mcp.model.labels import destroys
from awm_mcp.model.site import path_of
from awm_mcp.model.text import fold, plain
from awm_mcp.replay.acting import calendars
from awm_mcp.replay.acting.actions import locate, perform
from awm_mcp.replay.acting.actor import Actor
from awm_mcp.replay.acting.keyed_values import focused_value
from awm_mcp.replay.browsing.faults import stop_for
from awm_mcp.replay.browsing.login import auth_required
from awm_mcp.replay.browsing.page_script import ask
from awm_mcp.replay.browsing.run_folder import RunFolder
from awm_mcp.replay.by_hand.answer import answer_step, with_answer_step
from awm_mcp.replay.by_hand.led_to import LedTo, as_meant
from awm_mcp.replay.judging.get_writes import CLICKS, GetWatch, page_kept
from awm_mcp.replay.judging.signing_in import SigningIn
from awm_mcp.replay.judging.stops import needs_login
from awm_mcp.replay.observing.echoes import Arrivals, opens
from awm_mcp.replay.observing.meant_state import as_meant_state
from awm_mcp.replay.observing.taken_texts import with_taken
from awm_mcp.replay.observing.told_reporters import told_reporters
from awm_mcp.replay.port import Observation, SignIn
from awm_mcp.replay.staging.headings import headings
from awm_mcp.replay.staging.put_back import filled_by_page
from awm_mcp.replay.staging.settle import settle
from awm_mcp.replay.staging.stage import Stage
from awm_mcp.replay.targets.enrich import described, enriched
from awm_mcp.replay.targets.expectations import change_count, count_before, differ
from awm_mcp.replay.targets.resolve import Found
from awm_mcp.replay.values.binding import Arguments, SecretSource
from awm_mcp.replay.values.boxes import as_codes
from awm_mcp.replay.writing.late import SAVING, SAVING_S, done_with
from awm_mcp.replay.writing.leaving import put_away
from awm_mcp.replay.writing.writes import QUIET, WriteGuard, why_it_writes, why_last_writes

_log = logging.getLogger(__name__)
MOST_SHOWN = 40
STILL_MS = 150
LATE_S = 1.2
"""Pages send some time after a step what they were told in it; so long after the last one it is waited for, seconds."""
SUGGESTING_MS = 420
"""Pages draw what they make of a typed text, a list or a result, some 300 ms after the last letter."""


class Observer:
    """One run being followed. Nothing is guessed: the first step that cannot be done as reported ends it."""

    def __init__(
        self, stage: Stage, run: Run, vault: SecretSource, folder: RunFolder, sign_in: SignIn | None = None
    ) -> None:
        self.stage, self.run, self.folder = stage, run, folder
        self.arguments = Arguments({}, {name: _kind(name) for name in run.secrets}, vault, run.site)
        self.guard = WriteGuard()
        self._known = sign_in
        self._sign_in = SigningIn(sign_in, stage, self.arguments.types_a_secret) if sign_in is not None else None
        self.steps: list[Step] = list(run.steps)
        self.why = ""
        self._acted: tuple[int, float] | None = None
        self._count = ""
        self._seen: tuple[str, str, list[str]] = ("", "", [])
        self._days: dict[int, calendars.Meaning] = {}
        self._boxes: dict[int, int] = {}
        self._turns: set[int] = set()
        self._openers: set[int] = set()
        self._arrivals = Arrivals()
        self._led: dict[int, LedTo] = {}

    async def follow(self, *, allow_writes: bool) -> Observation:
        """Follows the run as far as it may and can."""
        if not allow_writes:
            await self.guard.watch(self.stage)
            await self.guard.watch_sockets(self.stage)
        followed = await self._begin()
        for index, step in list(enumerate(self.run.steps))[followed:]:
            if self.why or not await self._follow(index, step, allow_writes):
                break
            followed += 1
        await self._wait_for_late()
        if self._attribute() and self._acted is not None:
            followed = min(followed, self._acted[0])
        complete = followed == len(self.run.steps)
        if complete and self._sign_in is not None:
            await self._sign_in.ended()
        dated = calendars.as_dates(self.steps, self._days, self._turns, self._openers)
        merged = [step for step in as_meant(as_codes(dated, self._boxes), self._led, self.run.task) if step is not None]
        followed -= len(self.steps) - len(merged)
        self.steps = merged
        if complete:
            await self._locate_answer()
        seen = self.run.model_copy(update={"steps": tuple(self.steps), "observed": followed > 0})
        return Observation(run=seen, followed=followed, complete=complete, why=self.why)

    async def _begin(self) -> int:
        """Opens the page to begin on; the answer is how many steps are done: those that signed in before, as seen then."""
        known = self._known
        if known is None or known.state is None or not known.seen:
            if not (self.run.steps and self.run.steps[0].action.type == "goto"):
                await self._open(self.run.start_url)
            return 0
        begun = len(known.seen)
        for index, (step, seen) in enumerate(zip(self.run.steps, known.seen, strict=False)):
            self.steps[index] = seen.model_copy(update={"observation": step.observation, "reasoning": step.reasoning})
        await self._open(self.run.steps[begun].url or known.address)
        return begun

    async def _open(self, address: str) -> None:
        from playwright.async_api import Error

        try:
            answer = await self.stage.page.goto(address, timeout=self.stage.settings.navigation_timeout_s * 1000)
            if answer is not None and answer.status == 401:
                self.why = auth_required(address, answer.url).text()
                return
            await settle(self.stage, STILL_MS)
        except Error as broken:
            if "ERR_INVALID_AUTH_CREDENTIALS" in str(broken):
                self.why = auth_required(address, address).text()
                return
            self.why = stop_for(broken, f"open {path_of(address)}").text()

    async def _follow(self, index: int, step: Step, allow_writes: bool) -> bool:
        from playwright.async_api import Error

        action = step.action
        if action.type == "stop":
            return True
        try:
            return await self._do(index, step, action, allow_writes)
        except AwmError as problem:
            stop = problem
        except Error as broken:
            stop = stop_for(broken, action.words())
        if self._sign_in is not None:
            await self._sign_in.stopped(stop)
        self.why = f"step {index + 1} ({action.words()}): {told_reporters(stop)}"
        return False

    async def _do(self, index: int, step: Step, action: Action, allow_writes: bool) -> bool:
        if self._arrivals.is_echo(self.run.steps[index:], self.stage.page.url):
            here = Effect(url=self.stage.redact(self.stage.page.url), changed=False)
            self.steps[index] = step.model_copy(update={"effect": here})
            return True
        actor = Actor(self.stage, self.arguments, self.run.origin, self.folder.path, literal=True)
        action, found = await self._located(actor, action)
        if self._attribute():
            return False
        if self._sign_in is not None:
            await self._sign_in.reached(index + 1, action)
        seen = await self._described(action, found)
        if not allow_writes:
            why = await why_it_writes(actor, action, found) or why_last_writes(self.run, index, found)
            if why:
                seen = await self._undone(seen, found, action)
                self.steps[index] = step.model_copy(update={"action": seen, "url": step.url or self.stage.page.url})
                self.why = f"step {index + 1} ({action.words()}) writes: {why}"
                return False
        count = await count_before(self.stage.page)
        self._changed_late(count)
        before, url = await self._texts(), self.stage.page.url
        self._arrivals.begin(self.stage.page, opens(step))
        if action.type not in QUIET:
            self._acted = (index, time.monotonic())
        if found is not None and (boxes := int(found.about.get("field", {}).get("segments", 0))) > 1:
            self._boxes[index] = boxes
        closed = await self._in_calendar(index, action, found)
        months = await calendars.months(found) if found is not None and index in self._turns else []
        led = LedTo()
        await led.before(found, action.type)
        watch = await GetWatch.on(self.stage, found) if action.type in CLICKS else None
        await self._perform(actor, action, found, page_kept(self.run, index, url) if watch and watch.in_content else "")
        seen = await led.after(seen, held_back=bool(self.guard.stopped), task=self.run.task, reported=action.target)
        seen = as_meant_state(seen, self.run.task, self.run.steps) if action.type == "click" else seen
        self._led[index] = led
        if found is not None and months:
            await self._turned(actor, found, months)
        if closed and found is not None and await self._opened(found):
            self._openers.add(index)
        effect = await self._as_sent(await self._effect(before, url, count), watch)
        effect = await with_taken(effect, self.run, index, self.stage.page, found, await self._texts())
        seen = seen.model_copy(update={"landed": actor.landed}) if actor.landed is not None else seen
        done = {"action": self._as_read(actor, seen), "url": step.url or url, "effect": effect}
        self.steps[index] = step.model_copy(update=done)
        if self.guard.said and not allow_writes:
            self.why = f"step {index + 1} ({action.words()}) writes: {self.guard.said}"
            return False
        return True

    async def _located(self, actor: Actor, action: Action) -> tuple[Action, Found | None]:
        """The element of an action; of a key that is told without one, the slider that has the focus."""
        found = await locate(actor, action)
        if found is None and action.type == "press" and (focused := await focused_value(self.stage.page)) is not None:
            target = await enriched(Target(), focused, await described(focused))
            return action.model_copy(update={"target": target}), focused
        return action, found

    async def _undone(self, seen: Action, found: Found | None, reported: Action) -> Action:
        """A step that is not done as it writes, with what the page tells of its element."""
        led = LedTo()
        await led.before(found, seen.type)
        seen = led.undone(seen, task=self.run.task, reported=reported.target)
        return as_meant_state(seen, self.run.task, self.run.steps) if reported.type == "click" else seen

    async def _perform(self, actor: Actor, action: Action, found: Found | None, stays: str) -> None:
        self.guard.begin(action.type, signing_in=found is not None and await needs_login(self.stage), stays=stays)
        try:
            await perform(actor, action, found)
            await settle(self.stage, SUGGESTING_MS if action.type == "fill" or _suggests(found) else STILL_MS)
            if action.type not in QUIET and not self.stage.page.is_closed():
                await done_with(self.stage, SAVING_S)
                if action.type in SAVING and not self.stage.activity.sent:
                    await put_away(self.stage, self.guard)
        finally:
            self.guard.end(action.type)
        self.stage.back_from_closed()
        if self.stage.fresh and not self.stage.fresh[-1].is_closed() and action.type in ("click", "press"):
            self.stage.follow(self.stage.fresh[-1])

    async def _as_sent(self, effect: Effect, watch: GetWatch | None) -> Effect:
        """The effect with what was held back, or with the GET of which is seen by now that it changed something."""
        if self.guard.stopped:
            return _only_sent(effect, self.guard.stopped)
        asked = await watch.changed(effect.shown) if watch is not None and not effect.requests else ""
        if not asked:
            return effect
        self.guard.done.append(asked)
        return effect.model_copy(update={"requests": (asked,)})

    async def _in_calendar(self, index: int, action: Action, found: Found | None) -> bool:
        """Notes what a click means in a calendar; the answer is whether it may open one."""
        if action.type not in ("click", "select") or found is None:
            return False
        meant = await calendars.meant(found, turned=index - 1 in self._turns)
        if meant is None and self._turned_before(action):  # it was drawn anew between being found and looked at
            meant = calendars.Meaning(None, turns=True)
        if meant is None:
            return action.type == "click" and not await calendars.is_open(found)
        if meant.date:
            self._days[index] = meant
        elif meant.turns:
            self._turns.add(index)
        return False

    def _turned_before(self, action: Action) -> bool:
        return any(self.run.steps[index].action.target == action.target for index in self._turns)

    async def _turned(self, actor: Actor, found: Found, before: list[int]) -> None:
        """Waits until a calendar shows another month: many draw it some time after the click."""

        async def moved() -> bool:
            return await calendars.months(found) != before

        await actor.until(moved, calendars.TURN_WAIT_S)

    async def _opened(self, found: Found) -> bool:
        from playwright.async_api import Error

        try:
            return await calendars.is_open(found)
        except Error:  # the click led to another page
            return False

    def _attribute(self) -> bool:
        """Puts what was sent since to the last step that acted on the page; the answer is whether it was held back."""
        if self._acted is None:
            return False
        index = self._acted[0]
        step, late = self.steps[index], self.stage.activity.sent
        if step.effect is not None and late:
            effect = step.effect.model_copy(update={"requests": tuple(dict.fromkeys((*step.effect.requests, *late)))})
            self.steps[index] = step.model_copy(update={"effect": effect})
        if self.guard.stopped and not self.why:
            if (held := self.steps[index]).effect is not None:
                self.steps[index] = held.model_copy(update={"effect": _only_sent(held.effect, self.guard.stopped)})
            self.why = f"step {index + 1} ({step.action.words()}) writes: {self.guard.said}"
        return bool(self.guard.stopped)

    async def _wait_for_late(self) -> None:
        """After a step that changed the page without sending anything: the time to send it late."""
        if self._acted is None or self.why or self.stage.page.is_closed():
            return
        effect = self.steps[self._acted[0]].effect
        if effect is not None and effect.changed and not effect.requests:
            await self.stage.activity.until_sent(self._acted[1] + LATE_S)
            await settle(self.stage, STILL_MS)

    async def _described(self, action: Action, found: Found | None) -> Action:
        """The action with enriched targets, looked at before it is done."""
        if found is None or action.target is None:
            return action
        kind = action.type
        if kind == "fill":
            await filled_by_page(found, self.stage)
        holds = kind in ("fill", "select") and action.value is not None and action.value.literal is not None
        asked = {"fills": kind == "fill", "reads": kind == "extract", "holds": holds, "ticks": kind in ("check", "click")}
        about = await described(found, self.run.task, **asked)
        if (held := about["seen"]["held"]) and self.stage.redact(held) != held:
            about["seen"]["held"] = None
        target = _trusted(await enriched(action.target, found, about))
        if action.type == "extract" and target.name is not None and target.name == target.text:
            target = target.model_copy(update={"name": None, "text": None})
        return action.model_copy(update={"target": target})

    def _as_read(self, actor: Actor, action: Action) -> Action:
        if action.type != "extract" or not actor.outputs:
            return action
        read: Any = next(iter(actor.outputs.values()))
        if action.value is not None:
            told = fold(action.value.words())
            more = isinstance(read, str) and told in fold(read) and told != fold(read)
            if not more or not told:
                return action
            return action.model_copy(update={"part": True, "between": text_around(read, action.value.words())})
        return action.model_copy(update={"value": value(plain(str(read), 500))})

    async def _texts(self) -> list[str]:
        """The texts on the page; those read before, where nothing has changed since."""
        from playwright.async_api import Error

        count = await change_count(self.stage.page)
        if count and self._seen[:2] == (count, self.stage.page.url):
            return self._seen[2]
        texts: list[str] = []
        try:
            for frame in self.stage.own_frames():
                texts += await ask(frame, "texts", {})
        except Error as moving:
            _log.debug("no texts while the page moves: %s", moving)
            return texts
        self._seen = (count, self.stage.page.url, texts)
        return texts

    async def _effect(self, before: list[str], url: str, count: str) -> Effect:
        known = {fold(text) for text in before}
        shown = [text for text in dict.fromkeys(await self._texts()) if fold(text) not in known]
        moved, sent = self.stage.page.url != url, tuple(dict.fromkeys(self.stage.activity.sent))
        about = await headings(self.stage.page) if moved and not sent else []
        after, redact = await change_count(self.stage.page), self.stage.redact
        self._count = after
        return Effect(
            url=redact(self.stage.page.url),
            requests=sent,
            shown=tuple(plain(redact(text), 200) for text in dict.fromkeys([*shown[:MOST_SHOWN], *about])),
            changed=moved or differ(count, after) or bool(shown),
        )

    def _changed_late(self, count: str) -> None:
        """What changed between two steps is an effect of the first: lists are drawn a second after the click, too."""
        if self._acted is None or not self._count or not differ(self._count, count):
            return
        step = self.steps[self._acted[0]]
        if step.effect is not None and step.effect.changed is False:
            effect = step.effect.model_copy(update={"changed": True})
            self.steps[self._acted[0]] = step.model_copy(update={"effect": effect})

    async def _locate_answer(self) -> None:
        """Appends an extract step where the answer stands on the final page, if the run has none."""
        answer = self.run.answer
        if not answer or any(step.action.type == "extract" for step in self.run.steps):
            return
        if (extract := await answer_step(self.stage.page, answer, self.run.task)) is not None:
            self.steps = with_answer_step(self.steps, extract)


def _only_sent(effect: Effect, held_back: Sequence[str]) -> Effect:
    """What is known of a step whose request was held back: what the page showed is what it shows when sending fails."""
    return Effect(requests=tuple(dict.fromkeys((*effect.requests, *held_back))))


def _trusted(target: Target) -> Target:
    """The target, whose row may be another one where it is not called by the text: what a run deletes is gone by now."""
    seen, label = target.seen, target.name or target.text
    if seen is None or label is None or not destroys(label.literal or ""):
        return target
    spots = tuple(spot if spot.main else Spot(main=True) for spot in seen.row_spots)
    return target.model_copy(update={"seen": seen.model_copy(update={"row_spots": spots})})


def _suggests(found: Found | None) -> bool:
    return found is not None and bool(found.about.get("field", {}).get("suggests"))


def _kind(name: str) -> str:
    return "totp" if "otp" in name or "totp" in name else "secret"
