"""What a label, an address or a task says that is done, in the languages that most sites are written in."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import awm_mcp.replay
from awm_mcp.model.change_verbs import LANGUAGES
from awm_mcp.model.labels import asked_abroad, commits, deletes, destroyed_abroad, destroys, has_destroying_word, only_reads

CHANGE = (
    "Löschen", "Konto löschen", "Jetzt kaufen", "Loeschen", "Supprimer", "Supprimer le compte",
    "Annuler la commande", "Valider ma commande", "Commander", "Pagar", "Eliminar", "Cancelar pedido",
    "Sí, eliminar", "Añadir al carrito", "Elimina", "Acquista ora", "Ordina ora", "Annulla ordine", "Excluir",
    "Cancelar assinatura", "Usuń", "Anuluj zamówienie", "Kup teraz", "Smazat", "Zrušit objednávku",
    "Přidat do košíku", "Удалить", "Отменить заказ", "В корзину", "Оформить заказ", "Видалити", "Ta bort",
    "Lägg i varukorgen", "Köp", "Slet", "Gem", "Læg i kurv", "Slett", "Legg i handlekurv", "Poista",
    "Lisää ostoskoriin", "Tilaa", "Sil", "Satın al", "Sepete ekle", "Siparişi iptal et", "Verwijderen",
    "In winkelwagen", "Reserveren", "削除", "削除する", "カートに入れる", "注文を確定する", "予約をキャンセル",
    "注文する", "送信", "删除",
    "立即购买", "提交订单", "取消订单", "加入购物车", "删除选中的商品", "삭제", "결제하기", "주문 취소",
    "장바구니에 담기", "In den Warenkorb",
    "Termin absagen", "Vertrag kündigen", "Enregistrer", "Wyślij", "Filter speichern", "Delete", "Pay now",
    "Apply for a card", "Save", "Add to cart", "Stornieren", "Kündigen", "Résilier", "Disdici", "Avboka", "Отписаться",
    "S'abonner", "Iscriviti", "Tilmeld", "등록", "登録", "公開", "Delete history", "Save filters", "Donate",
)  # fmt: skip
READ = (
    "Página", "Páginas", "Mes commandes", "Commandes", "Ma commande", "Bestellungen", "Meine Bestellungen",
    "Bestellübersicht", "Bestellung ansehen", "Pagamento", "Pagos", "Annuler", "Annulla", "Cancelar",
    "Anuluj", "Zrušit", "Отмена", "Отменить", "İptal", "Abbrechen", "Suchen", "Rechercher", "Ordina",
    "Ordina per prezzo", "Filter übernehmen", "Filter löschen", "Supprimer les filtres", "Eliminar filtros",
    "Remove filter", "Compras", "Compra", "Guarda il video", "Envies", "Retirer en magasin", "Order history",
    "Book details", "Close menu", "注文履歴", "購入履歴", "予約一覧", "送信済み", "キャンセル", "検索", "支付方式",
    "购买记录", "发布日期",
    "创建时间", "取消", "搜索", "주문 내역", "결제 내역", "예약 확인", "취소", "조회", "무료 취소", "Lue lisää",
    "Wing Commander",
    "Anzeigen", "Reservierungen", "Réservations", "Ajouts récents", "Zamówienia", "Zamówienie", "Заказы",
    "Корзина", "Покупки", "Siparişlerim", "Sipariş", "Köpvillkor", "Beställningar", "Ordrer", "Tilaukset",
    "Publicaciones", "Envíos", "Envío gratis", "Wissen", "Unser Wissen", "Daha fazla yükle", "Ablehnen",
    "Alle ablehnen", "Versand", "Kaufberatung", "Gelöscht", "Supprimés", "Subir", "Gem Stone",
    "Nightingale Ode", "Order by price", "Send history", "Set filters", "Reset filters", "Pay scale", "保存済み",
)  # fmt: skip


@pytest.mark.parametrize("label", CHANGE)
def test_a_verb_of_change_in_its_place_changes_something(label: str):
    assert commits(label)


@pytest.mark.parametrize("label", READ)
def test_nouns_of_the_same_stem_and_words_that_only_close_or_show_change_nothing(label: str):
    assert not commits(label) or only_reads(label)


@pytest.mark.parametrize(
    "label",
    ["Löschen", "LÖSCHEN", "Loeschen", "loschen", "Lo\u0308schen", "Usun", "usuń", "SİPARİŞİ İPTAL ET", "Siparisi iptal et"],
)
def test_marks_on_letters_and_capitals_do_not_count(label: str):
    assert commits(label)


@pytest.mark.parametrize(
    ("label", "gone", "lost"),
    [
        ("Konto löschen", True, True),
        ("Jetzt kaufen", False, True),
        ("Speichern", False, False),
        ("Supprimer le compte", True, True),
        ("Supprimer les filtres", False, True),
        ("Annuler", False, False),
        ("Annuler la commande", False, True),
        ("削除する", True, True),
        ("注文する", False, True),
        ("删除", True, True),
        ("주문 취소", False, True),
        ("Delete", True, True),
        ("Save", False, False),
    ],
)
def test_what_goes_is_told_from_what_cannot_be_taken_back(label: str, gone: bool, lost: bool):
    assert (deletes(label), destroys(label)) == (gone, lost)


@pytest.mark.parametrize(
    "words",
    [
        'button "Diese Bestellung jetzt löschen"',
        'link "Compte: supprimer"',
        'button "この注文を削除する"',
        'button "立即支付"',
    ],
)
def test_a_destroying_word_anywhere_keeps_an_element_from_being_taken_for_another(words: str):
    assert has_destroying_word(words)


@pytest.mark.parametrize(
    "words", ['button "Diese Bestellung jetzt anzeigen"', 'link "Mes commandes"', 'button "保存"', 'button "Save"']
)
def test_words_that_destroy_nothing_may_be_taken(words: str):
    assert not has_destroying_word(words)


@pytest.mark.parametrize(
    "label", ["Suchen", "Rechercher", "Zaloguj się", "Поиск", "検索", "Filter übernehmen", "Abbrechen", "Search"]
)
def test_labels_that_only_search_sign_in_or_close_are_known_as_a_whole(label: str):
    assert only_reads(label)
    assert not only_reads(f"{label} X")


@pytest.mark.parametrize(
    "task",
    [
        "Lösche den Entwurf", "Termin am 5. absagen", "Storniere die Bestellung 5", "Supprime le brouillon",
        "Annule la commande 5",
        "Elimina el borrador", "Usuń szkic", "Удали черновик", "Taslağı sil", "下書きを削除して", "删除草稿",
        "초안 삭제하기", "Ta bort utkastet",
    ],
)  # fmt: skip
def test_tasks_of_other_languages_ask_for_a_change(task: str):
    assert asked_abroad(task)


@pytest.mark.parametrize(
    "task",
    [
        "Wie kann ich mein Konto löschen?", "Wie Konto löschen", "Finde den Preis von X", "Zeige alle Bestellungen",
        "Öffne die Seite Konto löschen",
        "Trouve le prix", "Cherche la commande 5", "Mes commandes", "Muestra la página 3", "Find the price of X",
        "検索する",
    ],
)  # fmt: skip
def test_tasks_that_only_look_ask_for_none(task: str):
    assert asked_abroad(task) == ""


def test_the_page_script_has_no_words_of_its_own():
    """The verbs are in one place; a list in the page would be another one."""
    source = (
        (Path(awm_mcp.replay.__file__).parent / "browsing" / "page" / "writes.js").read_text(encoding="utf-8").casefold()
    )
    code = set(re.findall(r"[\w-]+", "\n".join(line for line in source.splitlines() if not line.startswith("//"))))
    verbs = {verb for v in LANGUAGES for verb in v.deleting | v.spending} | {"delete", "remove", "purchase", "subscribe"}
    assert verbs & code == set()


@pytest.mark.parametrize(
    "task",
    [
        "Sag den Termin am Montag ab",
        "Melde mich vom Newsletter ab",
        "Trage Ann ein",
        "Zeg mijn afspraak af",
        "파일 삭제해줘",
    ],
)
def test_commands_whose_verb_stands_apart_or_has_an_ending_ask_for_a_change(task: str):
    assert asked_abroad(task)


def test_only_commands_that_take_something_back_ask_for_what_cannot_be_undone():
    assert destroyed_abroad("Sag den Termin ab")
    assert not destroyed_abroad("Lege einen Termin an")


@pytest.mark.parametrize("task", ["Sag mir den Preis", "Wie melde ich mich ab", "Lege die Karte aus", "Zeg wat het kost"])
def test_the_same_verbs_without_their_other_part_or_as_a_question_do_not(task: str):
    assert not asked_abroad(task)
