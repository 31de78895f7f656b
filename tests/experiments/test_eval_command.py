"""``awm-mcp eval`` from outside: what is wrong with a command is told before anything is started; results are shown."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from awm_mcp.cli.commands import cli

TASKS = "tasks:\n- {id: a, start_url: 'http://127.0.0.1:9/', instruction: Look, check: {text: x}}\n"
LINE = {"task": "a", "arm": "tools", "seed": 1, "agent": "script:follow", "order": 1, "solved": True, "ended": "done"}


def invoked(*words: str) -> Result:
    return CliRunner().invoke(cli, ["eval", *words])


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setenv("AWM_HOME", str(tmp_path / "home"))
    for name in ("OPENAI_API_KEY", "OPENAI_BASE_URL"):
        monkeypatch.delenv(name, raising=False)
    path = tmp_path / "tasks.yaml"
    path.write_text(TASKS, encoding="utf-8")
    return str(path)


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (["--arms", "none,some"], "unknown_arm"),
        (["--agent", "script:guess"], "unknown_agent"),
        (["--agent", "claude"], "unknown_agent"),
        (["--agent", "openai:m"], "no_model"),
    ],
)
def test_a_wrong_option_is_told_with_the_next_move(file: str, words: list[str], code: str):
    done = invoked(file, *words)
    assert done.exit_code == 1
    assert code in done.stderr and "next:" in done.stderr


@pytest.mark.parametrize("words", [["run", "no-such"], ["no-such"], ["--arms", "none", "no-such"]])
def test_eval_is_short_for_eval_run(words: list[str]):
    done = invoked(*words)
    assert done.exit_code == 1
    assert "no_task_file" in done.stderr


def test_results_are_shown_as_table_json_markdown_and_curves(tmp_path: Path):
    results = "\n".join(json.dumps({**LINE, "arm": arm}) for arm in ("tools", "none")) + "\n"
    (tmp_path / "results.jsonl").write_text(results, encoding="utf-8")
    shown = invoked("table", str(tmp_path), "--definitions")
    assert shown.exit_code == 0, shown.output
    assert "1/1 (21–100 %)" in shown.stdout and "eligible call: " in shown.stdout
    assert (tmp_path / "curves.svg").read_text(encoding="utf-8").startswith("<svg")
    rows = json.loads(invoked("table", str(tmp_path), "--json").stdout)
    assert [(row["arm"], row["success"]["k"]) for row in rows] == [("none", 1), ("tools", 1)]
    assert invoked("table", str(tmp_path), "--markdown").stdout.startswith("| agent | arm |")


def test_no_results_are_told(tmp_path: Path):
    done = invoked("table", str(tmp_path))
    assert done.exit_code == 1 and "no_results" in done.stderr


def test_a_webarena_list_becomes_a_task_file_that_can_be_read(tmp_path: Path):
    wanted = {"eval_types": ["string_match"], "reference_answers": {"exact_match": "5"}}
    task = {"task_id": 3, "start_url": "__SHOPPING__/x", "intent": "Count", "eval": wanted}
    (tmp_path / "list.json").write_text(json.dumps([task, {**task, "eval": {"eval_types": ["program_html"]}}]))
    out = tmp_path / "mine.yaml"
    done = invoked("import", "webarena", str(tmp_path / "list.json"), "--site", "shopping=http://s.test", "--out", str(out))
    assert done.exit_code == 0, done.output
    assert "wrote 1 tasks" in done.stdout and "left out 3: program_html" in done.stderr
    assert "start_url: http://s.test/x" in out.read_text(encoding="utf-8")


@pytest.mark.parametrize("words", [["import", "tsv", __file__], ["import", "webarena", __file__, "--site", "shopping"]])
def test_an_import_that_cannot_work_is_told(words: list[str]):
    done = invoked(*words)
    assert done.exit_code == 1
    assert "next:" in done.stderr
