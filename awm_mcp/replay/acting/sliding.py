"""Brings a slider, or a value that only keys step, to a number: a key, a look at where it stands, and the next key."""

from __future__ import annotations

from awm_mcp.errors import StepStopped
from awm_mcp.model.text import plain
from awm_mcp.replay.acting.actor import Actor
from awm_mcp.replay.acting.keyed_values import State, value_of
from awm_mcp.replay.acting.stepper_clicks import spelled
from awm_mcp.replay.targets.resolve import Found

MOST_KEYS = 400
MOVES_S = 1.0
"""So long a control has to draw where a key moved it to, seconds."""
_SLACK = 1e-6
_FAR = 50
"""From so many keys on, an end that is nearer is gone to first."""


async def slide_to(actor: Actor, found: Found, text: str) -> None:
    """Brings the value to the wanted number, and reads it back.

    Raises:
        StepStopped: ``wrong_format``, when it is no number, or one at which the control cannot stand; says where it stands.
    """
    try:
        wanted = float(text)
    except ValueError:
        raise _wrong(repr(plain(text, 80))) from None
    await found.element.focus()
    await _Sliding(actor, found, wanted).go()


class _Sliding:
    """One control on its way. ``by``: how far a raising key moves it, 0 until one did; ``turned``: its keys are."""

    def __init__(self, actor: Actor, found: Found, wanted: float) -> None:
        self.actor, self.found, self.wanted = actor, found, wanted
        self.by, self.turned = 0.0, False

    async def go(self) -> None:
        state, keys = await self._state(), 0
        while abs(self.wanted - state["now"]) > _SLACK:
            if keys >= MOST_KEYS or self._passes(state):
                raise self._stands(state)
            after, keys = await self._pressed(state, self._key(state)), keys + 1
            if after is None:
                raise self._stands(state)
            state = after

    def _passes(self, state: State) -> bool:
        """Whether the next key would go past the wanted number."""
        return self.by > 0 and abs(self.wanted - state["now"]) < self.by - _SLACK

    def _key(self, state: State) -> str:
        if self.by and (end := self._nearer_end(state)):
            return end
        up = self.wanted > state["now"]
        return "ArrowRight" if up is not self.turned else "ArrowLeft"

    def _nearer_end(self, state: State) -> str:
        far = abs(self.wanted - state["now"])
        ends = {key: _number(state[side]) for key, side in (("Home", "least"), ("End", "most"))}
        near = {key: abs(self.wanted - at) for key, at in ends.items() if at is not None}
        best = min(near, key=lambda key: near[key], default="")
        return best if best and far / self.by > _FAR and near[best] < far / 2 else ""

    async def _pressed(self, before: State, key: str) -> State | None:
        """Where it stands after a key; None when it does not go where it has to."""
        await self.found.page.keyboard.press(key)
        after = await self._moved(before)
        arrow = key.startswith("Arrow")
        if after is None or not arrow:
            return after or (None if arrow else before)
        right = (after["now"] > before["now"]) is (self.wanted > before["now"])
        if not right and (self.by or self.turned):
            return None
        self.turned = self.turned or not right
        self.by = max(self.by, abs(after["now"] - before["now"])) if right else 0.0
        return after

    async def _moved(self, before: State) -> State | None:
        seen: list[State] = []

        async def moved() -> bool:
            state = await value_of(self.found)
            seen.extend([state] if state is not None and state["now"] != before["now"] else [])
            return bool(seen)

        return seen[-1] if await self.actor.until(moved, MOVES_S) else None

    async def _state(self) -> State:
        state = await value_of(self.found)
        if state is None:
            raise StepStopped("not_a_field", expected="a control with a number", seen=self.found.says)
        return state

    def _stands(self, state: State) -> StepStopped:
        ends = [end for end in (state["least"], state["most"]) if end]
        bounds = f" from {' to '.join(ends)}" if len(ends) == 2 else ""
        return _wrong(f"the slider stands at {spelled(state['now'])}", bounds)


def _number(text: str) -> float | None:
    try:
        return float(text)
    except ValueError:
        return None


def _wrong(seen: str, bounds: str = "") -> StepStopped:
    wanted = f"a number{bounds}"
    return StepStopped(
        "wrong_format", expected=f"{wanted}, for this field of type range", seen=seen, next=f"send the value as {wanted}"
    )
