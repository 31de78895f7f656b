"""Parameters as a caller sees them: typed by their examples, with the choices of the form, described in words."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence

from awm_mcp.induction.trace import field_name, role_of
from awm_mcp.induction.varying.values import Candidate
from awm_mcp.induction.writing.defaults import default_of
from awm_mcp.induction.writing.elements import mask_counters
from awm_mcp.induction.writing.enumerated import is_settled, options_of
from awm_mcp.induction.writing.flag_parameters import flag_parameter
from awm_mcp.induction.writing.pages_told import page_told
from awm_mcp.induction.writing.parameters import Use, first_use
from awm_mcp.induction.writing.steps import Plan
from awm_mcp.model import Action, FlowStep, Parameter, value
from awm_mcp.model.coercion import is_date
from awm_mcp.model.narrowing import narrowing
from awm_mcp.model.text import plain
from awm_mcp.model.workflow import ParameterType

MOST_EXAMPLES = 2
_NARROWS = " Leave it out where the rest tells which one is meant."
_OPTIONAL = " Leave it out to skip it; the form then keeps what it shows."
_DEFAULT = " Leave it out to skip it; the form then keeps its default {}."
LONGEST_DEFAULT = 60


def declare(
    plan: Plan, candidates: Mapping[str, Candidate], steps: Sequence[FlowStep], opened_by: Sequence[str] = ()
) -> tuple[Parameter, ...]:
    """The parameters that the steps use, in the order of their use; ``plan.known`` carries their final names.

    ``opened_by``: those in the address that is opened first.
    """
    declared: list[Parameter] = []
    narrow = narrowing(steps)
    for name in dict.fromkeys((*(p for step in steps for p in step.params), *opened_by)):
        if (flag := next((flag for flag in plan.flags if flag.name == name), None)) is not None:
            declared.append(flag_parameter(plan, flag))
        elif name in candidates:
            options = _options(plan, first_use(plan, name), steps)
            declared.append(_declared(plan, name, candidates[name], options, narrows=name in narrow))
        else:
            declared.append(_secret(name))
    return tuple(declared)


def _secret(name: str) -> Parameter:
    kind = "totp" if re.search(r"otp|2fa|mfa|one_time", name) else "secret"
    return Parameter(name=name, secret=kind, description="Taken from the secrets of the site, never from the caller.")


def _options(plan: Plan, use: Use | None, steps: Sequence[FlowStep]) -> tuple[str, ...]:
    """The choices of a parameter; a single run tells them where nothing that is given before decides them."""
    alone = use is not None and len(plan.traces) == 1 and len(steps) == len(plan.columns)
    return options_of(use, settled=use is not None and alone and is_settled(steps, use.index, plan.known))


def _declared(plan: Plan, name: str, candidate: Candidate, options: tuple[str, ...], *, narrows: bool) -> Parameter:
    given = [v for v in candidate.values if v is not None]
    examples = tuple(dict.fromkeys(given))[:MOST_EXAMPLES]
    use = first_use(plan, name)
    kind = "string" if options else _type(given)
    default = None if candidate.everywhere else _default(plan, use, kind, options)
    left_out = _OPTIONAL if default is None else _DEFAULT.format(plain(default, LONGEST_DEFAULT))
    return Parameter(
        name=name,
        type=kind,
        description=_description(plan, name, use) + (_NARROWS if narrows else "" if candidate.everywhere else left_out),
        examples=examples,
        enum=options,
        required=candidate.everywhere and not narrows,
        default=default,
        spelled=candidate.respelled.task_format if candidate.respelled is not None else None,
        path=use is not None and use.column.present[0].action.type == "upload",
    )


def _default(plan: Plan, use: Use | None, kind: ParameterType, options: Sequence[str]) -> str | None:
    """What the form holds where the parameter is left out, if a caller could give it as well."""
    default = default_of(plan, use)
    if default is None or (options and default not in options):
        return None
    fits = kind == "string" or _type([default]) == kind or (kind == "number" and _type([default]) == "integer")
    return default if fits and kind not in ("date", "boolean") else None


def _type(given: Sequence[str]) -> ParameterType:
    if all(re.fullmatch(r"[+-]?(0|[1-9]\d{0,14})", v) for v in given):
        return "string" if _is_code(given) else "integer"
    if all(re.fullmatch(r"-?(0|[1-9]\d{0,11})(\.\d*[1-9])?", v) for v in given):
        return "number"
    if all(is_date(v) for v in given):
        return "date"
    return "boolean" if all(v in ("true", "false") for v in given) else "string"


def _is_code(given: Sequence[str]) -> bool:
    """Whether digits are no number but spell something: a telephone number, a postcode. The next one may begin with 0."""
    lengths = {len(v) for v in given}
    return min(lengths) > 6 or (min(lengths) > 3 and len(lengths) == 1 and len(set(given)) > 1)


def _description(plan: Plan, name: str, use: Use | None) -> str:
    human = _NUMBERED.sub(lambda match: f"{_ORDINALS[int(match[2])]} {match[1]}", name).replace("_", " ")
    if use is None:
        return f"The {human} named in the task."
    action = use.column.present[0].action
    page = page_told(plan, use.column)
    phrase = _PHRASES.get(action.type, _clicked) if use.field else _clicked
    return f"{phrase(action, human, use)}{page}."


_NUMBERED = re.compile(r"^(\w+)_([2-5])$")
_ORDINALS = {2: "second", 3: "third", 4: "fourth", 5: "fifth"}


def _label(action: Action) -> str:
    shown = re.sub(r"[\s:*]+$", "", field_name(action.target))
    return plain(mask_counters(value(shown)).words(), 60) if shown else ""


def _typed(action: Action, human: str, use: Use) -> str:
    label = _label(action)
    if action.stepper:
        return f'The {human}: the number to step to with the buttons at "{label}"'
    return f'The {human}: text for the field "{label}"' if label else f"The {human} to type"


def _chosen(action: Action, human: str, use: Use) -> str:
    label = _label(action)
    return f'The {human}: one of the choices of "{label}"' if label else f"The {human} to choose from the list"


def _clicked(action: Action, human: str, use: Use) -> str:
    role = role_of(action.target)
    if action.type in ("fill", "select", "upload"):
        return f"The {human}: what its label says, as the page shows it"
    if role in ("checkbox", "radio"):
        wanted = "untick" if action.type == "check" and action.checked is False else "tick"
        return f"The {human}: label of the {role} to {wanted}"
    return f"The {human}: what the {role or 'entry'} to choose is called, as the page shows it"


def _uploaded(action: Action, human: str, use: Use) -> str:
    kind = "" if human == "file" else f"{human} "
    return f"Path of the {kind}file to upload, or its name in an upload folder"


_PHRASES: dict[str, Callable[[Action, str, Use], str]] = {"fill": _typed, "select": _chosen, "upload": _uploaded}
