"""Descriptions that let an agent choose: what a workflow does, needs and returns, and for which tasks."""

from __future__ import annotations

from collections.abc import Sequence

from awm_mcp.model import Output, Parameter, Risk, Value
from awm_mcp.model.text import counted, plain

LONGEST_EXAMPLE = 40
_DOES: dict[Risk, str] = {
    "read": "It only reads.",
    "write": "It changes data on the site.",
    "destructive": "It does something that cannot simply be taken back, so it asks for confirmation.",
}
_LEADS = "It leaves the browser on the page it leads to and changes nothing."


def describe(
    title: str,
    start: Value,
    parameters: Sequence[Parameter],
    outputs: Sequence[Output],
    template: Value,
    *,
    risk: Risk,
    steps: int,
    site: str,
) -> str:
    """What it does, where it starts, what it needs and returns, when to use it and when not; two to five sentences."""
    told = [f"{title.rstrip('.')} on {site}. It starts at {plain(start.words(), 80)} and does {counted(steps, 'step')}."]
    if given := [_needed(p) for p in parameters if p.secret is None]:
        told.append(f"Give {_listed(given)}.")
    told.append(_result(outputs, risk))
    wording = plain(template.words(), 160)
    told.append(f"Use it for tasks like “{wording}”; not when the task needs other steps.")
    return " ".join(told)


def no_read_any_more(description: str, risk: Risk) -> str:
    """A description made here, of what was taken for a read until it was seen to write."""
    return description.replace(_DOES["read"], _DOES[risk]).replace(_LEADS, _DOES[risk])


def _needed(parameter: Parameter) -> str:
    example = plain(parameter.examples[0], LONGEST_EXAMPLE) if parameter.examples else ""
    told = [f"e.g. {example}"] if example else []
    told += [f"default {plain(parameter.default, LONGEST_EXAMPLE)}"] if parameter.default else []
    shown = f"{parameter.name} ({'; '.join(told)})" if told else parameter.name
    return shown if parameter.required else f"optionally {shown}"


def _listed(given: Sequence[str]) -> str:
    return given[0] if len(given) == 1 else ", ".join(given[:-1]) + " and " + given[-1]


def _result(outputs: Sequence[Output], risk: Risk) -> str:
    if not outputs:
        return _DOES[risk] if risk != "read" else _LEADS
    return f"Returns {_listed([_returned(output) for output in outputs])}. {_DOES[risk]}"


def _returned(output: Output) -> str:
    return output.name + (f" (e.g. {plain(output.examples[0], LONGEST_EXAMPLE)})" if output.examples else "")


def describe_routine(
    title: str,
    start: Value,
    parameters: Sequence[Parameter],
    outputs: Sequence[Output],
    *,
    risk: Risk,
    tasks: Sequence[str],
    site: str,
    signs_in: bool = False,
) -> str:
    """What the part of a task does, where it starts, what it needs, which tasks it was part of."""
    told = [f"{title} on {site}: a part of larger tasks. It starts on the page {plain(start.words(), 80)}."]
    if given := [_needed(p) for p in parameters if p.secret is None]:
        told.append(f"Give {_listed(given)}.")
    if signs_in:
        told.append("It signs in first where the site asks for it.")
    told.append(_result(outputs, risk))
    told.append(f"Use it inside tasks like “{plain(tasks[0], 120)}”, and go on from the page it leads to.")
    return " ".join(told)
