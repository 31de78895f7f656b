"""The site boundary: what a browser context may reach, enforced below the page.

Listed endpoints (the site, its known hosts, the owner's extra hosts) may be reached with everything. Any other public
host gives passive parts of a page only: images, fonts, styles, scripts and media, by GET. Documents, requests of
scripts and WebSockets to it are refused, and private, loopback and metadata addresses always are. A name is looked up
once and the connection goes to the address that was checked, so that it cannot be rebound.
"""

from __future__ import annotations

import asyncio
import ipaddress
import re
import socket
from collections.abc import Collection
from typing import TYPE_CHECKING, Literal

from yarl import URL

from awm_mcp.errors import Refused
from awm_mcp.model.base import Word
from awm_mcp.model.site import is_local
from awm_mcp.replay.browsing.listening import heard
from awm_mcp.replay.browsing.proxy import Admitted, Asked, Proxy

if TYPE_CHECKING:
    from playwright.async_api import BrowserContext, ProxySettings, Request, Route, WebSocketRoute

Endpoint = tuple[str, int]
RefusedKind = Literal["document", "frame", "request", "passive"]

PASSIVE_TYPES = frozenset({"image", "font", "stylesheet", "script", "media"})
DEFAULT_PORT = {"http": 80, "https": 443, "ws": 80, "wss": 443}
SIGHT_S = 2.0  # the browser announces a request before it connects; so long we wait for the announcement
LEARNING_SIGHT_S = 0.3
URLS_KEPT = 5000
SETTLE_S = 0.05  # requests sent before interception starts are announced within this time, later ones are intercepted
DISTRUST_S = 10.0  # a host that was asked for more than passive parts gives nothing for so long


class RefusedHit(Word):
    """One refused connection. ``kind``: a page, a frame, a request by a script or socket, or a mere part of a page."""

    host: str
    kind: RefusedKind
    url: str = ""


def endpoints_of(host: str) -> frozenset[Endpoint]:
    """``shop.example`` -> its ports 80 and 443; ``shop.example:8000`` or a full address -> that port only."""
    url = URL(host if "://" in host else f"any://{host}")
    name = (url.raw_host or "").lower()
    port = url.explicit_port or DEFAULT_PORT.get(url.scheme)
    return frozenset({(name, port)} if port else {(name, 80), (name, 443)})


def is_never_reachable(address: str) -> bool:
    """Whether an address is link-local (cloud metadata), unspecified, multicast or reserved."""
    try:
        ip = ipaddress.ip_address(address)
    except ValueError:
        return False
    mapped = getattr(ip, "ipv4_mapped", None) or ip
    return bool(mapped.is_link_local or mapped.is_unspecified or mapped.is_multicast or address == "fd00:ec2::254")


def web_endpoint(url: str) -> Endpoint:
    """Host and port of an address to open.

    Raises:
        Refused: ``site_boundary``; it is no web address (``file:``, ``javascript:``, ``data:``, ``chrome:``, …) or one of
            a metadata service.
    """
    try:
        parsed = URL(url.strip())
        host = (parsed.raw_host or "").lower()
    except (ValueError, TypeError):
        parsed, host = URL(), ""
    if parsed.scheme not in ("http", "https") or not host or is_never_reachable(host):
        raise Refused(
            "site_boundary",
            expected="an http:// or https:// address of a web site",
            seen=url[:120],
            next="open the page by its web address; local files and browser pages cannot be opened"
            if parsed.scheme
            else "write the whole address, as http://127.0.0.1:8000/ or https://shop.example/",
        )
    return host, parsed.port or DEFAULT_PORT[parsed.scheme]


class Boundary:
    """What one browser context may reach; ``refused`` lists the hosts that it was kept from.

    ``learning`` lets any public host through and notes in ``used`` the ones that pages needed, so that a recorded run
    can tell them. Local addresses stay refused unless listed.
    """

    def __init__(self, listed: Collection[str], *, learning: bool = False) -> None:
        self.learning = learning
        self.hits: list[RefusedHit] = []
        self.used: list[str] = []
        self._listed: set[Endpoint] = set()
        self._addresses: dict[Endpoint, list[str]] = {}
        self._nameless: set[Endpoint] = set()
        self._sightings = _Sightings()
        self._context: BrowserContext | None = None
        self._armed: re.Pattern[str] | None = None
        self._arming = asyncio.Lock()
        self._proxy = Proxy(self)
        for host in listed:
            self._listed |= endpoints_of(host)

    @property
    def refused(self) -> list[str]:
        """Hosts that were refused, in order, each once."""
        return list(dict.fromkeys(hit.host for hit in self.hits))

    @property
    def refused_pages(self) -> list[str]:
        """Hosts whose pages were refused: the page tried to leave the site."""
        return list(dict.fromkeys(hit.host for hit in self.hits if hit.kind == "document"))

    def knows_no_address_of(self, url: str) -> bool:
        """Whether a page asked for a host whose name leads nowhere; the browser only sees a connection that ends."""
        return _endpoint(url) in self._nameless

    def check(self, url: str) -> None:
        """Refuses an address to open that is no web address or lies outside; nothing is contacted.

        Raises:
            Refused: ``site_boundary``.
        """
        endpoint = web_endpoint(url)
        if endpoint in self._listed or (self.learning and not is_local(endpoint[0])):
            return
        raise Refused(
            "site_boundary",
            expected=f"an address on {', '.join(sorted({host for host, _ in self._listed}))}",
            seen=_shown(endpoint),
            next="name the host in AWM_EXTRA_HOSTS if the site needs it",
        )

    async def start(self) -> ProxySettings:
        """Opens the proxy; the answer is what the browser context is made with.

        Listed addresses that are literal cannot be rebound, so the browser talks to them directly.
        """
        port = await self._proxy.start()
        direct = [_authority(*endpoint) for endpoint in sorted(self._listed) if _cannot_be_rebound(endpoint[0])]
        return {"server": f"http://127.0.0.1:{port}", "bypass": ",".join(["<-loopback>", *direct])}

    async def watch(self, context: BrowserContext, *, behind_proxy: bool = True) -> None:
        """Listens to what the context is about to ask for; needed before any host outside may be reached.

        A context that cannot use the proxy (a browser on another machine) is intercepted from the start instead.
        """
        self._context = context
        context.on("request", heard(self._see))
        if not behind_proxy and not self.learning:
            await self._arm()

    async def allow(self, host: str) -> None:
        """Adds a host while the context lives."""
        for endpoint in endpoints_of(host) - self._listed:
            self._listed.add(endpoint)
            self._addresses.pop(endpoint, None)
        if self._armed is not None:
            await self._arm(again=True)

    async def close(self) -> None:
        """Ends every connection that still runs through the boundary."""
        await self._proxy.close()

    async def admit(self, asked: Asked) -> Admitted | None:
        """The proxy's question; see ``proxy.Gate``."""
        endpoint = (asked.host, asked.port)
        if endpoint in self._listed:
            return self._to(await self._look_up(endpoint, local=True))
        public = not is_local(asked.host) and bool(await self._look_up(endpoint, local=False))
        if self.learning and public:
            self._note_use(endpoint, await self._sightings.wait(endpoint, LEARNING_SIGHT_S))
            return self._to(self._addresses[endpoint])
        kind = await self._sightings.wait(endpoint, SIGHT_S, asked.url)
        if public and kind == "passive" and (self._armed is None or not asked.url):
            await asyncio.sleep(SETTLE_S)
            await self._arm()
            kind = self._sightings.kind(endpoint)
        if public and kind == "passive" and asked.method in ("CONNECT", "GET", "HEAD"):
            return Admitted(self._addresses[endpoint], only_web=True)
        return self._refuse(endpoint, kind, asked.url)

    def _to(self, addresses: list[str]) -> Admitted | None:
        return Admitted(addresses) if addresses else None

    def _refuse(self, endpoint: Endpoint, kind: RefusedKind, url: str = "") -> None:
        self.hits.append(RefusedHit(host=_shown(endpoint), kind=kind, url=url))

    async def _look_up(self, endpoint: Endpoint, *, local: bool) -> list[str]:
        """Addresses of a name, looked up once; for hosts outside only if all of them are public."""
        if endpoint not in self._addresses:
            found = await _resolve(*endpoint)
            if not found:
                self._nameless.add(endpoint)
            fit = [a for a in found if not is_never_reachable(a) and (local or not is_local(a))]
            self._addresses[endpoint] = fit if local or len(fit) == len(found) else []
        return self._addresses[endpoint]

    def _see(self, request: Request) -> None:
        endpoint = _endpoint(request.url)
        if endpoint is None or endpoint in self._listed:
            return
        kind = _kind(request)
        if self.learning:
            self._sightings.add(endpoint, kind, request.url)
            self._note_use(endpoint, kind)
        elif kind == "passive" or self._armed is None:
            self._sightings.add(endpoint, kind, request.url)
        elif request.redirected_from is not None:
            # Interception does not see where a redirect leads; whatever asked for it is to be told and not trusted.
            self._sightings.add(endpoint, kind, request.url)
            self._refuse(endpoint, kind, request.url)

    def _note_use(self, endpoint: Endpoint, kind: RefusedKind) -> None:
        if kind != "passive" and not is_local(endpoint[0]) and _shown(endpoint) not in self.used:
            self.used.append(_shown(endpoint))

    async def _arm(self, *, again: bool = False) -> None:
        """Intercepts requests to hosts outside, from the first time that a page needs one.

        Not from the start: interception turns the browser's cache off, which a site without foreign parts need not pay.
        """
        async with self._arming:
            if self._context is None or (self._armed is not None and not again):
                return
            pattern = _outside(self._listed)
            await self._context.route(pattern, self._decide)
            if self._armed is None:
                await self._context.route_web_socket(pattern, self._decide_socket)
            else:
                await self._context.unroute(self._armed, self._decide)
            self._armed = pattern

    async def _decide(self, route: Route) -> None:
        request = route.request
        if _kind(request) == "passive":
            await route.fallback()
            return
        if endpoint := _endpoint(request.url):
            self._refuse(endpoint, _kind(request), request.url)
        await route.abort("blockedbyclient")

    async def _decide_socket(self, socket: WebSocketRoute) -> None:
        endpoint = _endpoint(socket.url)
        if endpoint is None or endpoint in self._listed:
            socket.connect_to_server()
            return
        self._refuse(endpoint, "request", socket.url)
        await socket.close(code=1008, reason="site boundary")


class _Sightings:
    """What kinds of requests to hosts outside the browser announced lately."""

    def __init__(self) -> None:
        self._passive: set[Endpoint] = set()
        self._active: dict[Endpoint, tuple[float, RefusedKind]] = {}
        self._urls: set[str] = set()
        self._news = asyncio.Event()

    def add(self, endpoint: Endpoint, kind: RefusedKind, url: str) -> None:
        """Notes a request that is about to be sent."""
        if kind == "passive":
            self._passive.add(endpoint)
        else:
            self._active[endpoint] = (asyncio.get_running_loop().time(), kind)
        if len(self._urls) > URLS_KEPT:
            self._urls.clear()
        self._urls.add(url.partition("#")[0])
        self._news.set()
        self._news = asyncio.Event()

    def kind(self, endpoint: Endpoint) -> RefusedKind:
        """The most demanding kind seen lately; what nobody announced counts as a request of a script."""
        at, kind = self._active.get(endpoint, (float("-inf"), "request"))
        if asyncio.get_running_loop().time() - at < DISTRUST_S:
            return kind
        return "passive" if endpoint in self._passive else "request"

    async def wait(self, endpoint: Endpoint, seconds: float, url: str = "") -> RefusedKind:
        """The same, after waiting so long for an announcement: of this very address, or of any on a tunnel's host."""
        try:
            async with asyncio.timeout(seconds):
                while not self._announced(endpoint, url):
                    await self._news.wait()
        except TimeoutError:
            return "request"
        return self.kind(endpoint)

    def _announced(self, endpoint: Endpoint, url: str) -> bool:
        return url in self._urls if url else endpoint in self._passive or endpoint in self._active


def _kind(request: Request) -> RefusedKind:
    if request.resource_type == "document":
        return "frame" if _in_frame(request) else "document"
    return "passive" if request.resource_type in PASSIVE_TYPES and request.method == "GET" else "request"


def _in_frame(request: Request) -> bool:
    from playwright.async_api import Error

    try:
        return request.frame.parent_frame is not None
    except Error:  # the first request of a new window comes before its frame, which then is a main one
        return False


def _endpoint(url: str) -> Endpoint | None:
    try:
        parsed = URL(url, encoded=True)
        port = parsed.port or DEFAULT_PORT.get(parsed.scheme)
        return (parsed.raw_host.lower(), port) if parsed.raw_host and port else None
    except (ValueError, TypeError):
        return None


def _shown(endpoint: Endpoint) -> str:
    host, port = endpoint
    shown = f"[{host}]" if ":" in host else host
    return shown if port in (80, 443) else f"{shown}:{port}"


def _authority(host: str, port: int) -> str:
    return f"[{host}]:{port}" if ":" in host else f"{host}:{port}"


def _cannot_be_rebound(host: str) -> bool:
    """Literal addresses, and the loopback name that browsers never look up."""
    if host == "localhost":
        return True
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return False
    return not is_never_reachable(host)


def _outside(listed: set[Endpoint]) -> re.Pattern[str]:
    """Web addresses of all but the listed endpoints."""
    inside = "|".join(sorted(_authority_pattern(host, port) for host, port in listed)) or "(?!)"
    return re.compile(rf"^(?:https?|wss?)://(?!(?:{inside})(?:[/?#]|$))")


def _authority_pattern(host: str, port: int) -> str:
    name = re.escape(f"[{host}]" if ":" in host else host)
    return f"{name}(?::{port})?" if port in (80, 443) else f"{name}:{port}"


async def _resolve(host: str, port: int) -> list[str]:
    if host == "localhost" or host.endswith(".localhost"):
        return ["127.0.0.1", "::1"]
    try:
        found = await asyncio.get_running_loop().getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except OSError:
        return []
    return list(dict.fromkeys(str(entry[4][0]) for entry in found))
