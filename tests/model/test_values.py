from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from awm_mcp.model import Gap, Param, Text, Value, value
from awm_mcp.model.text import cut, fenced, fold, plain, same

TEXTS = st.text(st.characters(exclude_categories=("Cs",)), max_size=30)
TOKENS = st.one_of(
    TEXTS.map(lambda text: Text(text=text)),
    st.sampled_from(["q", "name"]).map(lambda name: Param(param=name)),
    st.sampled_from(["number", "text"]).map(lambda kind: Gap(gap=kind)),
)


@given(TEXTS)
def test_a_plain_text_is_written_and_read_as_a_plain_string(text: str) -> None:
    assert Value.model_validate(text).model_dump(mode="json") == text


@given(st.lists(TOKENS, max_size=6))
def test_a_value_survives_json(tokens: list[Text | Param | Gap]) -> None:
    whole = value(tokens)
    assert value(Value.model_validate_json(whole.model_dump_json()).root) == whole


@given(TEXTS, TEXTS)
def test_an_argument_is_never_looked_into(q: str, name: str) -> None:
    bound = value([Param(param="q"), Text(text="|"), Param(param="name")]).bind({"q": q, "name": name})
    assert bound.literal == f"{q}|{name}"


@given(TEXTS)
def test_a_text_matches_itself_in_any_spacing_and_case(text: str) -> None:
    assert value(text).matches(f"  {text}\n") and value(text).matches(fold(text))


def test_a_counter_in_a_name_does_not_matter() -> None:
    inbox = value([Text(text="Inbox "), Gap(gap="number")])
    assert inbox.matches("Inbox 1,204") and inbox.matches("inbox  7")
    assert not inbox.matches("Inbox") and not inbox.matches("Inbox new")


def test_literal_braces_and_pattern_signs_stand_for_themselves() -> None:
    assert value("{q} (50%) .*").matches("{q} (50%) .*")
    assert not value("{q} (50%) .*").matches("x (50%) abc")


@pytest.mark.parametrize("bad", [True, {"param": "q"}, [{"what": "x"}], 3j])
def test_what_is_no_value_is_refused(bad: object) -> None:
    with pytest.raises(ValidationError):
        Value.model_validate(bad)


@given(st.text(max_size=60), st.integers(1, 40))
def test_a_cut_text_is_valid_and_short(text: str, limit: int) -> None:
    short = cut(text, limit)
    assert len(short) <= limit
    short.encode("utf-8")


@given(st.text(max_size=200))
def test_page_text_cannot_close_its_own_fence(text: str) -> None:
    lines = fenced(text).split("\n")
    assert lines[0].startswith("<<<page text") and lines[-1] == ">>>"
    assert not any(">>>" in line or "<<<" in line for line in lines[1:-1])


def test_glyphs_and_direction_marks_do_not_reach_descriptions() -> None:
    assert plain("\ue011 Rep\u202eort \u200bnow") == "Report now"
    assert same("Ｂuy  now", "buy now")
