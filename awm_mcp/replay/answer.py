"""Where the answer of an information-seeking run stands on its last page, as a step that reads it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from awm_mcp.model import Action, Step, Target, value
from awm_mcp.replay.enrich import described, enriched
from awm_mcp.replay.page_script import ask_element
from awm_mcp.replay.resolve import Found

if TYPE_CHECKING:
    from playwright.async_api import Page


async def answer_step(page: Page, answer: str) -> Step | None:
    """An extract step for the element that shows the answer; None when the page does not show it.

    The element is told by where it is and what kind it is, never by its text: that is what changes from run to run.
    """
    frame = page.main_frame
    element = await ask_element(frame, "answer", {"text": answer}, None)
    if element is None:
        return None
    found = Found(element, frame, page, answer)
    target = await enriched(Target(), found, await described(found))
    bare = target.model_copy(update={"name": None, "text": None})
    extract = Action(type="extract", target=bare, value=value(answer), output="answer")
    return Step(observation="The page shows the answer", url=page.url, action=extract)


def with_answer_step(steps: list[Step], extract: Step) -> list[Step]:
    """The steps with the reading before a closing stop, or at the end."""
    at = len(steps) - 1 if steps and steps[-1].action.type == "stop" else len(steps)
    return [*steps[:at], extract, *steps[at:]]
