"""What a pass remembers of sign-ins, with a browser that is a fake."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from awm_mcp.app.verifying.one_sign_in import OneSignIn
from awm_mcp.errors import Refused
from awm_mcp.model import Action, FlowStep, Outcome, Param, Run, Step, Stopped, Target, Workflow, value
from awm_mcp.replay.fake import FakeReplayer, ok_outcome
from awm_mcp.replay.port import Observation, Progress, ReplayRequest, SignIn

SITE, ORIGIN = "bank.test", "http://bank.test"


class Browser(FakeReplayer):
    """Signs in wherever it is not told that it is signed in; ``began``: for each call, whether it was."""

    def __init__(self, refuses: bool = False, stops: Callable[[bool], int] = lambda signed_in: 0) -> None:
        super().__init__()
        self.began: list[bool] = []
        self.told: list[str] = []
        self._refuses, self._stops = refuses, stops

    async def replay(
        self, request: ReplayRequest, progress: Progress | None = None, *, sign_in: SignIn | None = None
    ) -> Outcome:
        signed_in = self._begin(sign_in)
        made = ok_outcome(request)
        if not (step := self._stops(signed_in)):
            return made
        stopped = Stopped(step=step, action="click", code="target_not_found", expected="the link", seen="nothing")
        return made.model_copy(update={"status": "target_not_found", "stopped": stopped})

    async def observe(self, run: Run, *, allow_writes: bool = False, sign_in: SignIn | None = None) -> Observation:
        self._begin(sign_in)
        return Observation(run=run, followed=len(run.steps), complete=True)

    def _begin(self, sign_in: SignIn | None) -> bool:
        signed_in = sign_in is not None and sign_in.state is not None
        self.began.append(signed_in)
        if sign_in is not None and not signed_in:
            self.told.append(sign_in.failed)
            if self._refuses:
                sign_in.failed = sign_in.failed or "wrong password"
            else:
                sign_in.state, sign_in.address = {"cookies": [], "origins": []}, ORIGIN
        return signed_in


def password() -> Action:
    target = Target(role="textbox", name=value("Password"), attrs={"type": "password"})
    return Action(type="fill", target=target, value=value([Param(param="password")]))


def press(name: str) -> Action:
    return Action(type="click", target=Target(role="button", name=value(name)))


def request(then: str = "Open", **more: object) -> ReplayRequest:
    signing_in = [FlowStep(action=a, optional=True, group="sign_in") for a in (password(), press("Sign in"))]
    steps = (*signing_in, FlowStep(action=press(then)))
    flow = Workflow(name="bank_open", site=SITE, start=value("/"), steps=steps)
    return ReplayRequest.model_validate({"run_id": "r1", "workflow": flow, "origin": ORIGIN, "until_write": True, **more})


def run(number: int) -> Run:
    steps = tuple(Step(url=f"{ORIGIN}/", action=a) for a in (password(), press("Sign in"), press(f"Open {number}")))
    given = {"task": f"Open {number}", "site": SITE, "origin": ORIGIN, "start_url": f"{ORIGIN}/", "outcome": "success"}
    return Run.model_validate({"id": f"run_{number}", "steps": steps, **given})


async def test_a_proven_sign_in_serves_the_other_proofs_of_its_pass_and_no_other_pass() -> None:
    browser = Browser()
    once = OneSignIn(lambda: browser)
    for _ in range(2):
        with once.one_pass():
            for then in ("Open", "Close"):
                await once.replay(request(then))
    assert browser.began == [False, True] * 2


async def test_following_a_run_does_not_prove_the_sign_in_of_a_workflow() -> None:
    browser = Browser()
    once = OneSignIn(lambda: browser)
    with once.one_pass():
        for number in (1, 2):
            await once.observe(run(number))
        await once.replay(request())
    assert browser.began == [False, True, False]


@pytest.mark.parametrize("other", [{"principal": "eva"}, {"origin": "http://staging.bank.test"}])
async def test_another_principal_or_origin_signs_in_for_itself(other: dict[str, str]) -> None:
    browser = Browser()
    once = OneSignIn(lambda: browser)
    with once.one_pass():
        await once.replay(request())
        await once.replay(request(**other))
    assert browser.began == [False, False]


async def test_what_stops_at_the_start_only_when_signed_in_is_replayed_from_signing_in_and_so_from_then_on() -> None:
    browser = Browser(stops=lambda signed_in: 3 if signed_in else 0)
    once = OneSignIn(lambda: browser)
    with once.one_pass():
        outcomes = [await once.replay(request()) for _ in range(3)]
    assert [outcome.ok for outcome in outcomes] == [True, True, True]
    assert browser.began == [False, True, False, False]


async def test_what_may_have_written_before_it_stopped_is_never_replayed_again() -> None:
    browser = Browser(stops=lambda signed_in: 3 if signed_in else 0)
    once = OneSignIn(lambda: browser)
    asked = request(until_write=False)
    first = asked.workflow.steps[0].model_copy(update={"writes": True})
    flow = asked.workflow.model_copy(update={"steps": (first, *asked.workflow.steps[1:])})
    with once.one_pass():
        outcomes = [await once.replay(asked.model_copy(update={"workflow": flow})) for _ in range(2)]
    assert [outcome.ok for outcome in outcomes] == [True, False]
    assert browser.began == [False, True]


async def test_after_a_refusal_nothing_of_that_principal_and_site_signs_in_again_in_the_pass() -> None:
    browser = Browser(refuses=True)
    once = OneSignIn(lambda: browser)
    with once.one_pass():
        await once.observe(run(1))
        with pytest.raises(Refused, match="sign_in_failed"):
            await once.observe(run(2))
        await once.replay(request())
        await once.replay(request(principal="eva"))
    assert browser.told == ["", "wrong password", ""]
