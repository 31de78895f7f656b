"""Where the answer of an information-seeking run stands on its last page, as a step that reads it."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from awm_mcp.model import Action, Step, Target, value
from awm_mcp.model.answer_part import text_around
from awm_mcp.model.text import fold
from awm_mcp.replay.browsing.frames import frames_of_site
from awm_mcp.replay.browsing.page_script import ask, ask_element, ask_moving
from awm_mcp.replay.targets.enrich import described, enriched
from awm_mcp.replay.targets.resolve import Found
from awm_mcp.replay.values.answer_spelling import as_shown

if TYPE_CHECKING:
    from playwright.async_api import ElementHandle, Frame, Page

_log = logging.getLogger(__name__)


async def answer_step(page: Page, told: str, task: str = "") -> Step | None:
    """An extract step for the element that shows the answer, in the page or a frame of its site; None when none does.

    The element is told by where it is and what kind it is, never by its text: that is what changes from run to run. In a
    list it is told by what its row holds of ``task``. What is read of an answer that the page spells otherwise, or that is
    a sentence around it, is the value as the page shows it.
    """
    for frame in frames_of_site(page):
        answer, element = await _located(frame, told, task)
        if element is None:
            continue
        found = Found(element, frame, page, answer)
        target = await enriched(Target(), found, await described(found, task, reads=True))
        bare = target.model_copy(update={"name": None, "text": None})
        says = await _says(found)
        more = fold(says) != fold(answer)
        around = text_around(says, answer) if more else None
        extract = Action(type="extract", target=bare, value=value(answer), output="answer", part=more, between=around)
        return Step(observation="The page shows the answer", url=page.url, action=extract)
    return None


async def _says(found: Found) -> str:
    """What the extract step will read: all of the element."""
    read = await ask(found.frame, "reads", {"read": "text"}, found.element)
    return read if isinstance(read, str) else ""


async def _located(frame: Frame, told: str, task: str) -> tuple[str, ElementHandle | None]:
    """The answer as the page shows it, and the element that does."""
    if (element := await _shown_in(frame, told, task)) is not None:
        return told, element
    spelled = as_shown(told, await _texts(frame), task)
    return spelled, await _shown_in(frame, spelled, task, content=True) if spelled else None


async def _texts(frame: Frame) -> list[str]:
    return await ask_moving(frame, "texts", {}, otherwise=[])


async def _shown_in(frame: Frame, answer: str, task: str, *, content: bool = False) -> ElementHandle | None:
    from playwright.async_api import Error

    try:
        return await ask_element(frame, "answer", {"text": answer, "task": task, "content": content}, None)
    except Error as moving:
        if frame.parent_frame is None:
            raise
        _log.debug("a frame shows nothing while it moves: %s", moving)
        return None


def with_answer_step(steps: list[Step], extract: Step) -> list[Step]:
    """The steps with the reading before a closing stop, or at the end."""
    at = len(steps) - 1 if steps and steps[-1].action.type == "stop" else len(steps)
    return [*steps[:at], extract, *steps[at:]]
