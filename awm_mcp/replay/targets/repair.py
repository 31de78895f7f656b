"""Which element a missing target has become: the live candidates, the rules that choose, and what no choice may take."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from awm_mcp.model.labels import changes_abroad, commits, has_destroying_word
from awm_mcp.model.text import plain
from awm_mcp.replay.browsing.page_script import page_script
from awm_mcp.replay.port import RepairCandidate, RepairChoice, RepairQuestion
from awm_mcp.replay.targets.query import Query

if TYPE_CHECKING:
    from playwright.async_api import ElementHandle, Frame, JSHandle

LEAST_MEANING = 0.6
MOST_CANDIDATES = 12
CLEARLY, WITNESS = 0.15, 0.25
_MOST_WITNESSES = 3.0
_ALMOST_EQUAL = 0.75
_DESTRUCTIVE = re.compile(
    r"\b(delete|remove|destroy|erase|wipe|drop|purge|discard|reset|revoke|terminate|deactivate|pay|buy|purchase|order|"
    r"checkout|send|transfer|withdraw|cancel|unsubscribe|refund|bin|trash|void)\b",
    re.IGNORECASE,
)


def is_destructive(text: str) -> bool:
    """Whether the words name something that cannot be taken back; such steps are never repaired."""
    return bool(_DESTRUCTIVE.search(text)) or has_destroying_word(text)


@dataclass(frozen=True)
class Likely:
    """A candidate on the page. ``opener``: what opens the menu that it is in, where it cannot be seen."""

    about: RepairCandidate
    element: ElementHandle
    opener: ElementHandle | None


class RuleRepairer:
    """Takes the candidate that is clearly the best by name and witnesses, as decision 9 says."""

    async def choose(self, question: RepairQuestion, site: str) -> RepairChoice:
        """The best candidate, if it is clearly better than the second and has witnesses enough."""
        ranked = sorted(enumerate(question.candidates), key=lambda pair: -_score(pair[1]))
        if not ranked or ranked[0][1].meaning < LEAST_MEANING:
            return RepairChoice(reason="no name means the same")
        index, best = ranked[0]
        if len(ranked) > 1 and _score(best) - _score(ranked[1][1]) < CLEARLY:
            return RepairChoice(reason="two are as likely")
        if not question.writes and best.witnesses < 0.5 and best.meaning < _ALMOST_EQUAL:
            return RepairChoice(reason="nothing but a similar name speaks for it")
        return RepairChoice(index=index, reason="clearly the best")


def _score(candidate: RepairCandidate) -> float:
    return candidate.meaning + WITNESS * min(candidate.witnesses, _MOST_WITNESSES)


def is_allowed(candidate: RepairCandidate, *, writes: bool) -> bool:
    """What holds for every choice, whoever made it: nothing destructive, and for a step that writes a whole witness, and
    nothing for more things."""
    return not is_destructive(candidate.words) and (not writes or (candidate.witnesses >= 1 and not candidate.wider))


async def likely(
    frame: Frame, query: Query, redact: Callable[[str], str], *, least: float, leads: str | None = None, writes: bool = True,
    opens: bool = False,
) -> list[Likely]:  # fmt: skip
    """The elements that may be the target under another name, the likeliest first.

    Args:
        redact: takes secrets out of what the page says.
        least: 0 to 1, how far a name must mean the same.
        leads: path and query of the page that the step led to; a link to it is the one, whatever it is called.
        writes: the step changes something.
        opens: it changes nothing, and the runs saw that something came of it.
    """
    origin = query.former[-1].target if query.former else None
    asked = {
        **query.as_argument(), "least": least, "most": MOST_CANDIDATES, "leads": leads, "origin": origin, "writes": writes,
        "opens": opens,
    }  # fmt: skip
    handle = await frame.evaluate_handle(page_script("repair"), [asked, None])
    parts = await handle.get_properties()
    elements, openers = await _elements(parts["elements"]), await _elements(parts["openers"])
    about: list[dict[str, Any]] = json.loads(str(await parts["about"].json_value()))
    found = zip(about, elements, openers, strict=True)
    known = [Likely(_candidate(one, redact), element, opener) for one, element, opener in found if element is not None]
    acts = commits(query.named) or changes_abroad(query.named)
    return [one for one in known if not (acts and one.about.wider)]


def _candidate(about: dict[str, Any], redact: Callable[[str], str]) -> RepairCandidate:
    near = tuple(plain(redact(name), 60) for name in about["near"][-3:])
    return RepairCandidate(
        words=plain(redact(about["words"]), 120), near=near, meaning=about["meaning"], witnesses=about["witnesses"],
        wider=about["wider"],
    )  # fmt: skip


async def _elements(listed: JSHandle) -> list[ElementHandle | None]:
    """The items of a list in the page, in order."""
    numbered = {int(key): part for key, part in (await listed.get_properties()).items() if key.isdigit()}
    return [numbered[number].as_element() for number in sorted(numbered)]
