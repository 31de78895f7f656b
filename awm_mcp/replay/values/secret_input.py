"""Which fields take secrets, and texts that stand for one: what is typed there is never remembered."""

from __future__ import annotations

import re

from awm_mcp.model import Target

_BY_AUTOCOMPLETE = {
    "current-password": "password", "new-password": "password", "one-time-code": "otp",
    "cc-number": "card_number", "cc-csc": "cvv",
}  # fmt: skip
_BY_LABEL: tuple[tuple[str, re.Pattern[str]], ...] = (
    (
        "password",
        re.compile(r"passw|passphrase|passcode|kennwort|mot de passe|contraseña|senha|wachtwoord|пароль|密码|パスワード"),
    ),
    ("otp", re.compile(r"\b(?:otp|totp|2fa|mfa)\b|one.?time|(?:verification|authentication|authenticator|sms|login) code")),
    ("cvv", re.compile(r"\b(?:cvv2?|cvc2?|csc)\b|card (?:security|verification) (?:code|value)")),
    ("card_number", re.compile(r"\bcard ?(?:number|no)\b|kartennummer")),
    ("pin", re.compile(r"\bpin\b")),
)
_CHOOSING = frozenset({"combobox", "searchbox", "listbox"})
"""Widgets that suggest: many give ``new-password`` only to keep the browser from suggesting, too."""
_NO_SECRET = re.compile(r"e-?mail|user ?name|search|forgot|reset|hint")
_REFERENCE = re.compile(r"<(secret|totp):([A-Za-z0-9_]{1,40})>")


def secret_name(target: Target) -> str | None:
    """The parameter's name for a field that takes a secret: ``password``, ``otp``, ``card_number``, …; else None."""
    seen = target.seen
    for token in (target.attrs.get("autocomplete") or (seen.autocomplete if seen else None) or "").lower().split():
        if token in _BY_AUTOCOMPLETE and not (target.role in _CHOOSING and token.endswith("-password")):
            return _BY_AUTOCOMPLETE[token]
    said = " ".join(v.literal or "" for v in target.texts.values()).lower() + " " + target.attrs.get("name", "").lower()
    labelled = next((name for name, pattern in _BY_LABEL if pattern.search(said)), None)
    if (target.attrs.get("type") or (seen.input_type if seen else "")) == "password":
        return labelled or "password"
    return None if labelled is None or _NO_SECRET.search(said) else labelled


def reference(text: str) -> tuple[str, str] | None:
    """``<secret:password>`` or ``<totp:otp>`` as (kind, name): an agent may type a secret that it does not know."""
    found = _REFERENCE.fullmatch(text.strip())
    return (found.group(1), found.group(2)) if found else None
