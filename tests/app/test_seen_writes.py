"""What a proof saw being sent makes a workflow one that writes, whatever it was learned as."""

from __future__ import annotations

import pytest
from find_library import PRICE, click, flow

from awm_mcp.app.verifying.verify import verify
from awm_mcp.memory.fake import FakeMemory
from awm_mcp.model import Action, Effect, Outcome, Run, Step, Stopped, Workflow, value
from awm_mcp.replay.fake import FakeReplayer
from awm_mcp.replay.port import SENDS, UNTIL_WRITE

LOOK = PRICE.model_copy(update={"steps": (*PRICE.steps, click("Take"))})


def stopped(code: str, number: int) -> Outcome:
    where = Stopped(step=number, action="click Take", code=code, expected="nothing that writes", seen="it sends GET /take/5")
    return Outcome(run_id="r", workflow=LOOK.name, status="confirmation_required", stopped=where, steps_done=number)


async def proven(workflow: Workflow, code: str, number: int, memory: FakeMemory | None = None) -> Workflow:
    replayer = FakeReplayer(stopped(code, number))
    verdict = await verify(workflow, memory=memory or FakeMemory(), replayer=replayer, allow_writes=False)
    assert verdict.ok
    return verdict.labelled(workflow)


async def test_a_read_that_was_seen_to_send_something_is_a_write_from_then_on() -> None:
    made = await proven(LOOK, SENDS, 4)
    assert (made.risk, [step.writes for step in made.steps]) == ("write", [False, False, False, True])


@pytest.mark.parametrize("risk", ["write", "destructive"])
async def test_what_writes_already_stays_as_risky_as_it_is(risk: str) -> None:
    other = flow("shop_drop", "Drop {what}", risk=risk, examples={"what": ("it",)})
    assert (await proven(other, SENDS, 1)).risk == risk


async def test_a_step_that_was_judged_to_write_before_it_was_done_is_one_where_no_browser_saw_more() -> None:
    assert (await proven(LOOK, UNTIL_WRITE, 4)).risk == "write"


async def test_a_judgement_is_no_proof_where_a_browser_saw_that_nothing_was_sent() -> None:
    memory = FakeMemory()
    effect = Effect(url="http://shop/", changed=True)
    seen = Step(url="http://shop/", action=Action(type="wait_for", value=value("done")), effect=effect)
    run = Run(task="Look", site="shop", origin="http://shop", start_url="http://shop/", outcome="success", steps=(seen,))
    stored, _ = await memory.runs.add(run)
    known = LOOK.model_copy(update={"evidence": LOOK.evidence.model_copy(update={"runs": (stored.id,)})})
    assert (await proven(known, UNTIL_WRITE, 4, memory)).risk == "read"


async def test_a_proof_that_is_held_back_at_what_destroys_says_so() -> None:
    drop = LOOK.model_copy(update={"steps": (*LOOK.steps[:3], click("Delete account"))})
    assert (await proven(drop, UNTIL_WRITE, 4)).risk == "destructive"


async def test_steps_of_some_visits_are_no_proof_of_it() -> None:
    consent = LOOK.model_copy(update={"steps": (*LOOK.steps[:3], click("OK").model_copy(update={"optional": True}))})
    assert (await proven(consent, SENDS, 4)).risk == "read"
