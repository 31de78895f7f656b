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
    ("has been closed", "page_closed"),
    ("ERR_INVALID_AUTH_CREDENTIALS", "auth_required"),
    ("net::ERR", "page_unreachable"),
    ("Cannot type text into input[type=number]", "wrong_format"),
    ("Malformed value", "wrong_format"),
    ("Timeout", "slow"),
)
RETRYABLE = frozenset(
    {"covered", "disabled", "not_stable", "hidden", "detached", "outside_viewport", "not_editable", "slow"}
)
"""Codes of faults that arise before anything was dispatched; the element may be looked for and tried again."""


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
    return StepStopped(code, expected=words, seen=_seen(code, message))


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
        "page_closed": "the page was closed",
        "auth_required": "the site asks for a user name and password, or refused them",
    }.get(code, plain(first[0] if first else "an error without words", 300))
