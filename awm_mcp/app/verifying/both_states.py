"""Which source runs prove a workflow: the newest, and of those that set boxes both ways one of each."""

from __future__ import annotations

from collections.abc import Sequence

from awm_mcp.model import Workflow

MOST_STATES = 4
"""Most cases of a workflow whose runs set boxes both ways."""
Arguments = dict[str, str | list[str]]
_Case = tuple[str, Arguments]


def with_both_states(workflow: Workflow, newest: Sequence[_Case], most: int) -> list[_Case]:
    """The newest of these, and further ones as long as they set a box as none before them does."""
    names = [p.name for p in workflow.callers_parameters if p.type == "boolean"]
    taken, rest, shown = list(newest[:1]), list(newest[1:]), set[tuple[str, str]]()
    for _ in range(MOST_STATES if most > 1 else 0):
        shown |= {pair for _, given in taken for pair in _states(names, given)}
        gains = [len(_states(names, given) - shown) for _, given in rest]
        if not rest or not (max(gains) or len(taken) < most):
            break
        taken.append(rest.pop(gains.index(max(gains))))
    return taken[: max(most, MOST_STATES)]


def _states(names: Sequence[str], given: Arguments) -> set[tuple[str, str]]:
    return {(name, str(given[name])) for name in names if name in given}
