"""A question is not answered by a workflow that returns nothing: it only leads to a page that somebody has to read."""

from __future__ import annotations

from awm_mcp.app.finding.verdict import is_question
from awm_mcp.model import Workflow


def reads_nothing(workflow: Workflow, task: str) -> str:
    """Why a call alone would not answer a task that is a question; empty where it would, or where none is asked."""
    if workflow.outputs or not is_question(task) or not (workflow.risk == "read" or _was_only_asked(workflow)):
        return ""
    return "it returns no value: it leads to the page, and the answer has to be read there"


def _was_only_asked(workflow: Workflow) -> bool:
    """Whether all that it was learned from were questions: pages send these over sockets or by POST, as they do changes.

    A mark alone makes none of a request ("Can you delete it?").
    """
    tasks = workflow.evidence.tasks
    return bool(tasks) and all(is_question(task.rstrip(" ?？؟\"'”»")) for task in tasks)
