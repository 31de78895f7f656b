"""Secrets: found by site and name, given to their own site only, and taken out of every text."""

from __future__ import annotations

import json
from pathlib import Path
from urllib.parse import quote, quote_plus

import pytest
from browser_fixtures import settings_for
from hypothesis import assume, given
from hypothesis import strategies as st

from awm_mcp.errors import Refused
from awm_mcp.replay.values.secrets import Vault, env_name, totp_code

RFC_KEY = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ"  # base32 of the RFC 6238 test key "12345678901234567890"


@pytest.fixture
def vault(tmp_path: Path) -> Vault:
    file = tmp_path / "secrets.yaml"
    shop = "{password: 's&mmer \"4\"', pin: 12, otp: " + RFC_KEY + "}"
    file.write_text(f"shop.example: {shop}\nother.example:8000: {{token: t0ken}}\n")
    return Vault(settings_for(tmp_path, secrets_file=file))


def test_the_variable_of_a_secret_tells_site_and_name() -> None:
    assert env_name("shop.example:8000", "password") == "AWM_SECRET_SHOP_EXAMPLE_8000_PASSWORD"
    assert env_name("[::1]:81", "api-key") == "AWM_SECRET_1__81_API_KEY"


LABEL = st.from_regex(r"[a-z0-9]([a-z0-9-]{0,8}[a-z0-9])?", fullmatch=True)


@given(st.lists(LABEL, min_size=2, max_size=4), st.lists(LABEL, min_size=2, max_size=4))
def test_two_sites_never_share_a_variable(one: list[str], other: list[str]) -> None:
    assume(one != other)
    assert env_name(".".join(one), "password") != env_name(".".join(other), "password")


def test_a_secret_comes_from_the_file_and_the_environment_wins(vault: Vault, monkeypatch: pytest.MonkeyPatch) -> None:
    assert vault.get("shop.example", "password") == 's&mmer "4"'
    assert vault.get("SHOP.example", "pin") == "12"
    monkeypatch.setenv("AWM_SECRET_SHOP_EXAMPLE_PASSWORD", "changed")
    assert vault.get("shop.example", "password") == "changed"
    assert vault.has("shop.example", "pin") and not vault.has("shop.example", "token")


def test_a_missing_secret_is_told_with_the_variable_and_the_entry_to_set(vault: Vault) -> None:
    with pytest.raises(Refused) as missing:
        vault.get("shop.example", "card_number")
    assert missing.value.code == "missing_secret"
    assert "AWM_SECRET_SHOP_EXAMPLE_CARD_NUMBER" in missing.value.next and "secrets.yaml" in missing.value.next


def test_a_secret_of_one_site_is_refused_on_another(vault: Vault) -> None:
    for site in ("evil.example", "shop.example.evil", "shop.example:8000", "other.example"):
        with pytest.raises(Refused, match="secret_of_another_site"):
            vault.get(site, "password")


def test_a_changed_file_is_read_again(tmp_path: Path) -> None:
    import os

    file = tmp_path / "s.yaml"
    file.write_text("a.example: {password: one}")
    vault = Vault(settings_for(tmp_path, secrets_file=file))
    assert vault.get("a.example", "password") == "one"
    file.write_text("a.example: {password: two}")
    os.utime(file, (1, 1))
    assert vault.get("a.example", "password") == "two"


def test_a_broken_secrets_file_is_told_without_its_content(tmp_path: Path) -> None:
    file = tmp_path / "s.yaml"
    file.write_text("a: {password: hunter2-secret")
    with pytest.raises(Refused) as broken:
        Vault(settings_for(tmp_path, secrets_file=file)).get("a", "password")
    assert "hunter2" not in broken.value.text()


def test_known_secrets_are_taken_out_however_they_are_written(vault: Vault) -> None:
    secret = 's&mmer "4"'
    for form in (secret, quote(secret), quote_plus(secret), json.dumps(secret), "s&amp;mmer &quot;4&quot;"):
        cleaned = vault.redact(f"before {form} after")
        assert "mmer" not in cleaned and cleaned.startswith("before ") and cleaned.endswith(" after")
    assert vault.redact("t0ken") == "<secret:token>"


def test_a_short_secret_is_taken_out_as_a_word_and_not_out_of_other_words(vault: Vault) -> None:
    assert vault.redact("pin 12, item 120, x12") == "pin <secret:pin>, item 120, x12"


@given(st.text(min_size=4).filter(lambda text: text.strip() == text), st.text(), st.text())
def test_no_secret_survives_in_any_text(secret: str, before: str, after: str) -> None:
    vault = Vault(settings_for(Path("/nowhere")))
    vault._given["password"] = secret
    assume(secret not in "<secret:password>" and "<secret" not in secret)
    assert secret not in vault.redact(before + secret + after).replace("<secret:password>", "\x00")


def test_data_is_cleaned_in_depth(vault: Vault) -> None:
    assert vault.redact_data({"a": ["t0ken", 1, None, {"b": "x t0ken"}]}) == {
        "a": ["<secret:token>", 1, None, {"b": "x <secret:token>"}]
    }


def test_the_owner_of_a_value_is_found(vault: Vault, monkeypatch: pytest.MonkeyPatch) -> None:
    assert vault.name_of("other.example:8000", "t0ken") == "token"
    assert vault.name_of("shop.example", "t0ken") is None
    monkeypatch.setenv("AWM_SECRET_SHOP_EXAMPLE_API_KEY", "k3y-value")
    assert vault.name_of("shop.example", "k3y-value") == "api_key"


@pytest.mark.parametrize(("at", "code"), [(59, "287082"), (1111111109, "081804"), (1234567890, "005924"), (2e10, "353130")])
def test_one_time_codes_are_those_of_rfc_6238(at: float, code: str) -> None:
    assert totp_code(RFC_KEY, at) == code
    spaced = " ".join(RFC_KEY[i : i + 4].lower() for i in range(0, 32, 4))
    assert totp_code(spaced, at) == code


def test_an_otpauth_address_tells_digits_period_and_algorithm() -> None:
    key = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQGEZA"  # 32 bytes for SHA-256
    assert totp_code(f"otpauth://totp/x?secret={key}&digits=8&algorithm=SHA256", 59) == "46119246"


@pytest.mark.parametrize("key", ["not base 32!", "otpauth://totp/x?secret=GEZDGNBV&period=0", "1"])
def test_a_key_that_is_none_is_refused_without_being_shown(key: str) -> None:
    with pytest.raises(Refused, match="bad_totp_key") as bad:
        totp_code(key, 0)
    assert key not in bad.value.text()


def test_a_given_code_is_taken_out_of_texts_too(vault: Vault) -> None:
    code = vault.totp("shop.example", "otp", 59)
    assert code == "287082"
    assert vault.redact(f"typed {code}, key {RFC_KEY}") == "typed <secret:code>, key <secret:otp>"
