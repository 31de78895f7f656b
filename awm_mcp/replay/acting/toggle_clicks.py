"""Clicks on a control that shows a state without saying so in its markup ("Like", then "Liked"; a star that is filled)."""

from __future__ import annotations

import logging
import re
from typing import Any

from awm_mcp.model import Action, Became, Target
from awm_mcp.replay.acting.set_marks import is_own
from awm_mcp.replay.acting.turned import changed, same_words, way_between
from awm_mcp.replay.browsing.page_script import ask_element, ask_moving
from awm_mcp.replay.targets.come_anew import query_anew, shown_anew
from awm_mcp.replay.targets.enrich import described, enriched
from awm_mcp.replay.targets.resolve import Found

_log = logging.getLogger(__name__)
MOST_MARKS = 12
_ENTRIES = frozenset({"option", "treeitem", "listitem"})
_SAYS_CHOSEN = "[aria-selected="
Shown = dict[str, Any]


async def shown_by(found: Found, *, elsewhere: bool = False, at: list[int] | None = None) -> Shown | None:
    """What a control shows of its state: ``marks``, ``count``, ``name``; None where it is not to be seen.

    ``elsewhere``: also what stands elsewhere on the page, and how often its own words do (``echoes``).
    """
    query = {"elsewhere": elsewhere, "at": at}
    return await ask_moving(found.frame, "toggle", query, element=found.element)


async def before_click(found: Found) -> Shown | None:
    """What a control shows before it is clicked; None where a click on it is no change of its state."""
    shown = await shown_by(found, elsewhere=True)
    return None if shown is None or shown["opens"] else shown


async def with_became(action: Action, found: Found, was: Shown | None, address: str) -> tuple[Action, Shown | None]:
    """The clicked action with what the control then showed, where that is another state than before; and what it showed."""
    left = found.page.is_closed() or _place(found.page.url) != _place(address)
    if was is None or left or not is_plain(action):
        return action, None
    now = await shown_by(found, elsewhere=True, at=was["at"])
    now = None if now is not None and _is_another(was, now) and not await _is_in_place(found) else now
    anew = now is None and (now := await shown_anew(found, was)) is not None
    now = await _turned_in_its_list(found, was) if now is None else now
    if now is None or now["opens"]:
        return action, None
    marks, lost = _changed(was, now), _changed(now, was)
    renamed = _bare(was["name"]) != _bare(now["name"])
    query = query_anew(was) if anew else {"at": was["at"]}
    target = await _renamed(action, found, query) if renamed else None
    echoes = int(now["echoes"]) if now["echoes"] > was["echoes"] else 0
    if target is None and not marks and not lost and not echoes:
        return action, now
    alone = was["elsewhere"] == now["elsewhere"]
    became = Became(
        target=target, marks=marks[:MOST_MARKS], lost=lost[:MOST_MARKS], alone=alone, echoes=echoes, anew=anew
    )  # fmt: skip
    return action.model_copy(update={"became": became}), now


def _is_another(was: Shown, now: Shown) -> bool:
    """Whether it may be another thing that stands in its place now: the entry after it, where lists take out what was
    chosen, or what came where a form was closed."""
    before, after = _bare(was["name"]), _bare(now["name"])
    if before == after:
        return False
    if was["role"] in _ENTRIES and now["role"] == was["role"]:
        return True
    if way_between(before, after) or (before and after and same_words(before, after)):
        return False
    one, other = _classes(was), _classes(now)
    unlike = (was["tag"], was["role"]) != (now["tag"], now["role"])
    return unlike or bool(one and other and not one & other)


def _classes(shown: Shown) -> frozenset[str]:
    return frozenset(mark for mark in shown["marks"] if mark.startswith(".") and mark not in shown["boxed"])


async def _is_in_place(found: Found) -> bool:
    from playwright.async_api import Error

    try:
        return bool(await found.element.evaluate("el => el.isConnected"))
    except Error:  # its document is gone
        return False


def says_chosen(shown: Shown) -> bool | None:
    """Whether an entry of a list that takes several says that it is chosen; None for what is no such entry."""
    return shown["several"]


def _changed(was: Shown, now: Shown) -> tuple[str, ...]:
    """The marks that it got; an entry of a list that takes several says itself whether it is chosen, nothing else does."""
    marks = [mark for mark in changed(was, now)[0] if is_own(mark)]
    said = [mark for mark in marks if mark.startswith(_SAYS_CHOSEN)] if says_chosen(was) is not None else []
    return tuple(said or marks)


async def _turned_in_its_list(found: Found, was: Shown) -> Shown | None:
    """What an entry of a list that takes several would show, where the list went with the click; None for anything else.

    A list that does not say that it takes several is known by the label that its field then shows of the entry.
    """
    chosen: bool | None = was["picked"]
    if chosen is None or not (says_chosen(was) is not None or await _is_labelled(found, was["name"])):
        return None
    says, then = (f"{_SAYS_CHOSEN}{str(one).lower()}]" for one in (chosen, not chosen))
    return {**was, "several": not chosen, "marks": [then if mark == says else mark for mark in was["marks"]]}


async def _is_labelled(found: Found, name: str) -> bool:
    return bool(name) and bool(await ask_moving(found.frame, "toggle", {"labelled": name}))


def is_plain(action: Action) -> bool:
    """Whether it is one click with the left button on an element, which may lead to a state of it."""
    at_a_point = action.target is None or action.target.point is not None
    opens = action.opens is not None or action.dialog is not None
    return action.type == "click" and action.button == "left" and not (action.modifiers or at_a_point or opens)


async def _renamed(action: Action, found: Found, query: Shown) -> Target | None:
    """The control under its new name."""
    from playwright.async_api import Error

    try:
        known = None if "was" in query else found.element
        element = await ask_element(found.frame, "toggle", {**query, "element": True}, known)
        if element is None:
            return None
        control = Found(element, found.frame, found.page, found.says)
        target = await enriched(Target(), control, await described(control))
    except Error as moving:
        _log.debug("its new name is not known: %s", moving)
        return None
    row, spot = (action.target.row, action.target.row_spot) if action.target is not None else (None, None)
    return target.model_copy(update={"row": row, "row_spot": spot, "seen": None, "place": None})


def _bare(name: str) -> str:
    """A name without counters."""
    return re.sub(r"[\d.,()\[\]\s]+", " ", name).strip()


def _place(address: str) -> str:
    return address.split("#")[0]
