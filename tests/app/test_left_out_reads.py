"""What learning takes out of a draft is said in the remarks."""

from __future__ import annotations

from awm_mcp.app.learning.learn import findable
from awm_mcp.app.learning.remarks import Remarks
from awm_mcp.induction import induce
from awm_mcp.model import Action, Effect, Run, Step, Target, value


def carted(product: str, total: str) -> Run:
    origin = "http://store.example"
    added = Effect(url=origin + "/cart", requests=("POST /cart",))
    steps = (
        Step(url=origin + "/", action=Action(type="click", target=Target(role="link", name=value(product)))),
        Step(url=origin + "/p", action=Action(type="click", target=Target(role="button", name=value("Add"))), effect=added),
        Step(
            url=origin + "/cart",
            action=Action(type="extract", target=Target(role="cell", name=value(total)), value=value(total)),
        ),
    )
    return Run(
        id=product,
        task=f"Add {product} to the cart and report the total",
        site="store.example",
        origin=origin,
        start_url=origin + "/",
        outcome="success",
        answer=total,
        steps=steps,
    )


def test_a_read_that_no_replay_would_find_is_taken_out_and_told_to_those_who_reported_it() -> None:
    (draft,) = induce([carted("Blue Kettle", "$93.00"), carted("Camp Chair", "$23.40")])
    remarks = Remarks()
    assert findable(draft, remarks).outputs == ()
    (said,) = remarks.about("Camp Chair", ())
    assert "left out" in said
    assert draft.name in said
