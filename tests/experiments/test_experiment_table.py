"""The numbers of the table against a hand-computed set of results."""

from __future__ import annotations

import math
import re
from typing import Any
from xml.etree import ElementTree

import pytest

from awm_mcp.experiments import svg, table
from awm_mcp.experiments.records import Record
from awm_mcp.experiments.summary import DEFINITIONS, mean, rows

BASE: dict[str, Any] = {"seed": 1, "agent": "script:follow", "ended": "done"}


def record(task: str, arm: str, order: int, solved: bool, **given: Any) -> Record:
    return Record.model_validate({**BASE, "task": task, "arm": arm, "order": order, "solved": solved, **given})


RESULTS = [
    record("b", "tools", 2, True, steps=3, tool_calls=2, workflow_calls=1, workflows_ok=1, matched=True, shown=True,
           seconds=4),
    record("a", "tools", 1, False, steps=5, tool_calls=6, matched=True, shown=True, followed=True, seconds=2,
           model_calls=2, tokens_in=90, tokens_out=10),
    record("c", "tools", 3, True, steps=4, tool_calls=4, workflow_calls=2, workflows_ok=1, seconds=3),
    record("a", "none", 1, True, steps=7, tool_calls=8),
]  # fmt: skip


def test_rates_and_means_are_what_one_computes_by_hand():
    none, tools = rows(RESULTS)
    assert (none.arm, none.tasks, none.success.k) == ("none", 1, 1)
    assert none.eligible_call.share is None and none.by_hand.share is None
    assert (tools.success.k, tools.success.n) == (2, 3)
    assert (round(tools.success.low, 3), round(tools.success.high, 3)) == (0.208, 0.939)  # Wilson, 2 of 3
    assert (tools.task_call.k, tools.task_call.n) == (2, 3)
    assert (tools.eligible_call.k, tools.eligible_call.n) == (1, 2)
    assert (tools.worked.k, tools.worked.n) == (2, 3)
    assert (tools.by_hand.k, tools.by_hand.n) == (1, 2)
    assert (tools.steps.value, tools.tool_calls.value, tools.seconds.value) == (4, 4, 3)
    assert tools.seconds.error == pytest.approx(math.sqrt(1 / 3))
    assert tools.tokens.value == pytest.approx(100 / 3)
    assert (tools.solved, tools.called, tools.calls) == ((False, True, True), (False, True, True), (6, 2, 4))


def test_a_mean_of_one_has_no_error_and_of_none_no_value():
    assert (mean([5]).value, mean([5]).error) == (5, None)
    assert (mean([]).n, mean([]).value) == (0, None)


def test_the_table_prints_n_and_interval_with_every_rate():
    shown = table.render(rows(RESULTS), definitions=True)
    assert re.search(r"^success +1/1 \(21–100 %\) +2/3 \(21–94 %\)$", shown, re.MULTILINE)
    assert re.search(r"^seconds +0\.0 +3\.0 ± 1\.1$", shown, re.MULTILINE)
    assert "tools  solved ○●●  2 of 3" in shown
    assert all(f"{name}: " in shown for name in DEFINITIONS)


def test_markdown_has_one_row_an_arm():
    lines = table.markdown(rows(RESULTS)).splitlines()
    assert len(lines) == 4
    assert {line.count("|") for line in lines} == {14}


def test_the_plot_is_well_formed_and_ends_where_the_counts_end():
    drawn = svg.draw(rows(RESULTS), 'Shop <"&> tasks')
    root = ElementTree.fromstring(drawn)
    lines = root.findall(".//{http://www.w3.org/2000/svg}polyline")
    assert len(lines) == 4
    assert "tools: 12" in drawn and "none: 8" in drawn
    assert root[0].text == 'Shop <"&> tasks'
