"""Words by which pages say that they are still at it, in the languages that most sites are written in."""

from __future__ import annotations

import re

from awm_mcp.model.text import fold

LONGEST = 60
_PLEASE_WAIT = re.compile(
    r"\b(?:please wait|just a moment|one moment please|bitte warten|veuillez patienter|patientez|un momento|espere|"
    r"attendere|aguarde|even geduld|vent venligst|proszę czekać|čekejte prosím|подождите|зачекайте|lütfen bekleyin)\b"
    r"|请稍候|請稍候|お待ちください|잠시만",
    re.IGNORECASE,
)
_AT_IT = (
    r"(?:still )?(?:processing|loading|saving|sending|submitting|uploading|deleting|removing|updating|creating|running|"
    r"generating|calculating|computing|working|in progress|(?:waiting )?in queue|queued)|"
    r"(?:wird |daten werden )?(?:geladen|gespeichert|gesendet|verarbeitet|gelöscht|hochgeladen|erstellt|berechnet)|"
    r"in (?:arbeit|bearbeitung|der warteschlange)|lädt|speichert|sendet|"
    r"(?:chargement|enregistrement|traitement|envoi)(?: en cours)?|en cours|en attente|"
    r"cargando|guardando|enviando|procesando|en curso|en cola|caricamento|salvataggio|invio|elaborazione|in corso|in coda|"
    r"carregando|salvando|processando|em andamento|na fila|laden|bezig|opslaan|laddar|sparar|skickar|indlæser|gemmer|sender|"
    r"laster|lagrer|ładowanie|zapisywanie|wysyłanie|przetwarzanie|načítání|ukládání|odesílání|"
    r"загрузка|сохранение|отправка|обработка|завантаження|збереження|"
    r"yükleniyor|kaydediliyor|gönderiliyor|işleniyor|ladataan|tallennetaan|lähetetään|"
    r"(?:正在)?(?:处理|加载|保存|提交|處理|載入)中?|(?:処理|読み込み|保存|送信)中|로딩|처리 ?중|저장 ?중"
)
_GOES_ON = re.compile(
    rf"^\W*(?:{_AT_IT})(?:\s*\.{{3}}|[\s|:(]*\d[\d.,/ ]*(?:\s*(?:s|ms|sec|seconds|%|of|von|sur|de|di)\b)?[\d.,/ ]*)"
    r"[\s\W]*s?\W*$",
    re.IGNORECASE,
)
"""With dots or a count behind it ("Saving…", "Processing | 3.3 s"); the word alone is the state of an entry as well."""


def says_under_way(text: str) -> bool:
    """Whether a short text says that something is still being done."""
    said = fold(text)
    return len(said) <= LONGEST and bool(_PLEASE_WAIT.search(said) or _GOES_ON.search(said))
