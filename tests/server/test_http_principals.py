"""Several people on one HTTP server: static tokens, tokens of an issuer, and what they see of each other."""

from __future__ import annotations

import socket
import time
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import anyio
import httpx2
import jwt
import pytest
from cryptography.hazmat.primitives.asymmetric import rsa
from face_harness import data_of
from mcp import Client
from mcp.client.streamable_http import streamable_http_client
from pydantic import SecretStr
from starlette.applications import Starlette
from starlette.responses import JSONResponse
from starlette.routing import Route
from test_http_server import TOKEN, serving

from awm_mcp.config import Settings
from awm_mcp.errors import Refused
from awm_mcp.server import http, oauth
from awm_mcp.server.face import Face
from awm_mcp.server.fake import FakeApplication
from awm_mcp.server.oauth import Issuer, metadata_addresses, metadata_paths
from awm_mcp.server.tokens import StaticTokens, static_tokens

ANNA, BEN = "token-of-anna-0123456789", "token-of-ben-0123456789"
ISSUER, AUDIENCE = "https://id.example/tenant", "https://awm.example/mcp"
KEY = rsa.generate_private_key(public_exponent=65537, key_size=2048)
OTHER_KEY = rsa.generate_private_key(public_exponent=65537, key_size=2048)


def jwks(key: rsa.RSAPrivateKey = KEY, kid: str = "k1") -> dict[str, Any]:
    public = jwt.algorithms.RSAAlgorithm.to_jwk(key.public_key(), as_dict=True)
    return {"keys": [{**public, "kid": kid, "use": "sig"}]}


def issued(*, key: Any = KEY, kid: str | None = "k1", typ: str = "at+jwt", algorithm: str = "RS256", **changed: Any) -> str:
    claims = {"iss": ISSUER, "aud": AUDIENCE, "sub": "anna", "exp": time.time() + 60, "scope": "awm:use", **changed}
    headers = {"typ": typ, **({"kid": kid} if kid else {})}
    return jwt.encode({k: v for k, v in claims.items() if v is not None}, key, algorithm=algorithm, headers=headers)


def issuer(answers: dict[str, Any], asked: list[str] | None = None) -> Issuer:
    """An issuer whose addresses answer as given; the rest is 404."""

    def answer(request: httpx2.Request) -> httpx2.Response:
        if asked is not None:
            asked.append(str(request.url))
        found = answers.get(str(request.url))
        return httpx2.Response(200, json=found) if found is not None else httpx2.Response(404)

    return Issuer(ISSUER, AUDIENCE, transport=httpx2.MockTransport(answer))


METADATA = "https://id.example/.well-known/oauth-authorization-server/tenant"
ANSWERS: dict[str, Any] = {
    METADATA: {"issuer": ISSUER, "jwks_uri": "https://id.example/keys"},
    "https://id.example/keys": jwks(),
}


@asynccontextmanager
async def connected(origin: str, token: str, era: str) -> AsyncGenerator[Client]:
    async with (
        httpx2.AsyncClient(headers={"Authorization": f"Bearer {token}"}) as web,
        Client(streamable_http_client(f"{origin}/mcp", http_client=web), mode=era) as client,
    ):
        yield client


@pytest.fixture
def shared(settings: Settings, tmp_path: Path) -> Settings:
    file = tmp_path / "tokens.yaml"
    file.write_text(f"anna: {ANNA}\nben: {BEN}\n")
    return settings.model_copy(update={"http_token": SecretStr(TOKEN), "http_tokens_file": file})


async def test_each_token_is_a_principal_of_its_own_and_the_plain_one_is_the_owner(
    face: Face, shared: Settings, application: FakeApplication, era: str
) -> None:
    async with serving(face, shared) as origin:
        for token in (ANNA, BEN, TOKEN):
            async with connected(origin, token, era) as client:
                await client.call_tool("shop_find_price", {"query": "x"})
                await client.call_tool("cancel_run", {"run_id": "replay_1"})
                await client.call_tool("get_run", {"id": "replay_1"})
                await client.call_tool("get_artifact", {"run_id": "replay_1"})
                await client.read_resource("awm://runs/replay_1")
    assert [caller.principal for *_, caller in application.runs] == ["anna", "ben", "local"]
    assert [caller.principal for caller in application.askers] == ["anna"] * 4 + ["ben"] * 4 + ["local"] * 4


async def test_a_session_of_one_principal_cannot_be_used_by_another(face: Face, shared: Settings) -> None:
    async with serving(face, shared) as origin, httpx2.AsyncClient() as web:
        hello = {
            "jsonrpc": "2.0",
            "id": 1,
            "method": "initialize",
            "params": {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "x", "version": "1"}},
        }
        headers = {"Accept": "application/json, text/event-stream"}
        opened = await web.post(f"{origin}/mcp", json=hello, headers={**headers, "Authorization": f"Bearer {ANNA}"})
        session = {"mcp-session-id": opened.headers["mcp-session-id"], "mcp-protocol-version": "2025-11-25"}
        ping = {"jsonrpc": "2.0", "id": 2, "method": "ping"}
        stolen = await web.post(f"{origin}/mcp", json=ping, headers={**headers, **session, "Authorization": f"Bearer {BEN}"})
        own = await web.post(f"{origin}/mcp", json=ping, headers={**headers, **session, "Authorization": f"Bearer {ANNA}"})
    assert stolen.status_code == 404 and own.status_code == 200


@pytest.mark.parametrize(
    "text",
    [
        "anna: short",
        "local: a-long-enough-token",
        "a: same-token-0123456789\nb: same-token-0123456789",
        "[]",
        "{",
        "a b/c: long-enough-0123456",
    ],
)
def test_an_unusable_tokens_file_is_refused(text: str, settings: Settings, tmp_path: Path) -> None:
    (tmp_path / "tokens.yaml").write_text(text)
    with pytest.raises(Refused):
        static_tokens(settings.model_copy(update={"http_tokens_file": tmp_path / "tokens.yaml"}))


def test_the_plain_token_may_not_be_in_the_file_too(shared: Settings) -> None:
    with pytest.raises(Refused, match="of its own"):
        static_tokens(shared.model_copy(update={"http_token": SecretStr(ANNA)}))


async def test_unknown_static_tokens_are_nobody() -> None:
    known = StaticTokens({"anna": ANNA})
    found = await known.verify(ANNA)
    assert found is not None and found.principal == "anna"
    assert await known.verify(BEN) is None and await known.verify("") is None


async def test_a_token_of_the_issuer_for_this_server_is_taken() -> None:
    known = await issuer(ANSWERS).verify(issued())
    assert known is not None and known.principal == f"{ISSUER} anna" and known.scopes == ("awm:use",)


@pytest.mark.parametrize(
    "token",
    [
        lambda: issued(aud="https://other.example/mcp"),
        lambda: issued(aud=None),
        lambda: issued(iss="https://evil.example"),
        lambda: issued(exp=time.time() - 120),
        lambda: issued(exp=None),
        lambda: issued(nbf=time.time() + 120),
        lambda: issued(key=OTHER_KEY),
        lambda: issued(kid="unknown"),
        lambda: issued(typ="id_token+jwt"),
        lambda: issued(sub=None),
        lambda: issued(key="a shared secret that is long enough for the algorithm", algorithm="HS256"),
        lambda: issued(key=None, algorithm="none"),
        lambda: "no token at all",
    ],
)
async def test_any_other_token_is_refused(token: Callable[[], str]) -> None:
    assert await issuer(ANSWERS).verify(token()) is None


async def test_keys_are_kept_and_a_stranger_cannot_make_them_be_fetched_again_and_again() -> None:
    asked: list[str] = []
    trusted = issuer(ANSWERS, asked)
    assert await trusted.verify(issued()) and await trusted.verify(issued())
    for number in range(5):
        assert await trusted.verify(issued(kid=f"made-up-{number}")) is None
    assert asked == [METADATA, "https://id.example/keys"]


async def test_a_new_key_of_the_issuer_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    answers = dict(ANSWERS)
    trusted = issuer(answers)
    assert await trusted.verify(issued())
    monkeypatch.setattr(oauth, "ASK_AGAIN_S", 0.0)
    answers["https://id.example/keys"] = jwks(OTHER_KEY, "k2")
    assert await trusted.verify(issued(key=OTHER_KEY, kid="k2")) and await trusted.verify(issued()) is None


@pytest.mark.parametrize(
    "answers", [{}, {METADATA: {"issuer": "https://evil.example", "jwks_uri": "https://id.example/keys"}}]
)
async def test_an_issuer_that_cannot_be_asked_or_names_itself_otherwise_lets_nobody_in(answers: dict[str, Any]) -> None:
    assert await issuer({**answers, "https://id.example/keys": jwks()}).verify(issued()) is None


def test_the_issuers_metadata_are_looked_for_where_the_specification_says() -> None:
    assert metadata_addresses(ISSUER) == [
        METADATA,
        "https://id.example/.well-known/openid-configuration/tenant",
        "https://id.example/tenant/.well-known/openid-configuration",
    ]
    assert metadata_paths(AUDIENCE)[0] == "/.well-known/oauth-protected-resource/mcp"


@pytest.mark.parametrize(
    "given",
    [{"oauth_audience": None}, {"oauth_issuer": "http://id.example"}, {"oauth_jwks_url": "http://id.example/keys"}],
)
def test_an_issuer_without_audience_or_https_is_refused(face: Face, settings: Settings, given: dict[str, Any]) -> None:
    wanted = settings.model_copy(update={"oauth_issuer": ISSUER, "oauth_audience": AUDIENCE, **given})
    with pytest.raises(Refused, match="AWM_OAUTH"):
        http.http_app(face, wanted)


@asynccontextmanager
async def an_issuer_on_loopback() -> AsyncGenerator[str]:
    listener = socket.create_server(("127.0.0.1", 0))
    origin = f"http://127.0.0.1:{listener.getsockname()[1]}"
    metadata = {"issuer": origin, "jwks_uri": f"{origin}/keys"}
    routes = [
        Route("/.well-known/oauth-authorization-server", lambda _: JSONResponse(metadata)),
        Route("/keys", lambda _: JSONResponse(jwks())),
    ]
    server = http.QuietServer(http.uvicorn.Config(Starlette(routes=routes), log_level="error", lifespan="off", ws="none"))
    async with anyio.create_task_group() as tasks:
        tasks.start_soon(lambda: server.serve(sockets=[listener]))
        try:
            yield origin
        finally:
            server.should_exit = True


async def test_a_client_finds_the_issuer_and_works_with_its_token(
    face: Face, settings: Settings, application: FakeApplication, era: str
) -> None:
    async with an_issuer_on_loopback() as id_server:
        given = {"oauth_issuer": id_server, "oauth_audience": AUDIENCE, "oauth_scopes": ["awm:use"]}
        async with serving(face, settings.model_copy(update=given)) as origin, httpx2.AsyncClient() as web:
            refused = await web.post(f"{origin}/mcp", json={})
            told = await web.get(f"{origin}/.well-known/oauth-protected-resource/mcp")
            poor = {"Authorization": f"Bearer {issued(iss=id_server, scope='other')}"}
            without_scope = await web.post(f"{origin}/mcp", json={}, headers=poor)
            async with connected(origin, issued(iss=id_server), era) as client:
                assert data_of(await client.call_tool("shop_find_price", {"query": "x"}))["status"] == "ok"
    challenge = refused.headers["www-authenticate"]
    assert refused.status_code == 401
    assert 'resource_metadata="https://awm.example/.well-known/oauth-protected-resource/mcp"' in challenge
    assert 'scope="awm:use"' in challenge
    assert told.json()["resource"] == AUDIENCE and told.json()["authorization_servers"] == [id_server]
    assert without_scope.status_code == 403 and 'error="insufficient_scope"' in without_scope.headers["www-authenticate"]
    assert application.runs[0][3].principal == f"{id_server} anna"


async def test_metrics_count_calls_by_tool_and_outcome_and_take_no_label_from_a_caller(
    face: Face, settings: Settings
) -> None:
    async with serving(face, settings) as origin, httpx2.AsyncClient() as web:
        async with Client(f"{origin}/mcp", mode="auto") as client:
            await client.call_tool("shop_find_price", {"query": "x"})
            await client.call_tool("find_workflows", {})
            with pytest.raises(Exception, match="Unknown tool"):
                await client.call_tool('evil"} 1\n', {})
        told = (await web.get(f"{origin}/metrics")).text
    assert 'awm_tool_calls_total{tool="published_workflow",outcome="ok"} 1' in told
    assert 'awm_tool_calls_total{tool="find_workflows",outcome="error"} 1' in told
    assert 'awm_tool_calls_total{tool="unknown",outcome="protocol_error"} 1' in told and "evil" not in told
    assert 'awm_tool_call_seconds_bucket{tool="published_workflow",le="+Inf"} 1' in told
