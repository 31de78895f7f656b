"""What the flags, codes and words of a small answer in JSON say: only of an envelope, never of a record.

Codes are read with the words beside them, since sites count from 0 or from 1 what is well.
"""

from __future__ import annotations

import re
from typing import Any, cast

from awm_mcp.model.text import fold
from awm_mcp.replay.traffic.complaint_words import COMPLAINING, HARMLESS

Data = dict[str, Any]
FLAGS = frozenset({"haserror", "haserrors", "iserror", "isfailed"})
"""Names that say true where it is not well."""
REASONS = frozenset({"err", "errormessage", "error_message", "errormsg", "error_msg", "errmsg", "err_msg"})
"""Names that hold words only where it is not well."""
ERROR_CODES = frozenset({"errorcode", "error_code", "errcode", "err_code", "errno"})
RETURNS = frozenset({"rc", "ret", "retcode", "ret_code", "returncode", "return_code", "resultcode", "result_code"})
_CODES = frozenset({"code", "status", "statuscode", "status_code"}) | RETURNS
DONE = frozenset({
    "saved", "stored", "updated", "created", "inserted", "sent", "deleted", "modified", "affected", "affectedrows",
    "affected_rows", "modifiedcount", "deletedcount", "updatedcount", "matchedcount", "insertedcount", "upsertedcount",
    "rowcount", "rowsaffected", "rows_affected", "nmodified", "changes",
})  # fmt: skip
"""Names that tell what was done, or how often: nothing was, where all of them say false or 0."""
_ONLY_FOUND = frozenset({"matchedcount"})
NEW_ID = re.compile(
    r"(?:insert(?:ed)?|created|new|generated|upserted|last_?insert(?:ed)?(?:_?row)?|last|object|document|doc|record|entity|row|resource)"
    r"_?(?:ids?|uuid|key)"
)
"""Names, in small letters, under which stores give the id of what they have made."""
SAID = ("message", "msg", "text", "detail", "error_description", "nachricht", "meldung", "mensaje", "mensagem", "messaggio")
_BESIDE = frozenset({"status", "code", "result", "data", "time", "timestamp", "acknowledged", *SAID})
TAKEN = frozenset({"added", "accepted", "approved", "allowed", "permitted", "applied"})
"""Names that say whether it was taken; a no of them refuses only beside a reason, as a switch may be "added" or not."""
_WHY = frozenset({"reason", "reasons", "cause", "why"})
_OTHERS = frozenset({"text", "status_code", "failed", "acknowledged", "upsertedid"})
OF_CODES = FLAGS | REASONS | ERROR_CODES | RETURNS | DONE | TAKEN | _WHY | _OTHERS
_NOTHING = frozenset({"", "none", "null", "nil", "false", "no", "ok", "okay", "success", "successful", "n/a", "-"})
_GOOD = re.compile(
    r"\b(ok|okay|success\w*|succeeded|done|saved|stored|updated|created|added|changed|deleted|removed|sent|accepted|"
    r"completed?|booked|thanks?|thank you|erfolg\w*|gespeichert|aktualisiert|angelegt|geändert|gelöscht|gesendet|danke|"
    r"succès|enregistrée?s?|modifiée?s?|supprimée?s?|envoyée?s?|merci|éxito|exitos\w+|guardad[oa]s?|actualizad[oa]s?|"
    r"cread[oa]s?|eliminad[oa]s?|enviad[oa]s?|gracias|successo|salvat[oa]|aggiornat[oa]|grazie|sucesso|salv[oa]|"
    r"atualizad[oa]|obrigad[oa]|gelukt|opgeslagen|bedankt|zapisano|sukces|успешно|сохранен\w*|başarı\w*|kaydedildi)\b"
    r"|成功|完成|已保存|保存しました|完了|저장|완료",
)
_NOT = re.compile(r"\b(not?|nicht|keine?|pas|non?|não|niet|nie|не|inte|ikke)\b|未|没有|不")


def flag(one: Any) -> bool | None:
    """A yes or no, also where it is written as a number or a word; None for anything else."""
    if isinstance(one, bool):
        return one
    if isinstance(one, int):
        return {0: False, 1: True}.get(one)
    return {"true": True, "1": True, "yes": True, "false": False, "0": False, "no": False}.get(_folded(one))


def is_nothing(text: str) -> bool:
    """Whether the words in a place for what is amiss say that nothing is."""
    said = _folded(text).rstrip(".!")
    rest = HARMLESS.sub("", said).strip()
    return said in _NOTHING or not said.strip("0") or (rest != said and len(rest) <= 10)


def complains(one: Any, sent: str = "") -> bool:
    """Whether a text tells of a failure; one that only says what was sent again does not."""
    said = _folded(one)
    return bool(said) and said not in sent and bool(COMPLAINING.search(HARMLESS.sub(" ", said)))


def refuses(told: Data, sent: str = "") -> bool:
    """Whether an envelope refuses by its flags, codes and words; its names in small letters. ``sent``: the request."""
    if told.get("failed") is True or any(flag(told.get(name)) for name in FLAGS) or _nothing_done(told) or _not_taken(told):
        return True
    if any(isinstance(told.get(name), str) and _is_reason(told[name]) for name in REASONS):
        return True
    if any(_is_error_code(told.get(name)) for name in ERROR_CODES):
        return True
    return told.get("result") is False or any(_is_bad_code(name, told, sent) for name in _CODES if name in told)


def only_complains(told: Data, sent: str = "") -> bool:
    """Whether an answer is a complaint in words, with lists of what is wrong with each field at most."""
    words = [name for name in SAID if told.get(name)]
    others = [told[name] for name in told if name not in words]
    return bool(words) and all(map(_is_texts, others)) and any(complains(told[name], sent) for name in words)


def _is_texts(one: Any) -> bool:
    return isinstance(one, list) and all(isinstance(part, str) for part in cast("list[Any]", one))


def _is_reason(text: str) -> bool:
    return not is_nothing(text) or _folded(text) == "no"


def something_done(told: Data) -> bool:
    """Whether an envelope of a store tells that it did something, or has made what has the id; names in small letters."""
    if not all(name in DONE | _BESIDE or NEW_ID.fullmatch(name) for name in told):
        return False
    did = [one for name, one in told.items() if name in DONE - _ONLY_FOUND]
    made = [one for name, one in told.items() if NEW_ID.fullmatch(name) and one not in (None, "", 0, False, {}, [])]
    return bool(made) or any(one is True or (type(one) is int and one > 0) for one in did)


def _nothing_done(told: Data) -> bool:
    """Whether nothing was done; ``deleted`` beside other names may be the state of a record."""
    left = {name: one for name, one in told.items() if not (NEW_ID.fullmatch(name) and one is None)}
    if not set(left) <= DONE | _BESIDE:
        return False
    did = [left[name] for name in left if name in DONE]
    return bool(did) and all(one is False or (type(one) is int and one == 0) for one in did)


def _not_taken(told: Data) -> bool:
    """Whether it was not taken, and a reason is given, or words that complain."""
    if not any(told.get(name) is False for name in TAKEN) or any(told.get(name) is True for name in TAKEN):
        return False
    why = any(_folded(told.get(name)) and not is_nothing(str(told[name])) for name in _WHY)
    return why or any(complains(told.get(name)) for name in SAID)


def _is_error_code(one: Any) -> bool:
    number = _number(one)
    if number is not None:
        return number not in (0, 200)
    return isinstance(one, str) and not is_nothing(one)


def _is_bad_code(name: str, told: Data, sent: str) -> bool:
    one, words = told[name], " ".join(_folded(told[key]) for key in SAID if isinstance(told.get(key), str))
    if one is False and name == "status":
        return bool(words) and not _is_good(words)
    number = _number(one)
    if number is None or 200 <= number < 400:
        return False
    if number < 0 or (name in RETURNS and number > 1):
        return True
    if not words or _is_good(words):
        return False
    if number == 1 or (number == 0 and name != "status"):
        return complains(words, sent)
    return True


def _is_good(words: str) -> bool:
    return bool(_GOOD.search(words)) and not _NOT.search(HARMLESS.sub(" ", words)) and not complains(words)


def _number(one: Any) -> int | None:
    if isinstance(one, str):
        return int(one) if re.fullmatch(r"-?[0-9]{1,9}", one.strip()) else None
    return one if isinstance(one, int) and not isinstance(one, bool) else None


def _folded(one: Any) -> str:
    return fold(one).casefold() if isinstance(one, str) else ""
