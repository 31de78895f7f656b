"""Whether two versions of a workflow reach the same end, in a real browser and with the values of the source runs."""

from __future__ import annotations

from collections.abc import Mapping
from urllib.parse import unquote_plus

from awm_mcp.app.in_use.health import FAULTS
from awm_mcp.app.verifying.verify import MOST_CASES, Trial, Verdict, different_cases, done, held, why
from awm_mcp.memory.port import Memory
from awm_mcp.model import Outcome, Workflow
from awm_mcp.model.site import path_of
from awm_mcp.model.text import plain
from awm_mcp.replay.port import Replayer


async def same_end(
    workflow: Workflow, other: Workflow, *, memory: Memory, replayer: Replayer, ends: Mapping[str, Outcome]
) -> Verdict:
    """Replays both with the same values, never beyond the first step that writes; the other must end where the first does:
    on the same page, with the same outputs, or before the same writing step.

    ``ends``: how the first one ended just now, by the keys of its cases; these are not replayed again.
    """
    first = await Trial.of(workflow, memory, replayer, allow_writes=False)
    second = await Trial.of(other, memory, replayer, allow_writes=False)
    checked: list[str] = []
    for case in await different_cases(workflow, memory, MOST_CASES):
        both = ends.get(case.key) or await first.replay(case), await second.replay(case)
        for trial, end in zip((first, second), both, strict=True):
            if isinstance(end, str) or not held(end):
                said = end if isinstance(end, str) else why(trial.workflow, end)
                return Verdict(ok=False, reasons=(said,), lasting=isinstance(end, str) or end.status in FAULTS)
        one, two = (end for end in both if isinstance(end, Outcome))
        if said := differs(one, two):
            return Verdict(ok=False, reasons=(said,))
        checked.append(
            f"{done(other, two, case.arguments)}, with the same end as the {one.steps_total} steps in the interface"
        )
    return Verdict(ok=True, checked=tuple(checked))


def _page(end: Outcome) -> str:
    """Path and query as they are meant: forms write a blank as ``+``, addresses as ``%20``."""
    return unquote_plus(path_of(end.page.url)) if end.page.url else ""


def differs(one: Outcome, two: Outcome) -> str:
    """In words what is not the same; a page that returns nothing must also say the same."""
    rows = [
        ("ends", one.status, two.status),
        ("page", _page(one), _page(two)),
        ("title", one.page.title, two.page.title),
        ("outputs", one.outputs, two.outputs),
        ("next step", one.stopped.action if one.stopped else "", two.stopped.action if two.stopped else ""),
        ("text", "" if one.outputs else one.page.text, "" if one.outputs else two.page.text),
    ]
    found = next(((what, a, b) for what, a, b in rows if a != b), None)
    if found is None:
        return ""
    what, a, b = found
    return f"by address it does not end the same ({what}): {plain(str(b), 80)!r} instead of {plain(str(a), 80)!r}"
