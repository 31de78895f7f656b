"""Task files: what an agent is asked, where it starts, how it is checked, and one known way to do it by hand."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Literal, cast

import yaml
from pydantic import Field, ValidationError, field_validator, model_validator

from awm_mcp.errors import InvalidInput
from awm_mcp.model.base import Word
from awm_mcp.model.site import WEB_SCHEMES, join

BUILT_IN = Path(__file__).parent / "tasks"
MOST_PROBLEMS = 5
_ID = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,79}")


class Budget(Word):
    """The most that one task may cost an agent; what is reached first ends it."""

    model_calls: int = Field(default=30, ge=1)
    tool_calls: int = Field(default=60, ge=1)
    seconds: float = Field(default=300.0, gt=0)


class Check(Word):
    """When a task counts as solved: everything that is given must hold.

    ``url``: pattern searched in the final address. ``text``: shown on the final page. ``pattern``: searched in its text.
    ``equals``: the answer, ``contains``: parts of the answer; both without regard to case and spacing.
    ``python``: ``module:function``, given a :class:`awm_mcp.experiments.checks.Final`, says whether it is solved.
    """

    url: str | None = None
    text: str | None = None
    pattern: str | None = None
    equals: str | None = None
    contains: tuple[str, ...] = ()
    python: str | None = None

    @field_validator("contains", mode="before")
    @classmethod
    def _one_or_many(cls, given: Any) -> Any:
        return (given,) if isinstance(given, str) else given

    @model_validator(mode="after")
    def _usable(self) -> Check:
        if not self.model_dump():
            raise ValueError("give at least one of url, text, pattern, equals, contains, python")
        for pattern in (self.url, self.pattern):
            _compiled(pattern or "")
        if self.python is not None and not re.fullmatch(r"[\w.]+:[A-Za-z_]\w*", self.python):
            raise ValueError("python must be module:function")
        return self


class Move(Word):
    """One move of a known solution, for the scripted agents. Elements are named as snapshots name them: role and name.

    ``value``: text to type, option to select, key to press, address to open. ``pattern``: what ``read`` takes as the
    answer, its first group if it has one.
    """

    do: Literal["open", "click", "type", "select", "press", "read"]
    role: str | None = None
    name: str | None = None
    value: str | None = None
    pattern: str | None = None

    @model_validator(mode="after")
    def _complete(self) -> Move:
        needs = {"click": ("role",), "type": ("role", "value"), "select": ("role", "value"), "read": ("pattern",)}
        missing = [field for field in needs.get(self.do, ("value",)) if getattr(self, field) is None]
        if missing:
            raise ValueError(f"'{self.do}' needs {' and '.join(map(repr, missing))}")
        _compiled(self.pattern or "")
        return self


class Task(Word):
    """One task. ``family``: tasks of one kind share it, whatever their values."""

    id: str
    instruction: str = Field(min_length=1)
    start_url: str = "/"
    family: str = ""
    check: Check
    budget: Budget | None = None
    by_hand: tuple[Move, ...] = ()

    @field_validator("id", mode="before")
    @classmethod
    def _file_name(cls, given: Any) -> Any:
        if not _ID.fullmatch(str(given)):
            raise ValueError("an id is made of letters, digits, dot, dash and underscore")
        return str(given)


class TaskFile(Word):
    """Tasks of one experiment. ``app``: the practice application that is started for it; without, addresses are whole."""

    name: str
    app: Literal["practice", "miniwob"] | None = None
    app_seed: int = 1
    budget: Budget = Budget()
    tasks: tuple[Task, ...] = Field(min_length=1)

    @model_validator(mode="after")
    def _consistent(self) -> TaskFile:
        ids = [task.id for task in self.tasks]
        if twice := sorted({one for one in ids if ids.count(one) > 1}):
            raise ValueError(f"ids are there twice: {', '.join(twice)}")
        relative = [task.id for task in self.tasks if not task.start_url.startswith(WEB_SCHEMES)]
        if self.app is None and relative:
            raise ValueError(f"without 'app' a start_url is a whole http address; see {', '.join(relative[:3])}")
        return self

    def budget_of(self, task: Task) -> Budget:
        """The task's own budget, else the file's."""
        return task.budget or self.budget


def start_of(task: Task, origin: str | None) -> str:
    """Where a task starts, on the application that is served at ``origin`` or on the open web."""
    return join(origin, task.start_url) if origin else task.start_url


def find(name: str) -> Path:
    """A task file by path, or one that comes with the product by its name.

    Raises:
        InvalidInput: there is none.
    """
    for path in (Path(name), BUILT_IN / f"{name}.yaml"):
        if path.is_file():
            return path
    known = ", ".join(sorted(path.stem for path in BUILT_IN.glob("*.yaml")))
    raise InvalidInput(
        "no_task_file", expected=f"a YAML file, or one of {known}", seen=repr(name[:200]), next="see docs/experiments.md"
    )


def load(path: Path) -> TaskFile:
    """Reads a task file.

    Raises:
        InvalidInput: names the file, the place in it and what is wrong there.
    """
    try:
        data = yaml.safe_load(path.read_text(encoding="utf-8"))
    except (yaml.YAMLError, UnicodeDecodeError, OSError) as problem:
        raise _unreadable(path, " ".join(str(problem).split())[:300]) from problem
    if not isinstance(data, dict):
        raise _unreadable(path, f"a {type(data).__name__} instead of a mapping with name and tasks")
    try:
        return TaskFile.model_validate({"name": path.stem, **cast("dict[str, Any]", data)})
    except ValidationError as problem:
        raise _unreadable(path, _problems(problem, cast("dict[str, Any]", data))) from None


def dump(file: TaskFile) -> str:
    """The file as YAML that :func:`load` takes back."""
    return yaml.safe_dump(json.loads(file.model_dump_json()), sort_keys=False, allow_unicode=True, width=120)


def _unreadable(path: Path, seen: str) -> InvalidInput:
    return InvalidInput(
        "unreadable_task_file",
        expected="a task file",
        seen=f"{path.name}: {seen}",
        next="correct it; docs/experiments.md shows every field",
    )


def _problems(problem: ValidationError, data: Mapping[str, Any]) -> str:
    said = [f"{_place(error['loc'], data)}: {error['msg']}" for error in problem.errors()]
    more = f" (and {len(said) - MOST_PROBLEMS} more)" if len(said) > MOST_PROBLEMS else ""
    return "; ".join(said[:MOST_PROBLEMS]) + more


def _place(loc: tuple[int | str, ...], data: Mapping[str, Any]) -> str:
    """``tasks.2.check`` with the task's own id, which a person finds sooner than its number."""
    parts = list(map(str, loc)) or ["the file"]
    tasks: Any = data.get("tasks")
    if len(loc) > 1 and loc[0] == "tasks" and isinstance(loc[1], int) and isinstance(tasks, list):
        task: Any = cast("list[Any]", tasks)[loc[1]]
        given: Any = cast("dict[str, Any]", task).get("id") if isinstance(task, dict) else None
        parts[1] = f"{loc[1] + 1}" + (f" (id {given})" if given else "")
    return ".".join(parts)


def _compiled(pattern: str) -> re.Pattern[str]:
    try:
        return re.compile(pattern)
    except re.error as problem:
        raise ValueError(f"{pattern!r} is no pattern: {problem}") from None
