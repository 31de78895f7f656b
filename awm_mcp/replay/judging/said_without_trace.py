"""Pages that never ask their site for anything and say "Saved": whether there is anything of it but the message.

Apps that live in the browser alone show what was entered, keep it in one of the browser's stores, or give it to others (the
clipboard, a file, a worker). Where none of these is seen, the message is all, and what was typed is gone with the page.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from awm_mcp.replay.browsing.page_script import evaluate_each
from awm_mcp.replay.judging.form_back import filled_in
from awm_mcp.replay.judging.honest_end import fold
from awm_mcp.replay.judging.standing import standing
from awm_mcp.replay.judging.typed import lettered_texts

if TYPE_CHECKING:
    from awm_mcp.replay.player import Player

LASTS = "() => { const book = window[Symbol.for('awm.timers')]; return !book || book.lasts(); }"
_DRAWS = "() => !!document.querySelector('canvas,video,audio,object,embed')"
_PRESSES = frozenset({"click", "dblclick", "press"})
MOST_TEXTS = 3


async def leaves_a_trace(player: Player, number: int) -> bool:
    """Whether anything but a message came of a step that pressed something; without a message see ``nothing_came``."""
    stage, action = player.stage, player.steps[number - 1].action
    messages = [fold(one.text) for one in player.watch.heard.values() if one.boxed]
    if not messages or action is None or action.type not in _PRESSES or action.became is not None:
        return True
    if stage.page.url != player.sent_from or len(stage.own_frames()) > 1:
        return True
    if False not in await evaluate_each([stage.page.main_frame], LASTS):
        return True
    texts = lettered_texts(player, last=MOST_TEXTS)
    return await (_is_shown(player, texts, messages) if texts else _is_changed(player))


async def nothing_came(player: Player, number: int) -> bool:
    """Whether a press left the page exactly as it was, and the browser with nothing of it, with no state there before.

    What is drawn, or played, changes nothing of a page that can be read.
    """
    stage, action = player.stage, player.steps[number - 1].action
    if action is None or action.type not in _PRESSES or action.became is not None or player.outputs:
        return False
    if stage.activity.senders or any(one in player.found_so for one in range(1, number + 1)):
        return False
    frames = stage.own_frames()
    if stage.page.url != player.sent_from or True in await evaluate_each(frames, LASTS):
        return False
    return True not in await evaluate_each(frames, _DRAWS) and await player.unseen_end.unchanged(player)


async def _is_shown(player: Player, texts: list[str], messages: list[str]) -> bool:
    """Whether one of the texts stands on the page elsewhere than in its field and in messages."""
    if (await player.watch.comers()).stand:
        return True
    told = await standing(player.stage.page, texts)
    return told is None or told["shown"] > sum(one.count(fold(text)) for text in texts for one in messages)


async def _is_changed(player: Player) -> bool:
    other, now = (await player.watch.comers()).other, await filled_in(player.stage)
    return other or now.lists != player.filled.lists
