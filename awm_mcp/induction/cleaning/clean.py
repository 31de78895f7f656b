"""From a run to the steps that did the work; what is left out is kept with its reason."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from itertools import pairwise, zip_longest

from awm_mcp.induction.cleaning.added_choices import with_added_choices
from awm_mcp.induction.cleaning.meant_states import with_meant_states
from awm_mcp.induction.texts.dates import dates_in, days_named
from awm_mcp.induction.texts.verbs import changes_something
from awm_mcp.induction.trace import Trace, elsewhere, role_of, said
from awm_mcp.model import Run, Step
from awm_mcp.model.site import path_of

Numbered = tuple[int, Step]
_FIELD_ACTIONS = frozenset({"fill", "select", "check", "upload", "hover", "scroll"})
_INPUT = frozenset({"fill", "select", "check"})
_MOVES = frozenset({"click", "goto", "back", "forward", "scroll", "wait_for"})
_CONTROLS = frozenset(
    {"button", "checkbox", "menuitem", "menuitemcheckbox", "menuitemradio", "option", "radio", "switch", "tab", "treeitem"}
)
LONGEST_DETOUR = 12


def trace_of(run: Run, digest: str = "") -> Trace:
    """The run without failed and idle steps, overwritten input, detours, loops and echoes of navigation.

    Args:
        run: the run.
        digest: its digest, where it is known.
    """
    digest = digest or run.digest()
    run = _with_pages_of_retyped(_with_one_spelling(with_added_choices(with_meant_states(run))))
    steps: list[Numbered] = list(enumerate(run.steps, start=1))
    dropped: list[str] = []
    for rule in (_failed, _noise, _idle, _echoes, _detours, partial(_overwritten, task=run.task), _said_before):
        reasons = rule(steps)
        dropped.extend(f"step {number}: {reason}" for number, reason in sorted(reasons.items()))
        steps = [(number, step) for number, step in steps if number not in reasons]
    return Trace(run=run, steps=tuple(step for _, step in steps), dropped=tuple(dropped), digest=digest)


def _with_one_spelling(run: Run) -> Run:
    """The run with one option or file told alone, as a report tells it: a browser session gives a list of one."""
    if all(step.action.plainly_one is step.action for step in run.steps):
        return run
    steps = tuple(step.model_copy(update={"action": step.action.plainly_one}) for step in run.steps)
    return run.model_copy(update={"steps": steps})


def opening_of(run: Run) -> str:
    """Path of the page the work starts on: where a leading navigation goes, else the reported start."""
    for step in run.steps:
        if step.action.type == "goto" and step.action.value is not None and step.action.value.literal:
            return path_of(step.action.value.literal)
        if step.action.type not in ("scroll", "wait_for"):
            break
    return path_of(run.start_url) if run.start_url else "/"


def _failed(steps: Sequence[Numbered]) -> dict[int, str]:
    return {n: f"failed: {s.effect.failed[:80]}" for n, s in steps if s.effect is not None and s.effect.failed}


def _noise(steps: Sequence[Numbered]) -> dict[int, str]:
    found = {n: "scrolling; a replay brings the element into view itself" for n, s in steps if s.action.type == "scroll"}
    found |= {n: "a pause; a replay waits for what it needs" for n, s in steps if _is_pause(s)}
    if steps and steps[0][1].action.type == "goto":
        found[steps[0][0]] = "the start page"
    return found | {n: "the end of the run" for n, s in steps if s.action.type == "stop"}


def _is_pause(step: Step) -> bool:
    if step.action.type != "wait_for" or step.action.target is not None:
        return False
    waited = step.action.value.literal if step.action.value is not None else ""
    return not waited or waited.replace(".", "", 1).isdigit()


def _idle(steps: Sequence[Numbered]) -> dict[int, str]:
    """Clicks after which nothing was seen to change; a click before a bare key press may have set the focus.

    What a control does may be known to the page's script alone: it is kept, unless it was tried again. So is the last step
    of all, for a solved run ends with what solved it.
    """
    found: dict[int, str] = {}
    following = [step for _, step in steps[1:]]
    for (number, step), after in zip_longest(steps, following):
        effect = step.effect
        if step.action.type not in ("click", "dblclick") or effect is None or effect.changed is not False:
            continue
        moved = effect.url is not None and effect.url != step.url
        focuses = after is not None and after.action.type == "press" and after.action.target is None
        if not (moved or effect.requests or focuses or after is None or _works_unseen(number, step, steps)):
            found[number] = "changed nothing"
    return found


def _works_unseen(number: int, step: Step, steps: Sequence[Numbered]) -> bool:
    tried_again = any(later > number and other.action.target == step.action.target for later, other in steps)
    return role_of(step.action.target) in _CONTROLS and not tried_again


def _echoes(steps: Sequence[Numbered]) -> dict[int, str]:
    """Navigations to the page that the step before had already led to."""
    found = {number: "only repeats where the page went by itself" for number, step in steps if _led_nowhere(step)}
    for (_, before), (number, step) in pairwise(steps):
        if step.action.type == "goto" and step.action.value is not None and before.action.type != "goto":
            target = step.action.value.literal
            arrived = before.effect.url if before.effect is not None else None
            if target is not None and target in (step.url, arrived):
                found[number] = "only repeats where the step before led"
    return found


def _led_nowhere(step: Step) -> bool:
    return step.action.type == "goto" and step.effect is not None and step.effect.changed is False


def _detours(steps: Sequence[Numbered]) -> dict[int, str]:
    """A-B-A: what was only looked at on the way back to a page that the run had already been on."""
    found: dict[int, str] = {}
    at = 0
    while at < len(steps):
        end = _way_back(steps, at)
        if end is None:
            at += 1
            continue
        found |= {number: "a detour that came back to the same page" for number, _ in steps[at:end]}
        at = end
    return found


def _way_back(steps: Sequence[Numbered], at: int) -> int | None:
    """Index of the step that goes on from the page of step ``at``, after an idle round trip; the longest one."""
    home = steps[at][1].url
    if home is None:
        return None
    longest = None
    for end in range(at + 1, min(len(steps), at + LONGEST_DETOUR + 1)):
        if not _only_looks(steps[end - 1][1]):
            break
        away = any(step.action.type == "back" or elsewhere(step.url, home) for _, step in steps[at:end])
        if away and steps[end][1].url == home:
            longest = end
    return longest


def _only_looks(step: Step) -> bool:
    action = step.action
    if action.type not in _MOVES or (step.effect is not None and step.effect.requests):
        return False
    if action.type != "click":
        return True
    return role_of(action.target) in ("link", "tab", "image", "img", "") and not changes_something(said(action.target))


def _overwritten(steps: Sequence[Numbered], *, task: str) -> dict[int, str]:
    """Fields that were set again before anything else was done with the form."""
    found: dict[int, str] = {}
    for index, (number, step) in enumerate(steps):
        if step.action.type not in _INPUT or step.action.target is None:
            continue
        for _, later in steps[index + 1 :]:
            if later.action.type not in _FIELD_ACTIONS or elsewhere(later.url, step.url):
                break
            if step.action.type == "check" and later.action.type != "check":
                break  # what was filled in meanwhile may be shown by the tick alone
            if _are_two_days(step, later, task):
                break
            if later.action.type == step.action.type and later.action.target == step.action.target:
                found[number] = "overwritten by a later input"
                break
    return found


def _are_two_days(step: Step, later: Step, task: str) -> bool:
    """Whether a field takes the two ends of a time that the task tells, one after the other."""
    if step.action.type != "select" or later.action.type != "select":
        return False
    days = [days_named(" ".join(given.literal or "" for given in one.action.given)) for one in (step, later)]
    told = [days_named(task[start:end]) for start, end in dates_in(task)]
    return not days[0] & days[1] and all(any(ends & one for one in told) for ends in days)


def _with_pages_of_retyped(run: Run) -> Run:
    """The run in which input that was typed over, and then goes, leaves the page it told to the later input."""
    steps = list(run.steps)
    for index, step in enumerate(steps):
        if step.url is None and step.action.type in _INPUT and (page := _page_of_first_input(steps[:index], step)):
            steps[index] = step.model_copy(update={"url": page})
    same = all(new is old for new, old in zip(steps, run.steps, strict=True))
    return run if same else run.model_copy(update={"steps": tuple(steps)})


def _page_of_first_input(before: Sequence[Step], step: Step) -> str | None:
    for earlier in reversed(before):
        if earlier.action.type not in _FIELD_ACTIONS:
            return None
        if (earlier.action.type, earlier.action.target) == (step.action.type, step.action.target):
            return earlier.url
    return None


def _said_before(steps: Sequence[Numbered]) -> dict[int, str]:
    """A second identical read or wait right after the first."""
    return {
        number: "repeats the step before"
        for (_, before), (number, step) in pairwise(steps)
        if step.action == before.action and step.action.type in ("extract", "wait_for", "hover", "check")
    }
