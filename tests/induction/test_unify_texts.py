from __future__ import annotations

from hypothesis import assume, given
from hypothesis import strategies as st

from awm_mcp.induction.texts.spans import find, quoted, tokens
from awm_mcp.induction.texts.unify import unify, unify_addresses
from awm_mcp.model import Gap, Param, Text, Value
from awm_mcp.model.text import fold


def test_the_longest_value_wins_and_replaced_text_is_not_looked_into_again() -> None:
    unified = unify(["ann annual", "bob bobbin"], {"a": ("ann", "bob"), "b": ("annual", "bobbin")})
    assert unified == Value((Param(param="a"), Text(text=" "), Param(param="b")))


def test_a_value_counts_as_a_whole_token_only() -> None:
    assert unify(["item-10 of 2.5"], {"n": ("1",), "m": ("5",)}) == Value((Text(text="item-10 of 2.5"),))


def test_what_differs_between_runs_without_a_value_is_a_gap() -> None:
    unified = unify(["Inbox 19", "Inbox 7"], {})
    assert unified == Value((Text(text="Inbox "), Gap(gap="number")))


def test_query_values_are_compared_decoded_and_literals_stay_encoded() -> None:
    unified = unify_addresses(["/s?u=%E2%9C%93&q=R%26D+50%25", "/s?u=%E2%9C%93&q=a%2Fb"], {"q": ("R&D 50%", "a/b")})
    assert unified is not None
    assert unified == Value((Text(text="/s?u=%E2%9C%93&q="), Param(param="q")))


def test_ids_and_words_made_of_a_value_are_gaps_also_in_one_run() -> None:
    unified = unify_addresses(["/catalogue/enamel-mug_15/edit"], {"p": ("Enamel Mug",)})
    assert unified is not None and unified.words() == "/catalogue/…/edit"


def test_a_value_inside_an_address_inside_an_address_is_a_gap_also_in_one_run() -> None:
    unified = unify_addresses(["/book/6?_filters=q%3DThe%2BSilent%2BSignal"], {"title": ("The Silent Signal",)})
    assert unified is not None and unified.words() == "/book/…?_filters=…"


def test_what_the_runs_share_of_a_query_value_that_differs_is_chance() -> None:
    unified = unify_addresses(["/book?state=open%3BThe%20Red%20Fox", "/book?state=open%3BThe%20Blue%20Fox"], {})
    assert unified is not None and unified.words() == "/book?state=…"


def test_addresses_of_another_shape_have_no_common_pattern() -> None:
    assert unify_addresses(["/a/b", "/a"], {}) is None


def test_quoted_spans_survive_apostrophes() -> None:
    assert quoted("Assign 'Bug' to James O'Brien as 'it's done'.") == ["Bug", "it's done"]


@given(st.text(max_size=60))
def test_tokens_lose_nothing(text: str) -> None:
    assert "".join(tokens(text)) == text


@given(st.lists(st.text(st.characters(categories=("L", "N", "Zs", "P")), min_size=1, max_size=20), min_size=1, max_size=4))
def test_a_unified_value_matches_every_text_it_was_made_of(texts: list[str]) -> None:
    assume(all(text and fold(text) == text for text in texts))
    unified = unify(texts, {})
    assert all(unified.matches(text) for text in texts)


@given(st.text(min_size=1, max_size=12), st.text(max_size=12), st.text(max_size=12))
def test_a_found_value_stands_where_it_was_found(value: str, before: str, after: str) -> None:
    text = before + value + after
    for start, end in find(value, text):
        assert text[start:end].split() != [] and len(text[start:end].split()) == len(value.split())


@given(
    st.text(st.characters(categories=("L",)), min_size=3, max_size=12),
    st.text(st.characters(categories=("L",)), min_size=3, max_size=12),
)
def test_binding_the_examples_gives_back_the_source_text(first: str, second: str) -> None:
    texts = [f"Open {first} now", f"Open {second} now"]
    unified = unify(texts, {"x": (first, second)})
    for text, value in zip(texts, (first, second), strict=True):
        assert unified.bind({"x": value}).matches(text)
