"""Values that a choice of this replay may have had instead: a message that names one of them confirms nothing.

"Assigned to Ann" is no success where Dan was asked for. Known are the other options of the list, what was chosen before, and
the values of the runs.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, cast

from awm_mcp.model.done_words import says_taken
from awm_mcp.model.text import as_seen
from awm_mcp.replay.browsing.page_script import ask_moving
from awm_mcp.replay.judging.honest_end import fold

if TYPE_CHECKING:
    from awm_mcp.model import Action
    from awm_mcp.replay.player import Player
    from awm_mcp.replay.targets.resolve import Found

_CHOSEN = frozenset({"option", "radio", "menuitemradio", "treeitem"})
MOST, LONGEST, LEAST = 60, 60, 2


class OtherValues:
    """``asked``: the values that choices were asked for, folded; ``others``: those that they may have had, as written;
    ``choices``: by the step, what it chose and the other options of its list."""

    def __init__(self) -> None:
        self.asked: set[str] = set()
        self.others: set[str] = set()
        self.choices: dict[int, tuple[tuple[str, ...], tuple[str, ...]]] = {}

    async def note(self, player: Player, action: Action, found: Found | None) -> None:
        """Before a step is done: what it may choose among, where the caller's value chooses."""
        names = sorted(_names(action))
        if found is None or not names or player.guard is not None or player.request.workflow.risk == "read":
            return
        given = player.arguments.given
        self.asked |= {fold(str(given[name])) for name in names if name in given}
        examples = [one for known in player.request.workflow.parameters if known.name in names for one in known.examples]
        options = await _options(found)
        self.others |= {*options, *examples}
        asked = tuple(text for name in names if name in given for text in _texts(given[name]))
        self.choices[player.step] = (asked, tuple(options))

    def named_in(self, text: str, task: str) -> bool:
        """Whether a text names another value and not the one that was asked for. ``task``: words that any text may have."""
        said = as_seen(text)
        if not self.asked or any(_has(fold(said), one) for one in self.asked):
            return False
        own = fold(task)
        known = (one for one in self.others if fold(one) not in self.asked and _tells(one))
        return any(_has(said, as_seen(one)) and not _has(own, fold(one)) for one in known)

    def without_named(self, texts: Iterable[str], task: str) -> list[str]:
        """The texts that name none of them."""
        return [one for one in texts if not self.named_in(one, task)]


def _texts(given: str | list[str]) -> list[str]:
    return [str(one) for one in given] if isinstance(given, list) else [str(given)]


def _names(action: Action) -> set[str]:
    """The parameters that choose, where a step is a choice among options."""
    target = action.target
    if action.type == "select":
        return {name for one in (*action.values, *((action.value,) if action.value else ())) for name in one.params}
    if action.type not in ("click", "check") or target is None or target.role not in _CHOSEN:
        return set()
    return {name for one in (target.name, target.text, target.label) if one is not None for name in one.params}


def _tells(one: str) -> bool:
    """Whether a value is a name that a message does not have by chance, as "Sent" and "5" are."""
    return len(one) >= LEAST and any(char.isalpha() for char in one) and not says_taken(one)


def _has(said: str, one: str) -> bool:
    return bool(one) and re.search(rf"(?<!\w){re.escape(one)}(?!\w)", said) is not None


async def _options(found: Found) -> list[str]:
    query: dict[str, Any] = {"ask": "among", "most": MOST, "longest": LONGEST}
    return cast("list[str]", await ask_moving(found.frame, "choice", query, otherwise=[], element=found.element))
