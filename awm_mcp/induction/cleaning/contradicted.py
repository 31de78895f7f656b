"""Runs whose answer the page contradicted when they were looked at again: no evidence beside runs that it confirmed."""

from __future__ import annotations

from collections.abc import Sequence

from awm_mcp.induction.trace import Trace
from awm_mcp.model import Step
from awm_mcp.model.text import plain

CONTRADICTED = "is left out: when it was looked at again, the page did not show what it read"
_STOP = "stop"


def believable(traces: Sequence[Trace]) -> tuple[list[Trace], list[str]]:
    """The runs of a family that may teach, and one sentence for each run that is left out.

    Where no run was confirmed, none is left out: what a page shows may be another text each time.
    """
    against = {trace.digest: read for trace in traces if (read := _contradicted(trace)) is not None}
    if not against or not any(_confirmed(trace) for trace in traces if trace.digest not in against):
        return list(traces), []
    said = [f'{t.run.id or "run"} {CONTRADICTED}, "{plain(against[t.digest], 60)}"' for t in traces if t.digest in against]
    return [trace for trace in traces if trace.digest not in against], said


def left_out(dropped: Sequence[str]) -> dict[str, str]:
    """Run id -> the sentence on it, of what a workflow's evidence says of dropped things."""
    return {text.partition(" ")[0]: text for text in dropped if CONTRADICTED in text}


def _confirmed(trace: Trace) -> bool:
    """Whether a browser read what the run read."""
    return trace.run.observed and any(map(_is_seen, trace.run.steps))


def _is_seen(step: Step) -> bool:
    target = step.action.target
    return step.action.type == "extract" and (step.effect is not None or (target is not None and target.seen is not None))


def _contradicted(trace: Trace) -> str | None:
    """What the run read from an element that it told by this text alone, and that was not there.

    The look ended at this step after all steps before it were done; none of these was held back for what it sends.
    """
    if not trace.run.observed:
        return None
    steps = [step for step in trace.run.steps if step.action.type != _STOP]
    end = next((i for i, step in enumerate(steps) if step.effect is None), None)
    if not end or steps[end].action.type != "extract":
        return None
    if any(step.effect is not None for step in steps[end:]) or any(s.effect.requests for s in steps[:end] if s.effect):
        return None
    return _told_by_its_text(steps[end])


def _told_by_its_text(step: Step) -> str | None:
    target = step.action.target
    read = step.action.value.literal if step.action.value is not None else None
    if target is None or not read or target.css or target.testid is not None:
        return None
    texts = [text.literal for text in target.texts.values()]
    return read if texts and all(text is not None and text.strip() == read.strip() for text in texts) else None
