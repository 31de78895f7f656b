"""What steps were seen to send is learned only where every run that was looked at saw it."""

from __future__ import annotations

import pytest

from awm_mcp.induction import induce
from awm_mcp.model import Action, Effect, Run, Step, Target, Workflow, value
from awm_mcp.model.sends import in_all, is_alike, shape_of, shapes_of


def run(name: str, sent: tuple[str, ...] | None, typed: tuple[str, ...] = ()) -> Run:
    field = Target(role="textbox", name="Title")
    effect = None if sent is None else Effect(requests=sent, changed=True)
    return Run(
        id=name, task=f"Add the task {name}", site="a.example", origin="http://a.example", start_url="http://a.example/",
        outcome="success", observed=True,
        steps=(
            Step(
                action=Action(type="fill", target=field, value=value(name)), url="http://a.example/",
                effect=Effect(requests=typed, changed=True),
            ),
            Step(
                action=Action(type="click", target=Target(role="button", name="Save")),
                url="http://a.example/",
                effect=effect,
            ),
        ),
    )  # fmt: skip


def learned(*runs: Run) -> Workflow:
    return next(flow for flow in induce(runs) if flow.kind == "task")


@pytest.mark.parametrize(
    ("runs", "sends"),
    [
        ((run("Buy tea", ("POST /tasks",)), run("Buy milk", ("POST /tasks",))), ("POST /tasks",)),
        ((run("Buy tea", ("POST /lists/7/tasks",)), run("Buy milk", ("POST /lists/9/tasks",))), ("POST /lists/*/tasks",)),
        ((run("Buy tea", ("PUT /tasks/buy-tea",)), run("Buy milk", ("PUT /tasks/buy-milk",))), ("PUT /tasks/*",)),
        ((run("Buy tea", ("POST /tasks",)), run("Buy milk", ())), ()),
        ((run("Buy tea", ("POST /tasks",)), run("Buy milk", None)), ("POST /tasks",)),
        ((run("Buy tea", ("POST /tasks",)), run("Buy milk", ("POST /notes",))), ()),
        ((run("Buy tea", ("POST /tasks", "POST /seen")), run("Buy milk", ("POST /tasks",))), ("POST /tasks",)),
        ((run("Buy tea", ("GET /tasks/add",)), run("Buy milk", ("GET /tasks/add",))), ()),
        ((run("Buy tea", ("SOCKET /live",)), run("Buy milk", ("SOCKET /live",))), ("SOCKET /live",)),
    ],
)
def test_what_every_run_that_was_looked_at_sent_is_what_a_step_sends(runs: tuple[Run, ...], sends: tuple[str, ...]):
    assert learned(*runs).steps[-1].sends == sends


@pytest.mark.parametrize(("first", "second", "silent"), [((), (), True), ((), None, False), ((), ("POST /tasks",), False)])
def test_a_write_that_every_run_was_seen_to_send_nothing_for_is_done_in_the_browser_alone(
    first: tuple[str, ...], second: tuple[str, ...] | None, silent: bool
):
    assert learned(run("Buy tea", first), run("Buy milk", second)).steps[-1].silent is silent


def test_what_a_page_also_sends_while_it_is_typed_into_is_not_what_a_button_sends():
    runs = (run(name, ("PUT /draft", "POST /tasks"), typed=("PUT /draft",)) for name in ("Buy tea", "Buy milk"))
    assert learned(*runs).steps[-1].sends == ("POST /tasks",)


def test_a_workflow_of_before_has_nothing_of_it_and_stays_what_it_is():
    flow = learned(run("Buy tea", None), run("Buy milk", None))
    text = flow.model_dump_json()
    assert "sends" not in text
    assert Workflow.model_validate_json(text).digest() == flow.digest()


def test_shapes_leave_open_what_names_one_thing():
    assert shape_of("POST /api/v2/tasks/17/done") == "POST /api/v2/tasks/*/done"
    assert shape_of("PUT /tasks/buy-tea", ["Buy tea"]) == "PUT /tasks/*"
    assert shapes_of(["GET /a", "POST /a", "POST /a"]) == ("POST /a",)
    assert in_all([("POST /a/x", "POST /b"), ("POST /a/y", "POST /b")]) == ("POST /a/*", "POST /b")
    assert is_alike("POST /tasks/*", "POST /tasks/18")
    assert not is_alike("POST /tasks/*", "PUT /tasks/18")
    assert not is_alike("POST /tasks", "POST /notes")
