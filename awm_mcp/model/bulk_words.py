"""Labels of controls that act on all entries that are ticked: "Archive selected", "Mark as read", no "Save"."""

from __future__ import annotations

import re

from awm_mcp.model.spoken import said_words
from awm_mcp.model.text import fold

_TICKED = re.compile(
    r"\b(?:selected|marked|checked|ticked|chosen|(?:aus)?gewählt\w*|markiert\w*|sélectionn\w+|coché\w*"
    r"|seleccionad\w+|marcad\w+|selezionat\w+|spuntat\w+|selecionad\w+|geselecteerd\w*|aangevinkt\w*|gemarkeerd\w*|markera\w+|valda?|valgte?|markerede?"
    r"|merkede|zaznaczon\w+|wybran\w+|vybran\w+|označen\w+|выбранн\w+|отмеченн\w+|вибран\w+|обран\w+|seçil\w+|valitu\w*"
    r"|kijelölt\w*|kiválasztott\w*|selectat\w*|επιλεγμέν\w+|terpilih|dipilih|đã chọn)\b"
    r"|选中|已选|所选|選取|已選|所選|選択|선택|المحدد|שנבחר|המסומנ|ที่เลือก|चयनित"
)
_OFTEN = (
    "mark move archive unarchive snooze mute unmute star unstar flag unflag pin unpin hide unhide assign reassign close "
    "reopen approve resolve restore publish unpublish disable enable activate deactivate lock unlock merge markieren "
    "verschieben archivieren zuweisen abschließen freigeben genehmigen wiederherstellen veröffentlichen sperren "
    "ausblenden marquer déplacer archiver assigner attribuer clôturer approuver restaurer publier masquer marcar mover "
    "archivar asignar cerrar aprobar restaurar publicar ocultar segna sposta archivia assegna chiudi approva ripristina "
    "pubblica nascondi arquivar atribuir fechar aprovar ocultar markeren verplaatsen archiveren toewijzen sluiten "
    "goedkeuren herstellen publiceren verbergen markera flytta arkivera tilldela markér flyt arkivér tildel merk flytt "
    "arkiver oznacz przenieś archiwizuj przypisz zamknij zatwierdź označit přesunout archivovat přiřadit отметить "
    "переместить архивировать назначить закрыть позначити перемістити işaretle taşı arşivle ata merkitse siirrä arkistoi "
    "megjelölés áthelyezés archiválás marchează mută arhivează tandai pindahkan arsipkan"
)
_VERBS = frozenset(" ".join(said_words(word)) for word in _OFTEN.split())
_WITHOUT_BLANKS = re.compile("标记|標記|移动|移動|归档|歸檔|存档|アーカイブ|既読|未読|보관|읽음|이동")
MOST_WORDS = 5


def acts_on_ticked(label: str) -> bool:
    """Whether a label says that something is done with entries that are ticked, which can be taken back at that."""
    given = said_words(label)
    verb = len(given) <= MOST_WORDS and any(word in _VERBS for word in (given[:1] + given[-1:]))
    return bool(verb or _TICKED.search(fold(label).casefold()) or _WITHOUT_BLANKS.search(label))
