"""A needed argument that came under a likely other name: the advice is a call that can be sent as it is."""

from __future__ import annotations

import json
from typing import Any

import pytest

from awm_mcp.errors import InvalidArguments
from awm_mcp.server.arguments import checked
from awm_mcp.server.core_tools import CORE_TOOLS, UNLISTED


def advice(tool: str, given: dict[str, Any]) -> dict[str, Any]:
    (known,) = [one for one in CORE_TOOLS if one.name == tool]
    with pytest.raises(InvalidArguments) as refused:
        checked(known, given, UNLISTED.get(tool))
    return json.loads(refused.value.next.removeprefix("send "))


@pytest.mark.parametrize("slip", ["name", "id", "tool", "workflow_name", "workflowId", "tool_name", "worklfow"])
@pytest.mark.parametrize("tool", ["run_workflow", "run_readonly_workflow", "get_workflow"])
def test_a_workflow_given_under_another_name_is_to_be_sent_under_its_own(tool: str, slip: str) -> None:
    assert advice(tool, {slip: "nope"}) == {"workflow": "nope"}


def test_values_beside_it_are_to_be_sent_as_arguments() -> None:
    given = {"name": "shop_find", "query": "Tea", "arguments": {"page": 2}, "dry_run": True}
    wanted = {"workflow": "shop_find", "arguments": {"page": 2, "query": "Tea"}, "dry_run": True}
    assert advice("run_workflow", given) == wanted


@pytest.mark.parametrize("value_of", ["query", "customer_name"])
def test_a_value_is_not_taken_for_the_workflow_whose_place_is_shown_empty(value_of: str) -> None:
    wanted = {"workflow": "<from find_workflows>", "arguments": {value_of: "Tea"}}
    assert advice("run_workflow", {value_of: "Tea"}) == wanted


def test_the_id_of_a_run_is_known_under_the_names_that_answers_give_it() -> None:
    assert advice("get_run", {"report_id": "report_1", "wait_s": 3}) == {"id": "report_1", "wait_s": 3}
    assert advice("cancel_run", {"id": "run_1"}) == {"run_id": "run_1"}
