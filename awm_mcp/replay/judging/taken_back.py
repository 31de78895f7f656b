"""States that steps set and that the page takes back when the site has answered: read again before the end.

Only the old state, seen again in the same document, is taken back; for a value that buttons step, any other number is. What
a later step of the replay changed, and what went with a form that was sent, is no fault of the page.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from awm_mcp.errors import StepStopped
from awm_mcp.model import Action
from awm_mcp.model.text import plain
from awm_mcp.replay.acting.pointer import needed
from awm_mcp.replay.acting.shown_state import CHOICE, ROW, Kept, State, asked_state, read_state
from awm_mcp.replay.browsing.page_script import afterwards, ask_moving
from awm_mcp.replay.browsing.together import nothing, together
from awm_mcp.replay.judging.form_back import Filled, filled_in
from awm_mcp.replay.judging.still_set import STILL_MS, STILL_S, Choices, check_emptied, is_reset, reset
from awm_mcp.replay.staging.settle import rest
from awm_mcp.replay.targets.resolve import Found, look
from awm_mcp.replay.traffic.answered_otherwise import Changed, changed
from awm_mcp.replay.values.key_names import key_of

if TYPE_CHECKING:
    from awm_mcp.replay.acting.actor import Actor
    from awm_mcp.replay.player import Player
    from awm_mcp.replay.staging.stage import Stage

MOST_KEPT = 12
MOST_BLANK = 2
"""Of the fields that were empty only the last are looked at again, until they are left."""
DRAWN_MS = 150
"""A page draws what it makes of an answer within so long."""
SETS = frozenset({"fill", "select", "check"})
_DRAWN_ANEW = frozenset({"select", "check"})
_HOLDING = SETS | {"stepper", CHOICE}
_OTHER = {"checked": "unchecked", "unchecked": "checked"}
_TICKS = {"checked": ("true", "1", "on", "yes"), "unchecked": ("false", "0", "off", "no")}
_FIELD_ROLES = frozenset({"textbox", "searchbox", "spinbutton", "combobox", "checkbox", "radio", "switch", "tab"})


@dataclass
class SetStates:
    """The states that the steps of a replay set, the newest last. ``pressed``: how much was sent before the last click;
    ``changed``: what controls held before and after the steps that set them; ``given``: these controls."""

    stage: Stage
    kept: list[Kept] = field(default_factory=list[Kept])
    choices: Choices = field(default_factory=Choices)
    pressed: int | None = None
    changed: dict[int, Changed] = field(default_factory=dict[int, Changed])
    given: dict[int, Kept] = field(default_factory=dict[int, Kept])
    _along: asyncio.Task[tuple[list[State | None], State | None]] | None = None

    async def before(
        self, player: Player, actor: Actor, action: Action, found: Found | None, *, writes: bool
    ) -> Kept | None:
        """Notes the state that a step is about to change, and what the page has taken back meanwhile.

        Raises:
            StepStopped: ``did_not_stick``, before a step that writes, for what it would send and does not hold any more.
        """
        self._along = None
        if player.guard is not None or player.request.workflow.risk == "read":
            return None
        self._note_sent(player, action)
        kind = await self._kind(player, action, found) if found is not None else ""
        clicked = self.choices.before(action, found, self.stage.activity.pages)
        was, _, seen = await together(_before(kind, found), clicked, self._note_back())
        if writes:
            await self._check_set(player, seen)
        if found is None or was is None or (_is_blank(kind, was) and actor.arguments.types_a_secret(action)):
            return None
        wanted = await _wanted(actor, action, found, was)
        said, asked = actor.arguments.said_action(action), actor.query(needed(action), "click")
        return Kept(player.step, kind, found, asked, self.stage.activity.pages, said, was, was, wanted=wanted)

    def _note_sent(self, player: Player, action: Action) -> None:
        """Whether the last click or key has sent something, so that what was set until then may have gone with it."""
        writes = self.stage.activity.writes
        for one in self.kept if self.pressed is not None else ():
            one.pressed_since, one.went = True, one.went or writes > (self.pressed or 0)
        self.pressed = None if action.type in SETS or _is_tab(player, action) else writes

    async def _check_set(self, player: Player, seen: list[State | None]) -> bool:
        """Whether a state was doubtful, so that it was read once more when the page had come to rest."""
        now = [state if state is not None else await self._anew(one) for one, state in zip(self.kept, seen, strict=True)]
        doubtful = [one for one, state in zip(self.kept, now, strict=True) if is_reset(self.stage, one, state)]
        if doubtful:
            await rest(self.stage, STILL_MS, STILL_S, from_now=True)
        for one in doubtful:
            state = await self._seen(one) or await self._anew(one)
            if is_reset(self.stage, one, state):
                player.step = one.step
                raise reset(self.stage, one, state)
        return bool(doubtful)

    async def leave(self, player: Player, found: Found | None, *, writes: bool) -> None:
        """Leaves the field in hand before a step that writes, as the step itself would, and looks what it then holds.

        Raises:
            StepStopped: ``did_not_stick``, where it takes back or bounds what was typed.
        """
        if not writes or found is None or not any(one.kind == "fill" for one in self.kept):
            return
        states, filled = await self._left(found)
        if states is not None:
            player.filled = filled if not await self._check_set(player, states) else await filled_in(self.stage)
            await check_emptied(player)

    async def _left(self, found: Found) -> tuple[list[State | None] | None, Filled]:
        """Leaves the field in hand, and what is shown then; None where none was to be left. In one message, of one frame."""
        frame = found.frame
        if frame is self.stage.page.main_frame and all(one.found.frame is frame for one in self.kept):
            seen, opener = self._all_seen(), ask_moving(frame, "opener", {}, element=found.element)
            filled, leaving = filled_in(self.stage), asked_state(found, "leave")
            left, then, *rest = await together(leaving, afterwards(seen), afterwards(filled), afterwards(opener))
            found.about["opener"] = rest[1]
            return (then if left else None), rest[0]
        if not await asked_state(found, "leave"):
            return None, Filled()
        return await together(self._all_seen(), filled_in(self.stage))

    async def _all_seen(self) -> list[State | None]:
        return list(await asyncio.gather(*(self._seen(one) for one in self.kept)))

    async def _anew(self, one: Kept) -> State | None:
        """What a list or tick shows that the page has drawn anew by itself; after a click it may be another one."""
        if one.kind not in _DRAWN_ANEW or one.pressed_since or one.pages != self.stage.activity.pages:
            return None
        found = (await look(self.stage.page, one.query)).found
        return await read_state(one.kind, found) if found is not None else None

    async def after(self, player: Player, begun: Kept | None, actor: Actor, action: Action) -> None:
        """Keeps the state that the step set, and forgets those that it changed, or set anew."""
        saves, left, as_given = action.type == "fill" or _is_tab(player, action), list[Kept](), not actor.notes
        chosen, (seen, now_set) = await together(self.choices.after(player.step, actor, action), self._read(begun))
        now_set = _set_by(begun, now_set, as_given=as_given) if begun is not None else None
        for one, now in zip(self.kept, seen, strict=True):
            one.back = one.back or (saves and now == one.was and player.step in self.stage.activity.senders)
            stays = one.back or one.lost or now == one.now or (now is None and one.kind in _DRAWN_ANEW)
            stays = stays or (_leaves(player, action) and is_reset(self.stage, one, now))
            if stays and (begun is None or one.query.target != begun.query.target):
                left.append(one)
        if begun is not None and now_set is not None:
            begun.now = now_set
            left.append(begun)
        for one in (begun, chosen):
            if one is not None and one.kind in _HOLDING:
                self.given[player.step] = one
                self.changed[player.step] = changed(_as_sent(one, one.was), (*_as_sent(one, one.now), one.wanted))
        blank = [one for one in left if _is_blank(one.kind, one.was)][:-MOST_BLANK]
        left = [one for one in left if one not in blank]
        self.kept = [*left, *([chosen] if chosen is not None else [])][-MOST_KEPT:]

    async def answered(self) -> None:
        """Forgets what the page still shows when the site has answered: what becomes of it then is another thing."""
        activity = self.stage.activity
        if not activity.sent or not self._on_this_page(self.kept):
            return
        await rest(self.stage, DRAWN_MS, STILL_S, from_now=True)
        if not activity.unanswered and not activity.pending():
            self.kept = [one for one in self.kept if one.back or not await self._holds(one)]

    def changed_by(self, number: int) -> list[Changed]:
        """What was set since something was sent before a step that sends, and by the step itself."""
        earlier = self._sent_before(number)
        return [one for step, one in self.changed.items() if earlier < step <= number]

    def given_for(self, number: int) -> list[Kept]:
        """The controls of these."""
        earlier = self._sent_before(number)
        return [one for step, one in self.given.items() if earlier < step <= number]

    def fields_for(self, number: int) -> list[Kept]:
        """The fields of these that were set to something else than they held."""
        return [one for one in self.given_for(number) if one.kind in SETS and one.now.shows != one.was.shows]

    def _sent_before(self, number: int) -> int:
        return max((one for one in self.stage.activity.senders if one < number), default=0)

    def were_sent(self, player: Player) -> list[Kept]:
        """The states that were sent at once."""
        return [one for one in self.kept if _was_sent(player, one)]

    def _on_this_page(self, states: list[Kept]) -> bool:
        """Whether one of them was set on the page that is there now; none other can be taken back in it."""
        return any(one.pages == self.stage.activity.pages for one in states)

    async def check(self, player: Player) -> None:
        """Stops for a state that was sent at once, and is not there any more.

        Raises:
            StepStopped: ``did_not_stick``, with status ``unknown``.
        """
        sent = self.were_sent(player)
        if any(one.kind == CHOICE for one in sent) and await self.stage.write_answers.confirmed(self.stage.activity.step):
            sent = [one for one in sent if one.kind != CHOICE]
        if self._on_this_page(sent):
            await rest(self.stage, DRAWN_MS, STILL_S, from_now=True)
        for one in sent:
            if not (one.back or await self._is_back(one)):
                continue
            await rest(self.stage, STILL_MS, STILL_S, from_now=True)
            if await self._is_back(one):
                player.step = one.step
                raise _taken_back(one, await self._now(one))

    async def _kind(self, player: Player, action: Action, found: Found) -> str:
        if action.stepper:
            return "stepper"
        if action.type == "click" and action.became is not None and not action.became.unset:
            return "click"
        if action.type in SETS:
            return action.type
        if action.type == "click" and player.request.workflow.risk == "destructive":
            there = await asked_state(found, "row")
            return ROW if there is not None and player.step in player.judged else ""
        return ""

    async def _note_back(self) -> list[State | None]:
        """What all show now, noted where that is not what was set."""
        seen = await self._all_seen()
        for one, now in zip(self.kept, seen, strict=True):
            one.back, one.lost = one.back or self._is_old(one, now), is_reset(self.stage, one, now)
        return seen

    def read_along(self, begun: Kept | None) -> None:
        """Has what is shown after a step read in one message with what the step itself reads back now."""
        reading = afterwards(self._shown(begun))
        self._along = asyncio.get_running_loop().create_task(reading)

    async def _read(self, begun: Kept | None) -> tuple[list[State | None], State | None]:
        along, self._along = self._along, None
        return await (along if along is not None else self._shown(begun))

    async def _shown(self, begun: Kept | None) -> tuple[list[State | None], State | None]:
        now = _now_of(begun) if begun is not None else nothing()
        seen, now_set = await asyncio.gather(asyncio.gather(*(self._shows(one) for one in self.kept)), now)
        return list(seen), now_set

    async def _shows(self, one: Kept) -> State | None:
        return None if one.is_gone(self.stage.activity.pages) else await read_state(one.kind, one.found)

    async def _seen(self, one: Kept) -> State | None:
        if one.is_gone(self.stage.activity.pages):
            return None
        return await read_state(one.kind, await self._again(one))

    async def _holds(self, one: Kept) -> bool:
        now = await self._seen(one)
        return now is not None and now.shows == one.now.shows

    async def _is_back(self, one: Kept) -> bool:
        return self._is_old(one, await self._now(one))

    async def _now(self, one: Kept) -> State | None:
        """What it shows now, also where the page has drawn it anew."""
        seen = await self._seen(one)
        return seen if seen is not None else await self._anew(one)

    def _is_old(self, one: Kept, now: State | None) -> bool:
        if one.pages != self.stage.activity.pages or self.stage.page.is_closed() or now is None or now.of != one.was.of:
            return False
        if _is_blank(one.kind, one.was):
            return False
        return now.shows != one.now.shows if one.kind == "stepper" else now.shows == one.was.shows

    async def _again(self, one: Kept) -> Found:
        """The element; a stepped value that was drawn anew is looked for, as its number tells for sure."""
        if one.kind == "stepper" and await read_state(one.kind, one.found) is None:
            seen = await look(self.stage.page, one.query)
            one.found = seen.found or one.found
        return one.found


def _as_sent(one: Kept, state: State) -> tuple[str, ...]:
    """A state in the ways that it may be sent."""
    return _TICKS.get(state.shows, ()) if one.kind == "check" else (state.shows, state.key)


async def _wanted(actor: Actor, action: Action, found: Found, was: State) -> str:
    """What a step asks for, where that is another state than the old one; answers may come before it is looked at."""
    if action.type == "fill" and not action.stepper and action.value is not None:
        text = actor.arguments.text(action.value)
        return text if text != was.shows and not actor.arguments.is_secret(action.value) else ""
    if action.type != "select" or not found.about.get("choice"):
        return ""
    texts = [text for one in (action.values or (action.value,)) if one is not None for text in actor.arguments.texts(one)]
    meant = found.about["meant"] if "meant" in found.about else await _choice(found, {"ask": "find", "texts": texts})
    indexes = sorted(meant["indexes"]) if meant else [-1]
    chosen = found.about["chosen"] if "chosen" in found.about else await _choice(found, {"ask": "selected"})
    so_already = set(indexes) <= set(chosen or []) if action.keeps else indexes == sorted(chosen or [])
    others = -1 not in indexes and not so_already
    return ", ".join(texts) if others else ""


async def _choice(found: Found, query: dict[str, Any]) -> Any:
    return await ask_moving(found.frame, "choice", query, element=found.element)


async def _now_of(begun: Kept) -> State | None:
    """What a control shows after the step that was to set it."""
    if begun.kind == ROW:
        return State("", "") if await asked_state(begun.found, "row gone") else None
    return await read_state(begun.kind, begun.found)


def _set_by(begun: Kept, now: State | None, *, as_given: bool) -> State | None:
    """The state that a step set; None where it set none. ``now``: what its control shows."""
    if begun.kind == ROW:
        return now
    if now is None:
        return _turned(begun) if as_given else None
    if now.shows == begun.was.shows:
        return replace(begun.was, shows=begun.wanted) if begun.wanted and as_given else None
    return now


def _turned(begun: Kept) -> State | None:
    """The state of a tick that was set and drawn anew since; the radio buttons of a next question may be alike."""
    shows = _OTHER.get(begun.was.shows) if begun.kind == "check" and begun.query.target.get("role") != "radio" else None
    return replace(begun.was, shows=shows) if shows else None


async def _before(kind: str, found: Found | None) -> State | None:
    """What an element shows before a step, as far as it was asked when it was found."""
    if not kind or found is None:
        return None
    if "state" not in found.about or kind not in SETS:
        return await read_state(kind, found)
    told = found.about["state"]
    return State.told(told) if told is not None else None


def _was_sent(player: Player, one: Kept) -> bool:
    """Whether what was set was sent at once, and not with a form later on, which may be emptied then."""
    if one.was.blank and one.kind in SETS:
        return False  # a menu goes back to no choice when it has done what was chosen
    after = [number for number in player.stage.activity.senders if number >= one.step]
    if one.kind == CHOICE and not (one.was.named and one.was.shows.strip()):
        return False  # a menu that is called by what it shows is called so again when it has done what was chosen
    if one.kind in ("click", ROW, CHOICE):
        return one.step in after and not [n for n in after if n > one.step]
    return bool(after) and all(_saves(player, number) for number in after)


def _saves(player: Player, number: int) -> bool:
    """Whether a step sends what was set by itself, as on leaving a field."""
    action = player.steps[number - 1].action
    if action is None:
        return False
    return action.type in SETS or action.stepper or _is_tab(player, action)


def _is_tab(player: Player, action: Action) -> bool:
    return _key(player, action) == "Tab"


def _key(player: Player, action: Action) -> str:
    if action.type != "press" or action.value is None:
        return ""
    return key_of(player.arguments.text(action.value)).rpartition("+")[2]


def _is_blank(kind: str, was: State) -> bool:
    """Whether it is a field that was empty: what empties it again is looked at elsewhere."""
    return kind == "fill" and was.blank


def _leaves(player: Player, action: Action) -> bool:
    """Whether a step is none that changes another field: it enters a text, or goes on to the next field."""
    target = action.target
    goes_on = action.type == "click" and target is not None and target.role in _FIELD_ROLES
    return action.type in SETS or goes_on or _key(player, action) in ("Enter", "Tab")


def _taken_back(one: Kept, seen: State | None) -> StepStopped:
    shows = plain(seen.shows, 80) if seen is not None else ""
    again = "" if one.kind == "stepper" else " again"
    what = {"click": "what it showed before the click", ROW: f"the row again: {shows!r}"}
    return StepStopped(
        "did_not_stick", status="unknown", expected=f"{one.said}, and the page to keep it",
        seen=f"after the answer it shows {what.get(one.kind, f'{shows!r}{again}, not {plain(one.now.shows, 80)!r}')}",
        next="look at the page; the site seems not to have taken it",
    )  # fmt: skip
