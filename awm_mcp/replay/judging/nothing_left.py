"""A button that stays disabled once what it sent was answered with nothing: pages do so where nothing is left to save."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from awm_mcp.replay.staging.settle import rest
from awm_mcp.replay.targets.resolve import look

if TYPE_CHECKING:
    from awm_mcp.replay.player import Player

STILL_MS, STILL_S = 420, 2.0
_AT_WORK = """el => !!el.closest('[aria-busy=true]') || [el, ...el.querySelectorAll('*')].some(n =>
  n.matches('progress,[role=progressbar]') ||
  /(^|[-_\\s])(spin\\w*|load(ing|er)|busy|pending|progress|saving|sending|waiting)/i.test(n.getAttribute('class') || ''))"""


async def nothing_left(player: Player, number: int) -> bool:
    """Whether the control of a step, which could be pressed then, is disabled now, called the same, and not at work."""
    from playwright.async_api import Error

    action = player.steps[number - 1].action
    if action is None or action.target is None or action.type != "click":
        return False
    if not await player.stage.write_answers.empty(number):
        return False
    await rest(player.stage, STILL_MS, STILL_S, from_now=True)
    found = (await look(player.stage.page, replace(player.query_for(action), calm=0))).found
    if found is None or not found.disabled or player.stage.activity.pending():
        return False
    try:
        return not await found.element.evaluate(_AT_WORK)
    except Error:  # it went just now, so that it tells nothing
        return False
