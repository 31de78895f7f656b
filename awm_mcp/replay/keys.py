"""Keys and chords, named as browsers name them, pressed exactly once."""

from __future__ import annotations

from awm_mcp.errors import StepStopped
from awm_mcp.model import Action
from awm_mcp.model.text import plain
from awm_mcp.replay.actor import Actor
from awm_mcp.replay.resolve import Found

_ALIASES = {
    "return": "Enter", "enter": "Enter", "esc": "Escape", "escape": "Escape", "ctrl": "Control", "control": "Control",
    "cmd": "Meta", "command": "Meta", "meta": "Meta", "win": "Meta", "alt": "Alt", "option": "Alt", "shift": "Shift",
    "del": "Delete", "delete": "Delete", "backspace": "Backspace", "tab": "Tab", "space": "Space", "spacebar": "Space",
    "up": "ArrowUp", "down": "ArrowDown", "left": "ArrowLeft", "right": "ArrowRight", "pgup": "PageUp", "pgdn": "PageDown",
    "pageup": "PageUp", "pagedown": "PageDown", "home": "Home", "end": "End", "insert": "Insert",
    "controlormeta": "ControlOrMeta",
}  # fmt: skip


def key_of(text: str) -> str:
    """``ctrl+a`` -> ``Control+a``."""
    if text in ("+", " "):
        return "Space" if text == " " else text
    parts = text.split("+") if not text.endswith("++") else [*text[:-2].split("+"), "+"]
    return "+".join(_ALIASES.get(part.strip().lower(), part if len(part) == 1 else part.strip()) for part in parts)


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
            await found.page.keyboard.press(key)
    except Error as broken:
        if "Unknown key" in str(broken):
            wanted = "the name of a key, as Enter or Control+a"
            raise StepStopped("unknown_key", expected=wanted, seen=repr(plain(given, 40))) from None
        raise
