"""The first of several choices stands right beside the label of them all, and is still called as it says itself."""

from __future__ import annotations

from making_runs import run, step

from awm_mcp.induction import induce
from awm_mcp.model import Run, value


def _linked(bank: str, kind: str, ending: str, label: str | None) -> Run:
    nth = 2 if label else 3
    return run(
        f"Link my {bank} {kind} account ending {ending}.",
        step("fill", "Bank", bank, role="textbox"),
        step("click", text=value(kind), label=value(label) if label else None, css=f"#kinds > div.chip:nth-child({nth})"),
        step("fill", "Account ending", ending, role="textbox"),
        step("click", "Link account", role="button"),
    )


def test_a_choice_is_a_parameter_also_where_only_some_runs_chose_the_one_beside_the_label() -> None:
    runs = (_linked("Chase", "Checking", "4410", "Account type"), _linked("Wells Fargo", "Savings", "9034", None))

    (workflow,) = [w for w in induce(runs) if w.kind == "task"]

    assert [set(p.examples) for p in workflow.parameters] == [
        {"Chase", "Wells Fargo"}, {"Checking", "Savings"}, {"4410", "9034"},
    ]  # fmt: skip
    chosen = workflow.steps[1].action
    assert chosen is not None
    assert chosen.target is not None
    assert chosen.target.text is not None
    assert chosen.target.text.params == (workflow.parameters[1].name,)
