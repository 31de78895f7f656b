"""Messages after a write that name the day before or after the given one: most likely stored in another time zone."""

from __future__ import annotations

import datetime
import re
from collections.abc import Iterable
from typing import TYPE_CHECKING

from awm_mcp.errors import StepStopped
from awm_mcp.model.coercion import is_date
from awm_mcp.model.spelling import written
from awm_mcp.model.text import fold, plain
from awm_mcp.replay.judging.typed import typed_texts

if TYPE_CHECKING:
    from awm_mcp.replay.player import Player

_FORMS = (
    "%Y-%m-%d", "%d.%m.%Y", "%-d.%-m.%Y", "%m/%d/%Y", "%-m/%-d/%Y", "%d/%m/%Y", "%-d/%-m/%Y", "%d-%m-%Y", "%Y/%m/%d",
    "%B %-d", "%b %-d", "%-d %B", "%-d %b", "%-d. %B", "%Y年%-m月%-d日", "%-m月%-d日",
)  # fmt: skip
_DAY = datetime.timedelta(days=1)


def other_day(texts: Iterable[str], given: Iterable[str], shown: str, today: datetime.date) -> tuple[str, str] | None:
    """A message and the day that was given, where it names the day beside it and that day is shown nowhere.

    The days around today are also named for other reasons.
    """
    days = [datetime.date.fromisoformat(one) for one in given]
    messages, everything = list(texts), fold(" ".join([shown, *texts]))
    if any(_names(everything, day) for day in days):
        return None
    for day in days:
        beside = [one for one in (day - _DAY, day + _DAY) if one not in days and abs(one - today) > _DAY]
        for text in messages:
            if any(_names(fold(text), one) for one in beside):
                return text, day.isoformat()
    return None


def _names(text: str, day: datetime.date) -> bool:
    spelled = "|".join(re.escape(written(day, form.replace("%-m", str(day.month)))) for form in _FORMS)
    return re.search(rf"(?<![\w/.-])(?:{spelled})(?![\w/-])", text, re.IGNORECASE) is not None


async def check_day(player: Player, told: list[str]) -> None:
    """Stops for a message that names another day than was given.

    Raises:
        StepStopped: ``another_day`` with status ``unknown``.
    """
    given = [text for text in typed_texts(player) if is_date(text)]
    if not given or not told or player.stage.page.is_closed():
        return
    state = await player.stage.state(text=True)
    found = other_day(told, given, state.text, datetime.datetime.now(datetime.UTC).date())
    if found is not None:
        player.step = max(1, player.stage.activity.step)
        raise StepStopped(
            "another_day", status="unknown", expected=f"the day {found[1]}",
            seen=f"the page says {plain(player.stage.redact(found[0]), 160)!r}",
            next="look on the site which day it has stored before doing anything again; it is not sent twice",
        )  # fmt: skip
