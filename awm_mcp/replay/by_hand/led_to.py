"""What a step led to, where that is a state or a value and not the click or key: looked at before the step and after it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from awm_mcp.model import Action, Step, Target
from awm_mcp.replay.acting import keyed_values
from awm_mcp.replay.acting.keyed_values import Moved, as_settings
from awm_mcp.replay.acting.read_anew import found_on
from awm_mcp.replay.acting.stepper_clicks import State, Stepped, as_values, stepped, stepper_of
from awm_mcp.replay.acting.taken_suggestion import Taken, as_choices, suggested_to, taken_of
from awm_mcp.replay.acting.toggle_clicks import Shown, before_click, with_became
from awm_mcp.replay.by_hand.acts import as_state, may_be_state, pressed_in
from awm_mcp.replay.by_hand.meant_click import as_meant_click, as_untold_click

if TYPE_CHECKING:
    from awm_mcp.replay.targets.resolve import Found


class LedTo:
    """One step on one element. ``stepped``: what it did to the value beside it; ``moved``: to its own value; ``taken``: the
    suggestion that it took."""

    def __init__(self) -> None:
        self.stepped: Stepped | None = None
        self.taken: Taken | None = None
        self.moved: Moved | None = None
        self._held: keyed_values.State | None = None
        self._found: Found | None = None
        self._value: State | None = None
        self._showed: Shown | None = None
        self._offered: State | None = None
        self._address = ""
        self._pressed: bool | None = None

    @property
    def means_more(self) -> bool:
        """Whether it meant more than the click or key."""
        return any(one is not None for one in (self.stepped, self.taken, self.moved))

    async def before(self, found: Found | None, kind: str) -> None:
        """Looks at the element. ``kind``: of the action; empty where it is not known yet."""
        self.stepped = self.taken = self._found = self._value = self._showed = self._offered = None
        self.moved = self._held = self._pressed = None
        if found is None or kind not in ("", "click", "dblclick", "press"):
            return
        self._found, self._address = found, found.page.url
        self._held = await keyed_values.value_of(found)
        if kind != "press":
            self._value, self._showed = await stepper_of(found), await before_click(found)
            self._pressed = await pressed_in(found)
        if kind in ("", "press"):
            self._offered = await suggested_to(found)

    async def after(
        self, action: Action, *, held_back: bool = False, task: str = "", reported: Target | None = None
    ) -> Action:
        """The action with the state that it led to. ``held_back``: what it sent was, so that the page tells less.

        ``task``, ``reported``: of a run that is followed afterwards, what it was for, and what the report calls its element.
        """
        found = self._found
        if found is None:
            return action
        if action.type in ("click", "dblclick") and action.opens is None and action.dialog is None:
            self.stepped = await stepped(found, self._value, action.target)
        if action.type == "press" and not held_back:
            self.taken = await taken_of(action, found, self._offered)
        self.moved = None if held_back else await keyed_values.moved(action, found, self._held)
        if held_back and self._pressed is not None and may_be_state(action) and not self._sends(action):
            # What the page shows is what it shows when sending fails; the click was to lead to the other state.
            return self.undone(action, task=task, reported=reported)
        stated = await self._as_state(action, found)
        led, now = await with_became(stated, found, self._showed, self._address)
        if held_back and led.became is not None:
            # What a page shows before it hears that nothing came of it: enough to know the state by, not to wait for it.
            led = led.model_copy(update={"became": led.became.model_copy(update={"alone": False})})
        return self._as_meant(led, now, task, reported, held_back=held_back)

    def undone(self, action: Action, *, task: str, reported: Target | None) -> Action:
        """The action that is not done as it writes, with what the page told of its element before."""
        if self._pressed is not None and may_be_state(action) and not self._sends(action):
            return action.model_copy(update={"type": "check", "checked": not self._pressed})
        return self._as_meant(action, None, task, reported, held_back=True)

    def _as_meant(self, led: Action, now: Shown | None, task: str, reported: Target | None, *, held_back: bool) -> Action:
        was = self._showed
        if was is None or led.type != "click":
            return led
        if led.became is not None and now is not None:
            return as_meant_click(led, was, now, reported=reported, task=task) if task else led
        return as_untold_click(led, was, reported=reported, task=task) if held_back else led

    def _sends(self, action: Action) -> bool:
        """Whether it is a button that sends what was filled in: some say all the time that they are not pressed in."""
        is_button = action.target is not None and action.target.role == "button"
        return is_button and (self._showed is None or bool(self._showed["filled"]))

    async def _as_state(self, action: Action, found: Found) -> Action:
        """A click that led to a state, as that state; one after which the same is said as before led to something else.

        Pages say of buttons that only do something, too, that they are not pressed in. A radio button stays chosen.
        """
        state = await as_state(action, found)
        if state is action and self._pressed is not None and (anew := await found_on(found.page, action, found)) is not None:
            state = await as_state(action, anew)  # the click has loaded the page anew
        target = action.target
        stays = state.type == "check" and self._pressed is not None and state.checked is self._pressed
        return action if stays and target is not None and target.role not in _STAY_CHOSEN else state


_STAY_CHOSEN = frozenset({"radio", "menuitemradio"})


def as_meant(steps: Sequence[Step | None], led: Mapping[int, LedTo], task: str = "") -> list[Step | None]:
    """The steps with rows of clicks or keys on one value, and keys that took a suggestion, made what they mean; others are
    None."""
    valued = as_values(steps, {index: one.stepped for index, one in led.items() if one.stepped is not None})
    settled = as_settings(valued, {index: one.moved for index, one in led.items() if one.moved is not None}, task)
    return as_choices(settled, {index: one.taken for index, one in led.items() if one.taken is not None})
