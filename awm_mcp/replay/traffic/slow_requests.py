"""Requests that pages make by themselves when they are opened and that are not answered in time, replay after replay.

Long polls and counters of visitors are of this kind. A replay waits for what a page asked for, as it may draw itself anew
with the answer; where that was in vain once, the next ones act after a shorter wait, and where it was in vain several
times, after none. Only what is read is waited for as before until then. Kept in a file, as sums that tell no address.
"""

from __future__ import annotations

import hashlib
import json
import logging
import os
import tempfile
import time
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

if TYPE_CHECKING:
    from playwright.async_api import Request

_log = logging.getLogger(__name__)
SLOW_S = 4.8
"""Unanswered for so long, a request is one that was waited for in vain, seconds."""
SHORT_S = 1.5
"""What was slow before, if not often, is waited for so long before something is done, seconds."""
OFTEN = 3
"""In so many replays, and never answered sooner since, until it is not waited for any more."""
MOST = 2000
FILE = "slow_requests.json"


class SlowRequests:
    """How often which requests were slow, over all replays of one home."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self._counts: dict[str, int] = _read(file)

    def knows(self, said: str) -> bool:
        """Whether a request, by method and address, has been slow often."""
        return self._counts.get(_sum(said), 0) >= OFTEN

    def doubts(self, said: str) -> bool:
        """Whether a request has been slow, and was not answered sooner since."""
        return _sum(said) in self._counts

    def note(self, said: str, *, slow: bool) -> None:
        """Counts one that was slow; one that was not is as new from then on."""
        key = _sum(said)
        count = self._counts.get(key, 0)
        if (count >= OFTEN) if slow else not count:
            return  # nothing new is known
        self._counts = _read(self._file)
        self._counts.pop(key, None)
        if slow:
            self._counts[key] = count + 1
        _write(self._file, dict(list(self._counts.items())[-MOST:]))


@lru_cache(maxsize=16)
def slow_requests(home: Path) -> SlowRequests:
    """What is known in one home."""
    return SlowRequests(home / FILE)


class ByThemselves:
    """The requests of one replay that pages made by themselves, until they are answered."""

    def __init__(self, known: SlowRequests | None) -> None:
        self._known = known
        self._open: dict[Request, tuple[str, float]] = {}
        self._doubted: dict[Request, float] = {}
        self._noted: set[str] = set()

    def mark(self) -> None:
        """Another action follows: what began before it is not waited for."""
        self._doubted.clear()

    def is_left(self, request: Request) -> bool:
        """Whether a request was slow before, and is open for so long again that it only matters to what is read."""
        began = self._doubted.get(request)
        return began is not None and time.monotonic() - began > SHORT_S

    def left(self) -> bool:
        """Whether there is one of these."""
        return any(self.is_left(request) for request in self._doubted)

    def begins(self, request: Request, said: str, *, by_itself: bool) -> bool:
        """Whether a request that begins now is one that need not be waited for. ``by_itself``: no step caused it."""
        if self._known is None:
            return False
        vain = self._known.knows(said)
        if by_itself or vain:
            self._open[request] = (said, time.monotonic())
        if by_itself and not vain and self._known.doubts(said):
            self._doubted[request] = time.monotonic()
        return vain

    def look(self) -> None:
        """Notes what is slow by now."""
        now = time.monotonic()
        for request in [one for one, (_, began) in self._open.items() if now - began >= SLOW_S]:
            self._note(self._open.pop(request)[0], slow=True)

    def answered(self, request: Request) -> None:
        """An answer has begun."""
        self.look()
        self._doubted.pop(request, None)
        if (one := self._open.pop(request, None)) is not None:
            self._note(one[0], slow=False)

    def ended(self, request: Request) -> None:
        """It was given up, or its page was left: if that was early, nothing is known of it."""
        self.look()
        self._doubted.pop(request, None)
        self._open.pop(request, None)

    def _note(self, said: str, *, slow: bool) -> None:
        if self._known is None or (slow and said in self._noted):
            return
        self._noted.add(said)
        self._known.note(said, slow=slow)


def _sum(said: str) -> str:
    return hashlib.sha256(said.encode()).hexdigest()[:24]


def _read(file: Path) -> dict[str, int]:
    try:
        kept: Any = json.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    known = cast("dict[Any, Any]", kept) if isinstance(kept, dict) else {}
    return {key: count for key, count in known.items() if isinstance(key, str) and isinstance(count, int)}


def _write(file: Path, counts: dict[str, int]) -> None:
    """Whole or not at all; what cannot be kept is only found out again."""
    try:
        file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(dir=file.parent, prefix=f".{file.name}-")
        with os.fdopen(handle, "w", encoding="utf-8") as out:
            json.dump(counts, out)
        Path(name).replace(file)
    except OSError as unwilling:
        _log.debug("not kept: %s", unwilling)
