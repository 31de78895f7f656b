"""After a write whose new entry does not show where the runs saw it: sorted and paged lists show it on another page.

That it is not seen does not tell that it was not done. It is looked for on the pages that the list links to, in a tab of
its own; where it is found the step is proven, else the end is unknown.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from awm_mcp.errors import StepStopped
from awm_mcp.model import Expectation, FlowStep, Text
from awm_mcp.model.text import plain
from awm_mcp.replay.judging.detours import check_detour
from awm_mcp.replay.judging.further_pages import found_from, is_new_there
from awm_mcp.replay.judging.honest_end import fold, messages, refusal_of
from awm_mcp.replay.judging.refused_field import check_field
from awm_mcp.replay.judging.said_beside_field import said_beside_field
from awm_mcp.replay.staging.own_tab import in_own_tab
from awm_mcp.replay.targets.expectations import wait_for
from awm_mcp.replay.values.binding import Arguments

if TYPE_CHECKING:
    from playwright.async_api import Page

    from awm_mcp.replay.player import Player

_HOLDS = """texts => [...document.querySelectorAll('input:not([type=hidden]),textarea')]
  .some(field => field.getClientRects().length && texts.some(text => text.trim() === field.value.trim()))"""
_REDIRECTS = "() => { const [one] = performance.getEntriesByType('navigation'); return one ? one.redirectCount : 0; }"


async def unmet(
    player: Player, step: FlowStep, arguments: Arguments, lacking: str, expected: str, *, unsure: bool = False
) -> None:
    """Stops for what a step did not bring; a new entry that stands on another page of its list is brought, and so is a
    message that was gone before it was looked for. ``unsure``: the text is shown, but only as it was before.

    Raises:
        StepStopped: ``invalid_value``; ``not_as_expected``; ``site_complained``; ``entry_not_seen`` with status ``unknown``,
            when the site took what was sent and only the entry is not seen; ``signed_in_between``.
    """
    if await _was_heard(player, step.expect, arguments):
        return
    await check_field(player, expected)
    if step.writes:
        await check_detour(player, proven=False, at_end=True)
    if not (step.writes and await _only_unseen(player, step.expect, arguments)):
        told = await _complaint(player) if step.writes else ""
        said = f"; the page says {told!r}" if told else ""
        raise StepStopped(
            "not_as_expected", status="unknown" if unsure else "step_failed", expected=expected, seen=f"{lacking}{said}",
            next="the step was done, but the page did not show what it showed before; look before going on",
        )  # fmt: skip
    await player.check_refused()
    await player.check_complaint()
    if await _is_elsewhere(player, step.expect, arguments):
        player.entry_elsewhere = True
        return
    sent = player.stage.activity.sent[0]
    raise StepStopped(
        "entry_not_seen", status="unknown", expected=expected,
        seen=f"{sent} was answered without a complaint, but {lacking}",
        next="it may well be done: a list that is sorted, filtered or paged shows a new entry elsewhere; look for it there "
        "before doing anything again; it is not sent twice",
    )  # fmt: skip


async def _complaint(player: Player) -> str:
    told = [one.text for one in await messages(player.stage) if one.complains()]
    return plain(told[0], 200) if told else await said_beside_field(player)


async def _was_heard(player: Player, expected: Expectation | None, arguments: Arguments) -> bool:
    """Whether the message that is waited for was shown since the step was done, and nothing else is missing."""
    if expected is None or expected.text is None or is_entry(expected):
        return False
    wanted = arguments.bind(expected.text).literal
    if wanted is None or not any(fold(wanted) in said for said in player.watch.heard):
        return False
    return not await wait_for(player.stage, expected.model_copy(update={"text": None, "changed": False}), arguments, 0.0)


def is_entry(expected: Expectation | None) -> bool:
    """Whether what is waited for is made of the caller's values only, as the row of a new entry is, and is no message."""
    if expected is None or expected.text is None or not expected.text.params:
        return False
    fixed = "".join(token.text for token in expected.text.root if isinstance(token, Text))
    return not any(char.isalnum() for char in fixed)


async def _only_unseen(player: Player, expected: Expectation | None, arguments: Arguments) -> bool:
    """Whether something was sent and answered, and nothing but the new entry is missing."""
    activity = player.stage.activity
    if expected is None or not is_entry(expected) or not activity.sent or activity.unanswered:
        return False
    rest = expected.model_copy(update={"text": None})
    there = refusal_of(player.stage) is None and not await wait_for(player.stage, rest, arguments, 0.0)
    return there and not await _came_back(player.stage.page, expected, arguments)


async def _came_back(page: Page, expected: Expectation, arguments: Arguments) -> bool:
    """Whether the form is there again with the caller's values in it, as after a refusal."""
    names = expected.text.params if expected.text is not None else ()
    given = [arguments.given.get(name) for name in names]
    return bool(await page.evaluate(_HOLDS, [text for text in given if isinstance(text, str)]))


async def _is_elsewhere(player: Player, expected: Expectation | None, arguments: Arguments) -> bool:
    """Whether the entry stands on another page of the list, after an answer by which sites say that they took a form.

    A form that comes back without a redirect may have been refused: then an equal entry elsewhere proves nothing. Nor does
    one that stood there before, or on a page that was not looked at before when others of its list were.
    """
    if expected is None or expected.text is None or not await _was_taken(player):
        return False
    before = player.already_shown.elsewhere
    if before.found:
        return False
    page, wanted = player.stage.page, arguments.bind(expected.text)
    return is_new_there(before, await in_own_tab(player.stage, lambda tab: found_from(player, page, tab, wanted, None)))


async def _was_taken(player: Player) -> bool:
    return not player.stage.activity.documents or bool(await player.stage.page.evaluate(_REDIRECTS))
