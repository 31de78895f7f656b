"""Words that say whether something is to be on or off: which two are opposites, and which of the two a text says.

What a word means for a box is never taken from here alone: "hide" may tick a box or untick it. The runs show which of two
opposites led to which state; a slot of a template keeps that in its format, ``words for true|words for false``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

from awm_mcp.model.text import fold

_PAIRS = """
on,turn on,switch on,enable,enabled,enabling,activate,activated,active,tick,ticked,check,checked,true,yes :
  off,turn off,switch off,disable,disabled,disabling,deactivate,deactivated,inactive,untick,unticked,uncheck,unchecked,
  false,no
yes : no
with,with a,with an,with the,including,include,plus :
  without,without a,without an,without the,without any,with no,excluding,exclude,except,no
a,an,the,some,any : no
show,shown,display,visible,reveal : hide,hidden,invisible,conceal
allow,allowed,permit : block,blocked,forbid,forbidden,deny,disallow,prevent
subscribe,sign up : unsubscribe,opt out
opt in : opt out
select,selected : deselect,deselected,unselect,unselected
start,resume : stop,pause
add : remove
accept : reject,decline,refuse
public : private
open : closed
mute,silence : unmute
an,ein : aus,ab
einschalten,anschalten : ausschalten,abschalten,abstellen
aktiv,aktiviert,aktiviere,aktivieren,aktiviert : inaktiv,deaktiviert,deaktiviere,deaktivieren
mit,mit einem,mit einer,inklusive,inkl,samt : ohne,ohne einen,ohne eine,exklusive
ein,eine,einen,einem,einer,der,die,das : kein,keine,keinen,keinem,keiner
ja,wahr : nein,falsch
anzeigen,zeige,zeigen,einblenden,blende ein,sichtbar : ausblenden,verberge,verbergen,verstecke,verstecken,unsichtbar
abonniere,abonnieren : abbestelle,abbestellen
erlaube,erlauben : verbiete,verbieten
setze : entferne
hinzufügen : entfernen
avec,avec un,avec une : sans
oui,vrai : non,faux
activer,active,activez,activé,activée : désactiver,désactive,désactivez,désactivé,désactivée
allumer,allume : éteindre,éteins
afficher,affiche,affichez : masquer,masque,masquez,cacher,cache
cocher,coche,cochez : décocher,décoche,décochez
autoriser,autorise : interdire,interdis
con,con un,con una : sin,senza
sí,sì,vero,verdadero : no,falso
activar,activa,activado,habilitar,habilita : desactivar,desactiva,desactivado,deshabilitar,deshabilita
encender,enciende : apagar,apaga
mostrar,muestra,mostra,mostre : ocultar,oculta,oculte,esconder
marcar,marca,marque : desmarcar,desmarca,desmarque
attiva,attivare,attivo,attivato,abilita,abilitare : disattiva,disattivare,disattivo,disattivato,disabilita,disabilitare
accendi,accendere : spegni,spegnere
mostra,mostrare : nascondi,nascondere
seleziona : deseleziona
com,com um,com uma : sem
sim : não
ativar,ativa,ative,ativado,ligar,liga,ligue : desativar,desativa,desative,desativado,desligar,desliga,desligue
met,met een : zonder
ja : nee,nej,nei
aan,inschakelen,schakel in,aanzetten,activeer,activeren : uit,uitschakelen,schakel uit,uitzetten,deactiveer,deactiveren
toon,tonen : verberg,verbergen
aanvinken : uitvinken
z,ze : bez
tak : nie
włącz,włączyć,aktywuj : wyłącz,wyłączyć,dezaktywuj
pokaż,pokazać : ukryj,ukryć
zaznacz : odznacz
s,se : bez
ano : ne
zapni,zapnout : vypni,vypnout
med : utan,uden,uten
på,til,till : av,fra,från
aktivera,aktiver : inaktivera,avaktivera,deaktivera,deaktiver
visa,vis : dölj,skjul
evet : hayır
aç : kapat
c,со,с : без
да : нет
включи,включить : выключи,выключить,отключи,отключить
покажи,показать : скрой,скрыть
"""
_UNSPACED = (
    ("オン", "オフ"),
    ("有効", "無効"),
    ("非表示", "表示"),
    ("开启", "关闭"),
    ("打开", "关闭"),
    ("显示", "隐藏"),
    ("켜", "꺼"),
)
"""Of scripts without blanks between words."""
_PREFIXES = ("un", "de", "dis", "in", "des", "dés", "non", "non-", "ent", "od", "de-", "dé", "av", "se dés")
_LEAST_STEM = 4
_NEGATION_TEXT = """
not no never dont don't doesn't isn't won't shouldn't mustn't can't cannot without non neither nor none nothing
nicht kein keine keinen keinem keiner nie niemals ohne pas jamais sans sin nunca ningún senza non mai não sem nunca niet geen
nooit zonder nie bez inte ingen inget utan ikke ingen uden uten ne değil без не нет
"""
NEGATIONS = frozenset(_NEGATION_TEXT.split())
_NEGATING = frozenset({*NEGATIONS, "do not", "does not", "is not", "should not", "must not", "ne pas", "do n't", "not to"})
_QUOTED = re.compile(r"(?<!\w)(?:'[^']+'|\"[^\"]+\"|`[^`]+`)(?!\w)|“[^”]+”|‘[^’]+’|«[^»]+»|„[^“”]+[“”]")
_WORD = re.compile(r"[^\W_]+(?:['’-][^\W_]+)*")


class Words(NamedTuple):
    """Words for true and words for false."""

    true: tuple[str, ...]
    false: tuple[str, ...]


def _parsed(text: str) -> list[tuple[frozenset[str], frozenset[str]]]:
    sides = [line.split(" : ") for line in text.strip().replace("\n ", "").splitlines()]
    return [(_members(one), _members(other)) for one, other in sides]


def _members(side: str) -> frozenset[str]:
    return frozenset(key_of(word) for word in side.split(","))


def key_of(text: str) -> str:
    """The form in which such words are compared."""
    return fold(text).casefold().replace("’", "'")


_OPPOSITES = _parsed(_PAIRS)


def words_of(text: str) -> list[tuple[str, int, int]]:
    """The words of a text, as they are compared, with where they stand."""
    return [(key_of(hit.group()), hit.start(), hit.end()) for hit in _WORD.finditer(text)]


def unquoted(text: str) -> str:
    """The text with blanks for what stands in quotation marks: that is a value."""
    return _QUOTED.sub(lambda hit: " " * len(hit.group()), text)


def negations(text: str) -> int:
    """How many words of a text deny something."""
    return sum(word in NEGATIONS for word, _, _ in words_of(unquoted(text)))


@lru_cache(maxsize=20_000)
def opposites(one: str, other: str) -> bool:
    """Whether two phrases say the opposite of each other: ``on`` and ``off``, ``lock`` and ``unlock``."""
    one, other = key_of(one), key_of(other)
    if not one or not other or one == other:
        return False
    shorter, longer = sorted((one, other), key=len)
    return _surely_opposite(one, other) or _undone(shorter, longer)


def _surely_opposite(one: str, other: str) -> bool:
    listed = any((one in a and other in b) or (one in b and other in a) for a, b in _OPPOSITES)
    shorter, longer = sorted((one, other), key=len)
    return listed or _negated(shorter, longer) or swapped_parts(one, other) is not None


def _undone(shorter: str, longer: str) -> bool:
    return len(shorter) >= _LEAST_STEM and any(longer == f"{prefix}{shorter}" for prefix in _PREFIXES)


def _negated(shorter: str, longer: str) -> bool:
    return longer.endswith(f" {shorter}") and longer.removesuffix(f" {shorter}") in _NEGATING


def swapped_parts(one: str, other: str) -> tuple[tuple[int, int], tuple[int, int]] | None:
    """Where two words of a script without blanks say the opposite, when they differ in nothing else."""
    for a, b in (*_UNSPACED, *((b, a) for a, b in _UNSPACED)):
        at = one.find(a)
        if at >= 0 and one[:at] + b + one[at + len(a) :] == other:
            return (at, at + len(a)), (at, at + len(b))
    return None


def is_negation(phrase: str) -> bool:
    """Whether words only deny what follows them: ``not``, ``do not``, ``kein``."""
    return key_of(phrase) in _NEGATING


def side_of(word: str) -> bool | None:
    """Whether a word before or behind what it is said of says that this is to be on (True) or off; None for all others."""
    word = key_of(word)
    if len(word) < 2 or word in ARTICLES:
        return None
    on, off = (any(word in sides[at] for sides in _OPPOSITES) for at in (0, 1))
    return True if on and not off and word not in NEGATIONS else False if word in NEGATIONS or (off and not on) else None


ARTICLES = frozenset({
    "a", "an", "the", "some", "any", "one", "ein", "eine", "einen", "einem", "einer", "der", "die", "das", "den", "dem",
    "un", "une", "le", "la", "les", "el", "los", "las", "il", "lo", "gli", "una", "um", "uma", "o", "os", "een", "het", "de",
    "aus", "ab", "my", "your",
})  # fmt: skip


def without_sides(text: str) -> tuple[str, ...]:
    """The words of a text without those that say on or off and what belongs to them: equal for texts that differ in that."""
    kept = [word for word, _, _ in words_of(text)]
    return tuple(_bare(word) for word in kept if word not in _SIDES and word not in _SWITCHING)


def _bare(word: str) -> str:
    """A word without the syllable that undoes it."""
    for pair in _UNSPACED:
        for part in pair:
            word = word.replace(part, "")
    prefix = next((p for p in ("un", "dis") if word.startswith(p) and len(word) - len(p) >= _LEAST_STEM), "")
    return word.removeprefix(prefix)


_SIDES = NEGATIONS | frozenset(word for sides in _OPPOSITES for side in sides for word in side)
_SWITCHING = frozenset(
    {"don", "t", "turn", "switch", "set", "put", "do", "does", "please", "schalte", "schalten", "bitte", "slå", "zet"}
)


# --- what a task asks for ---------------------------------------------------------------------------------------------

_SWITCHED_OFF_TEXT = """
disable untick deselect unsubscribe abwählen ausschalten deaktivieren abbestelle désactiver éteindre décocher desactivar
apagar desmarcar disattiva spegni deseleziona desativar uitschakelen uitvinken wyłącz odznacz vypni inaktivera выключи kapat
"""
_SWITCHED_OFF = frozenset(_SWITCHED_OFF_TEXT.split())
"""One command of each line above that only turns something off: what stands beside it does, too."""
_UNTICKED = ("check", "tick", "select", "mark", "follow", "subscrib", "watch", "star", "lik", "pin", "mut", "bookmark")
_UNDONE = (*_UNTICKED, "hid", "block", "assign", "favorit", "favourit")
"""How verbs begin that "un" before them undoes."""
_ENDING = (
    "stop", "clear", "cancel", "leav", "hid", "mut", "clos", "remov", "abwähl", "entfern", "entfol", "retir", "désabon",
    "quit", "desuscri", "rimuov", "verwijder", "zruš", "отпис", "снят", "сним", "вимкн",
)  # fmt: skip
"""How words begin that end something, which may as well be asked for by turning something on."""
_TAKES_AWAY = ("stop", "clear", "cancel", "remov", "entfern", "retir", "quit", "rimuov", "verwijder", "zruš")
"""Of these, those that take away what a control is called after, where a task begins with them."""
_LEAST_NAMED, _LONGEST_END = 3, 4
_ONLY = frozenset({"only", "private", "off", "out", "aus", "uit", "av", "ei", "pas", "ne", "retire", "olmadan"})
_UNSPACED_OFF = ("关闭", "取消", "停用", "禁用", "不", "オフ", "解除", "無効", "なし", "끄", "꺼", "해제", "비활성")
_UNSPACED_TURNS_OFF = ("关闭", "取消")


def _commands_off() -> frozenset[str]:
    sides = [side for pair in _OPPOSITES for side in pair if side & _SWITCHED_OFF]
    beside = frozenset(word for side in sides for word in side if len(word) > 4 and word not in NEGATIONS)
    return (beside | _SWITCHED_OFF) - _NO_COMMANDS


_NO_COMMANDS = frozenset({
    "false", "disabled", "deactivated", "inactive", "unticked", "unchecked", "deselected", "unselected", "disabling",
    "opt out",
})  # fmt: skip


def turns_off(task: str) -> bool:
    """Whether a task begins by telling to turn something off ("Disable …"), or ends so, as it does in German and Dutch."""
    words = [word for word, _, _ in words_of(task)]
    words = words[words[:1] in (["please"], ["bitte"]) :]
    if not words:
        return False
    commands = _commands_off()
    begins = words[0] in commands or " ".join(words[:2]) in commands or _is_undone(words[0], _UNTICKED)
    return begins or task.lstrip().startswith(_UNSPACED_TURNS_OFF) or (words[-1] in commands and words[-1].endswith("en"))


def undoes(task: str, name: str) -> bool:
    """Whether a task asks to undo what a control is called after: "Unpin Ann" by "Pin", "Remove my vote" by "Vote"."""
    if may_turn_off(name):
        return False
    words = [word for word, _, _ in words_of(task)]
    named = [word for word, _, _ in words_of(name) if len(word) >= _LEAST_NAMED]
    bare = [word.removeprefix(prefix) for word in words for prefix in ("un", "dis") if word.startswith(prefix)]
    if any(_says_same_verb(word, one) for word in bare for one in named):
        return True
    begins = next((word for word in words if word not in ("please", "bitte")), "")
    return begins.startswith(_TAKES_AWAY) and any(_says_same_verb(word, one) for word in words[1:] for one in named)


def _says_same_verb(word: str, other: str) -> bool:
    """Whether two words are forms of one: ``vote`` and ``votes``, ``following`` and ``follow``."""
    shorter, longer = sorted((word, other), key=len)
    return len(shorter) >= _LEAST_NAMED and longer.startswith(_stem(shorter)) and len(longer) - len(shorter) <= _LONGEST_END


def may_turn_off(task: str) -> bool:
    """Whether a text has a word by which something may be wanted off: a denial, an end, or one half of two opposites."""
    return any(_may_be_off(word) for word, _, _ in words_of(task)) or any(part in task for part in _UNSPACED_OFF)


def _may_be_off(word: str) -> bool:
    if word in NEGATIONS or word in _ONLY or word.startswith(_ENDING) or _is_undone(word, _UNDONE):
        return True
    return any(word == off or (len(off) > 4 and word.startswith(_stem(off))) for off in _off_words())


@lru_cache(maxsize=1)
def _off_words() -> frozenset[str]:
    words = {word for _, off in _OPPOSITES for word in off if " " not in word}
    return frozenset(words - ARTICLES - {"fra", "från", "ab"})


def _stem(word: str) -> str:
    return word[:-1] if word[-1] in "aeiouàáâéèíóúаеиіоу" else word


def _is_undone(word: str, verbs: tuple[str, ...]) -> bool:
    return word.startswith("un") and word[2:].startswith(verbs)


# --- slots of templates -----------------------------------------------------------------------------------------------


def slot(true: Iterable[str], false: Iterable[str]) -> str:
    """The format of a slot that is read as true or false by these words."""
    return f"{_listed(true)}|{_listed(false)}"


def _listed(given: Iterable[str]) -> str:
    return ",".join(dict.fromkeys(re.sub(r"[,|]", " ", word).strip() for word in given))


def slot_words(form: str) -> Words:
    """The words of such a format."""
    true, _, false = form.partition("|")
    return Words(tuple(w for w in true.split(",") if w), tuple(w for w in false.split(",") if w))


def state_said(form: str | None, text: str) -> str | None:
    """``true`` or ``false`` for what stands in a slot; None where that is not sure.

    Words that the runs did not say are read by what says the same and by opposites, where these agree. What forbids one
    of them ("do not …") is sure only where the runs said it so.
    """
    said = _without_article(key_of(text))
    if form is None:
        return _plainly(said)
    true, false = slot_words(form)
    if said in map(key_of, true):
        return "true"
    if said in map(key_of, false):
        return "false"
    if _is_ban(said):
        return None
    says_true = any(_says_same(said, key_of(w)) for w in true) or any(_surely_opposite(said, key_of(w)) for w in false)
    says_false = any(_says_same(said, key_of(w)) for w in false) or any(_surely_opposite(said, key_of(w)) for w in true)
    if says_true == says_false:
        return None
    return "true" if says_true else "false"


def _says_same(one: str, other: str) -> bool:
    return any(one in side and other in side for sides in _OPPOSITES for side in sides)


def _is_ban(said: str) -> bool:
    """Whether it forbids to do something, which may as well mean that nothing is to be done."""
    return said.split(" ")[0] in (
        "do",
        "does",
        "don't",
        "dont",
        "never",
        "must",
        "should",
        "nie",
        "niemals",
        "jamais",
        "nunca",
        "mai",
    )


def _without_article(said: str) -> str:
    """``enable`` of "enable the"."""
    head, _, last = said.rpartition(" ")
    return head if head and last in ARTICLES else said


_PLAIN = {"true": "true", "yes": "true", "on": "true", "false": "false", "no": "false", "off": "false"} | {
    "enable": "true", "enabled": "true", "disable": "false", "disabled": "false", "1": "true", "0": "false",
    "checked": "true", "unchecked": "false", "ticked": "true", "unticked": "false", "ja": "true", "nein": "false",
    "oui": "true", "non": "false", "sí": "true", "si": "true", "sim": "true", "não": "false", "an": "true",
    "ein": "true", "aus": "false", "aan": "true", "uit": "false",
    "with": "true", "without": "false",
}  # fmt: skip


def _plainly(said: str) -> str | None:
    return _PLAIN.get(said)


def as_boolean(text: str) -> str | None:
    """``true`` or ``false`` for a caller's word; None where it is neither."""
    return _plainly(key_of(text))
