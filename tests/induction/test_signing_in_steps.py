"""Which steps of a run sign in, and which secrets are a part of the task itself."""

from __future__ import annotations

import pytest

from awm_mcp.induction.aligning.signin import sign_in_columns
from awm_mcp.induction.trace import Column
from awm_mcp.model import Action, Param, Step, Target, value


def typed(name: str, given: str, url: str) -> Step:
    """A field filled in; ``{name}`` types a secret."""
    text = value([Param(param=given.strip("{}"))]) if given.startswith("{") else value(given)
    return Step(action=Action(type="fill", target=Target(role="textbox", name=value(name)), value=text), url=url)


def pressed(name: str, url: str) -> Step:
    return Step(action=Action(type="click", target=Target(role="button", name=value(name))), url=url)


SIGN_IN = [typed("User", "ann", "/"), typed("Password", "{password}", "/"), pressed("Sign in", "/")]
CODE = [typed("Code", "{otp}", "/code"), pressed("Verify", "/code")]
PAY = [typed("Card number", "{card_number}", "/pay"), typed("Code", "{otp}", "/pay"), pressed("Pay", "/pay")]
SEARCH = [typed("Search", "lamp", "/in"), pressed("Find", "/in"), pressed("Lamp", "/found")]
RENEW = [typed("New password", "{password_2}", "/new"), pressed("Change", "/new")]


@pytest.mark.parametrize(
    ("steps", "signing_in"),
    [
        (SIGN_IN, {0, 1, 2}),
        ([*SIGN_IN, *CODE], {0, 1, 2, 3, 4}),
        ([*SIGN_IN, *PAY], {0, 1, 2}),
        (PAY, set[int]()),
        ([*SIGN_IN, *CODE, *PAY], {0, 1, 2, 3, 4}),
        ([*SIGN_IN, *SEARCH, *RENEW], {0, 1, 2}),
    ],
)
def test_signing_in_ends_where_the_task_begins(steps: list[Step], signing_in: set[int]):
    assert sign_in_columns([Column((step,)) for step in steps]) == signing_in
