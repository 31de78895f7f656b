"""What steps chose, ticked and typed, read again right before the step that sends it: a page may have reset it meanwhile.

A field may take back what was typed, or bound it, only when it is left; so it is left first, as the step would leave it.

A choice in a list that is no select of the browser is known by what opened the list, which shows the choice then.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from awm_mcp.errors import StepStopped
from awm_mcp.model.text import as_seen, plain
from awm_mcp.replay.acting.shown_state import CHOICE, Kept, State, read_state
from awm_mcp.replay.judging.form_back import filled_in
from awm_mcp.replay.staging.settle import rest
from awm_mcp.replay.values.same_value import may_stand_for, same_value

if TYPE_CHECKING:
    from awm_mcp.model import Action
    from awm_mcp.replay.acting.actor import Actor
    from awm_mcp.replay.player import Player
    from awm_mcp.replay.staging.stage import Stage
    from awm_mcp.replay.targets.resolve import Found

STILL_MS, STILL_S = 300, 1.5
"""What is taken back stays so: it is read once more when the page has been still for so long."""
_CHECKED = frozenset({"fill", "select", "check", "stepper", CHOICE})


def is_reset(stage: Stage, one: Kept, now: State | None) -> bool:
    """Whether what a step set does not hold any more, and nothing was sent that it may have gone with.

    What is not shown any more, as in a dialog that was closed, is nobody's to send; a menu that is put back to no choice
    when it has sent one has done its work. A third choice after a press may be the next one of a list that is added to.
    """
    if now is None or one.went or one.kind not in _CHECKED or one.pages != stage.activity.pages or now.of != one.was.of:
        return False
    if (one.now.seen and not now.seen) or (one.was.blank and one.step in stage.activity.senders):
        return False
    if one.kind == "fill":
        return _means_otherwise(one, now)
    another = now.key != one.now.key and now.shows != one.now.shows
    return now.shows == one.was.shows or (another and not one.pressed_since)


def _means_otherwise(one: Kept, now: State) -> bool:
    """Whether a field holds something else than was typed, and not only in another form; an emptied one is told apart."""
    if not now.shows.strip() or same_value(one.now.shows, now.shows):
        return False
    return now.shows == one.was.shows or not (now.loose or may_stand_for(one.now.shows, now.shows))


def reset(stage: Stage, one: Kept, now: State | None) -> StepStopped:
    """The stop before a write for what does not hold any more."""
    shows = plain(now.shows, 80) if now is not None else ""
    return StepStopped(
        "did_not_stick", status="unknown" if one.step in stage.activity.senders else "step_failed",
        expected=f"{one.said}, and the page to keep it until it is sent",
        seen=f"it shows {shows!r}, not {plain(one.now.shows, 80)!r}; nothing was sent after that",
        next="look why the page does not take it; resume to set it once more, or call again with another value",
    )  # fmt: skip


async def check_emptied(player: Player) -> None:
    """Stops before a step that writes, for fields that were filled in and that the page has emptied since.

    Raises:
        StepStopped: ``did_not_stick``.
    """
    if not player.filled.emptied:
        return
    await rest(player.stage, STILL_MS, STILL_S, from_now=True)
    if emptied := (await filled_in(player.stage)).emptied:
        names = ", ".join(repr(plain(name, 60)) for name in emptied[:5])
        raise StepStopped(
            "did_not_stick", expected="the page to keep what was filled in until it is sent",
            seen=f"empty again: {names}; nothing was sent after that",
            next="look why the page does not take it; fill it in on the open page and resume, or call again",
        )  # fmt: skip


@dataclass
class Choices:
    """The control that was clicked last, and what it showed: a click on an option of its list changes that."""

    opener: Found | None = None
    was: State | None = None
    _clicked: tuple[Found, State] | None = None

    async def before(self, action: Action, found: Found | None) -> None:
        """Before a step."""
        self._clicked = None
        if action.type == "click" and found is not None and (shows := await read_state(CHOICE, found)) is not None:
            self._clicked = found, shows

    async def after(self, number: int, actor: Actor, action: Action) -> Kept | None:
        """After a step: the choice that it made in a list, shown by what opened the list."""
        if action.type != "click":
            return None
        made = await self._made(number, actor, action)
        if made is not None:
            self.was = made.now
        else:
            self.opener, self.was = self._clicked if self._clicked is not None else (None, None)
        return made

    async def _made(self, number: int, actor: Actor, action: Action) -> Kept | None:
        target, opener, was = action.target, self.opener, self.was
        if target is None or opener is None or was is None:
            return None
        now, given = await read_state(CHOICE, opener), [target.name, target.text, target.label]
        texts = [actor.arguments.bind(one).literal for one in given if one is not None and not actor.arguments.missing(one)]
        if now is None or not any(_shows(now, text) and not _shows(was, text) for text in texts):
            return None
        said, query, pages = actor.arguments.said_action(action), actor.query(target, "click"), actor.stage.activity.pages
        return Kept(number, CHOICE, opener, query, pages, said, was, now)


def _shows(state: State, text: str | None) -> bool:
    return bool(text and as_seen(text)) and as_seen(text or "").casefold() in as_seen(state.shows).casefold()
