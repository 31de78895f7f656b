"""Words that tell what a past form says: whether something was done, is demanded, is listed, or is called so."""

from __future__ import annotations

import re


def _set(text: str) -> frozenset[str]:
    return frozenset(text.split())


BEGINNINGS = _set(
    "please kindly then and now first next finally also just go to i we you want need like would could can should must "
    "bitte dann und jetzt ich wir du sie möchte will soll kannst können zuerst s il vous te plaît puis ensuite je nous "
    "veux voudrais por favor y luego después quiero quisiera per favore e poi vorrei voglio então quero gostaria de "
    "alsjeblieft alstublieft en dan ik wil graag snälla och jag vill vær så snill og jeg"
)
"""Words before the command of a clause."""
TO_WISH = _set("want wants need needs like try wish have has is how able task")

DEMANDS_OR_READS = _set(
    "needed required wanted limited restricted expected supposed failed tried attempted used timed interested listed "
    "selected clicked checked ticked opened searched filtered sorted entered typed visited viewed loaded displayed focused "
    "pressed scrolled expanded collapsed looked waited picked filled navigated browsed logged signed named called "
    "benötigt verlangt erfordert gebraucht begrenzt beschränkt erwartet versucht gescheitert verwendet benutzt gesucht "
    "ausgewählt gewählt angeklickt geklickt geöffnet gefiltert sortiert geladen angezeigt eingegeben geprüft gewartet "
    "eingeloggt ausgeloggt abgemeldet genannt existiert interessiert "
    "demandé demandée exigé exigée limité limitée essayé utilisé utilisée sélectionné sélectionnée cliqué cherché recherché "
    "filtré filtrée trié triée entré entrée affiché affichée chargé chargée connecté connectée déconnecté "
    "necesitado requerido requerida limitado limitada esperado esperada intentado usado usada seleccionado seleccionada "
    "buscado filtrado filtrada ordenado ordenada mostrado cargado cargada conectado desconectado "
    "selecionado selecionada procurado carregado carregada precisado tentado utilizado utilizada "
    "richiesto richiesta limitato limitata tentato usato usata selezionato selezionata cercato cercata filtrato mostrato "
    "connesso disconnesso gezocht geselecteerd gefilterd gesorteerd geopend getoond beperkt vereist verwacht geprobeerd "
    "gebruikt ingelogd uitgelogd afgemeld genoemd"
)
"""What only says that something is wanted, limited or looked at."""
NOUNS = _set(
    "feed seed speed need listado listada entrada salida llamada partida parada mirada pedido pedida resultado contenido "
    "estado mercado cuidado tratado usado jornada comida medida vista ruta nota saída chamada conteúdo estada stato stata "
    "dato data risultato mercato gelato candidato significato saluto entrata uscita resultat format privat"
)
"""Nouns of the same form."""

ALSO_OF_REFUSALS = _set(
    "blocked locked suspended banned disabled paused stopped reported flagged terminated revoked deactivated interrupted "
    "gesperrt blockiert pausiert deaktiviert gemeldet gestoppt gekündigt unterbrochen bloqué bloquée désactivé désactivée "
    "signalé signalée verrouillé verrouillée bloqueado bloqueada desactivado desactivada suspendido suspendida pausado "
    "pausada desativado desativada bloccato bloccata disattivato disattivata geblokkeerd gedeactiveerd gepauzeerd gestopt "
    "uitgeschakeld"
)
"""What sites also do to what was sent: "This action was blocked". It has to be said of something that the task names."""

AUXILIARIES = _set(
    "was were been wurde wurden été sido fue fueron foi foram stato stata stati werd blev blevet ble blivit "
    "is are ist sind est sont está están è sono zijn er är"
)
STATES = _set("is are ist sind est sont está están è sono er är s re")
OF_THE_READER = _set("your now ihr ihre dein deine nun jetzt votre vos ta ton tu sus su seu sua tuo tua din dit nå nu ora")
"""What makes a state the news of who reads it: "This car is rented" tells of others, "Your car is rented" does not."""
JOINING = _set(
    "a an the this that these those your my our their his her its of in on at by from to with for all any no every some "
    "each show hide view see include exclude not never recently most who when sort filter date list being be "
    "être ser essere "
    "der die das den dem ein eine einen ihre ihr dein deine mein von vom im in mit zu zum zur alle zuletzt kürzlich "
    "le la les l un une de du des d ce cette votre ton mon sur par dans tous toutes récemment "
    "el los las una uno del al tu su mi en con sin todo todos recientemente "
    "il lo gli i uno dello della dei di da nel nella tuo suo o os um uma na seu sua meu "
    "het een van uit op jouw uw mijn alle onlangs"
)
"""Words that make what follows a name, a part of a list, or something that is not over."""
LINKS = _set(
    "successfully correctly for to from into with and now again as without "
    "erfolgreich für mit und ohne correctement avec pour et succès correctamente exitosamente con para y éxito "
    "correttamente per e successo corretamente com sucesso met voor en succesvol och med för og"
)
"""Words that may follow, so that what follows is no noun with the form as its attribute."""
OBJECTS = _set("the this that your it them these those")
SUBJECTS = _set("you we i successfully just and now")
PARTICLES = _set("in out up off on down back away over")
OFFERED = _set(
    "undo dismiss close ok okay x view rückgängig schließen schliessen annuler fermer deshacer cerrar annulla chiudi "
    "desfazer fechar sluiten ångra stäng angre lukk fortryd luk"
)
"""What the buttons of a message offer, at its end."""
ACCOUNTS = _set(
    "account session access license subscription konto sitzung zugang compte accès cuenta sesión acceso conta sessão acesso "
    "sessione accesso toegang sessie"
)
TO_ANOTHER = re.compile(
    r"\byou (?:are|were|re|have been|ve been|get|got)\b|\b(?:sie|ihnen) (?:sind|wurden|werden)\b"
    r"|\bdu (?:bist|wurdest|wirst)\b|\bvous (?:êtes|avez été)\b|\btu (?:es|as été|sei)\b"
    r"|\b(?:usted|você) (?:está|ha sido|fue|foi)\b"
    r"|\b(?:je|u) (?:bent|werd)\b"
    r"|\b(?:your|ihr|dein|votre|ton|su|tu|seu|sua|uw|je|il tuo) (?:account|konto|compte|cuenta|conta|access|zugang)\b"
    r"|\b(?:will|being|wird|werden|wordt|worden|zal|sera|seront|será|serán|sarà|blir|bliver)\b"
)
"""What is done to who reads it ("You are muted", "Your account is locked"), and what is not over."""

PREFIXES = ("be", "emp", "ent", "er", "ge", "miss", "ver", "zer", "ont", "über", "unter", "wider", "over")
SEPARABLE = (
    "ab", "an", "auf", "aus", "bei", "ein", "fest", "fort", "frei", "her", "hin", "hoch", "los", "mit", "nach", "nieder",
    "stumm", "um", "vor", "weg", "weiter", "zu", "zurück", "zusammen", "aan", "achter", "af", "binnen", "bij", "door", "in",
    "mee", "na", "neer", "om", "op", "samen", "stop", "terug", "toe", "uit", "vast", "voor", "vrij",
)  # fmt: skip
