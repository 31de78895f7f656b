"""A new entry of a growing list that is not on the page the site leads to: found on another page, or an unknown end."""

from __future__ import annotations

from urllib.parse import parse_qs

import pytest
from browser_fixtures import Answer, Hit
from core_stage import Stand, param, step, t

from awm_mcp.model import Expectation, Outcome

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]
FORM = "<form method=post action=/items><label>Title <input name=title></label><button>Save</button></form>"
SAVE = t(role="button", name="Save")
TITLE = t(role="textbox", label="Title")


class Shelf:
    """A sorted list of two entries a page; ``takes``: whether the form is taken."""

    def __init__(self, stand: Stand, *, takes: bool = True, paged: bool = True) -> None:
        self.titles, self.takes, self.paged = ["Ale", "Bread"], takes, paged
        stand.site.pages |= {"/": FORM, "/items": self.items}

    def items(self, hit: Hit) -> Answer:
        if hit.method == "POST":
            if not self.takes:
                return self.page(1) + FORM
            self.titles = sorted([*self.titles, parse_qs(hit.body.decode())["title"][0]])
            return (303, {"location": "/items"}, "")
        return self.page(int((parse_qs(hit.path.partition("?")[2]).get("page") or ["1"])[0]))

    def page(self, number: int) -> str:
        shown = "".join(f"<li>{title}</li>" for title in self.titles[2 * number - 2 : 2 * number])
        following = f"<a href='/items?page={number + 1}'>Next ›</a>" if self.paged and self.titles[2 * number :] else ""
        return f"<h1>Items</h1><ul>{shown}</ul>{following}<a href='/items/9/delete?next=1'>Next</a>"


async def save(stand: Stand, title: str) -> Outcome:
    expect = Expectation(url=t(name="/items").name, text=param("title"))
    return await stand.play(
        step("fill", TITLE, param("title")), step("click", SAVE, writes=True, expect=expect), args={"title": title}
    )


async def test_an_entry_that_is_sorted_onto_a_later_page_is_proven_there_without_doing_anything(stand: Stand) -> None:
    shelf = Shelf(stand)

    outcome = await save(stand, "Zest")

    assert outcome.ok, outcome.stopped
    assert shelf.titles == ["Ale", "Bread", "Zest"]
    assert outcome.page.url.endswith("/items")
    assert not any("delete" in path for path in stand.site.paths())


async def test_an_entry_that_is_nowhere_to_be_seen_ends_unknown_and_is_not_called_undone(stand: Stand) -> None:
    Shelf(stand, paged=False)

    outcome = await save(stand, "Zest")

    assert outcome.status == "unknown"
    assert outcome.stopped is not None
    assert (outcome.stopped.code, outcome.steps_done) == ("entry_not_seen", 2)
    assert "POST /items was answered without a complaint" in outcome.stopped.seen
    assert "not sent twice" in outcome.next


async def test_a_form_that_came_back_is_not_proven_by_an_equal_entry_elsewhere(stand: Stand) -> None:
    shelf = Shelf(stand, takes=False)
    shelf.titles.append("Zest")

    outcome = await save(stand, "Zest")

    assert outcome.status == "unknown"
    assert shelf.titles.count("Zest") == 1
