"""Which text of a row tells it: the recorder saw several before anyone knew the task, now the task tells."""

from __future__ import annotations

import re
from collections.abc import Sequence

from awm_mcp.induction.cleaning.bare_choices import with_bare_choices
from awm_mcp.induction.varying.about_things import with_things
from awm_mcp.induction.varying.named_options import with_options_named
from awm_mcp.model import Action, Run, Spot, Step, Target, value
from awm_mcp.model.labels import changes_abroad, destroys
from awm_mcp.model.names import words
from awm_mcp.model.text import fold

LEAST_LETTERS = 2
_PUT_IN = frozenset({"fill", "select"})
_FIELDS = frozenset({"combobox", "textbox", "searchbox", "listbox"})
_PICKED = frozenset({"option", "listitem", "treeitem", "menuitem", "menuitemcheckbox", "checkbox"})
_MAKING = frozenset({"add", "new", "create", "insert", "register", "+"})
_NUMBER_BEHIND = re.compile(r"[\s:,–—-]*[#(\[]+\s*\d[\d.,]*[)\]]?$")


def anchored(run: Run) -> Run:
    """The run with its rows told by a text that the task names, where the recorded row has one.

    See ``with_bare_choices``, ``with_things`` and ``with_options_named``, too.
    """
    task, run = fold(run.task).casefold(), with_bare_choices(run)
    steps = tuple(_anchored_step(step, task) for step in _without_chips(_without_made(run.steps)))
    same = all(new is old for new, old in zip(steps, run.steps, strict=True))
    return with_things(with_options_named(run if same else run.model_copy(update={"steps": steps})))


def _anchored_step(step: Step, task: str) -> Step:
    action = step.action
    target, to = _anchored(_without_own_value(action), task), _anchored(action.to, task)
    if target is action.target and to is action.to:
        return step
    changed: Action = action.model_copy(update={"target": target, "to": to})
    return step.model_copy(update={"action": changed})


def _without_made(steps: Sequence[Step]) -> list[Step]:
    """The steps, one that opens the form for something new without what is typed there: a page that is looked at after the
    run shows what it made, often right beside the button that makes more."""
    told, later = list[Step](), set[str]()
    for step in reversed(steps):
        target = step.action.target
        if target is not None and step.action.type == "click" and _makes(target):
            target = _without_row(target) if any(_without(target, own) is not target for own in later) else target
        same = target is step.action.target
        told.append(step if same else step.model_copy(update={"action": step.action.model_copy(update={"target": target})}))
        if step.action.type == "fill":
            later |= {fold(text).casefold() for text in _put_in(step.action)}
    return told[::-1]


def _without_row(target: Target) -> Target:
    seen = target.seen.model_copy(update={"row_texts": (), "row_spots": ()}) if target.seen is not None else None
    return target.model_copy(update={"row": None, "seen": seen})


def _makes(target: Target) -> bool:
    """Whether a control says that it makes something new."""
    said = next((one.literal for one in (target.name, target.text) if one is not None and one.literal), "")
    first = "+" if said.lstrip().startswith("+") else next(iter(words(said)), "")
    return first in _MAKING or (changes_abroad(said) and not destroys(said))


def _without_chips(steps: Sequence[Step]) -> list[Step]:
    """The steps, a field that was acted on again without what the run had put into it meanwhile: it is shown there then."""
    told, put, before = list[Step](), set[str](), dict[str, set[str]]()
    for step in steps:
        target, field = step.action.target, _field_of(step)
        if target is not None and field:
            shown = {fold(text).casefold() for text in (target.seen.row_texts if target.seen is not None else ())}
            came = (put & shown) - before.setdefault(field, shown)
            for own in came:
                target = _without(target, own)
            step = step.model_copy(update={"action": step.action.model_copy(update={"target": target})}) if came else step
        told.append(step)
        put |= {fold(text).casefold() for text in _put_in(step.action)}
    return told


def _field_of(step: Step) -> str:
    """What a field is known by in a run; empty for what is none."""
    target = step.action.target
    said = (target.label or target.name) if target is not None and target.role in _FIELDS else None
    return f"{step.url}|{target.role}|{said.literal}" if target is not None and said is not None else ""


def _put_in(action: Action) -> list[str]:
    """What a step typed, or picked from a list."""
    target = action.target
    picked = target.name or target.text if action.type == "click" and target is not None and target.role in _PICKED else None
    given = action.value if action.type == "fill" else picked
    return [one.literal or "" for one in (given, *(action.values or ())) if one is not None and one.literal]


def _without_own_value(action: Action) -> Target | None:
    """The target of a step without what it puts in there, for fields show that beside them: chips, suggestions, previews."""
    target, given = action.target, action.value.literal if action.value is not None else None
    if target is None or target.row is None or target.seen is None or action.type not in _PUT_IN or not given:
        return target
    return _without(target, fold(given).casefold())


def _without(target: Target, own: str) -> Target:
    """The target without what is put in there among the texts of its row. ``own``: folded."""
    if (seen := target.seen) is None:
        return target
    told = list(zip(seen.row_texts, seen.row_spots, strict=False))
    left = [(text, spot) for text, spot in told if not _echoes(text, own)]
    is_own = target.row is not None and _echoes(target.row.literal or "", own)
    if len(left) == len(told) and not is_own:
        return target
    texts, spots = tuple(text for text, _ in left), tuple(spot for _, spot in left)
    row = target.row if not is_own else value(texts[0]) if texts else None
    return target.model_copy(update={"row": row, "seen": seen.model_copy(update={"row_texts": texts, "row_spots": spots})})


def _echoes(text: str, own: str) -> bool:
    """Whether a text beside a field is what was put in there, or says it in a sentence of its own ("1 result for Ann")."""
    said = fold(text).casefold()
    return said == own or (_is_worded(own) and _names(said, own))


def _anchored(target: Target | None, task: str) -> Target | None:
    if target is None or target.seen is None or not target.seen.row_texts or target.row is None:
        return target
    text = row_text(target.row.literal or "", target.seen.row_texts, task)
    return target if text == target.row.literal else target.model_copy(update={"row": value(text)})


def row_text(recorded: str, texts: Sequence[str], task: str) -> str:
    """The longest text that the task (folded) names; else the recorded one, unless only another is more than a number."""
    spelled = [form for text in (recorded, *texts) for form in spellings_of(text) if form]
    named = [form for form in spelled if _names(task, form)]
    if named:
        return max(named, key=lambda form: (_is_worded(form), len(form)))
    worded = [text for text in texts if _is_worded(text)]
    return recorded if _is_worded(recorded) or not worded else max(worded, key=len)


def spot_of(target: Target) -> Spot | None:
    """Where in its row the text stood that tells a recorded row; None where no browser saw it."""
    seen, row = target.seen, fold(target.row.literal or "").casefold() if target.row is not None else ""
    if seen is None or not row:
        return None
    told = zip(seen.row_texts, seen.row_spots, strict=False)
    return next((spot for text, spot in told if row in {fold(one).casefold() for one in spellings_of(text)}), None)


def spellings_of(text: str) -> tuple[str, ...]:
    """A row's text as it is, without the number behind it, and without the colon of a label."""
    return text, _NUMBER_BEHIND.sub("", text), re.sub(r"\s*[:：]\s*$", "", text)


def _names(task: str, text: str) -> bool:
    """Whether the task holds the text as whole words."""
    wanted = fold(text).casefold()
    return bool(wanted) and re.search(rf"(?<!\w){re.escape(wanted)}(?!\w)", task) is not None


def _is_worded(text: str) -> bool:
    return sum(c.isalpha() for c in text) > LEAST_LETTERS
