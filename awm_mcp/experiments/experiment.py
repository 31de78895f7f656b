"""An experiment: every task in every arm, in an order drawn from the seed; what is finished already is left alone."""

from __future__ import annotations

import random
import shutil
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TextIO

from mcp import Client, MCPError

from awm_mcp.errors import Unavailable
from awm_mcp.experiments.agent import Agent
from awm_mcp.experiments.arms import Arm
from awm_mcp.experiments.checks import entry_point
from awm_mcp.experiments.records import Folder, Manifest, Record, digest
from awm_mcp.experiments.sites import served
from awm_mcp.experiments.task_file import Task, TaskFile, start_of
from awm_mcp.experiments.trial import Setting, ready, trial
from awm_mcp.model.site import origin_of

Connect = Callable[[Path, Arm | None, TextIO], Client]
"""Starts our own server on a home, its usage counted under the arm, or not at all; its messages go to the file."""
Prepare = Callable[[Path, str], Awaitable[None]]
"""Puts a pack of workflows into a home, for a site that is served at the origin."""


@dataclass(frozen=True)
class Plan:
    """What is to be tried. ``only``: tools that agents are narrowed to; ``port`` 0 takes a free one, and keeps it."""

    file: TaskFile
    arms: tuple[Arm, ...]
    agent: Agent
    seed: int
    folder: Path
    online: bool = True
    pack: Path | None = None
    only: tuple[str, ...] = ()
    options: str = ""
    port: int = 0


@dataclass(frozen=True)
class Means:
    """How the outside is reached; ``told`` is called with every new result."""

    connect: Connect
    prepare: Prepare
    told: Callable[[Record], None]


async def experiment(plan: Plan, means: Means) -> list[Record]:
    """Does what is not done yet; returns the results of the plan's arms, oldest first.

    Raises:
        InvalidInput: the folder holds another experiment, or a check cannot be loaded.
        Unavailable: model, server or port out of reach; what is finished is kept, and the same call goes on.
    """
    for task in plan.file.tasks:
        if task.check.python is not None:
            entry_point(task.check.python)
    folder = Folder(plan.folder)
    known = folder.agree(_manifest(plan)) if (plan.folder / "experiment.json").exists() else None
    async with served(plan.file, known.port if known else plan.port) as origin:
        if known is None:
            folder.agree(_manifest(plan, origin))
        for arm in drawn(plan.arms, plan.seed):
            await _arm(plan, means, folder, arm, origin)
    return [record for record in folder.records() if record.arm in plan.arms]


def drawn(arms: Sequence[Arm], seed: int) -> list[Arm]:
    """The arms in an order drawn from the seed."""
    return random.Random(f"arms {seed}").sample(list(arms), len(arms))


def ordered(tasks: Sequence[Task], seed: int) -> list[Task]:
    """The tasks in an order drawn from the seed: the same in all arms, so that they can be compared in pairs."""
    return random.Random(f"tasks {seed}").sample(list(tasks), len(tasks))


async def _arm(plan: Plan, means: Means, folder: Folder, arm: Arm, origin: str | None) -> None:
    done = {record.key for record in folder.records()}
    left = [
        (order, task)
        for order, task in enumerate(ordered(plan.file.tasks, plan.seed), 1)
        if (task.id, arm, plan.seed) not in done
    ]
    if not left:
        return
    home = folder.home(arm)
    if not home.exists():
        home.mkdir(parents=True)
        await _begun(plan, means, home, arm, origin or origin_of(left[0][1].start_url))
    with (folder.path / f"server-{arm}.log").open("a", encoding="utf-8") as log:
        async with means.connect(home, arm, log) as client:
            await ready(client, start_of(left[0][1], origin))
            setting = Setting(
                client,
                lambda: means.connect(home, None, log),
                arm,
                plan.agent,
                plan.file,
                plan.seed,
                origin,
                plan.online,
                plan.only,
            )
            for order, task in left:
                await _one(setting, task, order, folder, means)


async def _begun(plan: Plan, means: Means, home: Path, arm: Arm, origin: str) -> None:
    """Puts the pack into the arm's memory; half a memory is taken away, or the next try would go on without the rest."""
    if plan.pack is None or arm == "none":
        return
    try:
        await means.prepare(home, origin)
    except BaseException:
        shutil.rmtree(home)
        raise


async def _one(setting: Setting, task: Task, order: int, folder: Folder, means: Means) -> None:
    try:
        record, trace = await trial(setting, task, order)
    except MCPError as problem:
        raise Unavailable(
            "server_failed", expected="an answer of the server", seen=f"{task.id} in arm {setting.arm}: {problem}",
            next="see the server's log; then send the same command to go on",
        ) from problem  # fmt: skip
    except Unavailable as problem:
        raise Unavailable(
            problem.code, expected=problem.expected, seen=f"{task.id} in arm {setting.arm}: {problem.seen}",
            next=problem.next or "send the same command to go on where it stopped",
        ) from problem  # fmt: skip
    folder.add(record, trace)
    means.told(record)


def _manifest(plan: Plan, origin: str | None = None) -> Manifest:
    served_port = int(origin.rsplit(":", 1)[1]) if origin else 0
    return Manifest(
        name=plan.file.name, agent=plan.agent.name, seed=plan.seed, online=plan.online,
        pack=plan.pack.name if plan.pack else "", tasks=digest(plan.file), options=plan.options, port=served_port,
    )  # fmt: skip
