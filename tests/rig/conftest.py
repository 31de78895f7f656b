"""One proof per application and owner's setting, made once and looked at by many tests."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest
import rig_cases
import shared_rig


@dataclass(frozen=True)
class Proof:
    """Results by case id, and the home that the server wrote."""

    home: Path
    results: dict[str, rig_cases.Result]
    lines: tuple[str, ...]


@pytest.fixture(scope="session")
def proof(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Callable[[str, str], Proof]:
    """Gives the proof of an application under a setting of AWM_ALLOW_WRITES; skips where the rig is absent."""
    made: dict[tuple[str, str], Proof] = {}

    def of(app: str, writes: str) -> Proof:
        if reason := shared_rig.why_absent(app):
            pytest.skip(reason)
        if (app, writes) not in made:
            home = tmp_path_factory.mktemp(f"rig-{app}-{writes}")
            made[app, writes] = _prove(app, writes, home)
        return made[app, writes]

    return of


def _prove(app: str, writes: str, home: Path) -> Proof:
    lines: list[str] = []
    results = asyncio.run(rig_cases.prove(app, home, writes=writes, say=lines.append))
    print(f"\n{app}, AWM_ALLOW_WRITES={writes}", *lines, sep="\n")  # noqa: T201 - the table is what the run is for
    return Proof(home, results, tuple(lines))
