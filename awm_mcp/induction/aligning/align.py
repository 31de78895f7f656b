"""Aligns the steps of runs: which step of one run is the same move as which step of another."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from awm_mcp.induction.aligning.told_states import told_apart
from awm_mcp.induction.aligning.wanted import wants_another
from awm_mcp.induction.texts.own_state import STATE, without_state
from awm_mcp.induction.texts.spans import occurs, tokens
from awm_mcp.induction.trace import Column, Trace, field_name, role_of, said
from awm_mcp.model import Step, Target
from awm_mcp.model.site import path_of

_CLICKS = frozenset({"click", "dblclick", "check"})
_READS = frozenset({"extract", "wait_for", "hover"})
_FIELDS = frozenset({"fill", "select", "upload", "press", "choose"})
_ENTRIES = frozenset({"option", "menuitem", "menuitemcheckbox", "menuitemradio", "treeitem", "listitem", "row", "gridcell"})
_ANYWHERE = frozenset({"Escape", "Tab", "Shift+Tab"})
"""Keys that leave what they are pressed in, whatever that is."""
SAME = 1.0
LIKELY = 0.7
POSSIBLE = 0.4


def align(traces: Sequence[Trace]) -> list[Column]:
    """Columns of the same moves; the first trace gives the order, later ones are put beside it one by one."""
    columns: list[list[Step | None]] = [[step] for step in traces[0].steps]
    for known, trace in enumerate(traces[1:], start=1):
        columns = _joined(columns, trace, traces[:known], known)
    return [Column(tuple(steps)) for steps in columns]


def _joined(columns: list[list[Step | None]], trace: Trace, before: Sequence[Trace], known: int) -> list[list[Step | None]]:
    pairs = _best_pairs([[_score(column, step, trace, before) for step in trace.steps] for column in columns])
    joined: list[list[Step | None]] = []
    column, step = 0, 0
    for at_column, at_step in [*pairs, (len(columns), len(trace.steps))]:
        joined.extend([*columns[index], None] for index in range(column, at_column))
        joined.extend([*[None] * known, trace.steps[index]] for index in range(step, at_step))
        if at_column < len(columns):
            joined.append([*columns[at_column], trace.steps[at_step]])
        column, step = at_column + 1, at_step + 1
    return joined


def _score(column: Sequence[Step | None], step: Step, trace: Trace, before: Sequence[Trace]) -> float:
    return max(
        (
            same_move(known, step, task.task, trace.task)
            for known, task in zip(column, before, strict=True)
            if known is not None
        ),
        default=0.0,
    )


def _best_pairs(scores: Sequence[Sequence[float]]) -> list[tuple[int, int]]:
    """The order-preserving pairing of highest total score (Needleman-Wunsch with free gaps)."""
    rows, width = len(scores), len(scores[0]) if scores else 0
    best = [[0.0] * (width + 1) for _ in range(rows + 1)]
    for i in range(rows - 1, -1, -1):
        for j in range(width - 1, -1, -1):
            taken = best[i + 1][j + 1] + scores[i][j] if scores[i][j] > 0 else -1.0
            best[i][j] = max(taken, best[i + 1][j], best[i][j + 1])
    pairs: list[tuple[int, int]] = []
    i = j = 0
    while i < rows and j < width:
        if scores[i][j] > 0 and best[i][j] == best[i + 1][j + 1] + scores[i][j]:
            pairs.append((i, j))
            i, j = i + 1, j + 1
        elif best[i][j] == best[i + 1][j]:
            i += 1
        else:
            j += 1
    return pairs


def same_move(a: Step, b: Step, task_a: str, task_b: str) -> float:
    """How surely two steps are the same move, 0..1: the same kind of action on what is meant to be the same element, which
    wants the same of it, or a state that the tasks tell."""
    apart = wants_another(a.action, b.action) and not told_apart(a, b, task_a, task_b)
    return 0.0 if apart else same_touch(a, b, task_a, task_b)


def same_touch(a: Step, b: Step, task_a: str, task_b: str) -> float:
    """How surely two steps are done on the same element, 0..1, whatever they want of it."""
    if _kind(a) != _kind(b):
        return 0.0
    if pressed_anywhere(a) and pressed_anywhere(b):
        return SAME if a.action.value == b.action.value else 0.0
    if a.action.target is None or b.action.target is None:
        return _same_bare(a, b)
    return _same_element(a, b, task_a, task_b)


def pressed_anywhere(step: Step) -> bool:
    """Whether a key is pressed that leaves what it is pressed in, whatever that is."""
    key = step.action.value.literal if step.action.type == "press" and step.action.value is not None else None
    return key in _ANYWHERE


def _kind(step: Step) -> str:
    return "click" if step.action.type in _CLICKS else step.action.type


def _same_bare(a: Step, b: Step) -> float:
    if (a.action.target is None) != (b.action.target is None):
        return 0.0
    if a.action.value == b.action.value:
        return SAME
    return LIKELY if a.action.type == "goto" and _path_shape(a) == _path_shape(b) else 0.0


def _path_shape(step: Step) -> int:
    address = step.action.value.literal if step.action.value is not None else None
    return (address or "").split("?")[0].rstrip("/").count("/")


def _same_element(a: Step, b: Step, task_a: str, task_b: str) -> float:
    one, two = a.action.target, b.action.target
    roles = role_of(one), role_of(two)
    if roles[0] != roles[1] and all(roles) and one and two and one.css != two.css:
        return 0.0
    if a.action.type in _FIELDS and not _pressed_in_an_entry(a, b):
        field = _same_field(one, two) if _has_name(one, two) or same_page(a, b, task_a, task_b) else 0.0
        return field or _named_by_the_task(one, two, task_a, task_b)
    names = said(one), said(two)
    if shared_identity(one, two) or (names[0] and masked(names[0]) == masked(names[1])):
        return SAME
    if a.action.type in _READS and _same_around_the_task(names, (task_a, task_b)):
        return LIKELY + 0.2
    supplied = [bool(name) and supplied_by(name, task) for name, task in zip(names, (task_a, task_b), strict=True)]
    if all(supplied):
        return LIKELY + 0.2
    alike = bool(shape_of(one)) and shape_of(one) == shape_of(two)
    if any(supplied):
        return POSSIBLE if alike else 0.0
    return LIKELY if alike else POSSIBLE if roles[0] == roles[1] != "" else 0.0


def _pressed_in_an_entry(a: Step, b: Step) -> bool:
    """Whether a key is pressed in what is called by its value, as entries of lists are, and not in fields."""
    return a.action.type == "press" and {role_of(a.action.target), role_of(b.action.target)} <= _ENTRIES


def _same_around_the_task(names: tuple[str, str], tasks: tuple[str, str]) -> bool:
    """Whether two texts of a page say the same but for words of the tasks: "Thank you, Ann!" and "Thank you, Bob!"."""
    one, two = (_words_around(name, task) for name, task in zip(names, tasks, strict=True))
    return bool(one) and one == two


def _words_around(name: str, task: str) -> list[str]:
    """The words of a text that a task does not say; none where it says none of them."""
    known, own = ({word.casefold() for word in _words(task)}, [word.casefold() for word in _words(name)])
    rest = [word for word in own if word not in known]
    return rest if len(rest) < len(own) else []


def _words(text: str) -> list[str]:
    return [token for token in tokens(text) if token.isalnum()]


def _has_name(one: Target | None, two: Target | None) -> bool:
    return bool(field_name(one) and field_name(two))


def same_page(a: Step, b: Step, task_a: str, task_b: str) -> bool:
    """Whether two steps were done on pages of one kind: their paths differ in numbers and in what the tasks name."""
    if not a.url or not b.url:
        return True
    one, two = (re.split(r"[/.]", path_of(url).partition("?")[0].partition("#")[0]) for url in (a.url, b.url))
    if len(one) != len(two):
        return False
    return all(
        part == other or (_is_data(part, task_a) and _is_data(other, task_b)) for part, other in zip(one, two, strict=True)
    )


def _is_data(part: str, task: str) -> bool:
    """Whether a part of a path is a number or mark of one thing, or the name of what the task is about."""
    return any(char.isdigit() for char in part) or occurs(re.sub(r"[-_+]|%20", " ", part), task)


def _same_field(one: Target | None, two: Target | None) -> float:
    names = field_name(one), field_name(two)
    if all(names):
        alike = masked(names[0]) == masked(names[1]) or _alike_but_for_state(one, two)
        return SAME if alike else LIKELY if one and two and one.css and _told_beside(one, two) else 0.0
    if one is not None and two is not None and one.css and two.css:
        return LIKELY if shape_of(one) == shape_of(two) else 0.0
    return POSSIBLE if not any(names) else 0.0


def _told_beside(one: Target, two: Target) -> bool:
    """Whether two fields at one place are told by a text of what is in hand beside them: "To: Ann", "To: Bob"."""
    heads = {label.partition(":")[0] if re.search(r":\s+\S", label) else None for label in map(field_name, (one, two))}
    guessed = one.name is None and two.name is None and one.css == two.css and not re.search(r":nth-", one.css or "")
    return guessed and len(heads) == 1 and None not in heads


def _named_by_the_task(one: Target | None, two: Target | None, task_a: str, task_b: str) -> float:
    """How surely two fields at one place are the same, whose names tell what the tasks are about: "New name for Ann"."""
    if one is None or two is None or not one.css or one.css != two.css:
        return 0.0
    return LIKELY + 0.2 if _same_around_the_task((field_name(one), field_name(two)), (task_a, task_b)) else 0.0


def _alike_but_for_state(one: Target | None, two: Target | None) -> bool:
    """Whether the names of two fields differ only in what the fields held."""
    given = [(field_name(target), target) for target in (one, two) if target is not None]
    bare = [masked(without_state(name, target).replace(STATE, " ")) for name, target in given]
    return len(bare) == 2 and bool(bare[0]) and bare[0] == bare[1]


def shared_identity(one: Target | None, two: Target | None) -> bool:
    """Whether two elements carry the same test id or the same CSS path without data in it."""
    if one is None or two is None:
        return False
    if one.testid is not None and two.testid is not None:
        return masked(one.testid.words()) == masked(two.testid.words())
    return bool(one.css) and one.css == two.css and not said(one) and not said(two)


def supplied_by(name: str, task: str) -> bool:
    """Whether a label carries something that the task text supplies: all of it, or most of its words in a row."""
    if occurs(name, task):
        return True
    return any(occurs(part, task) for part in _tails(name))


@lru_cache(maxsize=20_000)
def _tails(name: str) -> tuple[str, ...]:
    """Long parts of a label: after a colon or dash, and runs of words that make up at least half of it."""
    parts = [part.strip() for part in re.split(r":\s|\s[-–—|]\s|,\s", name)]
    return tuple(part for part in parts if len(part) >= 3 and (2 * len(part) >= len(name) or len(part.split()) > 1))


@lru_cache(maxsize=50_000)
def masked(text: str) -> str:
    """A label without its numbers and case, for comparison only."""
    given = [token.casefold() for token in tokens(text) if not token.isspace()]
    bare = [token for token in given if not token[0].isdigit()]
    return " ".join(bare if any(token.isalpha() for token in bare) else given)


@lru_cache(maxsize=50_000)
def _shape(css: str) -> str:
    bare = re.sub(r"\[[^\]]*\]", "[]", css)
    bare = re.sub(r":nth-(?:of-type|child)\(\d+\)", ":nth", bare)
    return re.sub(r"#[\w-]*\d[\w-]*", "#", bare)


def shape_of(target: Target | None) -> str:
    """The CSS path of an element without ids, positions and attribute values that carry data."""
    return _shape(target.css) if target is not None and target.css else ""
