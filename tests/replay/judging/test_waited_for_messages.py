"""A message that a writing step brought, and that the runs then waited for: at the end it may be gone."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

import pytest
from core_stage import step, t

from awm_mcp.model import Expectation, FlowStep, value
from awm_mcp.replay.judging.ending import _still_to_see  # pyright: ignore[reportPrivateUsage]

SAID = Expectation(text=value("Element deleted"))
DELETE = step("click", t(role="button", name="Delete"), writes=True, expect=SAID)
UNTOLD = step("click", t(role="button", name="Delete"), writes=True)
WAIT, OTHER = step("wait_for", given="Element deleted"), step("wait_for", given="Undo")


@pytest.mark.parametrize(
    ("steps", "gone"), [((DELETE, WAIT), True), ((DELETE,), True), ((DELETE, OTHER), False), ((UNTOLD, WAIT), False)]
)
def test_only_a_text_that_the_step_before_the_wait_brought_need_not_be_there_at_the_end(
    steps: tuple[FlowStep, ...], gone: bool
) -> None:
    page = SimpleNamespace(is_closed=lambda: False)
    player: Any = SimpleNamespace(
        steps=steps, request=SimpleNamespace(workflow=SimpleNamespace(postcondition=SAID)), entry_elsewhere=False,
        found_so=frozenset[int](),
        rows=[SimpleNamespace(step=number, note="") for number in (1, 2)], stage=SimpleNamespace(page=page),
    )  # fmt: skip
    left = cast("Expectation | None", _still_to_see(player))
    assert left is not None and (left.text is None) is gone
