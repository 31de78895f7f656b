"""Checkers: address, page text, answer and Python entry points."""

from __future__ import annotations

import pytest

from awm_mcp.errors import InvalidInput
from awm_mcp.experiments.checks import Final, check
from awm_mcp.experiments.task_file import Check

FINAL = Final(
    url="http://s.test/cart?x=1", title="Your cart", text="- cell: Total\n- cell: $10.00", answer=" It is  $10.00. "
)


def says_yes(final: Final) -> bool:
    return final.answer.strip() == "It is  $10.00."


def fails(final: Final) -> bool:
    raise RuntimeError(final.url)


@pytest.mark.parametrize(
    ("wanted", "solved"),
    [
        ({"url": r"/cart\b"}, True),
        ({"url": r"/checkout"}, False),
        ({"text": "total"}, True),
        ({"text": "your  CART"}, True),
        ({"text": "empty"}, False),
        ({"pattern": r"cell: \$1\d"}, True),
        ({"pattern": r"cell: \$2"}, False),
        ({"equals": "it is $10.00."}, True),
        ({"equals": "$10.00"}, False),
        ({"contains": "$10.00"}, True),
        ({"contains": ["$10.00", "is"]}, True),
        ({"contains": ["$10.00", "not"]}, False),
        ({"url": "/cart", "contains": "$11"}, False),
        ({"python": f"{__name__}:says_yes"}, True),
    ],
)
def test_everything_that_is_wanted_must_hold(wanted: dict[str, object], solved: bool):
    verdict = check(Check.model_validate(wanted), FINAL)
    assert verdict.solved is solved
    assert bool(verdict.why) is not solved


@pytest.mark.parametrize("name", ["no_such_module:f", f"{__name__}:missing", f"{__name__}:fails"])
def test_a_broken_entry_point_is_an_error_and_no_failed_task(name: str):
    with pytest.raises(InvalidInput) as caught:
        check(Check(python=name), FINAL)
    assert caught.value.code == "broken_check"
    assert name in caught.value.expected
