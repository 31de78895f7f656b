"""Entries that a page has ticked by itself, beside the one that is asked for: what is then done is done to them, too.

In a list of entries to choose from, the press that follows acts on all that is ticked ("Delete", "Mark as read", "Move").
Where no run had others ticked, another tick than the caller's is not to be passed over. Ticks of settings have names of
their own, and what only saves them takes nothing away: those are let be.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from awm_mcp.errors import StepStopped
from awm_mcp.model import Action, FlowStep
from awm_mcp.model.bulk_words import acts_on_ticked
from awm_mcp.model.labels import destroys
from awm_mcp.model.text import harmless
from awm_mcp.replay.browsing.page_script import ask_moving

if TYPE_CHECKING:
    from awm_mcp.replay.player import Player
    from awm_mcp.replay.targets.resolve import Found

MOST_TOLD = 200


class OtherTicks:
    """Looks at the list before its first entry is ticked: what is ticked then is not this replay's."""

    def __init__(self) -> None:
        self._page = -1

    async def check(self, player: Player, action: Action, found: Found | None) -> None:
        """Before a tick is set that the caller names.

        Raises:
            StepStopped: ``others_ticked``, with nothing done.
        """
        if found is None or action.type != "check" or action.checked is not True or player.guard is not None:
            return
        page, self._page = self._page, player.stage.activity.pages
        press = _press_after(player.steps, player.step)
        if page == self._page or press is None or not _is_callers(action) or not (others := await _ticked(found)):
            return
        told = harmless(player.stage.redact(", ".join(f'"{one}"' for one in others)), MOST_TOLD)
        raise StepStopped(
            "others_ticked", expected="no other entry to be ticked, as in the source runs",
            seen=f"ticked already: {told}; step {press} would be done to all that is ticked",
            next="untick what is not meant on the open page, or ask the user, and resume",
        )  # fmt: skip


def _is_callers(action: Action) -> bool:
    """Whether the caller names the entry, and no run had others ticked."""
    target = action.target
    return target is not None and not target.others_set and any(one.params for one in target.values)


def _press_after(steps: tuple[FlowStep, ...], number: int) -> int | None:
    """The number of the next step that writes, where it is one for all that is ticked."""
    selects = not steps[number - 1].writes  # else a tick is a state of its own, and saved as such
    for later, step in enumerate(steps[number:], start=number + 1):
        if step.writes:
            said = [*_chosen(steps[number:later]), *_label(step)]
            return later if any(destroys(one) or (selects and acts_on_ticked(one)) for one in said) else None
    return None


def _label(step: FlowStep) -> list[str]:
    target = step.action.target if step.action is not None else None
    label = (target.name or target.text or target.label) if target is not None else None
    return [label.words()] if label is not None else []


def _chosen(steps: tuple[FlowStep, ...]) -> list[str]:
    """What is chosen in lists on the way: lists of actions say there what a button "Go" does."""
    values = [step.action.value for step in steps if step.action is not None and step.action.type == "select"]
    return [one.literal for one in values if one is not None and one.literal]


async def _ticked(found: Found) -> list[str]:
    ticked = await ask_moving(found.frame, "beside_ticked", {}, otherwise=[], element=found.element)
    return [str(one) for one in ticked]
