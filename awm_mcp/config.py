"""Settings, read once from the environment (prefix ``AWM_``) and passed in; nothing else reads the environment for them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated, Any, Literal

import platformdirs
from pydantic import BeforeValidator, Field, SecretStr, ValidationError
from pydantic_settings import BaseSettings, NoDecode, SettingsConfigDict, SettingsError


def _default_home() -> Path:
    return Path(platformdirs.user_data_dir("awm-mcp", appauthor=False))


def _listed(given: object) -> object:
    """``a, b`` or ``["a", "b"]`` as a list; what is none already stays for the check of the type."""
    if not isinstance(given, str):
        return given
    if given.lstrip().startswith("["):
        try:
            return json.loads(given)
        except ValueError:
            raise ValueError("write a, b or a JSON list") from None
    return [part.strip() for part in given.split(",") if part.strip()]


Texts = Annotated[list[str], NoDecode, BeforeValidator(_listed)]
Folders = Annotated[list[Path], NoDecode, BeforeValidator(_listed)]
UNUSABLE = (ValidationError, SettingsError)
"""What ``Settings()`` raises when the environment holds something that it cannot use; see ``why_unusable``."""


class Settings(BaseSettings):
    """What an owner can set. Every field is an environment variable: ``AWM_HOME``, ``AWM_BROWSER``, …"""

    # Hosts write settings that the user left open as empty variables.
    model_config = SettingsConfigDict(env_prefix="AWM_", extra="ignore", env_ignore_empty=True)

    home: Path = Field(default_factory=_default_home, description="where state lives; never the working directory")
    browser: str | None = Field(default=None, description="path of a Chrome, Edge or Chromium; found by itself when unset")
    cdp_endpoint: str | None = Field(default=None, description="attach to a running browser instead of starting one")
    browser_endpoint: str | None = Field(
        default=None, description="ws:// address of a Playwright server to use instead of starting a browser"
    )
    headless: bool = True
    max_parallel: int = Field(default=2, ge=1, le=16, description="replays at the same time")
    step_timeout_s: float = Field(default=10.0, gt=0, description="deadline of one step, seconds")
    navigation_timeout_s: float = Field(default=30.0, gt=0, description="deadline of one page load, seconds")
    run_timeout_s: float = Field(default=300.0, gt=0, description="deadline of a whole replay, seconds")
    answer_within_s: float = Field(
        default=45.0,
        gt=0,
        description="every call is answered within so many seconds of its arrival, a longer run by its handle",
    )
    handle_ttl_s: float = Field(default=900.0, gt=0, description="how long an open page is kept without use, seconds")
    allow_writes: Literal["no", "verify"] = Field(
        default="no", description="'verify' lets verification replay steps that write, too"
    )
    repair: Literal["off", "safe", "ask"] = Field(
        default="off", description="whether one clearly best element may stand in for a missing target (docs/replay.md)"
    )
    repair_model: bool = Field(
        default=False, description="where the rules of repair have no choice, the model is asked which element is meant"
    )
    publish: Literal["auto", "manual"] = "auto"
    memory: Literal["offline", "online", "both"] = Field(
        default="both", description="which workflows agents see: of packs and data sets, of reported runs, or both"
    )
    reverify_days: float = Field(
        default=7.0, ge=0, description="age at which a read-only workflow is verified again, days; 0: never"
    )
    retire_unused_days: float = Field(
        default=180.0, ge=0, description="a workflow that nobody called for so long is retired, days; 0: never"
    )
    max_tools: int = Field(default=20, ge=0, le=100, description="published workflow tools in tools/list")
    usage: bool = Field(default=True, description="count calls, locally only")
    arm: str = Field(default="", description="arm of an experiment, written into usage events")
    browser_tools: bool = Field(default=True, description="offer the browser_* primitives")
    upload_roots: Folders = Field(default_factory=list[Path], description="folders that uploads may come from")
    extra_hosts: Texts = Field(
        default_factory=list[str], description="host[:port] that replays may reach besides the workflow's site"
    )
    secrets_file: Path | None = Field(default=None, description="YAML file of secrets: {site: {name: value}}")
    http_token: SecretStr | None = Field(
        default=None, description="bearer token of the HTTP server; required when it listens beyond loopback"
    )
    http_tokens_file: Path | None = Field(
        default=None, description="YAML file of further bearer tokens, one a principal: {name: token}"
    )
    oauth_issuer: str | None = Field(
        default=None, description="address of the OAuth authorization server whose access tokens are taken"
    )
    oauth_audience: str | None = Field(
        default=None, description="address of /mcp as clients know it; access tokens must have been issued for it"
    )
    oauth_jwks_url: str | None = Field(default=None, description="the issuer's keys; found by its metadata when unset")
    oauth_scopes: Texts = Field(default_factory=list[str], description="scopes that an access token must have")
    http_hosts: Texts = Field(
        default_factory=list[str], description="names under which the HTTP server may be addressed, host or host:port"
    )
    openai_api_key: SecretStr | None = Field(default=None, validation_alias="OPENAI_API_KEY")
    openai_base_url: str | None = Field(default=None, validation_alias="OPENAI_BASE_URL")
    model: str | None = Field(default=None, description="model name for the optional model-based helpers")
    embeddings: Literal["off", "local", "endpoint"] = Field(
        default="off",
        description="searches also by meaning: with the extra [embeddings], or with the OpenAI-compatible endpoint",
    )
    embedding_model: str | None = Field(default=None, description="model name for embeddings of the endpoint")
    embedding_alike: float = Field(
        default=0.5, ge=-1, le=1, description="cosine from which on the endpoint's vectors mean about the same"
    )
    model_calls: int = Field(default=40, ge=0, description="calls of the model for one site and day")
    model_tokens: int = Field(default=150_000, ge=0, description="tokens of the model for one site and day")

    @property
    def database(self) -> Path:
        """The SQLite file that several servers may share."""
        return self.home / "awm.sqlite3"

    @property
    def runs_dir(self) -> Path:
        """Artifacts of replays, one folder a run."""
        return self.home / "runs"


def why_unusable(problem: ValidationError | SettingsError) -> str:
    """One line that names each variable and what is wrong with it, without its value, which may be a secret."""
    if isinstance(problem, SettingsError):
        return str(problem).splitlines()[0]
    return "; ".join(f"{_variable(error['loc'])}: {error['msg']}" for error in problem.errors())


def _variable(place: tuple[Any, ...]) -> str:
    name = str(place[0]) if place else "settings"
    return f"AWM_{name.upper()}" if name in Settings.model_fields else name
