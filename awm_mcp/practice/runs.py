"""Solved runs on the practice shop, as an agent would report them: nothing in them says what may vary.

Each function gives one run report in the shape of ``report_run``; ``FAMILIES`` holds them with values.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from awm_mcp.practice import goods

Report = dict[str, Any]
_SEARCH = {
    "role": "searchbox",
    "name": "Search products",
    "label": "Search products",
    "placeholder": "Search products",
    "css": "#q",
}


@dataclass(frozen=True)
class Family:
    """Runs of one kind of task. ``shown``: values of two runs to learn from; ``new``: values for a third call.

    ``words`` are what ``new`` asks for; ``arguments`` of a learned tool are found by ``find_workflows`` from them.
    """

    name: str
    report: Callable[..., Report]
    shown: tuple[dict[str, str], ...]
    new: dict[str, str]

    def reports(self, origin: str) -> list[Report]:
        """The reports of the runs to learn from."""
        return [self.report(origin, **values) for values in self.shown]

    @property
    def words(self) -> str:
        """The task text of the third call."""
        return str(self.report("http://127.0.0.1", **self.new)["task"])

    def answer(self) -> str:
        """What a person would find with the new values."""
        return str(self.report("http://127.0.0.1", **self.new)["answer"])


def price(origin: str, product: str) -> Report:
    """Looks a price up: search, open the result, read."""
    found = _named(product)
    cost = goods.money(found.price)
    steps = [
        *_to_product(origin, found),
        _step(
            _page_of(found),
            f"{origin}/product/{found.slug}",
            "The price stands under the name.",
            _action("extract", {"text": cost, "css": "p.price"}, cost),
        ),
        _stop(_page_of(found), f"{origin}/product/{found.slug}", cost),
    ]
    return _report(origin, f"Find the price of {product}", steps, cost)


def cart(origin: str, product: str, quantity: str) -> Report:
    """Puts several pieces of a product into the cart and reads the total."""
    found = _named(product)
    here, then = f"{origin}/product/{found.slug}", f"{origin}/cart"
    total = goods.money(found.price * int(quantity))
    spin = {"role": "spinbutton", "name": "Quantity", "label": "Quantity", "css": "#quantity"}
    cell = {"role": "cell", "name": total, "text": total, "css": "#cart-total"}
    seen = f"Cart with {quantity} × {product}, total {total}"
    steps = [
        *_to_product(origin, found),
        _step(_page_of(found), here, f"{quantity} are wanted.", _action("fill", spin, quantity)),
        _step(_page_of(found), here, "Add them.", _action("click", _button("Add to cart"))),
        _step(seen, then, "The total is in the last row.", _action("extract", cell, total)),
        _stop(seen, then, total),
    ]
    return _report(origin, f"Put {quantity} x {product} into the cart and tell me the total", steps, total)


def message(origin: str, name: str, email: str, topic: str, text: str) -> Report:
    """Sends a message through the contact form."""
    here, sees = f"{origin}/contact", "Contact form with name, email, topic and message"
    fields = [("Your name", "#name", name), ("Email", "#email", email)]
    contact = _action("click", {"role": "link", "name": "Contact us", "text": "Contact us", "css": "footer a"})
    topics = {"role": "combobox", "name": "Topic", "label": "Topic", "css": "#topic"}
    steps = [
        _step("Home page of a shop", f"{origin}/", "The form is behind the link in the footer.", contact),
        *[_step(sees, here, f"Give the {label.lower()}.", _fill(label, css, value)) for label, css, value in fields],
        _step(sees, here, "Choose what it is about.", _action("select", topics, topic)),
        _step(sees, here, "Write the message.", _fill("Message", "#message", text)),
        _step(sees, here, "Send it.", _action("click", _button("Send message"))),
        _stop("The page says: Message sent", f"{here}/sent", "Message sent"),
    ]
    task = f'Send a message about "{topic}" from {name} ({email}) that says "{text}"'
    return _report(origin, task, steps, "Message sent")


FAMILIES = (
    Family("price", price, ({"product": "Copper Kettle"}, {"product": "Oak Stool"}), {"product": "Linen Towel"}),
    Family(
        "cart",
        cart,
        ({"product": "Copper Kettle", "quantity": "2"}, {"product": "Oak Stool", "quantity": "3"}),
        {"product": "Linen Towel", "quantity": "5"},
    ),
    Family(
        "message",
        message,
        (
            {"name": "Ada Byron", "email": "ada@example.com", "topic": "A product", "text": "Is the kettle made of steel?"},
            {"name": "Karl Frei", "email": "k.frei@example.org", "topic": "An order", "text": "My parcel has not come yet."},
        ),
        {"name": "Mia Lund", "email": "mia@example.net", "topic": "Something else", "text": "Do you open on Sundays?"},
    ),
)


def _to_product(origin: str, found: goods.Product) -> list[Report]:
    results = f"{origin}/search?q={found.name.replace(' ', '+')}"
    link = {"role": "link", "name": found.name, "text": found.name, "css": ".card h3 a"}
    home = "Home page of a shop with a search field"
    return [
        _step(home, f"{origin}/", f"Search for {found.name}.", _action("fill", _SEARCH, found.name)),
        _step(home, f"{origin}/", "Start the search.", _action("click", _button("Search"))),
        _step(f"Results for {found.name}", results, "Open the product.", _action("click", link)),
    ]


def _named(product: str) -> goods.Product:
    return next(p for p in goods.products().values() if p.name == product)


def _page_of(found: goods.Product) -> str:
    return f"Product page of {found.name} with price, quantity and reviews"


def _button(name: str) -> Report:
    return {"role": "button", "name": name, "text": name}


def _fill(label: str, css: str, value: str) -> Report:
    return _action("fill", {"role": "textbox", "name": label, "label": label, "css": css}, value)


def _action(kind: str, target: Report | None = None, value: str | None = None) -> Report:
    given = {"type": kind, "target": target, "value": value}
    return {key: part for key, part in given.items() if part is not None}


def _step(observation: str, url: str, reasoning: str, action: Report) -> Report:
    return {"observation": observation, "url": url, "reasoning": reasoning, "action": action}


def _stop(observation: str, url: str, answer: str) -> Report:
    return _step(observation, url, "That is all that was asked.", _action("stop", value=answer))


def _report(origin: str, task: str, steps: list[Report], answer: str) -> Report:
    return {
        "task": task,
        "site": origin,
        "start_url": f"{origin}/",
        "outcome": "success",
        "answer": answer,
        "agent": "practice",
        "steps": steps,
    }
