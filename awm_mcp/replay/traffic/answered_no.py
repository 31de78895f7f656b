"""Whether an answer in JSON says by its structure that it refuses what was sent, although its status says that it is well.

Only what stands at the top counts, or in the one thing that an envelope holds: what an entry or a list says of itself is
no answer to the request. A list is an answer of several requests, and refuses when each of its parts does.
"""

from __future__ import annotations

import re
from typing import Any, cast

from awm_mcp.model.text import fold
from awm_mcp.replay.traffic.answer_codes import OF_CODES, flag, is_nothing, only_complains, refuses
from awm_mcp.replay.traffic.bodies import WRAPS, Data, parsed, sent_letters

_WELL = frozenset({
    "ok", "success", "succeeded", "successful", "issuccess", "issuccessful", "issuccessstatuscode", "succes", "succès",
    "erfolg", "erfolgreich", "exito", "éxito", "sucesso", "successo", "sukces", "gelukt", "başarılı", "успех", "успешно",
    "成功",
})  # fmt: skip
"""Names that say true where it is well and false where it is not."""
_AMISS = frozenset({
    "error", "errors", "fehler", "erreur", "erreurs", "errores", "erro", "erros", "errore", "errori", "fout", "fouten",
    "hata", "błąd", "ошибка", "ошибки", "エラー", "错误", "userErrors", "user_errors", "fieldErrors", "field_errors",
    "validationErrors", "validation_errors", "exception",
})  # fmt: skip
"""Names that hold something only where it is not well."""
_FOLDED_AMISS = frozenset(name.casefold() for name in _AMISS)
_FAULTS = frozenset({"fault", "faults"})
"""Names of gateways for what is amiss; records have them, too, with words of people in them."""
_STATES = frozenset({"status", "result", "outcome", "state", "type", "code", "statuscode", "responsecode", "httpstatus"})
_BAD_STATE = re.compile(r"(error|err|fail(ed|ure)?|ko|nok|not[ _-]ok|fehler|erreur|erro|errore)", re.I)
_ENVELOPE = _WELL | _FOLDED_AMISS | _STATES | OF_CODES | frozenset({
    "message", "messages", "msg", "detail", "details", "reason", "description", "title", "data", "payload", "response", "d",
    "error_description", "errormessage", "error_message", "errorcode", "error_code", "errno", "timestamp", "time", "path",
    "requestid", "request_id", "traceid", "trace_id", "version", "extensions", "meta", "redirect", "redirecturl",
    "instance", "nachricht", "meldung", "mensaje", "mensagem", "messaggio", "bericht", "body", "value", "warnings",
    "info",
})  # fmt: skip
_OF_AN_ENTRY = frozenset(
    {"title", "description", "value", "version", "time", "state", "type", "reason", "body", "info", "path"}
)
"""Names that entries have, too: a state beside them may be the entry's own."""
_WRAPS = WRAPS | {"body", "json"}
_SAID = ("message", "msg", "error_description", "errormessage", "error_message", "detail")
MOST_DEEP = 3


def says_no(body: str, sent: str = "") -> bool:
    """Whether a body in JSON refuses. ``sent``: the body of the request, whose words an answer may say again."""
    text = body.lstrip("\ufeff \t\r\n")
    if text[:1] not in ("{", "["):
        return False
    data = parsed(text)
    if _refuses(data, 0):
        return True
    told = {name.casefold(): one for name, one in cast("Data", data).items()} if isinstance(data, dict) else {}
    return "id" not in told and not _is_well(told, envelope=True) and only_complains(told, _as_sent(sent))


def is_well(told: Data) -> bool:
    """Whether the names for it say plainly that it is well."""
    return _is_well({name.casefold(): one for name, one in told.items()}, envelope=False) is True


def _as_sent(body: str) -> str:
    """What was sent, as a form or as JSON, for comparing."""
    return fold(sent_letters(body)).casefold()


def _refuses(data: Any, deep: int) -> bool:
    if isinstance(data, list):
        parts = cast("list[Any]", data)
        return deep == 0 and 0 < len(parts) <= 50 and all(isinstance(one, dict) and _refuses(one, 1) for one in parts)
    return isinstance(data, dict) and deep < MOST_DEEP and _object_refuses(cast("Data", data), deep)


def _object_refuses(data: Data, deep: int) -> bool:
    told = {name.casefold(): one for name, one in data.items()}
    envelope = set(told) - ({"id"} if "jsonrpc" in told else set()) <= _ENVELOPE | {"jsonrpc"}
    if deep and not envelope:
        return False
    if (well := _is_well(told, envelope=envelope)) is not None:
        return not well
    if any(_holds(told[name], envelope=envelope) for name in _FOLDED_AMISS if name in told):
        return True
    if set(told) - _FAULTS <= _ENVELOPE and any(_is_fault(told[name]) for name in _FAULTS if name in told):
        return True
    if envelope and (any(_is_bad(name, told) for name in _STATES if name in told) or refuses(told)):
        return True
    return any(_wrapped_refuses(told[name], deep) for name in _WRAPS if name in told)


def _is_well(told: Data, *, envelope: bool) -> bool | None:
    """What the names for it say; a number may count things, so it only tells in an envelope."""
    said = [one for name, one in told.items() if name in _WELL]
    told_so = [flag(one) for one in said if envelope or not isinstance(one, int) or isinstance(one, bool)]
    return False if False in told_so else True if True in told_so else None


def _holds(one: Any, *, envelope: bool) -> bool:
    """Whether a place for what is amiss holds something; a number may count things, so it only does in an envelope."""
    if isinstance(one, bool):
        return one
    if isinstance(one, (int, float)):
        return envelope and one != 0
    if isinstance(one, str):
        return not is_nothing(one)
    if isinstance(one, dict):
        return any(_holds(part, envelope=True) for part in cast("Data", one).values())
    return isinstance(one, list) and any(part not in (None, "", {}, []) for part in cast("list[Any]", one))


def _is_fault(one: Any) -> bool:
    """Whether a fault has the parts that gateways and SOAP give one, as JSON."""
    return isinstance(one, dict) and any(_is_of_fault(name) and part for name, part in cast("Data", one).items())


def _is_of_fault(name: str) -> bool:
    return name.casefold().startswith("fault") or name.casefold() in _SAID or name.casefold() in OF_CODES


def _is_bad(name: str, told: Data) -> bool:
    """Whether a state or code says that it failed: a word for it, or a status of HTTP beside words on it."""
    one = told[name]
    if isinstance(one, str) and _BAD_STATE.fullmatch(one.strip()):
        return not (set(told) - {name}) & _OF_AN_ENTRY
    number = int(one) if isinstance(one, str) and one.isascii() and one.isdigit() and len(one) == 3 else one
    if isinstance(number, bool) or not isinstance(number, int) or not 400 <= number < 600:
        return False
    said = _SAID if name == "code" else (*_SAID, "title")
    return any(isinstance(told.get(key), str) and told[key] for key in said)


def _wrapped_refuses(one: Any, deep: int) -> bool:
    """What an envelope holds: an answer, one as text, or what several fields of GraphQL gave back, each for itself."""
    if isinstance(one, str) and one.lstrip()[:1] == "{":
        one = parsed(one)
    if not isinstance(one, dict):
        return False
    inner = cast("Data", one)
    if _refuses(inner, deep + 1):
        return True
    fields = [cast("Data", field) for field in inner.values() if isinstance(field, dict)]
    return len(fields) == len(inner) > 0 and all(map(_payload_refuses, fields))


def _payload_refuses(field: Data) -> bool:
    """Whether one field of GraphQL tells of errors, whatever else it gives back."""
    return any(isinstance(one, list) and one != [] and name.casefold() in _FOLDED_AMISS for name, one in field.items())
