"""Composition: which known workflows a longer one is built on, as all their steps stand in it one after the other."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from awm_mcp.induction.aligning.parts import Fit, bodies, told
from awm_mcp.induction.routines.prelude import without_prelude
from awm_mcp.model import FlowStep, Workflow

LEAST_STEPS = 2
"""A single step in common is no sub-task."""
Move = tuple[str, str, str]


def linked(workflows: Sequence[Workflow]) -> list[Workflow]:
    """The workflows; a longer one that contains all steps of another names it in ``built_on``."""
    names: dict[int, list[str]] = {}
    for part, whole in containing(workflows, workflows):
        names.setdefault(whole, []).append(workflows[part].name)
    return [_built_on(workflow, tuple(names.get(index, ()))) for index, workflow in enumerate(workflows)]


def _built_on(workflow: Workflow, names: tuple[str, ...]) -> Workflow:
    return workflow.model_copy(update={"built_on": names}) if names != workflow.built_on else workflow


def containing(parts: Sequence[Workflow], wholes: Sequence[Workflow]) -> Iterator[tuple[int, int]]:
    """Pairs of indexes of a part and a longer workflow of the same site in which all steps of the part stand."""
    longer = [moves for number, whole in enumerate(wholes) for moves in _sequences(number, whole)]
    index: dict[Move, list[tuple[int, int]]] = {}
    for number, moves in enumerate(longer):
        for at, move in enumerate(moves.told):
            index.setdefault(move, []).append((number, at))
    for number, part in enumerate(parts):
        own = _Moves(number, without_prelude(part.in_interface))
        if len(own.steps) < LEAST_STEPS:
            continue
        for whole in dict.fromkeys(longer[found].owner for found in _likely(own, index, longer)):
            if wholes[whole].site == part.site and wholes[whole] is not part:
                yield number, whole


def _sequences(number: int, whole: Workflow) -> list[_Moves]:
    """The steps of a workflow, and those that its blocks repeat."""
    steps = whole.in_interface
    return [_Moves(number, steps), *(_Moves(number, body, body=True) for body in bodies(steps))]


class _Moves:
    """Steps with what tells each of them, so that most others are told apart without a closer look.

    ``owner``: index of their workflow; ``body``: a block repeats them.
    """

    def __init__(self, owner: int, steps: Sequence[FlowStep], *, body: bool = False) -> None:
        self.owner, self.steps, self.body = owner, steps, body
        self.told = [_move(step) for step in steps]

    def stand_in(self, other: _Moves, at: int) -> bool:
        """Whether these steps stand in a longer sequence from an index on."""
        if at < 0 or at + len(self.steps) > len(other.steps) or len(self.steps) >= len(other.steps) + other.body:
            return False
        if any(_differ(one, there) for one, there in zip(self.told, other.told[at:], strict=False)):
            return False
        fit = Fit()
        return all(fit.step(one, there) for one, there in zip(self.steps, other.steps[at:], strict=False))


def _likely(own: _Moves, index: dict[Move, list[tuple[int, int]]], longer: Sequence[_Moves]) -> Iterator[int]:
    """The longer sequences with the part's steps around its rarest move that no parameter names."""
    fixed = [(len(index.get(move, ())), at, move) for at, move in enumerate(own.told) if move[1]]
    if not fixed:
        yield from (n for n, other in enumerate(longer) if any(own.stand_in(other, at) for at in range(len(other.steps))))
        return
    _, offset, rarest = min(fixed)
    yield from (whole for whole, at in index.get(rarest, ()) if own.stand_in(longer[whole], at - offset))


def _differ(one: Move, other: Move) -> bool:
    """Whether two steps are surely not the same: other kinds, or elements that are told in the same way by other texts."""
    return one[0] != other[0] or (one[1] == other[1] != "" and one[2] != other[2])


def _move(step: FlowStep) -> Move:
    """Kind of a step, and by what its element is told: words or CSS that are the same for all values, or neither."""
    action = step.action
    if action is None or action.target is None:
        return ("block" if action is None else action.type, "", "")
    words = told(action.target)
    if words is None:
        return (action.type, "css", action.target.css) if action.target.css else (action.type, "", "")
    said = words.literal
    return (action.type, "words", said) if said is not None else (action.type, "", "")
