"""Where the time of a replay goes: for each action the milliseconds, and the messages to the browser, of each of its parts.

``find`` looks for the element and waits for it to be still; ``before`` asks what has to be known before it is acted on (of
what writes: messages, fields, a watch); ``act`` is the action with Playwright's own waiting and the look at what it did;
``after`` reads states again; ``wait`` waits for what the runs saw come of it. ``open`` is all before the first action, and
``end`` the checks of the end, the address, title and text of the page.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

from playwright._impl.connection import Connection  # pyright: ignore[reportPrivateImportUsage]  nothing public counts

from awm_mcp.model import Outcome
from awm_mcp.replay import player as playing

PARTS = ("find", "before", "act", "after", "wait")
Part = tuple[float, int]


@dataclass
class Account:
    """What was measured of one replay: by step and part, milliseconds and messages."""

    began: float = field(default_factory=time.perf_counter)
    sent: int = 0
    marks: list[tuple[str, int, float, int]] = field(default_factory=list[tuple[str, int, float, int]])

    def mark(self, name: str, step: int) -> None:
        """A moment between two parts."""
        self.marks.append((name, step, time.perf_counter(), self.sent))

    def parts(self) -> dict[tuple[int, str], Part]:
        """Each part ends where the next mark is; what no step did is step 0."""
        found: dict[tuple[int, str], Part] = {}
        moments = [("open", 0, self.began, 0), *self.marks, ("over", 0, time.perf_counter(), self.sent)]
        for (name, step, at, sent), (_, _, until, then) in pairwise(moments):
            known = found.get((step, name), (0.0, 0))
            found[step, name] = (known[0] + (until - at) * 1000, known[1] + then - sent)
        return found


async def print_profile(
    replay: Callable[[], Awaitable[Outcome]], at_rest: Callable[[], Awaitable[None]], rounds: int
) -> None:
    """Replays so often and prints the medians. The first replay is not counted; each begins ``at_rest``."""
    seen: list[dict[tuple[int, str], Part]] = []
    outcome = await replay()
    for _ in range(rounds):
        await at_rest()
        account = Account()
        with _watched(account):
            outcome = await replay()
        seen.append(account.parts())
    print(f"  {'':44} {'':>10}" + "".join(f"{part:>14}" for part in PARTS) + "   ms/messages")
    print(f"  {'open the start page':44} {_told(seen, 0, 'open'):>10}")
    for row in outcome.steps:
        told = "".join(f"{_told(seen, row.step, part):>14}" for part in PARTS)
        print(f"  {row.action[:44]:44} {_told(seen, row.step, *PARTS):>10}{told}")
    print(f"  {'end':44} {_told(seen, 0, 'end'):>10}")


def _told(seen: list[dict[tuple[int, str], Part]], step: int, *parts: str) -> str:
    sums = [[sum(one.get((step, part), (0.0, 0))[n] for part in parts) for n in (0, 1)] for one in seen]
    return "/".join(f"{statistics.median(values):.0f}" for values in zip(*sums, strict=True))


@contextmanager
def _watched(account: Account) -> Iterator[None]:
    """Marks where one part of a step ends and the next begins, as long as it lasts."""
    send, perform, locate = Connection.send_message_to_server, playing.perform, playing.Player._located
    act, afterwards, play = playing.Player._act, playing.Player._afterwards, playing.Player.play

    def counted(*given: Any, **more: Any) -> Any:
        account.sent += 1
        return send(*given, **more)

    def between(name: str, then: str, work: Callable[..., Awaitable[Any]]) -> Callable[..., Awaitable[Any]]:
        async def marked(first: Any, *given: Any, **more: Any) -> Any:
            step = given[0] if isinstance(first, playing.Player) and isinstance(given[0], int) else getattr(first, "step", 0)
            account.mark(name, step)
            try:
                return await work(first, *given, **more)
            finally:
                account.mark(then, step if then in PARTS else 0)

        return marked

    async def played(*given: Any, **more: Any) -> None:
        await play(*given, **more)
        account.mark("end", 0)

    changed: list[tuple[Any, str, Any, Any]] = [
        (Connection, "send_message_to_server", send, counted),
        (playing.Player, "_located", locate, between("find", "before", locate)),
        (playing, "perform", perform, between("act", "after", perform)),
        (playing.Player, "_act", act, between("find", "between", act)),
        (playing.Player, "_afterwards", afterwards, between("wait", "wait", afterwards)),
        (playing.Player, "play", play, played),
    ]
    for owner, name, _, new in changed:
        setattr(owner, name, new)
    try:
        yield
    finally:
        for owner, name, old, _ in changed:
            setattr(owner, name, old)
