"""Which addresses lie inside a boundary, without a browser."""

from __future__ import annotations

import re
import ssl

import pytest
from hypothesis import given
from hypothesis import strategies as st

from awm_mcp.errors import Refused
from awm_mcp.replay.browsing import boundary as rules
from awm_mcp.replay.browsing.boundary import Boundary, endpoints_of, is_never_reachable, web_endpoint
from awm_mcp.replay.browsing.proxy import Admitted, Asked, _is_web_hello

LABEL = st.from_regex(r"[a-z][a-z0-9-]{0,10}[a-z0-9]", fullmatch=True)
HOST = st.lists(LABEL, min_size=2, max_size=4).map(".".join)


def test_a_site_without_port_means_both_web_ports() -> None:
    assert endpoints_of("shop.example") == {("shop.example", 80), ("shop.example", 443)}


@pytest.mark.parametrize(
    ("host", "endpoint"),
    [
        ("shop.example:8000", ("shop.example", 8000)),
        ("127.0.0.1:8001", ("127.0.0.1", 8001)),
        ("[::1]:8001", ("::1", 8001)),
        ("https://Shop.Example/a", ("shop.example", 443)),
        ("Bücher.test:81", ("xn--bcher-kva.test", 81)),
    ],
)
def test_a_host_with_port_means_that_port_only(host: str, endpoint: tuple[str, int]) -> None:
    assert endpoints_of(host) == {endpoint}


@pytest.mark.parametrize(
    "url",
    [
        "file:///etc/passwd", "javascript:alert(1)", "data:text/html,x", "chrome://settings", "view-source:http://a.example",
        "about:blank", "ftp://a.example", "//a.example", "", "http://", "http://169.254.169.254/", "http://[fe80::1]/",
        "http://0.0.0.0:80/", "http://[::ffff:a9fe:a9fe]/", "blob:http://a.example/1",
    ],
)  # fmt: skip
def test_what_is_no_web_address_is_refused_before_anything_starts(url: str) -> None:
    with pytest.raises(Refused, match="site_boundary"):
        web_endpoint(url)


@pytest.mark.parametrize(
    "url",
    [
        "https://shop.example.evil/", "http://localhost.evil.com/", "http://shop.example:8001/", "http://127.0.0.1/",
        "http://[::ffff:7f00:1]/", "https://аpple.example/", "http://shop.example@evil.example/",
    ],
)  # fmt: skip
@pytest.mark.parametrize("listed", ["shop.example", "apple.example", "localhost"])
async def test_only_the_exact_host_and_port_is_inside(url: str, listed: str) -> None:
    with pytest.raises(Refused, match="site_boundary"):
        Boundary([listed]).check(url)


async def test_the_site_itself_is_inside_whatever_its_spelling() -> None:
    boundary = Boundary(["xn--bcher-kva.test", "127.0.0.1:8001"])
    boundary.check("https://BÜCHER.test/a?b=c")
    boundary.check("http://127.0.0.1:8001/")
    boundary.check("http://xn--bcher-kva.test:80/")
    for outside in ("http://127.0.0.1:8002/", "chrome-error://chromewebdata/"):
        with pytest.raises(Refused):
            boundary.check(outside)


async def test_a_learning_boundary_opens_public_pages_but_no_local_ones() -> None:
    boundary = Boundary(["shop.example"], learning=True)
    boundary.check("https://login.other.example/")
    for url in ("http://localhost:3000/", "http://10.0.0.1/", "http://192.168.1.1/admin"):
        with pytest.raises(Refused):
            boundary.check(url)


@given(host=HOST, other=HOST, port=st.sampled_from([80, 443, 8000]))
def test_interception_takes_every_host_but_the_listed_ones(host: str, other: str, port: int) -> None:
    pattern: re.Pattern[str] = rules._outside({(host, port)})
    shown = host if port in (80, 443) else f"{host}:{port}"
    for scheme in ("http", "https", "ws", "wss"):
        assert not pattern.match(f"{scheme}://{shown}/path?x=1")
        assert pattern.match(f"{scheme}://{shown}.evil/") and pattern.match(f"{scheme}://x.{shown}/")
        assert bool(pattern.match(f"{scheme}://{other}/")) == (other != shown)


@given(st.ip_addresses())
def test_an_address_of_a_network_is_judged_without_error(address: object) -> None:
    assert isinstance(is_never_reachable(str(address)), bool)


async def test_a_name_that_leads_to_a_private_address_is_outside(monkeypatch: pytest.MonkeyPatch) -> None:
    async def private(host: str, port: int) -> list[str]:
        return ["93.184.215.14", "10.0.0.7"]

    monkeypatch.setattr(rules, "_resolve", private)
    monkeypatch.setattr(rules, "SIGHT_S", 0.01)
    boundary = Boundary(["shop.example"])
    assert await boundary.admit(Asked("CONNECT", "rebound.example", 443)) is None
    assert boundary.refused == ["rebound.example"]


async def test_a_name_is_looked_up_once_so_that_it_cannot_be_rebound(monkeypatch: pytest.MonkeyPatch) -> None:
    answers = iter([["93.184.215.14"], ["127.0.0.1"]])

    async def changing(host: str, port: int) -> list[str]:
        return next(answers)

    monkeypatch.setattr(rules, "_resolve", changing)
    boundary = Boundary(["shop.example"])
    first = await boundary.admit(Asked("CONNECT", "shop.example", 443))
    assert first == await boundary.admit(Asked("CONNECT", "shop.example", 443)) == Admitted(["93.184.215.14"])


async def test_a_listed_name_that_leads_to_cloud_metadata_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    async def metadata(host: str, port: int) -> list[str]:
        return ["169.254.169.254"]

    monkeypatch.setattr(rules, "_resolve", metadata)
    assert await Boundary(["shop.example"]).admit(Asked("GET", "shop.example", 80, "http://shop.example/")) is None


def test_a_tunnel_for_pages_is_told_from_one_for_a_socket() -> None:
    assert _is_web_hello(_hello("h2", "http/1.1"))
    assert not _is_web_hello(_hello("http/1.1"))
    assert not _is_web_hello(b"GET / HTTP/1.1\r\nUpgrade: websocket\r\n\r\n")
    assert not _is_web_hello(b"")


def _hello(*protocols: str) -> bytes:
    context = ssl.create_default_context()
    context.set_alpn_protocols(list(protocols))
    outgoing = ssl.MemoryBIO()
    talk = context.wrap_bio(ssl.MemoryBIO(), outgoing, server_hostname="a.example")
    with pytest.raises(ssl.SSLWantReadError):
        talk.do_handshake()
    return outgoing.read()
