"""The field that a step sets, where the page has it as another widget than the source runs: by its exact name, alone."""

from __future__ import annotations

import json
import logging
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from awm_mcp.model import Frame, Landmark
from awm_mcp.replay.browsing.frames import frame_of
from awm_mcp.replay.browsing.page_script import page_script
from awm_mcp.replay.targets.resolve import Found

if TYPE_CHECKING:
    from playwright.async_api import Page

_log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Wanted:
    """Which field is looked for, and what it must take; see ``page/widget.js``. ``row``: what tells its row."""

    names: tuple[str, ...]
    value: str
    wants: str
    landmarks: Sequence[Landmark]
    frame: tuple[Frame, ...]
    box: str | None = None
    row: dict[str, Any] | None = None


@dataclass(frozen=True)
class Widget:
    """A field as it is on the page now. ``kind``: how it is set; ``entry``: ``found`` is the choice itself, not the field;
    ``options``: what there is to choose from; ``others``: in words, all that carry the name, where that is more than one."""

    found: Found | None
    kind: str = ""
    entry: bool = False
    says: str = ""
    options: tuple[str, ...] = ()
    others: tuple[str, ...] = ()


async def widget_of(page: Page, wanted: Wanted) -> Widget:
    """The one field of that name in that place; none in a page that moves on."""
    from playwright.async_api import Error

    marks = [{"role": mark.role, "name": mark.name} for mark in wanted.landmarks]
    asked = {
        "names": list(wanted.names), "value": wanted.value, "wants": wanted.wants, "landmarks": marks, "box": wanted.box,
        "at": wanted.row,
    }  # fmt: skip
    try:
        frame = await frame_of(page, wanted.frame)
        if frame is None:
            return Widget(None)
        parts = await (await frame.evaluate_handle(page_script("widget"), [asked, None])).get_properties()
        about: dict[str, Any] = json.loads(str(await parts["report"].json_value()))
    except Error as moving:
        _log.debug("no other widget is looked for: %s", moving)
        return Widget(None)
    element, others, options = parts["element"].as_element(), tuple(about["others"]), tuple(about["options"])
    if element is None:
        return Widget(None, others=others)
    found = Found(element, frame, page, about["says"], bool(about["disabled"]), bool(about["hidden"]))
    return Widget(found, about["kind"], bool(about["entry"]), about["says"], options, others)
