"""Task files: what they may hold, what is wrong with a bad one, and where the one at fault is."""

from __future__ import annotations

from pathlib import Path

import pytest

from awm_mcp.errors import InvalidInput
from awm_mcp.experiments import task_file
from awm_mcp.experiments.task_file import BUILT_IN, Budget

GOOD = """
name: mine
budget: {tool_calls: 5}
tasks:
  - {id: a, start_url: "http://shop.test/", instruction: Find it, check: {contains: "$1"}}
  - id: b
    start_url: http://shop.test/
    instruction: Send it
    check: {url: /sent$, text: Thank you}
    budget: {seconds: 9}
    by_hand: [{do: click, role: button, name: Send}]
"""


def written(folder: Path, text: str) -> Path:
    path = folder / "tasks.yaml"
    path.write_text(text, encoding="utf-8")
    return path


def test_a_good_file_is_read_with_its_defaults(tmp_path: Path):
    file = task_file.load(written(tmp_path, GOOD))
    assert [task.id for task in file.tasks] == ["a", "b"]
    assert file.tasks[0].check.contains == ("$1",)
    assert file.budget_of(file.tasks[0]) == Budget(tool_calls=5)
    assert file.budget_of(file.tasks[1]).seconds == 9


def test_a_file_is_written_and_read_back_without_loss(tmp_path: Path):
    file = task_file.load(written(tmp_path, GOOD))
    assert task_file.load(written(tmp_path, task_file.dump(file))) == file


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (("id: b", "id: a"), "ids are there twice: a"),
        (('{contains: "$1"}', "{}"), "tasks.1 (id a).check"),
        (("url: /sent$", "url: '['"), "tasks.2 (id b).check.*no pattern"),
        (("id: a", "id: a/../b"), "letters, digits"),
        (("do: click", "do: jump"), "tasks.2 (id b).by_hand.0.do"),
        (("role: button, ", ""), "'click' needs 'role'"),
        (("start_url: http://shop.test/", "start_url: /home"), "without 'app'"),
        (("instruction: Send it", "instructions: Send it"), "tasks.2 (id b).instruction"),
        (("tool_calls: 5", "tool_calls: 0"), "budget.tool_calls"),
        (("name: mine", "name: [mine"), "tasks.yaml"),
        ((GOOD, "- just a list"), "a list instead of a mapping"),
        (("text: Thank you", "python: no function"), "module:function"),
    ],
)
def test_a_bad_file_is_told_with_file_place_and_reason(tmp_path: Path, change: tuple[str, str], said: str):
    with pytest.raises(InvalidInput) as caught:
        task_file.load(written(tmp_path, GOOD.replace(*change)))
    assert "tasks.yaml" in caught.value.seen
    for part in said.split(".*"):
        assert part in caught.value.seen
    assert "docs/experiments.md" in caught.value.next


def test_a_name_that_is_no_file_lists_what_comes_with_the_product():
    with pytest.raises(InvalidInput, match="practice"):
        task_file.find("no-such-tasks")


@pytest.mark.parametrize("path", sorted(BUILT_IN.glob("*.yaml")), ids=lambda path: path.stem)
def test_every_file_that_comes_with_the_product_can_be_read_and_done_by_hand(path: Path):
    file = task_file.load(path)
    assert file.name == path.stem
    assert all(task.by_hand for task in file.tasks)
