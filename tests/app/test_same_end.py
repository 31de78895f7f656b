"""When a workflow by address ends where the one in the interface does."""

from __future__ import annotations

import pytest

from awm_mcp.app.verifying.same_end import differs
from awm_mcp.model import Outcome, PageState


def ended(url: str, **more: object) -> Outcome:
    page = PageState(url=f"http://store.example{url}", title="Items", text="2 found")
    return Outcome.model_validate({"run_id": "r", "workflow": "w", "status": "ok", "page": page, **more})


@pytest.mark.parametrize("other", ["/items?q=Red%20Chair", "/items?q=Red+Chair"])
def test_a_blank_may_be_written_in_either_way(other: str) -> None:
    assert differs(ended("/items?q=Red+Chair"), ended(other)) == ""


@pytest.mark.parametrize("other", ["/items?q=Red%2BChair", "/items?q=Red+Chairs", "/items", "/other?q=Red+Chair"])
def test_another_address_is_another_end(other: str) -> None:
    assert "(page)" in differs(ended("/items?q=Red+Chair"), ended(other))


def test_another_value_is_another_end() -> None:
    assert "(outputs)" in differs(ended("/items", outputs={"price": "$5"}), ended("/items", outputs={"price": "$6"}))
