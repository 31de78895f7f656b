"""Four weeks of use of a small library, made up but always the same; and an application that the dashboard can face."""

from __future__ import annotations

import random
from collections.abc import Sequence

from awm_mcp.errors import NotFound
from awm_mcp.memory.port import Memory
from awm_mcp.model import Action, Event, Evidence, FlowStep, Parameter, State, Target, Workflow, value
from awm_mcp.usage.metrics import UsageReport, measure

DAY = 86_400.0
START = 1_798_761_600.0  # 2027-01-01
SITES = ("shop.example", "tracker.example:8443")
FLOWS: tuple[tuple[str, str, State, str], ...] = (
    ("shop_find_price", "Find the price of a product", "published", "read"),
    ("shop_put_product_into_basket", "Put a number of a product into the basket", "published", "write"),
    ("shop_send_message_to_the_support_team", "Send a message about a topic from a name", "quarantined", "write"),
    ("tracker_create_issue", "Create an issue with a title and a priority in a project", "published", "write"),
    ("tracker_assign_issue", "Assign an issue to a person", "verified", "write"),
    ("tracker_close_stale_issues", "Close the issues that nobody touched", "draft", "destructive"),
    ("tracker_old_search", "Search the issues", "retired", "read"),
)


def flow(name: str, title: str, state: State, risk: str) -> Workflow:
    steps = ("Search", "Open <b>it</b>", "Save")
    return Workflow.model_validate(
        {
            "name": name,
            "title": title,
            "description": title,
            "site": SITES[0] if name.startswith("shop") else SITES[1],
            "start": "/",
            "parameters": [Parameter(name="what", examples=("a",))],
            "steps": [
                FlowStep(action=Action(type="click", target=Target(role="button", name=value(said)))) for said in steps
            ],
            "state": state,
            "risk": risk,
            "evidence": Evidence(support=2),
        }
    )


def events(days: int = 28, seed: int = 7) -> list[Event]:
    """Agents learn to use the library: the share of tasks with a call grows from a tenth to two thirds."""
    dice = random.Random(seed)
    found = [
        Event(
            kind="published", at=START + n * 2 * DAY, site=SITES[0] if name.startswith("shop") else SITES[1], workflow=name
        )
        for n, (name, _, _, _) in enumerate(FLOWS)
    ]
    for day in range(days):
        for number in range(dice.randint(1, 9)):
            found += _task(dice, START + day * DAY + number * 3600, f"t{day}_{number}", 0.1 + 0.6 * day / days)
    return found


def _task(dice: random.Random, at: float, handle: str, willing: float) -> list[Event]:
    name = dice.choice([f[0] for f in FLOWS[:5]])
    about = {
        "task_id": handle,
        "client": dice.choice(["claude-code", "claude-code", "vscode", "codex"]),
        "site": SITES[0] if name.startswith("shop") else SITES[1],
    }
    matched = dice.random() < 0.85
    made = [Event.model_validate({"kind": "found", "at": at, "matched": matched, **about})]
    if matched:
        made.append(Event.model_validate({"kind": "found", "at": at + 1, "workflow": name, **about}))
    if dice.random() < willing:
        made += _call(dice, at + 5, handle, name, about)
    elif matched and dice.random() < 0.4:
        made.append(Event.model_validate({"kind": "by_hand", "at": at + 60, "workflow": name, "steps_done": 3, **about}))
    solved = "success" if dice.random() < 0.6 + 0.3 * willing else "failure"
    return [*made, Event.model_validate({"kind": "reported", "at": at + 90, "status": solved, "steps_total": 7, **about})]


def _call(dice: random.Random, at: float, handle: str, name: str, about: dict[str, str]) -> list[Event]:
    run = f"run_{handle}"
    works = dice.random() < (0.35 if "message" in name else 0.92)
    ended = {"status": "ok", "steps_done": 3} if works else {"status": "target_not_found", "steps_done": dice.choice([1, 2])}
    given = {"workflow": name, "run_id": run, **about}
    return [
        Event.model_validate({"kind": "called", "at": at, **given}),
        Event.model_validate({"kind": "finished", "at": at + 3, "ms": dice.randint(900, 4000), **ended, **given}),
    ]


class Hand:
    """The owner's hand, straight on a memory."""

    def __init__(self, memory: Memory) -> None:
        self._memory = memory
        self.done: list[tuple[str, str]] = []

    async def publish(self, ref: str) -> int:
        self.done.append(("publish", ref))
        flow = await self._memory.workflows.get(ref)
        if flow is None:
            raise NotFound("unknown_workflow", seen=ref)
        return await self._memory.catalogue.publish(add=[flow])

    async def get(self, ref: str, version: int | None = None) -> Workflow:
        flow = await self._memory.workflows.get(ref, version)
        assert flow is not None
        return flow

    async def retire(self, ref: str, state: State = "retired") -> int:
        self.done.append((state, ref))
        flow = await self._memory.workflows.get(ref)
        assert flow is not None
        await self._memory.workflows.save(flow.model_copy(update={"state": state}))
        return await self._memory.catalogue.generation()

    async def revert(self, ref: str, version: int) -> Workflow:
        self.done.append((f"revert to {version}", ref))
        flow = await self._memory.workflows.get(ref)
        assert flow is not None
        return flow


class Story:
    """An application over a memory, with the story's events."""

    def __init__(self, memory: Memory, told: list[Event]) -> None:
        self._memory, self._told = memory, told
        self.library = Hand(memory)

    async def usage(self, *, since: float = 0.0, site: str | None = None, client: str | None = None) -> UsageReport:
        return measure(self._told, since=since, site=site, client=client)

    async def workflows_of(self, site: str | None, states: Sequence[State] = ()) -> Sequence[Workflow]:
        return await self._memory.workflows.of_site(site, states)


async def tell(memory: Memory) -> None:
    """Puts the story's library into a memory."""
    for about in FLOWS:
        stored = await memory.workflows.save(flow(*about).model_copy(update={"state": "verified"}))
        if about[2] == "published":
            await memory.catalogue.publish(add=[stored])
        elif about[2] != "verified":
            await memory.workflows.save(stored.model_copy(update={"state": about[2]}))
