from __future__ import annotations

import json
import random

from hypothesis import given, settings
from hypothesis import strategies as st
from making_runs import price_run, run, step

from awm_mcp.induction import induce, lint
from awm_mcp.model import Param, Run, Value, Workflow
from awm_mcp.model.arguments import bind

WORD = st.text(st.characters(codec="ascii", categories=("L",)), min_size=3, max_size=9).map(str.capitalize)
NAME = st.lists(WORD, min_size=1, max_size=3).map(" ".join)
NAMES = st.lists(NAME, min_size=2, max_size=4, unique_by=str.casefold)
SECRET = Value((Param(param="password"),))


def order_run(item: str, buyer: str, secret: bool = False) -> Run:
    signing_in = [
        step("fill", "User", "clerk", role="textbox", url="/login"),
        step("fill", "Password", SECRET, role="textbox", url="/login"),
        step("click", "Log in", role="button", url="/login"),
    ]
    return run(
        f"Reserve '{item}' for the customer '{buyer}'.",
        *(signing_in if secret else ()),
        step("fill", "Search", item, role="searchbox", url="/shop"),
        step("click", item, role="link", url="/shop"),
        step("fill", "Customer", buyer, role="textbox", url="/item"),
        step("click", "Reserve", role="button", url="/item"),
        id=f"{item}-{buyer}",
    )


def typed(workflow: Workflow, arguments: dict[str, str]) -> list[str]:
    """What the workflow types and clicks with these arguments."""
    found: list[str] = []
    for one in workflow.steps:
        for value in one.action.all_values() if one.action else ():
            if value.params:
                found.append(value.bind(arguments).words())
    return found


@given(NAMES, st.randoms(use_true_random=False))
@settings(max_examples=25, deadline=None)
def test_any_order_of_the_runs_gives_the_same_library(names: list[str], shuffle: random.Random) -> None:
    runs = [price_run(name, f"${index}.00", id=str(index)) for index, name in enumerate(names)]
    shuffled = list(runs)
    shuffle.shuffle(shuffled)
    assert induce(shuffled) == induce(runs)


@given(NAMES, NAMES)
@settings(max_examples=25, deadline=None)
def test_every_parameter_is_used_and_every_used_one_is_declared(items: list[str], buyers: list[str]) -> None:
    for workflow in induce([order_run(i, b) for i, b in zip(items, buyers, strict=False)], most=None):
        codes = {finding.code for finding in lint(workflow)}
        assert not codes & {"unused_parameter", "undeclared_parameter", "bad_name"}


@given(NAMES, NAMES)
@settings(max_examples=25, deadline=None)
def test_the_examples_bind_to_what_a_source_run_did(items: list[str], buyers: list[str]) -> None:
    pairs = list(zip(items, buyers, strict=False))
    for workflow in induce([order_run(i, b) for i, b in pairs]):
        if workflow.kind != "task":
            continue
        arguments = {k: str(v) for k, v in bind(workflow, {p.name: p.examples[0] for p in workflow.parameters}).items()}
        done = {text.casefold() for text in typed(workflow, arguments)}
        assert any({i.casefold(), b.casefold()} >= done for i, b in pairs)


@given(NAMES, NAMES)
@settings(max_examples=15, deadline=None)
def test_secrets_have_no_value_anywhere(items: list[str], buyers: list[str]) -> None:
    runs = [order_run(i, b, secret=True) for i, b in zip(items, buyers, strict=False)]
    for workflow in induce(runs):
        for parameter in workflow.parameters:
            if parameter.secret is not None:
                assert (parameter.examples, parameter.default, parameter.enum) == ((), None, ())
        assert "password" not in json.dumps(workflow.input_schema())


def test_one_run_can_be_induced_whatever_its_task_text_holds() -> None:
    for task in ("", "{product} %s ${HOME}", "\x00\ufffe", "'", "?" * 500, "שלום 👩‍👩‍👧"):
        made = induce([run(task, step("click", "{x}", role="button"), step("fill", "Name", "{name}", role="textbox"))])
        assert len(made) == 1 and not made[0].parameters
