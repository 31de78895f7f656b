"""Public faults of browser replay, from the report to the call, judged by the site's own log."""

from __future__ import annotations

import base64
import json
import logging
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs

import pytest
from browser_fixtures import Answer, Hit, site

from awm_mcp.app import App
from awm_mcp.config import Settings
from awm_mcp.errors import Refused
from awm_mcp.model.answers import ReportStatus
from awm_mcp.model.run_options import RunOptions
from awm_mcp.replay.values.secrets import env_name

pytestmark = [pytest.mark.browser, pytest.mark.slow]
STOCK = {"Ilias": "9 €", "Faust": "7 €", "Emma": "5 €"}
HOME = "<h1>Bücher</h1><form action=/suche><label>Titel <input name=q type=search></label><button>Suchen</button></form>"
Pages = dict[str, Callable[[Hit], Answer]]


@asynccontextmanager
async def learning(home: Path, **more: Any) -> AsyncGenerator[App]:
    settings = Settings.model_validate({"home": home, "step_timeout_s": 5.0, "navigation_timeout_s": 10.0, **more})
    async with App.opened(settings) as app, app.running():
        yield app


async def teach(app: App, *reports: dict[str, Any]) -> ReportStatus:
    """What became of the last of some reports."""
    answers = [await app.report(report) for report in reports]
    status = await app.status(answers[-1].report_id, wait_s=60)
    assert isinstance(status, ReportStatus)
    return status


def everything(home: Path) -> bytes:
    """All that the product has written."""
    return b"".join(file.read_bytes() for file in home.rglob("*") if file.is_file())


def shop() -> Pages:
    def found(hit: Hit) -> str:
        title = parse_qs(hit.path.partition("?")[2]).get("q", [""])[0]
        return f"<h1>{title}</h1><p>Preis: <b id=preis>{STOCK.get(title, 'unbekannt')}</b></p>"

    return {"/": lambda _: HOME, "/suche": found}


def step(kind: str, url: str, given: str | None = None, output: str | None = None, **target: str) -> dict[str, Any]:
    action = {"type": kind, "target": target, "value": given, "output": output}
    return {"url": url, "action": {key: one for key, one in action.items() if one is not None}}


def lookup(origin: str, title: str) -> dict[str, Any]:
    steps = [
        step("fill", f"{origin}/", title, role="searchbox", name="Titel", label="Titel"),
        step("click", f"{origin}/", role="button", name="Suchen"),
        step("extract", f"{origin}/suche?q={title}", output="price", css="#preis", tag="b"),
    ]
    task = f"Find the price of '{title}'"
    return {"task": task, "outcome": "success", "start_url": f"{origin}/", "answer": STOCK[title], "steps": steps}


async def test_a_host_in_letters_and_in_punycode_is_one_site_and_one_that_looks_alike_another(tmp_path: Path):
    async with site(dict(shop())) as served, learning(tmp_path) as app:
        letters, punycode = (f"http://{host}.localhost:{served.port}" for host in ("bücher", "xn--bcher-kva"))
        status = await teach(app, lookup(letters, "Ilias"), lookup(punycode, "Faust"))
        (flow,) = await app.workflows_of(None)
        assert (status.status, flow.state, flow.evidence.support) == ("learned", "published", 2), status.reasons
        assert flow.name.isascii() and flow.site == f"xn--bcher-kva.localhost:{served.port}"
        served.hits.clear()
        for origin in (letters, punycode, letters.replace("bücher", "BÜCHER")):
            outcome = await app.run(flow.name, {flow.parameters[0].name: "Emma"}, RunOptions(start_url=f"{origin}/"))
            assert outcome.outputs == {"price": "5 €"}, outcome.stopped
        for alike in ("bucher", "bücheг", "x"):  # a Cyrillic letter at the end
            with pytest.raises(Refused, match="other_site"):
                other = RunOptions(start_url=f"http://{alike}.localhost:{served.port}/")
                await app.run(flow.name, {flow.parameters[0].name: "Emma"}, other)
        assert {hit.headers["host"] for hit in served.hits} == {flow.site}


RIGHT = "Basic " + base64.b64encode(b"ann:s3cret pass").decode()


def guarded(pages: Pages) -> Pages:
    def behind(page: Callable[[Hit], Answer]) -> Callable[[Hit], Answer]:
        refusal: Answer = (401, {"www-authenticate": 'Basic realm="x"'}, "<h1>Keep out</h1>")
        return lambda hit: page(hit) if hit.headers.get("authorization") == RIGHT else refusal

    return {path: behind(page) for path, page in pages.items()}


async def test_a_site_behind_http_login_is_learned_with_its_secrets_and_tells_without_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    async with site(dict(guarded(shop()))) as served:
        reports = [lookup(served.origin, "Ilias"), lookup(served.origin, "Faust")]
        async with learning(tmp_path / "none") as app:
            status = await teach(app, *reports)
            assert status.status == "not_learned"
            assert env_name(served.host, "http_password") in " ".join(status.reasons)
        monkeypatch.setenv(env_name(served.host, "http_user"), "ann")
        monkeypatch.setenv(env_name(served.host, "http_password"), "s3cret pass")
        async with learning(tmp_path / "right") as app:
            assert (await teach(app, *reports)).status == "learned"
            (flow,) = await app.workflows_of(None)
            outcome = await app.run(flow.name, {flow.parameters[0].name: "Emma"})
            assert outcome.outputs == {"price": "5 €"}, outcome.stopped
        kept = everything(tmp_path / "right")
        assert b"s3cret" not in kept and RIGHT.removeprefix("Basic ").encode() not in kept


SECRET = {"password": "summer", "card_number": "4111 1111 1111 1111", "otp": "918273"}
LOGIN = """<form method=post action=/in><label>User <input name=user></label><label>Password
  <input name=pw type=password></label><button>Sign in</button></form>"""
CARD = """<form method=post action=/pay><label>Card number <input name=card autocomplete=cc-number></label>
  <label>Code <input name=otp></label><button>Pay</button></form>"""


def till() -> Pages:
    def paid(hit: Hit) -> str:
        given = parse_qs(hit.body.decode())
        return f"<h1>Paid</h1><p role=status>Payment received with {given['card'][0]} and {given['otp'][0]}</p>"

    def account(hit: Hit) -> str:
        return f"<h1>Account</h1><p>Last password: {parse_qs(hit.body.decode())['pw'][0]}</p>{CARD}"

    return {"/": lambda _: LOGIN, "/in": account, "/pay": paid}


def payment(origin: str, user: str) -> dict[str, Any]:
    steps = [
        step("fill", f"{origin}/", user, role="textbox", name="User", label="User"),
        step("fill", f"{origin}/", SECRET["password"], role="textbox", name="Password", label="Password"),
        step("click", f"{origin}/", role="button", name="Sign in"),
        step("fill", f"{origin}/in", SECRET["card_number"], role="textbox", name="Card number", label="Card number"),
        step("fill", f"{origin}/in", SECRET["otp"], role="textbox", name="Code", label="Code"),
        step("click", f"{origin}/in", role="button", name="Pay"),
    ]
    return {"task": f"Sign in as '{user}' and pay", "outcome": "success", "start_url": f"{origin}/", "steps": steps}


async def test_passwords_cards_and_codes_of_a_run_are_nowhere_and_paying_is_no_part_of_signing_in(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
):
    caplog.set_level(logging.DEBUG)
    async with site(dict(till())) as served, learning(tmp_path) as app:
        monkeypatch.setenv(env_name(served.host, "password"), SECRET["password"])
        monkeypatch.setenv(env_name(served.host, "card_number"), SECRET["card_number"])
        monkeypatch.setenv(env_name(served.host, "otp"), "JBSWY3DPEHPK3PXP")
        status = await teach(app, payment(served.origin, "ann"), payment(served.origin, "bob"))
        (flow,) = await app.workflows_of(None)
        assert {p.name for p in flow.parameters if p.secret} == set(SECRET), status.reasons
        assert [s.optional for s in flow.steps] == [True] * 3 + [False] * 3
        served.hits.clear()
        outcome = await app.run(flow.name, {"user": "cara"}, RunOptions(confirm=True))
        sent = [parse_qs(hit.body.decode()) for hit in served.hits if hit.method == "POST"]
        assert (outcome.status, [set(one) for one in sent]) == ("ok", [{"user", "pw"}, {"card", "otp"}]), outcome.stopped
        code = sent[-1]["otp"][0]
        said = json.dumps([outcome.model_dump(mode="json"), status.model_dump(mode="json")]) + caplog.text
        kept = everything(tmp_path) + said.encode()
        for secret in (*SECRET.values(), SECRET["card_number"].replace(" ", ""), code):
            assert secret.encode() not in kept
