"""Results on disk: one JSON line for each finished task in an arm; an experiment's settings beside them."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from awm_mcp.errors import InvalidInput
from awm_mcp.experiments.arms import Arm
from awm_mcp.experiments.task_file import TaskFile
from awm_mcp.model.base import Word

RESULTS, MANIFEST = "results.jsonl", "experiment.json"


class Record(Word):
    """What came of one task in one arm.

    ``steps``: browser actions that were done, by hand and by workflows. ``matched``: the experiment's own search, made
    after the task, says that a workflow does this very task (``verdict`` run). ``followed``: that workflow's steps were
    done by hand, in order, after it was shown. ``seconds``: without learning. ``at``: seconds since the epoch.
    """

    task: str
    arm: Arm
    seed: int
    agent: str
    family: str = ""
    order: int
    solved: bool
    ended: str
    why: str = ""
    answer: str = ""
    url: str = ""
    steps: int = 0
    steps_by_workflow: int = 0
    tool_calls: int = 0
    model_calls: int = 0
    tokens_in: int = 0
    tokens_out: int = 0
    seconds: float = 0.0
    searches: int = 0
    workflow_calls: int = 0
    workflows_ok: int = 0
    matched: bool = False
    shown: bool = False
    followed: bool = False
    reported: bool = False
    learned: tuple[str, ...] = ()
    at: float = 0.0

    @property
    def key(self) -> tuple[str, str, int]:
        """What is done once only."""
        return self.task, self.arm, self.seed


class Manifest(Word):
    """What an experiment is about; a folder holds one. ``port``: of the practice application, 0 when none is served."""

    name: str
    agent: str
    seed: int
    online: bool
    pack: str = ""
    tasks: str
    options: str = ""
    port: int = 0


class Folder:
    """The folder of one experiment: ``experiment.json``, ``results.jsonl``, one memory an arm, one trace a task."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def home(self, arm: Arm) -> Path:
        """The arm's own memory (``AWM_HOME``)."""
        return self.path / "memory" / arm

    def agree(self, manifest: Manifest) -> Manifest:
        """Writes what the experiment is about, or compares it with what is there; returns what holds (with its port).

        Raises:
            InvalidInput: the folder holds another experiment; says what differs.
        """
        file = self.path / MANIFEST
        if not file.exists():
            self.path.mkdir(parents=True, exist_ok=True)
            file.write_text(json.dumps(manifest.model_dump(mode="json"), indent=2) + "\n", encoding="utf-8")
            return manifest
        known = _read_manifest(file)
        same = known.model_copy(update={"port": manifest.port})
        if same != manifest:
            before, now = same.model_dump(), manifest.model_dump()
            differing = [name for name in {**before, **now} if before.get(name) != now.get(name)]
            raise InvalidInput(
                "another_experiment", expected="the settings this folder was begun with",
                seen=f"different: {', '.join(sorted(differing))}", next="name another folder with --out, or delete this one",
            )  # fmt: skip
        return known

    def records(self) -> list[Record]:
        """All finished tasks, oldest first; a line cut off by a crash is left out, and its task done again."""
        file = self.path / RESULTS
        if not file.is_file():
            return []
        lines = file.read_text(encoding="utf-8").splitlines()
        read = [_record(line, number, file, last=number == len(lines)) for number, line in enumerate(lines, 1)]
        return [record for record in read if record is not None]

    def add(self, record: Record, trace: Sequence[dict[str, Any]]) -> None:
        """Keeps the trace, then the result: a task with a result is finished."""
        traces = self.path / "traces" / record.arm
        traces.mkdir(parents=True, exist_ok=True)
        lines = "".join(json.dumps(one, ensure_ascii=False, default=str) + "\n" for one in trace)
        (traces / f"{record.task}.jsonl").write_text(lines, encoding="utf-8")
        file = self.path / RESULTS
        broken = file.is_file() and not file.read_bytes().endswith(b"\n") and file.stat().st_size > 0
        with file.open("a", encoding="utf-8") as results:
            results.write(("\n" if broken else "") + json.dumps(record.model_dump(mode="json"), ensure_ascii=False) + "\n")


def digest(file: TaskFile) -> str:
    """Content id of a task file."""
    return hashlib.sha256(file.model_dump_json().encode()).hexdigest()[:16]


def _read_manifest(file: Path) -> Manifest:
    try:
        return Manifest.model_validate_json(file.read_text(encoding="utf-8"))
    except ValidationError as problem:
        raise _unreadable(file, 1, problem) from problem


def _record(line: str, number: int, file: Path, *, last: bool) -> Record | None:
    try:
        return Record.model_validate_json(line)
    except ValidationError as problem:
        if last or not line.endswith("}"):
            return None
        raise _unreadable(file, number, problem) from problem


def _unreadable(file: Path, number: int, problem: ValidationError) -> InvalidInput:
    return InvalidInput(
        "unreadable_results", expected=f"line {number} of {file.name} as an experiment wrote it",
        seen=str(problem.errors()[0]["msg"])[:200], next="delete the line; its task is done again",
    )  # fmt: skip
