"""Fields that the page has as other widgets than the source runs: a list for a select, radio buttons for a list.

What a step sets is known by the field's name; where one thing alone carries exactly that name in the same place, it is set
there, in the way of that widget, and read back. What two things carry, or what has no such option, is left alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from awm_mcp.model import Action, FlowStep, Healed, Target
from awm_mcp.replay.acting.actions import locate
from awm_mcp.replay.acting.actor import Actor
from awm_mcp.replay.acting.custom_lists import no_option, offers
from awm_mcp.replay.acting.meant_setting import Setting, setting_of
from awm_mcp.replay.acting.stepper_clicks import stepper_of
from awm_mcp.replay.targets.enrich import described, enriched
from awm_mcp.replay.targets.resolve import Found
from awm_mcp.replay.targets.widgets import Wanted, Widget, widget_of
from awm_mcp.replay.values.binding import Arguments

WIDGET = "widget"
_CHOSEN_FROM = frozenset({"select", "list", "combo", "options", "picker", "parts"})
_TAKES_A_NUMBER = "el => el.matches('input,[role=spinbutton],[role=slider]') && !el.readOnly"
_TYPED_INTO = "el => el.isContentEditable || 'value' in el || !!el.querySelector('input,textarea')"
_SAYS_OPENS = "el => el.matches('[role=combobox],[aria-haspopup]')"
# A control that says its state in so many words, beside others like it that do, too.
_ONE_THAT_SAYS = """el => {
  const says = n => n.matches('input[type=radio],[aria-checked],[aria-pressed]');
  return says(el) && !!el.parentElement && [...el.parentElement.children].filter(says).length > 1;
}"""


_NONE = (None, 0)


class OtherWidgets:
    """What is known of a replay's fields. ``left``: the step that opens a field and was left to the next one, which sets it;
    ``done``: the step whose entry was chosen with the step before; each for the arguments that it was done with, as the
    steps of a block are done again with others."""

    def __init__(self) -> None:
        self.left: tuple[Arguments | None, int] = _NONE
        self.done: tuple[Arguments | None, int] = _NONE

    async def located(
        self, actor: Actor, action: Action, steps: Sequence[FlowStep], number: int
    ) -> tuple[Action, Found | None]:
        """The element of a step, and what is done to it; that is another action where it is another widget by now.

        Raises:
            StepStopped: as :func:`locate`; ``no_such_option``, where the field is there and cannot be set so.
        """
        setting = None if actor.literal else _setting(actor, action, steps, number)
        if setting is None:
            return action, await locate(actor, action)
        if setting.opened and self.done == (actor.arguments, setting.step):
            return self._leave(actor, "chosen with the step before"), None
        left = setting.opened and self.left == (actor.arguments, setting.step)
        actor.instead = partial(_widget, actor, setting, is_open=setting.opened and not left)
        first = await actor.instead() if left else None
        found = first or await locate(actor, action)
        return await self._as_it_is(actor, action, found, setting)

    async def _as_it_is(
        self, actor: Actor, action: Action, found: Found | None, setting: Setting
    ) -> tuple[Action, Found | None]:
        if found is None:
            return action, None
        widget: Widget | None = found.about.get(WIDGET)
        kind = widget.kind if widget is not None else await _kind_of(action, found, setting)
        if not kind:
            return action, found
        if setting.opens and action.type == "click":
            self.left = (actor.arguments, setting.step)
            return self._leave(actor, f"{found.says} is set by the next step"), found
        self.done = (actor.arguments, setting.step) if setting.opens else self.done
        return await _adapted(actor, action, found, setting, widget or Widget(found, kind, says=found.says))

    def _leave(self, actor: Actor, why: str) -> Action:
        actor.left = True
        actor.notes.append(why)
        return Action(type="scroll")


def _setting(actor: Actor, action: Action, steps: Sequence[FlowStep], number: int) -> Setting | None:
    """What the step sets, be it one of the workflow or of a block that is repeated."""
    step = steps[number - 1] if 0 < number <= len(steps) else None
    if step is None:
        return None
    block = step.for_each.steps if step.for_each is not None else ()
    inner = next((n for n, one in enumerate(block, start=1) if one.action is action), 0)
    made = setting_of(block, inner, actor.arguments) if inner else None
    if step.action is action:
        made = setting_of(steps, number, actor.arguments)
    return replace(made, step=number - (made.opened and not inner)) if made is not None else None


async def _widget(actor: Actor, setting: Setting, *, is_open: bool) -> Found | None:
    """The one field of that name as it is now; None where there is none, or more than one. ``is_open``: the step before
    opened its list.

    Raises:
        StepStopped: ``no_such_option``.
    """
    target = setting.target
    wanted = Wanted(
        setting.names, setting.value, setting.wants, target.landmarks, target.frame, setting.box, _row(actor, target)
    )
    widget = await widget_of(actor.stage.page, wanted)
    if widget.others:
        actor.elsewhere = f"of that name there are {', '.join(widget.others)}"
    if widget.found is None:
        return None
    if widget.kind == "steps" and await stepper_of(widget.found, **{"raise": True}) is None:
        return None
    if is_open and widget.kind in ("combo", "list") and not await offers(widget.found, setting.value):
        return None
    if widget.kind == "choices" and not widget.entry:
        if not setting.told:
            return None
        raise no_option(setting.value, list(widget.options))
    if widget.kind in ("select", "list") and setting.wants == "text" and not widget.options:
        return None
    return replace(widget.found, about={WIDGET: widget, "open": is_open})


def _row(actor: Actor, target: Target) -> dict[str, Any] | None:
    """What tells the row that the field is in, where one does."""
    if target.row is None:
        return None
    asked = actor.query(target, "click").target
    return {key: asked[key] for key in ("row", "row_spot", "called") if key in asked}


async def _kind_of(action: Action, found: Found, setting: Setting) -> str:
    """The kind of widget that carries the recorded name and role and cannot be used as it was recorded; else empty."""
    if action.type == "fill":
        return await _kind_filled(action, found)
    if action.type != "click":
        return ""
    if await found.element.evaluate("el => el.tagName === 'SELECT'"):
        return "select"
    if action.became is None or action.became.unset:
        return ""
    if setting.opens:  # a box that shows its list in itself: what the markup says to open one shows it elsewhere
        return "list" if await found.element.evaluate(_SAYS_OPENS) else ""
    return "choices" if await found.element.evaluate(_ONE_THAT_SAYS) else ""


async def _kind_filled(action: Action, found: Found) -> str:
    """The same for a step that enters a text or steps a number."""
    if action.stepper:
        plain = await stepper_of(found) is None and await found.element.evaluate(_TAKES_A_NUMBER)
        return "text" if plain else ""
    kind = found.about.get("field", {}).get("type")
    if kind == "combobox" and await found.element.evaluate(_TYPED_INTO):
        return ""
    return {"select": "select", "combobox": "list"}.get(str(kind), "")


def _tell(actor: Actor, setting: Setting, widget: Widget) -> None:
    """Says what the field is by now, and keeps it for the next replay; as it was recorded it stays known, too."""
    says = widget.says.replace("combobox", "native select", 1) if widget.kind == "select" else widget.says
    if (told := f"{actor.query(setting.target, 'click').words} -> {says}") not in actor.healed:
        actor.healed.append(told)
    now = setting.target.model_copy(update={"widget": widget.kind})
    kept = Healed(step=setting.step, was=setting.target, target=now)
    if kept not in actor.healed_targets:
        actor.healed_targets.append(kept)


async def _adapted(
    actor: Actor, action: Action, found: Found, setting: Setting, widget: Widget
) -> tuple[Action, Found | None]:
    """The action that sets the field as it is now."""
    same_row = {"row": setting.target.row, "row_spot": setting.target.row_spot}
    target = (await enriched(Target(), found, await described(found))).model_copy(update=same_row)
    if widget.kind == "choices" or widget.entry:
        made = Action(type="check", target=target)
    elif widget.kind == "steps":
        made = Action(type="fill", target=target, value=setting.used, stepper=True)
    elif widget.kind == "text":
        made = Action(type="fill", target=target, value=setting.used)
    elif widget.kind in _CHOSEN_FROM:
        made = Action(type="select", target=target, value=setting.used)
    else:
        made = action.model_copy(update={"target": target, "became": None})
    actor.adapted = True
    if setting.target.widget != widget.kind:
        _tell(actor, setting, widget)
    actor.notes.append(f"it is another widget by now: {actor.arguments.said_action(made)}")
    return made, found
