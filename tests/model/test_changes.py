"""Which addresses and task texts ask a site for a change."""

from __future__ import annotations

import pytest

from awm_mcp.model.changes import asks_for_change, changing_address
from awm_mcp.model.site import lasting


@pytest.mark.parametrize(
    "address",
    [
        "/remove/5",
        "/remove/blue-kettle",
        "/items/5/delete",
        "/posts/hello-world/delete",
        "/delete.php?id=4",
        "/deleteItem?id=5",
        "/transfer?from=a&to=b&amount=5",
        "/vote/up/5",
        "/vote/17",
        "/vote/option-a",
        "/poll/3/vote?choice=2",
        "/issues/7/close",
        "/cart/add/5",
        "/cart/add?sku=4",
        "/?add-to-cart=5",
        "/x?action=delete",
        "/x?do=remove&id=4",
        "/wiki?remove=page",
        "/index.php?option=com&task=item.delete",
        "/mark-read/4",
        "http://shop.test/toggle/9",
        "/eintrag/5/loeschen",
        "/löschen/5",
        "/panier/supprimer/12",
        "/index.php?aktion=eintrag_loeschen&id=5",
        "/x?accion=eliminar&id=4",
        "/szkic/5/usun",
        "/artiklar/5/ta-bort",
        "/tickets/5/take",
        "/jobs/17/start",
        "/?action=take&id=5",
    ],
)
def test_an_address_with_a_verb_of_change_and_an_object_asks_for_a_change(address: str):
    assert changing_address(address)


@pytest.mark.parametrize(
    "address",
    [
        None,
        "/",
        "/issues/new",
        "/konto/loeschen",
        "/kaufen/wohnung-berlin",
        "/comprar/casa-madrid",
        "/mes-commandes/5",
        "/bestellungen/17",
        "/pagina/5",
        "/start/20",
        "/docs/5/use-cases",
        "/guides/getting-started/start",
        "/index.php?action=profile",
        "/items/5/edit",
        "/cart/checkout",
        "/blog/archive/2020",
        "/archive/2019/05",
        "/search?q=delete",
        "/transfer/history",
        "/how-to-remove-stains/5",
        "/docs/git/remove",
        "/tasks/done",
        "/orders/17",
        "/order/5",
        "/block/5",
        "/w/index.php?title=X&action=edit",
        "/category/toys?sort=price",
        "/like",
        "/vote",
        "/faq/cancel",
        "/admin/app/model/add/",
        "/product/clear-glass-vase_4",
        "/catalogue/remove-stains_12/",
    ],
)
def test_an_address_that_only_speaks_of_a_change_is_a_page_to_read(address: str | None):
    assert changing_address(address) == ""


@pytest.mark.parametrize(
    ("task", "verb"),
    [
        ("Vote for option B", "vote"),
        ("Bitte lösche den Entwurf", "losche"),
        ("Lösche den Entwurf", "losche"),
        ("Supprime le brouillon", "supprime"),
        ("Cherche le prix", ""),
        ("Please delete the draft", "delete"),
        ("In the shop, add X", "add"),
        ("Mark 'x' as done", "mark"),
        ("Find the price of X", ""),
        ("Follow the link to the manual", ""),
        ("Add up the totals", ""),
        ("Pause the watch 'x'", "pause"),
        ("Start the container 'x'", "start"),
        ("Start at the home page and find x", ""),
        ("Resume of Ann: open it", ""),
        ("Order the list by price", ""),
        ("", ""),
    ],
)
def test_a_task_asks_for_a_change_by_its_first_verb(task: str, verb: str):
    assert asks_for_change(task) == verb


@pytest.mark.parametrize(
    ("path", "left"),
    [
        ("/?seed=1", "/"),
        ("/list?category=toys&utm_source=x&sessionid=9", "/list?category=toys"),
        ("/a;jsessionid=9?x=1", "/a?x=1"),
        ("/a?x=1#part", "/a?x=1#part"),
        ("/a?seeds=3&timestamp=4", "/a?seeds=3"),
        ("/", "/"),
    ],
)
def test_what_only_counts_for_one_visit_is_left_out_of_a_path(path: str, left: str):
    assert lasting(path) == left
