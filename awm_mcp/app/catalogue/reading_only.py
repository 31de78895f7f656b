"""What a call that may only read takes: workflows of which neither their risk nor the rules for drafts say otherwise."""

from __future__ import annotations

from awm_mcp.errors import Refused
from awm_mcp.induction import lint
from awm_mcp.model import Workflow


def only_reads(workflow: Workflow) -> None:
    """Refuses what changes something, and a draft with errors: what such a one does was never seen.

    Raises:
        Refused: ``not_read_only`` or ``draft_with_errors``.
    """
    if workflow.risk != "read":
        raise Refused(
            "not_read_only",
            expected="a workflow that only reads",
            seen=f"{workflow.name} has risk '{workflow.risk}'",
            next=f"call run_workflow(workflow='{workflow.name}', …) instead",
        )
    errors = [f.text for f in lint(workflow, ()) if f.severity == "error"] if workflow.state == "draft" else []
    if errors:
        raise Refused(
            "draft_with_errors",
            expected="a workflow that was proven to only read, or a draft without errors",
            seen=f"{workflow.name} is a draft: {'; '.join(errors[:3])}",
            next=f"follow its steps by hand (get_workflow), or the owner mends it: awm-mcp workflows lint {workflow.name}",
        )
