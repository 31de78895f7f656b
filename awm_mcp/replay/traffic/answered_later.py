"""Answers by which a site says that it has yet to do what was sent: 202, or the state of a job that is not over."""

from __future__ import annotations

import re

from awm_mcp.replay.traffic.answer_kinds import Answer
from awm_mcp.replay.traffic.bodies import object_in, with_wrapped

ACCEPTED = 202
_JOBS = frozenset({"job", "task", "operation"})
_STATES = frozenset({"status", "state", "phase"})
_OF_A_JOB = re.compile(r"(?:job|task|operation|process|batch|workflow|execution|import|request)_?id", re.IGNORECASE)
_YET_TO_COME = re.compile(
    r"(?:en)?queued|queueing|scheduled|accepted|pending|waiting|processing|in[_ -]?progress|running|working|started|starting"
    r"|not[_ -]?started|initiali[sz]ing|submitted|received",
    re.IGNORECASE,
)
_UNDER_WAY = re.compile(r"(?:en)?queued|queueing|processing|in[_ -]?progress|running", re.IGNORECASE)


def is_yet_to_come(status: int, answer: Answer) -> bool:
    """Whether an answer tells of work that goes on: many orders are pending for days, so that a job has to be named."""
    if status == ACCEPTED:
        return True
    told = object_in(answer.text)
    if told is None:
        return False
    parts = with_wrapped(told, _JOBS)
    is_job = any(_OF_A_JOB.fullmatch(name) or name.casefold() in _JOBS for part in parts for name in part)
    states = [one for part in parts for name, one in part.items() if name.casefold() in _STATES and isinstance(one, str)]
    return any((_YET_TO_COME if is_job else _UNDER_WAY).fullmatch(one.strip()) for one in states)
