"""What asks a site for a change although it is only followed: addresses that do it, and task texts that want it.

Sites delete, vote and pay by plain links, too. Words decide, so a doubt counts as a change where something is named that it
would happen to (an id, a query), and as a page about it where nothing is.
"""

from __future__ import annotations

import re
from urllib.parse import parse_qsl, unquote_plus, urlsplit

from awm_mcp.model.change_verbs import ACTION_KEYS, OF_ADDRESSES
from awm_mcp.model.labels import asked_abroad
from awm_mcp.model.names import words

_ACTS = frozenset({
    "delete", "remove", "destroy", "erase", "purge", "discard", "trash", "vote", "upvote", "downvote", "unvote", "like",
    "unlike", "dislike", "follow", "unfollow", "subscribe", "unsubscribe", "transfer", "pay", "donate", "buy", "purchase",
    "archive", "unarchive", "approve", "reject", "accept", "decline", "cancel", "revoke", "ban", "unban", "block", "unblock",
    "enable", "disable", "activate", "deactivate", "toggle", "mark", "unmark", "complete", "reopen", "close", "publish",
    "unpublish", "restore", "reset", "empty", "clear", "increase", "decrease", "increment", "decrement", "favorite",
    "favourite", "unfavorite", "bookmark", "star", "unstar", "pin", "unpin", "mute", "unmute", "join", "leave", "confirm",
    "withdraw", "refund", "claim", "redeem", "promote", "demote", "assign", "unassign", "rate", "send", "resend",
})  # fmt: skip
MOST_WORDS = 3
_NUMBER = re.compile(r"\d+|[0-9a-f]{8}-[0-9a-f-]{27}|[0-9a-f]{16,}")
_NEEDS_OBJECT_AFTER = frozenset({"add", "move", "update", "save", "create", "reserve"})
_DONE_TO = frozenset({"take", "grab", "pause", "resume", "start", "stop", "use", "release", "trigger", "execute", "unclaim"})
"""Verbs that pages are called by as well: they count as an action's name, and last in a path behind a number."""
_THINGS = frozenset({"block", "star", "rate", "claim"})
_NOUNS = frozenset({
    "archive", "complete", "like", "star", "block", "close", "clear", "empty", "mark", "rate", "transfer", "vote", "leave",
    "promote", "claim", "confirm", "reset", "accept", "send",
})  # fmt: skip
_PAGES_ABOUT = frozenset({
    "history", "results", "result", "policy", "list", "search", "help", "about", "log", "logs", "status", "new", "all",
    "faq", "info", "page", "pages", "tag", "tags", "category", "view", "show", "index", "edit", "form", "docs", "guide",
    "settings", "categories", "report", "reports", "terms", "password", "filter", "filters",
})  # fmt: skip
_ACTION_KEYS = ACTION_KEYS | frozenset({
    "action", "do", "op", "operation", "cmd", "command", "act", "task", "method", "event", "what",
})  # fmt: skip
_ASKING = frozenset({
    "delete", "remove", "vote", "upvote", "downvote", "transfer", "pay", "archive", "unarchive", "unsubscribe", "subscribe",
    "approve", "reject", "buy", "purchase", "cancel", "close", "reopen", "mark", "publish", "unpublish", "enable", "disable",
    "activate", "deactivate", "add", "assign", "rename", "favorite", "favourite", "bookmark", "star", "unstar", "pin",
    "unpin", "accept", "decline", "confirm", "book", "reserve", "donate", "withdraw", "refund", "block", "unblock", "ban",
    "mute", "unmute", "unfollow", "like", "unlike", "join", "restore", "reset", "complete", "toggle", "pause", "unpause",
    "resume", "start", "stop", "restart", "lock", "unlock", "suspend", "unsuspend", "freeze", "unfreeze", "protect",
    "unprotect", "revoke", "grant", "terminate", "merge", "duplicate", "clone", "resolve", "flag", "unflag", "unassign",
    "promote", "demote", "postpone", "reschedule", "snooze",
})  # fmt: skip

_ELSE_AFTER = frozenset({"up", "all", "at", "from", "by", "with", "on", "in", "of"})
"""Before such a word it is another verb, or none ("close all", "start at the home page", "resume of Ann")."""


def changing_address(address: str | None) -> str:
    """The part of an address by which it asks for a change ("remove/5", "action=delete"); empty when it only reads.

    Args:
        address: path and query, or a whole address.
    """
    if not address:
        return ""
    parts = urlsplit(address)
    given = [unquote_plus(segment) for segment in parts.path.split("/") if segment]
    return _of_query(parts.query) or _of_path(given, has_query=bool(parts.query))


def names_object(address: str) -> bool:
    """Whether an address names what it is about: an id or a slug in its path, a number in its query."""
    parts = urlsplit(address)
    given = [unquote_plus(segment) for segment in parts.path.split("/") if segment]
    return any(map(_is_id, given)) or any(re.search(r"\d", text) for _, text in parse_qsl(parts.query))


def asks_for_change(task: str) -> str:
    """The verb by which a task text asks for a change that cannot be mistaken for looking; empty when there is none."""
    bare = re.sub(r"^(?:please\b,?\s*|(?:in|on|as|for|at)\b[^,:]*[,:]\s*)", "", task.strip(), flags=re.IGNORECASE)
    said = words(bare)[:2]
    verb = said[0] if said else ""
    asks = (verb in _ASKING and not _ELSE_AFTER & set(said[1:])) or (verb == "follow" and "link" not in task)
    return verb if asks else asked_abroad(bare)


def _of_query(query: str) -> str:
    for key, text in parse_qsl(query, keep_blank_values=True):
        first, told = (_words(key) or [""])[0], _words(text)
        names_action = key.strip("_").lower() in _ACTION_KEYS
        if names_action and told and {told[0], told[-1]} & (_ACTS | OF_ADDRESSES | _NEEDS_OBJECT_AFTER | _DONE_TO | {"set"}):
            return f"{key}={text}"
        acts = first in OF_ADDRESSES | _ACTS - _NOUNS or (first == "add" and "to" in _words(key))
        if acts and text and not names_action:
            return f"{key}={text}"
    return ""


def _of_path(segments: list[str], *, has_query: bool) -> str:
    for index, segment in enumerate(segments):
        said = _words(segment.rsplit(".", 1)[0])
        if index == len(segments) - 1 and _is_done_to(said, segments[:index]):
            return "/".join(segments[index - 1 :])
        verb = _verb(said)
        if not verb:
            continue
        before, after = segments[:index], segments[index + 1 :]
        if after and words(after[0]) and words(after[0])[-1] in _PAGES_ABOUT:
            continue
        if _has_object(verb, before, after, has_query=has_query and index == len(segments) - 1):
            return "/".join(segments[index : index + 2])
    return ""


def _verb(said: list[str]) -> str:
    if not said or len(said) > MOST_WORDS:
        return ""
    whole = "-".join(said)
    return whole if whole in OF_ADDRESSES else said[0] if said[0] in _ACTS | _NEEDS_OBJECT_AFTER | OF_ADDRESSES else ""


def _is_done_to(said: list[str], before: list[str]) -> bool:
    return len(said) == 1 and said[0] in _DONE_TO and bool(before) and _NUMBER.fullmatch(before[-1]) is not None


def _has_object(verb: str, before: list[str], after: list[str], *, has_query: bool) -> bool:
    """Whether something is named that the change would happen to."""
    if verb in _THINGS and not has_query and not (before and _is_id(before[-1])):
        return False
    if has_query or (after and _is_id(after[0])):
        return verb not in _NOUNS or has_query or not re.fullmatch(r"(?:19|20)\d\d", after[0] if after else "")
    if verb in _NEEDS_OBJECT_AFTER:
        return False
    if before and _is_id(before[-1]):
        return True
    return bool(after) and (verb not in _NOUNS | {"follow"} or (verb == "vote" and len(after) > 1))


def _words(text: str) -> list[str]:
    return words(re.sub(r"(?<=[a-z])(?=[A-Z])", " ", text))


def _is_id(segment: str) -> bool:
    return bool(re.search(r"\d", segment)) or "-" in segment or "_" in segment or "%" in segment
