"""Whatever is sent, a reader answers with a run or with an error of ours."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from awm_mcp.errors import AwmError, InvalidPack
from awm_mcp.formats import aria_snapshot, axtree, detect, run_report, workflow_yaml
from awm_mcp.formats.chains import chains
from awm_mcp.formats.locators import action_of, selector
from awm_mcp.formats.tool_calls import result_of

KEYS = st.sampled_from(
    [
        "steps",
        "action",
        "type",
        "target",
        "value",
        "task",
        "outcome",
        "url",
        "start_url",
        "site",
        "history",
        "model_output",
        "result",
        "state",
        "interacted_element",
        "tests",
        "commands",
        "command",
        "selectors",
        "title",
        "messages",
        "role",
        "content",
        "tool_calls",
        "function",
        "name",
        "arguments",
        "schema_version",
        "observation",
        "results",
        "axtree_txt",
        "website",
        "op",
        "label",
        "params",
        "method",
        "id",
        "frame",
        "values",
        "dialog",
        "kind",
        "effect",
        "seen",
        "hints",
        "evidence",
        "input_schema",
        "cssSelector",
        "assertedEvents",
        "key",
        "keys",
        "attrs",
        "point",
    ]
)
WORDS = st.sampled_from(
    [
        "click",
        "fill",
        "press",
        "goto",
        "stop",
        "navigate",
        "change",
        "open",
        "http://a.test/",
        "https://[",
        "e12",
        "browser_click",
        "tool_use",
        "ATIF-v1.7",
        "user",
        "assistant",
        "Enter",
        "//",
        "css=a",
        "role=button",
        "CLICK",
        "click('1')",
        "<secret>x</secret>",
        "\ud800",
        "",
    ]
)
leaves = st.one_of(st.none(), st.booleans(), st.integers(), st.floats(), WORDS, st.text(max_size=12))
json_data = st.recursive(
    leaves, lambda inner: st.one_of(st.lists(inner, max_size=4), st.dictionaries(KEYS, inner, max_size=6)), max_leaves=25
)


def read(data: object) -> None:
    """Reads in both ways; only errors of ours may come out."""
    for reader in (run_report.parse, detect.read_any):
        try:
            reader(data)
        except AwmError as problem:
            assert problem.text()


@settings(max_examples=300, deadline=None)
@given(json_data)
def test_no_json_whatever_breaks_a_reader(data: object):
    read(data)


@settings(max_examples=200, deadline=None)
@given(st.dictionaries(KEYS, json_data, max_size=6))
def test_no_action_or_target_whatever_breaks_a_report(action: dict[str, Any]):
    read(
        {
            "task": "t",
            "start_url": "http://a.test/",
            "steps": [{"action": action}, {"action": {"type": "click", "target": action}}],
        }
    )


SHAPES: dict[str, Any] = {
    "mind2web": lambda x: {"website": x, "steps": [{"op": "CLICK", "label": x, "role": x, "value": x}]},
    "browsergym": lambda x: {
        "intent": x,
        "steps": [{"axtree_txt": x, "action": x, "url": x}, {"axtree_txt": x, "action": "click('1')"}],
    },
    "atif": lambda x: {
        "schema_version": "ATIF-v1",
        "steps": [{"source": x, "tool_calls": [{"function_name": "browser_click", "arguments": x}]}],
    },
    "browser_use": lambda x: {
        "history": [{"model_output": {"action": [{"click": x}, x]}, "state": {"interacted_element": x}, "result": x}]
    },
    "selenium_ide": lambda x: {
        "url": x,
        "tests": [{"name": x, "commands": [{"command": "type", "target": x, "value": x, "targets": x}]}],
    },
    "chrome_recorder": lambda x: {
        "title": x,
        "steps": [{"type": "navigate", "url": x}, {"type": "click", "selectors": x, "frame": x}],
    },
    "workflow_use": lambda x: {"input_schema": x, "steps": [{"type": "input", "cssSelector": x, "value": x}]},
    "messages": lambda x: [
        {"role": "assistant", "tool_calls": [{"id": x, "function": {"name": "browser_type", "arguments": x}}], "content": x}
    ],
    "playwright_mcp": lambda x: [
        {"method": "tools/call", "id": x, "params": {"name": "browser_fill_form", "arguments": {"fields": [x]}}},
        x,
    ],
}


@settings(max_examples=60, deadline=None)
@given(json_data)
@pytest.mark.parametrize("name", SHAPES)
def test_no_content_whatever_breaks_a_reader_of_a_known_shape(name: str, data: object):
    read(SHAPES[name](data))


@settings(max_examples=150, deadline=None)
@given(
    st.one_of(st.text(max_size=80), st.binary(max_size=40), st.text("page.getByRole('x',{}) \n;=>`\"\\[]await", max_size=60))
)
def test_no_text_or_bytes_whatever_break_a_reader(data: object):
    read(data)
    read(b"PK\x03\x04" + data if isinstance(data, bytes) else "### Tool call: browser_click\n- Args\n" + str(data))


@settings(max_examples=200, deadline=None)
@given(st.text("page.get_by(){}[]'\"`;,=>: \n\\/*awaitconst09#ü", max_size=80))
def test_code_is_read_or_refused_and_never_run(code: str):
    for language in ("python", "javascript", ""):
        try:
            for chain in chains(code, language):
                action_of(chain)
        except AwmError as problem:
            assert problem.text()


@settings(max_examples=200, deadline=None)
@given(st.text("- []'\":/refe1=\n \t\\bidlinkbutton", max_size=80))
def test_trees_and_selectors_take_any_text(text: str):
    for parse in (axtree.parse, aria_snapshot.parse):
        assert axtree.summary(parse(text)) is not None
    assert isinstance(selector(text), dict)
    assert result_of(text).text == text


@settings(max_examples=200, deadline=None)
@given(st.one_of(st.text(max_size=80), json_data.map(lambda data: json.dumps(data))))
def test_no_text_whatever_breaks_the_loading_of_a_workflow(text: str):
    try:
        workflow_yaml.load(text)
    except InvalidPack as problem:
        assert problem.expected


@pytest.mark.parametrize("deep", ["[" * 100_000, '{"a":' * 50_000, '{"steps": ' + "[" * 50_000])
def test_bottomless_nesting_is_an_error_of_ours(deep: str):
    with pytest.raises(AwmError):
        run_report.parse(deep)
    nested: Any = "x"
    for _ in range(500):
        nested = [nested]
    with pytest.raises(AwmError):
        run_report.parse({"task": "t", "steps": nested})
