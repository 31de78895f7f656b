"""Verbs of interfaces by what they do, in the languages that most sites are written in: the one place for all of them.

As labels and tasks say them: infinitives and commands. Nouns and participles are left out ("commande", "Bestellungen",
"gelöscht" are read), and so is what is also said of sorting or closing (Ordina, Übernehmen). Marks on letters do not count.
"""

from __future__ import annotations

from typing import NamedTuple

from awm_mcp.model.spoken import said_words


class Verbs(NamedTuple):
    """The verbs of one language, each spelled as ``said_words`` does; several words of one are joined by a blank.

    ``last``: the verb may also stand last ("Termin absagen").
    ``alone``: what only counts where nothing else is said, for it is another word in other languages.
    """

    deleting: frozenset[str]
    spending: frozenset[str]
    writing: frozenset[str]
    taking_back: frozenset[str]
    reading: frozenset[str]
    alone: frozenset[str] = frozenset()
    last: bool = False


def _verbs(
    deleting: str, spending: str, writing: str, taking_back: str, reading: str, alone: str = "", *, last: bool = False
) -> Verbs:
    return Verbs(_set(deleting), _set(spending), _set(writing), _set(taking_back), _set(reading), _set(alone), last)


def _set(text: str) -> frozenset[str]:
    given = (" ".join(said_words(word.replace("_", " "))) for word in text.split())
    umlauts = (" ".join(said_words(word.replace("_", " ").translate(_AS_TWO))) for word in text.split())
    return frozenset((*given, *umlauts))


_AS_TWO = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "å": "aa"})
"""How addresses, and keyboards without them, spell German and Nordic letters."""

GERMAN = _verbs(
    "löschen entfernen lösche entferne lösch",
    "kaufen bestellen bezahlen zahlen überweisen spenden kaufe bestelle bezahle zahle überweise kauf bestell",
    "speichern absenden senden abschicken verschicken versenden einreichen buchen reservieren anfragen beantragen "
    "veröffentlichen hochladen hinzufügen erstellen anlegen eintragen bestätigen abonnieren abstimmen freigeben genehmigen "
    "archivieren zuweisen zurückgeben absegnen einladen hochstufen speichere sende schicke reserviere beantrage "
    "veröffentliche "
    "erstelle bestätige abonniere archiviere genehmige",
    "stornieren kündigen widerrufen absagen abbestellen newsletter_abmelden storniere kündige widerrufe",
    "suchen finden filtern anmelden einloggen schließen abbrechen filter_anwenden filter_übernehmen filter_setzen",
    last=True,
)
DUTCH = _verbs(
    "verwijderen verwijder",
    "kopen bestellen betalen overmaken bestel betaal koop_nu",
    "opslaan verzenden versturen indienen nu_boeken vlucht_boeken kamer_boeken hotel_boeken reis_boeken reserveren "
    "toevoegen bestelling_plaatsen "
    "reactie_plaatsen bericht_plaatsen review_plaatsen bevestigen aanvragen aanmaken publiceren "
    "uploaden goedkeuren archiveren bewaar verstuur verzend reserveer bevestig publiceer boek_nu plaats_bestelling",
    "annuleren opzeggen afzeggen annuleer uitschrijven",
    "zoeken zoek filteren inloggen aanmelden sluiten annuleren filter_toepassen",
    last=True,
)
FRENCH = _verbs(
    "supprimer effacer retirer_du retirer_de retirer_cet supprime efface supprimez",
    "acheter commander passer_commande passer_la_commande payer régler_la_commande virer achète commandez payez "
    "achetez je_commande",
    "enregistrer sauvegarder envoyer soumettre réserver publier ajouter créer confirmer valider_la_commande "
    "valider_ma_commande "
    "déposer téléverser archiver approuver valider s_abonner s_inscrire je_m_inscris inviter envoie enregistrez "
    "envoyez réservez publiez ajoutez "
    "ajoute publie",
    "annuler résilier se_désabonner se_désinscrire annule résilie annulez désabonne désinscris désabonnez",
    "rechercher chercher trouver filtrer connexion se_connecter fermer annuler",
)
SPANISH = _verbs(
    "eliminar borrar quitar suprimir elimina borra elimine borre",
    "comprar pagar transferir realizar_pedido realizar_compra finalizar_compra finalizar_pedido confirmar_compra "
    "confirmar_pedido "
    "compra_ahora compre_ahora paga_ahora pague pedir_ahora",
    "guardar enviar reservar publicar crear añadir agregar solicitar confirmar suscribirse subir_archivo aprobar "
    "archivar votar inscribirme apuntarme inscribirse tramitar_pedido invitar "
    "envía reserva_ahora publica añade agrega guarde reserve_ahora",
    "cancelar anular darse_de_baja cancela anula cancele",
    "buscar encontrar filtrar iniciar_sesión entrar acceder ingresar cerrar cancelar aplicar_filtros",
)
ITALIAN = _verbs(
    "eliminare elimina cancellare cancella rimuovere rimuovi",
    "acquistare acquista comprare pagare paga ordina_ora ordina_adesso compra_ora effettua_ordine invia_ordine "
    "conferma_ordine "
    "conferma_acquisto bonifica",
    "salvare salva inviare invia prenotare prenota pubblicare pubblica aggiungere aggiungi creare crea confermare conferma "
    "caricare approvare approva archivia vota iscriviti invita",
    "annullare annulla disdire disdici",
    "cercare cerca trova filtrare filtra accedi entra chiudi annulla applica_filtri",
)
PORTUGUESE = _verbs(
    "excluir apagar remover eliminar exclua apague remova exclui apaga",
    "comprar pagar transferir compre compra_agora comprar_agora finalizar_compra finalizar_pedido fazer_pedido encomendar",
    "enviar guardar salvar publicar reservar adicionar criar confirmar agendar solicitar aprovar arquivar "
    "votar inscrever_se convidar adicione crie reserve_agora publique",
    "cancelar anular cancele cancela",
    "pesquisar procurar buscar filtrar entrar fechar cancelar aplicar_filtros",
)
POLISH = _verbs(
    "usuń skasuj usunąć",
    "kup zamów zapłać zamawiam kupuję płacę kupić zamówić zapłacić opłać przelej",
    "zapisz wyślij zarezerwuj dodaj opublikuj utwórz potwierdź prześlij złóż_zamówienie zatwierdź subskrybuj zagłosuj "
    "wysłać zapisać dodać archiwizuj zaproś",
    "anuluj odwołaj wypowiedz zrezygnuj",
    "szukaj wyszukaj znajdź filtruj zaloguj zaloguj_się zamknij anuluj",
)
CZECH = _verbs(
    "smazat odstranit vymazat smaž odstraň",
    "koupit objednat zaplatit objednej zaplať kup_teď",
    "uložit odeslat rezervovat přidat publikovat vytvořit potvrdit schválit nahrát zveřejnit odebírat_novinky pozvat "
    "do_košíku přidej vytvoř odešli ulož",
    "zrušit stornovat zruš storno",
    "hledat vyhledat najít filtrovat přihlásit přihlásit_se zavřít zrušit",
)
RUSSIAN = _verbs(
    "удалить удали стереть",
    "купить заказать оплатить заплатить перевести_деньги оформить_заказ купи закажи оплати",
    "сохранить отправить забронировать добавить опубликовать создать подтвердить загрузить_файл записаться в_корзину "
    "одобрить "
    "проголосовать подписаться пригласить отправь сохрани добавь создай забронируй",
    "отменить отписаться отмени",
    "поиск найти искать фильтровать войти закрыть отмена отменить",
)
UKRAINIAN = _verbs(
    "видалити видали стерти",
    "купити замовити сплатити оплатити оформити_замовлення",
    "зберегти надіслати відправити забронювати додати опублікувати створити підтвердити підписатися схвалити "
    "запросити у_кошик до_кошика в_кошик",
    "скасувати відписатися скасуй",
    "пошук знайти шукати фільтрувати увійти закрити скасувати",
)
SWEDISH = _verbs(
    "ta_bort radera",
    "köp köp_nu köp_biljett köp_biljetter beställ betala slutför_köp överför",
    "spara skicka boka lägg_till lägg_i publicera skapa bekräfta ladda_upp prenumerera godkänn arkivera rösta "
    "reservera bjud_in anmäl_dig",
    "avboka säg_upp avbeställ avbryt",
    "sök hitta filtrera logga_in stäng avbryt",
    "köp",
)
DANISH = _verbs(
    "slet fjern",
    "køb bestil betal gennemfør_køb overfør",
    "gem tilføj læg_i opret bekræft godkend udgiv indsend reserver abonner arkiver stem_på gem_ændringer tilmeld "
    "tilmeld_dig",
    "afbestil afmeld opsig annuller",
    "søg find filtrer log_ind luk annuller",
    "gem",
)
NORWEGIAN = _verbs(
    "slett fjern",
    "kjøp bestill betal fullfør_kjøp overfør",
    "lagre send_inn legg_til legg_i opprett bekreft publiser godkjenn last_opp abonner reserver arkiver stem_på meld_deg_på",
    "avbestill si_opp avlys avbryt",
    "søk finn filtrer logg_inn lukk avbryt",
)
FINNISH = _verbs(
    "poista",
    "osta tilaa maksa maksa_nyt",
    "tallenna lähetä varaa luo luo_tili luo_uusi vahvista julkaise hyväksy lisää_ostoskoriin lisää_koriin arkistoi "
    "äänestä ilmoittaudu kutsu",
    "peruuta irtisano",
    "hae etsi suodata kirjaudu kirjaudu_sisään sulje peruuta",
    "luo maksa",
)
TURKISH = _verbs(
    "sil kaldır",
    "satın_al öde ödeme_yap sipariş_ver siparişi_tamamla",
    "kaydet gönder ekle oluştur yayınla onayla rezervasyon_yap dosya_yükle abone_ol arşivle davet_et hemen_al",
    "iptal iptal_et vazgeç",
    "ara bul filtrele giriş giriş_yap kapat iptal",
    "öde",
    last=True,
)
NOUNS_WITH_CAPITALS = frozenset({"anfragen", "spenden"})
"""German verbs that are nouns, too, and then written so: "Meine Anfragen"."""
LANGUAGES = (
    GERMAN, DUTCH, FRENCH, SPANISH, ITALIAN, PORTUGUESE, POLISH, CZECH, RUSSIAN, UKRAINIAN, SWEDISH, DANISH, NORWEGIAN,
    FINNISH, TURKISH,
)  # fmt: skip
"""The languages that put blanks between words, but for English, whose verbs are nouns as well."""

ENGLISH_DESTROYING = frozenset({
    "delete", "remove", "erase", "destroy", "purge", "wipe", "pay", "purchase", "buy", "cancel", "terminate",
    "deactivate", "revoke", "transfer", "withdraw", "refund", "unsubscribe", "uninstall", "discard", "archive", "ban",
    "block", "reset", "drop", "trash", "checkout",
})  # fmt: skip
ENGLISH_DESTROYING_PHRASES = (
    "place order", "place the order", "close account", "complete purchase", "confirm order", "submit order", "send money",
    "check out", "book now", "confirm booking",
)  # fmt: skip
ENGLISH_WRITING = frozenset({
    "save", "store", "submit", "create", "add", "update", "post", "publish", "send", "apply", "upload", "import", "assign",
    "set", "change", "edit", "rename", "move", "merge", "approve", "reject", "mark", "done", "snooze", "log",
    "register", "book", "request", "reserve", "order", "rate", "review", "reply", "comment", "follow", "like", "invite",
    "enable", "disable", "reopen", "close", "confirm", "accept", "finish", "replace", "write", "put", "relate",
    "link", "vote", "share", "subscribe",
})  # fmt: skip
ENGLISH_COMMITTING = (
    ENGLISH_WRITING | ENGLISH_DESTROYING
    | {"place", "complete", "resolve", "donate", "enroll", "enrol", "deploy", "redeem", "upvote", "downvote", "rsvp"}
) - frozenset({
    "apply", "import", "change", "edit", "rename", "move", "register", "request", "rate", "review", "reply", "comment",
    "follow", "like", "enable", "disable", "accept", "replace", "write", "put", "relate", "link", "vote", "share",
    "withdraw", "refund", "uninstall", "ban", "block", "reset", "drop",
})  # fmt: skip
"""What a button does at once by its name; the others commonly open something first, or are seen by what they send."""
ENGLISH_DELETING = frozenset({"delete", "remove", "erase", "destroy", "purge", "wipe", "trash"})
ENGLISH_READING = frozenset({
    "search", "find", "filter", "go", "look up", "log in", "login", "sign in", "signin", "close", "cancel", "apply filter",
})  # fmt: skip
ENGLISH_NOUNS = frozenset({"order", "book", "post", "log", "mark", "set", "store", "place", "transfer", "archive", "cancel"})
"""Verbs that are nouns as well: before a word that tells of a page they change nothing."""
ABOUT = frozenset({
    "history", "details", "detail", "status", "summary", "list", "number", "overview", "info", "information", "policy",
    "views", "view", "report", "reports", "results", "archive", "entries", "menu", "page", "pages", "index", "help", "guide",
    "dialog", "window", "panel", "popup", "banner", "sidebar", "navigation", "search",
})  # fmt: skip
_SEPARABLE_BACK = "sag_ab sage_ab melde_ab meld_ab bestelle_ab bestell_ab zeg_af meld_af"
_SEPARABLE = (
    "melde_an meld_an hake_ab hak_ab lege_an leg_an trage_ein trag_ein lade_hoch lad_hoch "
    "füge_hinzu füg_hinzu sende_ab schicke_ab reiche_ein gib_frei nimm_an lehne_ab schalte_ein "
    "schalte_aus schalt_ein schalt_aus schalte_an schalt_an stelle_ein stelle_aus "
    "meld_aan voeg_toe sla_op maak_aan zet_aan zet_uit schakel_in schakel_uit keur_goed dien_in"
)
SEPARABLE_BACK = _set(_SEPARABLE_BACK)
SEPARABLE = SEPARABLE_BACK | _set(_SEPARABLE)
"""German and Dutch commands whose verb stands apart, at both ends of what is said: "Sag den Termin ab"."""
NOUNS_AFTER_NOUNS = frozenset({"history", "scale", "plans"})
"""Nouns before which any verb of change is a noun as well ("Transfer history"), but for verbs that delete."""
SHOWING_VERBS = frozenset({"set", "reset"})
"""What also only changes what is shown, where it is said of filters."""
FILTERS = ("filt", "фильтр", "фільтр", "suodat", "筛选", "篩選", "絞り込", "フィルタ", "필터")
"""How words for filters begin: to take one away changes what is shown and nothing else."""
ACTION_KEYS = frozenset({
    "aktion", "befehl", "vorgang", "operacion", "accion", "acao", "azione", "actie", "handeling", "akcja", "akce",
    "toiminto", "islem",
})  # fmt: skip
"""What parameters of addresses are called that say what is done, besides the English names."""
_OF_ADDRESSES = (
    "löschen entfernen stornieren kündigen bestätigen bezahlen abstimmen genehmigen veröffentlichen archivieren "
    "verwijderen verwijder annuleren opzeggen bevestigen betalen supprimer effacer annuler résilier payer confirmer "
    "publier approuver eliminar borrar quitar anular pagar confirmar publicar votar aprobar excluir apagar remover "
    "cancelar aprovar eliminare elimina cancellare cancella rimuovere rimuovi annullare annulla disdire conferma "
    "pubblica usuń usun skasuj anuluj potwierdź zapłać smazat odstranit zrušit potvrdit zaplatit udalit otmenit "
    "vydalyty ta_bort radera avboka bekräfta slet fjern slett afbestil avbestill bekræft bekreft poista peruuta "
    "vahvista kaldır iptal_et onayla"
)
OF_ADDRESSES = frozenset(verb.replace(" ", "-") for verb in _set(_OF_ADDRESSES))
"""Verbs that addresses of other languages do something by. What is bought at an address is shown there first."""
WHOLE = frozenset(
    " ".join(said_words(text))
    for text in ("In den Warenkorb", "In den Einkaufswagen", "In winkelwagen", "In winkelmand", "В корзину", "В кошик")
)
"""Labels without a verb that put something into a cart."""

_JA_OBJECT, _KO_OBJECT = "注文|予約|申込|契約|購読|定期購入", "주문|예약|구독|결제|신청|계약|구매"
JAPANESE = (
    r".*(削除|解約|退会|購入|注文|支払い?|決済|送信|保存|投稿|追加|確定|予約|登録|公開|作成|更新|申し?込み?|振込|承認)"
    r"(する|します|して(ください|送信|確定))|(.*[をの])?(削除|送信|保存|投稿|解約|退会|確定)|追加|登録|公開|承認|.*(入れる|申し込む|支払う)"
)
KOREAN = (
    r".*(삭제|구매|결제|주문|예약|저장|전송|등록|추가|제출|게시|신청|해지|탈퇴|업로드|확정|작성|승인|구독)(하기|하다|합니다|해줘|해주세요|해줘요)|"
    r".*(삭제|저장|전송|제출|추가)|.*(보내기|담기|올리기)|등록|게시|구독"
)
"""Labels of languages that write no blanks, or whose verbs are nouns with an ending; the verb stands last."""
_AT_ONCE = "(立即|马上|馬上|确认|確認|确定|確定|现在|現在|去|永久|彻底|批量)?"
_ZH_SENDS = (
    "购买|購買|支付|付款|下单|下單|结算|結帳|提交|发送|發送|传送|傳送|"
    "发布|發布|發佈|发表|發表|预订|預訂|预约|預約|上传|上傳|转账|轉帳|订阅|訂閱"
)
_ZH_KEEPS = "删除|刪除|移除|保存|儲存|添加|新增|创建|建立|加入购物车|加入購物車"
_ZH_NOUNS = (
    "方式|方法|记录|記錄|紀錄|历史|歷史|详情|詳情|列表|说明|說明|帮助|幫助|"
    "数量|數量|状态|狀態|须知|須知|指南|条件|條件|中|中心|规则|規則|管理|页|頁"
)
CHINESE = (
    rf"{_AT_ONCE}({_ZH_SENDS})(?!过?的)(?!.*({_ZH_NOUNS}|时间|時間|日期|人|者)$).*|"
    rf"{_AT_ONCE}({_ZH_KEEPS})(?!过?的|[済み])(?!(时间|時間|日期|人|者)$).*"
)
DELETING = (
    r"(.*[をの])?(削除|解約|退会)(する|します|して(ください)?)?|.*削除(する|します)|(永久|彻底|批量|确认|確認|确定|確定)?(删除|刪除|移除)(?!过?的).*|"
    r".*삭제(하기|해줘|해주세요|해줘요)?|.*(해지|탈퇴)하기"
)
SPENDING = (
    r".*(購入|注文|支払い?|決済|振込)(する|します|を?確定(する|します)?)|.*支払う|"
    rf"{_AT_ONCE}(购买|購買|支付|付款|下单|下單|结算|結帳|转账|轉帳)(?!过?的)(?!.*({_ZH_NOUNS}|时间|時間|日期|人|者)$).*|提交订单|提交訂單|"
    r".*(구매|결제|주문)(하기|합니다)"
)
TAKING_BACK = (
    rf"(.+を|.*({_JA_OBJECT})の?)(キャンセル|取り?消し?|取り消す)(する|します)?|"
    r"取消(订单|訂單|预订|預訂|预约|預約|订阅|訂閱|申请|申請|关注|關注).*|(注销|退订|退訂).*|"
    rf".*({_KO_OBJECT})(취소|해지)(하기)?"
)
READING = (
    r"検索(する)?|絞り込む?|ログイン(する)?|閉じる|キャンセル|搜索|搜尋|查询|查詢|查找|筛选|篩選|登录|登入|关闭|關閉|取消|"
    r"검색(하기)?|찾기|조회|로그인|닫기|취소"
)
