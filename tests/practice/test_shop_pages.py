from __future__ import annotations

import re

import httpx2
import pytest

from awm_mcp.practice import goods
from awm_mcp.practice.host import serving
from awm_mcp.practice.shop import COOKIE, application, demo_account


@pytest.fixture
async def visitor():
    transport = httpx2.ASGITransport(app=application(seed=1))
    async with httpx2.AsyncClient(transport=transport, base_url="http://shop.test", follow_redirects=True) as client:
        yield client


def token_of(page: httpx2.Response) -> str:
    found = re.search(r'data-token="([^"]+)"', page.text)
    assert found
    return found.group(1)


def test_the_same_seed_makes_the_same_forty_products():
    assert goods.products(7) == goods.products(7)
    assert goods.products(7) != goods.products(8)
    assert len(goods.products(7)) == 40


def test_the_best_fitting_product_comes_first_in_a_search():
    shelf = goods.products()
    wanted = list(shelf.values())[5]
    found = goods.search(shelf, wanted.name.upper())
    assert found[0] == wanted
    assert len(found) > 1
    assert goods.search(shelf, "  ") == []


def test_sorting_by_price_puts_the_cheapest_first():
    found = goods.ordered(list(goods.products().values()), "price")
    assert [p.price for p in found] == sorted(p.price for p in found)


async def test_every_product_has_a_page_with_its_price(visitor):
    for product in goods.products(1).values():
        page = await visitor.get(f"/product/{product.slug}")
        assert page.status_code == 200
        assert goods.money(product.price) in page.text


async def test_each_card_holds_two_links_to_its_product(visitor):
    page = await visitor.get("/category/desk")
    links = re.findall(r'href="(/product/[^"]+)"', page.text)
    assert len(links) == 20
    assert all(links.count(link) == 2 for link in links)


async def test_an_added_product_lies_in_the_cart_of_that_visitor_only(visitor):
    page = await visitor.get("/")
    added = await visitor.post("/cart/add", data={"token": token_of(page), "product": "copper-kettle", "quantity": "3"})
    assert "Added 3 × Copper Kettle" in added.text
    assert goods.money(3 * goods.products(1)["copper-kettle"].price) in added.text
    visitor.cookies.delete(COOKIE)
    assert "Your cart is empty" in (await visitor.get("/cart")).text


async def test_a_form_without_the_visits_token_is_turned_away(visitor):
    answer = await visitor.post("/cart/add", data={"token": "guessed", "product": "copper-kettle", "quantity": "1"})
    assert answer.status_code == 403


async def test_what_a_visitor_writes_is_shown_as_text_never_as_markup(visitor):
    page = await visitor.get("/search", params={"q": '<script>alert(1)</script>"'})
    assert "<script>alert" not in page.text
    assert "&lt;script&gt;" in page.text


async def test_a_message_without_an_email_address_is_sent_back_with_the_reason_and_what_was_written(visitor):
    page = await visitor.get("/contact")
    given = {"token": token_of(page), "name": "Ada", "email": "nowhere", "message": "Hello there", "topic": "A product"}
    refused = await visitor.post("/contact", data=given)
    assert refused.status_code == 422
    assert "That is not an email address." in refused.text
    assert "Hello there" in refused.text
    sent = await visitor.post("/contact", data=given | {"email": "ada@example.com"})
    assert "Thank you, Ada." in sent.text


async def test_order_numbers_differ_and_belong_to_their_visitor(visitor):
    page = await visitor.get("/")
    given = {"token": token_of(page), "product": "copper-kettle", "quantity": "1"}
    who = {"token": given["token"], "name": "Ada", "email": "a@b.example", "address": "1 Road", "delivery": "x"}
    numbers = []
    for _ in range(2):
        await visitor.post("/cart/add", data=given)
        done = await visitor.post("/checkout", data=who)
        numbers.append(re.findall(r"JO-\d{6}", done.text)[0])
    assert numbers[0] != numbers[1]
    visitor.cookies.delete(COOKIE)
    assert (await visitor.get(f"/orders/{numbers[0]}")).status_code == 404


async def test_only_the_right_password_opens_the_account(visitor):
    email, password = demo_account()
    given = {"token": token_of(await visitor.get("/sign-in")), "email": email}
    refused = await visitor.post("/sign-in", data=given | {"password": "wrong"})
    assert refused.status_code == 422
    assert "wrong" not in refused.text
    assert f"Signed in as {email}" in (await visitor.post("/sign-in", data=given | {"password": password})).text


async def test_an_unknown_address_says_so(visitor):
    assert (await visitor.get("/no/such/page")).status_code == 404
    assert (await visitor.get("/product/nothing")).status_code == 404


async def test_the_shop_listens_on_loopback_while_it_is_served_and_no_longer():
    async with serving() as origin, httpx2.AsyncClient() as client:
        assert origin.startswith("http://127.0.0.1:")
        assert (await client.get(origin)).status_code == 200
    async with httpx2.AsyncClient() as client:
        with pytest.raises(httpx2.ConnectError):
            await client.get(origin)
