"""The end of a learned workflow whose runs showed nothing of it: whether anything tells that the site took what was sent.

What a run shows after its last write is not known where the write was held back when the run was looked at, nor where it
said nothing that is known as a message. Then a sign has to be seen: a word or a green message that confirms, the value of
the caller where it was not before, an answer that says so, a form that was emptied while nothing else was said, all that the
page of the runs said, or another page after a redirect where nothing was typed that it could show.
"""

from __future__ import annotations

import logging
import re
import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from awm_mcp.errors import StepStopped
from awm_mcp.model import FlowStep, Value, value
from awm_mcp.model.site import path_of
from awm_mcp.model.text import harmless
from awm_mcp.replay.browsing.page_script import ask
from awm_mcp.replay.browsing.together import together
from awm_mcp.replay.judging.asks_again import asks_again, bare_forms
from awm_mcp.replay.judging.further_pages import BEFORE_S, found_from, has_further
from awm_mcp.replay.judging.held_anew import held_anew
from awm_mcp.replay.judging.honest_end import fold
from awm_mcp.replay.judging.led_elsewhere import led_well, says_the_same_anew
from awm_mcp.replay.judging.listed_anew import ListedAnew, next_write
from awm_mcp.replay.judging.new_entry import is_entry
from awm_mcp.replay.judging.nothing_left import nothing_left
from awm_mcp.replay.judging.overlays import is_of, offers_over
from awm_mcp.replay.judging.said_everywhere import said_everywhere
from awm_mcp.replay.judging.saved_by_key import saved_by_key
from awm_mcp.replay.judging.seen_in_passing import place_of
from awm_mcp.replay.judging.thanked_in_vain import thanked_in_vain
from awm_mcp.replay.judging.typed import lettered_texts, typed_texts
from awm_mcp.replay.staging.own_tab import in_own_tab
from awm_mcp.replay.targets.expectations import shows
from awm_mcp.replay.traffic.answered_doubtfully import BARE, VOID
from awm_mcp.replay.traffic.confirming import asks_for_consent, confirms, doubts, is_said
from awm_mcp.replay.traffic.said_now import says_it_is_so
from awm_mcp.replay.writing.late import SAVING

if TYPE_CHECKING:
    from awm_mcp.replay.judging.watching import Since
    from awm_mcp.replay.player import Player
    from awm_mcp.replay.staging.trail import Hop

_log = logging.getLogger(__name__)
_FAILED = re.compile(
    r"[?&#](?:err(?:or)?s?|fail(?:ed|ure)?|denied|reject(?:ed)?|refused|invalid|fehler|erreur)(?:=(?!0|false|none|null|&|$)|&|$)"
    r"|[?&#/=](?:errors?|failed|failure|denied|rejected|refused|invalid|forbidden)(?=[?&#/]|$)",
    re.IGNORECASE,
)
MOST_TOLD, MOST_SENTENCES = 120, 2


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
    behind: int = 0
    boxed: int = 0
    dialogs: int = 0
    state: bool = False
    green: bool = False
    over: bool = False


@dataclass
class UnseenEnd:
    """The page as it stood before the last step that writes; None where the runs tell what comes of it."""

    before: Standing | None = None
    pages: int = 0
    loaded: bool = False
    ends: tuple[Value, ...] = ()
    bare_forms: frozenset[str] = frozenset()
    lists: ListedAnew = field(default_factory=ListedAnew)

    async def note(self, player: Player) -> None:
        """Before a step that does not write: what its page lists of what is going to be sent, where no run shows the end."""
        number, step = next_write(player)
        if step is not None and number > player.step and _is_untold(player, step):
            await self.lists.note(player, number)

    async def begin(self, player: Player, step: FlowStep) -> None:
        """Before a step that writes."""
        self.before, self.loaded, self.ends = None, False, ()
        if _is_untold(player, step):
            await self.lists.begin(player, player.step)
            self.before, self.bare_forms = await together(_standing(player, ()), bare_forms(player))
            self.ends = step.ends if step.ends and not await _all_shown(player, step.ends) else ()
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
        await _check_entry(player, since, said, number)
        if self.before is None or proven or player.outputs or number not in player.judged or self._left(player):
            return
        if number not in player.stage.activity.senders or number in player.request.workflow.signing_in:
            return
        if number in player.found_so.anew:
            return  # the page that came of it shows the state that it set
        old = await player.stage.write_answers.old_value(number, player.states.changed_by(number))
        if not old and await player.stage.write_answers.confirmed(number):
            return
        asked = asked_words(player, number)
        over = await offers_over(player, asked)
        told = [one for one in await _told(player, since, said) if not is_of(one, over)]
        own = player.other_values.without_named(told, asked)
        now = await _standing(player, [one for one in own if not doubts(one, asked)], over)
        well = (one.text for one in since.heard if one.tone == "good" and not is_of(one.text, over))
        green = (one for one in well if not doubts(one, asked))
        good = player.other_values.without_named(green, asked)
        filled = now is not None and 0 < self.before.held <= now.held
        if in_vain := thanked_in_vain(player, told, asked):
            player.step = number
            raise not_confirmed(player, "the page says thanks, and that it was not done", [in_vain])
        if good or now is None or now.green or confirms(_without_own(player, own), asked, beside_form=filled):
            return
        if not filled and _says_of_the_value(player, own, asked):
            return
        why = f'the answer still has the old value: "{harmless(player.stage.redact(old), MOST_TOLD)}"' if old else ""
        new = _Said(told, {one.text for one in since.heard if one.boxed}, asked)
        why = why or await self._lacks(player, number, now, new)
        if why and not await self.is_kept(player, number):
            player.step = number
            raise not_confirmed(player, why, told)

    async def _lacks(self, player: Player, number: int, now: Standing, said: _Said) -> str:
        """What speaks for nothing having come of it; empty where something did."""
        assert self.before is not None
        doubtful = await player.stage.write_answers.doubtful(number)
        if doubtful and not await self._bare_but_kept(player, doubtful, now):
            return spoken_against(player, doubtful)
        hops = [hop for hop in player.stage.trail.hops if hop.step == number and hop.page]
        if any(hop.to for hop in hops) and _FAILED.search(path_of(player.stage.page.url)):
            return "it led to an address that tells of a failure"
        why = _lacks(player, number, self.before, now, said)
        if not why and _answers_in_place(player, hops) and await asks_again(player, typed_texts(player), self.bare_forms):
            why = "the answer is a page that still asks to send it"
        if not why or await self._ended_so(player, said) or await saved_by_key(player, number):
            return ""
        if not hops and _stays(player):
            other = said.of_something_else(entry=False, form=True)
            return "" if not other and await nothing_left(player, number) else why
        led = await led_well(player, number, said.texts, said.boxed, said.asked)
        return "" if led or await _on_further_page(player, self.before) else why

    async def is_kept(self, player: Player, number: int) -> bool:
        """Whether the site, asked anew, lists or holds what was typed, and neither its answer nor where it led says no."""
        doubtful = await player.stage.write_answers.doubtful(number)
        if (doubtful and doubtful not in BARE) or _FAILED.search(path_of(player.stage.page.url)):
            return False
        if self.before is None:
            return False
        return await held_anew(player, number) or await self.lists.shows_it(player, asked_words(player, number))

    async def _bare_but_kept(self, player: Player, doubtful: str, now: Standing) -> bool:
        """Whether an answer is bare, as of scripts that give nothing back, and the page as it is now lasts."""
        assert self.before is not None
        changed = doubtful in BARE and now.text != self.before.text and _stays(player)
        return changed and await says_the_same_anew(player)

    async def _ended_so(self, player: Player, said: _Said) -> bool:
        """Whether the page says all that those of the runs said, and nothing else but what the site says everywhere."""
        others = [one for one in said.texts if is_said(one) and not any(end.matches(one) for end in self.ends)]
        if not await self.ended(player):
            return False
        return not others or await said_everywhere(player, list(dict.fromkeys(others)))

    async def unchanged(self, player: Player) -> bool:
        """Whether nothing at all is otherwise since before the last step that writes, and no run shows what comes of it."""
        if self.before is None or self._left(player):
            return False
        now = await _standing(player, ())
        return now is not None and now.whole == self.before.whole

    async def ended(self, player: Player) -> bool:
        """Whether the page says all that those of the runs said, which it did not before."""
        return bool(self.ends) and await _all_shown(player, self.ends)

    def _left(self, player: Player) -> bool:
        stage = player.stage
        return self.loaded or stage.page.is_closed() or len(stage.context.pages) != self.pages


class _Said(NamedTuple):
    """What came since something was sent. ``boxed``: what has the looks of a message; ``asked``: the words of the task."""

    texts: list[str]
    boxed: set[str]
    asked: str

    def unlike_an_entry(self, typed: list[str]) -> bool:
        """Whether a value that was typed is said inside a sentence."""
        own = [fold(one) for one in typed]
        return any(is_said(_cut(one, own)) and any(text in fold(one) for text in own) for one in self.texts)

    def of_something_else(self, *, entry: bool, form: bool) -> bool:
        """Whether a sentence came that does not confirm. ``entry``: beside a new entry, which may have texts of its own."""
        told = [one for one in self.texts if is_said(one)]
        return any(doubts(one, self.asked) or one in self.boxed or (form and not entry) for one in told)

    def in_few_words(self) -> bool:
        """Whether what came is a message, and not the texts of what a click has opened."""
        return len({fold(one) for one in self.texts if is_said(one)}) <= MOST_SENTENCES


async def told_since(player: Player, since: Since, before: frozenset[str]) -> tuple[list[str], bool]:
    """The messages since the last write, and whether one of them confirms it."""
    new, asked = await _told(player, since, before), asked_words(player, player.stage.activity.step)
    green = (one.text for one in since.heard if one.tone == "good" and not doubts(one.text, asked))
    own = player.other_values.without_named(new, asked)
    good = bool(player.other_values.without_named(green, asked))
    return new, good or confirms(_without_own(player, own), asked)


async def _check_entry(player: Player, since: Since, said: frozenset[str], number: int) -> None:
    """A new entry alone, which pages show before they know, is none where the answer speaks against it."""
    if player.guard is not None or number not in player.judged or not is_entry(player.steps[number - 1].expect):
        return
    doubtful = await player.stage.write_answers.doubtful(number)
    if not doubtful or doubtful in VOID:
        return
    told, good = await told_since(player, since, said)
    if not good:
        player.step = number
        raise not_confirmed(player, spoken_against(player, doubtful), told)


def spoken_against(player: Player, doubtful: str) -> str:
    """Why nothing may have come of it, by the words of an answer."""
    return f'the answer does not say that it was taken: "{harmless(player.stage.redact(doubtful), MOST_TOLD)}"'


async def _told(player: Player, since: Since, before: frozenset[str]) -> list[str]:
    new = [one.text for one in since.heard] + since.found
    shown = [one.text for one in await since.shown_on(player.stage) if fold(one.text) not in before]
    return [one for one in (*new, *shown) if not asks_for_consent(one)]


def asked_words(player: Player, number: int) -> str:
    """The words of the task and of what was pressed, each on a line of its own."""
    flow = player.request.workflow
    action = player.steps[number - 1].action if 0 < number <= len(player.steps) else None
    pressed = action.target.words() if action is not None and action.target is not None else ""
    return "\n".join((*flow.evidence.tasks, flow.title, flow.name.replace("_", " "), pressed))


def _says_of_the_value(player: Player, texts: Iterable[str], asked: str) -> bool:
    """Whether a text says that a value of the caller now is what the task asks for."""
    given = [str(one) for one in player.arguments.given.values() if isinstance(one, str | int | float)]
    examples = (one for known in player.request.workflow.parameters for one in known.examples)
    return says_it_is_so(texts, asked, given, examples)


def _without_own(player: Player, texts: Iterable[str]) -> list[str]:
    """Texts without what was typed: a thank that the caller wrote is none of the site."""
    own = [fold(one) for one in typed_texts(player)]
    return [_cut(one, own) for one in texts]


def _cut(text: str, own: Iterable[str]) -> str:
    said = fold(text)
    for one in own:
        said = re.sub(rf"(?<!\w){re.escape(one)}(?!\w)", "…", said)
    return said


def _lacks(player: Player, number: int, before: Standing, now: Standing, said: _Said) -> str:
    hops = [hop for hop in player.stage.trail.hops if hop.step == number and hop.page]
    stays = _stays(player)
    if not hops and stays:
        return _lacks_in_place(player, number, before, now, said)
    if not hops and said.of_something_else(entry=True, form=False):
        return "what it led to says something else"
    if now.alone > before.alone or before.state or now.state:
        return ""
    if _answers_in_place(player, hops):
        shown = now.shown > before.shown and not now.held and not said.unlike_an_entry(typed_texts(player))
        emptied = stays and before.held and not now.held and now.text == before.text
        return "" if shown or emptied else "the answer is a page that shows nothing of it"
    if stays:
        return "it led back to the page of the form, which shows nothing of it" if _is_same(player, before, now) else ""
    return _lacks_elsewhere(player, before, now, said)


def _stays(player: Player) -> bool:
    return place_of(player.stage.page.url) == place_of(player.sent_from)


def _answers_in_place(player: Player, hops: list[Hop]) -> bool:
    """Whether the page itself is the answer to what was sent."""
    sent = {one.partition(" ")[2] for one in player.stage.activity.sent}
    return len(hops) == 1 and not hops[0].to and path_of(hops[0].url).split("?")[0] in sent


def _lacks_elsewhere(player: Player, before: Standing, now: Standing, said: _Said) -> str:
    """Of another page that a redirect or a script led to: sites send those there, too, whom they ask for something first."""
    typed = typed_texts(player)
    known = not before.held or not _names(typed) or player.request.workflow.risk == "destructive"
    shown = now.shown > 0 and (now.alone > 0 or not said.unlike_an_entry(typed))
    return "" if known or shown else "it led to another page, which shows nothing of it"


def _names(typed: list[str]) -> bool:
    """Whether what was typed can be looked for: numbers and days are often written otherwise."""
    return any(any(char.isalpha() for char in one) for one in typed)


def _is_same(player: Player, before: Standing, now: Standing) -> bool:
    """Whether the page of the form, which came anew, shows nothing of what was sent."""
    shown = now.kept > before.kept or now.shown > before.shown or (now.text != before.text and not before.held)
    put = any(s.action is not None and s.action.type in SAVING for s in player.steps[: player.stage.activity.step - 1])
    return not shown and not (put and now.came == before.set)  # else the form shows what was put into it


def _lacks_in_place(player: Player, number: int, before: Standing, now: Standing, said: _Said) -> str:
    action = player.steps[number - 1].action
    if action is None or action.type in SAVING:
        return ""
    if now.whole == before.whole or (now.over and now.text == before.text and now.held >= before.held):
        return "the page is as it was before"
    entry = now.alone > before.alone
    if before.held and now.held >= before.held and not entry:
        return "the form is there as it was filled in"
    if before.boxed and now.dialogs < before.dialogs and now.behind == before.behind and not entry:
        return "the dialog is closed, and the page behind it shows nothing of it"
    other = said.of_something_else(entry=entry, form=before.held > 0 or said.in_few_words())
    return "what came says nothing of its being taken" if other else ""


async def _on_further_page(player: Player, before: Standing) -> bool:
    """Whether the new entry stands on a further page of the list that it led to."""
    page, typed = player.stage.page, lettered_texts(player)
    if not typed or not before.held or page.is_closed() or not await has_further(player, page):
        return False
    until = time.monotonic() + BEFORE_S
    found = await in_own_tab(player.stage, lambda tab: found_from(player, page, tab, value(max(typed, key=len)), until))
    return bool(found.found)


async def _all_shown(player: Player, texts: Iterable[Value]) -> bool:
    for one in texts:
        if not await shows(player.stage.page, one):
            return False
    return True


async def _standing(player: Player, said: Iterable[str], over: Sequence[str] = ()) -> Standing | None:
    """How the page and its frames stand, without what the overlays say (``over``); None while they move."""
    from playwright.async_api import Error

    texts, found = typed_texts(player), list[Standing]()
    for frame in player.stage.own_frames():
        query: dict[str, Any] = {"texts": texts, "said": list(said), "over": list(over)}
        try:
            told = cast("dict[str, Any] | None", await ask(frame, "standing", query))
        except Error as moving:
            _log.debug("it is not seen how the page stands while it moves: %s", moving)
            return None
        found += [Standing(**told)] if told is not None else []
    if not found:
        return None
    sums = [sum(values) for values in zip(*[one[:11] for one in found], strict=True)]
    return Standing(*sums, state=any(one.state for one in found), green=any(one.green for one in found), over=bool(over))


def _is_untold(player: Player, step: FlowStep) -> bool:
    """Whether a learned workflow is called of whose end, after this step, no run tells."""
    return player.guard is None and bool(player.request.workflow.evidence.runs) and not _is_known(player, step)


def _is_known(player: Player, step: FlowStep) -> bool:
    """Whether the runs tell what comes of the step: a text, or an address that is not the one that it is sent to."""
    end = player.request.workflow.postcondition
    expected = [one for one in (step.expect, end) if one is not None]
    return any(one.text is not None or one.target is not None for one in expected)


def not_confirmed(player: Player, why: str, new: list[str]) -> StepStopped:
    """The stop for an end without a sign. ``why``: what lacks; ``new``: what the page says since."""
    told = [f'"{harmless(player.stage.redact(one), MOST_TOLD)}"' for one in dict.fromkeys(new)][:3]
    said = f"; new on the page: {', '.join(told)}" if told else ""
    way = path_of(player.stage.page.url).split("?")[0]
    return StepStopped(
        "not_confirmed", status="unknown", expected="a sign that the site took what was sent",
        seen=f"{why} ({player.stage.redact(way)}){said}",
        next="judge by what the page says, or look on the site whether it happened, before doing anything again; "
        "it is not sent twice",
    )  # fmt: skip
