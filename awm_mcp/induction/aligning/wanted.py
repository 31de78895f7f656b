"""What a step wants of its element: which state, key, answer or mouse button. Two that want another thing are no one move.

"Turn on the alarm" and "Turn off the alarm" touch the same checkbox. A workflow of both would do one of the two whatever
was asked for, so that runs which want different things of what may be one element are two tasks.
"""

from __future__ import annotations

from awm_mcp.induction.aligning.told_states import ONE_WAY
from awm_mcp.induction.trace import role_of
from awm_mcp.model import Action, Value

_CLICKS = frozenset({"click", "dblclick"})


def wants_another(a: Action, b: Action) -> bool:
    """Whether two actions on one element lead to different things, as far as both tell it."""
    if a.dialog is not None and b.dialog is not None and answer_of(a) != answer_of(b):
        return True
    return wish_of(a) != wish_of(b) or _became_the_opposite(a, b)


def answer_of(action: Action) -> str:
    """How an action answers the browser dialog that it opens; empty where none was told."""
    if action.dialog is None:
        return ""
    return f"{'accepts' if action.dialog.accept else 'dismisses'} {action.dialog.kind}"


def wish_of(action: Action) -> str:
    """What an action wants beside its element and its texts; empty where it can only want one thing."""
    parts: list[str] = []
    if action.type == "check":
        parts.append(_state(action))
    elif action.type == "press":
        parts.append(action.value.words() if action.value is not None else "")
    elif action.type == "dblclick":
        parts.append("twice")
    elif action.type == "extract":
        parts.append(action.attribute or "")
    parts += [action.button if action.button != "left" else "", *sorted(action.modifiers)]
    parts += ["gone" if action.gone else "", f"{len(action.values)} values" if len(action.values) > 1 else ""]
    return " ".join(part for part in parts if part)


def _state(action: Action) -> str:
    """The state of a tick; what a click leads to is known only of what it can but switch on."""
    if isinstance(action.checked, Value):
        return action.checked.words()
    if action.checked and role_of(action.target) in ONE_WAY:
        return ""
    return "on" if action.checked else "off"


def _became_the_opposite(a: Action, b: Action) -> bool:
    """Whether what the one click put on a control, the other took off it."""
    if a.type not in _CLICKS or a.became is None or b.became is None:
        return False
    one, two = a.became, b.became
    return bool({*one.marks} & {*two.lost} or {*one.lost} & {*two.marks})
