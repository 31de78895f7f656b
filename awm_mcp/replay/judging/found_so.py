"""Steps that had nothing to do, as their state was there already: what only a change brings is not waited for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from awm_mcp.model import Expectation, FlowStep

if TYPE_CHECKING:
    from awm_mcp.replay.acting.actor import Actor
    from awm_mcp.replay.player import Player


class FoundSo:
    """The numbers of the steps whose state was read before anything was done, and was the wanted one.

    ``anew``: those whose wanted state was read on the page that came of them.
    """

    def __init__(self) -> None:
        self._numbers: set[int] = set()
        self.anew: set[int] = set()

    def note(self, actor: Actor) -> None:
        """After a step; one that is done again counts as it was done last."""
        (self._numbers.add if actor.so_already else self._numbers.discard)(actor.step)
        (self.anew.add if actor.seen_anew else self.anew.discard)(actor.step)

    def __contains__(self, number: int) -> bool:
        return number in self._numbers


def without_the_change(player: Player, end: Expectation | None, number: int, last: FlowStep) -> Expectation | None:
    """What is still to be seen at the end when the last step (1-based) had nothing to do.

    The address is where the change led to, and the text of a step that writes is what the site said of it.
    """
    if end is None or number not in player.found_so:
        return end
    by_it = last.expect.text if last.expect is not None else None
    text = None if last.writes or end.text == by_it else end.text
    kept = end.model_copy(update={"url": None, "text": text})
    return kept if kept.text is not None or kept.target is not None else None
