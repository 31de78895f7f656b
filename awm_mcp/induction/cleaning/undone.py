"""Runs reported as solved that did not do their task: the site refused it, or nothing that was done could do it."""

from __future__ import annotations

from awm_mcp.induction.trace import elsewhere, role_of, said
from awm_mcp.model import Run, Step
from awm_mcp.model.asked_changes import change_asked
from awm_mcp.model.changes import changing_address
from awm_mcp.model.labels import commits, deletes, destroys, only_reads
from awm_mcp.model.names import words
from awm_mcp.model.site import path_of
from awm_mcp.model.text import plain

_LOOKS = frozenset({"hover", "back", "forward", "scroll", "wait_for", "extract", "stop", "fill", "switch_tab", "close_tab"})
_FIELDS = frozenset({"searchbox", "textbox", "combobox", "spinbutton"})
_MOVING_KEYS = frozenset({"Tab", "Shift+Tab", "Escape", "PageDown", "PageUp", "Home", "End"})
_SEARCHES = frozenset({"search", "find", "filter", "sort", "browse"})


def why_undone(run: Run) -> str:
    """Why a run that was reported as solved teaches nothing of its task, in words; empty for nearly all runs."""
    if run.outcome != "success":
        return ""
    return _refused(run) or _only_looked(run)


def _refused(run: Run) -> str:
    """What the site said when it refused what was sent last, where nothing that was sent later was taken."""
    why = ""
    for step in run.steps:
        if step.effect is not None and step.effect.requests:
            why = step.effect.failed or ""
    answered = run.answer is not None and not change_asked(run.task)
    return "" if answered else plain(why, 300)


def _only_looked(run: Run) -> str:
    asked = change_asked(run.task)
    if not asked or (asked == "maybe" and (run.answer or any(step.action.type == "extract" for step in run.steps))):
        return ""
    if any(_may_change(step, surely=asked == "surely") for step in run.steps):
        return ""
    return (
        f"the task asks for a change ({plain(run.task, 80)!r}), and nothing in its steps could make it: they only search, "
        "fill in and look"
    )


def _may_change(step: Step, *, surely: bool) -> bool:
    """Whether a step may have changed something on the site, for all that is known. ``surely``: a plain link does not."""
    action, effect = step.action, step.effect
    if effect is not None and effect.failed:
        return False
    if action.dialog is not None or (effect is not None and effect.requests):
        return True
    if action.type == "goto":
        return action.value is not None and changing_address(path_of(action.value.literal or "")) != ""
    if action.type in _LOOKS:
        return False
    if action.type == "press":
        key = action.value.words() if action.value is not None else ""
        return key not in _MOVING_KEYS and not (key == "Enter" and (_is_search(step) or _asked_by_address(step)))
    return action.type not in ("click", "dblclick") or not _click_looks(step, surely=surely)


def _click_looks(step: Step, *, surely: bool) -> bool:
    role, label = role_of(step.action.target), said(step.action.target)
    if role in _FIELDS:
        return True
    if role != "link":
        return _searches(label) or (_asked_by_address(step) and not commits(label))
    seen = step.action.target.seen if step.action.target is not None else None
    if not surely or commits(label) or deletes(label) or changing_address(seen.href_path if seen is not None else None):
        return False
    effect = step.effect
    in_place = effect is not None and effect.changed and not elsewhere(effect.url, step.url)
    return not in_place


def _is_search(step: Step) -> bool:
    target = step.action.target
    if target is None:
        return False
    kind = target.attrs.get("type") or (target.seen.input_type if target.seen is not None else "")
    return target.role == "searchbox" or kind == "search" or _searches(said(target))


def _searches(label: str) -> bool:
    """Whether a label says that it searches: no "Cancel", which calls something off as well as it closes."""
    given = words(label)
    if given[:1] and given[0] in _SEARCHES:
        return True
    first = given[0] if given else ""
    return any(
        only_reads(one) and one not in ("close", "cancel") and not (commits(one) or destroys(f"{one} x"))
        for one in (label, first)
        if one
    )


def _asked_by_address(step: Step) -> bool:
    """Whether it sent a form whose fields went into the address, as those do that search."""
    seen = step.action.target.seen if step.action.target is not None else None
    led = step.effect.url if step.effect is not None else None
    gets = seen is not None and (seen.form_method or "").lower() == "get"
    asked = led is not None and led != step.url and "?" in led
    return gets and asked and changing_address(path_of(led or "")) == ""
