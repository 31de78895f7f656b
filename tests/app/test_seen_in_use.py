"""What good replays in use were seen to send and to show at their end is what the next one is to send and to show."""

from __future__ import annotations

from awm_mcp.app.in_use.seen_in_use import as_stored, with_seen_in_use
from awm_mcp.memory.fake import FakeMemory
from awm_mcp.model import Action, FlowStep, Outcome, SeenEnd, Status, Target, Workflow, value

CLICK = FlowStep(action=Action(type="click", target=Target(role="button", name="Save")), writes=True)
FLOW = Workflow(name="a_save", site="a.example", start=value("/"), steps=(CLICK,), risk="write", version=2)


async def looked(*outcomes: Outcome, flow: Workflow = FLOW) -> tuple[str, ...]:
    memory = FakeMemory()
    for outcome in outcomes:
        await memory.outcomes.put(outcome)
    seen, _ = await with_seen_in_use(flow, memory)
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


async def test_a_later_step_than_the_one_taken_for_the_write_may_be_the_one_that_sends():
    ask, yes = CLICK, CLICK.model_copy(update={"writes": False})
    flow = FLOW.model_copy(update={"steps": (ask, yes)})
    memory = FakeMemory()
    await memory.outcomes.put(outcome(1).model_copy(update={"sent": {"1": (), "2": ("DELETE /docs/*",)}}))
    seen, _ = await with_seen_in_use(flow, memory)
    assert [step.sends for step in seen.steps] == [(), ("DELETE /docs/*",)]


def ended(number: int, page: str, *row: str, dialogs: int = 0) -> Outcome:
    return outcome(number, "POST /save").model_copy(update={"end": SeenEnd(page=page, row=row, dialogs=dialogs)})


async def known_end(*outcomes: Outcome, flow: Workflow = FLOW) -> SeenEnd | None:
    memory = FakeMemory()
    for one in outcomes:
        await memory.outcomes.put(one)
    return (await with_seen_in_use(flow, memory))[1]


async def test_the_end_is_what_all_good_replays_of_this_version_showed():
    assert await known_end() is None
    assert await known_end(ended(1, "/", "title", "note")) == SeenEnd(page="/", row=("title", "note"))
    assert await known_end(ended(1, "/", "title", "note"), ended(2, "/", "title")) == SeenEnd(page="/", row=("title",))
    assert await known_end(ended(1, "/", dialogs=1), ended(2, "/")) == SeenEnd(page="/", dialogs=1)
    assert await known_end(ended(1, "/a"), ended(2, "/b")) is None, "there is no one page that it ends on"


async def test_an_end_is_forgotten_after_ten_stops():
    stops = [outcome(number, status="unknown") for number in range(2, 12)]
    assert await known_end(ended(1, "/", "title"), *stops) is None


async def test_a_workflow_that_only_reads_has_no_end_to_be_like():
    reading = FLOW.model_copy(update={"steps": (CLICK.model_copy(update={"writes": False}),)})
    assert await known_end(ended(1, "/", "title"), flow=reading) is None
