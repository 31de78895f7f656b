"""One wording on two pages that are built in another way is two tasks; on the pages of two things it is one."""

from __future__ import annotations

from making_runs import ORIGIN, run, step

from awm_mcp.induction import induce
from awm_mcp.model import Run


def chosen(name: str, page: str, css: str, role: str = "checkbox") -> Run:
    return run(
        f"Select {name} and click Submit.",
        step("click", name, role=role, css=css, url=page),
        step("click", "Submit", role="button", css="#send", url=page),
        id=name,
        start_url=ORIGIN + page,
    )


def supports(*runs: Run) -> list[int]:
    return sorted(w.evidence.support for w in induce(runs, most=None) if w.kind == "task")


def test_the_same_words_on_two_pages_that_are_built_in_another_way_are_two_tasks() -> None:
    boxes = [chosen(name, "/boxes.html", "#boxes > label > input") for name in ("Ada", "Bea")]
    images = [chosen(name, "/images.html", "#area > div.tile") for name in ("Cat", "Dog")]
    assert supports(*boxes, *images) == [2, 2]


def test_the_pages_of_two_things_are_one_kind_of_page_though_the_task_does_not_name_these() -> None:
    boxes = [chosen(name, page, "#boxes > label > input") for name, page in (("Ada", "/p/mug"), ("Bea", "/p/bowl"))]
    assert supports(*boxes) == [2]


def test_pages_of_which_nothing_is_known_but_the_address_do_not_part_a_task() -> None:
    assert supports(chosen("Ada", "/p/mug", ""), chosen("Bea", "/p/bowl", "")) == [2]
