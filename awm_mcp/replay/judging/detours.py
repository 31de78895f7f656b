"""Ways that something sent went through a sign-in: what was sent is lost there mostly, and the next page looks well."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING
from urllib.parse import parse_qsl, unquote, urljoin, urlsplit

from awm_mcp.errors import StepStopped
from awm_mcp.model.site import path_of
from awm_mcp.model.text import plain
from awm_mcp.replay.judging.stops import needs_login
from awm_mcp.replay.targets.expectations import address_fits

if TYPE_CHECKING:
    from awm_mcp.replay.player import Player
    from awm_mcp.replay.staging.trail import Hop

_SIGN_IN = re.compile(
    r"(sso|log-?in|log-?on|sign-?in|sign-?on|signin-oidc|oauth2?|oidc|openid(-connect)?|saml2?|adfs|idp|auth|authn|authorize|"
    r"authenticate|authentication|reauth|re-?login|anmelden|anmeldung|einloggen|connexion|identification|iniciar-?sesion|acceso|"
    r"accedi|inloggen|aanmelden|logowanie|giris|login_check|do_?login|user_?login)(\.\w{2,5})?",
    re.IGNORECASE,
)
_SIGNS_OUT = re.compile(
    r"(log|sign)-?_?(out|off)|abmelden|abmeldung|deconnexion|d%C3%A9connexion|cerrar-?sesion|sair|uitloggen|afmelden|wyloguj"
    r"|(delete|close|remove|deactivate)-?_?account|account/(delete|close)",
    re.IGNORECASE,
)
_ASKS = frozenset({"samlrequest", "samlresponse", "relaystate", "id_token", "id_token_hint", "client_id", "openid.mode"})


def detour(hops: Sequence[Hop], acted_on: str, last: str) -> str:
    """The address in between, of the hops of one writing step, that looks like signing in or is of another host;
    empty when there is none.

    ``acted_on``: the address of the page that was acted on; ``last``: where it ended. What these say belongs to the site.
    """
    if not hops:
        return ""
    usual = _marks(acted_on) | _marks(hops[0].url)
    hosts = {urlsplit(one).netloc for one in (acted_on, hops[0].url, last)}
    between = [hop.url for hop in hops[1:] if hop.page and hop.url.split("#")[0] != last.split("#")[0]]
    aside = [urljoin(hop.url, hop.to) for hop in hops if not hop.page and hop.to]
    away = [one for one in between if urlsplit(one).netloc not in hosts]
    return next((one for one in (*between, *aside) if _marks(one) - usual), away[0] if away else "")


def _marks(address: str) -> set[str]:
    """What in an address speaks of signing in: parts of its path, names in its query."""
    parts = urlsplit(address)
    path = {one.casefold() for one in unquote(parts.path).split("/") if _SIGN_IN.fullmatch(one)}
    return path | {name.casefold() for name, _ in parse_qsl(parts.query) if name.casefold() in _ASKS}


async def check_detour(player: Player, *, proven: bool, at_end: bool) -> None:
    """Stops when what was sent went through a sign-in, or ended at one, unless its effect was seen.

    Raises:
        StepStopped: ``signed_in_between`` with status ``unknown``.
    """
    stage, number = player.stage, player.stage.activity.step
    if proven or number not in player.judged or number in player.request.workflow.signing_in:
        return
    hops = [hop for hop in stage.trail.hops if hop.step == number]
    way = detour(hops, player.sent_from, stage.page.url)
    if way:
        said = f"went by way of {_told(way)}"
    elif at_end and await _ends_at_login(player, hops):
        said = "led to a page that asks to sign in"
    else:
        return
    player.step = number
    raise StepStopped(
        "signed_in_between", status="unknown", expected="the site to take what was sent",
        seen=f"what was sent {said}; it may be lost",
        next="look on the site whether it happened before doing anything again; it is not sent twice",
    )  # fmt: skip


def _told(way: str) -> str:
    if _marks(way):
        return f"{plain(path_of(way).split('?')[0], 120)}, which looks like a sign-in"
    return f"{plain(urlsplit(way).netloc, 120)}, another site"


async def _ends_at_login(player: Player, hops: Sequence[Hop]) -> bool:
    """Whether the page asks to sign in that did not before, although nobody signed out and nothing says that it ends so."""
    end = player.request.workflow.postcondition
    if player.asked_before or any(_SIGNS_OUT.search(hop.url) for hop in hops):
        return False
    if end is not None and end.url is not None and address_fits(player.arguments.bind(end.url), player.stage.page.url):
        return False
    return await needs_login(player.stage)
