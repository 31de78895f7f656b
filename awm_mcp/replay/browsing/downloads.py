"""Downloads end up in the run's own folder, under a safe name that nothing else has."""

from __future__ import annotations

import re
import unicodedata
from pathlib import Path
from typing import TYPE_CHECKING

from awm_mcp.model.text import plain

if TYPE_CHECKING:
    from playwright.async_api import Download

_RESERVED = re.compile(r"(?i)^(con|prn|aux|nul|com\d|lpt\d)(\.|$)")
MAX_FILE_NAME = 120


def safe_name(suggested: str) -> str:
    """A plain file name made of what a page suggests: no folders, no control characters, no device names."""
    last = re.split(r"[/\\]", unicodedata.normalize("NFC", suggested))[-1]
    name = re.sub(r'[<>:"|?*\x00-\x1f\x7f]', "_", plain(last, 1000)).strip(" .")
    if not name or _RESERVED.match(name):
        name = f"download_{name}".rstrip("_")
    stem, dot, ending = name.rpartition(".")
    if not dot or len(ending) > 12:
        return name[:MAX_FILE_NAME]
    return f"{stem[: MAX_FILE_NAME - len(ending) - 1]}.{ending}"


async def save_download(download: Download, folder: Path) -> Path:
    """Saves a download into a folder and returns its path; equal names get ``-2``, ``-3``, …

    Raises:
        playwright.async_api.Error: the download was cancelled or failed.
    """
    path = _free(folder, safe_name(download.suggested_filename))
    await download.save_as(path)
    return path


def _free(folder: Path, name: str) -> Path:
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    path = folder / name
    number = 2
    while True:
        try:
            path.touch(exist_ok=False)
        except FileExistsError:
            path = folder / f"{Path(name).stem}-{number}{Path(name).suffix}"
            number += 1
        else:
            return path
