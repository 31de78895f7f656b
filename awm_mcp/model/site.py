"""Sites and addresses. A site is a lower-case punycode host and its port; workflows never carry a base URL."""

from __future__ import annotations

import ipaddress
import re

from yarl import URL

from awm_mcp.errors import InvalidInput

_HOST = re.compile(r"[^\s/?#@<>\"]+")
WEB_SCHEMES = ("http", "https")
_DEFAULT_PORT = {"http": 80, "https": 443}
_TLS_PORTS = ("443", "8443")


def origin_of(url: str) -> str:
    """``http://Shop.Example:8000/a`` -> ``http://shop.example:8000``.

    Raises:
        InvalidInput: the text is no absolute http or https address.
    """
    parsed = _web_url(url)
    return f"{parsed.scheme}://{_authority(parsed)}"


def site_of(url: str) -> str:
    """``http://Bücher.test:80/a`` -> ``xn--bcher-kva.test``; the port is kept unless it is the scheme's own.

    Raises:
        InvalidInput: the text is no absolute http or https address.
    """
    return _authority(_web_url(url))


def default_origin(site: str) -> str:
    """The origin of a site that nobody has told: ``127.0.0.1:8765`` -> ``http://127.0.0.1:8765``.

    Public sites are taken to speak TLS; servers at hand (loopback, private, a bare host name) and at other ports not.
    """
    port = re.search(r":(\d+)$", site)
    host = site[: port.start()] if port else site
    at_hand = is_local(host) or not re.search(r"[.:]", host)
    tls = port.group(1) in _TLS_PORTS if port else not at_hand
    return f"{'https' if tls else 'http'}://{site}"


_BARE = re.compile(r"(?:localhost|[a-z0-9][\w-]*(?:\.[\w-]+)+|\[[0-9a-f:.]+\])(?::\d+)?(?=[/?#]|$)", re.IGNORECASE)


def with_scheme(address: str) -> str:
    """A bare host as people write it becomes a web address: ``127.0.0.1:8765/a`` -> ``http://127.0.0.1:8765/a``.

    Anything else comes back as it is.
    """
    bare = _BARE.match(address.strip())
    return default_origin(bare.group()) + address.strip()[bare.end() :] if bare else address


def path_of(url: str) -> str:
    """Path, query and fragment of an address, percent-encoded as it came: what a workflow keeps of it."""
    without_origin = re.sub(r"^[a-zA-Z][a-zA-Z0-9+.-]*://[^/?#]*", "", url, count=1)
    return without_origin if without_origin.startswith("/") else "/" + without_origin


def join(origin: str, path: str) -> str:
    """The address of a path on an origin; an absolute web address on the same site passes through."""
    if re.match(r"^https?://", path):
        return path
    return origin.rstrip("/") + (path if path.startswith("/") else "/" + path)


def lasting(path: str) -> str:
    """A path without what only counts for one visit: session ids, seeds, times, marks of where a visitor came from."""
    before, mark, fragment = path.partition("#")
    page, _, query = re.sub(r";(?:jsessionid|phpsessid|sid)=[^?/]*", "", before, flags=re.IGNORECASE).partition("?")
    kept = [part for part in query.split("&") if part and not _PASSING.fullmatch(part.partition("=")[0])]
    return page + ("?" + "&".join(kept) if kept else "") + mark + fragment


_PASSING = re.compile(
    r"(?:php|j|asp\.?net_?)?sess(?:ion)?_?(?:id)?|sid|seed|rand(?:om)?|nonce|cb|cache_?bust(?:er)?|_|_t|ts|time_?stamp"
    r"|utm_\w+|gclid|fbclid|msclkid|dclid|_ga|_gl|mc_[ce]id",
    re.IGNORECASE,
)
"""Names of parts of a query that only count for one visit."""


def is_local(host: str) -> bool:
    """Whether a host name or address is loopback, private, link-local or otherwise not public."""
    name = host.strip("[]").lower()
    if name == "localhost" or name.endswith(".localhost"):
        return True
    try:
        address = ipaddress.ip_address(name)
    except ValueError:
        return False
    mapped = getattr(address, "ipv4_mapped", None)
    return not (mapped or address).is_global


def site_label(site: str) -> str:
    """The part of a site that people call it by, for names: ``www.shop.example:8000`` -> ``shop``."""
    host = site.rsplit(":", 1)[0] if not site.endswith("]") else site
    if host.startswith("[") or re.fullmatch(r"[\d.]+", host) or host == "localhost":
        return "local"
    if address := re.search(r"(?:^|\.)\d+\.\d+\.\d+\.\d+\.", host):
        host = host[: address.start()] or "local"
    labels = [part for part in host.split(".") if part not in ("www", "app", "m")]
    return labels[0] if len(labels) < 3 else labels[-2] if len(labels[-2]) > 3 else labels[-3]


def _web_url(url: str) -> URL:
    try:
        parsed = URL(url.strip())
        known = parsed.scheme in WEB_SCHEMES and bool(_HOST.fullmatch(parsed.raw_host or ""))
    except (ValueError, TypeError):
        known = False
        parsed = URL()
    if not known:
        raise InvalidInput(
            "not_a_web_address",
            expected="an absolute http:// or https:// address",
            seen=repr(url[:120]),
            next="send the address as the browser shows it",
        )
    return parsed


def _authority(parsed: URL) -> str:
    host = (parsed.raw_host or "").lower()
    if ":" in host:
        host = f"[{host}]"
    port = parsed.explicit_port
    return host if port is None or port == _DEFAULT_PORT[parsed.scheme] else f"{host}:{port}"
