"""What the browser's own dialogs say after something was sent: they are closed, and what they said is judged here."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from awm_mcp.errors import StepStopped
from awm_mcp.model import Dialog, Gap
from awm_mcp.model.done_words import only_confirms
from awm_mcp.model.text import harmless, plain
from awm_mcp.replay.judging.honest_end import Judge, Message, all_steps, fold
from awm_mcp.replay.judging.unseen_end import asked_words
from awm_mcp.replay.traffic.confirming import confirms

if TYPE_CHECKING:
    from awm_mcp.replay.browsing.dialogs import Closed
    from awm_mcp.replay.player import Player

MOST_NOTE = 120


def check_dialogs(player: Player, *, proven: bool, at_end: bool) -> list[str]:
    """Stops for a dialog that complains, and at the end for one that no run had, unless the text of the runs was seen
    or it plainly confirms.

    The answer is what to tell the caller of the others. Before the end such a one is kept: what follows may show that the
    site took what was sent.

    Raises:
        StepStopped: ``site_complained``; ``unexpected_dialog`` with status ``unknown``.
    """
    judge, closed = Judge.of(player.request.workflow, player.arguments), player.stage.dialogs.since_sent
    new = [one for one in closed if not _is_recorded(player, one, judge)]
    for one in new:
        if _complains(one, judge):
            raise _stop(player, one, complains=True)
    doubtful = [one for one in new if one.kind != "alert" or not _confirms(player, one.text)]
    if doubtful and at_end and not proven:
        raise _stop(player, doubtful[0], complains=False)
    closed[:] = [] if proven or at_end else new
    return [f'"{harmless(player.stage.redact(one.text), MOST_NOTE)}"' for one in new] if proven or at_end else []


def _confirms(player: Player, text: str) -> bool:
    return only_confirms(text) or confirms([text], asked_words(player, player.stage.activity.step), beside_form=True)


def _complains(one: Closed, judge: Judge) -> bool:
    return judge.is_complaint(Message(one.text, strong=True, tone="", heading=False))


def _is_recorded(player: Player, one: Closed, judge: Judge) -> bool:
    """Whether a run had this dialog; one that is known by a pattern, or not by its text, must not complain."""
    steps = all_steps(player.request.workflow.steps)
    recorded = [s.action.dialog for s in steps if s.action is not None and s.action.dialog is not None]
    alike = [dialog for dialog in recorded if dialog.kind == one.kind and _fits(player, dialog, one.text)]
    return any(_says_all(dialog) for dialog in alike) or (bool(alike) and not _complains(one, judge))


def _fits(player: Player, dialog: Dialog, text: str) -> bool:
    if dialog.message is None:
        return True
    if any(player.arguments.missing(dialog.message)):
        return False
    bound = player.arguments.bind(dialog.message)
    if bound.matches(text):
        return True
    # an alert asks nothing, so that another number in it is no other question
    return dialog.kind == "alert" and bound.literal is not None and _masked(bound.literal) == _masked(plain(text, 300))


def _says_all(dialog: Dialog) -> bool:
    return dialog.message is not None and not any(isinstance(part, Gap) for part in dialog.message.root)


def _masked(text: str) -> str:
    return re.sub(r"\d+", "#", fold(text))


def _stop(player: Player, one: Closed, *, complains: bool) -> StepStopped:
    player.step = max(1, player.stage.activity.step)
    seen = f'the browser\'s {one.kind} "{plain(player.stage.redact(one.text), 200)}"'
    if complains:
        return StepStopped(
            "site_complained", status="postcondition_failed", expected="no complaint of the page", seen=seen,
            next="look whether it happened before doing anything again",
        )  # fmt: skip
    return StepStopped(
        "unexpected_dialog", status="unknown", expected="what was sent to be taken as in the runs, without this dialog",
        seen=f"{seen} came after it was sent, and was closed",
        next="judge by what it says, and look whether it happened, before doing anything again",
    )  # fmt: skip
