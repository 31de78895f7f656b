"""Words as search sees them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from awm_mcp.memory.ranking import Query, rarity
from awm_mcp.memory.words import idea, raw_words, stem, stems


@pytest.mark.parametrize(
    "forms",
    [
        "review reviews reviewing reviewed", "category categories", "box boxes", "ship shipping shipped ships",
        "buy bought buying", "price prices priced pricing", "delete deletes deleting deleted", "find found finding",
        "address addresses", "create creating created",
    ],
)  # fmt: skip
def test_the_forms_of_a_word_have_one_stem(forms: str) -> None:
    assert len({stem(form) for form in forms.split()}) == 1


@pytest.mark.parametrize("pair", ["status static", "bus bu", "5s 5", "issue issuer"])
def test_other_words_keep_other_stems(pair: str) -> None:
    one, two = pair.split()
    assert stem(one) != stem(two)


def test_synonyms_share_an_idea() -> None:
    for one, two in (("buy", "purchase"), ("delete", "remove"), ("add", "create"), ("show", "find"), ("basket", "cart")):
        assert idea(stem(one)) == idea(stem(two)) is not None
    assert idea(stem("mountain")) is None


def test_marks_on_letters_do_not_matter_and_scripts_without_blanks_give_pairs() -> None:
    assert raw_words("Café Zürich ÉCOLE") == ["cafe", "zurich", "ecole"]
    assert raw_words("價格查詢 x") == ["價格", "格查", "查詢", "x"]
    assert stems("the price of it") == [stem("price")]


@given(st.text())
def test_every_text_has_words_that_an_index_can_hold(text: str) -> None:
    query = Query(text)
    assert all(term.isalnum() for term in query.terms)
    assert all('"' not in term and " " not in term for term in (*query.terms, *query.ideas, *query.signatures))


def test_rare_words_weigh_more() -> None:
    assert rarity(1, 1000) > rarity(500, 1000) > rarity(1000, 1000) > 0
