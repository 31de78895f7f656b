"""What is left of a replay when its outcome is told: nobody waits for it but who asks for it, and nothing is lost."""

from __future__ import annotations

import asyncio

import pytest

from awm_mcp.replay import afterwards
from awm_mcp.replay.afterwards import Afterwards

pytestmark = pytest.mark.asyncio


class Left:
    """Work that is over when it is told so."""

    def __init__(self, broken: Exception | None = None) -> None:
        self.may_end, self.done, self.broken = asyncio.Event(), False, broken

    async def __call__(self) -> None:
        await self.may_end.wait()
        if self.broken is not None:
            raise self.broken
        self.done = True


async def test_who_asks_for_a_run_waits_for_what_is_left_of_it_alone():
    after, mine, other = Afterwards(), Left(), Left()
    after.begin("mine", mine())
    after.begin("other", other())
    asking = asyncio.create_task(after.of("mine"))
    await asyncio.sleep(0)
    assert not asking.done()
    mine.may_end.set()
    await asking
    assert (mine.done, other.done) == (True, False)
    other.may_end.set()
    await after.settled()


async def test_nobody_waits_for_a_run_that_left_nothing():
    await Afterwards().of("unknown")


async def test_a_run_of_the_same_name_is_tidied_up_after_the_one_before():
    after, first, second = Afterwards(), Left(), Left()
    after.begin("r1", first())
    after.begin("r1", second())
    second.may_end.set()
    asking = asyncio.create_task(after.of("r1"))
    await asyncio.sleep(0)
    assert not second.done
    first.may_end.set()
    await asking
    assert (first.done, second.done) == (True, True)


async def test_the_end_of_the_server_waits_for_it():
    after, left = Afterwards(), Left()
    after.begin("r1", left())
    asyncio.get_running_loop().call_soon(left.may_end.set)
    await after.close()
    assert left.done


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What the log is told."""
    said = list[str]()
    monkeypatch.setattr(afterwards._log, "warning", lambda text, *given: said.append(text % given))
    return said


async def test_what_is_not_over_when_the_server_ends_is_told_in_the_log(monkeypatch: pytest.MonkeyPatch, told: list[str]):
    monkeypatch.setattr(afterwards, "LONGEST_S", 0.01)
    after = Afterwards()
    after.begin("r1", Left()())
    await after.close()
    assert told == ["the end of r1 was not tidied up in time; its last picture may be missing"]


async def test_what_fails_is_told_in_the_log_and_hurts_nobody(told: list[str]):
    after, left = Afterwards(), Left(OSError("no space"))
    after.begin("r1", left())
    left.may_end.set()
    await after.of("r1")
    assert told == ["the end of r1 was not tidied up: no space"]
