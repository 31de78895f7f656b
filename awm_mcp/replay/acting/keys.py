"""Keys and chords, named as browsers name them, pressed exactly once."""

from __future__ import annotations

from awm_mcp.errors import StepStopped
from awm_mcp.model import Action
from awm_mcp.model.text import plain
from awm_mcp.replay.acting.actor import Actor
from awm_mcp.replay.acting.entering import enter
from awm_mcp.replay.targets.resolve import Found
from awm_mcp.replay.values.key_names import ENTER, key_of


async def press(actor: Actor, action: Action, found: Found | None) -> None:
    """Presses a key or chord in an element, or where the focus is.

    Raises:
        StepStopped: ``unknown_key``.
    """
    from playwright.async_api import Error

    if action.value is None:
        raise StepStopped("no_value", expected="a key", seen="none")
    given = actor.arguments.text(action.value)
    key = key_of(given)
    try:
        if found is None:
            await actor.stage.page.keyboard.press(key)
        else:
            await found.element.focus()
            keyboard = found.page.keyboard
            await (enter(actor, action, found, lambda: keyboard.press(key)) if key in ENTER else keyboard.press(key))
    except Error as broken:
        if "Unknown key" in str(broken):
            raise unknown_key(given) from None
        raise


def unknown_key(given: str) -> StepStopped:
    """The stop for a key that browsers do not know."""
    return StepStopped(
        "unknown_key",
        expected="the name of a key as browsers spell it: Enter, Tab, Escape, ArrowDown, PageDown, F5, a, Control+a",
        seen=repr(plain(given, 40)),
        next="press it by such a name; a text is typed with browser_type",
    )
