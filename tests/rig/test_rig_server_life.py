"""What a host may rely on while real runs are reported: secrets stay out, the list stands still, nothing is left running."""

from __future__ import annotations

import asyncio
import base64
import json
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import shared_rig
from mcp_process import ROOT, started
from raw_stdio import HANDSHAKE, MODERN, Era, wired
from rig_cases import learn, replay, server_environment
from rig_process_table import Process, descendants, left_after

pytestmark = [pytest.mark.rig, pytest.mark.process, pytest.mark.browser, pytest.mark.timeout(900)]
READING = ("price_of_product",)
SIGNING_IN = ("staff_change_price",)


@pytest.fixture(autouse=True)
def _installed() -> None:
    if reason := shared_rig.why_absent("shop"):
        pytest.skip(reason)


def test_a_password_of_a_reported_run_is_nowhere_in_the_home_or_in_any_answer(tmp_path: Path) -> None:
    said = asyncio.run(_sign_in_and_collect(tmp_path))

    assert len(said) > 5
    assert _holders(tmp_path, shared_rig.PASSWORDS["shop"]) == []
    assert [text[:200] for text in said if shared_rig.PASSWORDS["shop"] in text] == []


async def _sign_in_and_collect(home: Path) -> list[str]:
    with shared_rig.served("shop"):
        async with started(home, server_environment("shop", home, writes="verify")) as server:
            await learn(server, "shop", SIGNING_IN)
            held = next(case for case in shared_rig.held_cases("shop") if case.template in SIGNING_IN)
            result = await replay(server, held)
            for form in ("steps", "prompt", "code", "skill"):
                await server.call("get_workflow", workflow=result.workflow, format=form)
            await server.call("usage_report")
            await server.tools()
            return [*server.said, *await _resources(server.client)]


async def _resources(client: Any) -> list[str]:
    listed = (await client.list_resources()).resources
    return [(await client.read_resource(str(resource.uri))).model_dump_json() for resource in listed]


def _holders(home: Path, secret: str) -> list[str]:
    forms = [secret.encode(encoding) for encoding in ("utf-8", "utf-16-le", "utf-16-be")]
    forms.append(base64.b64encode(secret.encode()).rstrip(b"=")[:-1])
    files = [path for path in home.rglob("*") if path.is_file()]
    assert any(path.suffix == ".sqlite3" for path in files)
    return [str(path) for path in files if any(form in path.read_bytes() for form in forms)]


@pytest.mark.parametrize("era", [MODERN, HANDSHAKE])
def test_the_list_of_tools_is_the_same_byte_for_byte_before_and_right_after_a_report(tmp_path: Path, era: Era) -> None:
    before, after, answer = asyncio.run(_list_around_a_report(tmp_path, era))

    assert answer["structuredContent"]["accepted"] is True
    assert b'"report_run"' in before
    assert before == after


async def _list_around_a_report(home: Path, era: Era) -> tuple[bytes, bytes, dict[str, Any]]:
    report = shared_rig.reports("shop", READING)[0]
    command = [sys.executable, str(ROOT / "server.py")]
    async with wired(command, server_environment("shop", home), era, cwd=home) as wire:
        await wire.hello()
        before = await wire.list_bytes()
        answer = await wire.result("tools/call", {"name": "report_run", "arguments": report})
        return before, await wire.list_bytes(), answer


def test_no_browser_is_left_when_the_host_closes_the_connection(tmp_path: Path) -> None:
    children, verdict = asyncio.run(_use_the_browser_and_close(tmp_path))

    assert any("chrom" in process.name for process in children), f"no browser among the server's processes ({verdict})"
    assert left_after(children, 10) == []


async def _use_the_browser_and_close(home: Path) -> tuple[list[Process], str]:
    with shared_rig.served("shop"):
        async with started(home, server_environment("shop", home)) as server:
            await learn(server, "shop", READING)
            held = next(case for case in shared_rig.held_cases("shop") if case.template in READING)
            result = await replay(server, held)
            return descendants(os.getpid()), json.dumps(result.line())


def test_the_whole_home_of_a_proof_holds_no_password(proof: Callable[[str, str], Any]) -> None:
    assert _holders(proof("shop", "no").home, shared_rig.PASSWORDS["shop"]) == []
