"""What a learning pass has to say, each remark about a run or a workflow, so that each asker is told what concerns it."""

from __future__ import annotations

from collections.abc import Iterable

from awm_mcp.model import Workflow
from awm_mcp.model.base import Word


class Remark(Word):
    """One sentence. ``run``: the report that it is about; ``workflow``: id or name of the workflow that it is about."""

    text: str
    run: str = ""
    workflow: str = ""
    runs: tuple[str, ...] = ()


class Remarks:
    """The remarks of one pass over a site, in order."""

    def __init__(self) -> None:
        self.all: list[Remark] = []

    def of_run(self, run_id: str, text: str) -> None:
        """Says something about one run."""
        self.all.append(Remark(text=text, run=run_id))

    def of(self, workflow: Workflow, text: str) -> None:
        """Says something about a workflow, and so about the runs that it was learned from."""
        self.all.append(Remark(text=text, workflow=workflow.id or workflow.name, runs=workflow.evidence.runs))

    def in_general(self, text: str) -> None:
        """Says something about the site."""
        self.all.append(Remark(text=text))

    def texts(self) -> list[str]:
        """All of them, each once."""
        return list(dict.fromkeys(remark.text for remark in self.all))

    def about(self, run_id: str, workflows: Iterable[str]) -> list[str]:
        """What concerns a run: said of it, or of a workflow that was learned from it."""
        ids = set(workflows)
        chosen = [r for r in self.all if r.run == run_id or run_id in r.runs or (r.workflow and r.workflow in ids)]
        return list(dict.fromkeys(remark.text for remark in chosen))
