"""Where a value is read whose selector is gone: the one element that says the same kind of thing, or an honest stop."""

from __future__ import annotations

import pytest
from core_stage import Stand, step, t

from awm_mcp.model import Landmark, Outcome, Target, value

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]
MAIN = (Landmark(role="main"),)
PRICE = t(role="paragraph", tag="p", landmarks=MAIN, css="p.price")
TOTAL = t(role="cell", tag="td", landmarks=MAIN, row=value("Total"), css="#total")


async def read(stand: Stand, target: Target, html: str, *examples: str, **more) -> Outcome:
    return await stand.play(
        step("extract", target, output="it"), page=html, outputs=({"name": "it", "examples": examples},), **more
    )


def cart(label: str) -> str:
    lines = f"<tr><th>Mug</th><td>$4.00</td></tr><tr><th>{label}</th><td></td><td>$9.50</td></tr>"
    return f"<main><table>{lines}</table></main>"


async def test_a_price_is_read_where_alone_a_price_stands(stand: Stand):
    html = "<header>Cart $0.00</header><main><h1>Mug</h1><div><p class=x1>$12.00</p></div><p class=x2>Holds 3 dl.</p></main>"
    outcome = await read(stand, PRICE, html, "$45.20", "$7.05")
    assert outcome.outputs == {"it": "$12.00"}
    assert "selector is gone" in outcome.steps[0].note


@pytest.mark.parametrize("rival", ["<p class=x2>$3.00</p>", "<span>$3.00</span>"], ids=["same kind", "other kind"])
async def test_of_two_prices_none_is_read(stand: Stand, rival: str):
    outcome = await read(stand, PRICE, f"<main><p class=x1>$12.00</p>{rival}</main>", "$45.20", "$7.05")
    assert (outcome.status, outcome.outputs) == ("target_not_found", {})


async def test_a_price_elsewhere_on_the_page_is_not_the_price(stand: Stand):
    html = "<main><h1>Mug</h1><p>Sold out.</p></main><footer><p>$12.00</p></footer>"
    assert (await read(stand, PRICE, html, "$45.20", "$7.05")).status == "target_not_found"


async def test_the_selector_decides_where_it_is_still_there(stand: Stand):
    html = "<main><p>$3.00</p><p class=price>now for 12 dollars</p></main>"
    outcome = await read(stand, PRICE, html, "$45.20", "$7.05")
    assert outcome.outputs == {"it": "now for 12 dollars"}


async def test_the_row_tells_which_of_several_sums_is_read(stand: Stand):
    assert (await read(stand, TOTAL, cart("Total"), "$28.35", "$41.00")).outputs == {"it": "$9.50"}


async def test_words_are_read_where_they_are_the_very_words(stand: Stand):
    heading = t(role="heading", tag="h1", landmarks=MAIN, css="#done > h1")
    said = await read(stand, heading, "<main><h1>Message sent</h1></main>", "Message sent")
    other = await read(stand, heading, "<main><h1>Message lost</h1></main>", "Message sent")
    assert (said.outputs, other.status) == ({"it": "Message sent"}, "target_not_found")


async def test_a_row_under_another_word_for_the_same_is_read_with_repair_only(stand: Stand):
    without = await read(stand, TOTAL, cart("Sum"), "$28.35", "$41.00")
    healed = await read(stand, TOTAL, cart("Sum"), "$28.35", "$41.00", settings={"repair": "safe"})
    assert without.status == "target_not_found"
    assert (healed.outputs, len(healed.healed)) == ({"it": "$9.50"}, 1)


async def test_a_part_of_the_total_is_not_read_for_the_total(stand: Stand):
    outcome = await read(stand, TOTAL, cart("Total tax"), "$28.35", "$41.00", settings={"repair": "safe"})
    assert (outcome.status, outcome.outputs) == ("target_not_found", {})


async def test_below_zero_is_the_same_kind_of_number(stand: Stand):
    html = "<main><p class=x1>-2 °C, snow</p></main>"
    assert (await read(stand, PRICE, html, "12 °C, sun")).outputs == {"it": "-2 °C, snow"}


@pytest.mark.parametrize(("says", "status"), [("29 °C", "ok"), ("again", "target_not_found")])
async def test_a_bare_path_reads_other_words_with_a_number_only(stand: Stand, says: str, status: str):
    html = f"<p>Now: <span>{says}</span></p>"
    assert (await read(stand, t(tag="span", css="p > span"), html, "12 °C, sun")).status == status
