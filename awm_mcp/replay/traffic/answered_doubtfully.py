"""Answers to what a script sent that speak against it without the structure of a refusal: ``ERR spam``, a page to sign in.

They refuse nothing by themselves, since sites answer in many ways; but beside them a row that a page shows before it knows,
or a form that was emptied, is no sign.
"""

from __future__ import annotations

import json
import re
from typing import Any, cast
from urllib.parse import parse_qsl

from awm_mcp.model.text import fold
from awm_mcp.replay.traffic.answer_kinds import Answer
from awm_mcp.replay.traffic.bodies import MESSAGES, WRAPS, Data, object_in, parsed, sent_letters, with_wrapped
from awm_mcp.replay.traffic.confirming import confirms, is_said

LONGEST_WORD = 200
_STATES = frozenset({"status", "state", "result", "outcome", "decision", "verdict"})
_SAID = MESSAGES | {"html"}
_TAKEN = frozenset({"accepted", "approved", "allowed", "valid", "permitted", "stored", "saved", "added", "done", "ok"})
_AMISS = re.compile(
    r"(?:err(?:or)?s?|fail(?:ed|ure)?|denied|reject(?:ed)?|refused?|declined|forbidden|unauthori[sz]ed|blocked|spam|invalid|"
    r"expired|wait(?:ing|list|listed)|full|closed|ko|nok|no|abgelehnt|refusé|rechazado|rifiutato|recusado|geweigerd|"
    r"odrzucono|отклонено|reddedildi)",
    re.IGNORECASE,
)
_BEGINS = re.compile(rf"\W*{_AMISS.pattern}(?![\w])", re.IGNORECASE)
_XML_STATE = re.compile(r"<(?:\w+:)?(status|state|result|outcome)>\s*([^<]{1,40}?)\s*<", re.IGNORECASE)
VOID = frozenset({"null", "0"})
"""What also those answer that have nothing to say."""
BARE = VOID | {"false"}
_WHOLE_PAGE = re.compile(r"\s*(?:<!doctype html|<html)", re.IGNORECASE)
_SIGN_IN = re.compile(
    r"type=[\"']?password|<(?:title|h1)[^>]*>[^<]*\b(?:sign[ -]?in|log[ -]?in|anmelden|einloggen|connexion|iniciar sesión|"
    r"accedi|entrar|inloggen|logga in|zaloguj|войти|giriş)\b",
    re.IGNORECASE,
)


def doubt_in(answer: Answer, sent: str = "") -> str:
    """The words of an answer that speak against what was sent; empty where none do. ``sent``: the body of the request."""
    text = answer.text.lstrip("\ufeff \t\r\n")
    if not text:
        return ""
    if _WHOLE_PAGE.match(text):
        return "a page to sign in" if _SIGN_IN.search(text) else ""
    if text.strip() in BARE:
        return "" if text.strip() in _values_in(sent) else text.strip()
    if text[:1] in ("{", "["):
        return text[:LONGEST_WORD] if _of_json(text, sent) else ""
    if "xml" in answer.kind.split(";")[0] or text.startswith("<?xml"):
        states = [state for _, state in _XML_STATE.findall(text)]
        return next((state for state in states if _AMISS.fullmatch(state)), "")
    return text[:LONGEST_WORD] if len(text) <= LONGEST_WORD and _BEGINS.match(text) and fold(text) not in fold(sent) else ""


def has_bad_state(told: Data) -> bool:
    """Whether an object has a state that is none of a success, or a no."""
    return any(_is_no(one) for name, one in told.items() if name.casefold() in _STATES | _TAKEN)


def has_own_words(told: Data, sent: str) -> bool:
    """Whether an object has words that were not sent and confirm nothing, or an id that tells of an error."""
    said = [one for name, one in told.items() if name.casefold() in _SAID and isinstance(one, str)]
    ids = [one for name, one in told.items() if name.casefold() in ("id", "key") and isinstance(one, str)]
    return any(_is_strange(one, sent) for one in said) or any(_BEGINS.match(one) for one in ids)


def _of_json(text: str, sent: str) -> bool:
    told = object_in(text)
    if told is None:
        return False
    if told and all(name.casefold() in WRAPS and one is None for name, one in told.items()):
        return True
    given = told.get("data")
    if "mutation" in sent and isinstance(given, dict) and given and all(one is None for one in cast("Data", given).values()):
        return True  # each field of GraphQL is what became of one command
    return any(map(has_bad_state, with_wrapped(told)))


def _values_in(sent: str) -> set[str]:
    """The values of what was sent, which an answer may say again."""
    data = parsed(sent)
    if data is None:
        return {sent.strip(), *(one for _, one in parse_qsl(sent))}
    told = cast("Data", data).values() if isinstance(data, dict) else [data]
    return {json.dumps(one) for one in told} | {one for one in told if isinstance(one, str)}


def _is_no(one: Any) -> bool:
    return one is False or (isinstance(one, str) and _AMISS.fullmatch(one.strip()) is not None)


def _is_strange(words: str, sent: str) -> bool:
    """Whether words are the site's own, and do not confirm."""
    bare = re.sub(r"<[^>]*>", " ", words)
    said = fold(bare).casefold()
    if not said or said in fold(sent_letters(sent)).casefold() or confirms([bare]):
        return False
    return is_said(bare) or _AMISS.fullmatch(said) is not None
