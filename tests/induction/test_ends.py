"""What all runs showed after a change and not before it is remembered, in whatever language it is said."""

from __future__ import annotations

from awm_mcp.induction.trace import Column
from awm_mcp.induction.writing.ends import texts_at_end
from awm_mcp.model import Action, Effect, Step, Target

CLICK = Action(type="click", target=Target(css="button"))


def _column(*shown: tuple[str, ...]) -> Column:
    return Column([Step(url="http://a.test/", action=CLICK, effect=Effect(shown=one, changed=True)) for one in shown])


def test_the_page_of_the_runs_is_what_all_of_them_showed_with_gaps_for_numbers_and_values() -> None:
    opened = _column(("Menu", "Shop"), ("Menu", "Shop"))
    sent = _column(
        ("Menu", "Order #17", "Oak stool: auf dem Weg", "Wetter: schön"),
        ("Menu", "Order #23", "Desk: auf dem Weg", "Wetter: trüb"),
    )

    found = texts_at_end(sent, [opened], {"article": ["Oak stool", "Desk"]})

    assert [one.words() for one in found] == ["Order #…", "…: auf dem Weg"]
    assert found[0].matches("Order #99")


def test_one_run_alone_tells_nothing_of_the_page_that_others_end_on() -> None:
    seen = _column(("订单已提交",))
    reported = Step(url="http://a.test/", action=CLICK)

    assert texts_at_end(Column([*seen.present, reported]), [], {}) == ()
