"""Which site somebody means: by its address or host, by an alias, or with the nearest names when it is not known."""

from __future__ import annotations

from collections.abc import Collection
from difflib import get_close_matches

from awm_mcp.errors import AwmError, NotFound
from awm_mcp.memory.port import Memory
from awm_mcp.model.site import site_of

MOST_TOLD, MOST_WITH_ALIASES = 8, 200


async def known_site(memory: Memory, given: str) -> str:
    """The site of which something is stored, for what was typed.

    Raises:
        NotFound: nothing is known of it; names the sites that come near, else the known ones.
    """
    site = _as_site(given)
    known = {*await memory.workflows.sites(), *await memory.sites.all()}
    if site in known:
        return site
    for one in sorted(known) if len(known) <= MOST_WITH_ALIASES else ():
        if site in {_as_site(origin) for origin in await memory.sites.aliases(one)}:
            return one
    raise unknown_site(given, site, known)


def unknown_site(given: str, site: str, known: Collection[str]) -> NotFound:
    """The refusal, with what was most likely meant."""
    near = _near(site, known)
    told = near or sorted(known)[:MOST_TOLD]
    meant = f"did you mean {' or '.join(near)}? " if near else ""
    return NotFound(
        "unknown_site",
        expected=f"a site of which something is known{': ' + ', '.join(told) if told else ''}",
        seen=repr(given[:80]),
        next=f"{meant}`awm-mcp site list` shows all sites; report a solved run of a new one with report_run",
    )


def _as_site(given: str) -> str:
    try:
        return site_of(given if "://" in given else f"http://{given}")
    except AwmError:
        return given.strip().lower()


def _near(site: str, known: Collection[str]) -> list[str]:
    """The same host on another port, then names that are spelled nearly alike or hold it as a word."""
    host = site.partition(":")[0]
    same = [one for one in sorted(known) if one.partition(":")[0] == host]
    alike = get_close_matches(site, sorted(known), n=3, cutoff=0.75)
    within = [one for one in sorted(known) if len(host) > 2 and host in one.split(":")[0].split(".")]
    return list(dict.fromkeys([*same, *alike, *within]))[:3]
