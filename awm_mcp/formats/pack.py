"""Folders of workflows: ``<folder>/<site>/<name>.yaml``. One bad file does not hide the others."""

from __future__ import annotations

import os
import re
import tempfile
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from awm_mcp.errors import InvalidPack
from awm_mcp.formats import playwright_script, skill_md, workflow_yaml
from awm_mcp.model import Workflow
from awm_mcp.model.file_names import unreserved

PackForm = Literal["yaml", "skill", "code"]
_RENDERED: dict[PackForm, Callable[[Workflow], str]] = {
    "yaml": workflow_yaml.dump,
    "skill": skill_md.render,
    "code": playwright_script.render,
}
SUFFIXES = (".yaml", ".yml")
MAX_FILES = 10_000


@dataclass(frozen=True)
class Pack:
    """What a folder holds: its good workflows, the risk that each file says, and what is wrong with the other files."""

    workflows: tuple[Workflow, ...]
    problems: tuple[InvalidPack, ...]
    said_risks: tuple[str, ...] = ()


def load_folder(folder: Path) -> Pack:
    """All workflows under a folder (or of one file), in the order of their paths.

    Raises:
        InvalidPack: the folder does not exist.
    """
    if not folder.exists():
        raise InvalidPack(
            "no_such_folder", expected=f"a folder of workflow files at {folder}", seen="nothing", next="check the path"
        )
    workflows: list[Workflow] = []
    problems: list[InvalidPack] = []
    where: dict[str, Path] = {}
    risks: list[str] = []
    for path in _files(folder):
        try:
            workflow, risk = load_file(path)
            if workflow.name in where:
                raise _twice(path, workflow.name, where[workflow.name])
        except InvalidPack as problem:
            problems.append(problem)
            continue
        where[workflow.name] = path
        workflows.append(workflow)
        risks.append(risk)
    return Pack(tuple(workflows), tuple(problems), tuple(risks))


def load_file(path: Path) -> tuple[Workflow, str]:
    """The workflow of one file, and the risk that the file says it has.

    Raises:
        InvalidPack: the file cannot be read or holds no valid workflow.
    """
    try:
        text = path.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as problem:
        raise InvalidPack("unreadable", file=str(path), expected="a UTF-8 text file", seen=str(problem)[:160]) from None
    return workflow_yaml.load_as_said(text, str(path))


def write_folder(folder: Path, workflows: Iterable[Workflow], form: PackForm = "yaml") -> list[Path]:
    """Writes each workflow to its place, whole or not at all; returns the paths.

    ``yaml`` is what ``load_folder`` reads; ``skill`` and ``code`` are for agents and people, and cannot be read back.
    """
    return [_write_text(place_of(folder, workflow, form), _RENDERED[form](workflow)) for workflow in workflows]


def write_file(path: Path, workflow: Workflow) -> Path:
    """Writes one workflow as YAML; a file of that name is replaced in one move."""
    return _write_text(path, workflow_yaml.dump(workflow))


def _write_text(path: Path, text: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=".writing-", suffix=".tmp")
    try:
        with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as file:
            file.write(text)
        Path(temporary).chmod(0o644)
        Path(temporary).replace(path)
    except BaseException:
        Path(temporary).unlink(missing_ok=True)
        raise
    return path


def place_of(folder: Path, workflow: Workflow, form: PackForm = "yaml") -> Path:
    """Where a workflow's file belongs; site and name can never lead out of the folder."""
    site = re.sub(r"[^a-z0-9.-]+", "_", workflow.site.lower()).strip("._") or "site"
    name = re.sub(r"[^a-z0-9_]+", "_", workflow.name.lower()).strip("_") or "workflow"
    if form == "skill":
        return folder / unreserved(name.replace("_", "-").strip("-")[:64]) / "SKILL.md"
    return folder / unreserved(site) / unreserved(f"{name}.{'py' if form == 'code' else form}")


def _files(folder: Path) -> list[Path]:
    if folder.is_file():
        return [folder]
    found = [p for p in folder.rglob("*") if p.suffix in SUFFIXES and p.is_file() and not p.name.startswith(".")]
    return sorted(found)[:MAX_FILES]


def _twice(path: Path, name: str, other: Path) -> InvalidPack:
    return InvalidPack(
        "name_taken",
        file=str(path),
        expected="a name that no other file of the folder has",
        seen=f"{name!r}, which {other} has, too",
        next="rename one of the workflows",
    )
