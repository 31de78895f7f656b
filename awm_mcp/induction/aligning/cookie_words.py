"""How sites ask about cookies and what their buttons answer, in about twenty languages."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable

_ABOUT = frozenset({
    "cookie", "cookies", "consent", "gdpr", "rgpd", "privacy", "datenschutz", "einwilligung", "confidentialité",
    "privacidad", "privacidade", "prywatności", "evästeet", "evästeitä", "informasjonskapsler", "kakor", "sütik",
    "sütiket", "çerez", "çerezler", "çerezleri", "куки", "файлы", "クッキー", "쿠키",
})  # fmt: skip
_ANSWERS = frozenset({
    "accept", "all", "agree", "allow", "i", "ok", "okay", "got", "it", "reject", "decline", "refuse", "deny", "only",
    "necessary", "essential", "required", "continue", "without", "accepting", "use", "the", "and", "close", "alle",
    "allen", "akzeptieren", "zustimmen", "ablehnen", "nur", "notwendige", "erforderliche", "essenzielle", "erlauben",
    "annehmen", "tout", "tous", "les", "accepter", "refuser", "autoriser", "uniquement", "nécessaires", "continuer",
    "sans", "j", "accepte", "aceptar", "acepto", "rechazar", "todo", "todas", "todos", "las", "los", "solo", "sólo",
    "necesarias", "permitir", "aceitar", "aceito", "recusar", "rejeitar", "só", "necessários", "os", "accetta",
    "accetto", "rifiuta", "tutti", "tutto", "necessari", "consenti", "accepteren", "accepteer", "akkoord", "weigeren",
    "afwijzen", "toestaan", "alleen", "noodzakelijke", "akceptuję", "akceptuj", "zgadzam", "się", "odrzuć",
    "wszystkie", "tylko", "niezbędne", "godkänn", "acceptera", "avvisa", "neka", "alla", "endast", "nödvändiga",
    "tillad", "afvis", "kun", "nødvendige", "godta", "avvis", "hyväksy", "hylkää", "kaikki", "vain", "välttämättömät",
    "přijmout", "odmítnout", "vše", "pouze", "nezbytné", "elfogadom", "elutasítom", "összes", "refuz", "acceptă",
    "toate", "принять", "отклонить", "все", "только", "необходимые", "прийняти", "відхилити", "всі", "kabul", "et",
    "reddet", "tümünü", "yalnızca", "zorunlu", "αποδοχή", "απόρριψη", "όλων",
    "すべて許可", "すべて受け入れる", "同意する", "拒否する",
    "全部接受", "接受全部", "全部拒绝", "모두", "동의", "거부", "수락",
})  # fmt: skip


def is_cookie_answer(said: str, around: Iterable[str]) -> bool:
    """Whether a button says nothing but an answer about cookies, where it or a region that it is in speaks of these."""
    own, near = _words(said), {word for name in around for word in _words(name)}
    return bool(own & _ANSWERS) and own <= _ABOUT | _ANSWERS and bool((own | near) & _ABOUT)


def _words(text: str) -> set[str]:
    return set(re.findall(r"[^\W\d_]+", unicodedata.normalize("NFC", text).casefold()))
