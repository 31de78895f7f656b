"""Who owns what: runs, reports, artifacts, open pages, secrets and logins belong to the principal that caused them.

The owner of the home is the principal ``local`` (stdio, the command line, the plain HTTP token). All others come in over
HTTP with a token of their own. Workflows are shared by all: that is what the memory is for.
"""

from __future__ import annotations

import hashlib
import re
import secrets

from awm_mcp.config import Settings
from awm_mcp.errors import NotFound

OWNER = "local"
_RUN_ID = re.compile(r"replay_([0-9a-f]{12})_[0-9a-f]{16}")


def tag_of(principal: str) -> str:
    """A short name of a principal that is safe in ids and file names; empty for the owner."""
    return "" if principal == OWNER else hashlib.sha256(principal.encode()).hexdigest()[:12]


def new_run_id(principal: str) -> str:
    """A fresh id of a replay. It carries its principal's tag, so that ownership outlives this process."""
    tag = tag_of(principal)
    return f"replay_{tag}{'_' if tag else ''}{secrets.token_hex(8)}"


def tag_in(run_id: str) -> str:
    """The tag of the principal that a run id belongs to; empty for the owner's."""
    found = _RUN_ID.fullmatch(run_id)
    return found[1] if found else ""


def owns(principal: str, run_id: str) -> bool:
    """Whether a replay of that id, if there is one, is the principal's."""
    return tag_in(run_id) == tag_of(principal)


def may_see(principal: str, run_id: str) -> bool:
    """Whether a principal may look for pictures under an id; those of browser sessions lie in a folder of each principal."""
    return owns(principal, run_id) or not run_id.startswith(("replay_", "verify_"))


def reported_by(principal: str, reporters: tuple[str, ...]) -> bool:
    """Whether the principal is among those that reported a run; runs without names are the owner's."""
    return principal in (reporters or (OWNER,))


def reporter_of(reporters: tuple[str, ...]) -> str:
    """The principal on whose behalf a run is looked at again and replayed: the first that reported it."""
    return (reporters or (OWNER,))[0]


def settings_of(settings: Settings, principal: str) -> Settings:
    """The settings of a principal's browser side: all but the owner have a home, logins and secrets of their own."""
    if principal == OWNER:
        return settings
    home = settings.home / "principals" / tag_of(principal)
    return settings.model_copy(update={"home": home, "secrets_file": home / "secrets.yaml", "cdp_endpoint": None})


def unknown_run(run_id: str) -> NotFound:
    """The same answer for a run that is not there and for another principal's."""
    return NotFound(
        "unknown_run",
        expected="an id that report_run or run_workflow returned to you",
        seen=repr(run_id[:80]),
        next="use the report_id or run_id of the answer as it is",
    )
