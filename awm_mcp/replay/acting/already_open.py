"""Clicks that only open something, replayed where it is open already: sites remember it, and a click would close it."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from awm_mcp.model import Action, FlowStep
from awm_mcp.replay.staging.stage import Stage
from awm_mcp.replay.targets.query import query_of
from awm_mcp.replay.targets.resolve import Found, look

if TYPE_CHECKING:
    from awm_mcp.replay.acting.actor import Actor

_log = logging.getLogger(__name__)
_HOLDS = """(clicked, inner) => {
  const own = clicked.closest('summary,[aria-expanded]'), level = 3;
  if (!own || own.contains(inner) || own.matches('input,textarea,select,[contenteditable]')) return false;
  const href = own.closest('a') && own.closest('a').getAttribute('href');
  if (href && !href.startsWith('#') && !href.startsWith('javascript:')) return false;
  if (own.tagName === 'SUMMARY') return own.parentElement.open && own.parentElement.contains(inner);
  if (own.getAttribute('aria-expanded') !== 'true') return false;
  const ids = (own.getAttribute('aria-controls') || own.getAttribute('aria-owns') || '').split(/\\s+/);
  const regions = ids.map(id => id && own.getRootNode().getElementById(id)).filter(Boolean);
  if (regions.length) return regions.some(region => region.contains(inner));
  let outer = own;
  for (let up = 0; up < level && outer && !outer.nextElementSibling; up++) outer = outer.parentElement;
  return !!outer && !!outer.nextElementSibling && outer.nextElementSibling.contains(inner);
}"""


async def is_open_already(
    stage: Stage, action: Action, found: Found | None, following: tuple[FlowStep, ...], actor: Actor
) -> bool:
    """Whether what a click opens is open, and holds what the next step is about; notes so.

    ``following``: the steps after the one in hand.
    """
    from playwright.async_api import Error

    if found is None or action.type != "click" or action.opens is not None or action.dialog is not None:
        return False
    upcoming = next((one.action for one in following if not one.optional), None)
    if upcoming is None or upcoming.target is None or actor.arguments.cannot_name(upcoming):
        return False
    try:
        opener = found.about.get("opener")
        if not (await actor.ask("opener", found) if opener is None else opener):
            return False
        there = (await look(stage.page, query_of(upcoming.target, actor.arguments, "wait_for"))).found
        same_frame = there is not None and not there.hidden and there.frame == found.frame
        so = there is not None and same_frame and bool(await found.element.evaluate(_HOLDS, there.element))
    except Error as moving:
        _log.debug("not known whether it is open already: %s", moving)
        return False
    if so:
        actor.already = True
        actor.notes.append("was open already")
    return so
