"""What a click on a tick or switch was to bring about, of a run that was only reported and is followed afterwards.

The page may show by then what the run did: a second click on the same would undo it, and what that leads to is the
contrary of what was meant. A reported tick is meant to be on, unless the task asks for the contrary.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from awm_mcp.model import Action, Step

_OFF = re.compile(
    r"\b(un(check|tick|select|mark|follow|subscribe|watch|star|like|pin|mute|hide|block|assign|favou?rite|bookmark)\w*|"
    r"deselect\w*|(turn|switch|toggle)(s|ed|ing)?\b.{0,60}?\boff|off|disabl\w+|deactivat\w+|opt out|stop\w*|without|no|not|"
    r"don['’]t|never|hid(e|es|den|ing)|private|exclud\w+|remov\w+|clear\w*|cancel\w*|leav(e|es|ing)|only|mut(e|es|ed)|close|closed|"
    r"abwählen|abbestell\w+|aus|ausschalten|ausgeschaltet|deaktivier\w+|ohne|kein\w*|nicht|entfern\w+|entfolg\w+|"
    r"désactive\w*|décoche\w*|sans|ne|pas|retire\w*|désabonne\w*|"
    r"desactiv\w+|desmarc\w+|sin|quita\w*|desuscrib\w+|cancela\w*|disattiv\w+|deseleziona\w*|senza|non|rimuov\w+|"
    r"desativ\w+|desmarqu\w+|sem|não|remov\w+|uitschakel\w+|uitzetten|uit|zonder|geen|niet|verwijder\w*|"
    r"avaktiver\w*|deaktiver\w*|stäng av|utan|uden|uten|inte|ikke|ei|wyłącz\w*|odznacz\w*|bez|nie|vypn\w+|zruš\w*|"
    r"выключ\w*|отключ\w*|отпис\w*|сними\w*|снять|без|не|вимкн\w*|kapat\w*|devre dışı|olmadan)\b"
    r"|关闭|取消|停用|禁用|不|オフ|解除|無効|なし|끄|해제|비활성",
    re.IGNORECASE,
)


_TURNS_OFF = re.compile(
    r"^\W*(please\s+)?(un(check|tick|select|mark|follow|subscribe|watch|star|like|pin|mute|bookmark)\w*|deselect|"
    r"(turn|switch)\s+off|disable|deactivate|deaktiviere?|désactiver?|décocher?|desactivar?|desmarcar?|disattiv\w+|"
    r"desativ\w+|выключи\w*|отключи\w*|отпи\w*)\b|^\W*(关闭|取消)|^.{0,80}\b(abbestellen|abwählen|ausschalten|deaktivieren|uitschakelen)\b",
    re.IGNORECASE,
)
_TICKS = frozenset({"checkbox", "radio", "switch", "menuitemcheckbox", "menuitemradio"})


def as_meant_state(action: Action, task: str, steps: Sequence[Step]) -> Action:
    """The state that a reported click is meant to lead to, where a task for one tick or switch tells it; else the state
    that the page told."""
    if action.type != "check" or not isinstance(action.checked, bool):
        return action
    if _OFF.search(task) is None or (action.target is not None and action.target.role == "radio"):
        return action.model_copy(update={"checked": True})
    alone = sum(_is_tick(step.action) for step in steps) <= 1
    return action.model_copy(update={"checked": False}) if alone and _TURNS_OFF.search(task) else action


def _is_tick(action: Action) -> bool:
    target = action.target
    return action.type == "check" or (action.type == "click" and target is not None and target.role in _TICKS)
