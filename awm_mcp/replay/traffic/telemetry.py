"""Which requests only tell that something happened: by the words of their addresses, and by what they carry."""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import TYPE_CHECKING
from urllib.parse import unquote_plus, urlsplit

from awm_mcp.model.changes import changing_address
from awm_mcp.model.site import path_of
from awm_mcp.replay.traffic.bodies import in_letters

if TYPE_CHECKING:
    from playwright.async_api import Request

_BEACONS = frozenset({"ping", "beacon"})
_SCRIPTED = frozenset({"fetch", "xhr", "other"})
_TELEMETRY = re.compile(r"/(collect|beacon|telemetry|analytics|metrics|tracking|track|logs?|rum|sentry|pixel)/?$", re.I)
_HEARTBEAT = re.compile(r"/(heart-?beats?|keep-?alive|ping|pong|presence|alive)/?$", re.I)
_OF_USERS = re.compile(r"/(logs?|tracking|track|metrics)/?$", re.I)
"""Words of telemetry that people's own records have as well: a log of work, of parcels, of weight."""
_TOLD = re.compile(
    r"(?:^|[/._-])(collect|beacons?|telemetry|analytics|metrics|track(?:ing|er)?|rum|sentry|pixel|events?|stats?|hits?|ingest"
    r"|insights?|impressions?|interactions?|clicks?|pageviews?|perf|performance|vitals|timing|usage|diagnostics|csp|nel"
    r"|errors?|heart-?beats?|keep-?alive|ping)(?=$|[/._-])",
    re.I,
)
"""Words of addresses that beacons go to, anywhere in the path."""
_LEAST = 3
"""Letters of a typed value that can be known again in what is sent."""


def is_telemetry(request: Request, typed: Collection[str] = ()) -> bool:
    """Whether a request only tells that something happened, or that the page is still there: beacons and the like.

    Pages also save by beacons, since these outlast them: one that goes to the page's own site, to an address without a word
    of telemetry, and carries what was typed or names a change, is no telemetry.
    """
    kind, path = request.resource_type, urlsplit(request.url).path
    if kind == "cspviolationreport":
        return True
    if kind in _BEACONS:
        return _elsewhere(request) or bool(_TOLD.search(path)) or not (carries(request, typed) or _changes(request))
    named = bool(_TELEMETRY.search(path) or _HEARTBEAT.search(path)) and kind in _SCRIPTED
    return named and not (_OF_USERS.search(path) and carries(request, typed))


def _elsewhere(request: Request) -> bool:
    """Whether it goes to another site than the page's; a page that is gone does not tell."""
    origin = request.headers.get("origin", "")
    return origin not in ("", "null") and urlsplit(origin).netloc != urlsplit(request.url).netloc


def _changes(request: Request) -> bool:
    return changing_address(path_of(request.url)) != ""


def carries(request: Request, typed: Collection[str]) -> bool:
    """Whether the body holds a typed value as a whole word."""
    return holds((request.post_data_buffer or b"").decode("utf-8", "replace"), typed)


def holds(body: str, typed: Collection[str]) -> bool:
    """Whether a text that is sent, in any of the usual spellings, holds a typed value as a whole word."""
    values = {text.strip().casefold() for text in typed if len(text.strip()) >= _LEAST}
    said = "\n".join((body, unquote_plus(body), in_letters(body))).casefold()
    return any(re.search(rf"(?<!\w){re.escape(text)}(?!\w)", said) for text in values)
