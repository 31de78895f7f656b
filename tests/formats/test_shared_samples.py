"""Every recording of ../shared imports, or is refused with a reason. Skipped where ../shared is absent."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest

from awm_mcp.formats import browsergym, detect, mind2web, run_report
from awm_mcp.model import Action, Run

SHARED = Path(os.environ.get("AWM_SHARED") or Path(__file__).resolve().parents[3] / "shared")
pytestmark = pytest.mark.skipif(not SHARED.is_dir(), reason="needs ../shared, or AWM_SHARED")
# What a file gives: the format and the number of runs, or the code of the refusal.
SAMPLES = {
    "agent-trajectory/generated-atif-v1.7-playwright-mcp.json": ("atif", 1),
    "agent-trajectory/generated-claude-code-transcript.jsonl": ("claude_code", 1),
    "browser-use-history/04-uwb-agent_history.json": (None, "unknown_format"),
    "browser-use-history/05-generated-browser-use-0.13.14.json": ("browser_use", 1),
    "chrome-recorder/01-nightwatch-coffee-cart.json": ("chrome_recorder", 1),
    "chrome-recorder/02-panumat-datepicker-angular.json": ("chrome_recorder", 1),
    "chrome-recorder/05-hhcapture-poker-mui.json": ("chrome_recorder", 1),
    "chrome-recorder/06-cypress-issue-54.json": ("chrome_recorder", 1),
    "chrome-recorder/08-webpagetest-config.json": ("chrome_recorder", 1),
    "chrome-recorder/09-userflow-order-coffee-2.json": ("chrome_recorder", 1),
    "chrome-recorder/12-puppeteer-replay-fixture.json": ("chrome_recorder", 1),
    "chrome-recorder/13-devtools-e2e-cases.retyped.json": (None, "site_missing"),
    "playwright-codegen/bharani-codegen-popup.spec.ts": ("playwright_codegen", 1),
    "playwright-codegen/yennth-gencode2.spec.ts": ("playwright_codegen", 1),
    "playwright-mcp-live/session-1795960342260/session.md": ("playwright_mcp", 1),
    "playwright-mcp-live/trace-v10-aria.zip": ("playwright_trace", "site_missing"),
    "selenium-ide/sel-check-examples.side": ("selenium_ide", 1),
    "selenium-ide/sel-control-flow.side": ("selenium_ide", "not_replayable"),
    "selenium-ide/sel-execute-script.side": ("selenium_ide", "not_replayable"),
    "selenium-ide/sel-frames.side": ("selenium_ide", 1),
    "selenium-ide/sel-select-examples.side": ("selenium_ide", 2),
    "selenium-ide/sel-send-keys.side": ("selenium_ide", 1),
    "selenium-ide/sel-store-examples.side": ("selenium_ide", "unknown_value"),
}
LOGS = sorted((SHARED / "rig/pwmcp/logs").glob("*.jsonl"))
TRACES = sorted((SHARED / "rig/traces").glob("*.zip"))
_APPS = ("rig/miniwob", "rig/apps/shop", "rig/apps/tracker")
_TRAJECTORIES = (*(f"{app}/trajectories" for app in _APPS), "infinity/train", "infinity/failed")
RECORDED = [path for folder in _TRAJECTORIES for path in sorted((SHARED / folder).glob("*.json"))]


def named(path: Path) -> str:
    return path.name.split(".")[0]


@pytest.mark.parametrize("name", SAMPLES)
def test_every_sample_imports_or_is_refused_with_a_reason(name: str):
    kind, result = SAMPLES[name]
    path = SHARED / "samples" / name
    assert detect.detect(path.read_bytes()) == kind
    runs, problems = detect.read_each(path, task="Do what was recorded", outcome="success")
    if isinstance(result, int):
        assert len(runs) == result and all(run.steps for run in runs)
    else:
        assert not runs and problems[0].code == result and problems[0].expected


@pytest.mark.parametrize("path", RECORDED, ids=named)
def test_every_trajectory_of_the_rig_imports_whole(path: Path):
    data = json.loads(path.read_text(encoding="utf-8"))
    parsed = run_report.parse(data)
    assert len(parsed.run.steps) == len(data["steps"]) and parsed.warnings == ()
    assert parsed.run.outcome == ("success" if data["success"] else "failure")


def secret_values(data: dict[str, Any]) -> list[str]:
    fills = [s["action"] for s in data["steps"] if s["action"]["type"] == "fill"]
    return [a["value"] for a in fills if "password" in str(a["target"]).lower()]


@pytest.mark.parametrize("path", RECORDED, ids=named)
def test_no_password_of_the_rig_gets_into_a_run(path: Path):
    data = json.loads(path.read_text(encoding="utf-8"))
    values = [v for s in run_report.parse(data).run.steps for v in [s.action.value] if v is not None]
    for secret in secret_values(data):
        assert all(v.literal != secret for v in values)
        assert not any(c.isdigit() for c in secret) or secret not in run_report.parse(data).run.model_dump_json()


def essence(action: Action) -> tuple[str, str | None, str | None, str | None]:
    name = action.target.name.words() if action.target and action.target.name else None
    role = action.target.role if action.target else None
    return action.type, role, name, action.value.words() if action.value else None


@pytest.mark.parametrize("path", LOGS, ids=named)
def test_a_wire_log_gives_a_run_as_good_as_the_trajectory_it_was_made_of(path: Path):
    app, name = path.stem.split("-", 1)
    wanted = run_report.parse((SHARED / f"rig/apps/{app}/trajectories/{name}.json").read_text(encoding="utf-8")).run
    [run] = detect.read_any(path)
    assert (run.outcome, run.secrets, run.answer) == (wanted.outcome, wanted.secrets, wanted.answer)
    got, expected = [essence(s.action) for s in run.steps], [essence(s.action) for s in wanted.steps]
    assert len(got) == len(expected)
    for ours, theirs in zip(got, expected, strict=True):
        assert ours == theirs or (ours[0] == theirs[0] and theirs[1] is None and ours[3] == theirs[3])


@pytest.mark.parametrize("path", TRACES, ids=named)
def test_every_trace_of_the_rig_imports_without_its_passwords(path: Path):
    app, name = path.name.split(".")[0].split("-", 1)
    data = json.loads((SHARED / f"rig/apps/{app}/trajectories/{name}.json").read_text(encoding="utf-8"))
    [run] = detect.read_any(path, outcome="success")
    assert run.task and run.outcome == "success"
    assert len(run.steps) == len([s for s in data["steps"] if s["action"]["type"] != "stop"])
    assert not any(secret in run.model_dump_json() for secret in secret_values(data))


def records(name: str) -> list[dict[str, Any]]:
    return json.loads((SHARED / "data" / name).read_text(encoding="utf-8"))


def test_all_mind2web_records_are_read_step_by_step():
    for record in records("mind2web_dev.json"):
        run = mind2web.read(record)
        assert len(run.steps) == len(record["steps"])


def test_all_browsergym_records_are_read_without_a_bid():
    runs: list[Run] = [browsergym.read(record) for record in records("webarena_shopping_dev.json")]
    assert sum(run.outcome == "success" for run in runs) == 32
    targets = [s.action.target for run in runs for s in run.steps if s.action.type in ("click", "fill", "select")]
    assert len(targets) > 150
    assert all(t is not None and (t.texts or t.row) for t in targets)
