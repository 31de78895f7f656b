"""Lists cut long titles with "…" and keep the whole text in an attribute: the entry is the one that the whole text is of."""

from __future__ import annotations

import pytest
from core_stage import LOG, READ, SOON, Stand, param, step, t

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]
WHOLE = "Replace deprecated analytics library"
OTHER = "Replace deprecated analytics pipeline"
CUT = "Replace deprecated anal…"
LINK = t(role="link", name=param("title"))
ROW = t(role="button", name="Close", row=param("title"))


def _link(title: str, page: str) -> str:
    return f"<li>{page.format(title=title, cut=CUT, log=title[-7:])}</li>"


@pytest.mark.parametrize(
    "drawn",
    [
        "<a href=# title='{title}' onclick=\"say('{log}')\">{cut}</a>",
        "<a href=# onclick=\"say('{log}')\"><span title='{title}'>{cut}</span></a>",
        "<div title='{title}'><a href=# onclick=\"say('{log}')\">{cut}</a></div>",
        "<a href=# data-bs-original-title='{title}' onclick=\"say('{log}')\">Replace deprecated ana...</a>",
        "<a href=# title='{title}' onclick=\"say('{log}')\">Replace … {log}</a>",
    ],
)
async def test_a_cut_title_is_the_entry_that_the_whole_text_beside_it_is_of(drawn: str, stand: Stand):
    page = f"<ul>{_link(OTHER, drawn)}{_link(WHOLE, drawn)}</ul>{LOG}"
    outcome = await stand.play(step("click", LINK), READ, page=page, args={"title": WHOLE})
    assert outcome.outputs == {"log": "library;"}, outcome.stopped


async def test_a_row_is_told_by_the_whole_text_of_its_cut_title(stand: Stand):
    drawn = "<span title='{title}'>{cut}</span> <button onclick=\"say('{log}')\">Close</button>"
    page = f"<ul>{_link(OTHER, drawn)}{_link(WHOLE, drawn)}</ul>{LOG}"
    outcome = await stand.play(step("click", ROW), READ, page=page, args={"title": WHOLE})
    assert outcome.outputs == {"log": "library;"}, outcome.stopped


async def test_what_is_cut_without_its_whole_text_or_has_another_text_beside_it_is_not_taken(stand: Stand):
    drawn = "<a href=# title='{title}' onclick=\"say('{log}')\">{cut}</a>"
    page = f"<ul>{_link(OTHER, drawn)}</ul><a href=#2>{CUT}</a><a href=#3 title='{WHOLE}'>Remove it…</a>{LOG}"
    outcome = await stand.play(step("click", LINK), page=page, args={"title": WHOLE}, settings=SOON)
    assert outcome.status == "target_not_found"
