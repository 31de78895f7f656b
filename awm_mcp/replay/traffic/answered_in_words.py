"""Answers under a good status that hold a message and nothing else: no record, no id, no echo of what was sent.

Whether such a one takes or refuses is said by its words alone, in whatever language, so that words of which none is known
to confirm speak against it where the page shows something else.
"""

from __future__ import annotations

import re
from typing import Any, cast

from awm_mcp.model.done_words import spoken_words
from awm_mcp.model.text import UNSPACED, fold
from awm_mcp.replay.traffic.answer_kinds import Answer
from awm_mcp.replay.traffic.bodies import MESSAGES, WRAPS, Data, parsed, sent_letters
from awm_mcp.replay.traffic.confirming import confirms, is_said

WELL = 200
LONGEST = 500
LEAST_WORDS = 2
_WITHOUT_BLANKS = re.compile(f"[{UNSPACED}]{{3}}")
_SAID = MESSAGES | {"nachricht", "meldung", "mensaje", "mensagem", "messaggio", "bericht"}
_AROUND = frozenset({
    "timestamp", "time", "requestid", "request_id", "traceid", "trace_id", "path", "version", "lang", "locale", "language",
})  # fmt: skip
"""Names that answers have around what they say, whatever it is."""
_CODES = frozenset({"code", "status", "state", "result", "outcome", "type", "kind"})
"""Names that hold a code beside the message, which only counts where it is a word of success."""
_ENDS = "move remove delete rename copy mark log archive complete löschen entfernen supprimer eliminar eliminare excluir"
_WELL_WORDS = frozenset({
    "ok", "okay", "succeeded", "stored", "synced", "queued", "enabled", "disabled", "activated", "deactivated", "started",
    "triggered", "processed", "processing", "set", "attached", "linked", "connected", "merged", "forwarded", "imported",
    "exported", "extended", "refreshed", "generated",
})  # fmt: skip
"""What answers to scripts say of success, beside what pages say."""


def only_words(status: int, answer: Answer, sent: str = "") -> str:
    """The message of an answer that holds nothing else; empty for any other. ``sent``: the body of the request."""
    if status != WELL or len(answer.body) > LONGEST * 4:
        return ""
    text = answer.text.lstrip("\ufeff \t\r\n")
    in_json = text[:1] in ("{", '"')
    said = fold(_message_in(text) if in_json else text if answer.kind.startswith("text/plain") else "")
    if not said or len(said) > LONGEST or said.casefold() in fold(sent_letters(sent)).casefold():
        return ""
    several = len(spoken_words(said)) >= LEAST_WORDS or _WITHOUT_BLANKS.search(said) is not None
    return said if (several if in_json else is_said(said)) else ""


def tells_of_success(message: str, asked: str) -> bool:
    """Whether the words of an answer are known to confirm. ``asked``: the words of the task, line by line."""
    return confirms([message], f"{asked}\n{_ENDS}", also=_WELL_WORDS)


def _message_in(text: str) -> str:
    data = parsed(text)
    if isinstance(data, str):
        return data
    return _only_message(cast("Data", data)) if isinstance(data, dict) else ""


def _only_message(told: Data) -> str:
    """The one text of an object that holds nothing else, be it wrapped; empty where it holds more, or none."""
    held = {name.casefold(): one for name, one in told.items() if one not in (None, "", {}, [])}
    held = {name: one for name, one in held.items() if name not in _AROUND and not _is_code(name, one)}
    if len(held) != 1:
        return ""
    name, one = next(iter(held.items()))
    if isinstance(one, dict) and name in WRAPS:
        return _only_message(cast("Data", one))
    return one if isinstance(one, str) and name in _SAID else ""


def _is_code(name: str, one: Any) -> bool:
    """Whether it is a code of no known success, as "NAME_TAKEN" is."""
    return name in _CODES and isinstance(one, str) and not confirms([one.replace("_", " ")], _ENDS, also=_WELL_WORDS)
