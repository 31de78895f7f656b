"""What must be right before a workflow is published; errors keep it a draft, warnings are for people to look at."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from typing import Literal

from awm_mcp.induction.checking.cut_dates import cut_dates
from awm_mcp.induction.checking.loose_ends import WHY_UNTOLD, unsent_input, untold_reads
from awm_mcp.induction.texts.unify import unify
from awm_mcp.induction.texts.verbs import asks_to_change, is_destructive
from awm_mcp.model import Action, FlowStep, Gap, Target, Text, Value, Workflow
from awm_mcp.model.base import Word
from awm_mcp.model.description_check import workflow_defects
from awm_mcp.model.names import NAME
from awm_mcp.model.text import plain
from awm_mcp.model.untaken import untaken_values

Code = Literal[
    "unused_parameter", "undeclared_parameter", "hard_coded_host", "hard_coded_date", "secret_literal", "ambiguous_target",
    "needs_observation", "name_clash", "near_duplicate", "missing_postcondition", "unconfirmed_risk", "poor_description",
    "bad_name", "no_steps", "answer_not_read", "row_needed", "endless_pages", "nothing_done",
    "unsent_input", "filled_elsewhere", "untaken_value",
]  # fmt: skip
_ERRORS = frozenset({
    "unused_parameter", "undeclared_parameter", "hard_coded_host", "secret_literal", "needs_observation",
    "name_clash", "unconfirmed_risk", "bad_name", "no_steps", "ambiguous_target", "row_needed",
    "endless_pages", "nothing_done", "unsent_input", "filled_elsewhere",
    "untaken_value",
})  # fmt: skip
_HOST = re.compile(r"\bhttps?://[^/\s\"']+|\blocalhost:\d+", re.IGNORECASE)
_DATE = re.compile(r"\b(?:19|20)\d\d-\d\d-\d\d\b|\b\d{1,2}/\d{1,2}/(?:19|20)\d\d\b")
_SECRET_FIELD = re.compile(
    r"passw|passcode|pass phrase|\bpin\b|one.time|\botp\b|security code|\bcvv\b|\bcvc\b|card number|secret|api key",
    re.IGNORECASE,
)
_SECRET_TEXT = re.compile(
    r"\b(?:sk|pk|ghp|gho|xox[bp])[-_][\w-]{12,}|\bAKIA[0-9A-Z]{12,}|\beyJ[\w-]{8,}\.[\w-]{8,}\."
    r"|-----BEGIN |\b(?:\d[ -]?){15,16}\b"
)
_MOST_ALIKE = 0.85
LEAST_DESCRIPTION = 40
_LEADS = frozenset({"goto", "hover", "back", "forward", "scroll", "wait_for", "extract", "stop"})
_ACTS = frozenset({"click", "dblclick", "fill", "select", "check", "hover", "upload", "drag"})


class Finding(Word):
    """One finding. ``step``: 1-based number of the step it is about, if it is about one."""

    code: Code
    severity: Literal["error", "warning"]
    text: str
    step: int | None = None


def lint(workflow: Workflow, others: Sequence[Workflow] = ()) -> list[Finding]:
    """Findings on a workflow, errors first. ``others``: the workflows it would be published beside."""
    found = [finding for rule in _RULES for finding in rule(workflow)]
    found.extend(_beside(workflow, [w for w in others if not workflow.id or w.id != workflow.id]))
    return sorted(found, key=lambda f: (f.severity != "error", f.step or 0, f.code))


def _finding(code: Code, text: str, step: int | None = None) -> Finding:
    return Finding(code=code, severity="error" if code in _ERRORS else "warning", text=text, step=step)


def numbered_steps(workflow: Workflow) -> Iterator[tuple[int, FlowStep]]:
    """All steps with the 1-based number of the top-level step they belong to; blocks are opened.

    For a navigation that stands for steps in the interface, these come after it.
    """
    for number, step in enumerate(workflow.steps, start=1):
        yield number, step
        yield from ((number, inner) for inner in step.instead)
        if step.for_each is not None:
            yield from ((number, inner) for inner in step.for_each.steps)


def _parameters(workflow: Workflow) -> Iterator[Finding]:
    used = {p for step in workflow.steps for p in step.params} | set(workflow.start.params)
    items = {step.for_each.item for _, step in numbered_steps(workflow) if step.for_each is not None}
    declared = {p.name for p in workflow.parameters}
    mentioned = used | {p for step in workflow.steps if step.expect is not None for p in step.expect.params}
    for name in sorted(declared - used):
        yield _finding("unused_parameter", f"no step uses the parameter {name!r}")
    for name in sorted(mentioned - declared - items):
        yield _finding("undeclared_parameter", f"{name!r} is used but not declared")


def _literals(action: Action) -> Iterator[str]:
    for value in action.all_values():
        yield from (token.text for token in value.root if isinstance(token, Text))


def _hard_coded(workflow: Workflow) -> Iterator[Finding]:
    for number, step in numbered_steps(workflow):
        if step.action is None:
            continue
        for text in _literals(step.action):
            if _HOST.search(text):
                yield _finding("hard_coded_host", f"step {number} carries a host: {_HOST.search(text).group()}", number)  # pyright: ignore[reportOptionalMemberAccess]
            if _DATE.search(text) and step.action.type in ("fill", "select", "goto"):
                yield _finding("hard_coded_date", f"step {number} always uses the same date", number)
    if _HOST.search(workflow.start.words()):
        yield _finding("hard_coded_host", "the start page carries a host")


def _secrets(workflow: Workflow) -> Iterator[Finding]:
    for number, step in numbered_steps(workflow):
        action = step.action
        if action is None:
            continue
        typed = action.value.literal if action.type == "fill" and action.value is not None else None
        if typed and _is_secret_field(action.target):
            yield _finding("secret_literal", f"step {number} types into a secret field; make it a secret parameter", number)
        elif any(_SECRET_TEXT.search(text) for text in _literals(action)):
            yield _finding("secret_literal", f"step {number} holds text that reads like a secret", number)
    for parameter in workflow.parameters:
        if parameter.secret is not None and (parameter.examples or parameter.default):
            yield _finding("secret_literal", f"the secret {parameter.name!r} has an example or a default")


def _is_secret_field(target: Target | None) -> bool:
    if target is None:
        return False
    if target.attrs.get("type") == "password":
        return True
    shown = " ".join(v.words() for v in (target.name, target.label, target.placeholder) if v is not None)
    return _SECRET_FIELD.search(shown) is not None


def _targets(workflow: Workflow) -> Iterator[Finding]:
    for number, step in numbered_steps(workflow):
        action = step.action
        if action is None or action.target is None or action.type not in _ACTS or _is_told(action.target):
            continue
        yield _finding(
            "needs_observation",
            f"step {number} ({step.words()}): what it acts on has another name in each run and no known place; "
            "a run recorded in the browser shows which place is meant",
            number,
        )


def _rows(workflow: Workflow) -> Iterator[Finding]:
    """Steps that could be done in the wrong row: nothing stable tells theirs."""
    for number, step in numbered_steps(workflow):
        action = step.action
        for target in (action.target, action.to) if action is not None else ():
            if target is not None and target.row_needed and target.row is None and target.place is None:
                yield _finding(
                    "row_needed",
                    f"step {number} ({step.words()}): it acts on one of several equal elements, and no value of the task "
                    "tells the row; say in the task which row is meant, in the words that the page shows",
                    number,
                )


def _pages(workflow: Workflow) -> Iterator[Finding]:
    """Steps that turn pages without anything that is looked for on them, or that change data each time."""
    for number, step in enumerate(workflow.steps, start=1):
        then = workflow.steps[number].action if number < len(workflow.steps) else None
        if step.until_next is not None and (step.writes or then is None or then.target is None):
            why = "it changes data" if step.writes else "no element is looked for in the step after it"
            yield _finding("endless_pages", f"step {number} ({step.words()}) is done again and again, but {why}", number)


def _is_told(target: Target) -> bool:
    """Whether a replay can find the element: words, a place, a row that the caller names, or a path that the runs share."""
    if target.texts or target.place is not None or (target.row is not None and target.row.params):
        return True
    return target.css is not None


def _task_values(workflow: Workflow) -> Iterator[Finding]:
    """A value that the task texts name in quotes, differing from run to run, which nothing in the steps depends on."""
    for template in workflow.templates:
        for index, token in enumerate(template.root):
            if isinstance(token, Gap) and _in_quotes(template, index):
                yield _finding(
                    "needs_observation",
                    "the tasks name a value that no step uses; a run recorded in the browser shows the row it belongs to",
                )
                return
    yield from _untaken(workflow)


def _untaken(workflow: Workflow) -> Iterator[Finding]:
    """Values that differ between the tasks and that no step takes: with a third one it would do what one of the runs did.

    What reads a whole list gives an agent all that it may look for.
    """
    lists = workflow.risk == "read" and {output.type for output in workflow.outputs} <= {"array", "table"}
    yield from (_finding("untaken_value", why) for why in workflow.evidence.unlike)
    for number, name in cut_dates(workflow):
        yield _finding("untaken_value", f"step {number} clicks a day ({name}), and no step tells of which month", number)
    if workflow.kind != "task" or (lists and workflow.outputs):
        return
    texts = [template.words() for template in workflow.templates if not template.has_gap]
    joint = [unify([one, other], {}) for at, one in enumerate(texts) for other in texts[at + 1 :]]
    if (pair := untaken_values(workflow, joint)) is not None:
        one, other = (plain(value, 40) for value in pair)
        yield _finding("untaken_value", f"{one!r} and {other!r} differ between its tasks, and no step takes such a value")


def _deeds(workflow: Workflow) -> Iterator[Finding]:
    """Tasks that ask for a change, of which the steps only follow links: the runs were reported as solved and were not."""
    tasks = workflow.evidence.tasks if workflow.kind == "task" else ()
    if tasks and all(map(asks_to_change, tasks)) and all(_only_leads(step) for _, step in numbered_steps(workflow)):
        said = plain(tasks[0], 80)
        yield _finding("nothing_done", f"the tasks ask for a change ({said!r}), and no step does more than follow links")


def _loose_ends(workflow: Workflow) -> Iterator[Finding]:
    """Reads that nothing tells, input that nothing sends, and the sending of a form that other steps filled in."""
    for number in untold_reads(workflow):
        words = workflow.steps[number - 1].words()
        said = f"step {number} ({words}) cannot be found again, {WHY_UNTOLD}; name its label or css"
        yield _finding("needs_observation", said, number)
    if (number := unsent_input(workflow)) is not None:
        said = f"from step {number} on it only fills in fields, and no step sends them or reads what comes of them"
        yield _finding("unsent_input", said, number)
    if workflow.kind == "subtask" and (fields := workflow.evidence.filled_before):
        said = f"it sends a form of which steps before it filled in {', '.join(fields)}"
        yield _finding("filled_elsewhere", said)


def _only_leads(step: FlowStep) -> bool:
    if step.writes or step.action is None or step.action.type in _LEADS:
        return not step.writes
    seen, target = step.expect, step.action.target
    in_place = seen is not None and seen.url is None and (seen.changed or seen.text is not None)
    return step.action.type == "click" and target is not None and target.role == "link" and not in_place


def _in_quotes(template: Value, index: int) -> bool:
    before = template.root[index - 1] if index else None
    return isinstance(before, Text) and before.text[-1:] in "'\"‘“«`" and before.text != ""


def _contract(workflow: Workflow) -> Iterator[Finding]:
    if not workflow.steps:
        yield _finding("no_steps", "nothing is left to do")
    if workflow.postcondition is None and not workflow.outputs:
        yield _finding("missing_postcondition", "nothing tells whether it worked")
    for number, step in numbered_steps(workflow):
        shown = _label(step)
        if step.writes and is_destructive(shown) and workflow.risk != "destructive":
            yield _finding(
                "unconfirmed_risk", f"step {number} ({shown}) cannot be taken back; the risk must be destructive", number
            )


def _label(step: FlowStep) -> str:
    target = step.action.target if step.action is not None else None
    return next(iter(target.texts.values())).words() if target is not None and target.texts else ""


def _description(workflow: Workflow) -> Iterator[Finding]:
    if not NAME.match(workflow.name):
        yield _finding("bad_name", f"{workflow.name!r} is no valid tool name")
    text = workflow.description
    missing = [p.name for p in workflow.callers_parameters if p.name not in text]
    if len(text) < LEAST_DESCRIPTION or missing:
        yield _finding(
            "poor_description", "the description does not say what it does or needs: " + ", ".join(missing or ["too short"])
        )
    for defect in workflow_defects(workflow):
        yield _finding("poor_description", f"{defect.code.replace('_', ' ')}: {defect.text}")


_RULES: tuple[Callable[[Workflow], Iterator[Finding]], ...] = (
    _parameters, _hard_coded, _secrets, _targets, _rows, _pages, _task_values, _deeds, _loose_ends, _contract, _description,
)  # fmt: skip


def _beside(workflow: Workflow, others: Sequence[Workflow]) -> Iterator[Finding]:
    own = shape(workflow)
    for other in others:
        if other.name == workflow.name and other is not workflow:
            yield _finding("name_clash", f"another workflow is called {other.name}")
        elif other.site == workflow.site and other.kind == workflow.kind and _alike(own, shape(other)) >= _MOST_ALIKE:
            yield _finding("near_duplicate", f"does nearly the same as {other.name}")


def shape(workflow: Workflow) -> tuple[str, ...]:
    """The steps in words without parameter names: equal for workflows that do the same, by address or in the interface."""
    told = (step.words() for _, step in numbered_steps(workflow) if not step.instead)
    return tuple(re.sub(r"\{\w*\}", "{}", words) for words in told)


def _alike(a: Sequence[str], b: Sequence[str]) -> float:
    """Share of equal steps, in any order, of the longer one."""
    if not a or not b:
        return 0.0
    rest = list(b)
    equal = 0
    for step in a:
        if step in rest:
            rest.remove(step)
            equal += 1
    return equal / max(len(a), len(b))
