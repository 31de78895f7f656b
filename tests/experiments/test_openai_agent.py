"""The tool-calling agent against a local fake of an OpenAI-compatible server, on a fake memory server."""

from __future__ import annotations

import json
import threading
from collections.abc import Generator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import openai
import pytest
from fake_memory_server import HOME, FakeMemoryServer
from mcp import Client

from awm_mcp.errors import Unavailable
from awm_mcp.experiments.experiment import Means, Plan, experiment
from awm_mcp.experiments.openai_agent import NUDGE, SHORTENED, OpenAIAgent
from awm_mcp.experiments.records import Record
from awm_mcp.experiments.task_file import TaskFile

Reply = dict[str, Any] | int
FILE = TaskFile.model_validate(
    {
        "name": "fake",
        "budget": {"model_calls": 8, "tool_calls": 8, "seconds": 60},
        "tasks": [{"id": "oak", "instruction": "Find the price of oak", "start_url": HOME, "check": {"contains": "$3.00"}}],
    }
)


def says(text: str) -> Reply:
    return {"role": "assistant", "content": text}


def calls(name: str, arguments: dict[str, Any] | str, ident: str = "call_1") -> Reply:
    given = arguments if isinstance(arguments, str) else json.dumps(arguments)
    function = {"name": name, "arguments": given}
    return {"role": "assistant", "content": None, "tool_calls": [{"id": ident, "type": "function", "function": function}]}


class FakeModel:
    """Gives its replies in turn, a number as that HTTP error; ``asked`` holds the bodies of all requests."""

    def __init__(self, *replies: Reply) -> None:
        self.replies = list(replies)
        self.asked: list[dict[str, Any]] = []

    @contextmanager
    def served(self) -> Generator[str]:
        fake = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                fake.asked.append(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))
                status, body = fake.answer()
                data = json.dumps(body).encode()
                self.send_response(status)
                self.send_header("Content-Type", "application/json")
                self.send_header("Content-Length", str(len(data)))
                self.end_headers()
                self.wfile.write(data)

            def log_message(self, format: str, *args: object) -> None:
                pass

        server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_port}/v1"
        finally:
            server.shutdown()
            server.server_close()
            thread.join()

    def answer(self) -> tuple[int, dict[str, Any]]:
        reply = self.replies.pop(0)
        if isinstance(reply, int):
            return reply, {"error": {"message": "the request exceeds the available context size", "code": reply}}
        choice = {"index": 0, "finish_reason": "stop", "message": reply}
        usage = {"prompt_tokens": 10, "completion_tokens": 2, "total_tokens": 12}
        return 200, {
            "id": "c", "object": "chat.completion", "created": 1, "model": "m", "choices": [choice], "usage": usage,
        }  # fmt: skip


async def tried(folder: Path, model: FakeModel, arm: Any = "tools", *, stocked: bool = True, **options: Any) -> Record:
    server = FakeMemoryServer(stocked=stocked)

    async def prepare(home: Path, origin: str) -> None:
        pass

    with model.served() as address:
        async with openai.AsyncOpenAI(api_key="k", base_url=address, max_retries=0) as client:
            agent = OpenAIAgent(client, "m", seed=7, attempts=1, **options)
            means = Means(lambda home, arm, log: Client(server.server()), prepare, lambda record: None)
            (record,) = await experiment(Plan(FILE, (arm,), agent, 7, folder), means)
    return record


FOUND = calls("find_workflows", {"task": "Find the price of oak", "url": HOME})
RUN = calls("run_workflow", {"workflow": "shop_find_price", "arguments": {"query": "oak"}})


async def test_it_finds_a_workflow_calls_it_and_answers(tmp_path: Path):
    model = FakeModel(FOUND, RUN, says("$3.00"))
    record = await tried(tmp_path, model)
    assert (record.solved, record.agent, record.workflow_calls, record.model_calls) == (True, "openai:m", 1, 3)
    assert (record.tokens_in, record.tokens_out) == (30, 6)
    first = model.asked[0]
    assert (first["model"], first["seed"], first["temperature"]) == ("m", 7, 0)
    assert "find_workflows" in {tool["function"]["name"] for tool in first["tools"]}
    assert "Find the price of oak" in first["messages"][1]["content"] and HOME in first["messages"][1]["content"]
    assert [message["role"] for message in model.asked[2]["messages"]] == ["system", "user", *["assistant", "tool"] * 2]


async def test_without_memory_it_is_given_browser_tools_only_and_what_it_did_is_kept(tmp_path: Path):
    model = FakeModel(
        calls("browser_navigate", {"url": HOME}),
        calls("browser_type", {"session": "page_2", "target": "e1", "text": "oak"}),
        calls("browser_click", {"session": "page_2", "target": "e2"}),
        says("It costs $3.00"),
    )
    record = await tried(tmp_path, model, "none")
    assert (record.solved, record.steps, record.tool_calls, record.reported) == (True, 3, 3, False)
    assert all(tool["function"]["name"].startswith("browser_") for tool in model.asked[0]["tools"])
    assert "searchbox" in model.asked[1]["messages"][3]["content"].splitlines()[1]


async def test_the_memory_of_the_site_is_in_the_prompt_of_the_text_arm(tmp_path: Path):
    model = FakeModel(says("$3.00"))
    await tried(tmp_path, model, "text")
    assert "remembered: search, go" in model.asked[0]["messages"][1]["content"]


@pytest.mark.parametrize(
    ("call", "said"),
    [
        (calls("run_workflow", "{broken"), "no JSON"),
        (calls("run_workflow", "[1]"), "JSON object"),
        (calls("report_run", {}), "unknown tool"),
        (calls("browser_type", {"target": "e9", "text": "x"}), "no_such_element"),
    ],
)
async def test_a_wrong_call_is_told_and_the_model_may_go_on(tmp_path: Path, call: Reply, said: str):
    model = FakeModel(call, RUN, says("$3.00"))
    record = await tried(tmp_path, model)
    assert record.solved
    assert said in model.asked[1]["messages"][-1]["content"]


async def test_long_answers_are_cut_to_what_was_allowed(tmp_path: Path):
    model = FakeModel(FOUND, says("$3.00"))
    await tried(tmp_path, model, result_chars=100)
    assert len(model.asked[1]["messages"][-1]["content"]) == 100


async def test_an_empty_reply_is_asked_for_again_a_few_times_only(tmp_path: Path):
    model = FakeModel(says(""), says(" "), says(""))
    record = await tried(tmp_path, model)
    assert (record.ended, record.solved, record.model_calls) == ("gave_up", False, 3)
    assert model.asked[1]["messages"][-1]["content"] == NUDGE


async def test_a_conversation_too_long_is_shortened_once(tmp_path: Path):
    long = calls("find_workflows", {"task": "oak " * 100, "url": HOME})
    model = FakeModel(long, long, long, RUN, 400, says("$3.00"))
    record = await tried(tmp_path, model)
    assert record.solved
    results = [m["content"] for m in model.asked[5]["messages"] if m["role"] == "tool"]
    assert [len(text) <= SHORTENED for text in results] == [True, True, False, False]
    model = FakeModel(400, 400)
    record = await tried(tmp_path / "again", model)
    assert (record.ended, record.why) == ("gave_up", "the conversation no longer fits the model's context")


async def test_a_loop_without_end_is_ended_by_the_budget(tmp_path: Path):
    record = await tried(tmp_path, FakeModel(*[FOUND] * 20))
    assert (record.ended, record.why, record.model_calls) == ("budget", "model_calls", 8)


@pytest.mark.parametrize("status", [401, 404, 500])
async def test_an_endpoint_that_refuses_stops_the_experiment(tmp_path: Path, status: int):
    with pytest.raises(BaseException) as caught:
        await tried(tmp_path, FakeModel(status, status))
    found = caught.value
    while isinstance(found, BaseExceptionGroup):
        found = found.exceptions[0]
    assert isinstance(found, Unavailable)
    assert found.code == "model_unavailable" and "OPENAI_BASE_URL" in found.next
    assert not (tmp_path / "results.jsonl").exists()
