"""Which requests change nothing that is asked for, although they are sent like a change: questions, searches, the renewal of
a sign-in, and notes of what was looked at."""

from __future__ import annotations

import json
import re
from collections.abc import Collection
from typing import TYPE_CHECKING, Any, cast
from urllib.parse import parse_qsl, unquote, urlsplit

from awm_mcp.model.site import path_of
from awm_mcp.replay.traffic.telemetry import carries

if TYPE_CHECKING:
    from playwright.async_api import Request

_ASKS = re.compile(r"/(search|query|autocomplete|suggest|validate|preview)\b")
_SEARCHES = re.compile(
    r"/_?(search|autocomplete|suggest|typeahead|suchen?|recherche|rechercher|buscar|busqueda|búsqueda|busca|pesquisar?|cerca|ricerca|zoek(en)?|szukaj"
    r"|wyszukaj|wyszukiwanie|sök|sok|søg|søk|haku?|hledat|hledej|hľadať|keresés|ara|arama|cauta|căutare|поиск|найти|検索|搜索)"
    r"(\.\w{2,5})?(/(results?|ergebnis(se)?|resultats?|résultats|resultados|risultati|suggest(ions?)?))?/?$",
    re.I,
)
"""The whole last word of an address: "cerca" and "ara" are common words, too."""
_MOST_FIELDS = 8
_LONGEST_SEARCH = 200
_RENEWALS = re.compile(
    r"/(csrf|xsrf|anti-?forgery)([-_]?(token|cookie))?/?$"
    r"|/(auth|tokens?|sessions?|jwt|oauth2?|identity|sso)/(refresh|renew|extend|keep[-_]?alive)([-_]?(token|session))?/?$"
    r"|/(refresh|renew|extend)[-_]?(access[-_]?|auth[-_]?)?(token|session|jwt|auth)/?$"
    r"|/(oauth2?|connect|openid-connect|auth)/(token|session|csrf)/?$"
    r"|^(/api)?(/v\d+)?/refresh/?$",
    re.I,
)
_VIEWED = re.compile(
    r"/(recently[-_]?(viewed|visited|seen|opened)|last[-_]?(seen|viewed|visited|visit|opened)|(page|product|item)[-_]?views?"
    r"|viewed|impressions?)(/[^/]*)?/?$",
    re.I,
)


def searches_by(path: str) -> bool:
    """Whether an address is one that is searched at, in any of the common languages."""
    return bool(_SEARCHES.search(unquote(path.split("?")[0])))


def reads_only(request: Request) -> bool:
    """Whether a POST may be sent where nothing is to be changed: it only asks, or its address has a word of asking in it."""
    data = request.post_data or ""
    loosely = request.method == "POST" and not re.match(r"\s*[{[]", data) and _ASKS.search(path_of(request.url))
    return bool(loosely) or only_asks(request)


def only_asks(request: Request) -> bool:
    """Whether a POST is a GraphQL query or a search."""
    if request.method != "POST":
        return False
    data = request.post_data or ""
    if re.match(r"\s*[{[]", data):
        try:
            asked = json.loads(data)
        except ValueError:
            return False
        return _is_query(asked) or (searches_by(path_of(request.url)) and _is_words(asked))
    return searches_by(path_of(request.url)) and _has_only_words(data)


def renews_sign_in(request: Request, typed: Collection[str]) -> bool:
    """Whether a script only gets the page a new token, or keeps its session: nothing that was typed is in it."""
    asked = request.method in ("POST", "PUT") and request.resource_type in ("fetch", "xhr")
    return asked and bool(_RENEWALS.search(urlsplit(request.url).path)) and not carries(request, typed)


def notes_visit(request: Request, typed: Collection[str]) -> bool:
    """Whether a script only has the site note that something was looked at; "views" alone may be ones that people make."""
    asked = request.method in ("POST", "PUT") and request.resource_type in ("fetch", "xhr")
    return asked and bool(_VIEWED.search(urlsplit(request.url).path)) and not carries(request, typed)


def _is_query(data: Any) -> bool:
    if isinstance(data, list):
        return data != [] and all(_is_query(one) for one in cast("list[Any]", data))
    text = cast("dict[str, Any]", data).get("query") if isinstance(data, dict) else None
    return isinstance(text, str) and bool(re.match(r"\s*(query\b|\{)", text))


def _is_words(data: Any) -> bool:
    """Whether an object holds what a search does: words and filters, and no command of GraphQL."""
    if not isinstance(data, dict):
        return False
    given = cast("dict[str, Any]", data)
    commands = re.match(r"\s*(mutation|subscription)\b", str(given.get("query", "")))
    return commands is None and len(str(given)) < _LONGEST_SEARCH * _MOST_FIELDS


def _has_only_words(body: str) -> bool:
    """Whether a form's body is short as that of a search: a few fields without a line of text."""
    fields = parse_qsl(body, keep_blank_values=True)
    short = all(len(text) <= _LONGEST_SEARCH and "\n" not in text for _, text in fields)
    return "multipart" not in body[:80] and len(fields) <= _MOST_FIELDS and short
