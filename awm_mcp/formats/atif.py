"""ATIF trajectories, versions 1.0 to 1.8: ``steps[{source, message, tool_calls, observation}]`` with browser tool calls."""

from __future__ import annotations

from awm_mcp.formats.assemble import Draft, Report, build
from awm_mcp.formats.messages import Asked, Talk, arguments, draft_of_talk
from awm_mcp.formats.playwright_mcp import content_text
from awm_mcp.formats.reading import as_dict, as_text, check_text, dicts, first_text
from awm_mcp.formats.tool_calls import result_of
from awm_mcp.model import Run

NAME = "atif"


def matches(data: object) -> bool:
    """Whether the data is one trajectory of this format."""
    return as_text(as_dict(data).get("schema_version")).upper().startswith("ATIF")


def read(data: object, *, outcome: str = "") -> Run:
    """The run of a trajectory; its outcome is unknown unless the trajectory's ``extra`` or the caller says it.

    Raises:
        InvalidReport: an element that cannot be resolved, or no call that acts.
    """
    check_text(data)
    return build(draft(data).saying(outcome=outcome), source=NAME).run


def draft(data: object) -> Draft:
    """The trajectory in the report's shape."""
    trajectory = as_dict(data)
    talk = Talk()
    for step in dicts(trajectory.get("steps")):
        _take(step, talk)
    extra = as_dict(trajectory.get("extra"))
    envelope: Report = {
        key: extra[key] for key in ("success", "outcome", "reward", "start_url", "site") if extra.get(key) is not None
    }
    if agent := first_text(as_dict(trajectory.get("agent")), "name"):
        envelope["agent"] = agent
    return draft_of_talk(talk, envelope)


def _take(step: Report, talk: Talk) -> None:
    message = content_text(step.get("message"))
    if step.get("source") == "user" and not talk.task:
        talk.task = message.strip()
    calls = dicts(step.get("tool_calls"))
    if step.get("source") == "agent":
        talk.last_text = "" if calls else message.strip()
    why = message.strip() or as_text(step.get("reasoning_content"))
    for call in calls:
        args = arguments(call.get("arguments"))
        talk.asked.append(Asked(as_text(call.get("tool_call_id")), as_text(call.get("function_name")), args, why))
    for result in dicts(as_dict(step.get("observation")).get("results")):
        failed = as_dict(result.get("extra")).get("is_error") is True
        talk.results[as_text(result.get("source_call_id"))] = result_of(content_text(result.get("content")), failed)
