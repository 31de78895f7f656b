"""The process table of this machine, to prove that nothing is left running."""

from __future__ import annotations

import time
from dataclasses import dataclass
from pathlib import Path

PROC = Path("/proc")


@dataclass(frozen=True)
class Process:
    """A process, told from later ones of the same number by its start time (clock ticks after boot)."""

    pid: int
    parent: int
    started: str
    name: str

    @property
    def alive(self) -> bool:
        """Whether it is still there and no zombie."""
        now = _read(self.pid)
        return now is not None and now.started == self.started


def descendants(pid: int) -> list[Process]:
    """All children of a process, of theirs, and so on."""
    children: dict[int, list[Process]] = {}
    for process in _all():
        children.setdefault(process.parent, []).append(process)
    found: list[Process] = []
    waiting = [pid]
    while waiting:
        own = children.get(waiting.pop(), [])
        found.extend(own)
        waiting.extend(process.pid for process in own)
    return found


def left_after(processes: list[Process], seconds: float) -> list[Process]:
    """Those still alive when the time is up; returns at once when none is."""
    end = time.monotonic() + seconds
    while (left := [p for p in processes if p.alive]) and time.monotonic() < end:
        time.sleep(0.05)  # another process's end: there is nothing to be told by
    return left


def _all() -> list[Process]:
    found = [_read(int(entry.name)) for entry in PROC.iterdir() if entry.name.isdigit()]
    return [process for process in found if process is not None]


def _read(pid: int) -> Process | None:
    try:
        text = (PROC / str(pid) / "stat").read_text()
    except OSError:
        return None
    name, rest = text[text.index("(") + 1 : text.rindex(")")], text[text.rindex(")") + 2 :].split()
    return None if rest[0] == "Z" else Process(pid, int(rest[1]), rest[19], name)
