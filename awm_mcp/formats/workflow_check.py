"""What makes a workflow whole beyond its shape: names, declared parameters, no base URL, secrets without examples."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from awm_mcp.errors import InvalidInput
from awm_mcp.model import FlowStep, Workflow
from awm_mcp.model.names import NAME
from awm_mcp.model.site import site_of

Problem = tuple[tuple[int | str, ...], str, str, str]
"""Place, what was expected, what was seen, the fix."""


def problem_of(workflow: Workflow) -> Problem | None:
    """The first thing wrong with it, or None."""
    return next(_problems(workflow), None)


def _problems(workflow: Workflow) -> Iterator[Problem]:
    yield from _names(workflow)
    yield from _addresses(workflow)
    if not workflow.steps:
        yield ("steps",), "at least one step", "none", "add the steps"
    for number, step in enumerate(workflow.steps):
        yield from _step(("steps", number), step)
    yield from _followed(workflow)
    yield from _parameters(workflow)


def _names(workflow: Workflow) -> Iterator[Problem]:
    rule = "a name of lower-case letters, digits and _, starting with a letter, at most 38 long"
    if not NAME.match(workflow.name):
        yield ("name",), rule, repr(workflow.name[:60]), "rename the workflow"
    for number, parameter in enumerate(workflow.parameters):
        if not NAME.match(parameter.name):
            yield ("parameters", number, "name"), rule, repr(parameter.name[:60]), "rename the parameter in all places"
        if parameter.secret and (parameter.examples or parameter.default is not None):
            yield (
                ("parameters", number),
                "a secret parameter without examples and default",
                "some",
                "remove them; they would be kept",
            )
    twice = [name for name, count in Counter(p.name for p in workflow.parameters).items() if count > 1]
    if twice:
        yield ("parameters",), "every parameter once", f"{twice[0]!r} twice", "remove one of them"


def _addresses(workflow: Workflow) -> Iterator[Problem]:
    try:
        own = site_of(f"http://{workflow.site}")
    except InvalidInput:
        own = ""
    if own not in (workflow.site, workflow.site.removesuffix(":80")):
        yield (
            ("site",),
            "a lower-case host and port, such as shop.example:8000",
            repr(workflow.site[:80]),
            f"write {own!r}" if own else "correct it",
        )
    if "://" in workflow.start.words().split("?")[0]:
        yield (
            ("start",),
            "a path such as /search; workflows never carry a base URL",
            workflow.start.words()[:80],
            "leave scheme and host out",
        )


def _step(place: tuple[int | str, ...], step: FlowStep) -> Iterator[Problem]:
    if (step.action is None) == (step.for_each is None):
        yield place, "either 'action' or 'for_each'", "both" if step.action else "neither", "keep one of them"
    if step.for_each is not None:
        for number, inner in enumerate(step.for_each.steps):
            yield from _step((*place, "for_each", "steps", number), inner)
    for number, inner in enumerate(step.instead):
        yield from _step((*place, "instead", number), inner)
    yield from _pages(place, step)


def _pages(place: tuple[int | str, ...], step: FlowStep) -> Iterator[Problem]:
    """A step that turns pages needs something to press, and stands at the top level: what follows it says how far."""
    if step.until_next is None:
        return
    if step.action is None or step.action.target is None:
        yield (*place, "until_next"), "an action on an element, such as a click on Next", "none", "say what turns the page"
    if len(place) > 2:
        yield (
            (*place, "until_next"),
            "a step of its own, outside of blocks",
            "one inside a block",
            "take it out of the block",
        )


def _followed(workflow: Workflow) -> Iterator[Problem]:
    for number, step in enumerate(workflow.steps):
        then = workflow.steps[number + 1].action if number + 1 < len(workflow.steps) else None
        if step.until_next is not None and (then is None or then.target is None):
            yield ("steps", number, "until_next"), "a next step that acts on an element", "none", "say what is looked for"


def _parameters(workflow: Workflow) -> Iterator[Problem]:
    declared = {p.name for p in workflow.parameters}
    for place, name in _used(workflow):
        if name not in declared:
            known = ", ".join(sorted(declared)) or "none"
            yield place, f"a declared parameter ({known})", repr(name), "declare it under 'parameters', or correct its name"


def _used(workflow: Workflow) -> Iterator[tuple[tuple[int | str, ...], str]]:
    for name in workflow.start.params:
        yield ("start",), name
    for number, step in enumerate(workflow.steps):
        for name in _of_step(step, frozenset()):
            yield ("steps", number), name
    for field, expectation in (("precondition", workflow.precondition), ("postcondition", workflow.postcondition)):
        for name in expectation.params if expectation is not None else ():
            yield (field,), name
    for number, template in enumerate(workflow.templates):
        for name in template.params:
            yield ("templates", number), name


def _of_step(step: FlowStep, items: frozenset[str]) -> Iterator[str]:
    own = [*(step.action.params if step.action else ()), *(step.url.params if step.url else ())]
    own += step.expect.params if step.expect else ()
    block = step.for_each
    if block is not None:
        own += [block.parameter] if block.parameter else []
        own += [name for v in (block.rows.values if block.rows else ()) for name in v.params]
        for inner in block.steps:
            yield from _of_step(inner, items | {block.item})
    for inner in step.instead:
        yield from _of_step(inner, items)
    yield from (name for name in own if name not in items)
