"""Codes typed into boxes for one character each: one value, not six."""

from __future__ import annotations

from collections.abc import Sequence

from awm_mcp.model import Step, value


def as_codes(steps: Sequence[Step | None], boxes: dict[int, int]) -> list[Step | None]:
    """The steps with each row of single characters typed into boxes beside each other made one code in the first box.

    Steps that are now part of another one are None.

    Args:
        boxes: for the steps (0-based) that typed into such a box, how many boxes stand there.
    """
    made = list(steps)
    index = 0
    while index < len(steps):
        count = boxes.get(index, 0)
        row = [steps[at] if boxes.get(at) == count else None for at in range(index, min(index + count, len(steps)))]
        typed = [_character(step) for step in row]
        first, last = (row[0], row[-1]) if row else (None, None)
        if count < 2 or len(typed) < count or not all(typed) or first is None or last is None:
            index += 1
            continue
        action = first.action.model_copy(update={"value": value("".join(typed))})
        code = last.model_copy(update={"action": action, "url": first.url})
        made[index : index + count] = [*[None] * (count - 1), code]
        index += count
    return made


def _character(step: Step | None) -> str:
    if step is None or step.action.type != "fill" or step.action.value is None:
        return ""
    given = step.action.value.literal
    return given if given is not None and len(given) == 1 else ""
