"""Texts that a field took in and gave up again, as one for chips does: a reported run may have put it there."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from typing import TYPE_CHECKING

from awm_mcp.model import Effect, Run
from awm_mcp.model.text import same

if TYPE_CHECKING:
    from playwright.async_api import Page

    from awm_mcp.replay.targets.resolve import Found

_log = logging.getLogger(__name__)
_EMPTY = "el => !!el && ('value' in el ? el.value === '' : el.isContentEditable && !el.innerText.trim())"


async def with_taken(effect: Effect, run: Run, index: int, page: Page, found: Found | None, texts: Sequence[str]) -> Effect:
    """The effect of a key with what was typed before it, where the field is empty then and the page shows it by itself."""
    typed = _typed_before(run, index)
    if not typed or effect.requests or effect.url is None or not any(same(typed, text) for text in texts):
        return effect
    return effect.model_copy(update={"taken": (typed,)}) if await _is_empty(page, found) else effect


def _typed_before(run: Run, index: int) -> str:
    before, action = run.steps[index - 1].action if index else None, run.steps[index].action
    if before is None or before.type != "fill" or before.value is None or action.type != "press":
        return ""
    return before.value.literal or ""


async def _is_empty(page: Page, found: Found | None) -> bool:
    """Whether the field of a key holds nothing; one that is told without its field went to what has the focus."""
    from playwright.async_api import Error

    try:
        if found is not None:
            return bool(await found.element.evaluate(_EMPTY))
        return bool(await page.evaluate(f"() => ({_EMPTY})(document.activeElement)"))
    except Error as gone:
        _log.debug("the field is gone: %s", gone)
        return False
