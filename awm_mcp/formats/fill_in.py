"""Fills arguments into steps for people to read; what has no argument stays a ``{parameter}``."""

from __future__ import annotations

from collections.abc import Mapping

from awm_mcp.model import Action, Expectation, FlowStep, Target, Text, Value, value

Arguments = Mapping[str, str | list[str]]
_SIGNALS = ("name", "label", "placeholder", "testid", "text", "title", "alt", "row")


def filled(given: Value, arguments: Arguments) -> Value:
    """The value with its known parameters replaced by their texts; lists are joined by commas."""
    texts = {name: text if isinstance(text, str) else ", ".join(text) for name, text in arguments.items()}
    return value(Text(text=texts[name]) if (name := getattr(t, "param", None)) in texts else t for t in given.root)


def filled_step(step: FlowStep, arguments: Arguments) -> FlowStep:
    """The step with the arguments in its action, in the steps of its block, and in those that it stands for."""
    action = filled_action(step.action, arguments) if step.action is not None else None
    block = step.for_each
    if block is not None:
        inner = {name: text for name, text in arguments.items() if name != block.item}
        block = block.model_copy(update={"steps": tuple(filled_step(s, inner) for s in block.steps)})
    instead = tuple(filled_step(s, arguments) for s in step.instead)
    return step.model_copy(update={"action": action, "for_each": block, "instead": instead})


def filled_action(action: Action, arguments: Arguments) -> Action:
    """The action with the arguments in its values and targets."""
    changes: dict[str, object] = {"values": tuple(filled(v, arguments) for v in action.values)}
    if action.value is not None:
        changes["value"] = filled(action.value, arguments)
    if isinstance(action.checked, Value):
        changes["checked"] = filled(action.checked, arguments)
    for key, target in (("target", action.target), ("to", action.to)):
        if target is not None:
            changes[key] = filled_target(target, arguments)
    if action.became is not None and action.became.target is not None:
        after = filled_target(action.became.target, arguments)
        changes["became"] = action.became.model_copy(update={"target": after})
    return action.model_copy(update=changes)


def filled_target(target: Target, arguments: Arguments) -> Target:
    """The target with the arguments in all its signals."""
    changes: dict[str, object] = {
        key: filled(signal, arguments) for key in _SIGNALS if isinstance(signal := getattr(target, key), Value)
    }
    if target.place is not None:
        changes["place"] = target.place.model_copy(update={"index": filled(target.place.index, arguments)})
    return target.model_copy(update=changes)


def filled_expectation(expected: Expectation, arguments: Arguments) -> Expectation:
    """The expectation with the arguments in its texts and its target."""
    changes: dict[str, object] = {
        key: filled(given, arguments) for key, given in (("url", expected.url), ("text", expected.text)) if given is not None
    }
    if expected.target is not None:
        changes["target"] = filled_target(expected.target, arguments)
    return expected.model_copy(update=changes)
