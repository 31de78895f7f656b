"""A published tool and a later run that gave one value more: a new version with an optional parameter, no second tool."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from app_stage import ORIGIN, loan, stage

EMMA, DUNE = loan("Emma", "North"), loan("Dune", "South")


def with_format(title: str, branch: str, form: str) -> dict[str, Any]:
    """A solved run that also says in which format it wants the book."""
    told = loan(title, branch)
    *before, last = told["steps"]
    target = {"role": "combobox", "name": "Format", "label": "Format"}
    choice = {**before[-1], "action": {"type": "select", "target": target, "value": form}}
    return {**told, "task": f"{told['task']} as {form}", "steps": [*before, choice, last]}


async def test_a_run_that_gave_one_value_more_makes_a_new_version_with_an_optional_parameter(tmp_path: Path):
    async with stage(tmp_path) as on:
        await on.teach(EMMA, DUNE)
        before = await on.only()
        assert (before.state, [p.name for p in before.parameters]) == ("published", ["title", "branch"])
        await on.teach(with_format("Ulysses", "East", "Large print"))
        after = await on.only()
        assert (after.id, after.name, after.state) == (before.id, before.name, "published")
        assert after.version > before.version
        assert {p.name: p.required for p in after.parameters} == {"title": True, "branch": True, "format": False}
        found = await on.app.find("Show the shelf of 'Persuasion' at branch 'West' as Audio book", url=f"{ORIGIN}/")
        assert found.workflows[0].arguments == {"title": "Persuasion", "branch": "West", "format": "Audio book"}


async def test_a_value_that_all_runs_gave_becomes_optional_when_one_did_without(tmp_path: Path):
    async with stage(tmp_path) as on:
        await on.teach(with_format("Ulysses", "East", "Large print"), with_format("Poems", "West", "Audio book"))
        before = await on.only()
        await on.teach(EMMA)
        after = await on.only()
        assert (after.id, after.evidence.support) == (before.id, 3)
        assert {p.name: p.required for p in after.parameters}["format"] is False
