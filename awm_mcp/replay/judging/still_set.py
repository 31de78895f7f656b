"""What steps chose, ticked and typed, read again right before the step that sends it: a page may have reset it meanwhile.

A field may take back what was typed, or bound it, only when it is left; so it is left first, as the step would leave it.

A choice in a list that is no select of the browser is known by what opened the list, which shows the choice then.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, NamedTuple

from awm_mcp.errors import StepStopped
from awm_mcp.model.text import as_seen, plain
from awm_mcp.replay.acting.shown_state import CHOICE, Kept, State, read_state, shown_choice
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


class _Opener(NamedTuple):
    """A control that was clicked, what it showed before, and where it was."""

    found: Found
    was: State
    pages: int
    address: str

    def is_gone(self, pages: int) -> bool:
        """Whether it went with its document."""
        return self.pages != pages and self.address != self.found.page.url


@dataclass
class Choices:
    """The control that was clicked last: a click on an option of its list changes what it shows.

    ``unseen``: choices that it did not show, or not any more when it was looked at.
    """

    opener: _Opener | None = None
    _clicked: _Opener | None = None
    unseen: list[Kept] = field(default_factory=list[Kept])

    async def before(self, action: Action, found: Found | None, pages: int) -> None:
        """Before a step."""
        self._clicked = None
        if action.type == "click" and found is not None and (shows := await shown_choice(found)) is not None:
            self._clicked = _Opener(found, shows, pages, found.page.url)

    async def after(self, number: int, actor: Actor, action: Action) -> Kept | None:
        """After a step: the choice that it made in a list, shown by what opened the list."""
        if action.type != "click":
            return None
        made = await self._made(number, actor, action)
        if made is not None and self.opener is not None:
            self.opener = self.opener._replace(was=made.now)
        else:
            self.opener = self._clicked
        return made

    async def _made(self, number: int, actor: Actor, action: Action) -> Kept | None:
        target, opener, pages = action.target, self.opener, actor.stage.activity.pages
        if target is None or opener is None or opener.is_gone(pages):
            return None
        now, given = await read_state(CHOICE, opener.found), [target.name, target.text, target.label]
        texts = [actor.arguments.bind(one).literal for one in given if one is not None and not actor.arguments.missing(one)]
        said, query = actor.arguments.said_action(action), actor.query(target, "click")
        made = Kept(number, CHOICE, opener.found, query, pages, said, opener.was, now or opener.was)
        new = [text for text in texts if text and not _shows(opener.was, text)]
        if now is not None and any(_shows(now, text) for text in new):
            return made
        if target.role == "option" and opener.was.named and new:
            self.unseen.append(replace(made, now=replace(opener.was, shows=new[0])))
        return None


def _shows(state: State, text: str | None) -> bool:
    return bool(text and as_seen(text)) and as_seen(text or "").casefold() in as_seen(state.shows).casefold()
