"""Bodies of the pages on which one looks for things: home, search results, categories and products."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from awm_mcp.practice.goods import CATEGORIES, Product, money
from awm_mcp.practice.layout import token
from awm_mcp.practice.visits import MOST_PIECES, Visit

SORTS = {"": "Featured", "price": "Price, low to high", "-price": "Price, high to low", "name": "Name", "rating": "Rating"}
_CARD = """<article class="card">
<a class="picture" href="{href}">
<img src="/static/leaf.svg" alt="{name}" width="64" height="64" style="--turn:{turn}deg"></a>
<h3><a href="{href}">{name}</a></h3>
<p class="price">{price}</p>
<p class="rating" role="img" aria-label="{stars:.1f} of 5 stars">{drawn}</p>
</article>"""
_PRODUCT = """<nav class="crumbs" aria-label="Breadcrumb">
<a href="/">Home</a> › <a href="/category/{slug}">{category}</a></nav>
<div class="product">
<div class="picture"><img src="/static/leaf.svg" alt="" width="180" height="180" style="--turn:{turn}deg"></div>
<div>
<h1>{name}</h1>
<p class="price">{price}</p>
<p>{description}</p>
<form action="/cart/add" method="post" class="buy">
{token}<input type="hidden" name="product" value="{product}">
{option}
<label for="quantity">Quantity</label>
<input id="quantity" name="quantity" type="number" min="1" max="{most}" value="1" required>
<button>Add to cart</button>
</form>
</div>
</div>
<section aria-labelledby="reviews"><h2 id="reviews">Reviews</h2><ul class="reviews">{reviews}</ul></section>"""
_SORTING = """<form class="sorting" action="{action}" method="get">
<label for="sort">Sort by</label>
<select id="sort" name="sort" data-submit>{options}</select>
<noscript><button>Sort</button></noscript>
</form>"""


def home(found: Sequence[Product]) -> str:
    """The welcome, and a shelf of what is liked most."""
    return (
        '<section class="hero"><h1>Things that last</h1><p>Forty plain objects for house, desk and garden.</p></section>'
        f"<section><h2>Liked most</h2>{cards(found)}</section>"
    )


def results(query: str, found: Sequence[Product]) -> str:
    """Search results, or the words that nothing was found."""
    if not query.strip():
        return "<h1>Search</h1><p>What are you looking for? Type a word into the search field above.</p>"
    count = f"{len(found)} result{'' if len(found) == 1 else 's'}"
    return f"<h1>Results for “{escape(query)}”</h1><p>{count}</p>{cards(found)}"


def category(slug: str, found: Sequence[Product], sort: str) -> str:
    """A category with its sorting."""
    options = "".join(
        f'<option value="{value}"{" selected" if value == sort else ""}>{escape(name)}</option>'
        for value, name in SORTS.items()
    )
    sorting = _SORTING.format(action=f"/category/{slug}", options=options)
    return f'<div class="head"><h1>{escape(CATEGORIES[slug])}</h1>{sorting}</div>{cards(found)}'


def product(visit: Visit, shown: Product) -> str:
    """A product with price, choice, quantity and reviews."""
    return _PRODUCT.format(
        slug=shown.category,
        category=escape(CATEGORIES[shown.category]),
        name=escape(shown.name),
        turn=_turn(shown),
        price=money(shown.price),
        description=escape(shown.description),
        token=token(visit),
        product=shown.slug,
        option=_option(shown),
        most=MOST_PIECES,
        reviews="".join(
            f"<li><strong>{escape(r.author)}</strong> <span>{'★' * r.stars}</span> {escape(r.text)}</li>"
            for r in shown.reviews
        ),
    )


def cards(found: Sequence[Product]) -> str:
    """Product cards; each holds two links of one name, as most shops do."""
    return f'<div class="cards">{"".join(_card(product) for product in found)}</div>'


def _card(shown: Product) -> str:
    return _CARD.format(
        href=f"/product/{shown.slug}",
        name=escape(shown.name),
        turn=_turn(shown),
        price=money(shown.price),
        stars=shown.stars,
        drawn="★" * round(shown.stars) + "☆" * (5 - round(shown.stars)),
    )


def _option(shown: Product) -> str:
    if not shown.option:
        return ""
    choices = "".join(f"<option>{escape(choice)}</option>" for choice in shown.choices)
    return f'<label for="choice">{escape(shown.option)}</label><select id="choice" name="choice">{choices}</select>'


def _turn(shown: Product) -> int:
    return shown.number * 47 % 360
