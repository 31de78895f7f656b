"""Words by which an overlay offers something that has nothing to do with what was sent: a newsletter, a survey, a tour.

Such overlays come when they please. One that also asks whether it is meant, or asks for more before it goes on, is about
what was sent for all that is known, and so is one that speaks of an end, of a failure or of something that was done.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from awm_mcp.model.done_words import ALSO_AN_END, TAKEN, spoken_words
from awm_mcp.model.text import fold as folded
from awm_mcp.replay.traffic.complaint_words import HARMLESS
from awm_mcp.replay.traffic.confirming import confirms, doubts

LEAST_OWN = 5
"""A word of the task with so many letters is one that tells what it is about."""
_LETTERS = (
    r"\b(?:news\s?letters?|mailing list|infolettre|lettre d['’]information|bolet[íi]n|boletim informativo|nieuwsbrief\w*|"
    r"nyhetsbrev\w*|nyhedsbrev\w*|biuletyn\w*|zpravodaj\w*|рассылк\w*|розсилк\w*|bülten\w*|uutiskir\w+|hírlev\w+)\b"
    r"|电子报|電子報|邮件列表|メルマガ|ニュースレター|뉴스레터"
)
_SURVEYS = (
    r"\b(?:surveys?|umfrage|befragung|sondage|questionnaire|encuesta|sondaggio|pesquisa de satisfação|enquête|"
    r"(?:kund)?undersökning\w*|(?:bruger)?undersøgelse\w*|spørreundersøkelse\w*|ankiet\w+|průzkum\w*|опрос\w*|опитуванн\w+|"
    r"anket\w*|kysely\w*|felmérés\w*|sondaj\w*)\b|问卷|問卷|アンケート|설문"
)
_RATINGS = (
    r"\bhow (?:likely|satisfied|happy) (?:are|were) you\b|\brate (?:us|our|your (?:experience|visit))\b"
    r"|\benjoying (?:our|the)\b"
    r"|\bwie zufrieden (?:sind|bist|waren)\b|\bbewerten? (?:sie )?uns\b|\b(?:êtes-vous|es-tu) satisfaite?\b|\bnotez-nous\b"
    r"|\b(?:valora|califica) (?:tu|su) (?:experiencia|visita)\b|\bvaluta la tua (?:esperienza|visita)\b"
    r"|\bavalie (?:a )?sua (?:experiência|visita)\b|\bbeoordeel ons\b|\bhoe tevreden\b|\bbetygsätt oss\b|\bhur nöjd\b"
    r"|\bhvor tilfreds\b|\bhvor fornøyd\b|\boceń nas\b|\bohodnoťte nás\b|\bоцените нас\b|\bbizi değerlendirin\b"
    r"|\barvioi meidät\b|评价我们|満足度|만족도"
)
_TOURS = (
    r"\b(?:take|start) (?:a|the|our) (?:\w+ )?tour\b|\bwhat['’]s new\b|\bwas ist neu\b|\bquoi de neuf\b|\bvisite guidée\b"
    r"|\b(?:recorrido|visita) guiad[oa]\b|\btour guidato\b|\bwat is er nieuw\b|\brondleiding\b|\bco nowego\b|\bчто нового\b"
    r"|\bget our app\b|\binstall our app\b|\b(?:turn on|enable|allow) (?:push )?notifications\b"
)
_OFFERS = re.compile("|".join((_LETTERS, _SURVEYS, _RATINGS, _TOURS)))
_ASKS = (
    r"sure|confirm\w*|corre[ck]t\w*|verif\w*|requir\w*|must|needs?|before|first|continue|proceed|upgrade|premium|plans?|trial|"
    r"limits?|limited|reached|quota|accounts?|sign(?:ed)? in|log ?in|register\w*|session|password|codes?|check|review|fix|"
    r"missing|unsaved|discard|lose|changes|delete|remove|pay\w*|still|yet|only|until|unless|"
    r"sicher|bestätig\w*|korrig\w*|prüf\w*|überprüf\w*|erforderlich\w*|müssen|musst?|zuerst|vorher|bevor|fortfahren|anmelde\w*|"
    r"konto|passwort|verwerfen|löschen|sûre?s?|corrige\w*|vérifi\w*|obligatoire|requise?|devez|doit|dois|avant|continuer|"
    r"connecte\w*|compte|limite|mot de passe|supprimer|segur[oa]|corrij\w*|corrig\w*|obligatori\w*|requerid\w*|debe\w*|"
    r"primero|antes|continuar|cuenta|límite|contraseña|eliminar|sicur[oa]|conferma\w*|corregg\w*|obbligatori\w*|richiest\w*|dev[ei]|prima|"
    r"continua\w*|password|certeza|precisa\w*|conta|senha|zeker|bevestig\w*|verplicht\w*|moet\w*|eerst|doorgaan|inloggen|säker\w*|"
    r"bekräft\w*|måste|först|fortsätt\w*|sikker|bekræft\w*|bekreft\w*|skal|først|fortsæt\w*|fortsett\w*|pewn\w+|potwierd\w*|"
    r"wymagan\w*|musi\w*|najpierw|kontynu\w*|jist\w*|potvr\w*|povinn\w*|nejprve|pokračov\w*|уверен\w*|подтверд\w*|исправ\w*|"
    r"обязательн\w*|должн\w*|сначала|продолж\w*|emin|onayla\w*|zorunlu|gerekli|devam|varma\w*|vahvist\w*|pakolli\w*|jatka\w*|"
    r"biztos\w*|megerősít\w*|kötelező|folytat\w*|sigur\w*|obligator\w*"
)
_WITHOUT_BLANKS = "确定|确认|確定|確認|必须|必須|继续|繼續|続行|続ける|정말|확인|필수|계속|登录|登入|ログイン|로그인"
_ASKS_OF_IT = re.compile(rf"\b(?:{_ASKS})\b|{_WITHOUT_BLANKS}")


def offers_otherwise(text: str, asked: str, typed: Iterable[str] = ()) -> bool:
    """Whether an overlay that says this offers something that is neither asked nor answered by what was sent.

    ``asked``: the words of the task and of what was pressed; ``typed``: the values that were entered.
    """
    said, own = folded(text).casefold(), folded(asked).casefold()
    if not _OFFERS.search(said) or _OFFERS.search(own):
        return False
    if _ASKS_OF_IT.search(HARMLESS.sub(" ", said)) or doubts(said, asked) or confirms([said], asked):
        return False
    if any(folded(one).casefold() in said for one in typed if one.strip()):
        return False
    words = set(spoken_words(said))
    about = {word for word in spoken_words(own) if len(word) >= LEAST_OWN}
    return words.isdisjoint(TAKEN | ALSO_AN_END | about)
