"""What the practice shop sells: forty products made from a seed, so that every start of one seed is the same shop."""

from __future__ import annotations

import random
from dataclasses import dataclass

CATEGORIES = {"kitchen": "Kitchen", "garden": "Garden", "desk": "Desk", "bath": "Bath"}

_NOUNS = {
    "kitchen": {
        "Kettle": "Copper Enamel Steel",
        "Breadboard": "Oak Beech Walnut",
        "Colander": "Enamel Steel",
        "Pepper Mill": "Beech Walnut Acacia",
        "Whisk": "Steel Birch",
        "Teapot": "Stoneware Glass Enamel",
        "Butter Dish": "Glass Stoneware",
        "Ladle": "Beech Steel Copper",
        "Jug": "Glass Enamel",
        "Apron": "Linen Cotton Denim",
    },
    "garden": {
        "Trowel": "Copper Steel",
        "Watering Can": "Zinc Enamel Copper",
        "Seed Tray": "Zinc Cork",
        "Lantern": "Brass Glass",
        "Rake": "Bamboo Steel",
        "Plant Stand": "Oak Bamboo Iron",
        "Twine": "Jute Hemp",
        "Bird Feeder": "Oak Copper Glass",
        "Gloves": "Leather Cotton",
        "Hoe": "Steel Copper",
    },
    "desk": {
        "Notebook": "Linen Leather Cork",
        "Pen Pot": "Walnut Cork Brass",
        "Desk Lamp": "Brass Enamel Oak",
        "Letter Tray": "Walnut Oak Steel",
        "Ruler": "Brass Beech",
        "Stapler": "Steel Brass",
        "Bookend": "Marble Iron Oak",
        "Clock": "Walnut Slate Cork",
        "Paperweight": "Glass Marble Brass",
        "Globe": "Paper Brass",
    },
    "bath": {
        "Soap Dish": "Slate Cedar Stoneware",
        "Bath Mat": "Cork Cotton Bamboo",
        "Towel": "Linen Cotton",
        "Nail Brush": "Beech Cedar",
        "Mirror": "Oak Brass Bamboo",
        "Stool": "Cedar Oak Cork",
        "Laundry Bag": "Linen Cotton",
        "Sponge": "Sea Hemp",
        "Robe": "Linen Cotton",
        "Candle": "Soy Beeswax",
    },
}
_OPTIONS = {"Colour": ("Natural", "Forest green", "Midnight blue"), "Size": ("Small", "Medium", "Large")}
_REMARKS = (
    "This {thing} is better than the one it replaced.",
    "The {thing} arrived quickly and well packed.",
    "A {thing} that does what it should, nothing more.",
    "The {thing} was a present, and it was liked.",
    "Smaller than I had thought a {thing} would be, but sturdy.",
)
_AUTHORS = ("Ines", "Tomasz", "Priya", "Hal", "Margit", "Noor", "Bea", "Rupert")


@dataclass(frozen=True)
class Review:
    """What a customer wrote; ``stars`` from 1 to 5."""

    author: str
    stars: int
    text: str


@dataclass(frozen=True)
class Product:
    """One article. ``price``: cents; ``option``: name of the choice it comes in, empty when there is none."""

    slug: str
    name: str
    category: str
    price: int
    description: str
    option: str
    choices: tuple[str, ...]
    reviews: tuple[Review, ...]
    number: int

    @property
    def stars(self) -> float:
        """The mean of the reviews."""
        return sum(review.stars for review in self.reviews) / len(self.reviews)


def money(cents: int) -> str:
    """As the shop writes it: ``$1,234.50``."""
    return f"${cents / 100:,.2f}"


def products(seed: int = 1) -> dict[str, Product]:
    """All products by slug, in the order of the shelves; equal for equal seeds."""
    dice = random.Random(seed)
    made = [
        _product(dice, category, f"{dice.choice(makes.split())} {noun}", number)
        for number, (category, noun, makes) in enumerate((c, n, m) for c, nouns in _NOUNS.items() for n, m in nouns.items())
    ]
    return {product.slug: product for product in made}


def search(shelf: dict[str, Product], query: str) -> list[Product]:
    """Products whose name or category holds a word of the query; those that hold most of its words come first."""
    words = query.casefold().split()
    held = {p.slug: sum(word in f"{p.name} {p.category}".casefold() for word in words) for p in shelf.values()}
    return sorted((p for p in shelf.values() if held[p.slug]), key=lambda p: (-held[p.slug], p.number))


def ordered(found: list[Product], by: str) -> list[Product]:
    """Sorted as the customer asked: ``price``, ``-price``, ``name``, ``rating``; anything else keeps the shelf's order."""
    if by == "price":
        return sorted(found, key=lambda p: (p.price, p.name))
    if by == "-price":
        return sorted(found, key=lambda p: (-p.price, p.name))
    if by == "name":
        return sorted(found, key=lambda p: p.name)
    if by == "rating":
        return sorted(found, key=lambda p: (-p.stars, p.name))
    return found


def _product(dice: random.Random, category: str, name: str, number: int) -> Product:
    option = dice.choice(("", "", *_OPTIONS))
    return Product(
        slug=name.lower().replace(" ", "-"),
        name=name,
        category=category,
        price=dice.randrange(450, 9000, 5),
        description=f"A {name.lower()} for every day, made to be mended rather than replaced.",
        option=option,
        choices=_OPTIONS.get(option, ()),
        reviews=tuple(_review(dice, name) for _ in range(dice.randint(1, 4))),
        number=number,
    )


def _review(dice: random.Random, name: str) -> Review:
    thing = name.split(" ", 1)[1].lower()
    return Review(dice.choice(_AUTHORS), dice.randint(2, 5), dice.choice(_REMARKS).format(thing=thing))
