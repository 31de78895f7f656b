"""What the source runs saw a step send: kept only where all that looked saw it, and no other step sends the like.

So is whether the row went that was acted on.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from awm_mcp.induction.texts.unify import Known
from awm_mcp.induction.trace import Column
from awm_mcp.model import FlowStep
from awm_mcp.model.sends import in_all, is_alike, shapes_of

SENDING = frozenset({"click", "dblclick", "press", "drag", "upload", "check", "select"})


def with_sends(
    steps: Sequence[FlowStep], columns: Sequence[Column], here: Callable[[Column], Known]
) -> tuple[FlowStep, ...]:
    """The steps with what each of them sent in the runs, and whether a row went.

    ``here``: the known values of the runs that have a step.
    """
    by_itself = _sent_by_others(columns, here)
    return tuple(
        _with_effects(step, column, _sends(step, column, here, by_itself))
        for step, column in zip(steps, columns, strict=True)
    )


def _with_effects(step: FlowStep, column: Column, sends: tuple[str, ...]) -> FlowStep:
    seen = {"sends": sends or step.sends, "silent": _silent(step, column), "row_goes": _row_goes(step, column)}
    return step.model_copy(update=seen)


def _sends(step: FlowStep, column: Column, here: Callable[[Column], Known], by_itself: Sequence[str]) -> tuple[str, ...]:
    if not step.writes or step.optional or column.present[0].action.type not in SENDING:
        return ()
    found: list[tuple[str, ...]] = []
    for row, taken in enumerate(column.present):
        if taken.effect is None or (taken.effect.changed is None and not taken.effect.requests):
            continue  # nobody looked
        found.append(shapes_of(taken.effect.requests, _values(here(column), row)))
    return tuple(shape for shape in in_all(found) if not any(is_alike(shape, other) for other in by_itself))


def _silent(step: FlowStep, column: Column) -> bool:
    """Whether all runs were seen to change the page with it and to send nothing; what is held back counts as sent."""
    effects = [taken.effect for taken in column.present]
    return step.writes and all(one is not None and one.changed is True and not one.requests for one in effects)


def _row_goes(step: FlowStep, column: Column) -> bool:
    seen = [taken.effect.row_went for taken in column.present if taken.effect is not None]
    return step.writes and not step.optional and True in seen and False not in seen


def _sent_by_others(columns: Sequence[Column], here: Callable[[Column], Known]) -> tuple[str, ...]:
    """What is sent while fields are filled in or nothing is pressed: a page that saves itself sends it at any time."""
    quiet = [column for column in columns if column.present[0].action.type not in SENDING]
    return tuple(
        shape
        for column in quiet
        for row, taken in enumerate(column.present)
        if taken.effect is not None
        for shape in shapes_of(taken.effect.requests, _values(here(column), row))
    )


def _values(known: Known, row: int) -> Iterable[str]:
    return [str(vector[row]) for vector in known.values() if row < len(vector) and vector[row]]
