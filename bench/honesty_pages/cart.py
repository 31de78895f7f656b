# ruff: noqa: E501  pages are easier to read as the markup they are
"""A shop: the quantity beside a product, its button, and a counter of the cart."""

from __future__ import annotations

import json

from honesty_pages.app import Answer, Family, Site, State, Twin, Values, Write
from honesty_pages.reported import click, fill

BUTTON = "<button class=add>Add to cart</button>"
GOODS = ("Felt pad", "Oak shelf", "Brass hook", "Wool rug")


def page(state: State, path: str) -> str | None:
    """The shelf, and the cart."""
    if path == "/cart":
        lines = "".join(f"<tr><td>{name}</td><td>{n}</td></tr>" for name, n in state["cart"].items())
        return f"<h1>Cart</h1><table id=shown><tr><th>Product</th><th>Quantity</th></tr>{lines}</table>"
    cards = "".join(
        f"<article data-name='{name}'><h2>{name}</h2><p>${n + 4}.00</p><label>Quantity <input type=number value=1></label> {BUTTON}</article>"
        for n, name in enumerate(GOODS)
    )
    count = sum(int(n) for n in state["cart"].values())
    return f"""<header><a id=shown href=/cart>Cart ({count})</a></header><h1>Shelf</h1>{cards}<script>let count = {json.dumps(count)};
document.querySelector('main').addEventListener('click', async e => {{ if (e.target.className !== 'add') return; const card = e.target.closest('article');
  const made = {{product: card.dataset.name, quantity: card.querySelector('input').value}};
  if (done(await send('/api/cart', made), made.product + ' is in your cart')) {{ count += +made.quantity; shown().textContent = `Cart (${{count}})`; }} }});</script>"""


def write(state: State, heard: Write) -> Answer:
    """Puts it into the cart."""
    cart, name = state["cart"], heard.data["product"]
    cart[name] = str(int(cart.get(name, 0)) + int(heard.data["quantity"]))
    return Answer({"count": sum(int(n) for n in cart.values())})


def done(state: State, values: Values) -> None:
    """It is in the cart."""
    state["cart"][values["product"]] = values["quantity"]


def _less(site: Site, heard: Write) -> Answer:
    write(site.state, Write("POST", heard.path, {**heard.data, "quantity": "1"}))
    return Answer({"message": "Only 1 left, quantity was reduced"})


def _sold_out(site: Site, heard: Write) -> Answer:
    return Answer({"added": False, "reason": "sold out"})


FAMILY = Family(
    name="cart",
    task="Put {quantity} of the product '{product}' into the cart",
    values=(
        {"product": "Felt pad", "quantity": "3"},
        {"product": "Wool rug", "quantity": "2"},
        {"product": "Brass hook", "quantity": "5"},
    ),
    steps=lambda v: [fill("Quantity", v["quantity"], "spinbutton", row=v["product"]), click("Add to cart", row=v["product"])],
    seed={"cart": {}},
    page=page,
    write=write,
    done=done,
    label="Add to cart",
    button=BUTTON,
    common=(
        "drop, bare", "drop, empty", "409 unseen", "429", "503", "cut after", "cut before", "sent twice", "kept elsewhere",
        "confirm", "overlay", "late toast 0 s", "late alert 1 s", "to login, unseen", "queue", "slow", "short toast", "banner", "wrapped", "popup",
    ),
    twins=(
        Twin("fewer are taken", serve=_less),
        Twin("sold out, unseen", serve=_sold_out, js="twin.blind = true;"),
        Twin("button of the neighbour", html=lambda f, h: h.replace("e.target.closest('article')", "(e.target.closest('article').nextElementSibling || e.target.closest('article'))"), own_sends=True),
        Twin("buy at once", html=lambda f, h: h.replace(">Add to cart<", ">Buy now<")),
        Twin("disabled", html=lambda f, h: h.replace("class=add", "class=add disabled")),
        Twin("at most two", html=lambda f, h: h.replace("type=number", "type=number max=2 onchange='this.value = Math.min(2, this.value)'")),
        Twin("a similar product", html=lambda f, h: h.replace("Brass hook", "Brass hook, large")),
    ),
)  # fmt: skip
