"""Typed browser actions. One shape for all; which fields an action needs is told by a table, so errors can say it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal, get_args

from pydantic import Field, model_validator

from awm_mcp.model.answer_part import Between
from awm_mcp.model.base import Word
from awm_mcp.model.target import Target
from awm_mcp.model.value import Value

ActionType = Literal[
    "goto", "click", "dblclick", "fill", "select", "check", "press", "hover", "upload", "drag", "scroll",
    "wait_for", "extract", "choose", "back", "forward", "switch_tab", "close_tab", "stop",
]  # fmt: skip
ACTION_TYPES: tuple[str, ...] = get_args(ActionType)
Landed = Literal["place", "before", "after", "inside", "under"]
"""How a dragged entry then stands to the other one: where that one stood, before or after it, or in it."""

NEEDS_TARGET = frozenset({"click", "dblclick", "fill", "select", "check", "hover", "upload", "drag", "extract", "choose"})
NEEDS_VALUE = frozenset({"goto", "fill", "press", "upload", "choose"})
READS_ONLY = frozenset({"goto", "hover", "scroll", "wait_for", "extract", "back", "forward", "switch_tab", "stop"})


class Dialog(Word):
    """A browser dialog that the action opens and how it was answered; only this one is ever accepted."""

    kind: Literal["alert", "confirm", "prompt", "beforeunload"]
    message: Value | None = None
    accept: bool = True
    prompt: Value | None = None


class Became(Word):
    """What a control without a state of its own in the markup showed after a click on it: the state that the click led to.

    ``target``: how it is known then, where its name changed. ``marks``: classes, attributes and icons that it got;
    ``lost``: those that it had before and has no more. ``alone``: nothing else on the page was seen to change. ``echoes``:
    how often its own words stood elsewhere then, where that was once more than before, as a label that was set does; else 0.
    ``unset``: the click was held back, so that only this is known: nothing showed before it that it was set, and ``echoes``
    is how often its own words would stand elsewhere if they then did once more; ``marks`` and ``lost`` are then what showed
    where it was perhaps set already. ``wanted``: whether the task wants it set or taken off, where only that tells what the
    click is for. ``anew``: it showed that in a document that had come in place of the one that was clicked in. With nothing
    but ``echoes``, only these tell the state.
    """

    target: Target | None = None
    marks: tuple[str, ...] = ()
    lost: tuple[str, ...] = ()
    alone: bool = False
    echoes: int = 0
    unset: bool = False
    wanted: bool | None = None
    anew: bool = False

    @property
    def only_echoed(self) -> bool:
        """Whether nothing on the control itself tells the state."""
        return not (self.unset or self.target or self.marks or self.lost)


class Action(Word):
    """One thing done in the browser.

    ``value``: address or path for goto, text for fill, option for select, key for press, path for upload, text to wait
    for, the recorded text for extract, the answer for stop. ``values``: several options of one select, several files.
    ``checked``: wanted state of check. ``to``: where a drag ends, ``landed``: how it lay. ``output``: name of an extract.
    ``slowly``: key by key, for fields that react to keys only. ``opens``: what the action opened when it was recorded.
    ``stepper``: a fill of a value that is set by pressing the buttons beside it; the target is its field, or the button
    that raises it. ``became``: what a clicked control showed afterwards. ``part``: an extract whose recorded text is only a
    part of what the element says, so that more is returned than was told; ``between``: what stands around that part.
    ``had``: what was chosen in a select of several before a step of a run; ``keeps``: whether what was chosen before stays,
    None where no run shows it.
    """

    type: ActionType
    target: Target | None = None
    value: Value | None = None
    values: tuple[Value, ...] = ()
    had: tuple[str, ...] | None = None
    keeps: bool | None = None
    checked: bool | Value = True
    to: Target | None = None
    landed: Landed | None = None
    modifiers: tuple[str, ...] = ()
    button: Literal["left", "right", "middle"] = "left"
    slowly: bool = False
    stepper: bool = False
    became: Became | None = None
    output: str | None = None
    part: bool = False
    between: Between | None = None
    read: Literal["text", "value", "attribute", "table", "list"] = "text"
    attribute: str | None = None
    gone: bool = Field(default=False, description="wait_for: until the target or text is no longer shown")
    opens: Literal["popup", "download"] | None = None
    dialog: Dialog | None = None

    @model_validator(mode="after")
    def _complete(self) -> Action:
        for problem in self.problems():
            raise ValueError(problem)
        return self

    def problems(self) -> list[str]:
        """What the action lacks to be done, in words with the fix; empty when it is complete."""
        found: list[str] = []
        if self.type in NEEDS_TARGET and self.target is None:
            found.append(f"'{self.type}' needs a 'target': an object with role and name, label, text or css")
        if self.type in NEEDS_VALUE and self.value is None and not self.values:
            found.append(f"'{self.type}' needs a 'value'")
        if self.type == "select" and self.value is None and not self.values:
            found.append("'select' needs a 'value': the label of the chosen option")
        if self.type == "drag" and self.to is None:
            found.append("'drag' needs 'to': the target where it ends")
        return found

    @property
    def params(self) -> tuple[str, ...]:
        """Names of all parameters that the action uses, in order, with repetitions."""
        names: list[str] = []
        for used in self.all_values():
            names.extend(used.params)
        return tuple(names)

    def all_values(self) -> tuple[Value, ...]:
        """Every value in the action that may hold parameters."""
        found: list[Value] = [*self.values]
        if self.value is not None:
            found.append(self.value)
        if isinstance(self.checked, Value):
            found.append(self.checked)
        for element in (self.target, self.to):
            if element is not None:
                found.extend(element.values)
        if self.became is not None and self.became.target is not None:
            found.extend(self.became.target.values)
        if self.dialog is not None:
            found.extend(v for v in (self.dialog.message, self.dialog.prompt) if v is not None)
        return tuple(found)

    @property
    def given(self) -> tuple[Value, ...]:
        """Its texts, one or several: a list goes before a single one."""
        return self.values or ((self.value,) if self.value is not None else ())

    @property
    def plainly_one(self) -> Action:
        """The action with one option or file told alone: in a list it is the same, unless the select takes several."""
        several = self.had is not None or self.keeps is not None or len(self.values) != 1
        return self if several else self.model_copy(update={"value": self.values[0], "values": ()})

    def words(self) -> str:
        """The action in one line for people and agents: ``fill textbox "Search" with "{query}"``."""
        return _PHRASES.get(self.type, _plain_phrase)(self)


def _plain_phrase(action: Action) -> str:
    parts = [action.type.replace("_", " ")]
    if action.target is not None:
        parts.append(action.target.words())
    if action.value is not None:
        parts.append(f'"{action.value.words()}"')
    return " ".join(parts)


def _quoted(action: Action) -> str:
    given = [action.value] if action.value is not None else list(action.values)
    return ", ".join(f'"{v.words()}"' for v in given)


def _at(action: Action) -> str:
    return action.target.words() if action.target is not None else "the page"


def _filled(action: Action) -> str:
    if action.stepper:
        return f"step the value at {_at(action)} to {_quoted(action)}"
    return f"fill {_at(action)} with {_quoted(action)}"


def _checked(action: Action) -> str:
    given = action.checked.literal if isinstance(action.checked, Value) else str(action.checked).lower()
    if isinstance(action.checked, Value) and given not in ("true", "false"):
        return f"set {_at(action)} to {action.checked.words()}"
    return f"{'check' if given == 'true' else 'uncheck'} {_at(action)}"


_PHRASES: dict[str, Callable[[Action], str]] = {
    "goto": lambda a: f"open {_quoted(a)}",
    "fill": _filled,
    "select": lambda a: f"select {_quoted(a)} in {_at(a)}",
    "check": _checked,
    "press": lambda a: f"press {_quoted(a)}" + (f" in {_at(a)}" if a.target is not None else ""),
    "extract": lambda a: f"read {_at(a)}" + (f" as {a.output}" if a.output else ""),
    "wait_for": lambda a: f"wait until {_quoted(a) or _at(a)} is {'gone' if a.gone else 'shown'}",
    "upload": lambda a: f"upload {_quoted(a)} to {_at(a)}",
    "drag": lambda a: f"drag {_at(a)} to {a.to.words() if a.to is not None else 'its place'}",
    "choose": lambda a: f"choose {_quoted(a)} among {_at(a)}",
    "stop": lambda a: f"answer {_quoted(a)}" if a.value is not None else "done",
}
