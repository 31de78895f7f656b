"""Proofs show a box set both ways where the source runs did; other workflows are proven by their newest runs, as ever."""

from __future__ import annotations

from awm_mcp.app.verifying.both_states import with_both_states
from awm_mcp.model import Action, FlowStep, Parameter, Workflow, value

GOTO = (FlowStep(action=Action(type="goto", value=value("/"))),)


def flow(*names: str) -> Workflow:
    parameters = (Parameter(name="guest"), *(Parameter(name=name, type="boolean", required=False) for name in names))
    return Workflow(name="inn_book_room", site="inn.example", start=value("/"), parameters=parameters, steps=GOTO)


def cases(*given: dict[str, str]) -> list[tuple[str, dict[str, str | list[str]]]]:
    return [(f"run{number}", {"guest": f"Guest {number}", **one}) for number, one in enumerate(given)]


def ids(workflow: Workflow, *given: dict[str, str], most: int = 2) -> list[str]:
    return [run for run, _ in with_both_states(workflow, cases(*given), most)]


def test_the_newest_run_of_the_other_state_is_taken_beside_the_newest() -> None:
    on, off = {"breakfast": "true"}, {"breakfast": "false"}
    assert ids(flow("breakfast"), on, on, {}, off, off) == ["run0", "run3"]


def test_more_cases_are_taken_only_while_they_show_another_state() -> None:
    both = [{"a": "true", "b": "true"}, {"a": "true", "b": "false"}, {"a": "false", "b": "true"}, {"a": "true", "b": "true"}]
    assert ids(flow("a", "b"), *both) == ["run0", "run1", "run2"]


def test_without_such_values_the_newest_are_taken() -> None:
    assert ids(flow(), {}, {}, {}) == ["run0", "run1"]
    assert ids(flow("breakfast"), {"breakfast": "true"}, {"breakfast": "false"}, most=1) == ["run0"]
    assert ids(flow()) == []
