"""What a step means beside what it does: that a field of a name is set to a value.

A choice is made in one step (a native select, a radio button, a button of a group) or in two (a list is opened, an entry
clicked; or typed into a field, and an entry taken). Whatever it was, it is the same setting.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from awm_mcp.model import Action, FlowStep, Target, Value
from awm_mcp.model.coercion import is_date
from awm_mcp.model.text import same
from awm_mcp.replay.values.binding import Arguments
from awm_mcp.replay.values.same_value import days_meant

Wants = Literal["choice", "state", "text", "date", "file"]
_ENTRIES = frozenset({"option", "menuitem", "menuitemradio", "treeitem", "listitem"})
_OPENERS = frozenset({"combobox", "button", "textbox", "searchbox", "listbox", None, ""})
_GROUPS = frozenset({"group", "radiogroup", "listbox", "toolbar"})
_TICKS = frozenset({"checkbox", "switch"})
_ONE_OF_SEVERAL = frozenset({"radio", "button", "tab", "option", "menuitemradio"})


@dataclass(frozen=True)
class Setting:
    """A field called one of ``names`` is set to ``value``, as ``used`` spells it. ``target``: where the field stood.

    ``opens``: the step only opens the field, and the next one sets it; ``opened``: the step before did; ``box``: a box that
    was known by its choice only; ``told``: a run showed what the field is called; ``step``: the number of the step under
    which its target is kept.
    """

    names: tuple[str, ...]
    value: str
    used: Value | None
    wants: Wants
    target: Target
    opens: bool = False
    opened: bool = False
    box: str | None = None
    told: bool = True
    step: int = 0


def setting_of(steps: Sequence[FlowStep], number: int, arguments: Arguments) -> Setting | None:
    """What a step (1-based) sets; None for one that sets nothing, or of which no name or no single value is known."""
    action = steps[number - 1].action
    before = steps[number - 2].action if number > 1 else None
    after = steps[number].action if number < len(steps) else None
    if action is None or action.target is None or any(arguments.missing(used) for used in action.all_values()):
        return None
    if after is not None and is_pair(action, after):
        made = _chosen_after(action, after, arguments)
    elif before is not None and is_pair(before, action):
        made = _pair(before, action, arguments, opened=True)
    else:
        made = _alone(action, action.target, arguments)
    return made if made is not None and not _of_no_known_row(made.target) else None


def _of_no_known_row(target: Target) -> bool:
    """Whether the field is one of several alike, and no text tells which: its name would lead to that of another row."""
    return target.row_needed or target.place is not None


def is_pair(first: Action, second: Action) -> bool:
    """Whether two steps open a field and take an entry of its list."""
    one, other = first.target, second.target
    if one is None or other is None or second.type != "click" or one.frame != other.frame or first.opens or second.opens:
        return False
    return first.type in ("click", "fill") and one.role in _OPENERS and _is_entry(one, other)


def _is_entry(field: Target, entry: Target) -> bool:
    """Whether an element is an entry of what another one opens: by its role, or by the field's label, which it has, too."""
    if entry.role in _ENTRIES:
        return any(mark.role == "listbox" for mark in entry.landmarks) or entry.role in ("option", "menuitemradio")
    plain = entry.role in (None, "", "generic") and entry.text is not None
    return plain and field.label is not None and entry.label == field.label


def _chosen_after(action: Action, after: Action, arguments: Arguments) -> Setting | None:
    """A step that opens, or types, before an entry is clicked."""
    if any(arguments.missing(used) for used in after.all_values()):
        return None
    return _pair(action, after, arguments, opens=True)


def _pair(
    first: Action, second: Action, arguments: Arguments, *, opens: bool = False, opened: bool = False
) -> Setting | None:
    field, entry = first.target, second.target
    said = (entry.name or entry.text) if entry is not None else None
    if field is None or entry is None or said is None or said.has_gap or arguments.is_secret(said):
        return None
    chosen, lists = arguments.text(said), _groups(entry)
    names = _names(arguments, [field.label, field.name, field.placeholder], lists, chosen)
    known_by_choice = not (lists or field.label or field.testid) and first.type == "click"
    box = field.css if known_by_choice else None
    made = Setting(names, chosen, said, "choice", field, opens, opened, box)
    return made if names or box else _by_parameter(made)


def _alone(action: Action, target: Target, arguments: Arguments) -> Setting | None:
    called = _names(arguments, [target.label, target.name])
    if action.type == "upload":
        return _named(Setting(called, "", action.value, "file", target))
    if action.type == "check" and (target.role in _TICKS or _is_toggle(target)):
        return _named(Setting(called, "", None, "state", target))
    if action.type in ("fill", "select"):
        return _entered(action, target, arguments)
    said = target.name or target.text
    if target.role not in _ONE_OF_SEVERAL or not _sets_one(action) or said is None or said.has_gap:
        return None
    if arguments.is_secret(said):
        return None
    chosen = arguments.text(said)
    made = Setting(_names(arguments, [], _groups(target)[-1:], chosen), chosen, said, "choice", target)
    return made if made.names else _by_parameter(made)


def _entered(action: Action, target: Target, arguments: Arguments) -> Setting | None:
    used = action.given
    texts = arguments.texts(used[0]) if len(used) == 1 and not arguments.is_secret(used[0]) else []
    if len(texts) != 1 or not texts[0]:
        return None
    of_days = action.type == "fill" and target.attrs.get("type") == "date"
    dated = is_date(texts[0]) or (of_days and bool(days_meant(texts[0])))
    wants: Wants = "date" if dated else "choice" if action.type == "select" else "text"
    own = () if action.stepper and target.role == "button" else (target.name, target.placeholder)
    names = _names(arguments, [target.label, *own])
    return _named(Setting(names, texts[0], used[0], wants, target))


def _is_toggle(target: Target) -> bool:
    """Whether it is a button of its own that stays pressed in, and none of a group."""
    return target.role == "button" and not _groups(target) and target.name is not None and not target.name.params


def _sets_one(action: Action) -> bool:
    """Whether it brings one of several into the state of being chosen."""
    if action.type == "check":
        return action.checked is True
    became = action.became
    return action.type == "click" and became is not None and became.alone and became.target is None


def _groups(target: Target) -> list[str]:
    return [mark.name for mark in target.landmarks if mark.role in _GROUPS and mark.name]


def _named(setting: Setting) -> Setting | None:
    return setting if setting.names else None


def _by_parameter(setting: Setting) -> Setting | None:
    """Where no run showed what the field is called, it may be called as the parameter that it takes."""
    used = setting.used
    if used is None or len(used.params) != 1 or len(used.root) != 1:
        return None
    return replace(setting, names=(used.params[0].replace("_", " "),), told=False)


def _names(
    arguments: Arguments, told: Iterable[Value | None], also: Iterable[str] = (), chosen: str = ""
) -> tuple[str, ...]:
    """What a field is called: by its label, by its name and by its group, but never by what is chosen in it."""
    given = [arguments.text(one) for one in told if one is not None and not one.has_gap and not arguments.is_secret(one)]
    return tuple(name for name in dict.fromkeys([*given, *also]) if name.strip() and not same(name, chosen))
