"""Tells by its labels and attributes whether a field takes a secret, and which kind."""

from __future__ import annotations

import re
import unicodedata

from awm_mcp.model import Target

_AUTOCOMPLETE = {
    "current-password": "password",
    "new-password": "password",
    "one-time-code": "otp",
    "cc-number": "card_number",
    "cc-csc": "cvv",
}
_PASSWORD = (
    "password",
    "passwd",
    "pwd",
    "passwort",
    "kennwort",
    "passcode",
    "passphrase",
    "motdepasse",
    "contrasena",
    "contraseña",
    "senha",
    "palavrapasse",
    "wachtwoord",
    "haslo",
    "hasło",
    "heslo",
    "losenord",
    "lösenord",
    "adgangskode",
    "kodeord",
    "passord",
    "salasana",
    "jelszo",
    "jelszó",
    "parool",
    "lozinka",
    "пароль",
    "密码",
    "密碼",
    "口令",
    "パスワード",
    "暗証番号",
    "비밀번호",
    "암호",
    "كلمةالمرور",
    "كلمةالسر",
    "סיסמה",
    "รหัสผ่าน",
    "mậtkhẩu",
    "matkhau",
    "katasandi",
    "şifre",
    "sifre",
    "κωδικόςπρόσβασης",
)
_PASSWORD_ALONE = frozenset({"clave", "parola", "pass", "pw", "kodeord", "geslo", "lozinka", "sandi"})
_KINDS: tuple[tuple[str, re.Pattern[str]], ...] = (
    (
        "card_number",
        re.compile(
            r"\b(?:credit|debit|bank|payment)? ?card ?(?:number|no|nr|num)\b|\bcc ?(?:number|num)\b|\bkartennummer\b"
            r"|\bnum[eé]ro de (?:la )?(?:carte|tarjeta)\b|\bn[uú]mero do cart[aã]o\b|卡号"
        ),
    ),
    ("cvv", re.compile(r"\b(?:cvv2?|cvc2?|csc)\b|\bcard (?:security|verification) (?:code|value)\b|\bpr[uü]fziffer\b")),
    (
        "otp",
        re.compile(
            r"\b(?:otp|totp|2fa|mfa|tan)\b|\bone ?time (?:code|pass(?:word|code)?|pin)\b|\bauthenticat(?:ion|or) code\b"
            r"|\b(?:verification|security|sms|login|auth) (?:code|pin)\b|\beinmal\w*\b|\bc[oó]d(?:igo|e) de v[eé]rifica\w+\b"
            r"|\bbest[aä]tigungscode\b|验证码|認証コード|인증번호|код подтверждения"
        ),
    ),
    ("pin", re.compile(r"\bpin\b|\bpin number\b")),
    (
        "api_key",
        re.compile(
            r"\bapi ?(?:key|token)\b|\baccess ?token\b|\b(?:client|shared) secret\b|\b(?:secret|private) key\b|\bsecret\b"
        ),
    ),
    ("ssn", re.compile(r"\bssn\b|\bsocial security\b")),
)
_BARE_CODES = frozenset({
    "code", "the code", "enter code", "enter the code", "your code", "6 digit code", "kod", "kód", "kode", "koodi", "código",
    "codigo", "codice", "code eingeben", "kodu", "код", "コード", "코드", "代码",
})  # fmt: skip
_CHOOSING = frozenset({"combobox", "searchbox", "listbox"})
"""Widgets that suggest: many give ``new-password`` only to keep the browser from suggesting, too."""
_NOT_ITSELF = re.compile(
    r"e ?mail|username|user name|search|question|hint|subject|keyword|palabras? clave|parola chiave"
    r"|reset link|project|expir|length"
)
_WORD_BREAK = re.compile(r"(?<=[a-z])(?=[A-Z])|[^\w]+|_+")


def secret_kind(target: Target | None, text: str = "") -> str | None:
    """``password``, ``otp``, ``card_number``, ``cvv``, ``pin``, ``api_key``, ``ssn``, or None for an ordinary field.

    ``text`` is what was typed: it settles labels that name a field by its purpose, such as "security code".
    """
    if target is not None and (kind := _by_attributes(target)) is not None:
        return kind
    for said in _said(target) if target is not None else ():
        if (kind := _by_label(said, text)) is not None:
            return kind
    return "card_number" if _is_card_number(text) else None


def is_bare_code(target: Target | None, text: str) -> bool:
    """Whether a field called only "Code" was given a short number: a one-time code, where secrets are typed as well."""
    said = _said(target) if target is not None else []
    return bool(re.fullmatch(r"\d{4,8}|\d{3}[ -]\d{3}", text.strip())) and any(name in _BARE_CODES for name in said)


def is_secret_name(name: str) -> bool:
    """Whether a parameter's name says that its value is a secret."""
    return _by_label(_words(name), "") is not None


def _by_attributes(target: Target) -> str | None:
    seen = target.seen
    typed = (target.attrs.get("type") or (seen.input_type if seen else None) or "").lower()
    completed = (target.attrs.get("autocomplete") or (seen.autocomplete if seen else None) or "").lower().split()
    for token in completed:
        if token in _AUTOCOMPLETE and not (target.role in _CHOOSING and token.endswith("-password")):
            return _AUTOCOMPLETE[token]
    if typed == "password" or re.search(r"type\s*=\s*['\"]?password", target.css or ""):
        return next((k for said in _said(target) if (k := _by_label(said, "")) not in (None, "password")), "password")
    return None


def _said(target: Target) -> list[str]:
    texts = [v.literal or "" for v in target.texts.values()]
    texts += [re.split(r"[\s>/]+", selector.strip())[-1] for selector in (target.css, target.xpath) if selector]
    texts.append(target.attrs.get("name", ""))
    return [said for text in texts if (said := _words(text))]


def _words(text: str) -> str:
    return " ".join(part for part in _WORD_BREAK.split(unicodedata.normalize("NFKC", text)) if part).lower()


def _by_label(said: str, text: str) -> str | None:
    if len(said) > 200 or _NOT_ITSELF.search(said):
        return None
    kind = next((kind for kind, pattern in _KINDS if pattern.search(said)), None)
    if kind == "otp" and "security" in said and re.fullmatch(r"\d{3,4}", text):
        return "cvv"
    if kind is not None:
        return kind
    joined = said.replace(" ", "")
    if said in _PASSWORD_ALONE or any(word in joined for word in _PASSWORD):
        return "password"
    return None


def _is_card_number(text: str) -> bool:
    digits = re.sub(r"[ -]", "", text)
    if not re.fullmatch(r"[2-6]\d{14,15}", digits) or len(text) > 24:
        return False
    doubled = [int(d) * 2 - 9 if int(d) > 4 else int(d) * 2 for d in digits[-2::-2]]
    return (sum(doubled) + sum(int(d) for d in digits[-1::-2])) % 10 == 0
