"""What a published tool answers fits its output schema, whatever the page showed and however the call ended."""

from __future__ import annotations

from typing import Any, Literal

import jsonschema
import pytest
from face_harness import Connect, data_of
from hypothesis import given
from hypothesis import strategies as st

from awm_mcp.errors import NotFound
from awm_mcp.model import Outcome, Output, Stopped, Workflow
from awm_mcp.server.fake import FakeApplication, fake_workflow
from awm_mcp.server.outcome_schema import conforming, outcome_schema
from awm_mcp.server.published_tools import published_tool
from awm_mcp.server.results import outcome_result
from awm_mcp.server.schema_lint import findings

Kind = Literal["string", "number", "array", "table"]
KINDS: tuple[Kind, ...] = ("string", "number", "array", "table")
TYPED = fake_workflow("shop_read_all").model_copy(
    update={"outputs": tuple(Output(name=kind, type=kind, description=f"a {kind}") for kind in KINDS)}
)
READ: dict[str, Any] = {"string": "$5", "number": 5.5, "array": ["a", "b"], "table": [["a", "b"], ["c"]]}
ANY_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=12,
)


def fits(workflow: Workflow, data: Any) -> None:
    jsonschema.Draft202012Validator(outcome_schema(workflow) or {"type": "object"}).validate(data)


def test_the_schema_names_the_type_of_every_output() -> None:
    outputs = (outcome_schema(TYPED) or {})["properties"]["outputs"]["properties"]
    assert outputs["string"] == {"type": "string"}
    assert outputs["number"] == {"anyOf": [{"type": "number"}, {"type": "string"}]}
    assert outputs["array"] == {"type": "array", "items": {"type": "string"}}
    assert outputs["table"] == {"type": "array", "items": {"type": "array", "items": {"type": "string"}}}
    assert findings(published_tool(TYPED, (0, 0))) == []


async def test_a_tool_that_reads_nothing_has_no_output_schema_and_answers_all_the_same(
    connect: Connect, application: FakeApplication
) -> None:
    silent = fake_workflow("shop_press").model_copy(update={"outputs": ()})
    application.workflows.append(silent)
    application.outputs = {}
    async with connect() as client:
        assert next(t for t in (await client.list_tools()).tools if t.name == "shop_press").output_schema is None
        assert data_of(await client.call_tool("shop_press", {"query": "x"}))["status"] == "ok"


def test_what_was_read_in_its_promised_type_is_given_as_it_is() -> None:
    assert conforming(READ, TYPED) == READ
    assert conforming({"unpromised": {"a": 1}}, TYPED) == {"unpromised": {"a": 1}}


@pytest.mark.parametrize(
    ("name", "read", "said"),
    [
        ("number", "about five", "about five"),
        ("number", True, "true"),
        ("string", ["a", "b"], "a\nb"),
        ("string", 3, "3"),
        ("array", [["a"]], ['[["a"]]']),
        ("array", "a", ["a"]),
        ("table", {"a": 1}, [['{"a": 1}']]),
    ],
)
def test_what_was_read_in_another_shape_is_given_as_text(name: str, read: Any, said: Any) -> None:
    assert conforming({name: read}, TYPED) == {name: said}


@pytest.mark.parametrize("name", KINDS)
def test_what_the_page_did_not_say_is_left_out(name: str) -> None:
    assert conforming({name: None}, TYPED) == {}


@given(st.dictionaries(st.sampled_from([*KINDS, "more"]), ANY_JSON))
def test_an_answer_fits_whatever_was_read(read: dict[str, Any]) -> None:
    outcome = Outcome(run_id="replay_1", workflow="x", status="ok", outputs=conforming(read, TYPED))
    fits(TYPED, outcome_result(outcome).structured_content)


def test_an_answer_that_had_to_be_cut_still_fits() -> None:
    long = {"string": "x" * 60_000, "array": ["y" * 400] * 500, "table": [["z" * 300] * 4] * 500, "number": float("nan")}
    outcome = Outcome(run_id="replay_1", workflow="x", status="ok", outputs=conforming(long, TYPED))
    result = outcome_result(outcome)
    assert "truncated" in (result.structured_content or {})
    fits(TYPED, result.structured_content)


@pytest.mark.parametrize(
    "status", ["ok", "precondition_failed", "target_not_found", "needs_input", "confirmation_required", "running", "unknown"]
)
def test_a_stopped_run_fits_as_well(status: Any) -> None:
    stopped = Stopped(step=1, expected="a button", seen="none")
    fits(TYPED, outcome_result(Outcome(run_id="", workflow="x", status=status, stopped=stopped)).structured_content)


async def test_a_client_that_checks_answers_takes_results_stops_and_errors(
    connect: Connect, application: FakeApplication
) -> None:
    application.workflows.append(TYPED)
    application.outputs = {**READ, "number": "about five", "string": ["of", "several"]}
    async with connect() as client:
        tool = next(tool for tool in (await client.list_tools()).tools if tool.name == TYPED.name)
        assert tool.output_schema == outcome_schema(TYPED)
        done = await client.call_tool(TYPED.name, {"query": "x"})
        unfit = await client.call_tool(TYPED.name, {"nothing": "x"})
        application.problem = NotFound("unknown_workflow", expected="it", seen="nothing", next="look again")
        gone = await client.call_tool(TYPED.name, {"query": "x"})
    assert data_of(done)["outputs"] == {**READ, "number": "about five", "string": "of\nseveral"}
    assert unfit.is_error and data_of(unfit)["code"] and gone.is_error and data_of(gone)["next"] == "look again"
    for result in (done, unfit, gone):
        fits(TYPED, result.structured_content)


def test_a_tool_whose_output_schema_requires_something_is_left_out() -> None:
    strict = published_tool(TYPED, (0, 0)).model_copy(
        update={"output_schema": {**(outcome_schema(TYPED) or {}), "required": ["outputs"]}}
    )
    assert any("must not require" in finding for finding in findings(strict))
