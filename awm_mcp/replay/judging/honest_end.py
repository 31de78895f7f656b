"""What speaks against a good end: answers by which the site refused what was sent, and messages that complain."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, cast

from awm_mcp.model import FlowStep, Param, Text, Value, Workflow
from awm_mcp.model.text import as_seen, plain
from awm_mcp.replay.browsing.page_script import ask_each
from awm_mcp.replay.traffic.complaint_words import COMPLAINING, HARMLESS, IN_HEADING
from awm_mcp.replay.traffic.questions import reads_only
from awm_mcp.replay.values.binding import Arguments

if TYPE_CHECKING:
    from awm_mcp.replay.judging.beside_success import Beside
    from awm_mcp.replay.player import Player
    from awm_mcp.replay.staging.stage import Stage
    from awm_mcp.replay.traffic.activity import Refusal


def fold(text: str) -> str:
    """Text for comparing, in small letters."""
    return as_seen(text).casefold()


@dataclass(frozen=True)
class Message:
    """A message on a page. ``strong``: said as an alert, or a field marked as wrong; ``tone``: ``good``, ``bad`` or none;
    ``near``: said in a form or dialog, or beside a field.
    """

    text: str
    strong: bool
    tone: str
    heading: bool
    near: bool = False

    def complains(self, own_words: Iterable[str] = ()) -> bool:
        """Whether it says that something went wrong; words that the caller wrote there do not count."""
        if self.tone:
            return self.tone == "bad"
        said = fold(self.text)
        for word in own_words:
            said = said.replace(word, " ")
        said = HARMLESS.sub(" ", said)
        return bool((IN_HEADING if self.heading else COMPLAINING).search(said))


async def messages(stage: Stage) -> list[Message]:
    """The messages that the page and its frames show; none while they move."""
    if stage.page.is_closed():
        return []
    told = cast("list[list[dict[str, Any]]]", await ask_each(stage.own_frames(), "messages", {}))
    return [Message(**one) for found in told for one in found]


def complaint(player: Player, messages: Iterable[Message], before: frozenset[str], beside: Beside, *, proven: bool) -> str:
    """A complaint that came since ``before`` and that the workflow does not know; empty when there is none.

    ``proven``: the text that the workflow waits for is shown; then only alerts and wrong fields count against it.
    """
    judge = Judge.of(player.request.workflow, player.arguments)
    for one in messages:
        fresh = fold(one.text) not in before and (one.strong or not proven)
        if fresh and judge.is_complaint(one) and not beside.spares(one):
            return plain(one.text, 200)
    return ""


@dataclass(frozen=True)
class Judge:
    """Tells complaints from what the caller wrote and what the workflow knows to be shown."""

    own: list[str]
    known: list[Value]

    @classmethod
    def of(cls, flow: Workflow, arguments: Arguments) -> Judge:
        """For one replay."""
        return cls(_own_words(flow, arguments), _learned(flow, arguments))

    def is_complaint(self, message: Message) -> bool:
        """Whether a message complains of something that the workflow does not know."""
        return message.complains(self.own) and not any(_knows(text, message) for text in self.known)

    def is_own(self, text: str) -> bool:
        """Whether a text says nothing but what the caller gave."""
        said = fold(text)
        for word in self.own:
            said = said.replace(word, " ")
        return not any(char.isalnum() for char in said)


def refusal_of(stage: Stage) -> Refusal | None:
    """The first thing that the site refused since the replay began and did not accept later on."""
    found = stage.activity.refused.values()
    return next((one for one in found if one.request.method == "GET" or not reads_only(one.request)), None)


def _own_words(flow: Workflow, arguments: Arguments) -> list[str]:
    given = [one for value in arguments.given.values() for one in (value if isinstance(value, list) else [value])]
    written = [s.action.value for s in all_steps(flow.steps) if s.action is not None and s.action.value is not None]
    given += [part.text for value in written for part in value.root if isinstance(part, Text)]
    return sorted((word for word in (fold(str(one)) for one in given) if len(word) > 2), key=len, reverse=True)


def all_steps(steps: Iterable[FlowStep]) -> list[FlowStep]:
    """The steps, and those of repeated blocks."""
    return [one for s in steps for one in (s, *(s.for_each.steps if s.for_each is not None else ()))]


def _learned(flow: Workflow, arguments: Arguments) -> list[Value]:
    expected = [s.expect for s in all_steps(flow.steps)] + [flow.postcondition]
    texts = [one.text for one in expected if one is not None and one.text is not None]
    targets = [one.target for one in expected if one is not None and one.target is not None]
    texts += [one for target in targets for one in (target.name, target.text) if one is not None]
    waited = [s.action for s in all_steps(flow.steps) if s.action is not None and s.action.type in ("wait_for", "extract")]
    for action in waited:
        seen = (action.value, *((action.target.name, action.target.text) if action.target is not None else ()))
        texts += [one for one in seen if one is not None]
    return [arguments.bind(one) for one in texts if not any(arguments.missing(one))]


def _names(learned: Value, message: str) -> bool:
    parts = [fold(part.text) for part in learned.root if isinstance(part, Text) and fold(part.text)]
    said = fold(message)
    unbound = any(isinstance(part, Param) for part in learned.root)
    return bool(parts) and not unbound and (all(part in said for part in parts) or said in " ".join(parts))


def _knows(learned: Value, message: Message) -> bool:
    """Whether a message is one of the runs: "Saved" is none of "Could not be saved", though it stands in it."""
    if not _names(learned, message.text):
        return False
    said = HARMLESS.sub(lambda one: " " * len(one.group()), fold(message.text))
    parts = [fold(part.text) for part in learned.root if isinstance(part, Text) and fold(part.text)]
    spans = [one.span() for part in parts for one in re.finditer(re.escape(part), said)]
    amiss = [one.span() for one in (IN_HEADING if message.heading else COMPLAINING).finditer(said)]
    within = all(any(a <= begin and end <= b for a, b in spans) for begin, end in amiss)
    return within or any(fold(message.text) in part for part in parts)
