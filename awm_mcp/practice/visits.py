"""What the practice shop remembers of its visitors: in memory only, one visit a session cookie."""

from __future__ import annotations

import secrets
from collections import OrderedDict
from collections.abc import Iterator
from dataclasses import dataclass, field

from awm_mcp.practice.goods import Product

CUSTOMERS = {"demo@example.com": "practice-makes-perfect"}
MOST_VISITS = 2000
MOST_PIECES = 99


@dataclass
class Line:
    """One line of a cart."""

    product: Product
    choice: str
    quantity: int

    @property
    def total(self) -> int:
        """Cents."""
        return self.product.price * self.quantity


@dataclass(frozen=True)
class Order:
    """A placed order; the number is the visitor's proof of it."""

    number: str
    name: str
    total: int


@dataclass(frozen=True)
class Letter:
    """A message that was sent to the shop."""

    reference: str
    name: str
    topic: str


@dataclass
class Visit:
    """One visitor. ``token`` protects the visit's forms; ``notice`` is shown once, on the next page."""

    id: str = field(default_factory=lambda: secrets.token_urlsafe(18))
    token: str = field(default_factory=lambda: secrets.token_urlsafe(18))
    lines: dict[str, Line] = field(default_factory=dict[str, Line])
    customer: str = ""
    orders: list[Order] = field(default_factory=list[Order])
    letter: Letter | None = None
    notice: str = ""

    @property
    def pieces(self) -> int:
        """How many pieces lie in the cart."""
        return sum(line.quantity for line in self.lines.values())

    @property
    def total(self) -> int:
        """Cents."""
        return sum(line.total for line in self.lines.values())

    def put(self, product: Product, choice: str, quantity: int) -> None:
        """Adds pieces to the line of that product and choice."""
        key = f"{product.slug}~{choice}".rstrip("~").replace(" ", "-").lower()
        line = self.lines.setdefault(key, Line(product, choice, 0))
        line.quantity = min(line.quantity + quantity, MOST_PIECES)

    def change(self, key: str, quantity: int) -> None:
        """Sets the pieces of a line; none takes the line out."""
        if quantity <= 0:
            self.lines.pop(key, None)
        elif key in self.lines:
            self.lines[key].quantity = min(quantity, MOST_PIECES)

    def order(self, name: str) -> Order:
        """Turns the cart into an order and empties it."""
        order = Order(f"JO-{secrets.randbelow(900_000) + 100_000}", name, self.total)
        self.orders.append(order)
        self.lines.clear()
        return order

    def write(self, name: str, topic: str) -> None:
        """Keeps the message that was sent last."""
        self.letter = Letter(f"M-{secrets.randbelow(90_000) + 10_000}", name, topic)

    def told(self) -> str:
        """The notice, which is forgotten with this."""
        notice, self.notice = self.notice, ""
        return notice


class Visits:
    """All visits of one shop; the longest unseen one is forgotten first."""

    def __init__(self) -> None:
        self._known: OrderedDict[str, Visit] = OrderedDict()

    def __iter__(self) -> Iterator[Visit]:
        """All that are known, the longest unseen one first."""
        return iter(self._known.values())

    def of(self, cookie: str | None) -> Visit:
        """The visit of a cookie, or a new one."""
        visit = self._known.get(cookie or "") or Visit()
        self._known[visit.id] = visit
        self._known.move_to_end(visit.id)
        if len(self._known) > MOST_VISITS:
            self._known.popitem(last=False)
        return visit


def knows(email: str, password: str) -> bool:
    """Whether a customer may sign in."""
    expected = CUSTOMERS.get(email.strip().lower())
    return expected is not None and secrets.compare_digest(expected.encode(), password.encode())
