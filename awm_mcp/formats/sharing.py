"""What of a workflow goes into a file that others may read: not the runs that taught it, and examples only if wanted."""

from __future__ import annotations

from awm_mcp.model import FlowStep, Workflow
from awm_mcp.model.workflow import Evidence


def without_runs(workflow: Workflow) -> Workflow:
    """The workflow with nothing of its runs but how many there were and when: no values, tasks, proofs or reasons."""
    evidence = workflow.evidence
    kept = Evidence(support=evidence.support, learned_at=evidence.learned_at)
    return workflow.model_copy(update={"evidence": kept})


def without_examples(workflow: Workflow) -> Workflow:
    """The workflow without examples of what was typed and read, also in its texts; choices of the page stay."""
    shown = [e for one in (*workflow.parameters, *workflow.outputs) for e in one.examples if e]
    longest_first = sorted(dict.fromkeys(shown), key=len, reverse=True)
    return workflow.model_copy(
        update={
            "title": _without(workflow.title, longest_first),
            "description": _without(workflow.description, longest_first),
            "parameters": tuple(
                p.model_copy(update={"examples": (), "description": _without(p.description, longest_first)})
                for p in workflow.parameters
            ),
            "outputs": tuple(o.model_copy(update={"examples": ()}) for o in workflow.outputs),
            "steps": tuple(_step(step, longest_first) for step in workflow.steps),
        }
    )


def _step(step: FlowStep, shown: list[str]) -> FlowStep:
    said = {"observation": _without(step.observation, shown), "reasoning": _without(step.reasoning, shown)}
    inner: dict[str, object] = {"instead": tuple(_step(one, shown) for one in step.instead)}
    if step.for_each is not None:
        block = tuple(_step(one, shown) for one in step.for_each.steps)
        inner["for_each"] = step.for_each.model_copy(update={"steps": block})
    return step.model_copy(update={**said, **inner})


def _without(text: str, shown: list[str]) -> str:
    """A text without the examples that it gives; one that it only mentions becomes an ellipsis."""
    for example in shown:
        text = text.replace(f" (e.g. {example})", "")
        if len(example) > 2:
            text = text.replace(example, "…")
    return text
