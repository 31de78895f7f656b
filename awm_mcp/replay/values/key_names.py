"""Names of keys and chords, as browsers spell them."""

from __future__ import annotations

ENTER = frozenset({"Enter", "NumpadEnter"})
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
