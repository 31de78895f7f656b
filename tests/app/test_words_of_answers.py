"""Words that an agent reads in the answers of a search: those of the task, and whole sentences."""

from __future__ import annotations

import pytest
from find_library import PRICE, SHOP, library

from awm_mcp.app.finding.as_said import as_said
from awm_mcp.app.finding.find import FindWorkflows
from awm_mcp.app.finding.verdict import judge
from awm_mcp.app.measuring.measure import Counter
from awm_mcp.model import Caller


@pytest.mark.parametrize(
    ("found", "text", "said"),
    [
        (["expensiv", "boot"], "the most expensive boots", ["expensive", "boots"]),
        (["category"], "all Categories", ["categories"]),
        (["nothing"], "a text without it", ["nothing"]),
    ],
)
def test_a_stem_is_shown_as_the_word_that_was_said(found: list[str], text: str, said: list[str]):
    assert as_said(found, text) == said


def test_why_a_workflow_is_near_names_words_of_the_task():
    why = judge(PRICE, "compare prices of products").why
    assert "prices" in why and "products" in why, why


async def test_a_description_is_told_in_whole_sentences():
    memory = await library()
    finder = FindWorkflows(memory, Counter(memory, on=False))
    answer = await finder.find("Find the price of Linen Towel", url=None, site=SHOP, limit=5, caller=Caller())
    said = answer.workflows[0].description
    assert 20 < len(said) <= 160 and said.endswith("."), said
