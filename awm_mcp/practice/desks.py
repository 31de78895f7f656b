"""Bodies of the pages on which one does things: cart, checkout, contact, sign-in, account and what follows them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from html import escape

from awm_mcp.practice.goods import money
from awm_mcp.practice.layout import problems, token
from awm_mcp.practice.visits import MOST_PIECES, Letter, Line, Order, Visit

TOPICS = ("An order", "A product", "Something else")
DELIVERIES = ("Post, 3 to 5 days", "Courier, next day", "Collect in the shop")
_EMAIL = re.compile(r"[^@\s]+@[^@\s]+\.[^@\s]+")
_CART = """<h1>Your cart</h1>
<table class="lines">
<thead><tr><th scope="col">Product</th><th scope="col">Price</th><th scope="col">Quantity</th>
<th scope="col">Sum</th><td></td></tr></thead>
<tbody>{lines}</tbody>
<tfoot><tr><th scope="row" colspan="3">Total</th><td id="cart-total">{total}</td><td></td></tr></tfoot>
</table>
<p class="next"><a class="button" href="/checkout">Check out</a> <a href="/">Continue shopping</a></p>"""
_LINE = """<tr data-line="{key}"><th scope="row"><a href="/product/{slug}">{name}</a>{choice}</th><td>{price}</td>
<td><input type="number" name="quantity" min="1" max="{most}" value="{quantity}" aria-label="Quantity of {name}"></td>
<td class="sum">{sum}</td><td><button type="button" data-remove>Remove</button></td></tr>"""
_SIGN_IN = """<h1>Sign in</h1>{problems}
<form class="sheet" action="/sign-in" method="post">
{token}{email}{password}
<button>Sign in</button>
</form>"""
_CONTACT = """<h1>Contact us</h1>{problems}
<form class="sheet" action="/contact" method="post" novalidate>
{token}{name}{email}{topic}
<label for="message">Message</label><textarea id="message" name="message" rows="5">{message}</textarea>
<label class="tick"><input type="checkbox" name="copy" value="yes"{copy}> Send me a copy</label>
<button>Send message</button>
</form>"""
_CHECKOUT = """<h1>Check out</h1>{problems}
<form class="sheet" action="/checkout" method="post" novalidate>
{token}{name}{email}{address}{delivery}
<p>Total: <strong>{total}</strong></p>
<button>Place order</button>
</form>"""


def cart(visit: Visit) -> str:
    """The cart; quantities are saved by the page's script as they change."""
    if not visit.lines:
        return '<h1>Your cart</h1><p>Your cart is empty.</p><p><a href="/">Continue shopping</a></p>'
    lines = "".join(_line(key, line) for key, line in visit.lines.items())
    return _CART.format(lines=lines, total=money(visit.total))


def checkout(visit: Visit, given: Mapping[str, str], found: dict[str, str]) -> str:
    """Name, address and delivery; ``found`` says what is wrong with what was ``given``."""
    return _CHECKOUT.format(
        problems=problems(found),
        token=token(visit),
        name=field("name", "Full name", given, autocomplete="name"),
        email=field("email", "Email", given, kind="email", autocomplete="email"),
        address=field("address", "Address", given, autocomplete="street-address"),
        delivery=choice("delivery", "Delivery", DELIVERIES, given),
        total=money(visit.total),
    )


def contact(visit: Visit, given: Mapping[str, str], found: dict[str, str]) -> str:
    """The contact form, with what was ``given`` and what is wrong with it."""
    return _CONTACT.format(
        problems=problems(found),
        token=token(visit),
        name=field("name", "Your name", given, autocomplete="name"),
        email=field("email", "Email", given, kind="email", autocomplete="email"),
        topic=choice("topic", "Topic", TOPICS, given),
        message=escape(given.get("message", "")),
        copy=" checked" if given.get("copy") else "",
    )


def sign_in(visit: Visit, given: Mapping[str, str], found: dict[str, str]) -> str:
    """The sign-in form; a refused password is never shown again."""
    return _SIGN_IN.format(
        problems=problems(found),
        token=token(visit),
        email=field("email", "Email", given, kind="email", autocomplete="username"),
        password=field("password", "Password", {}, kind="password", autocomplete="current-password"),
    )


def thanks(letter: Letter) -> str:
    """What follows a sent message."""
    return (
        f"<h1>Message sent</h1><p>Thank you, {escape(letter.name)}. "
        f"Your message about “{escape(letter.topic.lower())}” has reached us.</p>"
        f"<p>Reference {escape(letter.reference)}</p>"
    )


def confirmation(order: Order) -> str:
    """What follows an order; the number differs every time."""
    return (
        f"<h1>Thank you, {escape(order.name)}</h1><p>Your order number is <strong>{order.number}</strong>.</p>"
        f"<p>Total: {money(order.total)}</p>"
    )


def account(visit: Visit) -> str:
    """Who is signed in, with the orders of this visit."""
    orders = "".join(f"<li>{order.number}, {money(order.total)}</li>" for order in visit.orders)
    return (
        f"<h1>Your account</h1><p>Signed in as {escape(visit.customer)}.</p>"
        f"<h2>Orders</h2>{f'<ul>{orders}</ul>' if orders else '<p>No orders yet.</p>'}"
        f'<form action="/sign-out" method="post">{token(visit)}<button>Sign out</button></form>'
    )


def unfit(given: Mapping[str, str], required: Mapping[str, str]) -> dict[str, str]:
    """What is wrong with a form, by field: what is missing, and an email address that cannot be one."""
    found = {name: f"{label} is missing." for name, label in required.items() if not given.get(name, "").strip()}
    email = given.get("email", "").strip()
    if email and not _EMAIL.fullmatch(email):
        found["email"] = "That is not an email address."
    return found


def field(name: str, label: str, given: Mapping[str, str], *, kind: str = "text", autocomplete: str = "off") -> str:
    """A labelled input that keeps what was given."""
    return (
        f'<label for="{name}">{escape(label)}</label><input id="{name}" name="{name}" type="{kind}" '
        f'autocomplete="{autocomplete}" value="{escape(given.get(name, ""))}">'
    )


def choice(name: str, label: str, choices: tuple[str, ...], given: Mapping[str, str]) -> str:
    """A labelled select that keeps what was chosen."""
    options = "".join(
        f"<option{' selected' if option == given.get(name) else ''}>{escape(option)}</option>" for option in choices
    )
    return f'<label for="{name}">{escape(label)}</label><select id="{name}" name="{name}">{options}</select>'


def _line(key: str, line: Line) -> str:
    return _LINE.format(
        key=escape(key),
        slug=line.product.slug,
        name=escape(line.product.name),
        choice=f" <small>{escape(line.choice)}</small>" if line.choice else "",
        price=money(line.product.price),
        most=MOST_PIECES,
        quantity=line.quantity,
        sum=money(line.total),
    )
