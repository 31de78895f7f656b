"""What is not reached yet, each with its reason. Strict: a case that begins to work must be taken out of the table."""

from __future__ import annotations

import pytest
import shared_rig

NOT_YET: dict[str, str] = {}
"""Case id -> reason, whatever the owner allows; at most three of the shop."""


def parameters(*apps: str) -> list[object]:
    """One pytest parameter per held-out case, expected failures marked; a skipped one where the rig is absent."""
    cases = [held.id for app in apps for held in shared_rig.held_cases(app)]
    return [pytest.param(case, marks=_marks(case), id=case) for case in cases] or [
        pytest.param("", marks=pytest.mark.skip(reason=f"no rig at {shared_rig.RIG}"), id="no-rig")
    ]


def _marks(case: str) -> list[pytest.MarkDecorator]:
    reason = NOT_YET.get(case)
    return [pytest.mark.xfail(reason=reason, strict=True)] if reason else []
