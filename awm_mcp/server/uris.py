"""Addresses of resources: ``awm://sites/{site}/workflows``, ``awm://workflows/{id}[/v/{n}]``, ``awm://runs/{run_id}``."""

from __future__ import annotations

import re
from typing import Literal, NamedTuple
from urllib.parse import quote, unquote

SITE_TEMPLATE = "awm://sites/{site}/workflows"
WORKFLOW_TEMPLATE = "awm://workflows/{id}"
VERSION_TEMPLATE = "awm://workflows/{id}/v/{n}"
RUN_TEMPLATE = "awm://runs/{run_id}"

_PART = r"([^/?#\s]{1,300})"
_PATTERNS: tuple[tuple[Literal["site", "version", "workflow", "run"], re.Pattern[str]], ...] = (
    ("site", re.compile(rf"awm://sites/{_PART}/workflows")),
    ("version", re.compile(rf"awm://workflows/{_PART}/v/(\d{{1,9}})")),
    ("workflow", re.compile(rf"awm://workflows/{_PART}")),
    ("run", re.compile(rf"awm://runs/{_PART}")),
)


class Place(NamedTuple):
    """What an address names; ``version`` is set for immutable versions only."""

    kind: Literal["site", "version", "workflow", "run"]
    ref: str
    version: int | None = None


def parse(uri: str) -> Place | None:
    """What an address names, or None when it is none of ours."""
    for kind, pattern in _PATTERNS:
        if found := pattern.fullmatch(uri):
            return Place(kind, unquote(found[1]), int(found[2]) if kind == "version" else None)
    return None


def site_uri(site: str) -> str:
    """Address of a site's memory."""
    return f"awm://sites/{quote(site, safe=':.-')}/workflows"


def run_uri(run_id: str) -> str:
    """Address of a run or a report."""
    return f"awm://runs/{quote(run_id, safe='-._')}"


def workflow_uri(ref: str, version: int | None = None) -> str:
    """Address of a workflow, or of one immutable version of it."""
    return f"awm://workflows/{quote(ref, safe='-._')}" + (f"/v/{version}" if version is not None else "")
