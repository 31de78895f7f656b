"""Secrets that a replay cannot do without: asked for before anything is done, not at the step that types them."""

from __future__ import annotations

from awm_mcp.model import Workflow
from awm_mcp.replay.values.secrets import Vault


def check_secrets(flow: Workflow, vault: Vault, *, until_write: bool = False) -> None:
    """Refuses a replay that would stop for want of a secret half-way.

    Steps that are done on some visits only, as those of a sign-in, may not need theirs. ``until_write``: it ends before the
    first step that writes.

    Raises:
        Refused: ``missing_secret`` or ``secret_of_another_site``.
    """
    secret = {one.name for one in flow.parameters if one.secret is not None}
    for step in flow.steps[: flow.first_write if until_write else None]:
        if step.optional or step.group is not None or step.for_each is not None or step.instead:
            continue
        for name in step.params:
            if name in secret and not vault.has(flow.site, name):
                vault.get(flow.site, name)  # says which variable to set
