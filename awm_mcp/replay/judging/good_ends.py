"""What a replay shows at its good end, for the next ones; and a replay that ends otherwise than good ones did before.

Source runs that were only reported show nothing of what comes of their last write. The first good replay does: which of
the caller's values stand together in one row of a list, there or on a page that it came by, and whether a dialog is open. A
later replay on the same page without such a row, one that is back on a form that it filled in before, and one whose dialog
stays open, are no such end, unless the site's own answer says that it was taken. Another page than before tells nothing.
"""

from __future__ import annotations

import re
from pathlib import PurePath
from typing import TYPE_CHECKING

from awm_mcp.errors import StepStopped
from awm_mcp.model import SeenEnd
from awm_mcp.model.sends import shape_of
from awm_mcp.model.text import as_seen
from awm_mcp.replay.browsing.patience import becomes_true
from awm_mcp.replay.judging.form_back import filled_in
from awm_mcp.replay.judging.seen_in_passing import place_of
from awm_mcp.replay.judging.unseen_end import asked_words
from awm_mcp.replay.staging.own_tab import in_own_tab, opened
from awm_mcp.replay.targets.turning import leads_on
from awm_mcp.replay.traffic.confirming import confirms

if TYPE_CHECKING:
    from playwright.async_api import Page

    from awm_mcp.model import Action
    from awm_mcp.replay.judging.form_back import Filled
    from awm_mcp.replay.player import Player

ENTERS = frozenset({"fill", "select", "upload"})
DRAWN_S, PAUSE_S, LEAST_TEXT, LEAST_CUT = 2.0, 0.2, 2, 3
_CUT = re.compile(r"…|\.\.\.")
_MARKED = re.compile(r"[*_`#<>\[\]|~^\\\n,;]|://|\S@\S|:\w+:|…|\.\.\.|--")
"""Pages show such texts otherwise than they were typed: as markup, links, pictures."""


async def check_like_good_ends(player: Player) -> None:
    """At a good end: notes what is seen; stops for an end that is not as good ones of this workflow were.

    Raises:
        StepStopped: ``unlike_before`` with status ``unknown``.
    """
    number, known = max(player.judged, default=0), player.request.seen_end
    if not number or player.guard is not None or player.stage.page.is_closed():
        return
    if known is not None and not await _is_affirmed(player):
        await _check_place(player, number, known)
        await _check_dialog(player, number, known)
        await _check_row(player, number, known)
    player.seen_end = known or await _seen(player)


async def _seen(player: Player) -> SeenEnd:
    now, page = await filled_in(player.stage), _page_now(player)
    if row := _typed_row(player, now):
        return SeenEnd(page=page, row=row, dialogs=now.dialogs)
    for place, url in _passed_lists(player).items():
        if row := await in_own_tab(player.stage, lambda tab, url=url: _row_on(player, tab, url)):
            return SeenEnd(page=page, row=row, listed=place, dialogs=now.dialogs)
    return SeenEnd(page=page, dialogs=now.dialogs)


def _typed_row(player: Player, now: Filled) -> tuple[str, ...]:
    """The most of the values that one row says; one of them was typed, as a choice stands in rows of others, too."""
    texts = shown_values(player)
    said = [names for rows in now.lists.values() for row in rows if (names := _said_in(row, texts))]
    return max((names for names in said if any(_is_typed(player, name) for name in names)), key=len, default=())


async def _row_on(player: Player, tab: Page, url: str) -> tuple[str, ...]:
    return _typed_row(player, await filled_in(player.stage, tab)) if await opened(tab, url) else ()


def _passed_lists(player: Player) -> dict[str, str]:
    """The pages with a list that the replay came by, where no run shows the end, by their shape."""
    places = {_shape(player, url): url for url in player.unseen_end.lists.addresses()}
    return {place: url for place, url in places.items() if place != _page_now(player)}


async def _check_place(player: Player, number: int, known: SeenEnd) -> None:
    here, forms = place_of(player.stage.page.url), _forms_before(player, number)
    if _page_now(player) == known.page or here not in forms or _is_confirmed(player, number):
        return
    raise _stop(player, number, "the page of good ends before", f"it led back to {here}, and nothing says that it was done")


async def _check_dialog(player: Player, number: int, known: SeenEnd) -> None:
    if _page_now(player) != known.page or known.dialogs or not player.filled.dialogs:
        return
    still = player.filled.dialogs <= (await filled_in(player.stage)).dialogs
    if still and not _is_confirmed(player, number):
        seen = "it is still open, and nothing says that it was done"
        raise _stop(player, number, "the dialog to close, as it did before", seen)


async def _check_row(player: Player, number: int, known: SeenEnd) -> None:
    texts = shown_values(player)
    wanted = {name: texts[name] for name in known.row if name in texts}
    if not wanted or len(wanted) < len(known.row) or _page_now(player) != known.page:
        return
    if not known.listed:
        there = await _has_row(player, player.stage.page, wanted)
    elif url := _passed_lists(player).get(known.listed, ""):
        there = await in_own_tab(player.stage, lambda tab: _has_row_at(player, tab, url, wanted))
    else:
        return
    if not there and not _names_one(player, number, wanted):
        said, where = " and ".join(sorted(wanted)), known.listed or "this page"
        seen = f"no row of {where} says {said}, although a row did at good ends before"
        raise _stop(player, number, f"a row with {said}", seen)


async def _has_row_at(player: Player, tab: Page, url: str, wanted: dict[str, str]) -> bool:
    return not await opened(tab, url) or await _has_row(player, tab, wanted)


async def _has_row(player: Player, page: Page, wanted: dict[str, str]) -> bool:
    """Whether a row of a page comes to say all the values, or may do so on a further page of its list by now."""

    async def says() -> bool:
        lists = (await filled_in(player.stage, page)).lists
        return any(len(_said_in(row, wanted)) == len(wanted) for rows in lists.values() for row in rows)

    if await becomes_true(says, DRAWN_S, pause_s=PAUSE_S):
        return True
    leads = await leads_on(player.stage, page)
    return bool(leads.links or leads.turns)


async def _is_affirmed(player: Player) -> bool:
    """Whether an answer to a script says that what was sent was taken."""
    number, answers = player.stage.activity.step, player.stage.write_answers
    if player.stage.activity.documents:
        return False
    return await answers.confirmed(number) and not await answers.only_echoed(number)


def _is_confirmed(player: Player, number: int) -> bool:
    return confirms([*player.said_afterwards, *player.told_at_end], asked_words(player, number))


def _names_one(player: Player, number: int, wanted: dict[str, str]) -> bool:
    """Whether a message confirms it and says one of the values: lists of what is open, or of the first, leave some out."""
    told = [one for one in (*player.said_afterwards, *player.told_at_end) if confirms([one], asked_words(player, number))]
    return any(text.casefold() in one.casefold() for one in told for text in wanted.values())


def _page_now(player: Player) -> str:
    return _shape(player, player.stage.page.url)


def _shape(player: Player, url: str) -> str:
    return shape_of(f"GET {place_of(url)}", _given(player).values()).removeprefix("GET ")


def _forms_before(player: Player, number: int) -> set[str]:
    """The pages before that of the last write on which something was entered: who is led to one of them begins anew."""
    entering = [at for at, step in enumerate(player.steps[: number - 1], start=1) if step.action and _entered(step.action)]
    hops = [hop for hop in player.stage.trail.hops if hop.page]
    pages = {
        place_of([hop.url for hop in hops if hop.step < at][-1]) for at in entering if any(hop.step < at for hop in hops)
    }
    return pages - {place_of(player.sent_from)}


def shown_values(player: Player) -> dict[str, str]:
    """The caller's values that the steps enter and that pages show as they are, by parameter."""
    entered = {name for step in player.steps if step.action is not None for name in _entered(step.action)}
    given = {name: text for name, text in _given(player).items() if name in entered}
    return {name: text for name, text in given.items() if any(map(str.isalpha, text)) and not _MARKED.search(text)}


def _entered(action: Action) -> tuple[str, ...]:
    if action.type not in ENTERS or action.value is None:
        return ()
    return action.value.params


def _given(player: Player) -> dict[str, str]:
    given = player.arguments.given.items()
    texts = {name: as_seen(PurePath(one).name) for name, one in given if isinstance(one, str)}
    return {name: text for name, text in texts.items() if len(text) >= LEAST_TEXT}


def _is_typed(player: Player, name: str) -> bool:
    """Whether a value was typed or handed over as a file: a choice stands in rows of others, too."""
    return any(
        step.action is not None and step.action.type != "select" and name in _entered(step.action) for step in player.steps
    )


def _said_in(row: str, texts: dict[str, str]) -> tuple[str, ...]:
    """The names of the values that a row says, also cut; of a row that is cut, also of those that may stand behind."""
    folded = row.casefold()
    begun = [part.rstrip() for part in _CUT.split(folded)[:-1]]
    said = tuple(name for name, text in texts.items() if text.casefold() in folded or _is_cut(text.casefold(), begun))
    return tuple(texts) if said and row.endswith("…") else said


def _is_cut(text: str, begun: list[str]) -> bool:
    """Whether one of the parts before a mark of cutting ends with the beginning of a text."""
    return any(part.endswith(text[:most]) for part in begun for most in range(LEAST_CUT, len(text)))


def _stop(player: Player, number: int, expected: str, seen: str) -> StepStopped:
    player.step = number
    return StepStopped(
        "unlike_before", status="unknown", expected=expected, seen=player.stage.redact(seen),
        next="look on the site whether it happened before doing anything again",
    )  # fmt: skip
