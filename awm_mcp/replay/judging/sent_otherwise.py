"""What was sent or answered for something else than was meant: another option, another row, the value of before.

The requests alone tell, whatever the page shows and says. See ``traffic/sent_otherwise.py`` for what counts.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, cast

from awm_mcp.errors import StepStopped
from awm_mcp.model.text import plain
from awm_mcp.replay.acting.shown_state import CHOICE
from awm_mcp.replay.browsing.page_script import ask_moving
from awm_mcp.replay.judging.honest_end import fold
from awm_mcp.replay.traffic.sent_otherwise import (
    Meant,
    Sent,
    contrary_sent,
    old_value_sent,
    other_choice_answered,
    other_choice_sent,
    other_row_sent,
)

if TYPE_CHECKING:
    from awm_mcp.model import Action
    from awm_mcp.replay.acting.shown_state import Kept
    from awm_mcp.replay.player import Player
    from awm_mcp.replay.targets.resolve import Found

ACTING = frozenset({"click", "dblclick", "check"})
_FIELDS = frozenset({"fill", "select", "stepper"})
_WANTED = {"checked": True, "unchecked": False}
MOST_SENT = 50_000


class MeantRows:
    """The rows that steps acted on, with what the others of their lists are called, by the step."""

    def __init__(self) -> None:
        self.rows: dict[int, Meant] = {}

    async def note(self, player: Player, action: Action, found: Found | None) -> None:
        """Before a step is done."""
        row = action.target.row if action.target is not None else None
        if found is None or row is None or not row.params or action.type not in ACTING or player.guard is not None:
            return
        if player.request.workflow.risk == "read" or player.arguments.missing(row):
            return
        if text := player.arguments.bind(row).literal:
            asked = ask_moving(found.frame, "row_names", {"text": text}, element=found.element)
            if (told := cast("dict[str, Any] | None", await asked)) is not None:
                self.rows[player.step] = Meant((text,), tuple(told["names"]), keys=(told["row"],))


async def check_sent_otherwise(player: Player) -> None:
    """At a good end: stops where what a step sent names another choice, row or value than the one that was meant.

    Raises:
        StepStopped: ``sent_otherwise`` with status ``unknown``.
    """
    if player.guard is not None:
        return
    given = [*(str(one) for one in player.arguments.given.values()), *player.stage.activity.typed]
    await _check_choices(player, given)
    await _check_rows(player, given)
    await _check_fields(player)
    await _check_ticks(player, given)


async def _check_choices(player: Player, given: list[str]) -> None:
    known = {fold(one) for one in given}
    for number, (asked, options) in player.other_values.choices.items():
        if not asked or {fold(one) for one in asked}.isdisjoint(map(fold, options)):
            continue  # what is asked for may be one of them in other words
        others = tuple(one for one in options if fold(one) not in known)
        meant, sent = Meant(asked, others, _called(player, number), _keys(player, number)), await _sent_since(player, number)
        if said := other_choice_sent(sent, meant):
            _stop(player, number, f'"{plain(said, 80)}" was sent, which is another choice of the list', asked[0])
        if said := other_choice_answered(sent, meant):
            _stop(player, number, f'the site answered with "{plain(said, 80)}", another choice of the list', asked[0])


async def _check_rows(player: Player, given: list[str]) -> None:
    for number, meant in player.meant_rows.rows.items():
        if said := other_row_sent(await _sent_at(player, number), meant, given):
            _stop(player, number, f'"{plain(said, 80)}" was sent, which is another row of the list', meant.asked[0])


async def _check_fields(player: Player) -> None:
    for number, one in player.states.given.items():
        if one.kind not in _FIELDS or one.was.blank or one.now.shows == one.was.shows:
            continue
        sent = await _sent_since(player, number)
        if said := old_value_sent(sent, (one.query.named,), one.was.shows, one.wanted or one.now.shows):
            _stop(player, number, f'"{plain(said, 80)}" was sent, which the field held before', one.now.shows)


async def _check_ticks(player: Player, given: list[str]) -> None:
    for number, one in player.states.given.items():
        later = any(other.query.target == one.query.target for at, other in player.states.given.items() if at > number)
        if one.kind != "check" or one.now.shows not in _WANTED or later or one.query.target.get("role") == "radio":
            continue
        label, sent = _without(fold(one.query.named), given), await _sent_since(player, number)
        if said := contrary_sent(sent, label, wanted=_WANTED[one.now.shows]):
            _stop(player, number, f'"{plain(said, 80)}" was sent, which is the contrary', one.now.shows)


def _without(label: str, given: list[str]) -> str:
    """A label without the values of the caller."""
    for text in sorted({fold(one) for one in given} - {""}, key=len, reverse=True):
        label = re.sub(rf"(?<!\w){re.escape(text)}(?!\w)", " ", label)
    return label


async def _sent_since(player: Player, number: int) -> list[Sent]:
    """What a step and those after it sent, as far as the site took it."""
    last = max(player.stage.activity.senders, default=0)
    return [one for step in range(number, last + 1) for one in await _sent_at(player, step)]


async def _sent_at(player: Player, number: int) -> list[Sent]:
    taken = await player.stage.write_answers.taken(number)
    bodies = [(one, (one.request.post_data_buffer or b"").decode("utf-8", "replace")) for one in taken]
    return [Sent(one.request.url, body, one.answer) for one, body in bodies if len(body) <= MOST_SENT]


def _called(player: Player, number: int) -> tuple[str, ...]:
    """What the control of a choice is called: its own label, and what the step before it opened."""
    steps = [player.steps[at - 1].action for at in (number, number - 1) if 0 < at <= len(player.steps)]
    targets = [one.target for one in steps if one is not None and one.target is not None]
    signals = [one for target in targets for one in (target.label, target.name, target.text) if one is not None]
    return tuple(text for one in signals if not one.params and (text := one.literal))


def _keys(player: Player, number: int) -> tuple[str, ...]:
    known: Kept | None = player.states.given.get(number)
    return (known.now.key, known.now.shows) if known is not None and known.kind in ("select", CHOICE) else ()


def _stop(player: Player, number: int, seen: str, asked: Any) -> None:
    player.step = number
    raise StepStopped(
        "sent_otherwise", status="unknown", expected=f'"{plain(str(asked), 80)}" to be sent', seen=player.stage.redact(seen),
        next="look on the site what it holds now, and set right there what was changed instead; do not call again before",
    )  # fmt: skip
