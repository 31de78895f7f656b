"""A day that is set in three fields of its own: day, month and year."""

from __future__ import annotations

import json
from typing import Any

from awm_mcp.errors import StepStopped
from awm_mcp.model import Action
from awm_mcp.model.text import plain
from awm_mcp.replay.acting.actor import Actor
from awm_mcp.replay.browsing.page_script import page_script
from awm_mcp.replay.targets.resolve import Found


async def set_parts(actor: Actor, action: Action, found: Found, day: str) -> bool:
    """Sets day, month and year in the fields of a box; false where the box holds no such three.

    Raises:
        StepStopped: ``no_such_option``, where one of them cannot be set so; ``did_not_stick``.
    """
    handle = await found.frame.evaluate_handle(page_script("day_parts"), [{"date": day}, found.element])
    parts = await handle.get_properties()
    told = await _told(found, day)
    listed = (await parts["fields"].get_properties()).values()
    fields = [element for one in listed if (element := one.as_element()) is not None]
    if not fields:
        return False
    if -1 in told["puts"]:
        seen = "one of its day, month and year is not offered there"
        raise StepStopped("no_such_option", expected=f"the day {day}", seen=seen)
    for field, put in zip(fields, told["puts"], strict=True):
        part = Found(field, found.frame, found.page, found.says)
        if isinstance(put, int):
            await actor.do(action, part, lambda element, ms, at=put: element.select_option(index=at, timeout=ms))
        else:
            await actor.do(action, part, lambda element, ms, text=put: element.fill(text, timeout=ms))
    told = await _told(found, day)
    if not told["held"]:
        seen = f"the fields then show {plain(told['shows'], 60)!r}"
        raise StepStopped("did_not_stick", expected=actor.arguments.said_action(action), seen=seen)
    return True


async def _told(found: Found, day: str) -> dict[str, Any]:
    handle = await found.frame.evaluate_handle(page_script("day_parts"), [{"date": day}, found.element])
    told: dict[str, Any] = json.loads(str(await (await handle.get_property("told")).json_value()))
    return told
