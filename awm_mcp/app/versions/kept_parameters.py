"""What a published workflow promised its callers: its parameters, by name, type and meaning, stay what they are.

A draft takes its place only where each call that it took still means the same. Else the draft becomes a workflow of its own
beside it. Pure functions over workflows.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from awm_mcp.induction.by_model.model_renaming import with_parameter_names
from awm_mcp.model import Parameter, Workflow
from awm_mcp.model.names import unique_name, words

_Given = str | list[str] | None
_Rows = Mapping[str, Mapping[str, str | list[str]]]
_WIDER = frozenset({("integer", "string"), ("number", "string"), ("integer", "number")})


def promised_by(history: Sequence[Workflow]) -> Workflow | None:
    """The published version, whose parameters callers know; None where there is none."""
    return next((w for w in history if w.state == "published"), None)


def in_parameters_of(draft: Workflow, promised: Workflow) -> Workflow | None:
    """The draft under the parameter names of a published version; None where it does not take what that one took.

    Parameters are the same where the runs of both gave them the same values. What all former runs had alike and a further
    one had not may be given from now on, and is what it was where it is left out, unless the workflow is called by it.
    """
    rows, former = _rows(draft), _rows(promised)
    shared = [run for run in former if run in rows]
    named = with_parameter_names(draft, _names(draft, promised, rows, former, shared))
    kept = [_kept(p, promised, _rows(named), list(former)) for p in named.parameters]
    made = tuple(p for p in kept if p is not None)
    if len(made) < len(kept) or {p.name for p in promised.callers_parameters} - {p.name for p in made}:
        return None
    return named if made == named.parameters else named.model_copy(update={"parameters": made})


def takes_calls_of(new: Workflow, old: Workflow) -> bool:
    """Whether a workflow can be called with the arguments that another one takes."""
    made = in_parameters_of(new, old)
    return made is not None and made.parameters == new.parameters


def _rows(workflow: Workflow) -> _Rows:
    return dict(zip(workflow.evidence.runs, workflow.evidence.arguments, strict=False))


def _names(draft: Workflow, promised: Workflow, rows: _Rows, former: _Rows, shared: Sequence[str]) -> dict[str, str]:
    """The draft's parameter names -> those of the published version for the same values, or free ones."""
    own = [p.name for p in draft.callers_parameters]
    found: dict[str, str] = {}
    for name in [p.name for p in promised.callers_parameters]:
        values = [former[run].get(name) for run in shared]
        alike = [q for q in own if q not in found and _same([rows[run].get(q) for run in shared], values)]
        told = name if name in alike else next(iter(alike), None) if any(values) else None
        if told is not None:
            found[told] = name
    taken = {p.name for p in promised.parameters}
    for name in own:
        if name not in found:
            found[name] = unique_name(name, taken)
            taken.add(found[name])
    return found


def _same(new: Sequence[_Given], old: Sequence[_Given]) -> bool:
    """Whether two parameters had the same values in the runs that both versions come from."""
    return all(_said(one) == _said(two) for one, two in zip(new, old, strict=True))


def _said(given: _Given) -> object:
    return given.strip().casefold() if isinstance(given, str) else given


def _kept(new: Parameter, promised: Workflow, rows: _Rows, runs: Sequence[str]) -> Parameter | None:
    """A parameter that takes what the published one of its name took; None where it cannot."""
    old = promised.parameter(new.name)
    if new.secret is not None or (old is None and not _must_be_given(new)):
        return new
    if old is None:
        made = _as_it_was(new, [rows[run].get(new.name) for run in runs if run in rows])
        return made if made is not None and not _is_about(promised, made.default or "") else None
    kind = new.type if new.type == old.type or (old.type, new.type) in _WIDER else old.type
    if kind != new.type and (new.type, kind) not in _WIDER:
        return None
    left_out = (new.default, new.description)
    if _must_be_given(new) and not _must_be_given(old):
        if not old.required:
            return None  # what was left out then is no value that could be given now
        left_out = (old.default, old.description)
    if new.path is not old.path:
        return None
    choices = tuple(dict.fromkeys((*new.enum, *old.enum))) if new.enum and old.enum else new.enum
    return new.model_copy(update={"type": kind, "enum": choices, "default": left_out[0], "description": left_out[1]})


def _must_be_given(parameter: Parameter) -> bool:
    return parameter.required and parameter.default is None


def _is_about(workflow: Workflow, text: str) -> bool:
    """Whether a workflow bears a value in its name or title: with another one it would be another workflow."""
    said = {*words(workflow.name.replace("_", " ")), *words(workflow.title)}
    return said.issuperset(words(text))


def _as_it_was(new: Parameter, given: Sequence[_Given]) -> Parameter | None:
    """A new parameter that, left out, is what all runs of the published version had; None where they differed in it."""
    first = given[0] if given else None
    if not isinstance(first, str) or any(one != first for one in given):
        return None
    said = f"{new.description} Left out, it is {first}." if new.description else f"Left out, it is {first}."
    return new.model_copy(update={"default": first, "description": said})
