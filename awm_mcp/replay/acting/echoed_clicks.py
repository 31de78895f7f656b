"""Clicks whose state only the control's own words elsewhere told in the runs, and states read again in a new document."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from awm_mcp.errors import StepStopped
from awm_mcp.model import Action, Became
from awm_mcp.replay.acting.actor import Actor
from awm_mcp.replay.acting.toggle_clicks import Shown, shown_by
from awm_mcp.replay.targets.come_anew import shown_anew, stands
from awm_mcp.replay.targets.resolve import Found

_CHOICES = frozenset({"menuitem", "menuitemcheckbox", "menuitemradio", "option", "treeitem", "checkbox", "switch"})
"""What is chosen out of several is mostly taken off by the same click; a button may as well add it once more."""


async def click_unless_echoed(
    actor: Actor, action: Action, found: Found, became: Became, click: Callable[[Actor, Action, Found], Awaitable[None]]
) -> None:
    """Clicks, unless its words stand elsewhere already as the runs showed it only after the click; and reads them again.

    A second click may take it off or add it once more, and nothing tells which: that is not taken as done, either.

    Raises:
        StepStopped: ``already_so``, or ``did_not_stick``.
    """
    was = await shown_by(found, elsewhere=True)
    role = action.target.role if action.target is not None else None
    if was is not None and role in _CHOICES and int(was["echoes"]) >= became.echoes:
        raise already_so(
            actor, action, f"its words stand elsewhere on the page already, as they did in the runs only after the click on "
            f"{found.says}; a further click may take it off",
        )  # fmt: skip
    await click(actor, action, found)
    least = max(became.echoes, int(was["echoes"]) if was is not None else 0)
    await check_anew(actor, action, found, was, lambda now: int(now["echoes"]) >= least)


def refuse_singled(actor: Actor, action: Action, found: Found, shown: Shown) -> None:
    """Before a click that no run showed the outcome of: a choice of the caller's whose words stand elsewhere already, and
    those of the choices beside it do not, may be set.

    Raises:
        StepStopped: ``already_so``.
    """
    target = action.target
    given = target is not None and target.role in _CHOICES and any(text.params for text in target.texts.values())
    if given and shown["singled"] and not shown["filled"]:
        raise already_so(
            actor, action, f"the words of {found.says} stand elsewhere already, unlike those of others beside it; "
            "it may be set, and a click may take it off",
        )  # fmt: skip


async def check_anew(actor: Actor, action: Action, found: Found, was: Shown | None, holds: Callable[[Shown], bool]) -> None:
    """Reads the control again after its click, in the document that is there then.

    Where it is not found again for sure, nothing is said of it.

    Raises:
        StepStopped: ``did_not_stick``: it shows another state than it did in the runs.
    """
    seen: Shown | None = None

    async def so() -> bool:
        nonlocal seen
        seen = (await shown_by(found, elsewhere=True) if await stands(found) else None) or await shown_anew(found, was or {})
        return actor.stage.page.is_closed() or (seen is not None and holds(seen))

    if was is None or await actor.until(so, actor.timeout_s) or seen is None:
        return
    raise StepStopped(
        "did_not_stick", status="unknown" if actor.writes else "step_failed",
        expected=f"{actor.arguments.said_action(action)}, and the page to show it then, as it did in the runs",
        seen="it does not show it after the click", next="look at the page before doing anything again",
    )  # fmt: skip


def already_so(actor: Actor, action: Action, seen: str) -> StepStopped:
    """The stop before a click that may undo what is there."""
    return StepStopped(
        "already_so", expected=actor.arguments.said_action(action), seen=seen,
        next="look whether it is done; if so, resume at the next step, else do it by hand",
    )  # fmt: skip
