"""The practice shop as a Starlette application: which address shows and does what."""

from __future__ import annotations

import secrets
from collections.abc import Awaitable, Callable, Mapping
from pathlib import Path

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, RedirectResponse, Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

from awm_mcp.practice import desks, goods, layout, shelves
from awm_mcp.practice.visits import CUSTOMERS, MOST_PIECES, Visit, Visits, knows

COOKIE = "juniper_visit"
Handler = Callable[[Request, Visit], Awaitable[Response]]
_WANTED = {"name": "Your name", "email": "Email", "message": "Message"}
_ORDERED = {"name": "Full name", "email": "Email", "address": "Address"}


class Shop:
    """The handlers, over one shelf of products and one book of visits."""

    def __init__(self, seed: int) -> None:
        self.shelf = goods.products(seed)
        self.visits = Visits()

    async def home(self, request: Request, visit: Visit) -> Response:
        """The welcome page."""
        liked = goods.ordered(list(self.shelf.values()), "rating")[:8]
        return _page(request, visit, "Things that last", shelves.home(liked))

    async def search(self, request: Request, visit: Visit) -> Response:
        """What is found for ``q``."""
        query = request.query_params.get("q", "")
        body = shelves.results(query, goods.search(self.shelf, query))
        return _page(request, visit, f"Results for {query}", body, query=query)

    async def suggest(self, request: Request, visit: Visit) -> Response:
        """Names for the first letters of ``q``, as JSON."""
        found = goods.search(self.shelf, request.query_params.get("q", ""))[:6]
        return JSONResponse([{"name": p.name, "href": f"/product/{p.slug}"} for p in found])

    async def category(self, request: Request, visit: Visit) -> Response:
        """One shelf, sorted as ``sort`` says."""
        slug = request.path_params["slug"]
        if slug not in goods.CATEGORIES:
            return _nowhere(request, visit)
        sort = request.query_params.get("sort", "")
        found = goods.ordered([p for p in self.shelf.values() if p.category == slug], sort)
        return _page(request, visit, goods.CATEGORIES[slug], shelves.category(slug, found, sort))

    async def product(self, request: Request, visit: Visit) -> Response:
        """One product."""
        shown = self.shelf.get(request.path_params["slug"])
        return _page(request, visit, shown.name, shelves.product(visit, shown)) if shown else _nowhere(request, visit)

    async def cart(self, request: Request, visit: Visit) -> Response:
        """The visitor's cart."""
        return _page(request, visit, "Your cart", desks.cart(visit))

    async def add(self, request: Request, visit: Visit) -> Response:
        """Puts pieces of a product into the cart."""
        given = await _given(request, visit)
        product = self.shelf.get(given.get("product", ""))
        if product is None:
            return _nowhere(request, visit)
        quantity = _pieces(given.get("quantity", ""))
        if quantity < 1:
            visit.notice = f"Please choose between 1 and {MOST_PIECES} pieces."
            return _to(f"/product/{product.slug}")
        choice = given.get("choice", "")
        visit.put(product, choice if choice in product.choices else "", quantity)
        visit.notice = f"Added {quantity} × {product.name} to your cart."
        return _to("/cart")

    async def update(self, request: Request, visit: Visit) -> Response:
        """Saves one line's quantity; answers with the new sums as JSON."""
        given = await _given(request, visit)
        key, quantity = given.get("line", ""), _pieces(given.get("quantity", ""))
        visit.change(key, quantity)
        line = visit.lines.get(key)
        return JSONResponse(
            {
                "quantity": line.quantity if line else 0,
                "sum": goods.money(line.total) if line else "",
                "total": goods.money(visit.total),
                "pieces": visit.pieces,
            }
        )

    async def checkout(self, request: Request, visit: Visit) -> Response:
        """The order form; a fit one becomes an order."""
        given = await _given(request, visit) if request.method == "POST" else {}
        if not visit.lines:
            return _to("/cart")
        found = desks.unfit(given, _ORDERED) if given else {}
        if not given or found:
            return _page(request, visit, "Check out", desks.checkout(visit, given, found), status=_status(found))
        return _to(f"/orders/{visit.order(given['name'].strip()).number}")

    async def order(self, request: Request, visit: Visit) -> Response:
        """The confirmation of one of the visitor's own orders."""
        number = request.path_params["number"]
        order = next((o for o in visit.orders if o.number == number), None)
        return _page(request, visit, "Order placed", desks.confirmation(order)) if order else _nowhere(request, visit)

    async def contact(self, request: Request, visit: Visit) -> Response:
        """The contact form; a fit message is thanked for."""
        given = await _given(request, visit) if request.method == "POST" else {}
        found = desks.unfit(given, _WANTED) if given else {}
        if not given or found:
            return _page(request, visit, "Contact us", desks.contact(visit, given, found), status=_status(found))
        visit.write(given["name"].strip(), given.get("topic", desks.TOPICS[-1]))
        return _to("/contact/sent")

    async def sent(self, request: Request, visit: Visit) -> Response:
        """What follows a sent message."""
        return _page(request, visit, "Message sent", desks.thanks(visit.letter)) if visit.letter else _to("/contact")

    async def newsletter(self, request: Request, visit: Visit) -> Response:
        """Takes an address; says so on the home page."""
        given = await _given(request, visit)
        unfit = desks.unfit(given, {"email": "Email"})
        visit.notice = unfit.get("email") or f"You will hear from us at {given['email'].strip()}."
        return _to("/")

    async def sign_in(self, request: Request, visit: Visit) -> Response:
        """The sign-in form."""
        given = await _given(request, visit) if request.method == "POST" else {}
        if given and knows(given.get("email", ""), given.get("password", "")):
            visit.customer, visit.notice = given["email"].strip().lower(), "Welcome back."
            return _to("/account")
        found = {"email": "Email and password do not belong together."} if given else {}
        return _page(request, visit, "Sign in", desks.sign_in(visit, given, found), status=_status(found))

    async def account(self, request: Request, visit: Visit) -> Response:
        """The account of who is signed in."""
        return _page(request, visit, "Your account", desks.account(visit)) if visit.customer else _to("/sign-in")

    async def sign_out(self, request: Request, visit: Visit) -> Response:
        """Ends the sign-in."""
        await _given(request, visit)
        visit.customer, visit.notice = "", "You are signed out."
        return _to("/")

    async def nowhere(self, request: Request, visit: Visit) -> Response:
        """What every unknown address shows."""
        return _nowhere(request, visit)

    def visited(self, handler: Handler) -> Callable[[Request], Awaitable[Response]]:
        """The handler with the visit of the request's cookie; forms without the visit's token are turned away."""

        async def answer(request: Request) -> Response:
            visit = self.visits.of(request.cookies.get(COOKIE))
            try:
                response = await handler(request, visit)
            except PermissionError:
                body = "<h1>This form is too old</h1><p>Please go back, load the page again and send it once more.</p>"
                response = _page(request, visit, "This form is too old", body, status=403)
            response.set_cookie(COOKIE, visit.id, httponly=True, samesite="lax")
            return response

        return answer


def application(seed: int = 1) -> Starlette:
    """A shop of its own: its products come from the seed, its visitors are forgotten with it. ``state.shop`` is the shop."""
    shop = Shop(seed)
    both, post = ["GET", "POST"], ["POST"]
    pages: list[tuple[str, Handler, list[str]]] = [
        ("/", shop.home, ["GET"]),
        ("/search", shop.search, ["GET"]),
        ("/suggest", shop.suggest, ["GET"]),
        ("/category/{slug}", shop.category, ["GET"]),
        ("/product/{slug}", shop.product, ["GET"]),
        ("/cart", shop.cart, ["GET"]),
        ("/cart/add", shop.add, post),
        ("/cart/update", shop.update, post),
        ("/checkout", shop.checkout, both),
        ("/orders/{number}", shop.order, ["GET"]),
        ("/contact", shop.contact, both),
        ("/contact/sent", shop.sent, ["GET"]),
        ("/newsletter", shop.newsletter, post),
        ("/sign-in", shop.sign_in, both),
        ("/account", shop.account, ["GET"]),
        ("/sign-out", shop.sign_out, post),
    ]
    routes = [Route(path, shop.visited(handler), methods=methods) for path, handler, methods in pages]
    static = Mount("/static", StaticFiles(directory=Path(__file__).parent / "static"))
    app = Starlette(routes=[static, *routes, Route("/{rest:path}", shop.visited(shop.nowhere))])
    app.state.shop = shop
    return app


def demo_account() -> tuple[str, str]:
    """Email and password of the customer that may sign in."""
    return next(iter(CUSTOMERS.items()))


def _page(request: Request, visit: Visit, title: str, body: str, *, query: str = "", status: int = 200) -> Response:
    consent = "consent" in request.cookies
    return HTMLResponse(layout.page(visit, title, body, query=query, consent=consent), status_code=status)


def _nowhere(request: Request, visit: Visit) -> Response:
    return _page(request, visit, "Not found", "<h1>Not found</h1><p>This page does not exist.</p>", status=404)


def _to(path: str) -> Response:
    return RedirectResponse(path, status_code=303)


def _status(found: Mapping[str, str]) -> int:
    return 422 if found else 200


def _pieces(text: str) -> int:
    return int(text) if text.isdecimal() and int(text) <= MOST_PIECES else 0


async def _given(request: Request, visit: Visit) -> dict[str, str]:
    async with request.form() as form:
        given = {name: value for name, value in form.items() if isinstance(value, str)}
    if not secrets.compare_digest(given.get("token", "").encode(), visit.token.encode()):
        raise PermissionError
    return given
