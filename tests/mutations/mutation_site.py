"""The single-page application of ``../shared/infinity`` and its mutated twins: served, reset, and judged by its checks."""

from __future__ import annotations

import asyncio
import importlib
import json
import os
import sys
import urllib.request
from collections.abc import AsyncIterator, Iterable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from types import ModuleType
from typing import Any, Literal

SHARED = Path(os.environ.get("AWM_SHARED") or Path(__file__).resolve().parents[3] / "shared")
INFINITY = SHARED / "infinity"
NAME = "gitlab"
RECORDED = "http://127.0.0.1:9602"
SETTLE_S = 2.5
Change = Literal["none", "wanted", "part", "other"]


@dataclass(frozen=True)
class Twin:
    """One mutated twin. Levels are cumulative; ``testids``: whether the test ids are kept, None where there are none."""

    level: int
    seed: int = 1
    testids: bool | None = True

    def __str__(self) -> str:
        testids = {None: "", True: " with test ids", False: " without test ids"}[self.testids]
        return f"level {self.level} seed {self.seed}{testids}"


def twins_of(levels: Iterable[int], seeds: int, testids: Sequence[bool | None] = (True, False)) -> list[Twin]:
    """The unchanged application first; level 0 has no seed, all others come with each seed, with and without test ids."""
    made = [Twin(0, 1, testids[0])]
    for level in levels:
        for seed in range(1, (1 if level == 0 else seeds) + 1):
            made.extend(Twin(level, seed, kept) for kept in testids)
    return list(dict.fromkeys(made))


@dataclass(frozen=True)
class Task:
    """A held-out task; ``arguments`` and ``sources`` (those of the training runs) are there to judge only."""

    name: str
    family: str
    text: str
    arguments: dict[str, str]
    sources: tuple[dict[str, str], ...] = field(hash=False)


def why_absent() -> str | None:
    """Why the application cannot be used here, else None."""
    return None if (INFINITY / "serve.py").is_file() else f"{INFINITY} is not there (set AWM_SHARED)"


def port() -> int:
    """Where every twin is served: a site is a host and a port, and must stay the same."""
    return int(os.environ.get("INFINITY_PORT", "9602"))


def start_url() -> str:
    """The application's start page."""
    return f"http://127.0.0.1:{port()}/"


def tasks(families: tuple[str, ...] = (), most: int = 0) -> list[Task]:
    """The held-out tasks, numbered within their family; ``most`` of each family, 0 for all."""
    meta = json.loads((INFINITY / "train_meta.json").read_text())
    seen: dict[str, int] = {}
    made: list[Task] = []
    for case in json.loads((INFINITY / "heldout.json").read_text()):
        family = case["family"]
        seen[family] = seen.get(family, 0) + 1
        if 0 < most < seen[family]:
            continue
        sources = tuple(_texts(entry["arguments"]) for entry in meta.values() if entry["family"] == family)
        name = f"{family.removeprefix(f'{NAME}.')}-{seen[family]}"
        made.append(Task(name, family, case["task"], _texts(case["arguments"]), sources))
    return [task for task in made if not families or task.family.removeprefix(f"{NAME}.") in families]


def _texts(arguments: dict[str, Any]) -> dict[str, str]:
    return {name: str(value) for name, value in arguments.items()}


def reports(folder: Literal["train", "failed"], families: tuple[str, ...] = ()) -> list[dict[str, Any]]:
    """The runs of a folder as ``report_run`` takes them."""
    paths = sorted((INFINITY / folder).glob("*.json"))
    chosen = [p for p in paths if not families or p.name.split(".")[1] in families]
    return [_report(path) for path in chosen]


def _report(path: Path) -> dict[str, Any]:
    run = json.loads(path.read_text().replace(RECORDED, start_url().rstrip("/")))
    kept = {key: run[key] for key in ("task", "site", "start_url", "answer", "steps") if run.get(key) is not None}
    return {**kept, "outcome": "success" if run["success"] else "failure", "agent": "infinity"}


class Served:
    """A twin that is up."""

    def __init__(self, app: Any) -> None:
        self._app = app

    async def reset(self) -> None:
        """Back to the seed: the server's copy and every open page."""
        await self._app.reset()

    async def state(self) -> dict[str, Any]:
        """The state that a page pushed last, or the seed."""
        return await self._app.state()

    async def change(self, task: Task, wanted: dict[str, Any] | None, *, hopeful: bool) -> Change:
        """What a replay did to the state. ``hopeful``: wait for the wanted change, since pages push a moment later.

        ``wanted`` is the state after the task was done rightly, where it is known: a state on the way to it counts as
        ``part``.
        """
        end = asyncio.get_running_loop().time() + (SETTLE_S if hopeful else 0.3)
        while not (done := _judge().check(task.family, task.arguments, await self.state())):
            if asyncio.get_running_loop().time() > end:
                break
            await asyncio.sleep(0.1)
        return "wanted" if done else kind_of_change(await self.state(), wanted)

    def answered(self, task: Task, outputs: dict[str, Any]) -> bool:
        """All tasks here are done when the state is the wanted one."""
        del task, outputs
        return True


def kind_of_change(state: dict[str, Any], wanted: dict[str, Any] | None) -> Change:
    """How a state that is not the wanted one differs from the seed."""
    judge = _judge()
    changed = judge.Diff(judge.seed(NAME), state).paths
    if not changed:
        return "none"
    if wanted is None:
        return "other"
    now, then = dict(judge.flatten(state)), dict(judge.flatten(wanted))
    return "part" if all(now.get(path) == then.get(path) for path in changed) else "other"


@asynccontextmanager
async def served(twin: Twin) -> AsyncIterator[Served]:
    """Serves a twin on the one port, its state set to the seed."""
    infinity = _module("infinity")
    app = infinity.App(NAME, port=port(), level=twin.level, seed=twin.seed, strip_testids=not twin.testids)
    async with app:
        await asyncio.to_thread(_put_seed)
        yield Served(app)


def _put_seed() -> None:
    body = json.dumps(_judge().seed(NAME)).encode()
    request = urllib.request.Request(f"{start_url()}api/state", body, {"Content-Type": "application/json"}, method="PUT")
    urllib.request.urlopen(request, timeout=10).close()


def _judge() -> ModuleType:
    """The rig's own ``checks.py``."""
    return _module("checks")


def _module(name: str) -> ModuleType:
    if str(INFINITY) not in sys.path:
        sys.path.append(str(INFINITY))
    return importlib.import_module(name)
