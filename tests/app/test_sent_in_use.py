"""What good replays in use were seen to send is what the next one is to send."""

from __future__ import annotations

from awm_mcp.app.in_use.sent_in_use import as_stored, with_sent_in_use
from awm_mcp.memory.fake import FakeMemory
from awm_mcp.model import Action, FlowStep, Outcome, Status, Target, Workflow, value

CLICK = FlowStep(action=Action(type="click", target=Target(role="button", name="Save")), writes=True)
FLOW = Workflow(name="a_save", site="a.example", start=value("/"), steps=(CLICK,), risk="write", version=2)


async def looked(*outcomes: Outcome, flow: Workflow = FLOW) -> tuple[str, ...]:
    memory = FakeMemory()
    for outcome in outcomes:
        await memory.outcomes.put(outcome)
    seen = await with_sent_in_use(flow, memory)
    assert as_stored(seen, flow) == flow
    return seen.steps[0].sends


def outcome(number: int, *sent: str, status: Status = "ok", version: int = 2) -> Outcome:
    return Outcome(run_id=f"r{number}", workflow="a_save", version=version, status=status, sent={"1": sent})


async def test_what_all_good_replays_of_this_version_sent_is_known():
    assert await looked() == ()
    assert await looked(outcome(1, "POST /save")) == ("POST /save",)
    assert await looked(outcome(1, "POST /save", "POST /a"), outcome(2, "POST /save")) == ("POST /save",)
    assert await looked(outcome(1, "POST /save"), outcome(2)) == ()
    assert await looked(outcome(1, "POST /save"), outcome(2, status="unknown")) == ("POST /save",)
    assert await looked(outcome(1, "POST /save", version=1)) == ()


async def test_what_the_source_runs_told_stays():
    known = FLOW.model_copy(update={"steps": (CLICK.model_copy(update={"sends": ("POST /other",)}),)})
    assert await looked(outcome(1, "POST /save"), flow=known) == ("POST /other",)
