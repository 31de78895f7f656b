"""The measure of ``bench/induction.py`` on made-up WebArena-like runs: the templates' values are parameters, no more."""

from __future__ import annotations

import pytest
from induction import judged_like
from webarena_like import cases, groups

from awm_mcp.formats import browsergym
from awm_mcp.induction import induce

LEAST = 0.95


@pytest.mark.parametrize("hosts", [1, 9])
def test_nearly_all_values_of_the_templates_and_hardly_anything_else_are_parameters(hosts: int) -> None:
    right, missed, wrong = judged_like(hosts)

    assert right > len(cases())
    assert right / (right + missed) >= LEAST
    assert right / (right + wrong) >= LEAST


def test_what_a_gym_agent_saved_sent_or_ordered_is_a_write_though_no_requests_are_known() -> None:
    by_template = {group[0]["intent_template"]: group for group in groups(hosts=1)}
    risks = {
        template: {w.risk for w in induce([browsergym.read(r) for r in group]) if w.kind == "task"}
        for template, group in by_template.items()
    }

    assert risks["Cancel order {{id}}"] == {"destructive"}
    assert risks["Set my gitlab status as {{status}}."] == {"write"}
    assert risks['Change my reddit bio to "{{content}}"'] == {"write"}
    assert risks['Search for "{{keyword}}"'] == {"read"}
    assert risks["Tell me the coordinates of {{location}} in DD format"] == {"read"}
