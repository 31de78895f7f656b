"""Saved logins: a storage state and a password for HTTP authentication a site, readable by their owner only."""

from __future__ import annotations

import json
import os
import re
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from awm_mcp.config import Settings
from awm_mcp.errors import StepStopped
from awm_mcp.model.file_names import unreserved
from awm_mcp.model.site import origin_of, path_of, site_of
from awm_mcp.replay.values.secrets import env_name

if TYPE_CHECKING:
    from playwright.async_api import BrowserContext, HttpCredentials

    from awm_mcp.replay.values.secrets import Vault

HTTP_USER, HTTP_PASSWORD = "http_user", "http_password"


def login_file(settings: Settings, site: str) -> Path:
    """Where the login of a site is kept; the colon of a port is written as a comma, which every file system takes."""
    name = re.sub(r"[^a-z0-9.,_-]", "_", site.lower().replace(":", ",")) + ".json"
    return settings.home / "logins" / unreserved(name)


def saved_login(settings: Settings, site: str) -> Path | None:
    """The file of a saved login, if there is one."""
    path = login_file(settings, site)
    return path if path.is_file() else None


async def write_login(context: BrowserContext, path: Path) -> Path:
    """Writes the context's cookies and storage, whole or not at all, readable by the owner only."""
    _write_private(path, json.dumps(await context.storage_state()))
    return path


def http_login_file(settings: Settings, site: str) -> Path:
    """Where the user name and password are kept that a site asks for by HTTP."""
    path = login_file(settings, site)
    return path.with_name(f"{path.stem},http.json")


def write_http_login(settings: Settings, site: str, user: str, password: str) -> Path:
    """Keeps a user name and password for HTTP authentication, readable by the owner only."""
    path = http_login_file(settings, site)
    _write_private(path, json.dumps({HTTP_USER: user, HTTP_PASSWORD: password}))
    return path


def http_login(settings: Settings, vault: Vault, origin: str) -> HttpCredentials | None:
    """What is given to an origin that asks for a user name and password by HTTP, and to no other; None when none is known.

    The secrets ``http_user`` and ``http_password`` of the site go before a saved login.
    """
    site = site_of(origin)
    if vault.has(site, HTTP_PASSWORD):
        user = vault.get(site, HTTP_USER) if vault.has(site, HTTP_USER) else ""
        password = vault.get(site, HTTP_PASSWORD)
    else:
        try:
            kept = json.loads(http_login_file(settings, site).read_text(encoding="utf-8"))
        except (OSError, ValueError):
            return None
        user, password = str(kept[HTTP_USER]), str(kept[HTTP_PASSWORD])
        vault.remember(HTTP_PASSWORD, password)
    return {"username": user, "password": password, "origin": origin_of(origin)}


def auth_required(wanted: str, url: str) -> StepStopped:
    """The stop for an address that asks for a user name and password by HTTP, and got none or refused them."""
    site = site_of(url) if url.startswith("http") else site_of(wanted)
    user, password = env_name(site, HTTP_USER), env_name(site, HTTP_PASSWORD)
    return StepStopped(
        "auth_required", expected=f"open {path_of(wanted)}",
        seen="the site asks for a user name and password (HTTP 401); it was given none, or refuses the ones it was given",
        next=f"set {user} and {password}, or run `awm-mcp login {site}`; then call again",
    )  # fmt: skip


def _write_private(path: Path, text: str) -> None:
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(dir=path.parent, suffix=".part")  # made with mode 0600
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(text)
        Path(name).replace(path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise
