"""The page as a document: self-contained, for everybody, and true to the report."""

from __future__ import annotations

import re

from usage_story import FLOWS, Story, events, flow

from awm_mcp.model import State
from awm_mcp.usage.metrics import measure
from awm_mcp.web.usage_page import Controls, render, workflow_rows

ALL: tuple[State, ...] = ("draft", "verified", "published", "quarantined", "retired")


async def test_the_page_needs_nothing_from_elsewhere_and_runs_no_script(story: Story) -> None:
    page = render(await story.usage(), await story.workflows_of(None, ALL), Controls(proof="p"))
    assert "<script" not in page and "http" not in page and "@import" not in page and "url(" not in page
    assert " style=" not in page, "the content policy lets the one style sheet in, nothing else"


async def test_what_pages_and_clients_say_is_shown_as_text(story: Story) -> None:
    told = [e.model_copy(update={"client": "<img src=x onerror=alert(1)>"}) for e in events(2)]
    nasty = flow("shop_x", "</title><script>alert(1)</script>", "published", "read")
    page = render(measure(told), [nasty], Controls(proof="p", done="<b>done</b>"))
    assert "<script" not in page and "<img" not in page and "<b>" not in page and "&lt;script&gt;" in page


async def test_every_chart_and_table_says_what_it_shows(story: Story) -> None:
    page = render(await story.usage(), await story.workflows_of(None, ALL), Controls(proof="p"))
    for svg in re.findall(r"<svg[^>]*>", page):
        assert "aria-label=" in svg or 'aria-hidden="true"' in svg
    for table in re.findall(r"<table.*?</table>", page, re.DOTALL):
        assert "<caption" in table and 'scope="col"' in table
    ids = re.findall(r' id="([^"]+)"', page)
    assert len(ids) == len(set(ids))
    assert all(label in ids for label in re.findall(r'aria-labelledby="([^"]+)"', page))


def test_an_empty_library_says_how_to_begin() -> None:
    page = render(measure([]), [], Controls(proof="p"))
    assert "report_run" in page and "no data yet" in page and "Infinity" not in page and "nan" not in page.lower()


async def test_failing_steps_are_named_with_what_they_do(story: Story) -> None:
    report = await story.usage()
    page = render(report, await story.workflows_of(None, ALL), Controls(proof="p"))
    assert report.stops and all(stop.step in (2, 3) for stop in report.stops)
    assert "step 2: click button &#34;Open &lt;b&gt;it&lt;/b&gt;&#34;" in page


async def test_the_numbers_of_the_funnel_only_shrink(story: Story) -> None:
    report = await story.usage()
    assert report.tasks >= report.exposed >= report.called >= report.solved_by_call > 0


async def test_published_workflows_come_first_and_the_retired_last(story: Story) -> None:
    rows = workflow_rows(await story.usage(), await story.workflows_of(None, ALL))
    states = [row.flow.state for row in rows]
    assert states[0] == "published" and states[-1] == "retired" and len(rows) == len(FLOWS)
    assert rows[-1].actions == ("revive",) and "publish" not in rows[0].actions
