"""Mutated twins of the practice shop: served in this process under one address, changed on their way to the browser.

Levels are cumulative: 1 classes and ids have other names, 2 boxes around elements and another order where order means
nothing, 3 other words, 4 a dialog at some moment and content that is drawn later, 5 links in overflow menus. Judged by the
shop's own state and by every form that it was sent.
"""

from __future__ import annotations

import json
import re
import zlib
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl

from mutation_site import Change, Task, Twin
from shop_words import WORDS
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from awm_mcp.practice import goods
from awm_mcp.practice.host import hosting
from awm_mcp.practice.runs import FAMILIES, Family
from awm_mcp.practice.shop import Shop, application

SCRIPT = Path(__file__).with_name("shop_twin.js")
State = list[str]
"""What visitors changed, one line a thing: carts, letters, orders, sign-ins, and forms that were sent."""


def tasks(families: tuple[str, ...] = ()) -> list[Task]:
    """The third call of each family of the shop's solved runs."""
    chosen = [family for family in FAMILIES if not families or family.name in families]
    return [Task(family.name, family.name, family.words, family.new, family.shown) for family in chosen]


class ShopTwins:
    """The shop behind whichever twin is up. ``origin``: where it is."""

    def __init__(self) -> None:
        self.origin = ""
        self._twin = Twin(0)
        self._forms: State = []
        self._shop = application()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            await _heard(self._shop, scope, receive, _Changed(self._twin, send), self._forms)

    def reports(self, families: tuple[str, ...] = ()) -> list[dict[str, Any]]:
        """The solved runs to learn from, as ``report_run`` takes them."""
        return [run for family in FAMILIES if not families or family.name in families for run in family.reports(self.origin)]

    @asynccontextmanager
    async def served(self, twin: Twin) -> AsyncGenerator[ShopTwins]:
        """This address shows the twin until the block ends."""
        self._twin = twin
        await self.reset()
        yield self

    async def reset(self) -> None:
        """A shop without visitors."""
        self._shop, self._forms = application(), []

    async def state(self) -> State:
        """Everything that differs from a shop which was only looked at."""
        shop: Shop = self._shop.state.shop
        lines = [f"cart: {v.quantity} {v.product.slug}" for visit in shop.visits for v in visit.lines.values()]
        letters = [f"letter: {visit.letter.name}, {visit.letter.topic}" for visit in shop.visits if visit.letter]
        orders = [f"order: {order.name}" for visit in shop.visits for order in visit.orders]
        customers = [f"customer: {visit.customer}" for visit in shop.visits if visit.customer]
        return sorted([*lines, *letters, *orders, *customers, *self._forms])

    async def change(self, task: Task, wanted: Any, *, hopeful: bool) -> Change:
        """What a replay did to the shop; forms are answered before a page shows what came of them: nothing is waited for."""
        del wanted, hopeful
        now, meant = await self.state(), _meant(task)
        if now == meant:
            return "wanted"
        if not now:
            return "none"
        return "part" if len(set(now)) == len(now) and set(now) < set(meant) else "other"

    def answered(self, task: Task, outputs: dict[str, Any]) -> bool:
        """Whether a family that reads gave the right answer; sending a message has none."""
        family = _family(task)
        return family.name == "message" or [str(text) for text in outputs.values()] == [family.answer()]


@asynccontextmanager
async def shop_twins() -> AsyncGenerator[ShopTwins]:
    """The shop on a free port, unchanged at first."""
    served = ShopTwins()
    async with hosting(served) as served.origin:
        yield served


def _family(task: Task) -> Family:
    return next(family for family in FAMILIES if family.name == task.family)


def _meant(task: Task) -> State:
    """The state of a shop in which the task was done and nothing else."""
    given = task.arguments
    if task.family == "cart":
        slug = next(p.slug for p in goods.products().values() if p.name == given["product"])
        return sorted(
            [f"cart: {given['quantity']} {slug}", _form("/cart/add", {"product": slug, "quantity": given["quantity"]})]
        )
    if task.family == "message":
        sent = {"name": given["name"], "email": given["email"], "topic": given["topic"], "message": given["text"]}
        return sorted([f"letter: {given['name']}, {given['topic']}", _form("/contact", sent)])
    return []


def _form(path: str, fields: dict[str, str]) -> str:
    told = {name: text for name, text in sorted(fields.items()) if name != "token"}
    return f"form: {path} {json.dumps(told)}"


async def _heard(app: ASGIApp, scope: Scope, receive: Receive, send: Send, forms: State) -> None:
    """Passes a request on, and notes the form that it sends."""
    body = b""

    async def listening() -> Message:
        nonlocal body
        message = await receive()
        body += message.get("body", b"")
        if scope["method"] != "GET" and message["type"] == "http.request" and not message.get("more_body"):
            forms.append(_form(scope["path"], dict(parse_qsl(body.decode(), keep_blank_values=True))))
        return message

    await app(scope, listening, send)


class _Changed:
    """Sends a page, a style sheet or a script as the twin has it; all of them come in one piece of known length."""

    def __init__(self, twin: Twin, send: Send) -> None:
        self._twin, self._send = twin, send
        self._start: Message = {}
        self._body = b""

    async def __call__(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self._start = message
            return
        self._body += message.get("body", b"")
        if message.get("more_body"):
            return
        headers = {name.lower(): text for name, text in self._start["headers"]}
        body = _changed(self._twin, headers.get(b"content-type", b"").decode(), self._body) if self._body else b""
        kept = [pair for pair in self._start["headers"] if pair[0].lower() not in (b"content-length", b"etag")]
        length = [(b"content-length", str(len(body)).encode())] if self._body else []
        await self._send({**self._start, "headers": [*kept, (b"cache-control", b"no-store"), *length]})
        await self._send({"type": "http.response.body", "body": body})


def _changed(twin: Twin, kind: str, body: bytes) -> bytes:
    rename = {"text/html": _page, "text/css": _styles, "text/javascript": _script}.get(kind.partition(";")[0])
    return rename(twin, body.decode()).encode() if rename and twin.level else body


def _page(twin: Twin, text: str) -> str:
    named = re.sub(r'\b(class|id|for|aria-labelledby)="([^"]*)"', lambda m: f'{m[1]}="{_others(twin, m[2])}"', text)
    linked = re.sub(r'href="#([\w-]+)"', lambda m: f'href="#{_others(twin, m[1])}"', named)
    config = json.dumps({"level": twin.level, "seed": twin.seed, "words": WORDS})
    return linked.replace("<head>", f"<head><script>{SCRIPT.read_text().replace('CONFIG', config)}</script>", 1)


def _styles(twin: Twin, text: str) -> str:
    return re.sub(r"[^{}]+(?=\{)", lambda m: _selector(twin, m[0]), text)


def _script(twin: Twin, text: str) -> str:
    ids = re.sub(r'(getElementById)\("([^"]*)"', lambda m: f'{m[1]}("{_others(twin, m[2])}"', text)
    return re.sub(r'(querySelector|querySelectorAll|closest)\("([^"]*)"', lambda m: f'{m[1]}("{_selector(twin, m[2])}"', ids)


def _selector(twin: Twin, css: str) -> str:
    return re.sub(r"([.#])([a-z][\w-]*)", lambda m: m[1] + _others(twin, m[2]), css)


def _others(twin: Twin, names: str) -> str:
    """Other names for classes or ids, as a build tool makes them: the same for the same seed."""
    return " ".join(f"x{zlib.crc32(f'{twin.seed} {name}'.encode()):x}" for name in names.split())
