"""What Playwright's errors mean: its call log mapped to codes, and whether an action may have happened."""

from __future__ import annotations

import re

from awm_mcp.errors import StepStopped
from awm_mcp.model.text import plain

_COVERED = re.compile(
    r"(<[^\n]{1,300}?>[^\n]{0,80}?)\s*(?:from [^\n]*)?subtree intercepts pointer events"
    r"|(<[^\n]{1,300}?) intercepts pointer events"
)
_KINDS = (
    ("intercepts pointer events", "covered"),
    ("element is not enabled", "disabled"),
    ("element is not editable", "not_editable"),
    ("did not find some options", "no_such_option"),
    ("outside of the viewport", "outside_viewport"),
    ("element is not stable", "not_stable"),
    ("element is not visible", "hidden"),
    ("not attached", "detached"),
    ("Execution context was destroyed", "detached"),
    ("Frame was detached", "detached"),
    ("Target crashed", "page_crashed"),
    ("Page crashed", "page_crashed"),
    ("has been closed", "page_closed"),
    ("ERR_INVALID_AUTH_CREDENTIALS", "auth_required"),
    ("net::ERR", "page_unreachable"),
    ("Page.goto: Timeout", "page_unreachable"),
    ("Cannot type text into input[type=number]", "wrong_format"),
    ("Malformed value", "wrong_format"),
    ("Timeout", "slow"),
)
_NO_ANSWER = (
    ("ERR_CONNECTION_REFUSED", "nothing answers there (connection refused)"),
    ("ERR_NAME_NOT_RESOLVED", "no host of that name is known"),
    ("ERR_EMPTY_RESPONSE", "nothing answers there (the connection was closed without an answer)"),
    ("ERR_TUNNEL_CONNECTION_FAILED", "nothing answers there (no connection to the host)"),
    ("ERR_CONNECTION_RESET", "the connection was broken off"),
    ("ERR_CONNECTION_CLOSED", "the connection was closed without an answer"),
    ("TIMED_OUT", "nothing answers there in time"),
    ("ERR_ADDRESS_UNREACHABLE", "the host cannot be reached"),
    ("ERR_INTERNET_DISCONNECTED", "this machine has no network"),
    ("ERR_SSL", "it does not speak https there"),
    ("ERR_CERT", "its https certificate is not valid"),
    ("ERR_UNSAFE_PORT", "browsers do not open that port"),
    ("ERR_TOO_MANY_REDIRECTS", "it leads round in a circle"),
)
"""What the browser's words for a page that did not come mean."""
UNREACHED = "check the address and that its server runs; then open it again"
_ANEW = "nothing can be done on that page any more: call the workflow again, or open the address with browser_navigate"
_ADVICE = {"page_unreachable": UNREACHED, "page_crashed": _ANEW, "page_closed": _ANEW}
RETRYABLE = frozenset(
    {"covered", "disabled", "not_stable", "hidden", "detached", "outside_viewport", "not_editable", "slow"}
)
"""Codes of faults that arise before anything was dispatched; the element may be looked for and tried again."""


def tells_of_crash(error: Exception) -> bool:
    """Whether the page crashed: it answers nothing any more, and no address can be opened in it."""
    return any(mark in str(error) for mark in ("Target crashed", "Page crashed"))


def was_dispatched(message: str) -> bool:
    """Whether the call log says that the action was carried out, and only its aftermath was waited for."""
    return bool(re.search(r"\b\w+ action done", _last_try(message)))


def maybe_dispatched(message: str) -> bool:
    """Whether the action was, or may have been, carried out."""
    return was_dispatched(message) or bool(re.search(r"performing \w+ action\s*$", _last_try(message).strip()))


def _last_try(message: str) -> str:
    return message[max(message.rfind("attempting "), message.rfind("retrying ")) + 1 :]


_MOVED = "it was done, and the page moved on before it could be read; it may have happened"


def unconfirmed(words: str, seen: str = _MOVED) -> StepStopped:
    """The stop for what was done to a page that does not tell what came of it."""
    return StepStopped(
        "dispatched_unconfirmed", status="unknown", expected=f"{words} to be confirmed by the page", seen=seen,
        next="look at the page before doing anything again; it is not tried twice",
    )  # fmt: skip


def stop_for(error: Exception, words: str) -> StepStopped:
    """The stop that a Playwright error leads to."""
    message = str(error)
    if maybe_dispatched(message):
        return unconfirmed(words, "the action was dispatched, but the page did not answer in time")
    code = next((code for mark, code in _KINDS if mark in message), "step_failed")
    return StepStopped(code, expected=words, seen=_seen(code, message), next=_ADVICE.get(code, ""))


def unknown_host(url: str) -> StepStopped:
    """The stop for an address whose host name leads nowhere."""
    host = plain(url.split("://", 1)[-1].split("/", 1)[0], 120)
    return StepStopped(
        "page_unreachable", expected=f"a page at {plain(url, 200)}", seen=f"the host {host} is not known (no such name)",
        next="check how the host is spelled, and that this machine can look names up; then open it again",
    )  # fmt: skip


def _seen(code: str, message: str) -> str:
    if code == "covered":
        cover = _COVERED.search(message)
        return f"it is covered by {plain((cover.group(1) or cover.group(2)) if cover else 'another element', 160)}"
    first = message.split("Call log:")[0].strip().splitlines()
    return {
        "disabled": "it is disabled",
        "not_editable": "it is read-only",
        "hidden": "it is not visible",
        "not_stable": "it keeps moving",
        "outside_viewport": "it lies outside of the viewport and cannot be scrolled to",
        "slow": "the page was too busy to answer in time",
        "page_crashed": "the page crashed",
        "page_closed": "the page was closed, or its browser ended",
        "auth_required": "the site asks for a user name and password, or refused them",
        "page_unreachable": no_answer(message),
    }.get(code, plain(first[0] if first else "an error without words", 300))


def no_answer(message: str) -> str:
    """What a page that did not come says of it, with the browser's own word."""
    found = re.search(r"net::(ERR_\w+)", message)
    late = re.search(r"Timeout (\d+)ms exceeded", message)
    if found is None and late is not None:
        return f"it did not answer, or not to the end, within {int(late[1]) / 1000:g} s"
    if found is None:
        return "the page did not load"
    words = next((words for mark, words in _NO_ANSWER if mark in found.group(1)), "the page did not load")
    return f"{words}; {found.group(0)}"
