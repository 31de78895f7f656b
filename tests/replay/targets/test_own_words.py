# ruff: noqa: E501  pages are easier to read as the markup they are
"""A page's own word for a thing, in an attribute of its own, tells it when its text is worded anew."""

from __future__ import annotations

import pytest
from core_stage import LOG, READ, SOON, Stand, step, t

from awm_mcp.model import Landmark

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]
SAFE = {"repair": "safe", **SOON}
MAIN = (Landmark(role="main"),)
TABS = "<main><h1>Options</h1><div>{tabs}</div></main><style>.tab{{cursor:pointer}}</style>" + LOG.replace(
    "{", "{{"
).replace("}", "}}")


def tab(name: str, mark: str = "") -> str:
    return f"<div class=tab {mark} onclick=\"say('{name}')\">{name}</div>"


OTHERS = tab("General", "data-tab=general") + tab("Signatures", "data-tab=signature")
FILTERS = t(text="Filters", tag="div", attrs={"data-tab": "filters"}, landmarks=MAIN)


@pytest.mark.parametrize(
    ("tabs", "log"),
    [
        (OTHERS + tab("Sorting", "data-tab=filters"), "Sorting;"),
        (OTHERS + tab("Sorting"), None),
        (OTHERS + tab("Sorting", "data-tab=filters") + tab("Tidying", "data-tab=filters"), None),
        (OTHERS + tab("Delete mail", "data-tab=filters"), None),
        (OTHERS + tab("Close", "data-tab=filters"), None),
    ],
    ids=["worded anew", "without its word", "two of it", "a name that destroys", "a name that only leaves"],
)
async def test_a_tab_without_a_role_is_told_by_the_pages_own_word_for_it(stand: Stand, tabs: str, log: str | None) -> None:
    outcome = await stand.play(step("click", FILTERS), READ, page=TABS.format(tabs=tabs), settings=SAFE)
    assert outcome.outputs.get("log") == log, outcome.stopped
    assert outcome.status == ("ok" if log else "target_not_found")


@pytest.mark.parametrize(("name", "log"), [("Nap", "Nap;"), ("Report", None), ("Defer all", None)])
async def test_a_button_that_writes_is_not_taken_under_a_name_that_is_known_for_something_else(
    stand: Stand, name: str, log: str | None
) -> None:
    page = f"<main><h1>Mail</h1><button data-action=snooze-menu aria-label='{name}' onclick=\"say('{name}')\"><svg width=9 height=9></svg></button></main>{LOG}"
    snooze = step(
        "click", t(role="button", name="Snooze", attrs={"data-action": "snooze-menu"}, landmarks=MAIN), writes=True
    )
    outcome = await stand.play(snooze, READ, page=page, settings=SAFE, risk="write")
    assert outcome.outputs.get("log") == log, outcome.stopped


async def test_only_what_says_the_name_in_words_is_kept_of_a_pages_own_attributes(stand: Stand) -> None:
    marks = "data-tab=mailFilters data-v-1a2b3c=x data-state=filters data-title=Filters data-row=17 data-kind=box"
    page = TABS.format(tabs=OTHERS + tab("Filters", marks))
    seen = await stand.observe(step("click", t(text="Filters", tag="div")), page=page)
    target = seen.run.steps[0].action.target
    assert target is not None
    assert target.attrs == {"data-tab": "mailFilters"}


async def test_what_was_opened_as_a_menu_and_led_to_another_page_is_left_again(stand: Stand) -> None:
    page = f"""<nav><button data-action=settings onclick="location.hash = '#/settings'">Options</button></nav><main></main>{LOG}<script>
      const draw = () => {{ document.querySelector('main').innerHTML = location.hash ? '<h1>Settings</h1>' : '<h1>Mail</h1><button data-action=reply onclick="say(1)">Respond</button>'; }};
      addEventListener('hashchange', draw); draw();</script>"""
    reply = step("click", t(role="button", name="Reply", attrs={"data-action": "reply"}, landmarks=MAIN))
    outcome = await stand.play(reply, READ, page=page, settings=SAFE)
    assert outcome.outputs == {"log": "1;"}, outcome.stopped
