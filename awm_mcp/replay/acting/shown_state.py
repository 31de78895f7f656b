"""What an element shows of a state that steps set: a field's text, an option, a tick, a number, the marks of a control."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from awm_mcp.model.text import fold
from awm_mcp.replay.acting.stepper_clicks import stepper_of
from awm_mcp.replay.acting.toggle_clicks import shown_by
from awm_mcp.replay.browsing.page_script import ask_moving

if TYPE_CHECKING:
    from awm_mcp.replay.targets.query import Query
    from awm_mcp.replay.targets.resolve import Found

ROW, CHOICE = "row", "choice"


@dataclass(frozen=True)
class State:
    """What an element shows. ``of``: what it belongs to; ``blank``: it stands for no choice; ``key``: the value of a chosen
    option, whose label may be written anew; ``seen``: it is shown; ``loose``: it may show what is typed in other words;
    ``named``: what shows a choice is called otherwise than by what it shows."""

    shows: str
    of: str
    blank: bool = False
    key: str = field(default="", compare=False)
    seen: bool = field(default=True, compare=False)
    loose: bool = field(default=False, compare=False)
    named: bool = field(default=False, compare=False)

    @classmethod
    def told(cls, told: dict[str, Any]) -> State:
        """The state in an answer of the page."""
        return cls(told["is"], told["of"], told["blank"], told["key"], told["seen"], told["loose"])


@dataclass
class Kept:
    """A state that a step set. ``was``: before it; ``now``: after it; ``back``: taken back before the end;
    ``lost``: it did not hold when it was looked at last; ``address``: where it was.

    ``wanted``: what was asked for, where that is known to be another state than the old one; ``pressed_since``: there was
    a later click or key; ``went``: one of them sent something, which it may have gone with.
    """

    step: int
    kind: str
    found: Found
    query: Query
    pages: int
    said: str
    was: State
    now: State
    back: bool = False
    lost: bool = False
    wanted: str = ""
    pressed_since: bool = False
    went: bool = False
    address: str = field(init=False)

    def __post_init__(self) -> None:
        self.address = self.found.page.url

    def is_gone(self, pages: int) -> bool:
        """Whether it went with its document. Another one may have come that the page does not show, as of a download."""
        return self.pages != pages and self.address != self.found.page.url


async def read_state(kind: str, found: Found) -> State | None:
    """What an element shows; None where it is gone, or has no such state."""
    if kind == ROW:
        back = await asked_state(found, "row back")
        return State(back or "", "") if back is not None or await asked_state(found, "row gone") else None
    if kind == CHOICE:
        return _choice(await asked_state(found, "of", kind))
    told = await asked_state(found, "of", kind)
    if told is None:
        return None
    if kind == "stepper":
        value = await stepper_of(found, **{"raise": True})
        return State(value["text"], told["of"]) if value is not None else None
    if kind == "click":
        shown = await shown_by(found)
        return State(" ".join([*shown["marks"], shown["name"]]), _around(told)) if shown is not None else None
    return State.told(told)


async def shown_choice(found: Found) -> State | None:
    """What a control that may open a list shows before it is clicked, as far as that was asked when it was found."""
    return _choice(found.about["shows"]) if "shows" in found.about else await read_state(CHOICE, found)


def _choice(told: dict[str, Any] | None) -> State | None:
    if told is None:
        return None
    called = fold(str(told["of"]).partition("|")[0])
    named = bool(called) and called.casefold() != fold(told["is"]).casefold()
    return replace(State.told({**told, "of": _around(told)}), named=named)


def _around(told: dict[str, Any]) -> str:
    """What an element belongs to, without its own name, which may tell its state."""
    return str(told["of"]).partition("|")[2]


async def asked_state(found: Found, what: str, kind: str = "") -> Any:
    """The page's answer about the state of an element; None where it is not to be seen."""
    return await ask_moving(found.frame, "state", {"ask": what, "kind": kind}, element=found.element)
