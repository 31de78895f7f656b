"""A thank beside a refusal: "Thank you" is said whatever came of it, so that what the sentence beside it says decides."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from awm_mcp.model.done_words import TAKEN, spoken_words
from awm_mcp.replay.judging.honest_end import Judge, Message
from awm_mcp.replay.traffic.confirming import confirms

if TYPE_CHECKING:
    from collections.abc import Sequence

    from awm_mcp.replay.player import Player

MOST_WORDS = 4
_WORDS = (
    "thank thanks danke dank merci gracias grazie obrigado obrigada bedankt takk dziękujemy děkujeme спасибо дякуємо "
    "teşekkürler kiitos köszönjük mulțumim ευχαριστούμε"
)
_THANKS = frozenset(_WORDS.split())
_CONDITION = re.compile(
    r"^\s*(if|when|wenn|falls|si|cuando|se|als|om|hvis|jeśli|gdy|pokud|если|якщо|eğer|jos|ha|dacă|εάν)\b", re.I
)


def thanked_in_vain(player: Player, told: Sequence[str], asked: str) -> str:
    """What complains beside a mere thank; empty where another text says that it was done.

    ``told``: what came since it was sent. What asks, or speaks of a case, complains of nothing.
    """
    thanks = [one for one in told if _is_mere_thank(one)]
    if not thanks:
        return ""
    judge = Judge.of(player.request.workflow, player.arguments)
    others = [one for one in told if one not in thanks]
    amiss = [one for one in others if "?" not in one and not _CONDITION.match(one)]
    amiss = [one for one in amiss if judge.is_complaint(Message(one, strong=False, tone="", heading=False))]
    return amiss[0] if amiss and not confirms(others, asked) else ""


def _is_mere_thank(text: str) -> bool:
    words = spoken_words(text)
    return len(words) <= MOST_WORDS and TAKEN.intersection(words) <= _THANKS and not _THANKS.isdisjoint(words)
