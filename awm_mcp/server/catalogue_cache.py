"""The published set as last seen, in two small files, so that the first tools/list needs no database.

``AWM_HOME/catalogue.json`` is the catalogue as data; the application writes it, too. ``AWM_HOME/listing.json`` belongs to
the server: the record of each version frozen when it was first listed, the ``browser_*`` definitions, and all tool names
ever listed. Both may be deleted at any time, and an unreadable one is treated as missing.
"""

from __future__ import annotations

import contextlib
import json
import os
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from pydantic import Field, ValidationError

from awm_mcp.model import Catalogue, Workflow
from awm_mcp.model.base import Word

CATALOGUE_FILE, LISTING_FILE = "catalogue.json", "listing.json"
NEVER_SEEN = -1


class Primitive(Word):
    """The definition of a ``browser_*`` tool as it was offered last."""

    name: str
    title: str
    description: str
    input_schema: Mapping[str, Any]
    read_only: bool


class Listing(Word):
    """What a list of tools needs besides the workflows. ``worked``: id@version -> (worked, tried), frozen."""

    worked: dict[str, tuple[int, int]] = Field(default_factory=dict[str, tuple[int, int]])
    primitives: tuple[Primitive, ...] = ()
    former: dict[str, str] = Field(default_factory=dict[str, str], description="tool name ever listed -> workflow id")


class CachedCatalogue(Word):
    """What tools/list is made of. ``generation`` is NEVER_SEEN before the first look."""

    generation: int = NEVER_SEEN
    workflows: tuple[Workflow, ...] = ()
    listing: Listing = Listing()


def key_of(workflow: Workflow) -> str:
    """The key of a workflow's version, under which its record is frozen."""
    return f"{workflow.id or workflow.name}@{workflow.version}"


def read(home: Path) -> CachedCatalogue:
    """The cached catalogue; an empty one when there is none or it cannot be read."""
    listing = _read_listing(home / LISTING_FILE)
    try:
        catalogue = Catalogue.model_validate_json((home / CATALOGUE_FILE).read_bytes())
    except (OSError, ValidationError):
        return CachedCatalogue(listing=listing)
    # What is listed without a record is listed so from now on: a published description never changes.
    worked = {key_of(w): listing.worked.get(key_of(w), (0, 0)) for w in catalogue.workflows}
    return CachedCatalogue(
        generation=catalogue.generation,
        workflows=catalogue.workflows,
        listing=listing.model_copy(update={"worked": worked}),
    )


def write(home: Path, cached: CachedCatalogue) -> None:
    """Brings both files up to date, each in one step, so that another process never reads half of one.

    Raises:
        OSError: the folder cannot be written to.
    """
    catalogue = Catalogue(generation=cached.generation, workflows=cached.workflows)
    home.mkdir(parents=True, exist_ok=True)
    _replace(home / CATALOGUE_FILE, json.dumps(catalogue.as_data(), ensure_ascii=False))
    _replace(home / LISTING_FILE, json.dumps(cached.listing.model_dump(mode="json"), ensure_ascii=False))


def _read_listing(file: Path) -> Listing:
    try:
        return Listing.model_validate_json(file.read_bytes())
    except (OSError, ValidationError):
        return Listing()


def _replace(file: Path, text: str) -> None:
    with contextlib.suppress(OSError):
        if file.read_text(encoding="utf-8") == text:
            return
    handle, name = tempfile.mkstemp(prefix=f".{file.name}-", dir=file.parent)
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as part:
            part.write(text)
        Path(name).replace(file)
    except BaseException:
        with contextlib.suppress(OSError):
            Path(name).unlink()
        raise
