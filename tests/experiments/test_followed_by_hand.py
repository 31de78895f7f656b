"""Followed by hand: the workflow's steps in order among what was done with the browser tools."""

from __future__ import annotations

import pytest

from awm_mcp.experiments.followed import followed

STEPS = ['1. fill searchbox "Search" with "{query}"', '2. click button "Go"', '3. read cell "Price" as price']
FILL, GO, OTHER = 'fill searchbox "Search" with "oak (2)"', 'click button "Go"', 'click link "Home"'


@pytest.mark.parametrize(
    ("done", "is_followed"),
    [
        ([FILL, GO], True),
        ([OTHER, FILL, OTHER, GO, OTHER], True),
        ([GO, FILL], False),
        ([FILL], False),
        ([], False),
        (['fill searchbox "Find" with "oak"', GO], False),
    ],
)
def test_steps_count_when_done_in_order(done: list[str], is_followed: bool):
    assert followed(STEPS, done) is is_followed


def test_a_workflow_that_only_reads_cannot_be_followed():
    assert not followed(['1. read cell "Price" as price'], [FILL])
    assert not followed([], [FILL])
