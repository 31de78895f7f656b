"""Steps that no tool of its own could do right: reads that nothing tells, input never sent, forms that others filled in."""

from __future__ import annotations

from collections.abc import Sequence

from awm_mcp.induction.aligning.patterns import Place
from awm_mcp.induction.naming.descriptions import describe
from awm_mcp.induction.trace import Trace, role_of, said
from awm_mcp.model import Action, FlowStep, Step, Target, Workflow
from awm_mcp.model.site import path_of

INPUT = frozenset({"fill", "select", "check", "upload"})
_IDLE = frozenset({"hover", "scroll", "wait_for", "stop"})
_ONE_OF_A_PAGE = frozenset({"alert", "alertdialog", "dialog", "log", "main", "status", "timer"})
"""Roles that tell an element by themselves, as a page shows one at a time."""
_OPENS = "aria-haspopup"
"""An attribute that many elements of a page have in common."""
_ENTER = frozenset({"enter", "numpadenter", "return"})


def is_untold(step: FlowStep) -> bool:
    """Whether a read is left with a role alone: what it read was the only thing that told its element."""
    action = step.action
    if action is None or action.type != "extract" or action.read != "text" or action.target is None:
        return False
    return not _tells(action.target) and role_of(action.target) not in _ONE_OF_A_PAGE


def _tells(target: Target) -> bool:
    by_words = target.texts or target.attrs.keys() - {_OPENS} or target.landmarks or target.row is not None
    by_position = target.place is not None or target.css or target.xpath or target.point is not None or target.frame
    return bool(by_words or by_position)


def untold_reads(workflow: Workflow) -> list[int]:
    """Numbers (1-based) of the reads that a replay surely stops at, where no verification can show it.

    A verification tries reads before the first change. Of these only cells count, of which no page has just one; a
    heading or a paragraph may be the only one of its page.
    """
    changed = workflow.first_write
    return [
        number
        for number, step in enumerate(workflow.steps, start=1)
        if is_untold(step) and ((changed is not None and number > changed) or _is_one_of_many(step))
    ]


def _is_one_of_many(step: FlowStep) -> bool:
    return step.action is not None and role_of(step.action.target) in ("cell", "gridcell", "td")


def without_untold_reads(workflow: Workflow) -> Workflow:
    """The workflow without reads that nothing tells, if it is for more than these; the evidence says what was taken out.

    One that only reads them, or whose description is not the induction's own, stays as it is: lint says why it is no tool.
    """
    untold = untold_reads(workflow)
    steps = tuple(step for number, step in enumerate(workflow.steps, start=1) if number not in untold)
    gone = {a.output for n in untold if (a := workflow.steps[n - 1].action) is not None}
    outputs = tuple(output for output in workflow.outputs if output.name not in gone)
    if not untold or not (outputs or workflow.first_write is not None) or workflow.description != _described(workflow):
        return workflow
    noted = tuple(f"{workflow.steps[n - 1].words()}: left out, {WHY_UNTOLD}" for n in untold)
    dropped = (*noted, *workflow.evidence.dropped)
    less = workflow.model_copy(
        update={
            "steps": steps,
            "outputs": outputs,
            "evidence": workflow.evidence.model_copy(update={"dropped": dropped}),
        }
    )
    return less.model_copy(update={"description": _described(less)})


WHY_UNTOLD = "as only the text that was read told where it stands, and that is another one each time"


def _described(workflow: Workflow) -> str:
    if not workflow.templates:
        return ""
    return describe(
        workflow.title,
        workflow.start,
        workflow.parameters,
        workflow.outputs,
        workflow.templates[0],
        risk=workflow.risk,
        steps=len(workflow.steps),
        site=workflow.site,
    )


def unsent_input(workflow: Workflow) -> int | None:
    """Number (1-based) of the first of the last steps, where these only fill in what nothing sends; None where all is sent.

    Input that the page answered by itself (a list that is filtered, another address, something saved) is no such input.
    """
    first: int | None = None
    for number in range(len(workflow.steps), 0, -1):
        step = workflow.steps[number - 1]
        if step.action is None or step.action.type not in INPUT | _IDLE:
            break
        if step.action.type in INPUT:
            if _is_answered(step):
                break
            first = number
    return first


def is_useless_part(workflow: Workflow) -> bool:
    """Whether a part can never be a tool, whatever a replay shows: it sends nothing, or what others filled in."""
    return workflow.kind == "subtask" and (bool(workflow.evidence.filled_before) or unsent_input(workflow) is not None)


def _is_answered(step: FlowStep) -> bool:
    seen, action = step.expect, step.action
    if step.writes or action is None or action.type == "upload" or action.stepper or _takes_effect(action):
        return True
    if seen is None:
        return False
    in_place = seen.changed and action.type in ("select", "check")
    return in_place or seen.text is not None or seen.target is not None or _leads_on(step)


def _takes_effect(action: Action) -> bool:
    """Whether it sets what is in force at once: a switch or a button that is pressed in, and no box of a form."""
    return action.type == "check" and role_of(action.target) in ("switch", "button")


def _leads_on(step: FlowStep) -> bool:
    """Whether the page after it has another address than the page it is done on."""
    seen = step.expect
    return seen is not None and seen.url is not None and (step.url is None or seen.url.words() != step.url.words())


def filled_before(traces: Sequence[Trace], places: Sequence[Place], length: int) -> tuple[str, ...]:
    """What the runs filled in just before a routine that sends the form of these fields; empty for others.

    ``length``: number of the routine's steps. Counts where most of its places had it.
    """
    found = [_filled(traces[p.trace].steps, p.start, p.start + length) for p in places]
    had = [fields for fields in found if fields]
    return had[0] if 2 * len(had) > len(found) else ()


def _filled(steps: Sequence[Step], start: int, end: int) -> tuple[str, ...]:
    first = steps[start]
    sending = next((step for step in steps[start:end] if step.action.type not in INPUT | _IDLE), None)
    if sending is None or not _sends(sending.action) or _page(sending) != _page(first):
        return ()
    fields: list[str] = []
    for step in reversed(steps[:start]):
        if _page(step) != _page(first) or step.action.type not in INPUT | _IDLE:
            break
        if step.action.type in INPUT:
            fields.append(said(step.action.target) or role_of(step.action.target))
    return tuple(reversed(fields))


def _page(step: Step) -> str:
    return path_of(step.url).partition("#")[0] if step.url else ""


def _sends(action: Action) -> bool:
    """Whether it may send a form: a button that no browser saw outside of one, or Enter."""
    if action.type == "press":
        return action.value is not None and (action.value.literal or "").lower() in _ENTER
    target = action.target
    if action.type != "click" or target is None or role_of(target) != "button":
        return False
    return target.seen is None or target.seen.form_method is not None
