"""Short ways to write runs for the induction's tests."""

from __future__ import annotations

from typing import Any

from awm_mcp.model import Action, Effect, Run, Seen, Step, Target, Value
from awm_mcp.model import value as value_of

ORIGIN = "http://store.example"


def step(
    kind: str, name: str = "", value: str | Value | None = None, *, role: str = "", url: str = "/", **more: Any
) -> Step:
    """One step; ``name`` names the element, ``more`` holds further fields of target, action or step."""
    target_fields = {k: more.pop(k) for k in ("css", "text", "label", "testid", "row", "seen", "placeholder") if k in more}
    effect = more.pop("effect", None)
    observation = more.pop("observation", "")
    target = (
        Target(role=role or None, name=value_of(name) if name else None, **target_fields)
        if (name or role or target_fields)
        else None
    )
    action = Action(type=kind, target=target, value=value, **more)  # type: ignore[arg-type]
    return Step(action=action, url=ORIGIN + url, effect=effect, observation=observation)


def run(task: str, *steps: Step, id: str = "", answer: str | None = None, **more: Any) -> Run:
    """A solved run on the store, unless told otherwise."""
    given: dict[str, Any] = {
        "site": "store.example",
        "origin": ORIGIN,
        "start_url": ORIGIN + "/",
        "outcome": "success",
    } | more
    return Run(id=id or task[:24], task=task, steps=steps, answer=answer, **given)


def price_run(product: str, price: str, **more: Any) -> Run:
    """Search for a product, open it, read its price."""
    slug = product.lower().replace(" ", "-")
    return run(
        f"Find the price of {product}.",
        step("fill", "Search", product, role="searchbox", css="#q"),
        step("click", "Search", role="button"),
        step("click", product, role="link", url=f"/search?q={product.replace(' ', '+')}", css=f"h3 a[href='/p/{slug}_12/']"),
        step("extract", "", price, role="paragraph", css="p.price", url=f"/p/{slug}_12/"),
        step("stop", "", price, url=f"/p/{slug}_12/"),
        answer=price,
        **more,
    )


def seen(place: int, count: int, items: str = "li.card a", **more: Any) -> Seen:
    """What a browser saw of an element in a list."""
    return Seen(place=place, count=count, items=items, **more)


def unchanged(url: str = "/") -> Effect:
    """An action after which nothing was seen to change."""
    return Effect(url=ORIGIN + url, changed=False)
