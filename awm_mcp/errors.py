"""Everything awm_mcp raises.

AwmError
├── InvalidInput          what was sent cannot be used as it is
│   ├── InvalidReport     a run report cannot be read; names the step
│   ├── InvalidArguments  arguments do not fit a workflow's parameters
│   └── InvalidPack       a workflow file cannot be read; names the file and the place
├── NotFound              no workflow, run, site or artifact of that name
├── Refused               understood, but not allowed: confirmation, secret, risk, site boundary
├── StepStopped           a replay step could not be done; carries what was expected and seen
└── Unavailable           browser, model or store out of reach; safe to try again

Each error says what was expected, what was seen and what to do next, so that an agent or a person can go on.
"""

from __future__ import annotations

from typing import ClassVar


class AwmError(Exception):
    """Root of all errors of this package.

    Args:
        code: stable machine-readable word, e.g. ``"unknown_workflow"``.
        expected: what would have been right, in words.
        seen: what was there instead.
        next: the next thing to do; names a command or a tool call where there is one. Left out, it is what helps with
            errors of its class.
    """

    usual_next: ClassVar[str] = "go on by hand; if it stays, the owner finds more in the server's log (stderr)"

    def __init__(self, code: str, *, expected: str = "", seen: str = "", next: str = "") -> None:
        self.code, self.expected, self.seen, self.next = code, expected, seen, next or self.usual_next
        super().__init__(self.text())

    def text(self) -> str:
        """One paragraph with code, expectation, sight and next move; empty parts are left out."""
        said = [
            f"{label}{value}"
            for label, value in (("expected ", self.expected), ("seen: ", self.seen), ("next: ", self.next))
            if value
        ]
        return f"{self.code}: " + "; ".join(said) if said else self.code

    def as_data(self) -> dict[str, str]:
        """The same as data: ``code``, ``expected``, ``seen``, ``next``."""
        return {"code": self.code, "expected": self.expected, "seen": self.seen, "next": self.next}


class InvalidInput(AwmError):
    """What was sent cannot be used as it is."""

    usual_next = "send it again as expected"


class InvalidReport(InvalidInput):
    """A run report cannot be read; ``step`` is the 1-based number of the step at fault, if one is."""

    usual_next = 'report the run as steps, each with "url" and "action"; the example of report_run shows one'

    def __init__(self, code: str, *, step: int | None = None, expected: str = "", seen: str = "", next: str = "") -> None:
        self.step = step
        where = f"step {step}: " if step is not None else ""
        super().__init__(code, expected=f"{where}{expected}", seen=seen, next=next)


class InvalidArguments(InvalidInput):
    """Arguments do not fit a workflow's parameters."""

    usual_next = "send the call again with fitting arguments; the tool's schema or get_workflow tells them"


class InvalidPack(InvalidInput):
    """A workflow file cannot be read; names the file and the place."""

    usual_next = "mend the file and import it again; docs/writing-workflows.md shows the form"

    def __init__(self, code: str, *, file: str = "", expected: str = "", seen: str = "", next: str = "") -> None:
        """``file``: the file at fault, with the line where one is known."""
        self.file = file
        super().__init__(code, expected=expected, seen=seen, next=next)

    def text(self) -> str:
        """The file first, then what any error says."""
        return f"{self.file}: {super().text()}" if self.file else super().text()

    def as_data(self) -> dict[str, str]:
        """Also the ``file``, where there is one."""
        return ({"file": self.file} if self.file else {}) | super().as_data()


class NotFound(AwmError):
    """No workflow, run, site or artifact of that name."""

    usual_next = "use an id or name as it was answered; find_workflows and `awm-mcp workflows list` show what there is"


class Refused(AwmError):
    """Understood, but not allowed: confirmation, secret, risk or site boundary."""

    usual_next = "leave it as it is and ask the person whom it belongs to"


class StepStopped(AwmError):
    """A replay step could not be done; ``status`` is the Outcome status it leads to."""

    usual_next = "look at the page as it is now (browser_snapshot), then try another element or go on by hand"

    def __init__(
        self,
        code: str,
        *,
        status: str = "step_failed",
        expected: str = "",
        seen: str = "",
        next: str = "",
        candidates: tuple[dict[str, str], ...] = (),
    ) -> None:
        self.status, self.candidates = status, candidates
        super().__init__(code, expected=expected, seen=seen, next=next)


class Unavailable(AwmError):
    """Browser, model or store out of reach; safe to try again."""

    usual_next = "try again in a moment; if it stays, the owner runs `awm-mcp doctor`"
