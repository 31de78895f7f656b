# ruff: noqa: E501  pages are easier to read as the markup they are
"""A number that was typed and that the page then shows as an amount is seen to be taken."""

from __future__ import annotations

import pytest
from browser_fixtures import Answer, Hit
from core_stage import Stand, param, step, t

from awm_mcp.model import Evidence

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]
LEARNED = Evidence(runs=("run_1", "run_2"), support=2)
PRICE = t(role="textbox", name="Price")
PAGE = """<table><tr><td>Copywriting<td id=c><button id=b>%s</button></table><p id=s>Total of all is %s</p><script>
b.onclick = () => { c.innerHTML = '<input aria-label=Price>'; const n = c.firstChild; n.focus(); n.onkeydown = async e => {
  if (e.key !== 'Enter') return;
  const r = await fetch('/keep', { method: 'PUT', body: n.value }); c.textContent = await r.text(); s.textContent = 'Total of all is 2,160.00' } };
</script>"""


@pytest.mark.parametrize(
    ("shown", "ended"),
    [("310.00", "ok"), ("310,00 €", "ok"), ("USD 310", "ok"), ("250.00", "unknown"), ("3,100.00", "unknown")],
)
async def test_a_price_in_the_writing_of_the_site_is_the_price_that_was_typed(stand: Stand, shown: str, ended: str) -> None:
    kept = ["250.00"]

    def keep(_: Hit) -> Answer:
        kept[0] = shown
        return (200, {}, shown)

    stand.site.pages |= {"/": lambda _: PAGE % (kept[0], "540.00" if kept[0] == "250.00" else "2,160.00"), "/keep": keep}
    steps = (
        step("click", t(role="button", css="#b")), step("fill", PRICE, param("price")), step("press", PRICE, "Enter", writes=True),
    )  # fmt: skip

    outcome = await stand.play(*steps, args={"price": "310"}, evidence=LEARNED)

    assert outcome.status == ended, outcome.stopped
