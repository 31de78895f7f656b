"""Runs that read one answer in different places make one read of it."""

from __future__ import annotations

from typing import Any

from making_runs import ORIGIN, run, step

from awm_mcp.induction import induce, lint
from awm_mcp.model import Effect, Run, Step, Workflow


def asked(product: str, answer: str, *steps: Step, listed: str = "") -> Run:
    found = Effect(url=f"{ORIGIN}/search?q={product}", changed=True, shown=(listed,) if listed else ())
    task = f"Find the price of {product}"
    search = step("fill", "Search", product, role="searchbox")
    return run(task, search, step("click", "Search", role="button", effect=found), *steps, id=task + answer, answer=answer)


def opened(product: str) -> Step:
    return step("click", product, role="link", url=f"/search?q={product}", effect=Effect(url=f"{ORIGIN}/p/{product}"))


def read(text: str, role: str, url: str, **more: Any) -> Step:
    return step("extract", "", text, role=role, url=url, **more)


def in_list(product: str, answer: str) -> Run:
    return asked(product, answer, read(answer, "cell", f"/search?q={product}", row=product, css="td.price"))


def in_detail(product: str, answer: str, listed: str = "", **more: Any) -> Run:
    told = {"role": "paragraph", "css": "p.price"} | more
    return asked(product, answer, opened(product), read(answer, url=f"/p/{product}", **told), listed=listed)


def in_table(product: str, answer: str) -> Run:
    return in_detail(product, answer, role="cell", css="table td", row="Price")


def tasks(*runs: Run) -> list[Workflow]:
    return [workflow for workflow in induce(runs, most=None) if workflow.kind == "task"]


def only(*runs: Run) -> Workflow:
    (workflow,) = tasks(*runs)
    assert [found for found in lint(workflow) if found.severity == "error"] == []
    assert len(workflow.outputs) == 1
    return workflow


def test_an_answer_that_both_runs_saw_in_the_list_is_read_there() -> None:
    for runs in (
        (in_list("Mug", "$3"), in_detail("Bowl", "$4", "Bowl $4")),
        (in_list("Mug", "$3"), in_detail("Bowl", "$4", "Bowl $4"), in_detail("Cup", "$5", "Cup $5")),
    ):
        workflow = only(*runs)
        assert workflow.evidence.support == len(runs)
        assert workflow.steps[-1].words().startswith('read cell in the row of "{')
        assert set(workflow.outputs[0].examples) == {"$3", "$4"}


def test_a_run_that_did_not_see_its_answer_in_the_list_is_a_workflow_of_its_own() -> None:
    made = tasks(in_list("Mug", "$3"), in_detail("Bowl", "$4", "Bowl, price on request"))
    assert [w.evidence.support for w in made] == [1, 1]
    assert [len(w.outputs) for w in made] == [1, 1]


def test_of_two_places_on_one_page_the_one_is_read_that_is_told_best() -> None:
    workflow = only(in_detail("Mug", "$3"), in_table("Bowl", "$4"))
    assert workflow.steps[-1].words() == "read paragraph as price"


def test_of_several_places_the_one_is_read_that_most_runs_chose() -> None:
    heading = in_detail("Jug", "$9", role="heading", css="h2")
    workflow = only(in_detail("Mug", "$3"), in_detail("Pan", "$8"), in_table("Bowl", "$4"), heading)
    assert workflow.steps[-1].words().startswith("read paragraph")


def test_two_answers_under_two_names_are_both_read() -> None:
    def told(product: str, **names: str) -> Run:
        reads = [read("3", "paragraph", f"/p/{product}", css=f"p.{name}", output=name) for name in names]
        return asked(product, "3", opened(product), *reads)

    (workflow,) = tasks(told("Mug", price="", stock=""), told("Bowl", price="", stock=""))
    assert [o.name for o in workflow.outputs] == ["price", "stock"]


def test_the_heading_of_a_row_tells_the_cell_that_is_read_in_it() -> None:
    workflow = only(in_table("Mug", "$3"), in_table("Bowl", "$4"))
    assert workflow.steps[-1].words() == 'read cell in the row of "Price" as price'
