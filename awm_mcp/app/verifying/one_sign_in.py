"""Signing in once in a learning pass, for all that follows runs and proves workflows; a refused one is not repeated."""

from __future__ import annotations

import json
from collections.abc import Callable, Generator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field

from awm_mcp.app.owning.principals import reporter_of
from awm_mcp.app.verifying.verify import held
from awm_mcp.errors import Refused
from awm_mcp.induction.aligning.signin import sign_in_columns
from awm_mcp.induction.trace import Column
from awm_mcp.model import Outcome, Run, Step
from awm_mcp.replay.port import Observation, Progress, Replayer, ReplayRequest, SignIn

Whose = tuple[str, str]
"""A principal and a site."""


@dataclass
class _Pass:
    """What one pass knows: sign-ins that worked, by whose they are and their steps, and why those that failed did.

    ``alone``: sign-ins after which nothing goes on, if they were made before.
    """

    worked: dict[str, SignIn] = field(default_factory=dict[str, SignIn])
    failed: dict[Whose, str] = field(default_factory=dict[Whose, str])
    alone: set[str] = field(default_factory=set[str])

    def turn(self, whose: Whose, key: str, steps: frozenset[int]) -> SignIn:
        """What a replay is told of its sign-in."""
        known = self.worked.get(key) or SignIn(steps)
        return SignIn(steps, known.state, known.address, known.seen, self.failed.get(whose, ""))

    def note(self, whose: Whose, key: str, turn: SignIn, seen: Sequence[Step] = ()) -> None:
        """Takes in what came of a sign-in."""
        if turn.failed:
            self.failed.setdefault(whose, turn.failed)
        elif turn.state is not None and key not in self.alone:
            self.worked.setdefault(key, SignIn(turn.steps, turn.state, turn.address, tuple(seen)))

    def forget(self, key: str) -> None:
        """Signs in anew for these steps from now on."""
        self.worked.pop(key, None)
        self.alone.add(key)


_CURRENT: ContextVar[_Pass | None] = ContextVar("learning_pass", default=None)


class OneSignIn:
    """A replayer that signs in once in a pass for the same steps of the same principal, site and user.

    A run that was followed through its sign-in lets others be followed from there; a workflow whose sign-in was replayed
    lets others begin signed in. Neither counts for the other: the steps of a workflow are proven by replaying them.
    """

    def __init__(self, replayer: Callable[[], Replayer]) -> None:
        self._replayer = replayer

    @contextmanager
    def one_pass(self) -> Generator[None]:
        """Everything done in here signs in once; nothing of it is left at the end."""
        token = _CURRENT.set(_Pass())
        try:
            yield
        finally:
            _CURRENT.reset(token)

    async def replay(
        self, request: ReplayRequest, progress: Progress | None = None, *, sign_in: SignIn | None = None
    ) -> Outcome:
        """Replays, signed in where the same sign-in was proven in this pass."""
        current, steps = _CURRENT.get(), request.workflow.signing_in
        if current is None or not steps:
            return await self._replayer().replay(request, progress, sign_in=sign_in)
        whose, key = (request.principal, request.workflow.site), _key_of_replay(request, steps)
        turn = current.turn(whose, key, steps)
        if len(steps) == len(request.workflow.steps):
            turn = SignIn(steps, failed=turn.failed)  # what only signs in is not proven by being signed in
        signed_in = turn.state is not None
        outcome = await self._replayer().replay(request, progress, sign_in=turn)
        current.note(whose, key, turn)
        if signed_in and not turn.failed and _may_come_of_it(request, outcome, steps):
            current.forget(key)
            return await self.replay(request, progress)
        return outcome

    async def observe(self, run: Run, *, allow_writes: bool = False, sign_in: SignIn | None = None) -> Observation:
        """Follows a run, after its sign-in where another with the same was followed in this pass.

        Raises:
            Refused: ``sign_in_failed``, for a run that signs in after signing in has failed in this pass.
        """
        current, steps = _CURRENT.get(), _signing_in(run)
        if current is None or not steps:
            return await self._replayer().observe(run, allow_writes=allow_writes, sign_in=sign_in)
        whose, begun = (reporter_of(run.reporters), run.site), _opening(run, steps)
        key = _key_of_run(run, whose, begun)
        turn = current.turn(whose, key, steps)
        if turn.failed and turn.state is None:
            raise _failed_before(turn)
        signed_in = turn.state is not None
        seen = await self._replayer().observe(run, allow_writes=allow_writes, sign_in=turn)
        opening = _opening_as_seen(run, seen.run, begun)
        if turn.failed or opening:
            current.note(whose, key, turn, opening)
        if signed_in and not turn.failed and _stood_still(run, seen, begun):
            current.forget(key)
            return await self.observe(run, allow_writes=allow_writes)
        return seen

    async def artifact(self, run_id: str, step: int | None = None, principal: str = "local") -> tuple[bytes, str] | None:
        """As the replayer has it."""
        return await self._replayer().artifact(run_id, step, principal)

    def kept_arguments(self, handle: str, workflow: str, principal: str = "local") -> Mapping[str, str | list[str]]:
        """See :meth:`awm_mcp.replay.port.Replayer.kept_arguments`."""
        return self._replayer().kept_arguments(handle, workflow, principal)

    async def close(self) -> None:
        """Closes the replayer."""
        await self._replayer().close()


def _key_of_replay(request: ReplayRequest, steps: frozenset[int]) -> str:
    """The same for the same sign-in of the same user, whatever is done after it and wherever that is."""
    signing_in = [step.action for number, step in enumerate(request.workflow.steps, 1) if number in steps and step.action]
    actions = [action for action in signing_in if action.type != "goto"]
    names = {name for action in actions for used in action.all_values() for name in used.params}
    given = {name: request.arguments[name] for name in sorted(names) if name in request.arguments}
    whose = [request.principal, request.workflow.site, request.origin]
    return json.dumps(["proof", *whose, [action.model_dump(mode="json") for action in actions], given])


def _may_come_of_it(request: ReplayRequest, outcome: Outcome, steps: frozenset[int]) -> bool:
    """Whether a replay that began signed in may have stopped because of that, before anything was written."""
    if held(outcome) or outcome.stopped is None or outcome.stopped.step > max(steps) + 1:
        return False
    write = request.workflow.first_write
    return request.until_write or write is None or write >= outcome.stopped.step


def _signing_in(run: Run) -> frozenset[int]:
    return frozenset(index + 1 for index in sign_in_columns([Column((step,)) for step in run.steps]))


def _opening(run: Run, steps: frozenset[int]) -> int:
    """How many first steps open the site and sign in; 0 where the run does anything else before, or nothing after."""
    last = max(steps)
    before = [step.action.type for step in run.steps[: min(steps) - 1]]
    return last if last < len(run.steps) and all(kind == "goto" for kind in before) else 0


def _key_of_run(run: Run, whose: Whose, begun: int) -> str:
    """The same for runs that sign in by the same steps; a run that does not begin with them has one of its own."""
    if not begun:
        return json.dumps(["run", *whose, run.id])
    opening = [(step.url, step.action.model_dump(mode="json")) for step in run.steps[:begun]]
    return json.dumps(["opening", *whose, run.origin, "" if run.steps[0].url else run.start_url, opening])


def _opening_as_seen(run: Run, seen: Run, begun: int) -> Sequence[Step]:
    """The first steps as they were seen; none when they are not the same steps any more."""
    opening = seen.steps[:begun]
    alike = [step.action.type for step in opening] == [step.action.type for step in run.steps[:begun]]
    return opening if alike else ()


def _stood_still(run: Run, seen: Observation, begun: int) -> bool:
    """Whether a run that was taken up after its sign-in could not be followed from there at all."""
    first = slice(begun, begun + 1)
    return seen.followed <= begun and seen.run.steps[first] == run.steps[first]


def _failed_before(turn: SignIn) -> Refused:
    return Refused(
        "sign_in_failed", expected="to sign in", seen=f"it failed before: {turn.failed}",
        next="set the secrets of the site right; it is looked at when the site is learned next",
    )  # fmt: skip
