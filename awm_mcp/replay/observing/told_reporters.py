"""Why a reported step could not be done again, in words for who reported it: nobody is there to go on by hand."""

from __future__ import annotations

from awm_mcp.errors import AwmError, StepStopped
from awm_mcp.model.text import plain

MOST_NAMED = 3


def told_reporters(stop: AwmError) -> str:
    """What was expected and seen; for an element that is not there, what the page has instead and how to report it."""
    said = [f"expected {stop.expected}"] if stop.expected else []
    said += [f"seen: {stop.seen}"] if stop.seen else []
    near = [c["element"] for c in stop.candidates if c.get("element")][:MOST_NAMED] if isinstance(stop, StepStopped) else []
    if near:
        named = ", ".join(plain(element, 100) for element in near)
        said.append(f"the page has {named}: report the run again with the role and name of the one that is meant")
    elif isinstance(stop, StepStopped) and stop.status == "target_not_found":
        said.append("report the run again with the role and name that the page shows")
    elif not isinstance(stop, StepStopped) and stop.next:
        said.append(f"next: {stop.next}")
    return f"{stop.code}: {'; '.join(said)}" if said else stop.code
