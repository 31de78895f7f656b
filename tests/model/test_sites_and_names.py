from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from awm_mcp.errors import InvalidInput
from awm_mcp.model.names import NAME, slug, unique_name
from awm_mcp.model.site import default_origin, is_local, join, origin_of, path_of, site_label, site_of


@pytest.mark.parametrize(
    ("url", "site"),
    [
        ("http://Shop.Example:8000/a?b#c", "shop.example:8000"),
        ("https://bücher.test:443/", "xn--bcher-kva.test"),
        ("http://127.0.0.1:8001", "127.0.0.1:8001"),
        ("http://[::1]:8001/x", "[::1]:8001"),
        ("https://localhost.evil.com/", "localhost.evil.com"),
    ],
)
def test_a_site_is_the_lower_case_punycode_host_and_its_port(url: str, site: str) -> None:
    assert site_of(url) == site


def test_a_homograph_is_another_site() -> None:
    assert site_of("https://аpple.com/") != site_of("https://apple.com/")


@pytest.mark.parametrize(
    "bad", ["", "shop.test", "file:///etc/passwd", "javascript:alert(1)", "http://", "/path", "http://[::1"]
)
def test_what_is_no_web_address_is_refused(bad: str) -> None:
    with pytest.raises(InvalidInput):
        site_of(bad)


@pytest.mark.parametrize("bad", ["http://not a url", "https://a b.example/x", 'http://a"b/'])
def test_a_host_with_blanks_or_marks_is_none(bad: str) -> None:
    with pytest.raises(InvalidInput, match="not_a_web_address"):
        site_of(bad)


def test_a_path_keeps_query_and_fragment_and_joins_to_another_origin() -> None:
    path = path_of("http://shop.test:81/a/b?q=1%202#top")
    assert path == "/a/b?q=1%202#top"
    assert join("https://staging.test", path) == "https://staging.test/a/b?q=1%202#top"
    assert path_of("http://shop.test") == "/"
    assert origin_of("HTTPS://Shop.test:443/x") == "https://shop.test"


@pytest.mark.parametrize(
    ("host", "local"),
    [
        ("127.0.0.1", True),
        ("localhost", True),
        ("a.localhost", True),
        ("[::1]", True),
        ("[::ffff:7f00:1]", True),
        ("10.1.2.3", True),
        ("169.254.169.254", True),
        ("shop.test", False),
        ("localhost.evil.com", False),
        ("8.8.8.8", False),
    ],
)
def test_private_addresses_are_local(host: str, local: bool) -> None:
    assert is_local(host) is local


@pytest.mark.parametrize(
    ("site", "label"),
    [
        ("www.shop.example:8000", "shop"),
        ("shop.example", "shop"),
        ("127.0.0.1:9401", "local"),
        ("localhost:3", "local"),
        ("[::1]:8", "local"),
        ("shopping.18.225.67.57.nip.io", "shopping"),
        ("10.0.0.1.sslip.io", "local"),
    ],
)
def test_a_site_has_a_short_label_for_names(site: str, label: str) -> None:
    assert site_label(site) == label


@given(st.text(max_size=80))
def test_every_text_gives_a_valid_name(text: str) -> None:
    assert NAME.match(slug(text))


@given(st.text(max_size=80), st.integers(0, 30))
def test_a_taken_name_gets_a_free_one_of_valid_form(text: str, others: int) -> None:
    taken: set[str] = set()
    for _ in range(others):
        name = unique_name(slug(text), taken)
        assert NAME.match(name) and name not in taken
        taken.add(name)


@pytest.mark.parametrize(
    ("site", "origin"),
    [
        ("shop.example", "https://shop.example"),
        ("shop.example:8000", "http://shop.example:8000"),
        ("shop.example:443", "https://shop.example:443"),
        ("shop.example:8443", "https://shop.example:8443"),
        ("127.0.0.1:8765", "http://127.0.0.1:8765"),
        ("localhost", "http://localhost"),
        ("192.168.7.9", "http://192.168.7.9"),
        ("intranet", "http://intranet"),
        ("[::1]", "http://[::1]"),
        ("[::1]:8001", "http://[::1]:8001"),
        ("93.184.215.14", "https://93.184.215.14"),
    ],
)
def test_a_site_that_nobody_told_the_origin_of_speaks_tls_unless_it_is_at_hand_or_at_a_port_of_its_own(
    site: str, origin: str
) -> None:
    assert default_origin(site) == origin
    assert site_of(origin) == site.removesuffix(":443")
