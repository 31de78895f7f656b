"""Saved logins: one storage state a site, readable by its owner only."""

from __future__ import annotations

import json
import os
import re
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from awm_mcp.config import Settings

if TYPE_CHECKING:
    from playwright.async_api import BrowserContext


def login_file(settings: Settings, site: str) -> Path:
    """Where the login of a site is kept; the colon of a port is written as a comma, which every file system takes."""
    return settings.home / "logins" / (re.sub(r"[^a-z0-9.,_-]", "_", site.lower().replace(":", ",")) + ".json")


def saved_login(settings: Settings, site: str) -> Path | None:
    """The file of a saved login, if there is one."""
    path = login_file(settings, site)
    return path if path.is_file() else None


async def write_login(context: BrowserContext, path: Path) -> Path:
    """Writes the context's cookies and storage, whole or not at all, readable by the owner only."""
    _write_private(path, json.dumps(await context.storage_state()))
    return path


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
