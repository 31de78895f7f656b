"""Complaints that stand beside the site's own message of success: about something else, where nothing ties them to the form.

The message must be the one that the runs showed, and must have come with what was sent. On a page that stays, what is said
after it may take it back, so only what was said before it is about something else. Where the runs showed no message, but a
text or an end that is seen again, only what the site says on its other pages, too, is about something else.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from awm_mcp.model import Text, Value
from awm_mcp.model.text import harmless
from awm_mcp.replay.judging.honest_end import Judge, Message, fold
from awm_mcp.replay.judging.new_entry import is_entry

if TYPE_CHECKING:
    from awm_mcp.replay.judging.watching import Since
    from awm_mcp.replay.player import Player

MOST_NOTE = 120


@dataclass
class Beside:
    """``success``: what was said of it, folded, empty where nothing was; ``earlier``: what was said before it.

    ``on_new_page``: it came with another page; ``entry_alone``: nothing proves the end but an entry on a page that stays;
    ``spared``: the complaints that are about something else; ``everywhere``: what the site says whatever is sent, folded.
    """

    success: str = ""
    earlier: frozenset[str] = frozenset()
    on_new_page: bool = False
    entry_alone: bool = False
    spared: list[str] = field(default_factory=list[str])
    everywhere: set[str] = field(default_factory=set[str])

    def spares(self, message: Message) -> bool:
        """Whether a complaint is about something else."""
        said = fold(message.text)
        if said in self.everywhere and not message.near:
            self.spared.append(message.text)
            return True
        if not self.success or message.near or message.heading or self.success in said:
            return False
        if not (self.on_new_page or said in self.earlier):
            return False
        self.spared.append(message.text)
        return True

    def is_taken_back_by(self, text: str) -> bool:
        """Whether a text came after the message of success, on the page that said that."""
        return bool(self.success) and not self.on_new_page and fold(text) not in self.earlier | {self.success}

    def noted(self) -> list[str]:
        """What to tell the caller of them, in quotation marks."""
        return [f'"{harmless(one, MOST_NOTE)}"' for one in dict.fromkeys(self.spared)]


def beside_success(
    player: Player, since: Since, messages: Sequence[Message], before: frozenset[str], *, proven: bool
) -> Beside:
    """What may be spared after a writing step; nothing where the message of the runs is not seen to have come with it."""
    learned = learned_texts(player) if proven else []
    if not learned:
        return Beside(entry_alone=proven and not player.stage.activity.documents and _brings_an_entry(player))
    own = Judge.of(player.request.workflow, player.arguments).own
    heard = [one.message() for one in since.heard if one.boxed]
    shown = [one for one in messages if not one.heading]
    good = [one for one in (*heard, *shown) if fold(one.text) not in before and not one.complains(own)]
    said = next((fold(one.text) for one in good if any(says(text, one.text) for text in learned)), "")
    order = [fold(one.text) for one in since.heard]
    earlier = frozenset(order[: order.index(said)] if said in order else ())
    return Beside(said, earlier, on_new_page=player.stage.activity.documents > 0)


def _brings_an_entry(player: Player) -> bool:
    number = player.stage.activity.step
    step = player.steps[number - 1].expect if 0 < number <= len(player.steps) else None
    return any(is_entry(one) for one in (step, player.request.workflow.postcondition))


def learned_texts(player: Player) -> list[Value]:
    """The texts that the workflow waits for after what was sent; an entry in a list is no message."""
    number, flow = player.stage.activity.step, player.request.workflow
    step = player.steps[number - 1].expect if 0 < number <= len(player.steps) else None
    waited = [one for one in (step, flow.postcondition) if one is not None and not is_entry(one)]
    texts = [one.text for one in waited if one.text is not None and not any(player.arguments.missing(one.text))]
    return [player.arguments.bind(one) for one in texts]


def says(learned: Value, message: str) -> bool:
    """Whether a message says the words of a learned text, whatever it has for its values."""
    parts = [fold(part.text) for part in learned.root if isinstance(part, Text) and fold(part.text)]
    return bool(parts) and all(part in fold(message) for part in parts)
