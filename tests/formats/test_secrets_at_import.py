"""Secrets are taken out of a run before anything keeps it."""

from __future__ import annotations

from typing import Any

import pytest

from awm_mcp.formats import run_report
from awm_mcp.formats.secret_fields import is_secret_name, secret_kind
from awm_mcp.model import Run, Target, Value, value


def run_of(*steps: dict[str, Any], **more: Any) -> Run:
    base = {"task": "Sign in", "start_url": "https://a.test/", "outcome": "success"}
    return run_report.parse(base | more | {"steps": list(steps)}).run


def fill(text: str, observation: str = "", **target: Any) -> dict[str, Any]:
    return {"observation": observation, "action": {"type": "fill", "target": target, "value": text}}


def typed(run: Run, step: int = 0) -> Value:
    found = run.steps[step].action.value
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("target", "text", "name"),
    [
        ({"role": "textbox", "name": "Password"}, "Hunter2-2026", "password"),
        ({"label": "Passwort *"}, "Sommer#1", "password"),
        ({"label": "Mot de passe"}, "été-2026!", "password"),
        ({"placeholder": "Contraseña"}, "gato", "password"),
        ({"label": "パスワード"}, "neko99", "password"),
        ({"css": "form > input[type=password]"}, "abcdef", "password"),
        ({"css": "#userPwd"}, "abcdef", "password"),
        ({"name": "Secret word", "attrs": {"type": "password"}}, "abcdef", "api_key"),
        ({"name": "x", "attrs": {"autocomplete": "section-a one-time-code"}}, "123456", "otp"),
        ({"label": "Verification code"}, "123456", "otp"),
        ({"label": "Security code"}, "123", "cvv"),
        ({"label": "Card number"}, "4111 1111 1111 1111", "card_number"),
        ({"label": "Payment"}, "4111111111111111", "card_number"),
        ({"label": "CVC"}, "737", "cvv"),
        ({"label": "PIN"}, "4711", "pin"),
        ({"label": "API key"}, "sk-123456", "api_key"),
    ],
)
def test_a_value_typed_into_a_secret_field_becomes_a_named_parameter(target: dict[str, Any], text: str, name: str):
    run = run_of(fill(text, **target))
    assert run.secrets == (name,)
    assert typed(run).params == (name,)
    assert text not in run.model_dump_json()


@pytest.mark.parametrize(
    ("target", "text"),
    [
        ({"label": "Email for password reset"}, "a@b.test"),
        ({"label": "Search"}, "password manager"),
        ({"label": "Palabras clave"}, "zapatos"),
        ({"label": "Pincode"}, "560001"),
        ({"label": "Shipping"}, "Pinewood 4"),
        ({"label": "Order number"}, "4111111111111112"),
        ({"label": "Passenger name"}, "Ada"),
        ({"role": "combobox", "label": "Vehicle", "attrs": {"autocomplete": "new-password"}}, "Heron Truck"),
    ],
)
def test_ordinary_fields_keep_their_values(target: dict[str, Any], text: str):
    assert run_of(fill(text, **target)).secrets == ()


def test_the_password_is_gone_from_every_corner_of_the_run():
    secret = "Redwood-2026"
    run = run_of(
        fill(secret, name="Password"),
        fill("note", observation=f"The page says {secret} was wrong", name="Remark"),
        {
            "url": f"https://a.test/?p={secret}",
            "reasoning": f"I typed {secret}",
            "action": {"type": "goto", "value": f"/x?{secret}"},
        },
        {"action": {"type": "click", "target": {"role": "button", "name": f"Copy {secret}"}}},
        fill(f"again {secret}!", name="Comment"),
        task=f"Sign in as mia with {secret}",
        answer=f"it was {secret}",
        summary=secret,
        hints={"login": secret, "password": "another"},
    )
    assert secret not in run.model_dump_json()
    assert run.task == "Sign in as mia with {password}"
    assert [t.model_dump() for t in typed(run, 4).root] == [{"text": "again "}, {"param": "password"}, {"text": "!"}]
    assert run.hints == {}


def test_a_secret_is_found_in_its_encoded_forms_too():
    secret = 'p@ss "w&rd"'
    run = run_of(
        fill(secret, name="Password"),
        {
            "url": "https://a.test/?p=p%40ss%20%22w%26rd%22",
            "action": {"type": "click", "target": {"text": "p@ss &quot;w&amp;rd&quot;"}},
        },
        {"observation": "p%40ss+%22w%26rd%22", "action": {"type": "stop"}},
    )
    dumped = run.model_dump_json()
    assert "w%26rd" not in dumped and "w&amp;rd" not in dumped and "w&rd" not in dumped


def test_a_common_word_is_replaced_as_a_whole_word_only_and_never_in_names():
    run = run_of(
        fill("summer", name="Password"),
        {
            "observation": "a midsummer sale; the password summer is weak",
            "action": {"type": "click", "target": {"role": "link", "name": "summer sale"}},
        },
    )
    assert run.steps[1].observation == "a midsummer sale; the password {password} is weak"
    assert run.steps[1].action.words() == 'click link "summer sale"'


def test_a_short_pin_does_not_tear_holes_into_other_numbers():
    run = run_of(fill("12", label="PIN"), {"observation": "12 items in 2012", "action": {"type": "stop"}})
    assert run.steps[1].observation == "12 items in 2012" and typed(run).params == ("pin",)


@pytest.mark.parametrize(
    ("label", "text", "beside", "hidden"),
    [
        ("Code", "918273", "Password", True),
        ("Enter the code", "918 273", "Card number", True),
        ("Código", "9182", "Password", True),
        ("Code", "918273", "User", False),
        ("Code", "SUMMER10", "Password", False),
        ("Postal code", "91827", "Password", False),
    ],
)
def test_a_number_in_a_field_called_only_code_is_one_for_signing_in_beside_other_secrets(
    label: str, text: str, beside: str, hidden: bool
):
    run = run_of(fill("4111 1111 1111 1111" if "Card" in beside else "Hunter2-2026", label=beside), fill(text, label=label))
    assert typed(run, 1).params == (("otp",) if hidden else ())


def test_two_passwords_have_two_names_and_one_typed_twice_has_one():
    run = run_of(
        fill("Old-pass-1", label="Old password"),
        fill("New-pass-1", label="Password"),
        fill("New-pass-1", label="Repeat password"),
    )
    assert [typed(run, n).params for n in range(3)] == [("password",), ("password_2",), ("password_2",)]


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("<secret>X_PW</secret>", "x_pw"),
        ('os.environ["SHOP_PW"]', "shop_pw"),
        ("process.env['PW']", "pw"),
        ("process.env.PW", "pw"),
    ],
)
def test_placeholders_of_secrets_become_their_parameters(text: str, name: str):
    run = run_of(fill(text, name="Anything"))
    assert typed(run).params == (name,) and run.secrets == (name,)


def test_credentials_in_addresses_are_cut_out():
    run = run_of({"action": {"type": "goto", "value": "https://mia:geheim@a.test/?access_token=abc123&q=1"}})
    assert "geheim" not in run.model_dump_json() and "abc123" not in run.model_dump_json()
    assert "q=1" in typed(run).words()


def test_names_of_parameters_tell_secrets_as_labels_do():
    assert is_secret_name("user_password") and not is_secret_name("product")
    assert secret_kind(Target(label=value("Nickname")), "abc") is None
