"""The real applications of ``../shared/rig``: where they are, started and stopped, their solved runs and held-out cases.

``AWM_SHARED`` names the shared folder (default: beside the checkout); ``RIG_HOME`` and ``*_PORT`` are the rig's own.
"""

from __future__ import annotations

import importlib
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from types import ModuleType
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
SHARED = Path(os.environ.get("AWM_SHARED") or ROOT.parent / "shared")
RIG = SHARED / "rig"
REPORTED = ("task", "start_url", "answer", "steps")
"""What a learner may use of a trajectory; its parameters, template and checks are there to judge it."""

PASSWORDS = {"shop": "Fernhollow-9", "tracker": "Redwood-2026"}
"""From the README of each application; a held-out case of ``miniwob`` has its own, see ``password``."""

PAGES = "miniwob"
"""The application without data of its own: each page is an episode that its address seeds, and judges itself."""


@dataclass(frozen=True)
class Held:
    """A held-out case: a task with new values and the checks of its outcome."""

    app: str
    template: str
    task: str
    params: dict[str, str]
    start_url: str
    expected: tuple[dict[str, Any], ...]
    sources: tuple[dict[str, str], ...] = field(compare=False, hash=False)

    @property
    def id(self) -> str:
        """Application and template."""
        return f"{self.app}-{self.template}"


def password(app: str) -> str | None:
    """The password that the server gets as a secret of the application; never an argument, even where a task states it."""
    stated = [held.params["password"] for held in held_cases(app) if "password" in held.params]
    return PASSWORDS.get(app) or next(iter(stated), None)


def why_absent(app: str) -> str | None:
    """Why the application cannot be used here, else None."""
    if not folder(app).is_dir():
        return f"{RIG} has no application {app!r} (set AWM_SHARED)"
    if not (rig_home() / ("venvs/miniwob" if app == PAGES else f"{app}/pristine")).is_dir():
        return f"{app} is not installed: run {RIG / 'install.sh'} {app} tools"
    return None


def folder(app: str) -> Path:
    """Where the rig keeps an application's cases."""
    return RIG / app if app == PAGES else RIG / "apps" / app


def rig_home() -> Path:
    """Where the rig keeps what it installed."""
    return Path(os.environ.get("RIG_HOME") or Path.home() / ".cache/awm-rig")


def held_cases(app: str) -> list[Held]:
    """The held-out cases of an application; empty where the rig is absent."""
    path = folder(app) / "heldout.json"
    return [_held(app, case) for case in json.loads(path.read_text())] if path.is_file() else []


def _held(app: str, case: dict[str, Any]) -> Held:
    return Held(
        app=app,
        template=case["template"],
        task=case["task"],
        params={name: str(value) for name, value in case["params"].items()},
        start_url=_here(app, case["site"], case["start_url"]),
        expected=tuple(case["expected"]),
        sources=tuple(run["params"] for run in _trajectories(app) if run["template"] == case["template"]),
    )


def reports(app: str, templates: tuple[str, ...] = ()) -> list[dict[str, Any]]:
    """The solved runs as ``report_run`` takes them, without anything a learner may not use."""
    chosen = [run for run in _trajectories(app) if run["success"] and (not templates or run["template"] in templates)]
    return [_report(app, run) for run in chosen]


def _report(app: str, run: dict[str, Any]) -> dict[str, Any]:
    kept = {key: run[key] for key in REPORTED if run.get(key) is not None}
    text = json.dumps({**kept, "site": run["site"], "outcome": "success", "agent": "rig"})
    return json.loads(_here(app, run["site"], text))


def _trajectories(app: str) -> list[dict[str, Any]]:
    return [json.loads(path.read_text()) for path in sorted((folder(app) / "trajectories").glob("*.json"))]


def _here(app: str, recorded: str, text: str) -> str:
    return text.replace(recorded, origin(app))


def origin(app: str) -> str:
    """Where the application is served."""
    default = {"shop": 9401, "tracker": 9403, PAGES: 9406}[app]
    return f"http://127.0.0.1:{os.environ.get(f'{app.upper()}_PORT', default)}"


@contextmanager
def served(app: str) -> Iterator[None]:
    """The application up and in its seeded state; stopped again only if it was started here."""
    started = "already running" not in _script("up.sh", app)
    try:
        reset(app)
        yield
    finally:
        reset(app)
        if started:
            _script("down.sh", app)


def _script(name: str, app: str) -> str:
    done = subprocess.run([str(RIG / name), app], capture_output=True, text=True, timeout=180, check=False)
    if done.returncode:
        raise RuntimeError(f"{name} {app} failed: {done.stdout[-500:]}{done.stderr[-500:]}")
    return done.stdout


def reset(app: str) -> None:
    """Puts the data back to the seed and signs everybody out."""
    if app != PAGES:
        _state().reset(app)


def query(app: str, sql: str) -> list[list[str]]:
    """Rows of a read-only query on the live data, values as texts."""
    return _state().query(app, sql)


def _state() -> ModuleType:
    """The rig's own ``lib/state.py``."""
    library = str(RIG / "lib")
    if library not in sys.path:
        sys.path.append(library)
    return importlib.import_module("state")
