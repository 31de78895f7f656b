"""The end of a learned workflow whose runs showed nothing of it: whether anything tells that the site took what was sent.

What a run shows after its last write is not known where the write was held back when the run was looked at, nor where it
said nothing that is known as a message. Then a sign has to be seen: another page after a redirect, a word or a green
message that confirms, the value of the caller where it was not before, an answer that says so, a form that was emptied.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from awm_mcp.errors import StepStopped
from awm_mcp.model import FlowStep
from awm_mcp.model.done_words import says_done
from awm_mcp.model.site import path_of
from awm_mcp.model.text import harmless
from awm_mcp.replay.complaint_words import COMPLAINING, HARMLESS
from awm_mcp.replay.honest_end import fold, messages
from awm_mcp.replay.late import SAVING
from awm_mcp.replay.page_script import ask
from awm_mcp.replay.seen_in_passing import place_of

if TYPE_CHECKING:
    from awm_mcp.replay.player import Player
    from awm_mcp.replay.watching import Since

_log = logging.getLogger(__name__)
_LESS = re.compile(r"\b(\d+)\s*(?:/|of|out of|von|de|di|van|sur|z|из)\s*(\d+)\b")
_NOT = re.compile(r"\b(not?|nicht|keine?|pas|aucune?|non?|não|niet|geen|nie|не|inte|ikke|nothing|nichts|rien)\b|未|没有|不")
MOST_TOLD = 120


class Standing(NamedTuple):
    """How a page stands; see ``page/standing.js``."""

    whole: int = 0
    text: int = 0
    held: int = 0
    kept: int = 0
    alone: int = 0
    shown: int = 0
    set: int = 0
    came: int = 0
    state: bool = False
    green: bool = False


@dataclass
class UnseenEnd:
    """The page as it stood before the last step that writes; None where the runs tell what comes of it."""

    before: Standing | None = None
    pages: int = 0
    loaded: bool = False

    async def begin(self, player: Player, step: FlowStep) -> None:
        """Before a step that writes."""
        self.before, self.loaded = None, False
        if player.guard is None and player.request.workflow.evidence.runs and not _is_known(player, step):
            self.before = await _standing(player, ())
            self.pages = len(player.stage.context.pages)
            player.stage.page.once("download", self._loads)

    def _loads(self, _: object) -> None:
        self.loaded = True

    async def check(self, player: Player, since: Since, said: frozenset[str], *, proven: bool) -> None:
        """At the end: stops where nothing tells that what the last step sent was taken.

        Raises:
            StepStopped: ``not_confirmed`` with status ``unknown``.
        """
        number = player.stage.activity.step
        if self.before is None or proven or player.outputs or number not in player.judged or self._left(player):
            return
        if number not in player.stage.activity.senders or number in player.request.workflow.signing_in:
            return
        new = [one.text for one in since.heard] + since.found
        new += [one.text for one in await messages(player.stage) if fold(one.text) not in said]
        good = any(one.tone == "good" for one in since.heard) or confirms(new)
        if good or await player.stage.write_answers.confirmed(number):
            return
        now = await _standing(player, new)
        why = "" if now is None or now.green else _lacks(player, number, self.before, now)
        if why:
            player.step = number
            raise _stop(player, why, new)

    def _left(self, player: Player) -> bool:
        stage = player.stage
        return self.loaded or stage.page.is_closed() or len(stage.context.pages) != self.pages


def _lacks(player: Player, number: int, before: Standing, now: Standing) -> str:
    """What speaks for nothing having come of it; empty where something did."""
    hops = [hop for hop in player.stage.trail.hops if hop.step == number and hop.page]
    stays = place_of(player.stage.page.url) == place_of(player.sent_from)
    if now.alone > before.alone or (hops and (before.state or now.state)):
        return ""
    if not hops:
        return _lacks_in_place(player, number, before, now) if stays else ""
    sent = {said.partition(" ")[2] for said in player.stage.activity.sent}
    if len(hops) == 1 and not hops[0].to and path_of(hops[0].url).split("?")[0] in sent:
        taken = now.shown > before.shown and not now.held
        return "" if taken else "the answer is a page that no run was seen to end on, and that shows nothing of it"
    back = stays and _is_same(player, before, now)
    return "it led back to the page of the form, which shows nothing of it" if back else ""


def _is_same(player: Player, before: Standing, now: Standing) -> bool:
    """Whether the page of the form, which came anew, shows nothing of what was sent."""
    shown = now.kept > before.kept or now.shown > before.shown or (now.text != before.text and not before.held)
    put = any(s.action is not None and s.action.type in SAVING for s in player.steps[: player.stage.activity.step - 1])
    return not shown and not (put and now.came == before.set)  # else the form shows what was put into it


def _lacks_in_place(player: Player, number: int, before: Standing, now: Standing) -> str:
    action = player.steps[number - 1].action
    if action is None or action.type in SAVING:
        return ""
    if now.whole == before.whole:
        return "the page is as it was before"
    kept = before.held and now.held >= before.held
    return "the form is there as it was filled in" if kept else ""


async def _standing(player: Player, said: Iterable[str]) -> Standing | None:
    """How the page and its frames stand; None while they move."""
    texts, found = _typed(player), list[Standing]()
    for frame in player.stage.own_frames():
        query: dict[str, Any] = {"texts": texts, "said": list(said)}
        try:
            told = cast("dict[str, Any] | None", await ask(frame, "standing", query))
        except Exception as moving:
            _log.debug("it is not seen how the page stands while it moves: %s", moving)
            return None
        found += [Standing(**told)] if told is not None else []
    if not found:
        return None
    sums = [sum(values) for values in zip(*[one[:8] for one in found], strict=True)]
    return Standing(*sums, state=any(one.state for one in found), green=any(one.green for one in found))


def _typed(player: Player) -> list[str]:
    """The texts that the steps typed so far."""
    steps = [s.action for s in player.steps[: max(player.step, player.stage.activity.step)] if s.action is not None]
    values = [one.value for one in steps if one.type == "fill" and one.value is not None and not one.stepper]
    arguments = player.arguments
    known = [one for one in values if not arguments.missing(one) and not arguments.is_secret(one)]
    return [text for one in known for text in arguments.texts(one) if len(text.strip()) > 1]


def _is_known(player: Player, step: FlowStep) -> bool:
    """Whether the runs tell what comes of the step: a text, or an address that is not the one that it is sent to."""
    end = player.request.workflow.postcondition
    expected = [one for one in (step.expect, end) if one is not None]
    return any(one.text is not None or one.target is not None for one in expected)


def confirms(texts: Iterable[str]) -> bool:
    """Whether one of the texts says that something was done, and not that it was not, or only a part of it."""
    return any(says_done(one) and not _denies(one) for one in texts)


def _denies(text: str) -> bool:
    said = HARMLESS.sub(" ", fold(text))
    part = any(int(some) < int(whole) for some, whole in _LESS.findall(said))
    return part or bool(COMPLAINING.search(said) or _NOT.search(said))


def _stop(player: Player, why: str, new: list[str]) -> StepStopped:
    told = [f'"{harmless(player.stage.redact(one), MOST_TOLD)}"' for one in dict.fromkeys(new)][:3]
    said = f"; new on the page: {', '.join(told)}" if told else ""
    way = path_of(player.stage.page.url).split("?")[0]
    return StepStopped(
        "not_confirmed", status="unknown", expected="a sign that the site took what was sent",
        seen=f"{why} ({player.stage.redact(way)}){said}",
        next="judge by what the page says, or look on the site whether it happened, before doing anything again; "
        "it is not sent twice",
    )  # fmt: skip
