"""Runs: one experience each. What `report_run` and the importers produce and what induction learns from."""

from __future__ import annotations

import hashlib
import json
from typing import Literal

from pydantic import Field

from awm_mcp.model.action import Action
from awm_mcp.model.base import Word


class Effect(Word):
    """What the browser showed after an action; filled when the run was recorded or re-observed in our own browser.

    ``requests``: methods and paths of requests other than GET sent while acting (``"POST /basket/add"``).
    ``shown``: folded texts that appeared. ``changed``: whether the page's content changed at all.
    ``taken``: what was typed, where the field gave it up and it stands by itself, be it new there or the run's own doing.
    ``row_went``: whether the row that was acted on last was gone then, while others like it stood; none: nobody looked.
    """

    url: str | None = None
    requests: tuple[str, ...] = ()
    shown: tuple[str, ...] = ()
    changed: bool | None = None
    taken: tuple[str, ...] = ()
    row_went: bool | None = None
    failed: str | None = Field(default=None, description="the error, when the action did not work")


class Step(Word):
    """Observation (page state in words), address before the action, reasoning and the action (AWM paper, section 2.1)."""

    observation: str = ""
    url: str | None = None
    reasoning: str = ""
    action: Action
    effect: Effect | None = None


class Run(Word):
    """A task text and the trajectory that solved it, or failed to.

    ``site``: lower-case host and port; ``origin``: scheme and authority the run was made on; addresses inside steps are
    absolute as reported. ``secrets``: names of the secret parameters whose values were removed at import.
    """

    id: str = ""
    task: str
    site: str
    origin: str
    start_url: str
    outcome: Literal["success", "failure", "unknown"]
    answer: str | None = None
    agent: str | None = None
    task_id: str | None = None
    template: str | None = Field(default=None, description="task family, when the source gives one")
    source: str = "report"
    suggested_name: str | None = None
    summary: str | None = None
    hints: dict[str, str] = Field(default_factory=dict[str, str], description="parameter name -> value, from the agent")
    evidence: tuple[str, ...] = Field(default=(), description="checkable signals: verifier, reward, postcondition")
    secrets: tuple[str, ...] = ()
    steps: tuple[Step, ...]
    observed: bool = Field(default=False, description="whether targets were enriched from the live page")
    reporters: tuple[str, ...] = Field(default=(), description="principals that reported it; none: the owner of the home")
    hosts: tuple[str, ...] = Field(default=(), description="other hosts that the run was seen to need")
    memory: Literal["offline", "online"] = Field(default="online", description="offline: taken from a data set")
    judged: str | None = Field(
        default=None, description="why an outcome is not as told: what the model judge said, or who did the rest of the task"
    )

    def digest(self) -> str:
        """Content id: equal for equal experiences, whatever agent, handle or time they came with."""
        content = self.model_dump(mode="json", include={"task", "origin", "start_url", "outcome", "answer", "steps"})
        return hashlib.sha256(json.dumps(content, sort_keys=True).encode()).hexdigest()[:24]
