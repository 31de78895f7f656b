"""The sign-in that routines of a site share: its steps go before a routine that the runs only did signed in.

A routine without it could never be proven or called on its own. Where the site does not ask to sign in, the steps are
skipped together; where it asks, the routine's page is opened anew after them, since sites lead elsewhere.
"""

from __future__ import annotations

from collections.abc import Sequence

from awm_mcp.induction.aligning.patterns import Place
from awm_mcp.induction.aligning.signin import says_sign_in, sign_in_columns
from awm_mcp.induction.trace import Column, Trace, field_name, role_of, said
from awm_mcp.induction.writing.steps import Plan, write_steps
from awm_mcp.model import Action, FlowStep, Step, Value

GROUP = "sign_in"


def sign_in_prelude(traces: Sequence[Trace], places: Sequence[Place], start: Value) -> tuple[FlowStep, ...]:
    """The steps that sign in before a routine on the page ``start``; none where not all runs signed in, or in several ways.

    A page that asks to sign in shows the form or the link to it, so the link is a step that may be skipped by itself.
    """
    ways = [_sign_in_before(traces[place.trace], place.start) for place in places]
    if not ways or not all(ways) or len({tuple(map(_told, _form(way))) for way in ways}) > 1:
        return ()
    way = min(ways, key=len)
    plan = Plan(traces=(traces[places[0].trace],), columns=tuple(Column((step,)) for step in way), known={}, outputs={})
    form = len(way) - len(_form(way))
    steps = [step.model_copy(update={"url": None, "optional": True}) for step in write_steps(plan)]
    links = [step.model_copy(update={"group": None}) for step, was in zip(steps[:form], way, strict=False) if _says_so(was)]
    fields = [step.model_copy(update={"group": GROUP}) for step in steps[form:]]
    opened = Action(type="goto", value=start)
    return (*links, *fields, FlowStep(action=opened, reasoning="after signing in", group=GROUP, optional=True))


def without_prelude(steps: Sequence[FlowStep]) -> tuple[FlowStep, ...]:
    """The steps without the sign-in before them and the way back to their page."""
    back = [
        i for i, step in enumerate(steps) if step.group == GROUP and step.action is not None and step.action.type == "goto"
    ]
    return tuple(steps[back[-1] + 1 :] if back else steps)


def _sign_in_before(trace: Trace, start: int) -> list[Step]:
    """The steps of a run that sign in before an index."""
    columns = [Column((step,)) for step in trace.steps[:start]]
    return [trace.steps[i] for i in sorted(sign_in_columns(columns))]


def _form(way: Sequence[Step]) -> list[Step]:
    """The steps on the form, from the first field on."""
    first = next((i for i, step in enumerate(way) if step.action.type in ("fill", "select", "check")), len(way))
    return list(way[first:])


def _says_so(step: Step) -> bool:
    """Whether a link says that it leads to the form, so that it is gone once that was sent."""
    return says_sign_in(said(step.action.target))


def _told(step: Step) -> tuple[str, str, str, str]:
    action = step.action
    typed = action.value.words() if action.value is not None else ""
    return action.type, role_of(action.target), field_name(action.target) or said(action.target), typed
