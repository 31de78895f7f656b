"""A small library on two shops and a tracker, for the tests of finding and offering."""

from __future__ import annotations

from typing import Any

from awm_mcp.memory.fake import FakeMemory
from awm_mcp.model import Action, Evidence, FlowStep, Output, Param, Parameter, Target, Text, Value, Workflow, value

SHOP, OTHER, TRACKER = "shop.example", "market.example", "tracker.example"


def pattern(text: str) -> Value:
    """``Find {x}`` as words of the model."""
    parts = text.replace("}", "{").split("{")
    return value(Param(param=part) if n % 2 else Text(text=part) for n, part in enumerate(parts))


def click(name: str, role: str = "button") -> FlowStep:
    return FlowStep(url=value("/"), action=Action(type="click", target=Target(role=role, name=pattern(name))))


def fill(name: str, what: str) -> FlowStep:
    return FlowStep(
        url=value("/"), action=Action(type="fill", target=Target(role="textbox", name=value(name)), value=pattern(what))
    )


def flow(
    name: str, template: str, *steps: FlowStep, examples: dict[str, tuple[str, ...]] | None = None, **more: Any
) -> Workflow:
    """A published workflow of one template."""
    shown = pattern(template)
    parameters = tuple(Parameter(name=p, examples=(examples or {}).get(p, ())) for p in dict.fromkeys(shown.params))
    given: dict[str, Any] = {"site": SHOP, "state": "published", "risk": "read", "start": "/", **more}
    return Workflow(
        name=name,
        title=name.split("_", 1)[1].replace("_", " ").capitalize(),
        description=f"{template}. Long words about it: " + "it does many things on the page. " * 20,
        steps=steps or (fill("Search", "{" + parameters[0].name + "}" if parameters else "x"), click("Go"), click("Price")),
        parameters=parameters,
        templates=(shown,),
        evidence=Evidence(support=2, tasks=(shown.words().replace("{", "").replace("}", ""),)),
        **given,
    )


def reading(workflow: Workflow, *names: str) -> Workflow:
    """The workflow with outputs of these names."""
    return workflow.model_copy(update={"outputs": tuple(Output(name=name) for name in names)})


PRICE = reading(
    flow("shop_find_price", "Find the price of {product}", examples={"product": ("Oak Stool", "Dry Cat Food")}), "price"
)
CART = flow(
    "shop_put_product_into_cart",
    "Put {quantity} x {product} into the cart",
    fill("Search", "{product}"), click("Go"), fill("Quantity", "{quantity}"), click("Add to cart"),
    examples={"quantity": ("2",), "product": ("Oak Stool",)}, risk="write",
)  # fmt: skip
CLOSE = flow(
    "tracker_close_issue", "Close the issue '{title}'", site=TRACKER, risk="write", examples={"title": ("Footer is dead",)}
)


async def library(*flows: Workflow) -> FakeMemory:
    """A memory with these workflows, the published ones in the catalogue."""
    memory = FakeMemory()
    for one in flows or (PRICE, CART, CLOSE):
        state = one.state
        stored = await memory.workflows.save(one.model_copy(update={"state": "verified" if state == "published" else state}))
        if state == "published":
            await memory.catalogue.publish(add=[stored])
    return memory
