"""A replayer without a browser, for the tests of other rooms: it answers what it was told to."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping

from awm_mcp.model import Outcome, PageState, Run, StepDone
from awm_mcp.replay.port import Observation, Progress, ReplayRequest, SignIn

Script = Outcome | Callable[[ReplayRequest], Outcome]


class FakeReplayer:
    """Answers replays with scripted outcomes, in order; without a script every replay is ok.

    ``requests`` and ``observed`` hold what was asked for.
    """

    def __init__(self, *outcomes: Script, observe: Callable[[Run], Observation] | None = None) -> None:
        self.outcomes: deque[Script] = deque(outcomes)
        self.requests: list[ReplayRequest] = []
        self.observed: list[Run] = []
        self.pictures: dict[tuple[str, int | None], bytes] = {}
        self.kept: dict[str, dict[str, str | list[str]]] = {}
        self.closed = False
        self._observe = observe

    async def replay(
        self, request: ReplayRequest, progress: Progress | None = None, *, sign_in: SignIn | None = None
    ) -> Outcome:
        """The next scripted outcome, under the request's run id."""
        self.requests.append(request)
        total = len(request.workflow.steps)
        for number, step in enumerate(request.workflow.steps):
            if progress is not None:
                await progress(number, total, step.words())
        script = self.outcomes.popleft() if self.outcomes else ok_outcome
        made = script(request) if callable(script) else script
        return made.model_copy(update={"run_id": request.run_id, "workflow": request.workflow.name})

    async def observe(self, run: Run, *, allow_writes: bool = False, sign_in: SignIn | None = None) -> Observation:
        """The run as it is, followed to its end, unless told otherwise."""
        self.observed.append(run)
        if self._observe is not None:
            return self._observe(run)
        seen = run.model_copy(update={"observed": True})
        return Observation(run=seen, followed=len(run.steps), complete=True)

    async def artifact(self, run_id: str, step: int | None = None, principal: str = "local") -> tuple[bytes, str] | None:
        """A picture that a test has put there."""
        data = self.pictures.get((run_id, step))
        return None if data is None else (data, "image/png")

    def kept_arguments(self, handle: str, workflow: str, principal: str = "local") -> Mapping[str, str | list[str]]:
        """What a test has put there for a handle."""
        return self.kept.get(handle, {})

    async def close(self) -> None:
        """Remembers that it was closed."""
        self.closed = True


def ok_outcome(request: ReplayRequest) -> Outcome:
    """An outcome that says that every step was done."""
    steps = request.workflow.steps
    return Outcome(
        run_id=request.run_id, workflow=request.workflow.name, version=request.workflow.version, status="ok",
        page=PageState(url=request.origin), steps_done=len(steps), steps_total=len(steps),
        steps=tuple(StepDone(step=number, action=step.words(), ms=1) for number, step in enumerate(steps, 1)),
    )  # fmt: skip
