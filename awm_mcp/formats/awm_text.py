"""Workflows as text: the paper's form (AWM, arXiv 2409.07429, section 2 and appendix), and instructions to follow by hand.

Step lines have the form ``[role] label with {parameters} -> OP: {value}``, OP being CLICK, TYPE or SELECT as in Mind2Web.
What has no element or no such operation (opening an address, keys, reading, the answer) is a ``#`` line between them.
Texts from pages are folded, stripped of control characters and capped.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from awm_mcp.formats.fill_in import filled, filled_expectation, filled_step
from awm_mcp.model import Action, FlowStep, Parameter, Target, Value, Workflow
from awm_mcp.model.sentences import shortened
from awm_mcp.model.text import cut, harmless

OPERATIONS = {
    "click": "CLICK",
    "dblclick": "CLICK",
    "check": "CLICK",
    "hover": "CLICK",
    "fill": "TYPE",
    "choose": "TYPE",
    "upload": "TYPE",
    "select": "SELECT",
}
MAX_SITE_TEXT = 12_000
_NO_SYNTAX = str.maketrans({"{": "(", "}": ")"})


def render(workflow: Workflow) -> str:
    """The workflow in the paper's text form: heading, description, step lines."""
    head = [f"## {harmless(workflow.title or workflow.name.replace('_', ' '))}"]
    if workflow.description:
        head.append(shortened(harmless(workflow.description, 2000), 400))
    return "\n".join([*head, *(line for step in workflow.steps for line in _lines(step))]) + "\n"


def render_site(workflows: Sequence[Workflow], site: str, limit: int = MAX_SITE_TEXT) -> str:
    """The in-context memory of a site: what the paper appends to an agent's instructions, at most ``limit`` characters."""
    parts = [f"# Workflows known for {harmless(site)}"]
    used = len(parts[0])
    for number, workflow in enumerate(workflows):
        part = _explained(workflow)
        if used + len(part) + 2 > limit and number:
            parts.append(f"({len(workflows) - number} more; find_workflows finds them)")
            break
        parts.append(cut(part, max(200, limit - used)))
        used += len(part) + 2
    if not workflows:
        parts.append("None yet. Report solved runs with report_run.")
    return "\n\n".join(parts) + "\n"


def render_use(workflow: Workflow, arguments: Mapping[str, str | list[str]]) -> str:
    """The workflow as numbered instructions with the arguments filled in, for use by hand."""
    lines = [f"# {harmless(workflow.title or workflow.name)}", shortened(harmless(workflow.description, 2000), 400), ""]
    lines += [f"Start on {workflow.site} at {harmless(filled(workflow.start, arguments).words(), 300)}.", ""]
    lines += [f"{number}. {_instruction(step, arguments)}" for number, step in enumerate(workflow.steps, 1)]
    missing = [p.name for p in workflow.callers_parameters if p.required and p.default is None and p.name not in arguments]
    if missing:
        lines += ["", f"Still to be given: {', '.join(missing)}."]
    if workflow.postcondition is not None:
        seen = filled_expectation(workflow.postcondition, arguments)
        lines += ["", f"Done when this is seen: {harmless(seen.words(), 300)}."]
    return "\n".join(lines) + "\n"


def _lines(step: FlowStep, indent: str = "") -> Iterator[str]:
    if step.optional:
        yield f"{indent}# {step.condition}:"
    if step.until_next is not None:
        yield f"{indent}# again and again, at most {step.until_next} times, until the target of the next step is shown:"
    if step.for_each is not None:
        over = f"each of {{{step.for_each.parameter}}}" if step.for_each.parameter else "each row"
        yield f"{indent}# for {over}, called {{{step.for_each.item}}}:"
        for inner in step.for_each.steps:
            yield from _lines(inner, indent + "  ")
    elif step.action is not None:
        if step.action.type == "check":
            yield f"{indent}# so that it is {_state(step.action)}:"
        yield indent + step_line(step.action)


def _state(action: Action) -> str:
    """What a tick leads to, of which a step line has no word."""
    if isinstance(action.checked, Value) and action.checked.literal not in ("true", "false"):
        return _worded(action.checked, 40)
    given = action.checked.literal if isinstance(action.checked, Value) else str(action.checked).lower()
    return "on" if given == "true" else "off"


def step_line(action: Action) -> str:
    """One action as a step line, or as a ``#`` line when it is none of CLICK, TYPE and SELECT on an element."""
    operation = OPERATIONS.get(action.type)
    if operation is None or action.target is None:
        return "# " + harmless(action.words(), 300)
    given = [action.value] if action.value is not None else list(action.values)
    said = "" if operation == "CLICK" else ", ".join(_worded(v, 200) for v in given)
    return f"[{_role(action.target)}] {_label(action.target)} -> {operation}" + (f": {said}" if said else "")


def _role(target: Target) -> str:
    return harmless(target.role or target.tag or "*", 40).replace("]", ")")


def _label(target: Target) -> str:
    said = target.name or target.label or target.text or target.placeholder or target.title or target.alt
    if said is not None:
        return _worded(said, 200).replace("->", "→")
    if target.place is not None:
        return f"item {_worded(target.place.index, 40)} of the {harmless(target.place.of, 60)}"
    return ""


def _worded(given: Value, limit: int) -> str:
    return harmless(given.map_text(lambda text: text.translate(_NO_SYNTAX)).words(), limit)


def _explained(workflow: Workflow) -> str:
    lines = [f"## {harmless(workflow.title or workflow.name)} (`{workflow.name}`)"]
    if workflow.description:
        lines.append(shortened(harmless(workflow.description, 2000), 400))
    lines += [f"Given: {', '.join(map(_parameter, workflow.callers_parameters))}."] if workflow.callers_parameters else []
    when = f"on the page {harmless(workflow.start.words(), 120)}"
    if workflow.precondition is not None and workflow.precondition.words() != "nothing in particular":
        when += f", where is seen: {harmless(workflow.precondition.words(), 200)}"
    lines.append(f"When: {when}.")
    for number, step in enumerate(workflow.steps, 1):
        lines += _thought(number, step)
    if workflow.outputs:
        lines.append("Returns: " + ", ".join(harmless(o.name) for o in workflow.outputs) + ".")
    return "\n".join(lines)


def _thought(number: int, step: FlowStep) -> Iterable[str]:
    if step.observation:
        yield f"{number}. [state] {harmless(step.observation, 240)}"
    if step.reasoning:
        yield f"{number}. [think] {harmless(step.reasoning, 240)}"
    yield f"{number}. [action] {harmless(step.words(), 300)}"


def _parameter(parameter: Parameter) -> str:
    example = f", for example {harmless(parameter.examples[0], 60)}" if parameter.examples else ""
    default = f", default {harmless(parameter.default, 60)}" if parameter.default else ""
    return f"{parameter.name} ({parameter.type}{'' if parameter.required else ', optional'}{default}{example})"


def _instruction(step: FlowStep, arguments: Mapping[str, str | list[str]]) -> str:
    done = filled_step(step, arguments)
    why = f" - {harmless(done.reasoning, 160)}" if done.reasoning else ""
    return harmless(done.words(), 400) + why
