"""Scripted agents: a fixed policy over the known solution of each task. They make the harness testable and give a floor."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable
from typing import Any, cast

from awm_mcp.experiments import arms, snapshot
from awm_mcp.experiments.agent import Assignment, Finish
from awm_mcp.experiments.desk import Answered, Data, Desk
from awm_mcp.experiments.task_file import Move

POLICIES = ("follow", "by_hand")
WAIT_S = 20


class GivesUp(Exception):
    """The known solution does not fit what the page shows."""


class Hands:
    """Does the moves of a known solution through the ``browser_*`` tools; ``answer`` is what it read last."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._session, self._seen = "", ""
        self.answer = ""

    async def open(self, url: str) -> None:
        """Opens an address, in a page of its own the first time."""
        await self._do("navigate", url=url)

    async def do(self, move: Move) -> None:
        """One move.

        Raises:
            GivesUp: the element or text is not on the page, or the action failed.
        """
        ways: dict[str, Callable[[Move], Awaitable[None]]] = {
            "open": lambda m: self.open(m.value or ""),
            "click": lambda m: self._at(m, "click"),
            "type": lambda m: self._at(m, "type", text=m.value),
            "select": lambda m: self._at(m, "select_option", values=[m.value]),
            "press": lambda m: self._do("press_key", key=m.value),
            "read": lambda m: self.read(m.pattern or ""),
        }
        await ways[move.do](move)

    async def read(self, pattern: str) -> None:
        """Takes the answer from the page."""
        found = re.search(pattern, self._seen)
        if found is None:
            await self._do("snapshot")
            found = re.search(pattern, self._seen)
        if found is None:
            raise GivesUp(f"nothing on the page fits {pattern!r}")
        self.answer = found.group(1 if found.re.groups else 0)

    async def _at(self, move: Move, tool: str, **arguments: Any) -> None:
        element = snapshot.find(self._seen, move.role or "", move.name)
        if element is None:
            await self._do("snapshot")
            element = snapshot.find(self._seen, move.role or "", move.name)
        if element is None:
            raise GivesUp(f'no {move.role} "{move.name}" on the page')
        await self._do(tool, element=f"{element.role} {element.name}".strip(), target=element.ref, **arguments)

    async def _do(self, tool: str, **arguments: Any) -> None:
        given = {"session": self._session, **arguments} if self._session else arguments
        answered = await self._desk.call(arms.BROWSER + tool, given)
        if answered.is_error:
            raise GivesUp(f"{tool}: {answered.text[:300]}")
        self._session = str(answered.data.get("session", ""))
        self._seen = str(answered.data.get("snapshot", ""))


class Scripted:
    """``by_hand`` never looks for a workflow. ``follow`` searches first and sends the call when the verdict is run."""

    def __init__(self, policy: str) -> None:
        self._policy = policy

    @property
    def name(self) -> str:
        """``script:follow``."""
        return f"script:{self._policy}"

    async def solve(self, assignment: Assignment, desk: Desk) -> Finish:
        """See :class:`awm_mcp.experiments.agent.Agent`."""
        if self._policy == "follow" and desk.offers("find_workflows"):
            done = await self._by_workflow(assignment, desk)
            if done is not None:
                return done
        return await self._by_hand(assignment, desk)

    async def _by_workflow(self, assignment: Assignment, desk: Desk) -> Finish | None:
        task = assignment.task
        found = await desk.call("find_workflows", {"task": task.instruction, "url": assignment.start_url})
        if found.data.get("verdict") != "run":
            return None
        ended = await _settled(desk, await _sent(desk, found.data))
        if ended.data.get("status") != "ok":
            return None
        reads = [move.pattern for move in task.by_hand if move.do == "read" and move.pattern]
        if not reads:
            return Finish()
        outputs = cast("Data", ended.data.get("outputs") or {})
        return Finish(answer=str(next(iter(outputs.values())))) if outputs else await _looked_up(desk, ended.data, reads[-1])

    async def _by_hand(self, assignment: Assignment, desk: Desk) -> Finish:
        if not assignment.task.by_hand:
            return Finish(ended="gave_up", why="the task file knows no solution by hand")
        hands = Hands(desk)
        try:
            await hands.open(assignment.start_url)
            for move in assignment.task.by_hand:
                await hands.do(move)
        except GivesUp as reason:
            return Finish(ended="gave_up", why=str(reason))
        return Finish(answer=hands.answer)


async def _sent(desk: Desk, found: Data) -> Answered:
    call: Data = found["workflows"][0]["call"]
    arguments: Data = dict(call["arguments"])
    if call["tool"] in arms.RUNNING and found.get("task_id"):
        arguments["task_id"] = found["task_id"]
    return await desk.call(str(call["tool"]), arguments)


async def _settled(desk: Desk, answered: Answered) -> Answered:
    while answered.data.get("status") == "running" and answered.data.get("run_id"):
        answered = await desk.call("get_run", {"id": answered.data["run_id"], "wait_s": WAIT_S})
    return answered


async def _looked_up(desk: Desk, outcome: Data, pattern: str) -> Finish | None:
    """The answer from the page that a workflow without outputs led to; None when a fresh visit does not show it."""
    hands = Hands(desk)
    try:
        await hands.open(str(cast("Data", outcome["page"])["url"]))
        await hands.read(pattern)
    except GivesUp:
        return None
    return Finish(answer=hands.answer)
