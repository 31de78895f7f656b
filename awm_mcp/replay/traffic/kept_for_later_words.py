"""Words by which a page says that it keeps something by itself, and sends it later: "Saved offline, will sync"."""

from __future__ import annotations

import re

from awm_mcp.model.text import fold

_OFFLINE = (
    r"\boff-?line\b|\bhors[- ]ligne\b|\bsin conexi[óo]n\b|\bsem (?:conex[ãa]o|liga[çc][ãa]o|internet)\b"
    r"|\bsenza connessione\b|\b(?:ohne|keine) (?:internet|netz|verbindung)\w*|\b(?:no|without) (?:internet|network"
    r"|connection)\b|\bzonder verbinding\b|\butan (?:anslutning|uppkoppling)\b|\buten (?:forbindelse|tilkobling)\b"
    r"|\bbez (?:połączenia|internetu|připojení)\b|\bbrak połączenia\b|\b(?:офлайн|оффлайн|автономно)\b"
    r"|\bбез (?:подключения|сети|интернета|підключення|мережі)\b|\bнет (?:сети|подключения|связи)\b"
    r"|\bçevrim ?dışı\b|\bbağlantı (?:yok|olmadan)\b|\byhteydett\w+|\bkapcsolat nélkül\b|\bfără conexiune\b"
    r"|\bεκτός σύνδεσης\b|\bluring\b|\bngoại tuyến\b|离线|離線|脱机|オフライン|오프라인|دون اتصال|غير متصل|לא מקוון|אופליין"
    r"|ออฟไลน์|ऑफ़?लाइन"
)
_SYNC = (
    r"(?:sync\w*|synk\w*|sincroni[zs]\w*|synchroni\w*|(?:ge|z)synchroni\w*|sünk\w*|szinkron\w*|senkroni\w*"
    r"|синхрон\w*|συγχρον\w*|sinkron\w*|đồng bộ)"
)
_WILL = (
    r"(?:will|to be|gets?|waiting|pending|later|once|when|as soon as|until|wird|werden|sobald|wenn|später"
    r"|ausstehend\w*|sera|seront|dès|lorsque|plus tard|será|serán|cuando|pendiente|sarà|verrà|appena|quando"
    r"|assim que|wordt|worden|zodra|wanneer|när|når|blir|bliver|senare|zostan\w+|gdy|kiedy|po połączeniu|bude"
    r"|budou|jakmile|až|буд\w+|когда|как только|коли|edilecek|bağlandığında|kun|majd|amint|va fi|când|θα|akan"
    r"|nanti|sẽ|khi)"
)
_SYNC_LATER = (
    rf"\b{_WILL}\b(?:\W+\w+){{0,5}}?\W+{_SYNC}|\b{_SYNC}(?:\W+\w+){{0,4}}?\W+{_WILL}\b|\bun-?sync\w*"
    r"|\bnot (?:yet )?sync\w*|\bsincroni[zs]ar[áã]\w*|\bback online\b|\b(?:re)?connected again\b"
    r"|\bwieder (?:online|verbunden)\b|\bde nouveau en ligne\b"
    r"|待同步|等待同步|将同步|將同步|后同步|後同步|自动同步|自動同步|同期(?:待ち|されます|します"
    r"|予定)|동기화(?:됩니다|될|할|대기| 대기)"
)
LATER = re.compile(f"{_OFFLINE}|{_SYNC_LATER}")
"""What never says that the site has it, whatever else is said."""

_QUEUED = (
    r"\bqueue[ds]?\b|\benqueued\b|\boutbox\b|\bwarteschlange\b|\bpostausgang\b|\bfile d['’]attente\b"
    r"|\bboîte d['’]envoi\b|\ben cola\b|\bbandeja de salida\b|\bin coda\b|\bposta in uscita\b|\bna fila\b"
    r"|\bcaixa de saída\b|\bwachtrij\b|\bpostvak uit\b|\bi kön?\b|\butkorg\w*|\bi køen?\b|\butboks\w*|\budbakke\w*"
    r"|\bw kolejce\b|\bve frontě\b|\bв очеред[иь]\b|\bу черзі\b|\bkuyru[kğ]\w*|\bjono(?:ssa|on)\b|\bvárólist\w*"
    r"|\bsorban\b|\bîn coadă\b|\bσε (?:ουρά|αναμονή)\b|\bantrean\b|\bhàng đợi\b"
    r"|队列|隊列|排队|排隊|待发送|待發送|キュー|送信待ち|대기열"
)
_PENDING = (
    r"\bpending\b|\bnot (?:yet )?(?:sent|uploaded|submitted)\b|\bwaiting (?:for|to)\b|\bausstehend\w*"
    r"|\bnoch nicht gesendet\b|\ben attente\b|\bpendientes?\b|\bin (?:attesa|sospeso)\b|\bpendentes?\b"
    r"|\bwacht(?:end)? op\b|\bväntar\b|\bafventer\b|\bventer\b|\boczekuj\w+|\bčeká\b|\bожида\w+|\bв ожидании\b"
    r"|\bочіку\w+|\bbekl(?:iyor|emede)\w*|\bodottaa\b|\bfüggőben\b|\bîn așteptare\b|\bεκκρεμ\w+|\btertunda\b"
    r"|\bmenunggu\b|\bđang chờ\b|等待|待处理|待處理|保留中|待機中|대기 ?중"
)
_HERE = (
    r"\blocal(?:ly| storage| copy)\b|\bon (?:this|your) (?:device|phone|computer|tablet|browser)\b|\bin (?:this"
    r"|your) browser\b|\blokal\b|\bauf (?:diesem|ihrem|deinem) gerät\b|\bim browser\b|\blocalement\b|\bsur (?:cet"
    r"|votre|ton) appareil\b|\blocalmente\b|\ben (?:este|tu|su) dispositivo\b|\b(?:su|in) questo dispositivo\b"
    r"|\bsul dispositivo\b|\bn(?:este|o seu) dispositivo\b|\blokaal\b|\bop (?:dit|je|uw) apparaat\b|\blokalt\b"
    r"|\bpå (?:den här|denna|denne|din) enhet\w*|\blokalnie\b|\bna (?:tym|tomto) (?:urządzeniu|zařízení)\b"
    r"|\blokálně\b|\bлокально\b|\bна (?:этом|вашем|цьому) (?:устройстве|пристрої)\b|\byerel olarak\b|\bbu cihaz\w*"
    r"|\bpaikallisesti\b|\bhelyileg\b|\blocal pe\b|\bpe acest dispozitiv\b|\bτοπικά\b|\bsecara lokal\b|\bcục bộ\b"
    r"|本地|本机|本機|此设备|此裝置|ローカル|この端末|この(?:デバイス|ブラウザ)|로컬|이 기기|محلي|במכשיר זה|ในเครื่อง"
)
_DRAFT = (
    r"\bdrafts?\b|\bentw[uü]rfe?n?\b|\bbrouillons?\b|\bborrador(?:es)?\b|\bbozz[ae]\b|\brascunhos?\b"
    r"|\bconcept(?:en)?\b|\butkast\b|\bkladde\w*|\bszkic\w*|\bkoncept\w*|\bчерновик\w*|\bчернетк\w*|\btaslak\w*"
    r"|\bluonno\w+|\bpiszkozat\w*|\bciorn\w+|\bdraf\b|\bbản nháp\b|草稿|下書き|임시 ?저장|초안|مسودة|טיוט|ฉบับร่าง"
)
_UNSENT = re.compile(f"{_QUEUED}|{_PENDING}|{_HERE}|{_DRAFT}")
"""What says so only where nothing was sent: orders are pending, and mails are queued, that a site has taken."""


def keeps_for_later(text: str, asked: str = "", *, unsent: bool = False) -> bool:
    """Whether a text says that what was done is kept here for now. ``asked``: the words of the task, which may ask for
    just that; ``unsent``: nothing was sent, so that softer words tell it, too.
    """
    said, own = fold(text).casefold(), fold(asked).casefold()
    found = [one.group() for pattern in (LATER, *((_UNSENT,) if unsent else ())) for one in pattern.finditer(said)]
    return any(not _is_asked(one, own) for one in found)


def _is_asked(words: str, own: str) -> bool:
    """Whether the task says it, too: "Save the letter as a draft"."""
    stems = [word[:4] for word in re.findall(r"[^\W\d_]{4,}", words)] or [words]
    return any(stem in own for stem in stems)
