# ruff: noqa: E501  pages are easier to read as the markup they are
"""A row that the caller names and that stands on a further page of its list is looked for there, as a person would."""

from __future__ import annotations

import pytest
from browser_fixtures import Answer, Hit
from core_stage import Stand, param, step, t

from awm_mcp.replay.browsing.browser import Browsers
from awm_mcp.replay.browsing.page_script import ask

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]
TREES = ["Ash", "Birch", "Cedar", "Elm", "Fir", "Oak"]
OPEN = step("click", t(role="button", name="Pin", row=param("tree")))
TURNED = """%s<table><tbody id=l></tbody></table><nav><button id=back>Previous</button><span id=s></span><button id=x>Next</button></nav><script>
const all = ['Ash', 'Birch', 'Cedar', 'Elm', 'Fir', 'Oak']; let page = 1;
const draw = () => { s.textContent = `${page} / 3`; x.disabled = page === 3; back.disabled = page === 1;
  l.innerHTML = all.slice(2 * page - 2, 2 * page).map(one => `<tr><td>${one}</td><td><button onclick="fetch('/pin', { method: 'POST', body: '${one}' })">Pin</button></td></tr>`).join(''); };
x.onclick = () => { page++; setTimeout(draw, 60); }; back.onclick = () => { page--; draw(); }; draw();</script>"""


def linked(hit: Hit) -> Answer:
    page = int(hit.path.partition("page=")[2] or 1)
    rows = "".join(
        f"<tr><td>{one}<td><button onclick=\"fetch('/pin', {{ method: 'POST', body: '{one}' }})\">Pin</button>"
        for one in TREES[2 * page - 2 : 2 * page]
    )
    return f"<table>{rows}</table>" + (f"<a href='/?page={page + 1}'>Weiter</a>" if page < 3 else "")


@pytest.mark.parametrize("page", [TURNED % "", linked])
async def test_the_row_of_a_further_page_is_acted_on_and_one_that_is_nowhere_is_told_with_where_it_was_looked_for(
    stand: Stand, page: Answer
) -> None:
    stand.site.pages |= {"/": page, "/pin": "ok"}
    found = await stand.play(OPEN, args={"tree": "Fir"})
    nowhere = await stand.play(OPEN, args={"tree": "Palm"})
    assert (found.status, nowhere.status) == ("ok", "target_not_found")
    assert stand.sent() == ["/pin Fir"]
    assert nowhere.stopped is not None
    assert nowhere.stopped.seen.endswith("nor on 2 further pages of the list that were looked through")
    assert nowhere.stopped.options == ("Ash", "Birch")


async def test_a_page_that_holds_ticks_is_not_turned(stand: Stand) -> None:
    tick = step("check", t(role="checkbox", name="Mine"), checked=True)
    outcome = await stand.play(tick, OPEN, page=TURNED % "<label><input type=checkbox> Mine</label>", args={"tree": "Fir"})
    assert outcome.stopped is not None and "holds what was filled in" in outcome.stopped.seen
    assert stand.sent() == []


SCRIPTED = {
    "<nav><button>Zurück</button><button>Weiter</button></nav>": "Weiter",
    "<nav class=pagination><button aria-label='Previous page'>‹</button><button aria-label='Next page'>›</button></nav>": "Next page",
    "<div><button>Föregående</button> 1 av 3 <button>Nästa</button></div>": "Nästa",
    "<ul class=pager><li><button>1</button><li><button>2</button><li><button>3</button></ul>": "2",
    "<div role=grid><div role=row><button>1</button></div><p class=x-head><button>Prev</button><button>Next</button></p></div>": "",
    "<div role=grid><div role=row>1</div><p class=x-paginator><button>Prev</button><button>Next</button></p></div>": "Next",
    "<button>Charger plus</button>": "Charger plus",
    "<a href='#'>もっと見る</a>": "もっと見る",
    "<form method=post><button>Back</button><button>Next</button></form>": "",
    "<div class=carousel><button>Previous</button><button>Next</button></div>": "",
    "<button>More</button><button>Show more</button><button>Show more</button>": "",
    "<h2>Step 1</h2><button>Next</button>": "",
    "<nav><button>Previous</button><button disabled>Next</button></nav>": "",
}


async def test_only_what_plainly_shows_more_of_a_list_is_taken_for_it(core_browsers: Browsers) -> None:
    opened = await core_browsers.open_context(site="list.test")
    try:
        page = await opened.context.new_page()
        seen = dict[str, str]()
        for html in SCRIPTED:
            await page.set_content(f"<html>{html}")
            seen[html] = (await ask(page.main_frame, "further", {}))["turns"]
        assert seen == SCRIPTED
    finally:
        await opened.close()
