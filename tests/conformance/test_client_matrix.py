"""Every client we can run here, in every era and on every transport it has, against the same server."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Generator
from pathlib import Path
from typing import Any

import anyio
import pytest
from mcp import Client, StdioServerParameters, stdio_client
from mcp.types import ElicitResult
from node_tools import NodeTools, tools
from served import ROOT, environment, serving

pytestmark = [pytest.mark.conformance, pytest.mark.slow]

MATRIX = (sys.executable, str(Path(__file__).with_name("matrix_server.py")))
PRODUCT = (sys.executable, str(ROOT / "server.py"))


@pytest.fixture(scope="module")
def node() -> NodeTools:
    return tools()


@pytest.fixture(scope="module")
def http(tmp_path_factory: pytest.TempPathFactory) -> Generator[str]:
    with serving((*MATRIX, "--http"), environment(tmp_path_factory.mktemp("home"))) as url:
        yield url


def run(node: NodeTools, *command: str, home: Path) -> subprocess.CompletedProcess[str]:
    env = {**node.env, **environment(home), "PATH": node.env["PATH"], "NODE_HOME": str(node.home)}
    return subprocess.run(command, env=env, capture_output=True, text=True, timeout=100, check=False)


@pytest.mark.parametrize("transport", ["stdio", "http"])
@pytest.mark.parametrize(("sdk", "era"), [("v1", "legacy"), ("v2", "legacy"), ("v2", "modern")])
def test_the_typescript_client_works_through_everything(
    sdk: str, era: str, transport: str, node: NodeTools, http: str, tmp_path: Path
) -> None:
    where = http if transport == "http" else json.dumps(MATRIX)
    script = str(Path(__file__).with_name("ts_client.mjs"))
    done = run(node, str(node.node), script, sdk, era, transport, where, home=tmp_path)
    assert done.returncode == 0, done.stderr[-3000:]
    seen: dict[str, Any] = json.loads(done.stdout)
    assert seen["tools"][0] == "find_workflows" and "shop_delete_item" in seen["tools"]
    assert seen["called"]["status"] == "ok" and seen["same"] and seen["consented"] == "ok" and len(seen["asked"]) == 1
    assert seen["unknown"] == -32602 and seen["wrong"] and seen["prompt"] == 1 and "shop.example" in seen["text"]


@pytest.mark.parametrize("transport", ["stdio", "http"])
@pytest.mark.parametrize("mode", ["legacy", "2026-07-28"])
async def test_the_python_client_works_through_everything(mode: str, transport: str, http: str, tmp_path: Path) -> None:
    async def agree(*_: object) -> ElicitResult:
        return ElicitResult(action="accept", content={"confirm": True})

    env = environment(tmp_path)
    program, *args = MATRIX
    wire: Any = http if transport == "http" else stdio_client(StdioServerParameters(command=program, args=args, env=env))
    with anyio.fail_after(60):
        async with Client(wire, mode=mode, elicitation_callback=agree) as client:
            assert (await client.list_tools()).tools[0].name == "find_workflows"
            asked = {"workflow": "shop_delete_item", "arguments": {"query": "x"}}
            consented = await client.call_tool("run_workflow", asked)
            assert (consented.structured_content or {})["status"] == "ok"
            assert (await client.get_prompt("site_memory", {"site": "shop.example"})).messages
            assert (await client.list_resources()).resources


@pytest.mark.parametrize("era", ["modern", "legacy"])
@pytest.mark.parametrize("server", [MATRIX, PRODUCT], ids=["with-workflows", "product"])
def test_the_inspector_has_nothing_against_the_tools_on_stdio(
    server: tuple[str, str], era: str, node: NodeTools, tmp_path: Path
) -> None:
    asked = (
        "--protocol-era",
        era,
        "--method",
        "tools/list",
        "--format",
        "json",
        "-q",
        "--strict",
        "--connect-timeout",
        "60000",
    )
    done = run(node, str(node.bin("mcp-inspector")), "--cli", *server, *asked, home=tmp_path)
    assert done.returncode == 0, (done.stdout + done.stderr)[-3000:]
    told = json.loads(done.stdout)
    assert told["result"]["tools"][0]["name"] == "find_workflows"
    assert not told.get("findings") and "warning" not in done.stderr.lower()


@pytest.mark.parametrize("era", ["modern", "legacy"])
def test_the_inspector_calls_over_http(era: str, node: NodeTools, http: str, tmp_path: Path) -> None:
    given = ("--tool-name", "find_workflows", "--tool-args-json", '{"task": "x"}')
    asked = (http, "--transport", "http", "--protocol-era", era, "--method", "tools/call", *given, "--format", "json", "-q")
    done = run(node, str(node.bin("mcp-inspector")), "--cli", *asked, home=tmp_path)
    assert done.returncode == 0, (done.stdout + done.stderr)[-3000:]


def test_the_inspector_verifies_the_skills(node: NodeTools, tmp_path: Path) -> None:
    asked = ("--protocol-era", "modern", "--method", "skills/list", "--verify", "--format", "json", "-q")
    done = run(node, str(node.bin("mcp-inspector")), "--cli", *MATRIX, *asked, home=tmp_path)
    assert done.returncode == 0, (done.stdout + done.stderr)[-3000:]
