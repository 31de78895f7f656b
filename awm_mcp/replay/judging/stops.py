"""The account of a stop: what was expected and seen, what is near, what remains, and how to go on."""

from __future__ import annotations

import logging
from collections.abc import Mapping

from awm_mcp.errors import AwmError, StepStopped
from awm_mcp.model import Candidate, FlowStep, Stopped
from awm_mcp.model.text import cut, fold, plain
from awm_mcp.replay.browsing.page_script import ask_moving
from awm_mcp.replay.staging.stage import Stage
from awm_mcp.replay.targets.resolve import Found
from awm_mcp.replay.values.binding import Arguments

_log = logging.getLogger(__name__)
AROUND_LIMIT = 1500


async def stopped_at(
    stage: Stage, number: int, steps: tuple[FlowStep, ...], arguments: Arguments, problem: AwmError,
    *, done: bool = False,
) -> Stopped:  # fmt: skip
    """What is told of a stop at a step (1-based); steps beyond the last stand for the end of the workflow.

    ``done``: the step itself was done, and what came of it stopped the replay.
    """
    step = steps[number - 1] if number <= len(steps) else None
    near = problem.candidates if isinstance(problem, StepStopped) else ()
    offered = dict.fromkeys(c["instead"] for c in near if "instead" in c)
    asks = isinstance(problem, StepStopped) and problem.status == "needs_input"
    return Stopped(
        step=number,
        action=said_step(step, arguments) if step is not None else "the end of the workflow",
        code=problem.code,
        expected=problem.expected,
        seen=problem.seen,
        candidates=() if asks else tuple(Candidate(element=c["element"], why_not=c["why_not"]) for c in near[:5]),
        options=tuple(c["element"] for c in near) if asks else tuple(offered),
        remaining=tuple(said_step(s, arguments) for s in steps[number - (not done) :]),
        around=await around(stage),
    )


def how_to_take_an_option(steps: tuple[FlowStep, ...], stopped: Stopped, status: str) -> str:
    """How what is there in the place of a missing element is taken; empty where nothing is offered."""
    if status != "target_not_found" or not stopped.options:
        return ""
    given = " and ".join(naming_parameters(steps, stopped.step))
    return f"to take one of the options instead, start again with it as the argument {given}" if given else ""


def about_the_value(steps: tuple[FlowStep, ...], stopped: Stopped, given: Mapping[str, str | list[str]]) -> str:
    """What to check first, where a value of the caller names what is not there; empty for any other missing element."""
    named = [(name, given[name]) for name in naming_parameters(steps, stopped.step) if isinstance(given.get(name), str)]
    if stopped.code != "target_not_found" or not named:
        return ""
    values = " and ".join(f"{name} {plain(str(text), 80)!r}" for name, text in named)
    if all(fold(str(text)).casefold() in fold(stopped.around).casefold() for _, text in named):
        return f"{values} is on the page, but {plain(stopped.expected, 120)} is not: the page may have changed"
    return f"nothing on the page is found for {values}: check the value first"


def naming_parameters(steps: tuple[FlowStep, ...], number: int) -> tuple[str, ...]:
    """The parameters that name what a step (1-based) acts on, or its row."""
    action = steps[number - 1].action if number <= len(steps) else None
    if action is None or action.target is None:
        return ()
    signals = (action.target.row, action.target.name, action.target.text, action.target.label)
    return tuple(dict.fromkeys(name for value in signals if value is not None for name in value.params))


def said_step(step: FlowStep, arguments: Arguments) -> str:
    """A step in words with the arguments filled in; secrets stay names."""
    if step.action is None:
        return step.words()
    return arguments.said_action(step.action) + step.manner


async def around(stage: Stage) -> str:
    """A compact picture of the place where the page stands."""
    if stage.page.is_closed():
        return ""
    said: str = await ask_moving(stage.page.main_frame, "around", {"limit": AROUND_LIMIT}, "")
    return cut(stage.redact(said), AROUND_LIMIT + 100)


async def asked_login(stage: Stage, found: Found | None) -> bool:
    """The same, of the page that an element was found on; false without one."""
    if found is None or "login" not in found.about or found.frame != stage.page.main_frame:
        return found is not None and await needs_login(stage)
    return bool(found.about["login"])


async def needs_login(stage: Stage, *, over: bool = False) -> bool:
    """Whether the page asks to sign in. ``over``: in what lies over it."""
    if stage.page.is_closed() or (not stage.activity.pages and stage.page.url == "about:blank"):
        return False
    return bool(await ask_moving(stage.page.main_frame, "login", {"over": over}))


def no_answer(sent: str) -> StepStopped:
    """The stop for a write that may have happened."""
    return StepStopped(
        "no_answer", status="unknown", expected="an answer of the site to what was sent", seen=f"{sent} is not answered yet",
        next="look at the site whether it happened before doing anything again; it is not sent twice",
    )  # fmt: skip


def not_kept(seen: str, expected: str = "the site to keep what the page shows") -> StepStopped:
    """The stop for a write that shows well and that the page, at rest or loaded anew, does not have."""
    return StepStopped(
        "not_kept", status="unknown", expected=expected, seen=seen,
        next="look on the site what has become of it before doing anything again; it is not sent twice",
    )  # fmt: skip
