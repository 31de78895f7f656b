"""Targets enriched from the live page: what a recording did not hold, and without what holds only for one visit."""

from __future__ import annotations

import re
from typing import Any

from awm_mcp.model import Frame, Landmark, Seen, Spot, Target, Value, value
from awm_mcp.model.text import fold, plain
from awm_mcp.replay.browsing.frames import hops_of
from awm_mcp.replay.browsing.page_script import ask
from awm_mcp.replay.targets.resolve import Found

_RANDOM = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}|[0-9a-f]{12,}|:r\w+:|ember\d+", re.IGNORECASE)


async def described(
    found: Found, task: str = "", *, fills: bool = False, reads: bool = False, holds: bool = False, ticks: bool = False
) -> dict[str, Any]:
    """What the page says of an element, as plain data. Of the texts that tell its row, one that the task names is best.

    ``fills``: a value goes into it, so where it is a label its control is meant. ``reads``: it is read, so that in a table
    the heading of its column tells which of the row's cells is meant. ``holds``: what the field holds now is wanted, too;
    ``ticks``: whether the box is ticked now.
    """
    asked = {"task": task, "fills": fills, "reads": reads, "holds": holds, "ticks": ticks}
    about: dict[str, Any] = await ask(found.frame, "describe", asked, found.element)
    return about


async def enriched(target: Target, found: Found, about: dict[str, Any]) -> Target:
    """The target as the live page describes it; what was reported stays as evidence where the page says nothing."""
    frame: tuple[Frame, ...] = await hops_of(found.frame)
    instead = bool(about.get("instead"))  # the field that it belongs to was described, and not what was reported
    reported = {hop.css for hop in target.frame if hop.css}
    if frame and target.frame and len(frame) == len(target.frame) and reported:
        frame = tuple(new.model_copy(update={"css": old.css}) for new, old in zip(frame, target.frame, strict=True))
    return Target(
        role=about["role"] or None,
        name=_kept(about["name"], target.name),
        label=_kept(about["label"], target.label),
        placeholder=_kept(about["placeholder"], target.placeholder),
        testid=_steady(about["testid"]),
        text=_kept(about["text"], None),
        title=_kept(about["title"], None),
        alt=_kept(about["alt"], None),
        tag=about["tag"],
        attrs=dict(about["attrs"]),
        landmarks=tuple(Landmark(role=mark["role"], name=plain(mark["name"], 80)) for mark in about["landmarks"]),
        row=_kept(about["row"], None),
        frame=frame,
        place=target.place,
        css=about["css"] if instead else target.css or about["css"],
        xpath=None if instead else target.xpath,
        point=target.point,
        seen=_seen(about["seen"]),
    )


def _seen(seen: dict[str, Any]) -> Seen:
    given = {key: one for key, one in seen.items() if one is not None}
    given["options"] = tuple(plain(option, 120) for option in seen["options"])
    told = zip(seen["row_texts"], seen["row_spots"], strict=True)
    rows = [(text, Spot(**spot)) for one, spot in told if (text := plain(one, 80))]
    given["row_texts"], given["row_spots"] = tuple(text for text, _ in rows), tuple(spot for _, spot in rows)
    return Seen(**given)


def _kept(live: str | None, reported: Value | None) -> Value | None:
    """The live text; the reported spelling where both read the same."""
    if not live:
        return None
    if reported is not None and reported.literal is not None and fold(reported.literal).casefold() == fold(live).casefold():
        return reported
    clean = plain(live, 300)
    return value(clean) if clean else None


def _steady(testid: str | None) -> Value | None:
    return value(testid) if testid and not _RANDOM.search(testid) else None
