"""Sets a value that only the buttons beside it change: reads it, presses one of them, and looks what came of it."""

from __future__ import annotations

from typing import Any

from awm_mcp.errors import StepStopped
from awm_mcp.model import Action
from awm_mcp.model.text import plain
from awm_mcp.replay.acting.actor import Actor
from awm_mcp.replay.acting.stepper_clicks import State, spelled, stepper_of
from awm_mcp.replay.browsing.page_script import ask_element
from awm_mcp.replay.targets.resolve import Found

MOST_PRESSES = 200
MOVES_S = 3.0
_SLACK = 1e-6
_RAISES: dict[str, Any] = {"raise": True}
"""A button that is the target was seen to raise the value; those of a field are told by what they show."""


async def step_to(actor: Actor, action: Action, found: Found) -> None:
    """Brings the value to the wanted number, one press after the other.

    Raises:
        StepStopped: ``not_a_field``, when no value is beside it; ``invalid_value``, when the number cannot be had, with what
            it reads then; ``did_not_stick``, when a press does something else with it than the one before.
    """
    await _Stepping(actor, action, found).to(_number(actor, action))


def _number(actor: Actor, action: Action) -> float:
    text = actor.arguments.text(action.value).strip() if action.value is not None else ""
    try:
        return float(text)
    except ValueError:
        raise StepStopped(
            "wrong_format", expected="a number, for a value that is set by buttons", seen=repr(plain(text, 60)),
            next="send the number",
        ) from None  # fmt: skip


class _Stepping:
    """One value on its way. ``size``: how far a press moves it, 0 until one did."""

    def __init__(self, actor: Actor, action: Action, found: Found) -> None:
        self.actor, self.action, self.found = actor, action, found
        self.size = 0.0

    async def to(self, wanted: float) -> None:
        state = await self._first()
        began, presses = state["now"], 0
        while abs(state["now"] - wanted) > _SLACK:
            self._check_reach(state, wanted)
            if presses >= MOST_PRESSES:
                raise self._invalid(state, f"not reached within {MOST_PRESSES} presses")
            state, presses = await self._press(state, up=wanted > state["now"]), presses + 1
        said = f"stepped from {spelled(began)} to {spelled(wanted)}"
        self.actor.notes.append(said if presses else "was so already")
        self.actor.already = self.actor.so_already = not presses

    async def _first(self) -> State:
        seen: list[State] = []

        async def there() -> bool:
            if (state := await stepper_of(self.found, **_RAISES)) is not None:
                seen.append(state)
            return bool(seen)

        if not await self.actor.until(there, MOVES_S):
            raise StepStopped(
                "not_a_field", expected=f"{self._said}: one number with its buttons beside it",
                seen=f"{self.found.says} without it", next="do this step by hand and resume at the next one",
            )  # fmt: skip
        return seen[-1]

    async def _press(self, state: State, *, up: bool) -> State:
        """One press; the answer is what the value then reads."""
        which, way = ("raise", "higher") if up else ("lower", "lower")
        if state[which] != "open":
            why = "there is no button for it" if state[which] == "absent" else "its button is disabled"
            raise self._invalid(state, f"it goes no {way}: {why}")
        element = await ask_element(self.found.frame, "stepper", {**_RAISES, "ask": which}, self.found.element)
        if element is None:
            raise self._invalid(state, "its buttons were drawn anew")
        button = Found(element, self.found.frame, self.found.page, self.found.says)
        pressed = self.action.model_copy(update={"target": None})  # one that was drawn anew is looked for by the next press
        await self.actor.do(pressed, button, lambda one, ms: one.click(timeout=ms))
        after = await self._moved(state)
        if after is None:
            raise self._invalid(state, f"it goes no {way}: a press left it as it was")
        return self._judged(state, after, up=up)

    async def _moved(self, before: State) -> State | None:
        """What the value reads once it reads something else; None when it stays as it was."""
        seen: list[State] = []

        async def moved() -> bool:
            if (state := await self._again()) is not None and state["now"] != before["now"]:
                seen.append(state)
            return bool(seen)

        return seen[-1] if await self.actor.until(moved, MOVES_S) else None

    async def _again(self) -> State | None:
        """The value, also where the page drew it anew or was loaded again: the target is looked for then."""
        state = await stepper_of(self.found, **_RAISES)
        if state is None and self.action.target is not None:
            self.found = await self.actor.find(self.action.target, "click")
            state = await stepper_of(self.found, **_RAISES)
            self.actor.seen_anew = state is not None
        return state

    def _judged(self, before: State, after: State, *, up: bool) -> State:
        by = after["now"] - before["now"]
        if (by > 0) is not up or (self.size and abs(abs(by) - self.size) > _SLACK):
            button = "raising" if up else "lowering"
            raise StepStopped(
                "did_not_stick", expected=self._said,
                seen=f"a press on its {button} button took it from {before['text']!r} to {after['text']!r}",
            )  # fmt: skip
        self.size = abs(by)
        return after

    def _check_reach(self, state: State, wanted: float) -> None:
        if wanted < _float(state["least"], wanted):
            raise self._invalid(state, f"the least that it takes is {state['least']}")
        if wanted > _float(state["most"], wanted):
            raise self._invalid(state, f"the most that it takes is {state['most']}")
        left = abs(wanted - state["now"]) / self.size if self.size else 0.0
        if abs(left - round(left)) > _SLACK:
            raise self._invalid(state, f"it goes in steps of {spelled(self.size)}")

    def _invalid(self, state: State, why: str) -> StepStopped:
        return StepStopped(
            "invalid_value", expected=self._said, seen=f"it reads {plain(state['text'], 40)!r}; {why}",
            next="call again with a value that it can have",
        )  # fmt: skip

    @property
    def _said(self) -> str:
        return self.actor.arguments.said_action(self.action)


def _float(text: str, otherwise: float) -> float:
    try:
        return float(text)
    except ValueError:
        return otherwise
