"""What a workflow promises: where it starts, what each step leads to, where it ends, and what it may change."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from urllib.parse import unquote_plus

from awm_mcp.induction.aligning.interruptions import interruptions
from awm_mcp.induction.cleaning.clean import opening_of
from awm_mcp.induction.texts.messages import message_after, shown_value, shown_values
from awm_mcp.induction.texts.unify import Known, unify_addresses
from awm_mcp.induction.texts.verbs import ASKS_FOR_CHANGE, changes_something, is_destructive, only_looks, opens_a_form
from awm_mcp.induction.trace import Column, Trace, elsewhere, field_name, role_of, said
from awm_mcp.induction.writing.ends import texts_at_end
from awm_mcp.induction.writing.sent import with_sends
from awm_mcp.induction.writing.steps import Plan, after
from awm_mcp.induction.writing.taken_in import taken_in
from awm_mcp.model import Expectation, FlowStep, Risk, Step, Text, Value, value
from awm_mcp.model.changes import asks_for_change, changing_address
from awm_mcp.model.done_words import says_done
from awm_mcp.model.labels import asked_abroad, destroyed_abroad, gives_up_abroad
from awm_mcp.model.names import words
from awm_mcp.model.site import lasting, path_of

LEAST_ADDRESS = 2


def start_of(plan: Plan) -> Value:
    """Path of the start page, with parameters where the runs started on different pages for that reason.

    What differs in the query for no such reason is left out, and so is what only counts for one visit.
    """
    paths = [lasting(opening_of(trace.run)) for trace in plan.traces]
    if len(set(paths)) > 1:
        unified = unify_addresses(paths, plan.known, gaps=False)
        if unified is not None and not unified.has_gap:
            return unified
        paths = _agreeing(paths)
    elif asked := _asked_for(paths[0], plan):
        return unify_addresses(paths, asked, gaps=False) or value(paths[0])
    return value(common_start(paths))


def _asked_for(path: str, plan: Plan) -> Known:
    """The values of the task that the address asks for, where each run opened it itself: a search by its address."""
    if not all(trace.run.steps and trace.run.steps[0].action.type == "goto" for trace in plan.traces):
        return {}
    query = {unquote_plus(part.partition("=")[2]) for part in path.partition("#")[0].partition("?")[2].split("&")}
    return {
        name: vector for name, vector in plan.known.items() if vector and all(v in query for v in vector) and _words(vector)
    }


def _words(vector: Sequence[str | None]) -> bool:
    """Whether the values are words, and no numbers that stand for something else in an address."""
    return all(v is not None and len(v) > 2 and any(c.isalpha() for c in v) for v in vector)


def common_start(paths: Sequence[str]) -> str:
    """The path that most runs began on; of equally common ones the shortest."""
    return min(paths, key=lambda path: (-paths.count(path), len(path), path))


def _agreeing(paths: Sequence[str]) -> list[str]:
    """Paths of one page with only those parts of the query that all of them have."""
    pages = {re.split(r"[?#]", path, maxsplit=1)[0] for path in paths}
    if len(pages) > 1:
        return list(paths)
    queries = [path.partition("#")[0].partition("?")[2].split("&") for path in paths]
    shared = [part for part in queries[0] if part and all(part in other for other in queries)]
    after = {path.partition("#")[2] for path in paths}
    ending = f"#{after.pop()}" if len(after) == 1 and after != {""} else ""
    return [pages.pop() + ("?" + "&".join(shared) if shared else "") + ending]


def routine_start(plan: Plan, steps: Sequence[FlowStep]) -> Value:
    """Path of the page that a routine begins on: where its first step was done in all runs, else where the runs began."""
    return steps[0].url or start_of(plan)


def with_contract(plan: Plan, steps: Sequence[FlowStep], *, whole: bool = True) -> tuple[FlowStep, ...]:
    """The steps with what the runs showed after each, and the mark of those that write.

    ``whole``: the steps do the whole task, so that one of them must do the change that the task text asks for.
    """
    writing = writing_columns(plan, {i for i, step in enumerate(steps) if step.group is not None}, whole=whole)
    marked = [
        step.model_copy(update={"expect": _expected(plan, i, writing), "writes": i in writing})
        for i, step in enumerate(steps)
    ]
    return with_sends([_with_ends(plan, i, step) for i, step in enumerate(marked)], plan.columns, plan.here)


def writing_columns(plan: Plan, apart: Collection[int] = (), *, whole: bool = True) -> set[int]:
    """Indices of the steps that change something on the site. ``apart``: steps that are no part of the work itself."""
    away = interruptions(plan.columns)
    writing = {i for i in range(len(plan.columns)) if i not in apart and i not in away and _writes(plan.columns, i)}
    return _last_move(plan.columns) if whole and not writing and _announces_a_change(plan) else writing


def _with_ends(plan: Plan, index: int, step: FlowStep) -> FlowStep:
    """A step that writes and whose pages said nothing that is known as a message, with what they said all the same."""
    if not step.writes or (step.expect is not None and step.expect.text is not None):
        return step
    column = plan.columns[index]
    ends = texts_at_end(column, plan.columns[:index], plan.here(column))
    return step.model_copy(update={"ends": ends}) if ends else step


_READING = frozenset({"extract", "wait_for"})
_CHANGING = re.compile(r"(?:^|\b(?:to|and|then|,)\s+)(?P<verb>[a-z]+)\b", re.IGNORECASE)


def _announces_a_change(plan: Plan) -> bool:
    """Whether the task text asks for a change although no step looked like one, and no browser saw otherwise."""
    seen = [step.effect for column in plan.columns for step in column.present]
    if not plan.outputs and asks_for_change(plan.traces[0].task) and _ends_with_a_click(plan):
        return True
    if all(effect is not None and effect.changed is not None for effect in seen):
        return False
    task = re.sub(r"^(?:in|on|as|for|at)\b[^,:]*,\s*", "", plan.traces[0].task, flags=re.IGNORECASE)
    verbs = [match.group("verb").lower() for match in _CHANGING.finditer(task)]
    return any(verb in ASKS_FOR_CHANGE or is_destructive(verb) for verb in verbs) or asked_abroad(task) != ""


def _ends_with_a_click(plan: Plan) -> bool:
    answered = any(trace.run.answer is not None for trace in plan.traces)
    last = plan.columns[-1].present[0].action
    return not answered and (last.type in ("click", "dblclick") or last.stepper)


def _last_move(columns: Sequence[Column]) -> set[int]:
    kinds = ("click", "press", "select", "check", "drag")
    moves = [i for i, c in enumerate(columns) if c.present[0].action.type in kinds or c.present[0].action.stepper]
    return set(moves[-1:])


def _expected(plan: Plan, index: int, writing: Collection[int]) -> Expectation | None:
    column = plan.columns[index]
    taken = taken_in(plan.columns, index, plan.known, writing)
    return taken or _expectation(plan, index, column, writes=index in writing)


def _expectation(plan: Plan, index: int, column: Column, *, writes: bool) -> Expectation | None:
    """What all runs showed afterwards: another address, the site's word on a change, else that the page changed."""
    if column.present[0].action.type in ("extract", "hover", "wait_for"):
        return None
    pairs = [(step, after(plan.traces[i], step)) for i, step in enumerate(column.steps) if step is not None]
    moved = all(led and step.url and not _same_page(led, step.url) for step, led in pairs)
    url = _pattern([path_of(led) for _, led in pairs if led], plan.here(column)) if moved else None
    text = _word_on_it(column, plan.here(column)) if writes else None
    if url is not None or text is not None:
        return Expectation(url=url, text=text)
    stayed = all(led is not None and (led == step.url or _shows_more(step, led)) for step, led in pairs)
    return _changed(column) if stayed else None


def _shows_more(step: Step, led: str) -> bool:
    """Whether the page, and not only its address, is another after a link to ``#``."""
    return _same_page(led, step.url) and step.effect is not None and bool(step.effect.shown)


def _same_page(led: str, url: str | None) -> bool:
    """Whether a step stayed on its page; a link that only a script makes do something leads to ``#``."""
    return url is not None and led.removesuffix("#") == url.removesuffix("#")


def _word_on_it(column: Column, known: Known) -> Value | None:
    """What all runs showed of a change: a message, else the caller's values that appeared.

    An address alone does not tell: a form that is sent to the address of its list comes back there when it is refused.
    """
    return message_after(column, known) or shown_value(column, known) or shown_values(column, known)


def _pattern(paths: Sequence[str], known: Known) -> Value | None:
    unified = unify_addresses(paths, known)
    if unified is None:
        return None
    kept = sum(len(token.text) for token in unified.root if isinstance(token, Text))
    return unified if kept >= LEAST_ADDRESS or unified.literal is not None else None


def _changed(column: Column) -> Expectation | None:
    changed = [step.effect.changed if step.effect is not None else None for step in column.present]
    kind = column.present[0].action.type
    clicks = kind in ("click", "press", "dblclick")
    answers = kind == "fill" and all(step.effect is not None and step.effect.shown for step in column.present)
    return Expectation(changed=True) if (clicks or answers) and all(changed) else None


def precondition_of(steps: Sequence[FlowStep]) -> Expectation | None:
    """What must be there before the first step: what it acts on, where that is the same for all values."""
    first = steps[0]
    target = first.action.target if first.action is not None else None
    if first.optional or first.until_next is not None or target is None or not target.texts:
        return None
    if any(v.params for v in target.values):
        return None
    return Expectation(target=target)


def postcondition_of(plan: Plan, steps: Sequence[FlowStep]) -> Expectation | None:
    """Address at the end of all runs, and what the page then says of the change, or a value that it shows."""
    ends = [_end_url(trace) for trace in plan.traces]
    url = _pattern([path_of(end) for end in ends if end], plan.known) if all(ends) else None
    acting = [i for i, step in enumerate(steps) if step.action is not None and step.action.type not in _READING]
    last = acting[-1] if acting else None
    text = None
    if last is not None and steps[last].writes and (expect := steps[last].expect) is not None:
        text = expect.text
    elif last is not None and not any(step.writes for step in steps):
        text = shown_value(plan.columns[last], plan.here(plan.columns[last]))
    return Expectation(url=url, text=text) if url is not None or text is not None else None


def _end_url(trace: Trace) -> str | None:
    """Where the run was when it stopped: after the last effect, else where the last step was reported."""
    for step in reversed(trace.run.steps):
        if step.effect is not None and step.effect.url:
            return step.effect.url
        if step.action.type in ("stop", "extract") and step.url:
            return step.url
        return None
    return None


# --- risk -------------------------------------------------------------------------------------------------------------


def _writes(columns: Sequence[Column], index: int) -> bool:
    """Whether the step changes something on the site: requests that were seen decide, else form method and words."""
    column = columns[index]
    action = column.present[0].action
    if _posts(column) or any(_asks_by_address(step) for step in column.present):
        return True
    if action.type in ("goto", "hover", "extract", "wait_for", "back", "forward", "fill", "switch_tab"):
        return False
    if all(step.effect is not None and step.effect.changed is not None for step in column.present):
        known = _last_of_form(columns, index) or _keeps(column) or _said_done(column)
        return known and _reads_like_writing(column)
    return _reads_like_writing(column) or _sends_typed(columns, index)


def _asks_by_address(step: Step) -> bool:
    """Whether it only follows an address, but one that asks for a change."""
    action = step.action
    if action.type == "goto":
        return action.value is not None and changing_address(path_of(action.value.literal or "")) != ""
    link = action.target.seen.href_path if action.target is not None and action.target.seen is not None else None
    return action.type in ("click", "dblclick") and changing_address(link) != ""


def _posts(column: Column) -> bool:
    return any(step.effect is not None and step.effect.requests for step in column.present)


def _last_of_form(columns: Sequence[Column], index: int) -> bool:
    """Whether something was typed or chosen before it on the same page: then a saving button saves that."""
    here = columns[index].present[0].url
    return any(
        c.present[0].action.type in ("fill", "select", "check") and not elsewhere(c.present[0].url, here)
        for c in columns[:index]
    )


def _said_done(column: Column) -> bool:
    """Whether a message of some words told that it was done: pages that offer to undo it ask for it some time later."""
    shown = [step.effect.shown if step.effect is not None else () for step in column.present]
    return all(any(says_done(text) and 1 < len(text.split()) <= LONGEST_MESSAGE for text in texts) for texts in shown)


LONGEST_MESSAGE = 8


def _keeps(column: Column) -> bool:
    """Whether its word says that what is there is kept: a page may send that over a socket, where no request is seen."""
    label = words(said(column.present[0].action.target))
    return bool(label) and label[0] in ("save", "store", "publish")


def _reads_like_writing(column: Column) -> bool:
    action = column.present[0].action
    label = said(action.target)
    if action.type not in ("click", "dblclick", "press", "check") or action.type == "check":
        return False
    if is_destructive(label):
        gone = words(label)[:1] in (["delete"], ["remove"], ["pay"], ["cancel"]) or gives_up_abroad(label)
        return role_of(action.target) != "link" or gone
    if not changes_something(label) or only_looks(label):
        return False
    return role_of(action.target) == "button" and not (opens_a_form(label) and not _submits(column))


def _submits(column: Column) -> bool:
    seen = [step.action.target.seen if step.action.target is not None else None for step in column.present]
    if any(s is not None and (s.form_method or "").lower() == "post" for s in seen):
        return True
    label = words(said(column.present[0].action.target))
    return len(label) > 0 and label[0] in ("add", "put", "log", "set", "change")


def _sends_typed(columns: Sequence[Column], index: int) -> bool:
    """A post form sent by any button, or by Enter in one of its fields."""
    action = columns[index].present[0].action
    seen = action.target.seen if action.target is not None else None
    posts = seen is not None and (seen.form_method or "").lower() == "post"
    return posts and action.type in ("click", "press") and field_name(action.target) != ""


def risk_of(steps: Sequence[FlowStep], task: str) -> Risk:
    """read, write or destructive; for writing steps the labels and the task's own verb tell which."""
    writing = [step for step in steps if step.writes]
    if not writing:
        return "read"
    labels = [_label(step) for step in writing]
    verbs = words(task)[:1]
    if any(is_destructive(label) for label in labels) or (verbs and is_destructive(verbs[0])) or destroyed_abroad(task):
        return "destructive"
    return "write"


def _label(step: FlowStep) -> str:
    return said(step.action.target) if step.action is not None else ""
