"""The path of bare tags is kept where nothing else tells what is read, and nowhere else."""

from __future__ import annotations

import pytest

from awm_mcp.induction.writing.elements import merge_targets
from awm_mcp.model import Target


@pytest.mark.parametrize(
    ("seen", "read", "kept"),
    [
        ([Target(tag="span", css="p > span")], ["12 °C, sun"], "p > span"),
        ([Target(tag="span", css="p > span")] * 2, ["12 °C, sun", "-2 °C, snow"], "p > span"),
        ([Target(tag="span", css="span")], ["1"], None),
        ([Target(role="paragraph", tag="p", css="main > p")], ["1"], None),
        ([Target(tag="span", css="p > span")], [], None),
    ],
)
def test_it_is_kept_for_a_read_that_nothing_else_tells(seen: list[Target], read: list[str], kept: str | None):
    assert merge_targets(seen, {}, data=read).css == kept
