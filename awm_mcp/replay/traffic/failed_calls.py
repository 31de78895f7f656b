"""Actions of a browser session that failed: a report of the session is told of them, for its run knows nothing of them."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass

from awm_mcp.errors import AwmError
from awm_mcp.model.text import plain

_ACTING = frozenset({
    "browser_click", "browser_type", "browser_select_option", "browser_press_key", "browser_drag", "browser_file_upload",
    "browser_handle_dialog",
})  # fmt: skip
SESSIONS_KEPT = 50


@dataclass
class _Calls:
    worked: int = 0
    failed: int = 0
    last: str = ""


class FailedCalls:
    """The calls of each session that act on its page. Reading and going to pages are no part of it."""

    def __init__(self) -> None:
        self._of: OrderedDict[str, _Calls] = OrderedDict()

    @contextmanager
    def noting(self, name: str, session: str) -> Generator[None]:
        """Notes how a call of a tool ends."""
        if name not in _ACTING or not session:
            yield
            return
        calls = self._of.setdefault(session, _Calls())
        while len(self._of) > SESSIONS_KEPT:
            self._of.popitem(last=False)
        try:
            yield
        except AwmError as error:
            calls.failed += 1
            calls.last = f"{name}: {_words(error)}"
            raise
        calls.worked, calls.last = calls.worked + 1, ""

    def of(self, session: str) -> str:
        """What is worth telling with a report: that the last action failed, or all of them; empty otherwise."""
        calls = self._of.get(session)
        if calls is None or not calls.last:
            return ""
        many = (
            "every action of the session failed, the last one"
            if not calls.worked
            else "the last action of the session failed"
        )
        return f"{many} with {calls.last}; what failed is not in the run: if it was needed, the task is not done"


def _words(error: AwmError) -> str:
    said = [f"expected {error.expected}"] if error.expected else []
    said += [f"seen: {error.seen}"] if error.seen else []
    return plain(f"{error.code}: {'; '.join(said)}" if said else error.code, 240)
