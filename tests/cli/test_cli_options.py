"""What the command line makes of its options, and what it says when it cannot use them."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import typer
from typer.testing import CliRunner

from awm_mcp.cli.commands import cli
from awm_mcp.cli.opening import first_error, told
from awm_mcp.cli.serving import address
from awm_mcp.cli.usage import moment
from awm_mcp.config import Settings
from awm_mcp.errors import NotFound
from awm_mcp.server.stdio import main as serve_stdio

NOW = 1_800_000_000.0
Invoke = Callable[..., Any]


@pytest.fixture
def awm(monkeypatch: pytest.MonkeyPatch, tmp_path) -> Invoke:
    monkeypatch.setenv("AWM_HOME", str(tmp_path / "home"))
    return lambda *words: CliRunner().invoke(cli, list(words))


def test_the_version_is_told(awm: Invoke):
    assert re.fullmatch(r"\d+\.\d+\.\d+\S*\n", awm("--version").output)


def test_without_a_command_the_help_is_shown(awm: Invoke):
    assert "Commands:" in awm().output


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("127.0.0.1:8000", ("127.0.0.1", 8000)),
        (":9", ("127.0.0.1", 9)),
        ("8000", ("127.0.0.1", 8000)),
        ("[::1]:80", ("::1", 80)),
    ],
)
def test_addresses_are_host_and_port_with_loopback_as_default(text: str, expected: tuple[str, int]):
    assert address(text) == expected


@pytest.mark.parametrize("text", ["", "host", "127.0.0.1:", "127.0.0.1:99999", "host:-1"])
def test_an_unreadable_address_ends_with_code_1(text: str):
    with pytest.raises(typer.Exit) as ended:
        address(text)
    assert ended.value.exit_code == 1


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (None, 0.0),
        ("30m", NOW - 1800),
        ("12h", NOW - 43200),
        ("7d", NOW - 604800),
        ("2w", NOW - 1209600),
        ("1970-01-02", 86400.0),
    ],
)
def test_since_is_a_span_or_a_date_in_utc(text: str | None, expected: float):
    assert moment(text, NOW) == expected


def test_an_unreadable_since_says_what_can_be_written(awm: Invoke):
    result = awm("usage", "--since", "yesterday")
    assert result.exit_code == 1
    assert "unreadable_time" in result.output
    assert "2026-11-29" in result.output


def test_an_unusable_setting_is_named_without_a_traceback(awm: Invoke, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("AWM_MAX_PARALLEL", "0")
    result = awm("workflows", "list")
    assert result.exit_code == 2
    assert "AWM_MAX_PARALLEL" in result.output
    assert "docs/configuration.md" in result.output
    assert "Traceback" not in result.output


@pytest.mark.parametrize("given", ["cdn.shop.example, img.shop.example", '["cdn.shop.example", "img.shop.example"]'])
def test_lists_are_written_with_commas_or_as_json(monkeypatch: pytest.MonkeyPatch, given: str):
    monkeypatch.setenv("AWM_EXTRA_HOSTS", given)
    monkeypatch.setenv("AWM_UPLOAD_ROOTS", "/srv/a,/srv/b")
    assert Settings().extra_hosts == ["cdn.shop.example", "img.shop.example"]
    assert Settings().upload_roots == [Path("/srv/a"), Path("/srv/b")]


def test_a_broken_list_names_its_variable_in_one_line(awm: Invoke, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("AWM_EXTRA_HOSTS", '["cdn.shop.example"')
    result = awm("site", "list")
    assert result.exit_code == 2
    (seen,) = [line for line in result.output.splitlines() if line.startswith("seen:")]
    assert "AWM_EXTRA_HOSTS" in seen


def test_a_server_with_an_unusable_setting_names_it_and_not_its_value(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
):
    monkeypatch.setenv("AWM_STEP_TIMEOUT_S", "never-mind")
    with pytest.raises(SystemExit) as ended:
        serve_stdio()
    assert ended.value.code == 2
    assert "AWM_STEP_TIMEOUT_S" in caplog.text
    assert "never-mind" not in caplog.text


def test_unused_workflows_are_not_looked_for_in_the_future(awm: Invoke):
    assert awm("workflows", "tidy", "--days", "-1").exit_code == 2


def test_an_unknown_state_lists_the_known_ones(awm: Invoke):
    result = awm("workflows", "list", "--state", "fresh")
    assert result.exit_code == 1
    assert "published" in result.output


def test_arguments_must_be_name_and_value(awm: Invoke):
    result = awm("workflows", "run", "anything", "oak stool")
    assert result.exit_code == 1
    assert "name=value" in result.output


def test_an_unknown_measurement_lists_the_known_ones(awm: Invoke):
    result = awm("bench", "nothing")
    assert result.exit_code == 1
    assert "start" in result.output


def test_an_error_is_told_as_code_expectation_sight_and_next_move(capsys: pytest.CaptureFixture[str]):
    with pytest.raises(typer.Exit) as ended, told():
        raise NotFound("unknown_workflow", expected="a stored one", seen="'x'", next="awm-mcp workflows list")
    assert ended.value.exit_code == 1
    said = capsys.readouterr()
    assert said.out == ""
    assert [line.split()[0] for line in said.err.splitlines()] == ["error:", "expected:", "seen:", "next:"]


def test_an_error_inside_task_groups_is_found():
    inner = NotFound("x")
    assert first_error(BaseExceptionGroup("a", [ExceptionGroup("b", [ValueError()]), ExceptionGroup("c", [inner])])) is inner
    assert first_error(ExceptionGroup("a", [ValueError()])) is None


def test_other_errors_are_not_hidden():
    with pytest.raises(ValueError, match="defect"), told():
        raise ValueError("defect")


def test_a_login_that_is_not_kept_is_said_so(awm: Invoke):
    result = awm("login", "shop.example", "--forget")
    assert result.exit_code == 0
    assert "no sign-in of shop.example is kept" in result.output
