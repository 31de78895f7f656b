"""Steps that would make a tool fail or do nothing: untold reads, unsent input, sending what other steps filled in."""

from __future__ import annotations

import pytest
from making_runs import ORIGIN, price_run, run, seen, step

from awm_mcp.induction import Inducer, induce, lint
from awm_mcp.induction.aligning.patterns import Place
from awm_mcp.induction.checking.loose_ends import filled_before, untold_reads, without_untold_reads
from awm_mcp.induction.cleaning.clean import trace_of
from awm_mcp.induction.trace import Trace
from awm_mcp.model import Effect, Evidence, Expectation, FlowStep, Run, Seen, Workflow
from awm_mcp.model import value as value_of


def errors(workflow: Workflow) -> set[str]:
    return {finding.code for finding in lint(workflow) if finding.severity == "error"}


def carted(product: str, total: str, role: str = "cell") -> Run:
    return run(
        f"Add {product} to the cart and report the total",
        step("click", product, role="link"),
        step("click", "Add to cart", role="button", url="/p", effect=Effect(url=ORIGIN + "/cart", requests=("POST /cart",))),
        step("extract", total, total, role=role, url="/cart"),
        answer=total,
    )


def read(product: str, total: str) -> Run:
    return run(
        f"Report the total of {product}",
        step("click", product, role="link"),
        step("extract", total, total, role="cell", url="/p"),
        answer=total,
    )


def test_a_read_after_a_change_that_only_its_value_told_is_taken_out_with_its_output_and_noted() -> None:
    (draft,) = induce([carted("Blue Kettle", "$93.00"), carted("Camp Chair", "$23.40")])
    assert untold_reads(draft) == [3]
    assert "needs_observation" in errors(draft)
    less = without_untold_reads(draft)
    assert [s.action.type for s in less.steps if s.action is not None] == ["click", "click"]
    assert less.outputs == ()
    assert "left out" in less.evidence.dropped[0]
    assert "Returns" in draft.description
    assert "Returns" not in less.description
    assert "2 steps" in less.description
    assert errors(less) == set()


def test_a_read_that_is_all_the_workflow_is_for_stays_and_is_an_error() -> None:
    (draft,) = induce([read("Blue Kettle", "$93.00"), read("Camp Chair", "$23.40")])
    assert without_untold_reads(draft) is draft
    assert "needs_observation" in errors(draft)


@pytest.mark.parametrize("role", ["status", "alert"])
def test_a_read_of_the_one_message_of_a_page_is_told_by_its_role(role: str) -> None:
    (draft,) = induce([carted("Blue Kettle", "Kettle: 93", role), carted("Camp Chair", "Chair: 23", role)])
    assert without_untold_reads(draft) is draft


def looked_at(given: Run, shown: bool) -> Run:
    """As the browser saw it: all steps, or all but the read of a text that was not on the page."""
    steps = [s.model_copy(update={"effect": Effect(url=s.url, changed=True)}) for s in given.steps]
    if not shown:
        told = step("extract", value=given.answer, text=value_of(given.answer or ""), url="/p/x")
        steps = [*steps[:3], told]
    return given.model_copy(update={"steps": tuple(steps), "observed": True})


def test_a_run_that_the_page_contradicted_is_no_evidence_beside_confirmed_ones() -> None:
    good = [looked_at(price_run(name, "$5.10", id=name), True) for name in ("Blue Kettle", "Camp Chair")]
    wrong = looked_at(price_run("Red Mug", "$99.99", id="wrong"), False)
    (with_it,) = induce([*good, wrong])
    (without,) = induce(good)
    assert with_it.steps == without.steps
    assert set(with_it.evidence.runs) == {"Blue Kettle", "Camp Chair"}
    assert with_it.evidence.support == 2
    assert with_it.evidence.dropped[0].startswith("wrong is left out")
    assert "$99.99" in with_it.evidence.dropped[0]


def test_where_no_run_was_confirmed_none_is_left_out() -> None:
    runs = [looked_at(price_run(name, price), False) for name, price in (("Blue Kettle", "$5"), ("Camp Chair", "$6"))]
    (draft,) = induce(runs)
    assert draft.evidence.support == 2


def test_a_read_is_not_optional_because_a_run_did_without_it() -> None:
    runs = [price_run("Blue Kettle", "$5.10"), price_run("Camp Chair", "$7.20"), price_run("Red Mug", "$9.30")]
    short = runs[2].model_copy(update={"steps": runs[2].steps[:3]})
    (draft,) = induce([*runs[:2], short])
    (reading,) = [s for s in draft.steps if s.action is not None and s.action.type == "extract"]
    assert not reading.optional


def part(*steps: FlowStep, kind: str = "subtask", filled_before: tuple[str, ...] = ()) -> Workflow:
    made = {"name": "store_part", "site": "store.example", "start": value_of("/"), "steps": steps, "kind": kind}
    return Workflow.model_validate(made | {"evidence": Evidence(filled_before=filled_before)})


def flow(kind: str, name: str, value: str | None = None, **more: object) -> FlowStep:
    role = "button" if kind == "click" else "textbox"
    return FlowStep.model_validate({"action": step(kind, name, value, role=role).action, **more})


def test_input_that_nothing_sends_makes_no_tool() -> None:
    opened, typed = flow("click", "New note"), flow("fill", "Title", "a")
    assert "unsent_input" in errors(part(opened, typed, flow("check", "Urgent")))
    assert "unsent_input" not in errors(part(opened, typed, flow("click", "Save")))
    assert "unsent_input" not in errors(part(typed.model_copy(update={"writes": True})))
    filtered = Expectation(text=value_of("3 results"))
    assert "unsent_input" not in errors(part(typed.model_copy(update={"expect": filtered})))


def noted(title: str, save: Seen | None = None) -> Trace:
    return trace_of(
        run(
            f"Note {title}",
            step("fill", "Title", title, role="textbox", url="/new"),
            step("fill", "Body", "x", role="textbox", url="/new"),
            step("click", "Save", role="button", url="/new", seen=save),
            step("click", "Back to all", role="link", url="/done"),
        )
    )


def test_a_part_that_sends_a_form_which_other_steps_filled_in_is_no_tool() -> None:
    traces = [noted("Milk"), noted("Oil")]
    assert filled_before(traces, [Place(0, 2), Place(1, 2)], 2) == ("Title", "Body")
    assert filled_before(traces, [Place(0, 1), Place(1, 1)], 3) == ("Title",)
    assert filled_before(traces, [Place(0, 0), Place(1, 0)], 3) == ()
    assert filled_before(traces, [Place(0, 1), Place(1, 1)], 1) == ()
    assert filled_before(traces, [Place(0, 3), Place(1, 3)], 1) == ()
    sending = (flow("click", "Save"), flow("click", "Back to all"))
    assert "filled_elsewhere" in errors(part(*sending, filled_before=("Title",)))
    assert "filled_elsewhere" not in errors(part(*sending))


def test_a_button_that_a_browser_saw_outside_of_every_form_sends_none() -> None:
    assert filled_before([noted("Milk", seen(1, 1))], [Place(0, 2)], 1) == ()
    assert filled_before([noted("Milk", seen(1, 1, form_method="post"))], [Place(0, 2)], 1) != ()


def test_an_induced_part_tells_what_was_filled_in_before_it() -> None:
    def sent(name: str, then: str, wanted: str) -> Run:
        return run(
            wanted,
            step("fill", f"Field of {then}", name, role="textbox", url="/form"),
            step("click", "Save", role="button", url="/form"),
            step("click", "Back to all", role="link", url="/done"),
            step("click", then, role="link", url="/all"),
        )

    inducer = Inducer()
    inducer.put(sent("Milk", "Recipes", "Write down a dish"))
    inducer.put(sent("Oil", "Tyres", "Order something for my car"))
    (saving,) = [w for w in inducer.workflows() if w.kind == "subtask"]
    assert "filled_elsewhere" in errors(saving)
