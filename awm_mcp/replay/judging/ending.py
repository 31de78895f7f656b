"""The end of a replay, and of what was sent on the way: whether it is the one that the source runs showed."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from awm_mcp.errors import StepStopped
from awm_mcp.model import Action, Expectation, FlowStep, PageState, Value
from awm_mcp.model.text import cut
from awm_mcp.replay.browsing.together import together
from awm_mcp.replay.judging.all_dropped import check_all_dropped
from awm_mcp.replay.judging.another_day import check_day
from awm_mcp.replay.judging.another_on_load import check_another
from awm_mcp.replay.judging.answer_against_page import check_words
from awm_mcp.replay.judging.beside_success import beside_success
from awm_mcp.replay.judging.came_and_went import check_stands
from awm_mcp.replay.judging.detours import check_detour
from awm_mcp.replay.judging.done_twice import check_done_once, check_sent_once
from awm_mcp.replay.judging.form_back import check_form, filled_in
from awm_mcp.replay.judging.found_so import without_the_change
from awm_mcp.replay.judging.gone_back import check_gone_back, watch_rows
from awm_mcp.replay.judging.good_ends import check_like_good_ends
from awm_mcp.replay.judging.honest_end import Judge, complaint, fold, messages
from awm_mcp.replay.judging.kept_on_load import check_kept
from awm_mcp.replay.judging.new_entry import is_entry
from awm_mcp.replay.judging.nothing_sent import check_nothing_sent
from awm_mcp.replay.judging.partly_saved import check_partly_saved
from awm_mcp.replay.judging.said_beside_field import hopeless
from awm_mcp.replay.judging.said_everywhere import said_everywhere
from awm_mcp.replay.judging.said_in_dialogs import check_dialogs
from awm_mcp.replay.judging.said_too_soon import said_too_soon
from awm_mcp.replay.judging.sent_further_on import judge_what_sent
from awm_mcp.replay.judging.sent_otherwise import check_sent_otherwise
from awm_mcp.replay.judging.states_on_load import check_states_on_load
from awm_mcp.replay.judging.still_set import check_emptied
from awm_mcp.replay.judging.stops import needs_login, no_answer
from awm_mcp.replay.judging.taken_back_late import until_taken_back
from awm_mcp.replay.judging.told_late import until_told
from awm_mcp.replay.judging.typed import typed_texts
from awm_mcp.replay.judging.under_way import until_over
from awm_mcp.replay.judging.unseen_end import told_since
from awm_mcp.replay.judging.waited_for import waited_for
from awm_mcp.replay.judging.watching import complaint_since
from awm_mcp.replay.staging.settle import rest
from awm_mcp.replay.staging.stage import MOST_SAID
from awm_mcp.replay.targets.expectations import wait_for, words_of
from awm_mcp.replay.writing.late import before_next_write, sent_late

if TYPE_CHECKING:
    from awm_mcp.replay.judging.beside_success import Beside
    from awm_mcp.replay.judging.watching import Since
    from awm_mcp.replay.player import Player
    from awm_mcp.replay.values.binding import Arguments


async def check_end(player: Player) -> None:
    """Whether the end state is the one that the source runs showed.

    Raises:
        StepStopped: ``postcondition_failed``; ``site_refused``; ``site_complained``; with status ``unknown`` ``no_answer``,
            when a write was never answered, ``signed_in_between``, when it led through a sign-in, and ``form_came_back``.
    """
    expected = _still_to_see(player)
    in_place = player.wrote and not player.stage.activity.documents  # a new document is the answer to what was sent
    await rest(player.stage, 150 if in_place else 0, 6.0)
    await until_taken_back(player)
    await player.states.answered()
    await sent_late(player)
    judge_what_sent(player)
    player.held_back()
    await answered(player)
    await player.check_refused()
    await until_told(player)
    player.stage.check_site()
    lacking = await _lacking(player, expected) if expected is not None else ""
    end = player.request.workflow.postcondition
    shown_so = end is not None and end.text is not None and _last_acting(player)[0] not in player.found_so
    proven = not lacking and shown_so
    await check_sent(player, proven=proven, at_end=not lacking)
    if not lacking:
        await check_words(player)
        await check_nothing_sent(player)
        await check_partly_saved(player)
        await check_all_dropped(player)
    await player.states.check(player)
    if lacking and expected is not None:
        raise StepStopped(
            "postcondition_failed", status="postcondition_failed", seen=lacking,
            expected=words_of(expected, player.arguments), next="look whether the task is done before doing anything again",
        )  # fmt: skip
    await _check_good_end(player)


async def _check_good_end(player: Player) -> None:
    """What looks well: whether just this was done, once, and lasts, and is as it was at good ends before."""
    await check_sent_otherwise(player)
    await check_sent_once(player)
    await check_gone_back(player)
    await check_another(player)
    await check_done_once(player)
    await check_like_good_ends(player)


async def _lacking(player: Player, expected: Expectation) -> str:
    """What is not there of the end state after waiting for it; what stood there before the last step is none of it."""
    stage, given_up = player.stage, hopeless(player, stops=True)
    lacking = await wait_for(stage, expected, player.arguments, stage.settings.step_timeout_s, hopeless=given_up)
    await player.check_refused()
    last = _last_acting(player)[1]
    if lacking or expected.text is None or last is None:
        return lacking
    return await player.already_shown.lacking(player, last)


def _still_to_see(player: Player) -> Expectation | None:
    """The end state without the text that the last step was seen to bring: messages of success are gone in seconds.

    That runs also waited for the text after that step makes the wait no other last step.
    A new entry is none of these: pages show one before it is taken, and take it back when it is refused.
    """
    end = player.request.workflow.postcondition
    number, last = _last_acting(player, waited_for=end.text if end is not None else None)
    end = without_the_change(player, end, number, last) if last is not None else end
    if end is None or end.text is None or last is None or last.expect is None or last.expect.text != end.text:
        return end
    if not any(row.step == number and not row.note.startswith("skipped") for row in player.rows):
        return end
    stays = is_entry(last.expect) and not player.entry_elsewhere and not player.stage.page.is_closed()
    return end if stays else end.model_copy(update={"text": None})


def _last_acting(player: Player, waited_for: Value | None = None) -> tuple[int, FlowStep | None]:
    def acts(step: FlowStep) -> bool:
        action = step.action
        if action is None:
            return True
        waits = action.type == "wait_for" and not action.gone and action.value is not None
        return action.type != "stop" and not (waits and action.value == waited_for)

    return next(((n, s) for n, s in backwards(player) if acts(s)), (0, None))


async def before_sending(player: Player, step: FlowStep, action: Action, arguments: Arguments) -> None:
    """Notes before a step that writes what takes some time, as what its other pages show.

    Raises:
        StepStopped: ``not_sent``.
    """
    await before_next_write(player)
    player.sent_from = player.stage.page.url
    await player.unseen_end.begin(player, player.steps[player.step - 1])
    await player.already_shown.look(player, step, action, arguments)


async def right_before_sending(player: Player) -> None:
    """Notes what the page is like right before a step that writes; all of it is asked in one message.

    Raises:
        StepStopped: ``did_not_stick``, where fields were filled in that the page has emptied.
    """
    stage, seen = player.stage, player.already_shown.count_on(player.stage.page)
    if player.guard is None:
        watched = together(player.watch.begin(typed_texts(player)), watch_rows(player))
        seen = together(seen, watched, player.seen_anew.begin(player))
    asked = together(messages(stage), needs_login(stage), filled_in(stage), seen)
    shown, player.asked_before, player.filled, _ = await asked
    await check_emptied(player)
    player.shown_before = frozenset(fold(one.text) for one in shown)
    player.watch.knows(player.shown_before)
    stage.dialogs.sending = True


async def check_sent(player: Player, *, proven: bool, at_end: bool = False, goes_on: bool = False) -> None:
    """Stops when what came since the last write speaks against it: a way through a sign-in, or a message that complains.

    ``goes_on``: the write is looked at further, and judged again.

    Raises:
        StepStopped: ``signed_in_between``, ``form_came_back`` and ``unexpected_dialog`` with status ``unknown``;
            ``site_complained``.
    """
    before = player.shown_before
    player.shown_before = before if goes_on else None
    if before is None:
        player.said_afterwards += check_dialogs(player, proven=proven, at_end=at_end)
        return
    stage, flow = player.stage, player.request.workflow
    since = await player.watch.now()
    since = await until_over(player, since) if at_end and not proven else since
    proven = proven or (at_end and waited_for(player, since))
    beside = beside_success(player, since, since.shown, before, proven=proven)
    if said := await _complaint(player, since, before, beside, proven=proven):
        player.step = max(1, stage.activity.step)
        raise StepStopped(
            "site_complained", status="postcondition_failed", expected="no complaint of the page", seen=stage.redact(said),
            next="look whether it happened before doing anything again",
        )  # fmt: skip
    in_dialogs = check_dialogs(player, proven=proven, at_end=at_end)
    await check_detour(player, proven=proven, at_end=at_end)
    noted = [*beside.noted(), *since.noted(Judge.of(flow, player.arguments))]
    noted = [*in_dialogs, *dict.fromkeys(stage.redact(one) for one in noted)]
    if at_end:
        await check_form(player, noted, proven=proven)
        await _check_last(player, since, before, in_dialogs, proven=proven)
    elif not proven and not (await told_since(player, since, before))[1]:
        await check_stands(player)
    player.said_afterwards += noted


async def _check_last(player: Player, since: Since, before: frozenset[str], in_dialogs: list[str], *, proven: bool) -> None:
    """Whether what came of the last write is seen and lasts. ``in_dialogs``: what dialogs of the browser said of it."""
    await _check_seen(player, since, before, proven=proven or bool(in_dialogs))
    if not proven and player.acted_rows.named:
        await player.acted_rows.check_told(player, [*(await told_since(player, since, before))[0], *in_dialogs])
    too_soon, ends_so = said_too_soon(player, since), proven and not is_entry(player.request.workflow.postcondition)
    if too_soon or (not in_dialogs and not ends_so):
        await _check_told(player, since, before, too_soon=too_soon)


async def _complaint(player: Player, since: Since, before: frozenset[str], beside: Beside, *, proven: bool) -> str:
    """A complaint that came; beside an end that the runs had, none that the site makes whatever is sent."""
    sure = proven or await player.unseen_end.ended(player)
    while True:
        said = complaint(player, since.shown, before, beside, proven=proven)
        said = said or await complaint_since(player, since, before, beside, proven=proven)
        if not said or not sure or fold(said) in beside.everywhere or not await said_everywhere(player, [said]):
            return said
        beside.everywhere.add(fold(said))


async def _check_seen(player: Player, since: Since, before: frozenset[str], *, proven: bool) -> None:
    """Whether anything was seen of what was sent; where nothing was, a state that was taken back tells more of it."""
    try:
        await player.unseen_end.check(player, since, before, proven=proven)
    except StepStopped:
        await player.states.check(player)
        raise


async def _check_told(player: Player, since: Since, before: frozenset[str], *, too_soon: bool) -> None:
    """What no run showed a message for, or a page says before it knows (``too_soon``): whether one names another day, and
    whether the page keeps what it shows."""
    told, good = await told_since(player, since, before)
    player.told_at_end = told
    await check_day(player, told)
    await check_stands(player, waits=not good or too_soon)
    if not await player.dragged.check(player):
        await check_kept(player, player.filled.lists)
        await check_states_on_load(player)


def with_afterwards(player: Player, state: PageState) -> PageState:
    """The page with what was said after the last writing step at the front, as it may be gone or stand far down."""
    new = [one for one in dict.fromkeys(player.said_afterwards) if one.strip('"') not in state.text]
    if not new:
        return state
    return state.model_copy(update={"text": cut(f"seen afterwards: {', '.join(new)} | {state.text}", MOST_SAID)})


async def answered(player: Player) -> None:
    """Waits for the answer to what was written, as long as for a page."""
    activity, deadline = player.stage.activity, time.monotonic() + player.stage.settings.navigation_timeout_s
    while player.wrote and activity.unanswered:
        if time.monotonic() > deadline:
            raise no_answer(activity.unanswered)
        await activity.wait_change(0.1)


def backwards(player: Player) -> list[tuple[int, FlowStep]]:
    """The steps with their numbers, the last one first."""
    return [*enumerate(player.steps, start=1)][::-1]
