# ruff: noqa: E501  pages are easier to read as the markup they are
"""Fields that have moved into a folded section are filled in there, once the one fold that leads to them is opened."""

from __future__ import annotations

import pytest
from core_stage import LOG, READ, Stand, step, t

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]
FIELD = '<label>Nickname <input oninput="say(this.value)"></label>'


async def test_a_field_in_a_folded_section_is_filled_in(stand: Stand):
    html = f"<main><details><summary>Profile</summary><p>Hi</p></details><details><summary>Names</summary>{FIELD}</details></main>{LOG}"
    fill = step("fill", t(role="textbox", label="Nickname", name="Nickname"), "Bo")
    outcome = await stand.play(fill, READ, page=html, settings={"step_timeout_s": 1.5})
    assert outcome.outputs == {"log": "Bo;"}, outcome.stopped
