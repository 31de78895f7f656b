"""What the Enter key takes in a field that suggests entries: the one that is lit, be it what was typed or not."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from awm_mcp.model import Action, Step, Target, value
from awm_mcp.model.text import as_seen, same
from awm_mcp.replay.browsing.page_script import ask_moving
from awm_mcp.replay.targets.resolve import Found
from awm_mcp.replay.values.key_names import ENTER, key_of

_MAKES = re.compile(
    r"create|add|use|search|find|erstellen?|hinzufügen|anlegen|such\w*|crear|añadir|buscar|créer|ajouter|chercher|"
    r"rechercher|crea|aggiungi|cerca|toevoegen|maak|zoek\w*|dodaj|utwórz|szukaj|создать|добавить|найти|искать|追加|作成|検索",
    re.IGNORECASE,
)
"""Words of an entry that stands for what was typed itself."""
_NEW = re.compile(r"\b(?:new|neu)\b.*:\s*$|^\s*[(\[](?:new|neu)\b")
"""The same of words that names have, too: "New tag: York" and "York (new)" stand for York, "New York" does not."""
_ARROWS = frozenset({"ArrowDown", "ArrowUp"})
State = dict[str, Any]


@dataclass(frozen=True)
class Taken:
    """The entry that was taken, as the field or the page then says it, and the field."""

    entry: str
    field: Target


def stands_for_it(lit: str, typed: str) -> bool:
    """Whether an entry is no other thing, but makes or searches what was typed: ``Create "Ann"``."""
    before, found, after = as_seen(lit).casefold().partition(as_seen(typed).casefold())
    if not found:
        return False
    quoted = before[-1:] in "\"'“„«‘‹" and before[-1:] != "" and after[:1] in "\"'”“»’›"
    around = re.findall(r"\w+", f"{before} {after}")
    return quoted or any(_MAKES.fullmatch(word) for word in around) or bool(_NEW.search(before) or _NEW.search(after))


async def suggested_to(found: Found, **query: Any) -> State | None:
    """What a field holds, what is suggested to it and which entry is lit; None for what is no field."""
    return await ask_moving(found.frame, "suggested", query, element=found.element)


async def taken_of(action: Action, found: Found, was: State | None) -> Taken | None:
    """The lit entry, where a key press took it: the field then holds it, or holds nothing more. One that only makes what
    was typed ("Create "Ann"") is none: it is there for every text."""
    if was is None or was["lit"] is None or action.target is None or _key(action) not in ENTER:
        return None
    if not was["fits"] and stands_for_it(was["lit"], was["held"]):
        return None
    now = await suggested_to(found)
    if now is None or now["lit"] is not None:
        return None
    if now["held"]:
        entry = next((call for call in was["calls"] if same(call, now["held"])), None)
    else:
        entry = next((call for call in was["calls"] if was["fits"] and same(call, was["held"])), was["calls"][0])
    return Taken(entry, action.target) if entry else None


def _key(action: Action) -> str:
    given = action.value.literal if action.value is not None else None
    return key_of(given) if given else ""


def as_choices(steps: Sequence[Step | None], taken: Mapping[int, Taken]) -> list[Step | None]:
    """The steps with what was typed, the arrows and the Enter key made the choice of an entry; the others are None."""
    made = list(steps)
    for last, one in taken.items():
        step = made[last]
        if step is None:
            continue
        first = last
        while first > 0 and _leads_there(made[first - 1], one.field):
            first -= 1
        began = made[first] or step
        action = Action(type="select", target=one.field, value=value(one.entry))
        made[first : last + 1] = [None] * (last - first) + [step.model_copy(update={"action": action, "url": began.url})]
    return made


def _leads_there(step: Step | None, field: Target) -> bool:
    if step is None or step.action.target is None or not _same_field(step.action.target, field):
        return False
    action = step.action
    typed = action.type == "fill" and action.value is not None and action.value.literal is not None
    return typed or (action.type == "press" and _key(action) in _ARROWS) or action.type == "click"


def _same_field(one: Target, other: Target) -> bool:
    return one.css == other.css and one.name == other.name and one.frame == other.frame
