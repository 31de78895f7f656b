# ruff: noqa: E501  pages are easier to read as the markup they are
"""A wanted row may stand on a later page of its list: pages are turned until it shows, and no further."""

from __future__ import annotations

import pytest
from core_stage import LOG, READ, Stand, param, step, t

from awm_mcp.induction import induce
from awm_mcp.model import FlowStep, Outcome

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

LIST = """<table><tbody id=rows></tbody></table>
<button id=prev>Previous</button><button id=next>Next</button>%s<script>
  const names = ['Ash', 'Birch', 'Cedar', 'Elm', 'Fir', 'Oak', 'Pine', 'Yew']; let page = 0;
  const draw = () => {
    rows.innerHTML = names.slice(page * 2, page * 2 + 2).map(n => `<tr><td>${n}</td><td><button onclick="say('open ${n}')">Open</button></td></tr>`).join('');
    next.disabled = page === 3; prev.disabled = page === 0;
  };
  next.onclick = () => { say('next'); page++; rows.innerHTML = ''; setTimeout(draw, 150); };
  prev.onclick = () => { say('previous'); page--; draw(); };
  draw();
</script>""".replace("%s", LOG)

NEXT = step("click", t(role="button", name="Next")).model_copy(update={"until_next": 20})
OPEN = step("click", t(role="button", name="Open", row=param("tree")))


async def opened(stand: Stand, tree: str, page: str = LIST, pager: FlowStep = NEXT) -> Outcome:
    return await stand.play(pager, OPEN, READ, page=page, args={"tree": tree})


async def test_pages_are_turned_until_the_row_of_the_next_step_shows(stand: Stand):
    outcome = await opened(stand, "Fir")
    assert (outcome.status, outcome.outputs) == ("ok", {"log": "next;next;open Fir;"})
    assert outcome.steps[0].note == "done 2 times"


async def test_a_row_on_the_first_page_needs_no_turning(stand: Stand):
    outcome = await opened(stand, "Birch")
    assert (outcome.outputs, outcome.steps[0].note) == ({"log": "open Birch;"}, "not needed")


async def test_a_row_that_is_nowhere_is_told_after_the_last_page_and_nothing_else_is_pressed(stand: Stand):
    stand.site.pages["/pressed"] = "noted"
    told = "<script>document.onclick = e => { fetch('/pressed', { method: 'POST', body: e.target.textContent }); };</script>"
    outcome = await opened(stand, "Palm", page=LIST + told)
    assert outcome.stopped is not None
    assert (outcome.status, outcome.stopped.step) == ("target_not_found", 2)
    assert outcome.steps[0].note == "done 3 times, then no further"
    assert stand.sent() == ["/pressed Next"] * 3


async def test_never_more_pages_than_the_bound_are_turned(stand: Stand):
    outcome = await opened(stand, "Yew", pager=NEXT.model_copy(update={"until_next": 2}))
    assert outcome.status == "target_not_found"
    assert outcome.steps[0].note == "done 2 times, then no further"


async def test_a_pager_that_changes_nothing_is_pressed_once(stand: Stand):
    page = "<p>Ash</p><a href='#' onclick='return false' class=disabled>Next</a>"
    outcome = await opened(
        stand,
        "Oak",
        page=page,
        pager=NEXT.model_copy(update={"action": NEXT.action.model_copy(update={"target": t(role="link", name="Next")})}),
    )  # type: ignore[union-attr]
    assert outcome.status == "target_not_found"
    assert outcome.steps[0].note == "done 1 time, then no further"


async def test_two_rows_of_that_text_are_ambiguous_on_the_page_they_are_on(stand: Stand):
    outcome = await opened(stand, "Elm", page=LIST.replace("'Cedar'", "'Elm'"))
    assert outcome.stopped is not None
    assert (outcome.status, outcome.stopped.step) == ("ambiguous_target", 2)
    assert outcome.steps[0].note == "done 1 time"


async def test_pages_that_are_documents_of_their_own_are_turned_too(stand: Stand):
    for number, tree in enumerate(("Ash", "Elm", "Oak"), start=1):
        after = f"<a href=/trees{number + 1}>Next</a>" if number < 3 else ""
        stand.site.pages[f"/trees{number}"] = f"<ul><li>{tree} <a href=/{tree}>Open</a></li></ul>{after}"
    stand.site.pages["/Oak"] = "<h1>The oak</h1>"
    pager = step("click", t(role="link", name="Next")).model_copy(update={"until_next": 20})
    open_it = step("click", t(role="link", name="Open", row=param("tree")))
    outcome = await stand.play(pager, open_it, args={"tree": "Oak"}, start="/trees1", postcondition={"text": "The oak"})
    assert outcome.ok, outcome.stopped
    assert outcome.steps[0].note == "done 2 times"


async def test_runs_that_turned_other_numbers_of_pages_teach_a_workflow_for_any_row(stand: Stand):
    def steps(turns: int, row: int) -> list[FlowStep]:
        open_it = t(role="button", name="Open", css=f"#rows > tr:nth-child({row}) > td:nth-child(2) > button")
        return [step("click", t(role="button", name="Next", css="#next")) for _ in range(turns)] + [step("click", open_it)]

    seen = [
        (await stand.observe(*steps(turns, row), page=LIST, task=f"Open the tree '{tree}'.", id=tree)).run
        for tree, turns, row in (("Elm", 1, 2), ("Oak", 2, 2), ("Ash", 0, 1))
    ]
    (workflow,) = [made for made in induce(seen) if made.kind == "task"]
    assert [s.words() for s in workflow.steps] == [
        'click button "Next" until the target of the next step is shown (at most 20 times)',
        'click button "Open" in the row of "{tree}"',
    ]
    outcome = await stand.play(*workflow.steps, READ, page=LIST, args={"tree": "Yew"})
    assert (outcome.status, outcome.outputs) == ("ok", {"log": "next;next;next;open Yew;"})
