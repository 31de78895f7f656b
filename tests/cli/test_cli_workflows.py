"""The owner's commands against a real memory in a temporary home; no browser is started."""

from __future__ import annotations

import json
import signal
from collections.abc import Callable
from io import StringIO
from pathlib import Path
from typing import Any

import anyio
import pytest
from rich.console import Console
from typer.testing import CliRunner

from awm_mcp.app.catalogue.standing import standing_of
from awm_mcp.cli.commands import cli
from awm_mcp.cli.showing import show_outcome, table_of, without_page
from awm_mcp.formats import workflow_yaml
from awm_mcp.model import Outcome, Stopped
from awm_mcp.practice.runs import FAMILIES

Invoke = Callable[..., Any]
WORKFLOW = """
name: store_find_price
title: Find a price
description: Searches the store and reads a price.
site: store.example
start: /
parameters:
- {name: product, description: Name of the product., examples: [Lamp]}
steps:
- action: {type: fill, target: {role: searchbox, name: Search}, value: {param: product}}
- action: {type: press, target: {role: searchbox, name: Search}, value: Enter}
- action: {type: extract, target: {tag: p, css: .price}, output: price}
outputs:
- {name: price}
postcondition: {target: {role: heading, name: {param: product}}}
state: verified
"""


@pytest.fixture
def awm(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Invoke:
    monkeypatch.setenv("AWM_HOME", str(tmp_path / "home"))

    def invoke(*words: str, code: int = 0) -> str:
        result = CliRunner().invoke(cli, list(words))
        assert result.exit_code == code, result.output
        return result.output

    return invoke


@pytest.fixture
def pack(tmp_path: Path) -> Path:
    file = tmp_path / "store_find_price.yaml"
    file.write_text(WORKFLOW, encoding="utf-8")
    return file


def test_an_empty_memory_says_how_to_fill_it(awm: Invoke):
    assert "awm-mcp import" in awm("workflows", "list")
    assert json.loads(awm("workflows", "list", "--json")) == []


def test_an_imported_workflow_is_listed_and_shown(awm: Invoke, pack: Path):
    assert awm("workflows", "import", str(pack)).splitlines() == [
        "store_find_price v1, draft",
        "store_find_price is verified by its file, which counts only where it was proven; here it is a draft",
        "not proven as it is now: awm-mcp workflows verify store_find_price",
    ]
    (row,) = json.loads(awm("workflows", "list", "--json"))
    assert (row["name"], row["state"], row["parameters"]) == ("store_find_price", "draft", ["product"])
    assert "store_find_price" in awm("workflows", "list", "--state", "draft")
    assert json.loads(awm("workflows", "list", "--state", "verified", "--json")) == []
    assert "Search" in awm("workflows", "show", "store_find_price", "--evidence")


def test_an_unreadable_file_is_told_with_its_name_and_the_rest_is_kept(awm: Invoke, pack: Path):
    (pack.parent / "broken.yaml").write_text("name: [", encoding="utf-8")
    said = awm("workflows", "import", str(pack.parent), code=1)
    assert "broken.yaml" in said
    assert len(json.loads(awm("workflows", "list", "--json"))) == 1


def test_export_and_import_lose_nothing(awm: Invoke, pack: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    awm("workflows", "import", str(pack))
    awm("workflows", "export", str(tmp_path / "out"))
    before = json.loads(awm("workflows", "show", "store_find_price", "--json"))
    monkeypatch.setenv("AWM_HOME", str(tmp_path / "other"))
    awm("workflows", "import", str(tmp_path / "out"))
    after = json.loads(awm("workflows", "show", "store_find_price", "--json"))
    unlike = {"id", "version"}
    assert {k: v for k, v in after.items() if k not in unlike} == {k: v for k, v in before.items() if k not in unlike}


def test_a_published_workflow_is_exported_as_a_skill(awm: Invoke, pack: Path, tmp_path: Path):
    awm("workflows", "import", str(pack))
    assert "publish" in awm("workflows", "export", str(tmp_path / "none"), "--format", "skill")
    awm("workflows", "publish", "store_find_price")
    awm("workflows", "export", str(tmp_path / "out"), "--format", "skill")
    text = (tmp_path / "out" / "store-find-price" / "SKILL.md").read_text(encoding="utf-8")
    assert text.startswith("---\nname: store-find-price\ndescription:")


def test_workflows_are_exported_as_scripts(awm: Invoke, pack: Path, tmp_path: Path):
    awm("workflows", "import", str(pack))
    awm("workflows", "export", str(tmp_path / "out"), "--format", "code")
    (script,) = (tmp_path / "out").rglob("*.py")
    compile(script.read_text(encoding="utf-8"), str(script), "exec")


def test_publishing_and_retiring_change_the_state(awm: Invoke, pack: Path):
    awm("workflows", "import", str(pack))
    assert "generation" in awm("workflows", "publish", "store_find_price")
    assert json.loads(awm("workflows", "list", "--json"))[0]["state"] == "published"
    awm("workflows", "retire", "store_find_price")
    assert json.loads(awm("workflows", "list", "--json")) == []
    assert "revert" in awm("workflows", "publish", "store_find_price", code=1)


def test_a_changed_file_is_a_new_version_that_can_be_compared_and_taken_back(awm: Invoke, pack: Path):
    awm("workflows", "import", str(pack))
    assert "equal" in awm("workflows", "diff", "store_find_price")
    pack.write_text(WORKFLOW.replace("Searches the store", "Looks the store through"), encoding="utf-8")
    awm("workflows", "import", str(pack))
    changes = awm("workflows", "diff", "store_find_price")
    assert "-description: Searches the store" in changes
    assert "+description: Looks the store through" in changes
    assert "publish" in awm("workflows", "revert", "store_find_price", "1")
    assert "Searches the store" in awm("workflows", "show", "store_find_price", "--json")
    assert "choose among" in awm("workflows", "diff", "store_find_price", "1", "9", code=1)


def test_lint_says_what_is_wrong_and_ends_with_code_1_on_errors(awm: Invoke, pack: Path):
    awm("workflows", "import", str(pack))
    said = awm("workflows", "lint")
    assert said.startswith("store_find_price:") and "list of tools: about " in said
    unused = "parameters:\n- {name: colour, description: Never used.}"
    pack.write_text(WORKFLOW.replace("parameters:", unused), encoding="utf-8")
    awm("workflows", "import", str(pack))
    assert "colour" in awm("workflows", "lint", "store_find_price", "--json", code=1)


def test_an_unknown_workflow_names_the_command_to_look_with(awm: Invoke):
    assert "awm-mcp workflows list" in awm("workflows", "show", "nothing", code=1)


def test_an_alias_needs_a_known_site_and_an_address(awm: Invoke, pack: Path):
    awm("workflows", "import", str(pack))
    assert "did you mean store.example" in awm("site", "alias", "stor.example", "https://staging.store.example", code=1)
    assert "start_url" in awm("site", "alias", "store.example", "https://staging.store.example")
    assert "not_a_web_address" in awm("site", "alias", "store.example", "staging", code=1)


def test_runs_of_files_are_taken_in_once(awm: Invoke, tmp_path: Path):
    for number, report in enumerate(FAMILIES[0].reports("http://store.example")):
        (tmp_path / f"run{number}.json").write_text(json.dumps(report), encoding="utf-8")
    files = [str(path) for path in sorted(tmp_path.glob("run*.json"))]
    assert awm("import", *files).count("1 new, 0 known") == 2
    assert awm("import", files[0]).count("0 new, 1 known") == 1


def test_usage_is_told_for_people_machines_and_spreadsheets(awm: Invoke):
    assert awm("usage").strip()
    assert isinstance(json.loads(awm("usage", "--json")), dict)
    assert awm("usage", "--csv").splitlines()[0].startswith("scope,name,metric")
    assert "Wilson" in awm("usage", "--definitions")
    assert json.loads(awm("usage", "--quality", "--json"))["library"] == 0
    assert "coverage" in awm("usage", "--quality")


RECORDING = {
    "title": "",
    "steps": [
        {"type": "navigate", "url": "https://store.example/"},
        {"type": "change", "value": "Lamp", "selectors": [["aria/Search"], ["#q"]]},
        {"type": "click", "selectors": [["aria/Go"], ["#go"]]},
    ],
}


@pytest.fixture
def recording(tmp_path: Path) -> str:
    file = tmp_path / "recording.json"
    file.write_text(json.dumps(RECORDING), encoding="utf-8")
    return str(file)


def test_a_recording_teaches_when_the_owner_says_what_was_done_and_that_it_worked(awm: Invoke, recording: str):
    assert "--outcome success" in awm("import", recording, "--task", "Find the lamp")
    said = awm("import", recording, "--task", "Find the lamp", "--outcome", "success")
    assert "awm-mcp induce" in said
    assert "kept as a lesson" not in said


def test_an_unreadable_file_does_not_hide_what_became_of_the_others(awm: Invoke, tmp_path: Path):
    reports = FAMILIES[0].reports("http://store.example")
    files = [tmp_path / name for name in ("a.json", "b.json", "c.json")]
    for file, content in zip(files, (reports[0], {"what": "is this"}, reports[1]), strict=True):
        file.write_text(json.dumps(content), encoding="utf-8")
    said = awm("import", *map(str, files), code=1)
    assert said.count("1 new, 0 known") == 2
    assert f"{files[1]}: error: unknown_format" in said
    data = json.loads(awm("import", *map(str, files), "--json", code=1))
    assert data[str(files[0])][0]["duplicate"] is True
    assert data[str(files[1])]["code"] == "unknown_format"


def test_names_are_whole_where_no_terminal_limits_the_line(awm: Invoke, pack: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("COLUMNS", "40")
    name, site = "store_find_price_of_a_very_long_product", "a-long-name-of-a-shop.store.example"
    pack.write_text(WORKFLOW.replace("store_find_price", name[:38]).replace("store.example", site), encoding="utf-8")
    awm("workflows", "import", str(pack))
    (row,) = [line for line in awm("workflows", "list").splitlines() if line.startswith("store_")]
    assert row.split()[:2] == [name[:38], site]


@pytest.mark.parametrize(("width", "whole"), [(90, True), (50, False)])
def test_on_a_terminal_names_are_folded_only_where_there_is_no_room_and_never_cut(width: int, whole: bool):
    workflow = workflow_yaml.load(WORKFLOW).model_copy(update={"name": "store_find_price_of_a_long_product"})
    console = Console(width=width, force_terminal=True, color_system=None, record=True, file=StringIO())
    console.print(table_of([workflow], {workflow.id: standing_of([workflow])}, whole_names=whole))
    text = console.export_text()
    assert (workflow.name in text) is whole
    column = "".join(line.split(" ")[0] for line in text.splitlines())
    assert column == "name" + workflow.name


def test_reverting_to_the_newest_version_only_pins_it(awm: Invoke, pack: Path):
    awm("workflows", "import", str(pack))
    awm("workflows", "publish", "store_find_price")
    said = awm("workflows", "revert", "store_find_price", "1")
    assert "version 1 is the newest of store_find_price already; it stays at version 1 and is now pinned" in said
    assert "agents see it as it was" in said
    shown = json.loads(awm("workflows", "show", "store_find_price", "--json"))
    assert (shown["state"], shown.get("version", 1), shown["pinned"]) == ("published", 1, True)


def test_reverting_brings_the_newest_version_back_when_it_was_retired(awm: Invoke, pack: Path):
    awm("workflows", "import", str(pack))
    awm("workflows", "retire", "store_find_price")
    awm("workflows", "revert", "store_find_price", "1")
    assert json.loads(awm("workflows", "list", "--json"))[0]["state"] == "verified"


def test_reverting_a_new_name_only_says_that_there_is_nothing_to_bring_back(awm: Invoke, pack: Path):
    awm("workflows", "import", str(pack))
    awm("workflows", "rename", "store_find_price", "store_price_of")
    said = awm("workflows", "revert", "store_price_of", "1")
    same = "version 1 of store_price_of does the same as version 2 under its old name, store_find_price"
    assert f"nothing to bring back: {same}; it stays at version 2 and is now pinned" in said


def test_a_retired_workflow_is_shown_in_the_version_that_was_last_in_use(awm: Invoke, pack: Path):
    awm("workflows", "import", str(pack))
    awm("workflows", "publish", "store_find_price")
    pack.write_text(WORKFLOW.replace("name: Search", "name: Seek"), encoding="utf-8")
    awm("workflows", "import", str(pack))
    awm("workflows", "retire", "store_find_price")
    shown = awm("workflows", "show", "store_find_price")
    assert "Search" in shown and "Seek" not in shown
    assert "store_find_price is retired; version 1 was last in use" in shown
    assert "version 2 is a newer draft that was never proven" in shown
    assert "bring it back with: awm-mcp workflows revert store_find_price 1" in shown
    chosen = json.loads(awm("workflows", "show", "store_find_price", "--json"))
    assert (chosen.get("version", 1), chosen["state"]) == (1, "retired")


def test_a_retired_workflow_with_nothing_newer_says_only_how_it_comes_back(awm: Invoke, pack: Path):
    awm("workflows", "import", str(pack))
    awm("workflows", "retire", "store_find_price", "--quarantine")
    shown = awm("workflows", "show", "store_find_price")
    assert "store_find_price is quarantined; version 1 was last in use; bring it back with" in shown


def test_publishing_says_what_the_generation_means(awm: Invoke, pack: Path):
    awm("workflows", "import", str(pack))
    assert "agents see it at once: catalogue generation 1" in awm("workflows", "publish", "store_find_price")


def test_one_run_is_told_in_the_singular(awm: Invoke, pack: Path):
    pack.write_text(WORKFLOW + "evidence: {support: 1}\n", encoding="utf-8")
    awm("workflows", "import", str(pack))
    assert "learned from 1 run" in (shown := awm("workflows", "show", "store_find_price", "--evidence"))
    assert "1 runs" not in shown


def test_the_dashboard_ends_well_on_ctrl_c(awm: Invoke, monkeypatch: pytest.MonkeyPatch):
    async def interrupted(*_: object) -> None:
        signal.raise_signal(signal.SIGINT)
        await anyio.sleep_forever()

    monkeypatch.setattr("awm_mcp.cli.dashboard._serve", interrupted)
    awm("dashboard", "--port", "0")


@pytest.mark.parametrize("command", [("show", "store_find_price", "--version", "7"), ("revert", "store_find_price", "7")])
def test_an_unknown_version_names_the_known_ones(awm: Invoke, pack: Path, command: tuple[str, ...]):
    awm("workflows", "import", str(pack))
    said = awm("workflows", *command, code=1)
    assert "unknown_version" in said
    assert "a version of store_find_price: 1" in said


def test_a_stopped_run_does_not_point_at_a_page_that_is_gone():
    left = "expected a link; the page is open: act on it with the browser_* tools, then run_workflow with resume=h_1"
    stopped = Outcome(run_id="r", workflow="w", status="target_not_found", handle="h_1", next=left)
    told = without_page(stopped)
    assert told.handle is None
    assert told.next.startswith("expected a link; ")
    assert "--headed" in told.next
    assert not any(gone in told.next for gone in ("browser_*", "h_1", "resume"))
    assert without_page(told) == told


def test_an_edited_workflow_is_changed_in_what_is_built_on_it_too(awm: Invoke, pack: Path, tmp_path: Path):
    longer = WORKFLOW.replace("name: store_find_price", "name: store_buy").replace("title: Find a price", "title: Buy one")
    buy = "- action: {type: click, target: {role: button, name: Buy}}\n  writes: true\noutputs:"
    (tmp_path / "store_buy.yaml").write_text(longer.replace("outputs:", buy) + "risk: write\n", encoding="utf-8")
    awm("workflows", "import", str(tmp_path))
    part, whole = (json.loads(awm("workflows", "show", name, "--json")) for name in ("store_find_price", "store_buy"))
    assert whole["built_on"] == [part["id"]]
    pack.write_text(WORKFLOW.replace("name: Search", "name: Find"), encoding="utf-8")
    said = awm("workflows", "import", str(pack))
    note = "steps 1 to 2 of store_find_price changed, version 2"
    assert note not in said  # it is a draft: nothing is built on it before it takes effect
    said = awm("workflows", "publish", "store_find_price")
    assert f"store_buy version 2 waits for its proof: {note}" in said
    assert json.loads(awm("workflows", "show", "store_buy", "--json")) == whole
    waiting = awm("workflows", "show", "store_buy", "--version", "2", "--evidence")
    assert "[searchbox] Find -> TYPE" in waiting
    assert "[button] Buy -> CLICK" in waiting
    assert "built on: store_find_price" in waiting
    assert note in waiting
    assert "store_buy version 3 waits for its proof" not in awm("workflows", "import", str(pack))
    assert "at version 3 and pinned" in awm("workflows", "revert", "store_find_price", "1")


def test_reverting_keeps_the_name_that_the_owner_gave(awm: Invoke, pack: Path):
    awm("workflows", "import", str(pack))
    awm("workflows", "rename", "store_find_price", "price_of")
    awm("workflows", "revert", "price_of", "1")
    assert [row["name"] for row in json.loads(awm("workflows", "list", "--json"))] == ["price_of"]


def test_a_stop_shows_the_options_that_it_speaks_of():
    stopped = Stopped(step=1, action="choose Bokks", options=("Books", "Toys"))
    console = Console(width=200, record=True, file=StringIO())
    show_outcome(console, Outcome(run_id="r", workflow="w", status="needs_input", stopped=stopped))
    assert [line.strip() for line in console.export_text().splitlines() if "option" in line] == [
        "option: Books",
        "option: Toys",
    ]


def test_usage_of_a_site_that_nobody_knows_is_told(awm: Invoke, pack: Path):
    awm("workflows", "import", str(pack))
    assert "unknown_site" in awm("usage", "--site", "nope.example", code=1)
    awm("usage", "--site", "store.example")


def test_an_edit_of_what_is_done_is_a_draft_beside_the_version_in_use(awm: Invoke, pack: Path):
    awm("workflows", "import", str(pack))
    awm("workflows", "publish", "store_find_price")
    pack.write_text(WORKFLOW.replace("name: Search", "name: Find"), encoding="utf-8")
    said = awm("workflows", "import", str(pack))
    left = (
        "version 1 (published) is in use; version 2 (draft) was edited in what it does and waits for its proof: "
        "awm-mcp workflows verify store_find_price"
    )
    assert "store_find_price v2, draft, pinned" in said
    assert left in said
    assert left in awm("workflows", "list")
    assert left in awm("workflows", "show", "store_find_price")
    (row,) = json.loads(awm("workflows", "list", "--json"))
    assert (row["state"], row["version"], row["in_use"], row["waits"]) == ("published", 2, 1, left)
    assert [json.loads(awm("workflows", "list", "--json", "--state", s))[0]["name"] for s in ("draft", "published")] == [
        "store_find_price",
        "store_find_price",
    ]
    assert "[searchbox] Search" in awm("workflows", "show", "store_find_price")


def test_an_edit_of_texts_alone_keeps_the_proof_and_waits_to_be_published(awm: Invoke, pack: Path):
    awm("workflows", "import", str(pack))
    awm("workflows", "publish", "store_find_price")
    pack.write_text(WORKFLOW.replace("title: Find a price", "title: Look a price up"), encoding="utf-8")
    said = awm("workflows", "import", str(pack))
    assert "store_find_price v2, verified, pinned" in said
    assert "version 1 (published) is in use; version 2 (verified) waits for: awm-mcp workflows publish" in said


def test_an_exported_file_holds_no_values_of_runs_unless_asked(awm: Invoke, pack: Path, tmp_path: Path):
    runs = (
        "evidence: {runs: [run_1], support: 1, tasks: [Find the price of My Secret Gift], arguments: [{product: My Gift}]}"
    )
    text = WORKFLOW.replace("Searches the store", "Give product (e.g. Lamp). Searches the store") + runs
    pack.write_text(text, encoding="utf-8")
    awm("workflows", "import", str(pack))

    def exported(*options: str) -> str:
        said = awm("workflows", "export", str(tmp_path / "out"), *options)
        (file,) = (tmp_path / "out").rglob("*.yaml")
        return said + file.read_text(encoding="utf-8")

    shared = exported()
    assert "Gift" not in shared and "run_1" not in shared
    assert "support: 1" in shared and "Lamp" in shared and "--no-examples" in shared
    assert "Lamp" not in exported("--no-examples")
    assert "My Secret Gift" in exported("--evidence") and "not for sharing" in exported("--evidence")


def test_a_run_without_its_arguments_shows_the_right_command(awm: Invoke, pack: Path):
    awm("workflows", "import", str(pack))
    assert "for example: awm-mcp workflows run store_find_price product=Lamp" in awm(
        "workflows", "run", "store_find_price", code=1
    )


@pytest.mark.parametrize(("status", "code"), [("ok", 0), ("dry_run", 0), ("step_failed", 1), ("unknown", 1)])
def test_only_a_seen_end_and_a_dry_run_that_went_well_exit_with_0(
    awm: Invoke, pack: Path, monkeypatch: pytest.MonkeyPatch, status: str, code: int
):
    async def ended(*_: Any) -> Outcome:
        return Outcome.model_validate({"status": status, "run_id": "run_1", "workflow": "store_find_price"})

    awm("workflows", "import", str(pack))
    monkeypatch.setattr("awm_mcp.app.App.run", ended)
    awm("workflows", "run", "store_find_price", "product=Lamp", code=code)
