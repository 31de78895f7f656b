"""What counts as a secret field, and what a snapshot shows of it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from awm_mcp.model import Seen, Target, value
from awm_mcp.replay.staging.page_view import MASK, masked, shown
from awm_mcp.replay.values.secret_input import reference, secret_name


@pytest.mark.parametrize(
    ("target", "name"),
    [
        (Target(attrs={"type": "password"}, label=value("Secret word")), "password"),
        (Target(label=value("Passwort")), "password"),
        (Target(label=value("PIN"), attrs={"type": "password"}), "pin"),
        (Target(attrs={"autocomplete": "section-a one-time-code"}), "otp"),
        (Target(seen=Seen(autocomplete="cc-number")), "card_number"),
        (Target(placeholder=value("CVC")), "cvv"),
        (Target(label=value("Verification code")), "otp"),
        (Target(role="combobox", label=value("Vehicle"), attrs={"autocomplete": "new-password"}), None),
        (Target(role="textbox", label=value("Choose one"), attrs={"autocomplete": "new-password"}), "password"),
        (Target(role="combobox", label=value("Password"), attrs={"type": "password"}), "password"),
        (Target(label=value("Email for password reset")), None),
        (Target(label=value("Search for pins")), None),
        (Target(label=value("Postal code")), None),
    ],
)
def test_a_secret_field_is_told_by_type_autocomplete_or_label(target: Target, name: str | None) -> None:
    assert secret_name(target) == name


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("<secret:password>", ("secret", "password")),
        (" <totp:otp> ", ("totp", "otp")),
        ("a <secret:x>", None),
        ("<secret:>", None),
        ("<secret:{x.y}>", None),
    ],
)
def test_a_text_that_stands_for_a_secret_is_a_whole_reference(text: str, told: tuple[str, str] | None) -> None:
    assert reference(text) == told


@given(st.text(min_size=4, alphabet=st.characters(exclude_characters="<>")).filter(str.strip), st.text(), st.text())
def test_a_secret_of_some_length_is_shown_nowhere(secret: str, before: str, after: str) -> None:
    assert secret not in masked(before + secret + after, [secret]).replace(MASK, "\x00")


def test_a_short_secret_is_hidden_in_its_field_and_leaves_other_text_alone() -> None:
    snapshot = '- heading "12 items" [level=1]\n- textbox "Code" [ref=e1]: "12"\n- text: 12'
    assert masked(snapshot, ["12"]) == f'- heading "12 items" [level=1]\n- textbox "Code" [ref=e1]: "{MASK}"\n- text: 12'


def test_a_long_snapshot_is_cut_between_lines_and_says_so() -> None:
    text = shown("\n".join(f"- line {n}" for n in range(1000)), 200)
    assert len(text) < 400 and "more characters" in text
    assert all(line.startswith(("- line", "<<<", ">>>", "… ")) for line in text.splitlines())


def test_menus_around_a_long_page_are_folded_before_its_content_is_cut() -> None:
    menu = "\n".join(f"    - link {n} [ref=e{n}]" for n in range(200))
    page = f'- generic:\n  - navigation "Menu" [ref=e900]:\n{menu}\n  - main [ref=e901]:\n    - button "Save" [ref=e902]'
    text = shown(page, 1000)
    assert '- button "Save" [ref=e902]' in text and '- navigation "Menu" [ref=e900]: …' in text
    assert "link 7" not in text and "more characters" not in text
    assert shown(page, 100_000).count("link") == 200
