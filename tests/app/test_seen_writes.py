"""What a proof saw being sent makes a workflow one that writes, whatever it was learned as."""

from __future__ import annotations

import pytest
from find_library import PRICE, click, flow

from awm_mcp.app.verify import verify
from awm_mcp.memory.fake import FakeMemory
from awm_mcp.model import Outcome, Stopped, Workflow
from awm_mcp.replay.fake import FakeReplayer
from awm_mcp.replay.port import SENDS, UNTIL_WRITE

LOOK = PRICE.model_copy(update={"steps": (*PRICE.steps, click("Take"))})


def stopped(code: str, number: int) -> Outcome:
    where = Stopped(step=number, action="click Take", code=code, expected="nothing that writes", seen="it sends GET /take/5")
    return Outcome(run_id="r", workflow=LOOK.name, status="confirmation_required", stopped=where, steps_done=number)


async def proven(workflow: Workflow, code: str, number: int) -> Workflow:
    verdict = await verify(workflow, memory=FakeMemory(), replayer=FakeReplayer(stopped(code, number)), allow_writes=False)
    assert verdict.ok
    return verdict.labelled(workflow)


async def test_a_read_that_was_seen_to_send_something_is_a_write_from_then_on() -> None:
    made = await proven(LOOK, SENDS, 4)
    assert (made.risk, [step.writes for step in made.steps]) == ("write", [False, False, False, True])


@pytest.mark.parametrize("risk", ["write", "destructive"])
async def test_what_writes_already_stays_as_risky_as_it_is(risk: str) -> None:
    other = flow("shop_drop", "Drop {what}", risk=risk, examples={"what": ("it",)})
    assert (await proven(other, SENDS, 1)).risk == risk


async def test_what_only_looks_like_writing_and_steps_of_some_visits_are_no_proof_of_it() -> None:
    assert (await proven(LOOK, UNTIL_WRITE, 4)).risk == "read"
    consent = LOOK.model_copy(update={"steps": (*LOOK.steps[:3], click("OK").model_copy(update={"optional": True}))})
    assert (await proven(consent, SENDS, 4)).risk == "read"
