"""Names of keys: what recorders and agents call them, as Playwright calls them."""

from __future__ import annotations

import re

_NAMED: dict[str, str] = {
    "enter": "Enter",
    "return": "Enter",
    "tab": "Tab",
    "esc": "Escape",
    "escape": "Escape",
    "backspace": "Backspace",
    "back_space": "Backspace",
    "delete": "Delete",
    "del": "Delete",
    "insert": "Insert",
    "space": "Space",
    "home": "Home",
    "end": "End",
    "pageup": "PageUp",
    "page_up": "PageUp",
    "pagedown": "PageDown",
    "page_down": "PageDown",
    "arrowup": "ArrowUp",
    "up": "ArrowUp",
    "arrowdown": "ArrowDown",
    "down": "ArrowDown",
    "arrowleft": "ArrowLeft",
    "left": "ArrowLeft",
    "arrowright": "ArrowRight",
    "right": "ArrowRight",
    "contextmenu": "ContextMenu",
    "numpadenter": "NumpadEnter",
    "capslock": "CapsLock",
    "shift": "Shift",
    "control": "Control",
    "ctrl": "Control",
    "alt": "Alt",
    "meta": "Meta",
    "cmd": "Meta",
    "command": "Meta",
    "controlormeta": "ControlOrMeta",
    "option": "Alt",
    **{f"f{n}": f"F{n}" for n in range(1, 13)},
}
MODIFIERS = ("Alt", "Control", "ControlOrMeta", "Meta", "Shift")
_WRAPPED = re.compile(r"^\$?\{(?:KEY_)?([A-Za-z_0-9]+)\}$")
_SPLIT = re.compile(r"\$?\{(?:KEY_)?([A-Za-z_0-9]+)\}")


def key_name(text: str) -> str | None:
    """``"RETURN"``, ``"{Enter}"``, ``"${KEY_ENTER}"`` -> ``"Enter"``; chords as ``Control+a``; None when it is no key."""
    if len(text) == 1:
        return "Enter" if text in "\r\n" else "Tab" if text == "\t" else "Space" if text == " " else text
    wrapped = _WRAPPED.match(text.strip())
    given = re.sub(r"^(?:Keys?\.|KEY_)", "", wrapped.group(1) if wrapped else text.strip())
    if len(given) == 1:
        return given
    if (named := _NAMED.get(given.lower())) is not None:
        return named
    if re.fullmatch(r"Key[A-Z]|Digit\d", given):
        return given
    return _chord(given)


def split_keys(text: str) -> list[tuple[str, str]] | None:
    """``"tea{Enter}"`` -> ``[("text", "tea"), ("key", "Enter")]``; None when a braced word in it is no key."""
    found: list[tuple[str, str]] = []
    rest = 0
    for match in _SPLIT.finditer(text):
        if (key := key_name(match.group(1))) is None:
            return None
        if match.start() > rest:
            found.append(("text", text[rest : match.start()]))
        found.append(("key", key))
        rest = match.end()
    if text[rest:]:
        found.append(("text", text[rest:]))
    return found


def _chord(text: str) -> str | None:
    parts = re.split(r"[+-](?=.)", text)
    if len(parts) < 2:
        return None
    named = [key_name(part) for part in parts]
    if any(name is None for name in named) or any(name not in MODIFIERS for name in named[:-1]):
        return None
    return "+".join(name for name in named if name)
