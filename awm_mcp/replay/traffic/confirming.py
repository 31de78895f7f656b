"""Whether a text that came after something was sent says that just this was done.

A word for something that was done is not enough: "Registrations are closed" and "This course is fully booked" have one,
too. What speaks of an end, of others, of before or of a condition confirms nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import NamedTuple

from awm_mcp.model.done_words import ALSO_AN_END, TAKEN, says_taken, spoken_words
from awm_mcp.model.past_forms import past_forms_of, says_past
from awm_mcp.model.text import UNSPACED
from awm_mcp.model.text import fold as folded
from awm_mcp.replay.traffic.complaint_words import COMPLAINING, HARMLESS, UNCHANGED
from awm_mcp.replay.traffic.kept_for_later_words import keeps_for_later

MOST_SAID = 25
MOST_BESIDE_A_FORM = 10
LEAST_SENTENCE = 3
SAME_STEM = 4
_LESS = re.compile(r"\b(\d+)\s*(?:/|of|out of|von|de|di|van|sur|z|из)\s*(\d+)\b")
_NONE = re.compile(r"(?<![\d.,:])0(?![\d.,:])")
_NOT = re.compile(
    r"\b(not?|nicht|keine?|pas|aucune?|non?|não|niet|geen|nie|не|inte|ikke|nothing|nichts|rien|never|jamais|nunca|nooit|aldrig)\b"
    r"|\wn['’]t\b|未|没有|不"
)
_COUNTED = re.compile(r"\([^()]*\d[^()]*\)")
"""What a heading counts: "Related issues (1 open, 0 closed)"."""
_NUMBERED = re.compile(r"\bno\.?\s*#?\d")
_ENDED = (
    "already full fully closed ended sold left longer elsewhere waitlist waitlisted waiting queue moderation expired "
    "cancelled canceled unavailable limit dropped draft rejected bereits schon voll ausgebucht geschlossen beendet "
    "belegt vergriffen ausverkauft anderswo warteliste abgelaufen entwurf déjà complet complets complète fermé fermée "
    "fermés fermées terminé terminée épuisé épuisée épuisés ailleurs attente expiré brouillon lleno llena completo "
    "cerrado cerrada cerradas agotado agotada agotadas agotados espera caducado borrador già pieno piena chiuso "
    "chiusa chiuse esaurito esaurita esauriti altrove attesa scaduto bozza já cheio cheia fechado fechada esgotado "
    "esgotada encerrado encerrada expirado rascunho reeds vol volgeboekt gesloten uitverkocht wachtlijst verlopen "
    "redan fullt fullbokad stängd stängt slutsåld väntelista allerede fuldt lukket udsolgt venteliste fullbooket "
    "stengt utsolgt już pełny pełna zamknięte zamknięty brak wyprzedane oczekujących již plno obsazeno uzavřeno "
    "vyprodáno уже закрыт закрыта закрыто занят занято мест осталось больше нет zaten dolu kapalı kapandı tükendi jo "
    "täynnä suljettu loppuunmyyty maintenance wartung wartungsarbeiten mantenimiento manutenzione manutenção onderhoud "
    "underhåll vedligeholdelse vedlikehold konserwacja konserwacji údržba обслуживание обслуживания bakım bakımda huolto "
    " már betelt lezárva deja închis penuh ditutup habis"
)
_DOUBTED = (
    "only if when once until unless before please interest later automatically could may might must should needs need "
    "get ago last first yesterday late early another other others verify link code patience visit members back opens "
    "nur wenn sobald bis falls bevor vorher bitte interesse später automatisch könnte muss müssen sollte zuletzt "
    "zuerst gestern andere anderen anderer seulement quand lorsque avant jusque veuillez intérêt plus tard "
    "automatiquement doit dernière dernier hier autre autres lien solo si cuando antes hasta favor interés después "
    "automáticamente debe última último ayer otro otra enlace se quando prima fino prego dopo automaticamente deve "
    "ultima ultimo ieri altro altra só apenas até depois ontem outro outra alleen als zodra voordat tot moet laatst "
    "gisteren ander belangstelling bara om när innan tills senare automatiskt måste igår går ya over closes intresse "
    "kun hvis når inden før indtil skal tylko jeśli gdy zanim dopóki proszę później automatycznie musi ostatnio "
    "wczoraj zainteresowanie jen pokud až než dokud prosím později musí только если когда пока прежде пожалуйста "
    "позже автоматически интерес вчера sadece eğer önce sonra lütfen dün ilginiz vain jos ennen myöhemmin eilen "
    "kiinnostuksestasi csak ha amíg később tegnap hanya jika sebelum nanti kemarin"
)
_USES = (
    r"uses?|using|verwende[nt]|nutz(?:en|t)|setz(?:en|t)|utilis\w+|utiliza\w*|usa(?:mos)?|utilizz\w+|gebruik\w*|använder|"
    r"bruker|bruger|používá\w*|używa\w*"
)
_OF_CONSENT = re.compile(
    rf"\b(?:{_USES})\b[^.!?]{{0,40}}\bcookies?\b|クッキーを使用|쿠키를 사용|\b(?:value|care about|respect) your privacy\b"
    r"|\bihre privatsphäre\b|\bvotre vie privée\b|\b[ts]u privacidad\b|\bsua privacidade\b|\bla (?:tua|sua) privacy\b",
    re.IGNORECASE,
)
"""Said by the banner, and not by a site that wants cookies: "Please enable cookies" refuses."""
_HARD, _SOFT = frozenset(_ENDED.split()), frozenset(_DOUBTED.split())
_DOUBTED_WITHOUT_BLANKS = re.compile(
    "已满|已滿|满员|額滿|额满|售罄|售完|已结束|已結束|已关闭|已關閉|已截止|已被|已经|已經|再次|如果|才能|仅限|僅限|之前|感谢您的关注"
    "|満席|売り切れ|完売|締め切|締切|終了|既に|すでに|のみ|まで|場合|お待ち|만석|매진|마감|이미|만약|경우|대기"
)
_THANKS = "thank thanks danke dank merci gracias grazie obrigado obrigada bedankt takk tack tak kiitos köszönjük спасибо"
_ALSO_THANKS = frozenset(_THANKS.split())
_BY = r"\s+(?:by|von|par|por|da|door|av|af|przez)\s+(?!e-?mail|mail|sms|post|phone|telefon|correo)\w"
_DONE_BY = re.compile(r"([^\W\d_]+)" + _BY)
_TO_YOU = re.compile(
    r"\bsent\s+(?:it\s+)?(?:to\s+)?(?:you|an?\s)|\bto be\b"
    r"|\bcomplete\s+(?:your|the|this|all|an?)\b|\b(?:will|can) be\b(?! in touch)"
)
_LISTED = re.compile(
    r"\s*(?:saved|sent|deleted|archived|posted|published|booked|received|completed|shared|ordered|registered|paid)"
    r"\s+[^\W\d_]+s\s*"
)
_WITHOUT_BLANKS = re.compile(f"[{UNSPACED}]{{5}}")
_SENTENCES = re.compile(r"(?<=\?)\s+|[.!;\n]+(?:\s+|$)|(?<=[？])|[。！]|\s[–—|]\s")


class _Asked(NamedTuple):
    """The words of the task and of what was pressed: line by line, and each by itself. ``also``: more that confirm."""

    text: str
    words: list[str]
    also: frozenset[str]


def confirms(
    texts: Iterable[str], asked: str = "", *, beside_form: bool = False, also: frozenset[str] = frozenset()
) -> bool:
    """Whether one of the texts says that what was sent was done. ``asked``: the words of the task and of what was pressed,
    which a text may say again. ``beside_form``: the form is still there as it was filled in, where only a short text counts.
    ``also``: words that confirm as well.
    """
    own = _Asked("\n".join(map(folded, asked.splitlines())), spoken_words(folded(asked)), also)
    most = MOST_BESIDE_A_FORM if beside_form else MOST_SAID
    return any(_confirms(one, own, most) for one in texts)


def doubts(text: str, asked: str = "") -> bool:
    """Whether a text speaks of an end, of others, of less than all or of later, so that its colour confirms nothing."""
    said = _COUNTED.sub(" ", folded(text).casefold())
    return _denies(said) or _is_ended(said, spoken_words(folded(asked))) or keeps_for_later(said, asked)


def asks_for_consent(text: str) -> bool:
    """Whether it is of the banner that asks for consent to cookies, which comes whatever was sent."""
    return _OF_CONSENT.search(text) is not None


def is_said(text: str) -> bool:
    """Whether it is a sentence, and not a name, a number or a time beside an entry."""
    text = _COUNTED.sub(" ", text)
    words = spoken_words(text)
    without_blanks = _WITHOUT_BLANKS.search(text) is not None
    unchanged = UNCHANGED.search(folded(text).casefold()) is not None
    return len(words) >= LEAST_SENTENCE or without_blanks or unchanged or bool(_HARD & set(words))


def _confirms(text: str, asked: _Asked, most: int) -> bool:
    said = folded(text).casefold()
    if len(spoken_words(said)) > most or _denies(said) or _is_ended(said, asked.words) or _LISTED.fullmatch(said):
        return False
    return not keeps_for_later(said, asked.text) and any(_is_done(one, asked) for one in _SENTENCES.split(said))


def _is_done(sentence: str, asked: _Asked) -> bool:
    words, own = spoken_words(sentence), asked.words
    known = says_taken(sentence) or says_past(sentence, asked.text) or not asked.also.isdisjoint(words)
    if not known or _TO_YOU.search(sentence) or _DOUBTED_WITHOUT_BLANKS.search(sentence):
        return False
    if any(word in _SOFT and not _is_own(word, own) for word in words):
        return False
    done = TAKEN | past_forms_of(asked.text)
    if any(word in done and word not in _ALSO_THANKS for word in _DONE_BY.findall(sentence)):
        return False
    ends = [word for word in words if word in ALSO_AN_END and word not in ("complete", "completed", "done", "copied")]
    return all(_is_own(word, own) for word in ends)


def _is_ended(said: str, own: list[str]) -> bool:
    told = any(word in _HARD and word not in ALSO_AN_END and not _is_own(word, own) for word in spoken_words(said))
    return told or _DOUBTED_WITHOUT_BLANKS.search(said) is not None


def _is_own(word: str, own: list[str]) -> bool:
    """Whether the task has the word, or one of its stem: *close* and *closed*, *löschen* and *gelöscht*."""
    stem = word.removeprefix("ge")[:SAME_STEM]
    return any(one == word or one.startswith(stem) for one in own)


def _denies(said: str) -> bool:
    said = _NUMBERED.sub(" ", HARMLESS.sub(" ", said))
    part = any(int(some) < int(whole) for some, whole in _LESS.findall(said))
    return part or bool(COMPLAINING.search(said) or UNCHANGED.search(said) or _NOT.search(said) or _NONE.search(said))
