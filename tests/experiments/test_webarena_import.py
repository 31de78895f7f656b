"""WebArena's task list becomes a task file; what needs a model or the page's inside is left out and told."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from awm_mcp.errors import InvalidInput
from awm_mcp.experiments.checks import Final, check
from awm_mcp.experiments.webarena import convert

SITES = {"shopping": "http://localhost:7770/"}


def raw(ident: int, kinds: list[str], **given: Any) -> dict[str, Any]:
    wanted = {"eval_types": kinds, "reference_answers": None, "reference_url": "", "program_html": [], **given}
    return {
        "task_id": ident, "sites": ["shopping"], "start_url": "__SHOPPING__", "intent": f"Do task {ident}",
        "intent_template_id": 7, "eval": wanted,
    }  # fmt: skip


def listed(folder: Path, *tasks: object) -> Path:
    path = folder / "test.raw.json"
    path.write_text(json.dumps(tasks), encoding="utf-8")
    return path


def test_exact_and_must_include_answers_and_addresses_are_taken(tmp_path: Path):
    path = listed(
        tmp_path,
        raw(1, ["string_match"], reference_answers={"exact_match": "N/A"}),
        raw(2, ["string_match", "url_match"], reference_answers={"must_include": ["a", "b"]},
            reference_url="__SHOPPING__/x.html |OR| __SHOPPING__/y.html"),
    )  # fmt: skip
    one, two = convert(path, SITES).file.tasks
    assert (one.id, one.start_url, one.family, one.check.equals) == ("1", "http://localhost:7770", "7", "N/A")
    assert two.check.contains == ("a", "b")
    for address, solved in (("http://localhost:7770/y.html?p=2", True), ("http://localhost:7770/z.html", False)):
        assert check(two.check, Final(url=address, answer="b and a")).solved is solved


def test_what_cannot_be_checked_is_left_out_with_the_reason(tmp_path: Path):
    path = listed(
        tmp_path,
        raw(1, ["url_match"], reference_url="__SHOPPING__/x"),
        raw(2, ["program_html"]),
        raw(3, ["string_match"], reference_answers={"fuzzy_match": ["x"]}),
        raw(4, ["url_match"], reference_url="__GITLAB__/x"),
        {"task_id": 5, "intent": "no start"},
    )
    found = convert(path, SITES)
    assert [task.id for task in found.file.tasks] == ["1"]
    for number, part in enumerate(("program_html", "fuzzy_match", "--site gitlab=", "start_url"), 2):
        assert found.left_out[number - 2].startswith(f"{number}: ")
        assert part in found.left_out[number - 2]


@pytest.mark.parametrize("content", ["no json", '{"a": 1}', "[1, 2]"])
def test_another_file_is_refused(tmp_path: Path, content: str):
    path = tmp_path / "x.json"
    path.write_text(content, encoding="utf-8")
    with pytest.raises(InvalidInput) as caught:
        convert(path, SITES)
    assert caught.value.code == "no_task_list"


def test_a_list_of_which_nothing_can_be_used_is_refused(tmp_path: Path):
    with pytest.raises(InvalidInput) as caught:
        convert(listed(tmp_path, raw(1, ["program_html"])), SITES)
    assert caught.value.code == "nothing_to_import"
