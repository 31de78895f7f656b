"""What an experiment needs of an agent."""

from __future__ import annotations

from typing import Protocol

from awm_mcp.experiments.desk import Desk
from awm_mcp.experiments.task_file import Task
from awm_mcp.model.base import Word


class Assignment(Word):
    """What an agent is given. ``memory``: the site's memory as text; ``instructions``: the server's own; both by arm."""

    task: Task
    start_url: str
    memory: str = ""
    instructions: str = ""


class Finish(Word):
    """How an agent ended: ``done``, ``gave_up``; what it answered, and why it gave up."""

    ended: str = "done"
    answer: str = ""
    why: str = ""


class Agent(Protocol):
    """Solves one task after another; keeps nothing between them. ``name`` goes into the results."""

    @property
    def name(self) -> str: ...

    async def solve(self, assignment: Assignment, desk: Desk) -> Finish:
        """Works at the desk until it is done or gives up.

        Raises:
            BudgetSpent: passed on from the desk.
            Unavailable: the model is out of reach; the experiment stops and can be taken up again.
        """
        ...
