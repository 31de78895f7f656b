"""Descriptions are checked for what agents need to choose; our own tools pass."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from awm_mcp.formats import pack
from awm_mcp.model.description_check import defects, workflow_defects
from awm_mcp.replay.by_hand.primitive_specs import PRIMITIVES
from awm_mcp.server.core_tools import CORE_TOOLS
from awm_mcp.server.published_tools import describe, input_schema

GOOD = 'Finds the price of a product by its name. Use it for tasks like "Find the price of tea"; not for stock levels.'
QUERY: dict[str, Any] = {"properties": {"query": {"type": "string", "description": "name of the product"}}}
PACKS = Path(__file__).parents[2] / "workflows"


def codes(description: str, schema: dict[str, Any] = QUERY, name: str = "shop_find_price") -> list[str]:
    return [defect.code for defect in defects(name, description, schema)]


def test_a_good_description_has_no_defects() -> None:
    assert codes(GOOD) == []


@pytest.mark.parametrize("text", ["", "Price", "This tool is for prices", "Shop find price", "The price finder of the shop"])
def test_a_purpose_is_a_verb_with_an_object_and_more_than_the_name(text: str) -> None:
    assert "unclear_purpose" in codes(f"{text}. {GOOD.split('. ')[1]}")


def test_when_to_use_it_must_be_said() -> None:
    assert codes('Finds the price of a product, "tea" say. Not for stock.') == ["missing_usage_guidance"]


def test_what_it_does_not_do_must_be_said() -> None:
    assert codes('Finds the price of a product. Use it for tasks like "Find the price of tea".') == ["unstated_limits"]


def test_every_parameter_needs_words_examples_or_choices() -> None:
    bare = {"properties": {"a": {"type": "string"}, "b": {"enum": ["x"]}, "page_size": {"description": "Page size"}}}
    assert codes(GOOD, bare) == ["undocumented_parameter", "undocumented_parameter"]


def test_an_example_is_somewhere() -> None:
    said = "Finds the price of a product by its name. Use it to compare prices; not for stock levels."
    assert codes(said) == ["missing_example"]
    assert codes(said, {"properties": {"query": {"description": "name of it", "examples": ["tea"]}}}) == []
    assert codes(said, {"properties": {}}) == []


def test_a_description_can_be_too_long() -> None:
    assert codes(GOOD + " It does more." * 100) == ["too_long"]


@pytest.mark.parametrize("tool", CORE_TOOLS, ids=lambda tool: tool.name)
def test_our_core_tools_pass(tool: Any) -> None:
    assert defects(tool.name, tool.description, tool.input_schema) == []


@pytest.mark.parametrize("flow", pack.load_folder(PACKS).workflows, ids=lambda flow: flow.name)
def test_shipped_workflows_pass_as_stored_and_as_tools(flow: Any) -> None:
    assert workflow_defects(flow) == []
    shown = [d.code for d in defects(flow.name, describe(flow, (3, 4)), input_schema(flow))]
    assert [code for code in shown if code != "unstated_limits" or flow.kind == "task"] == []


def test_the_browser_tools_have_documented_parameters() -> None:
    found = [d for spec in PRIMITIVES for d in defects(spec.name, spec.description, spec.input_schema)]
    assert [d for d in found if d.code in ("undocumented_parameter", "too_long")] == []
