"""The frame around every page of the practice shop: head, header, notice, footer and the cookie banner."""

from __future__ import annotations

from html import escape

from awm_mcp.practice.goods import CATEGORIES
from awm_mcp.practice.visits import Visit

SHOP = "Juniper & Oak"
_FRAME = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title} – {shop}</title>
<link rel="stylesheet" href="/static/shop.css">
<link rel="icon" href="/static/leaf.svg" type="image/svg+xml">
<script src="/static/shop.js" defer></script>
</head>
<body data-token="{token}">
<a class="skip" href="#content">Skip to content</a>
{header}
<main id="content">
{notice}
{body}
</main>
{footer}
{banner}
</body>
</html>
"""
_HEADER = """<header class="top">
<nav class="narrow" aria-label="Menu">{links}</nav>
<div class="bar">
<a class="logo" href="/">{shop}</a>
<form class="search" role="search" action="/search" method="get">
<label class="hidden" for="q">Search products</label>
<input id="q" name="q" type="search" placeholder="Search products" autocomplete="off" value="{query}">
<button>Search</button>
<ul id="suggestions" class="suggestions" aria-label="Suggestions" hidden></ul>
</form>
<div class="mine">{account}<a class="cart" href="/cart">Cart <span class="count">{pieces}</span></a></div>
</div>
<nav class="wide" aria-label="Main">{links}</nav>
</header>"""
_FOOTER = """<footer>
<form class="newsletter" action="/newsletter" method="post">
{token}
<label for="newsletter-email">Letters from the workshop, four times a year</label>
<input id="newsletter-email" name="email" type="email" placeholder="you@example.com" required>
<button>Subscribe</button>
</form>
<p><a href="/contact">Contact us</a> · {shop} is a practice shop: nothing is sold and nothing leaves this computer.</p>
</footer>"""
_BANNER = """<section class="cookies" id="cookies" aria-label="Cookies">
<p>We keep a cookie for your cart. May we keep one for statistics, too?</p>
<button type="button" data-consent="all">Accept all</button>
<button type="button" data-consent="necessary">Only necessary</button>
</section>"""


def page(visit: Visit, title: str, body: str, *, query: str = "", consent: bool = True) -> str:
    """A whole document. ``consent``: whether the visitor answered the cookie banner already."""
    return _FRAME.format(
        title=escape(title),
        shop=escape(SHOP),
        token=escape(visit.token),
        header=_header(visit, query),
        notice=notice(visit.told()),
        body=body,
        footer=_FOOTER.format(shop=escape(SHOP), token=token(visit)),
        banner="" if consent else _BANNER,
    )


def token(visit: Visit) -> str:
    """The hidden field that every posting form of the visit carries."""
    return f'<input type="hidden" name="token" value="{escape(visit.token)}">'


def notice(text: str) -> str:
    """A message about what was just done, announced to screen readers."""
    return f'<p class="notice" role="status">{escape(text)}</p>' if text else ""


def problems(found: dict[str, str]) -> str:
    """The list of what is wrong with a form, on top of it."""
    items = "".join(f'<li><a href="#{escape(field)}">{escape(text)}</a></li>' for field, text in found.items())
    return f'<div class="problems" role="alert"><p>Please look at this again:</p><ul>{items}</ul></div>' if found else ""


def _header(visit: Visit, query: str) -> str:
    links = "".join(f'<a href="/category/{slug}">{escape(name)}</a>' for slug, name in CATEGORIES.items())
    links += '<a href="/contact">Contact</a>'
    account = '<a href="/account">Account</a>' if visit.customer else '<a href="/sign-in">Sign in</a>'
    return _HEADER.format(links=links, shop=escape(SHOP), query=escape(query), account=account, pieces=visit.pieces)
