"""URL promotion: a search that only leads to an address made of its values is done as one navigation to that address.

The promoted workflow is a proposal: it holds only when a verification replay reaches the same end, else the steps in the
interface stay. It keeps these steps beside the navigation, so that a replay can do without the address.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from urllib.parse import quote, unquote_plus

from awm_mcp.induction.writing.contracts import precondition_of
from awm_mcp.model import Action, FlowStep, Param, Run, Text, Value, Workflow
from awm_mcp.model.changes import changing_address
from awm_mcp.model.site import path_of

_FORM = frozenset({"fill", "select", "check", "press", "click"})
LEAST_RUNS = 2


def promote(workflow: Workflow, runs: Sequence[Run] = ()) -> Workflow | None:
    """The workflow with its leading form steps replaced by one navigation, or None when the address does not say it all.

    All values that the replaced steps use must stand in the address they lead to, nothing else in it may vary, none of the
    steps writes, and at least two source runs with different values were on the addresses that their values make. ``runs``:
    runs to prove the addresses with; those of the evidence are looked for among them.
    """
    found = _leading(workflow)
    if found is None:
        return None
    last, address = found
    useless = last + 1 == len(workflow.steps) or changing_address(address.words())
    if useless or len(_different(workflow, address)) < LEAST_RUNS or not _were_there(workflow, address, runs):
        return None
    first, rest = workflow.steps[0], workflow.steps[last + 1 :]
    going = FlowStep(
        observation=first.observation,
        reasoning=f"The address {address.words()} leads straight to what the form would show.",
        action=Action(type="goto", value=address),
        expect=workflow.steps[last].expect,
        instead=workflow.steps[: last + 1],
    )
    return with_steps(workflow, (going, *rest)).model_copy(update={"precondition": None})


def demote(workflow: Workflow) -> Workflow:
    """The workflow with the steps in the interface in place of every navigation that stands for them."""
    if not workflow.by_address:
        return workflow
    steps = workflow.in_interface
    return with_steps(workflow, steps).model_copy(update={"precondition": precondition_of(steps)})


def with_steps(workflow: Workflow, steps: tuple[FlowStep, ...]) -> Workflow:
    """The workflow with other steps; its description says how many."""
    said = f"does {len(steps)} step" + ("" if len(steps) == 1 else "s")
    description = re.sub(r"\bdoes \d+ steps?\b", said, workflow.description)
    return workflow.model_copy(update={"steps": steps, "description": description})


def _leading(workflow: Workflow) -> tuple[int, Value] | None:
    """The last of the leading form steps whose address holds all values used so far, with that address."""
    used: set[str] = set()
    best: tuple[int, Value] | None = None
    for index, step in enumerate(workflow.steps):
        if not _only_asks(step):
            break
        used |= set(step.params)
        address = step.expect.url if step.expect is not None else None
        if index and address is not None and not address.has_gap and used and used <= set(address.params):
            best = index, address
    return best


def _only_asks(step: FlowStep) -> bool:
    action = step.action
    plain = action is not None and action.type in _FORM and action.dialog is None and action.opens is None
    return plain and not (step.writes or step.optional or step.group is not None or step.until_next is not None)


def _different(workflow: Workflow, address: Value) -> set[tuple[str, ...]]:
    given = [_texts(arguments, address) for arguments in workflow.evidence.arguments]
    return {texts for texts in given if texts is not None}


def _texts(arguments: Mapping[str, str | list[str]], address: Value) -> tuple[str, ...] | None:
    texts = [arguments.get(name) for name in address.params]
    return tuple(t for t in texts if isinstance(t, str)) if all(isinstance(t, str) for t in texts) else None


def _were_there(workflow: Workflow, address: Value, runs: Sequence[Run]) -> bool:
    """Whether the source runs that are given were all on the address that their arguments make."""
    by_id = {run.id: run for run in runs if run.id}
    for run_id, arguments in zip(workflow.evidence.runs, workflow.evidence.arguments, strict=False):
        run = by_id.get(run_id)
        if run is not None and address_of(address, arguments) not in _visited(run):
            return False
    return True


def address_of(address: Value, arguments: Mapping[str, str | list[str]]) -> str:
    """The decoded address that arguments make."""
    parts = (
        t.text if isinstance(t, Text) else quote(str(arguments.get(t.param, "")), safe="")
        for t in address.root
        if isinstance(t, (Text, Param))
    )
    return unquote_plus("".join(parts))


def _visited(run: Run) -> set[str]:
    urls = [url for step in run.steps for url in (step.url, step.effect.url if step.effect is not None else None)]
    return {unquote_plus(path_of(url)) for url in urls if url}
