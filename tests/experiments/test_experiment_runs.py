"""The harness on a fake memory server: arms, order, online learning, resuming, budgets and broken set-ups."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import anyio
import pytest
from fake_memory_server import BROWSER, CORE, FLOW, HOME, FakeMemoryServer
from mcp import Client

from awm_mcp.cli.evaluate import counted
from awm_mcp.errors import InvalidInput, Unavailable
from awm_mcp.experiments.agent import Assignment, Finish
from awm_mcp.experiments.arms import parse
from awm_mcp.experiments.desk import Desk
from awm_mcp.experiments.experiment import Means, Plan, drawn, experiment, ordered
from awm_mcp.experiments.records import Record
from awm_mcp.experiments.scripted import Scripted
from awm_mcp.experiments.task_file import Budget, Check, TaskFile

Servers = dict[str, FakeMemoryServer]


def tasks(*queries: str, **budget: Any) -> TaskFile:
    def task(query: str) -> dict[str, Any]:
        return {
            "id": query, "instruction": f"Find the price of {query}", "start_url": HOME, "family": "price",
            "check": {"contains": f"${len(query)}.00", "url": f"q={query}$"},
            "by_hand": [
                {"do": "type", "role": "searchbox", "name": "Search", "value": query},
                {"do": "click", "role": "button", "name": "Go"},
                {"do": "read", "pattern": r"paragraph: (\$[\d.]+)"},
            ],
        }  # fmt: skip

    return TaskFile.model_validate({"name": "fake", "budget": budget, "tasks": [task(query) for query in queries]})


def plan(folder: Path, file: TaskFile, arms: str = "none,text,tools,both", **given: Any) -> Plan:
    return Plan(**{"file": file, "arms": parse(arms), "agent": Scripted("follow"), "seed": 1, "folder": folder, **given})


def means(servers: Servers, told: Callable[[Record], None] = lambda record: None, **fake: Any) -> Means:
    def connect(home: Path, arm: str | None, log: object) -> Client:
        assert home.is_dir()
        kept = servers.setdefault(home.name, FakeMemoryServer(**fake))
        return Client(kept.server())

    async def prepare(home: Path, origin: str) -> None:
        servers[home.name] = FakeMemoryServer(stocked=True)

    return Means(connect, prepare, told)


async def test_each_server_counts_under_its_arm_and_the_experiments_own_look_ups_count_nowhere(tmp_path: Path) -> None:
    given = means({})
    asked: list[str | None] = []

    def connect(home: Path, arm: str | None, log: Any) -> Client:
        asked.append(arm)
        return given.connect(home, arm, log)  # type: ignore[arg-type]

    await experiment(plan(tmp_path, tasks("oak"), "none,tools"), Means(connect, given.prepare, given.told))
    assert {arm for arm in asked if arm} == {"none", "tools"} and None in asked
    assert counted("tools") == {"AWM_ARM": "tools"} and counted(None) == {"AWM_USAGE": "false"}


async def test_a_pack_that_could_not_be_put_in_is_put_in_by_the_next_try(tmp_path: Path) -> None:
    given, tried = means({}), list[str]()

    async def prepare(home: Path, origin: str) -> None:
        tried.append(home.name)
        if len(tried) == 1:
            raise RuntimeError("half way")
        await given.prepare(home, origin)

    packed = plan(tmp_path / "out", tasks("oak"), "tools", pack=tmp_path, online=False)
    with pytest.raises(RuntimeError):
        await experiment(packed, replace(given, prepare=prepare))
    (record,) = await experiment(packed, replace(given, prepare=prepare))
    assert tried == ["tools", "tools"] and record.workflow_calls == 1


class Idle:
    """An agent that does what it is told by a function, and remembers what it saw."""

    name = "idle"

    def __init__(self, work: Callable[[Desk], Any] | None = None) -> None:
        self.work = work
        self.given: list[Assignment] = []
        self.tools: list[list[str]] = []

    async def solve(self, assignment: Assignment, desk: Desk) -> Finish:
        self.given.append(assignment)
        self.tools.append([tool.name for tool in await desk.tools()])
        if self.work is not None:
            await self.work(desk)
        return Finish(answer="none")


async def test_each_arm_learns_in_a_memory_of_its_own_and_the_curve_shows_it(tmp_path: Path):
    servers: Servers = {}
    results = await experiment(plan(tmp_path, tasks("oak", "birch", "elm")), means(servers))
    assert all(record.solved for record in results) and len(results) == 12
    calls = {arm: [r.workflow_calls for r in results if r.arm == arm] for arm in servers}
    assert calls == {"none": [0, 0, 0], "text": [0, 0, 0], "tools": [0, 1, 1], "both": [0, 1, 1]}
    assert not servers["none"].stocked
    assert "report_run" not in servers["none"].names()
    learned = {arm: [r.learned for r in results if r.arm == arm] for arm in servers}
    assert learned["tools"] == [(FLOW,), (), ()]


async def test_what_a_search_would_have_found_is_measured_apart_from_the_agent(tmp_path: Path):
    results = await experiment(plan(tmp_path, tasks("oak", "elm"), "text,tools"), means({}))
    by_arm = {arm: [(r.matched, r.shown, r.followed) for r in results if r.arm == arm] for arm in ("text", "tools")}
    assert by_arm["text"] == [(False, False, False), (True, True, True)]
    assert by_arm["tools"] == [(False, False, False), (True, True, False)]


async def test_the_order_is_drawn_from_the_seed_and_the_same_in_all_arms(tmp_path: Path):
    file = tasks("oak", "birch", "elm", "ash", "fir")
    results = await experiment(plan(tmp_path, file, "none,text", online=False), means({}))
    orders = [[r.task for r in results if r.arm == arm] for arm in ("none", "text")]
    assert orders[0] == orders[1] == [task.id for task in ordered(file.tasks, 1)]
    assert len({tuple(task.id for task in ordered(file.tasks, seed)) for seed in range(5)}) > 1
    assert len({tuple(drawn(parse("none,text,tools,both"), seed)) for seed in range(5)}) > 1


async def test_an_agent_sees_only_the_tools_and_texts_of_its_arm(tmp_path: Path):
    seen: dict[str, tuple[list[str], Assignment]] = {}
    for arm in ("none", "text", "tools", "both"):
        agent, servers = Idle(), {arm: FakeMemoryServer(stocked=True)}
        await experiment(plan(tmp_path / arm, tasks("oak"), arm, agent=agent), means(servers))
        seen[arm] = agent.tools[0], agent.given[0]
    workflow_tools = {*CORE, FLOW} - {"report_run", "usage_report"}
    for arm in ("none", "text"):
        assert set(seen[arm][0]) == set(BROWSER) and seen[arm][1].instructions == ""
    for arm in ("tools", "both"):
        assert set(seen[arm][0]) == {*BROWSER, *workflow_tools} and "find_workflows" in seen[arm][1].instructions
    assert [bool(seen[arm][1].memory) for arm in ("none", "text", "tools", "both")] == [False, True, False, True]


async def test_a_hidden_tool_never_reaches_the_server_and_offers_are_taken_out(tmp_path: Path):
    answers: list[Any] = []

    async def work(desk: Desk) -> None:
        answers.append(await desk.call("find_workflows", {"task": "x"}))
        answers.append(await desk.call("browser_navigate", {"url": HOME}))

    servers = {"text": FakeMemoryServer(stocked=True)}
    (record,) = await experiment(plan(tmp_path, tasks("oak"), "text", agent=Idle(work)), means(servers))
    assert answers[0].is_error and "unknown tool" in answers[0].text
    assert "offers" not in answers[1].data and "offers" not in answers[1].text
    assert (record.tool_calls, record.searches) == (2, 0)
    assert servers["text"].names().count("find_workflows") == 1  # the experiment's own, after the task


async def test_tools_can_be_narrowed_but_published_ones_stay(tmp_path: Path):
    agent = Idle()
    servers = {"tools": FakeMemoryServer(stocked=True)}
    given = plan(tmp_path, tasks("oak"), "tools", agent=agent, only=("browser_navigate", "find_workflows"))
    await experiment(given, means(servers))
    assert agent.tools == [["find_workflows", "browser_navigate", FLOW]]


async def test_what_is_finished_is_not_done_again(tmp_path: Path):
    done: list[str] = []
    file = tasks("oak", "birch", "elm")

    def stop_at_second(record: Record) -> None:
        done.append(record.task)
        if len(done) == 2:
            raise KeyboardInterrupt

    servers: Servers = {}
    with pytest.raises(BaseException) as broken:
        await experiment(plan(tmp_path, file, "tools"), means(servers, stop_at_second))
    assert "KeyboardInterrupt" in repr(broken.value)
    results = await experiment(plan(tmp_path, file, "tools"), means(servers, lambda record: done.append(record.task)))
    assert len(done) == 3 and set(done) == {"oak", "birch", "elm"}
    assert [record.workflow_calls for record in results] == [0, 1, 1]
    assert await experiment(plan(tmp_path, file, "tools"), means({})) == results


async def test_a_result_cut_off_by_a_crash_is_done_again(tmp_path: Path):
    file, servers = tasks("oak", "elm"), Servers()
    await experiment(plan(tmp_path, file, "none"), means(servers))
    path = tmp_path / "results.jsonl"
    text = path.read_text(encoding="utf-8")
    path.write_text(text[:-30], encoding="utf-8")
    results = await experiment(plan(tmp_path, file, "none"), means(servers))
    assert [record.solved for record in results] == [True, True]
    assert len({record.key for record in results}) == 2


@pytest.mark.parametrize("change", [{"seed": 2}, {"online": False}, {"agent": Scripted("by_hand")}, {"file": tasks("ash")}])
async def test_a_folder_holds_one_experiment_only(tmp_path: Path, change: dict[str, Any]):
    first = plan(tmp_path, tasks("oak"), "none")
    await experiment(first, means({}))
    with pytest.raises(InvalidInput) as caught:
        await experiment(replace(first, **change), means({}))
    assert caught.value.code == "another_experiment"
    assert "--out" in caught.value.next


async def test_a_pack_is_put_into_every_arm_but_none(tmp_path: Path):
    servers: Servers = {}
    pack = tmp_path / "pack"
    results = await experiment(plan(tmp_path / "out", tasks("oak"), "none,tools", pack=pack), means(servers))
    assert {r.arm: r.workflow_calls for r in results} == {"none": 0, "tools": 1}
    assert not servers["none"].stocked


async def test_by_hand_never_searches(tmp_path: Path):
    servers: Servers = {}
    given = plan(tmp_path, tasks("oak", "elm"), "tools", agent=Scripted("by_hand"))
    results = await experiment(given, means(servers))
    assert [(r.solved, r.workflow_calls, r.searches) for r in results] == [(True, 0, 0), (True, 0, 0)]


async def test_a_workflow_that_stops_is_counted_and_the_task_goes_on_by_hand(tmp_path: Path):
    servers = {"tools": FakeMemoryServer(stocked=True, status="target_not_found")}
    (record,) = await experiment(plan(tmp_path, tasks("oak"), "tools"), means(servers))
    assert record.solved
    assert (record.workflow_calls, record.workflows_ok, record.steps_by_workflow) == (1, 0, 2)
    assert record.reported


async def test_a_value_that_a_workflow_does_not_return_is_read_from_the_page_it_led_to(tmp_path: Path):
    servers = {"tools": FakeMemoryServer(stocked=True, outputs=False)}
    (record,) = await experiment(plan(tmp_path, tasks("birch"), "tools"), means(servers))
    assert (record.solved, record.answer, record.reported) == (True, "$5.00", False)


@pytest.mark.parametrize(
    ("budget", "why"),
    [({"tool_calls": 2}, "tool_calls"), ({"model_calls": 1}, "model_calls"), ({"seconds": 0.2}, "seconds")],
)
async def test_a_spent_budget_ends_the_task_and_not_the_experiment(tmp_path: Path, budget: dict[str, Any], why: str):
    async def work(desk: Desk) -> None:
        if "seconds" in budget:
            await anyio.sleep_forever()
        while True:
            desk.take_model_call()
            await desk.call("browser_navigate", {"url": HOME})
            if "tool_calls" in budget:
                desk.spent.model_calls = 0

    results = await experiment(plan(tmp_path, tasks("oak", "elm", **budget), "none", agent=Idle(work)), means({}))
    assert [(r.ended, r.why, r.solved) for r in results] == [("budget", why, False)] * 2
    assert results[0].tool_calls <= Budget(**budget).tool_calls


async def test_a_model_out_of_reach_stops_the_experiment_without_a_result(tmp_path: Path):
    async def work(desk: Desk) -> None:
        raise Unavailable("model_unavailable", seen="refused")

    with pytest.raises(BaseException) as caught:
        await experiment(plan(tmp_path, tasks("oak"), "none", agent=Idle(work)), means({}))
    assert "oak in arm none: refused" in repr(caught.value)
    assert not (tmp_path / "results.jsonl").exists()


async def test_a_browser_that_does_not_open_is_no_failed_task(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(FakeMemoryServer, "_browser_navigate", lambda self, given: {"code": "no_browser", "seen": "none"})
    with pytest.raises(BaseException) as caught:
        await experiment(plan(tmp_path, tasks("oak"), "none"), means({}))
    assert "not_ready" in repr(caught.value) and "no_browser" in repr(caught.value)
    assert not (tmp_path / "results.jsonl").exists()


async def test_a_broken_python_check_is_told_before_anything_is_started(tmp_path: Path):
    file = tasks("oak")
    broken = file.tasks[0].model_copy(update={"check": Check(python="no_such_module:f")})
    with pytest.raises(InvalidInput) as caught:
        await experiment(plan(tmp_path / "out", file.model_copy(update={"tasks": (broken,)})), means({}))
    assert caught.value.code == "broken_check"
    assert not (tmp_path / "out").exists()


async def test_every_tool_call_is_kept_in_a_trace(tmp_path: Path):
    await experiment(plan(tmp_path, tasks("oak"), "none"), means({}))
    lines = (tmp_path / "traces" / "none" / "oak.jsonl").read_text(encoding="utf-8").splitlines()
    assert [json.loads(line)["tool"] for line in lines] == ["browser_navigate", "browser_type", "browser_click"]


@pytest.mark.parametrize("text", ["", "none,all", "NONE"])
def test_an_unknown_arm_is_told(text: str):
    with pytest.raises(InvalidInput) as caught:
        parse(text)
    assert caught.value.code == "unknown_arm"
