"""Entries that say they are chosen only because their list points at them, as libraries mark what the keys are on."""

from __future__ import annotations

import logging

import anyio

from awm_mcp.replay.targets.resolve import Found

_log = logging.getLogger(__name__)
POINTED_S, FOLLOWS_S = 1.0, 0.1
# Another entry of the same list, one that does not say that it is chosen; null where it is not the only one that says so.
_OTHER = """el => {
  const list = el.closest('[role=listbox],[role=menu],[role=tree],ul'), own = el.closest('[aria-selected]');
  const all = list && own ? [...list.querySelectorAll('[aria-selected]')].filter(one => one.getClientRects().length) : [];
  const others = all.filter(one => one !== own);
  return others.some(one => one.getAttribute('aria-selected') === 'true') ? null
    : others.find(one => one.getAttribute('aria-disabled') !== 'true') || null;
}"""
_SAYS_SO = "el => (el.closest('[aria-selected]') || el).getAttribute('aria-selected') === 'true'"


async def is_only_pointed_at(found: Found) -> bool:
    """Whether an entry stops saying that it is chosen when the mouse is moved over another one: what is chosen stays so."""
    from playwright.async_api import Error

    try:
        if not await found.element.evaluate(_SAYS_SO):
            return False
        other = (await found.element.evaluate_handle(_OTHER)).as_element()
        if other is None:
            return False
        await other.hover(timeout=POINTED_S * 1000)
        await anyio.sleep(FOLLOWS_S)
        return not await found.element.evaluate(_SAYS_SO)
    except Error as moving:
        _log.debug("not to be pointed at: %s", moving)
        return False
