"""tools/call in both eras: answers, errors, coercion, consent, long calls."""

from __future__ import annotations

import json
from functools import partial
from typing import Any

import anyio
import anyio.lowlevel
import pytest
from face_harness import Connect, data_of, text_of
from mcp import Client
from mcp.shared.exceptions import MCPError
from mcp.types import CallToolResult, ElicitResult, InputRequiredResult

from awm_mcp.config import Settings
from awm_mcp.errors import Refused
from awm_mcp.model import Outcome, Stopped
from awm_mcp.server import progress as progress_module
from awm_mcp.server.catalogue_cache import CachedCatalogue, Listing
from awm_mcp.server.face import Face
from awm_mcp.server.fake import FakeApplication, fake_workflow
from awm_mcp.server.results import MAX_CHARS
from awm_mcp.server.tool_list import ToolList

CALLS: list[tuple[str, dict[str, Any]]] = [
    ("find_workflows", {"task": "find the price"}),
    ("get_workflow", {"workflow": "shop_find_price", "format": "code"}),
    ("run_readonly_workflow", {"workflow": "shop_find_price", "arguments": {"query": "x"}}),
    ("run_workflow", {"workflow": "shop_add_to_basket", "arguments": {"query": "x"}}),
    ("get_run", {"id": "replay_1"}),
    ("get_run", {"id": "run_1", "wait_s": 1}),
    ("cancel_run", {"run_id": "replay_1"}),
    ("report_run", {"task": "t", "outcome": "success", "steps": []}),
    ("usage_report", {"days": 7}),
    ("browser_navigate", {"url": "https://shop.example/"}),
    ("shop_find_price", {"query": "x"}),
]


@pytest.mark.parametrize(("name", "arguments"), CALLS)
async def test_every_tool_answers_the_same_data_twice(connect: Connect, name: str, arguments: dict[str, Any]) -> None:
    async with connect() as client:
        result = await client.call_tool(name, arguments)
    assert not result.is_error
    assert data_of(result)


async def test_browser_tools_take_what_agents_know_from_playwright_mcp_without_listing_it(connect: Connect) -> None:
    sent = {"url": "https://shop.example/", "element": "the shop", "ref": "e1"}
    async with connect() as client:
        data = data_of(await client.call_tool("browser_navigate", sent))
        refused = await client.call_tool("browser_navigate", {**sent, "element": {"no": "text"}})
    assert data["arguments"] == sent
    assert refused.is_error and "'element' {'no': 'text'} is not of type 'string'" in text_of(refused)


async def test_an_outcome_tells_values_page_and_steps(connect: Connect) -> None:
    async with connect() as client:
        data = data_of(await client.call_tool("shop_find_price", {"query": "Dry Cat Food"}))
    assert data["status"] == "ok" and data["outputs"] == {"price": "$12.99"}
    assert data["page"] == {"url": "https://shop.example/cat-food", "title": "Cat food"}
    assert (data["steps_done"], data["steps_total"]) == (1, 1)


async def test_an_unknown_tool_is_a_protocol_error(connect: Connect) -> None:
    async with connect() as client:
        with pytest.raises(MCPError) as caught:
            await client.call_tool("no_such_tool", {})
    assert caught.value.error.code == -32602


@pytest.mark.parametrize(
    ("name", "arguments", "said"),
    [
        ("find_workflows", {}, "'task' is missing"),
        ("find_workflows", {"task": "x", "limit": 500}, "limit"),
        ("get_workflow", {"workflow": "x", "format": "poem"}, "format"),
        ("run_workflow", {"workflow": "shop_find_price", "query": "x"}, "'query' is not an argument"),
        ("shop_find_price", {}, "'query' is missing"),
        ("shop_find_price", {"query": "x", "size": "L"}, "'size' is not a parameter"),
        ("browser_navigate", {"address": "x"}, "'address' is not an argument"),
    ],
)
async def test_bad_arguments_come_back_with_what_to_send_instead(
    connect: Connect, name: str, arguments: dict[str, Any], said: str
) -> None:
    async with connect() as client:
        result = await client.call_tool(name, arguments)
    data = data_of(result)
    assert result.is_error and said in data["seen"] and data["expected"]
    assert data["code"] == "invalid_arguments" and "send" in data["next"]


async def test_arguments_given_flat_are_shown_where_they_belong(connect: Connect) -> None:
    async with connect() as client:
        data = data_of(await client.call_tool("run_workflow", {"workflow": "shop_find_price", "query": "x"}))
    assert json.loads(data["next"].removeprefix("send ")) == {"workflow": "shop_find_price", "arguments": {"query": "x"}}


async def test_stringified_arguments_are_taken_for_what_they_are(connect: Connect, application: FakeApplication) -> None:
    sent = {
        "workflow": "shop_add_to_basket",
        "arguments": '{"query": "x"}',
        "wait_s": "2",
        "dry_run": "true",
        "from_step": "3",
    }
    async with connect() as client:
        assert not (await client.call_tool("run_workflow", sent)).is_error
    _, arguments, options, _ = application.runs[0]
    assert arguments == {"query": "x"}
    assert (options.wait_s, options.dry_run, options.from_step) == (2.0, True, 3)


async def test_a_report_may_be_stringified_or_a_transcript(connect: Connect, application: FakeApplication) -> None:
    async with connect() as client:
        await client.call_tool(
            "report_run", {"task": "t", "outcome": "success", "steps": '[{"a": 1}]', "parameters": '{"q": "x"}'}
        )
        await client.call_tool("report_run", {"task": "t", "outcome": "success", "transcript": "clicked it"})
        await client.call_tool("report_run", {"task": "t", "outcome": "success", "steps": "clicked it"})
    assert application.reports == [
        {"task": "t", "outcome": "success", "steps": [{"a": 1}], "parameters": {"q": "x"}},
        {"task": "t", "outcome": "success", "steps": "clicked it"},
        {"task": "t", "outcome": "success", "steps": "clicked it"},
    ]


async def test_an_unusable_report_says_what_to_send(connect: Connect) -> None:
    async with connect() as client:
        result = await client.call_tool("report_run", {"outcome": "success"})
    assert result.is_error and data_of(result)["next"] == "send the task text"


async def test_the_readonly_tool_refuses_what_writes_and_names_the_right_call(
    connect: Connect, application: FakeApplication
) -> None:
    async with connect() as client:
        result = await client.call_tool(
            "run_readonly_workflow", {"workflow": "shop_add_to_basket", "arguments": {"query": "x"}}
        )
    assert result.is_error and "call run_workflow with" in data_of(result)["next"] and application.runs == []


async def test_an_error_of_ours_is_complete_in_the_text(connect: Connect, application: FakeApplication) -> None:
    application.problem = Refused("no_way", expected="this", seen="that", next="do so")
    async with connect() as client:
        result = await client.call_tool("shop_find_price", {"query": "x"})
    assert result.is_error
    assert data_of(result) == {"code": "no_way", "expected": "this", "seen": "that", "next": "do so"}


async def test_an_unknown_error_shows_an_id_and_no_secret(
    connect: Connect, application: FakeApplication, caplog: pytest.LogCaptureFixture
) -> None:
    application.problem = RuntimeError("password=hunter2")
    async with connect() as client:
        result = await client.call_tool("shop_find_price", {"query": "x"})
    assert result.is_error and "hunter2" not in text_of(result)
    mark = data_of(result)["seen"].rsplit(" ", 1)[1]
    assert mark in caplog.text and "hunter2" in caplog.text


async def test_a_screenshot_is_a_picture_and_nothing_else(connect: Connect) -> None:
    async with connect() as client:
        for name, arguments in (("get_artifact", {"run_id": "replay_1"}), ("browser_take_screenshot", {})):
            result = await client.call_tool(name, arguments)
            assert [block.type for block in result.content] == ["image"] and result.structured_content is None


async def test_a_missing_screenshot_says_what_to_do(connect: Connect) -> None:
    async with connect() as client:
        result = await client.call_tool("get_artifact", {"run_id": "replay_1", "step": 99})
    assert result.is_error and data_of(result)["next"] == "leave out step"


async def test_a_huge_result_is_cut_and_says_so(connect: Connect, application: FakeApplication) -> None:
    application.outputs = {"rows": [{"name": "n" * 500, "text": "\ud800" + "語" * 900}] * 500, "nan": float("nan")}
    async with connect() as client:
        result = await client.call_tool("shop_find_price", {"query": "x"})
    data = data_of(result)
    assert len(text_of(result)) <= MAX_CHARS and "cut" in data["truncated"] and data["status"] == "ok"


async def test_the_caller_is_known_by_client_era_and_connection(
    connect: Connect, application: FakeApplication, era: str
) -> None:
    async with connect() as client:
        await client.call_tool("find_workflows", {"task": "x"})
        await client.call_tool("find_workflows", {"task": "y"})
    first, second = application.finds
    assert first == second and first.client == "mcp" and first.connection
    assert first.era == ("legacy" if era == "legacy" else "modern")


async def test_every_list_is_counted(connect: Connect, application: FakeApplication) -> None:
    async with connect() as client:
        await client.list_tools()
        await client.call_tool("find_workflows", {"task": "x"})
        for _ in range(100):
            if application.lists:
                break
            await anyio.lowlevel.checkpoint()
    assert len(application.lists) == 1


async def test_progress_always_increases_and_tells_the_steps(connect: Connect, application: FakeApplication) -> None:
    application.steps = 3
    seen: list[tuple[float, float | None, str | None]] = []

    async def note(value: float, total: float | None, said: str | None) -> None:
        seen.append((value, total, said))

    async with connect() as client:
        await client.call_tool("shop_find_price", {"query": "x"}, progress_callback=note)
    assert seen == [(1, 3, "step 1"), (2, 3, "step 2"), (3, 3, "step 3")]


async def test_a_silent_run_still_beats(
    connect: Connect, application: FakeApplication, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(progress_module, "BEAT_S", 0.01)
    application.gate = anyio.Event()
    seen: list[float] = []

    async def note(value: float, total: float | None, said: str | None) -> None:
        seen.append(value)
        if len(seen) == 3 and application.gate is not None:
            application.gate.set()

    async with connect() as client:
        result = await client.call_tool("shop_find_price", {"query": "x"}, progress_callback=note)
    assert data_of(result)["status"] == "ok"
    assert seen == sorted(set(seen)) and len(seen) >= 3


async def test_a_long_run_answers_in_time_with_its_id(connect: Connect, application: FakeApplication) -> None:
    application.gate = anyio.Event()
    async with connect() as client:
        data = data_of(
            await client.call_tool("run_workflow", {"workflow": "shop_find_price", "arguments": {"query": "x"}, "wait_s": 0})
        )
    assert data["status"] == "running" and data["run_id"] == "replay_1" and data["next"]


async def test_nobody_waits_longer_than_the_owner_allows(connect: Connect, application: FakeApplication) -> None:
    async with connect() as client:
        await client.call_tool("run_workflow", {"workflow": "shop_find_price", "arguments": {"query": "x"}, "wait_s": 60})
        await client.call_tool("shop_find_price", {"query": "x"})
    assert [options.wait_s for _, _, options, _ in application.runs] == [5.0, 5.0]


async def test_cancelling_the_call_reaches_the_run(connect: Connect, application: FakeApplication) -> None:
    application.gate = anyio.Event()
    async with connect() as client:
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(client.call_tool, "shop_find_price", {"query": "x"})
            while "run started" not in application.events:
                await anyio.lowlevel.checkpoint()
            tasks.cancel_scope.cancel()
        await client.call_tool("find_workflows", {"task": "x"})
        assert "run cancelled" in application.events


async def test_without_elicitation_a_destructive_run_tells_exactly_what_to_send(
    connect: Connect, application: FakeApplication
) -> None:
    sent = {"workflow": "shop_delete_item", "arguments": {"query": "x"}}
    async with connect() as client:
        data = data_of(await client.call_tool("run_workflow", sent))
        assert data["status"] == "confirmation_required" and application.runs == []
        again = json.loads(data["next"].partition("call run_workflow with ")[2])
        assert again == {**sent, "confirm": True}
        assert data_of(await client.call_tool("run_workflow", again))["status"] == "ok"


async def test_a_destructive_tool_takes_consent_as_its_own_flag(connect: Connect, application: FakeApplication) -> None:
    async with connect() as client:
        data = data_of(await client.call_tool("shop_delete_item", {"query": "x"}))
        assert data["status"] == "confirmation_required"
        again = json.loads(data["next"].partition("call shop_delete_item with ")[2])
        assert data_of(await client.call_tool("shop_delete_item", again))["status"] == "ok"
    ((_, arguments, options, _),) = application.runs
    assert arguments == {"query": "x"} and options.confirm


async def test_a_dry_run_needs_no_consent(connect: Connect, application: FakeApplication) -> None:
    async with connect() as client:
        sent = {"workflow": "shop_delete_item", "arguments": {"query": "x"}, "dry_run": True}
        assert data_of(await client.call_tool("run_workflow", sent))["status"] == "ok"


async def test_a_dry_run_that_got_to_what_writes_does_not_ask_to_be_done_again(
    connect: Connect, application: FakeApplication, monkeypatch: pytest.MonkeyPatch
) -> None:
    done = Outcome(
        run_id="replay_1", workflow="shop_delete_item", status="dry_run",
        stopped=Stopped(step=1, code="dry_run"), next="dry run: the start page is there", callers_mistake=True,
    )  # fmt: skip
    monkeypatch.setattr(application, "_outcome", lambda *_: done)
    async with connect() as client:
        sent = {"workflow": "shop_delete_item", "arguments": {"query": "x"}, "dry_run": True}
        data = data_of(await client.call_tool("run_workflow", sent))
    assert data["next"] == "dry run: the start page is there"
    assert "callers_mistake" not in data


@pytest.mark.parametrize(
    ("given", "status", "runs"),
    [
        (ElicitResult(action="accept", content={"confirm": True}), "ok", 1),
        (ElicitResult(action="accept", content={"confirm": False}), "cancelled", 0),
        (ElicitResult(action="decline"), "cancelled", 0),
        (ElicitResult(action="cancel"), "cancelled", 0),
    ],
)
async def test_a_person_is_asked_where_the_client_can(
    connect: Connect, application: FakeApplication, given: ElicitResult, status: str, runs: int
) -> None:
    asked: list[str] = []

    async def answer(_context: Any, params: Any) -> ElicitResult:
        asked.append(params.message)
        return given

    async with connect(elicitation_callback=answer) as client:
        data = data_of(await client.call_tool("shop_delete_item", {"query": "old chair"}))
    assert data["status"] == status and len(application.runs) == runs
    assert len(asked) == 1 and "old chair" in asked[0] and "shop.example" in asked[0]


async def test_consent_holds_for_one_call_only(face: Face, application: FakeApplication) -> None:
    async def never(_context: Any, params: Any) -> ElicitResult:
        pytest.fail("the test answers by itself")

    yes = {"confirm": ElicitResult(action="accept", content={"confirm": True})}
    async with face.open() as server, Client(server, mode="auto", elicitation_callback=never) as client:
        call = partial(client.session.call_tool, "run_workflow", allow_input_required=True)
        sent = {"workflow": "shop_delete_item", "arguments": {"query": "x"}}
        asked = await call(sent)
        assert isinstance(asked, InputRequiredResult)
        first = await call(sent, input_responses=yes, request_state=asked.request_state)
        again = await call(sent, input_responses=yes, request_state=asked.request_state)
        with pytest.raises(MCPError):  # the state is bound to the arguments it was made for
            await call({**sent, "arguments": {"query": "y"}}, input_responses=yes, request_state=asked.request_state)
        unasked = await call(sent, input_responses=yes)
    assert isinstance(first, CallToolResult) and data_of(first)["status"] == "ok"
    assert isinstance(again, CallToolResult) and data_of(again)["status"] == "cancelled"
    assert isinstance(unasked, InputRequiredResult) and len(application.runs) == 1


async def test_nobody_is_asked_about_a_call_that_cannot_be_made(connect: Connect) -> None:
    async def never(_context: Any, params: Any) -> ElicitResult:
        pytest.fail("asked")

    async with connect(elicitation_callback=never) as client:
        assert (await client.call_tool("shop_delete_item", {})).is_error


async def test_a_tool_no_longer_listed_still_works_and_names_its_successor(
    connect: Connect, face: Face, application: FakeApplication, settings: Settings
) -> None:
    async with connect() as client:
        catalogue = face.announcer.tools.catalogue
        listing = Listing(former={"shop_price": "wf_shop_find_price"})
        face.announcer.tools = ToolList(
            CachedCatalogue(generation=9, workflows=catalogue.workflows, listing=listing), settings
        )
        data = data_of(await client.call_tool("shop_price", {"query": "x"}))
    assert data["status"] == "ok" and "superseded by shop_find_price" in data["note"]


async def test_a_retired_workflow_is_called_by_its_old_name_but_a_draft_is_no_tool(
    connect: Connect, application: FakeApplication
) -> None:
    async with connect() as client:
        for name, state in (("old_tool", "retired"), ("new_draft", "draft")):
            application.workflows.append(fake_workflow(name).model_copy(update={"state": state}))
        assert data_of(await client.call_tool("old_tool", {"query": "x"}))["status"] == "ok"
        with pytest.raises(MCPError):
            await client.call_tool("new_draft", {"query": "x"})
