from __future__ import annotations

from making_runs import ORIGIN, run, seen, step

from awm_mcp.induction import induce, lint
from awm_mcp.model import Effect, Run, Step, Value


def done(title: str, place: int) -> Run:
    return run(
        f"Mark the to-do about the issue '{title}' as done.",
        step("click", text="To-Do List 9", testid="nav-todos", url="/"),
        step(
            "click",
            "Done",
            role="button",
            testid=f"done-todo_{place}",
            row=title,
            seen=seen(place, 9, equals=9),
            url="/todos",
        ),
        observed=True,
    )


def test_the_row_that_a_browser_saw_carries_the_value_of_the_task() -> None:
    (workflow,) = induce([done("Login page is blank", 1), done("Upgrade the parser", 7)])
    (parameter,) = workflow.parameters
    target = workflow.steps[1].action.target if workflow.steps[1].action else None
    assert parameter.name == "issue" and target is not None
    assert target.row is not None and target.row.params == ("issue",)
    assert not [f for f in lint(workflow) if f.severity == "error"]


def test_without_the_row_the_unused_value_keeps_the_workflow_a_draft() -> None:
    blind = [r.model_copy(update={"steps": tuple(_blind(r))}) for r in (done("Login page is blank", 1), done("Upgrade", 7))]
    (workflow,) = induce(blind)
    assert "needs_observation" in {f.code for f in lint(workflow) if f.severity == "error"}


def _blind(given: Run) -> list[object]:
    steps: list[object] = []
    for one in given.steps:
        target = one.action.target.model_copy(update={"row": None, "seen": None}) if one.action.target else None
        steps.append(one.model_copy(update={"action": one.action.model_copy(update={"target": target})}))
    return steps


def test_counters_in_a_name_are_left_open() -> None:
    (workflow,) = induce([done("Login page is blank", 1), done("Upgrade the parser", 7)])
    target = workflow.steps[0].action.target if workflow.steps[0].action else None
    assert target is not None and target.text is not None and target.text.matches("To-Do List 12")


def test_requests_that_a_browser_saw_tell_which_step_writes() -> None:
    def rename(old: str, new: str) -> Run:
        return run(
            f"Rename '{old}' to '{new}'.",
            step("click", old, role="link", effect=Effect(url=ORIGIN + "/i", changed=True)),
            step("fill", "Name", new, role="textbox", url="/i", effect=Effect(url=ORIGIN + "/i", changed=True)),
            step("click", "Go on", role="button", url="/i", effect=Effect(changed=True, requests=("POST /i/rename",))),
            observed=True,
        )

    (workflow,) = induce([rename("A1", "B1"), rename("C1", "D1")])
    assert [s.writes for s in workflow.steps] == [False, False, True] and workflow.risk == "write"


def test_choices_that_several_runs_saw_become_an_enumeration() -> None:
    options = ("Low", "Normal", "High")

    def priority(item: str, level: str) -> Run:
        return run(
            f"Set the priority of '{item}' to {level}.",
            step("click", item, role="link"),
            step("select", "Priority", level, role="combobox", seen=seen(1, 1, options=options), url="/i"),
            step("click", "Save", role="button", url="/i"),
            observed=True,
        )

    (workflow,) = induce([priority("A1", "High"), priority("C1", "Low")])
    parameter = workflow.parameter("priority")
    assert parameter is not None and parameter.enum == options


def test_a_step_that_only_one_of_two_runs_needed_is_optional() -> None:
    banner = step("click", "Accept all cookies", role="button", url="/")

    def order(item: str, *before: Step) -> Run:
        return run(
            f"Order '{item}'.", *before, step("click", item, role="link"), step("click", "Order", role="button", url="/i")
        )

    (workflow,) = induce([order("Cup", banner), order("Plate")])
    assert [s.optional for s in workflow.steps] == [True, False, False]


def test_values_typed_and_picked_from_suggestions_are_one_parameter() -> None:
    def voucher(offer: str, listed: str) -> Run:
        return run(
            f"Create a voucher for the offer '{offer}'.",
            step("fill", role="searchbox", css="input.search", value=offer),
            step("click", offer, role="option", css=f"#select2-result-{listed}-3"),
            step("click", "Save", role="button"),
        )

    (workflow,) = induce([voucher("15% off", "n4um"), voucher("5% off", "p4ay")])
    target = workflow.steps[1].action.target if workflow.steps[1].action else None
    assert [p.name for p in workflow.parameters] == ["offer"]
    assert target is not None and target.css is None and target.name == Value.model_validate([{"param": "offer"}])


def test_signing_in_that_one_run_did_without_is_an_optional_group_of_the_same_task() -> None:
    secret = Value.model_validate([{"param": "password"}])
    signing_in = (
        step("fill", "User", "adm", role="textbox", url="/login"),
        step("fill", "Password", secret, role="textbox", url="/login"),
        step("click", "Log in", role="button", url="/login"),
    )

    def rename(item: str, *before: Step) -> Run:
        steps = step("click", item, role="link"), step("click", "Archive", role="button", url="/i")
        return run(f"Archive '{item}'.", *before, *steps, secrets=("password",) if before else ())

    (workflow,) = [w for w in induce([rename("Cup", *signing_in), rename("Plate")]) if w.kind == "task"]
    assert [s.group for s in workflow.steps] == ["sign_in"] * 3 + [None] * 2
    assert workflow.evidence.support == 2
