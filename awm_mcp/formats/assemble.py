"""One door for all formats: a report in the product's own shape becomes a checked Run with its secrets taken out.

Readers of foreign formats translate into this shape (``Report``), so that limits, addresses, secrets and outcomes are
handled in one place and by one set of rules.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from awm_mcp.errors import InvalidInput, InvalidReport
from awm_mcp.formats.actions import read_action
from awm_mcp.formats.flat_steps import reading_of
from awm_mcp.formats.reading import as_dict, as_list, as_text, check_text, first_text, is_dict, is_list
from awm_mcp.formats.secrets import mask
from awm_mcp.model import Effect, Run, Step
from awm_mcp.model.site import is_local, origin_of, site_of
from awm_mcp.model.text import cut, plain

MAX_STEPS = 500
MAX_NOTE = 100_000
MAX_TASK = 20_000
SHOWN_PROBLEMS = 5
SHOWN_READINGS = 5

Report = dict[str, Any]


@dataclass(frozen=True)
class ParsedReport:
    """A run without id, and what the reporter should know about how it was read."""

    run: Run
    warnings: tuple[str, ...] = ()


@dataclass(frozen=True)
class Draft:
    """What a reader of a foreign format found: a report in our own shape, and what it left out and why.

    ``needs_review``: something that changed the page is not among the steps, so the run cannot count as solved by them.
    """

    report: Report
    warnings: tuple[str, ...] = ()
    needs_review: bool = False

    def saying(self, **said: str) -> Draft:
        """The same with what the importer says, where it says anything."""
        return replace(self, report=self.report | {key: text for key, text in said.items() if text})

    def unless_said(self, **said: str) -> Draft:
        """The same with what the importer says, where the recording itself says nothing."""
        given = {key: text for key, text in self.report.items() if text not in (None, "")}
        judged = any(key in given for key in ("outcome", "success", "reward"))
        kept = {key: text for key, text in said.items() if text and not (judged and key == "outcome")}
        return replace(self, report=kept | given)


@dataclass
class _Steps:
    steps: list[Step] = field(default_factory=list[Step])
    problems: list[InvalidReport] = field(default_factory=list[InvalidReport])
    warnings: list[str] = field(default_factory=list[str])
    readings: list[str] = field(default_factory=list[str])


def build(draft: Draft, *, source: str = "report", default_origin: str | None = None) -> ParsedReport:
    """The Run of a report in our own shape.

    Raises:
        InvalidReport: says which steps cannot be used, why, and what would make them usable; up to five at once.
    """
    report = draft.report
    check_text(report)
    task, outcome = _task(report), outcome_of(report)
    read = _read_steps(report.get("steps"))
    if read.problems:
        raise _joined(read.problems)
    origin, start_url = _where(report, read.steps, default_origin)
    read.warnings.extend(_elsewhere(report, read.steps, origin))
    steps = tuple(read.steps)
    run = Run(
        task=task,
        site=site_of(origin),
        origin=origin,
        start_url=start_url,
        outcome="unknown" if draft.needs_review and outcome == "success" else outcome,
        answer=_answer(report, steps),
        source=source,
        steps=steps,
        hints=_hints(report),
        evidence=_evidence(report),
        template=_given(report, "template_id", "template"),
        agent=_given(report, "agent"),
        task_id=_given(report, "task_id"),
        suggested_name=_given(report, "suggested_name"),
        summary=_given(report, "summary"),
    )
    return ParsedReport(mask(run), tuple(dict.fromkeys([*draft.warnings, *read.warnings])))


def _joined(problems: list[InvalidReport]) -> InvalidReport:
    shown = [f"{p.expected} (seen: {p.seen})" for p in problems[1:SHOWN_PROBLEMS]]
    more = len(problems) - SHOWN_PROBLEMS
    first = problems[0]
    also = f"; also {'; '.join(shown)}" if shown else ""
    also += f"; and {more} more" if more > 0 else ""
    expected = re.sub(r"^step \d+: ", "", first.expected)
    whole = f"{first.next}; nothing of the report was stored: send all of it again"
    return InvalidReport(first.code, step=first.step, expected=expected, seen=first.seen + also, next=whole)


def _task(report: Report) -> str:
    task = first_text(report, "task", "goal", "instruction", "intent").strip()
    if not task:
        raise InvalidReport(
            "task_missing",
            expected="'task': what was to be done, in words with its values",
            seen="no task",
            next='add "task", for example "Find the price of Dry Cat Food"',
        )
    if len(task) > MAX_TASK:
        raise InvalidReport(
            "text_too_long", expected=f"a task of at most {MAX_TASK} characters", seen=f"{len(task)} characters",
            next="say in a sentence or two what was to be done, with its values, and send the report again with that task",
        )  # fmt: skip
    return task


def _read_steps(raw: object) -> _Steps:
    given = as_list(raw)
    if not given:
        raise InvalidReport(
            "steps_missing",
            expected="'steps': a list of at least one step, or a transcript in a known format",
            seen="no steps" if raw in (None, [], "") else f"{type(raw).__name__} {str(raw)[:80]!r}",
            next="send the steps that were done, each with its action; runs in this server's own browser need none",
        )
    if len(given) > MAX_STEPS:
        raise InvalidReport(
            "too_many_steps",
            expected=f"at most {MAX_STEPS} steps",
            seen=f"{len(given)} steps",
            next="report the part of the run that did the task, or several runs of one task each",
        )
    read = _Steps()
    for number, item in enumerate(given, 1):
        _read_step(number, item, read)
    read.warnings.extend(_told(read.readings))
    if not read.steps and not read.problems:
        raise InvalidReport(
            "steps_missing", expected="at least one step that acts", seen="only steps that look, wait or failed"
        )
    return read


def _read_step(number: int, raw: object, read: _Steps) -> None:
    given = as_dict(raw)
    notes = _left_out(given)
    if (failed := _failure(given)) is not None:
        read.warnings.append(f"step {number} failed and was left out: {plain(failed, 120)}")
        return
    try:
        _refuse_prose(raw)
        common = _about(given)
        reading = reading_of(given)
        actions = [action for raw in reading.actions for action in read_action(raw, notes)]
    except InvalidReport as problem:
        read.problems.append(_at(number, problem))
        return
    if reading.said and actions:
        read.readings.append(f"step {number} was read as {reading.said}")
    read.steps.extend(Step(**common, action=action, effect=_effect(given)) for action in actions)
    read.warnings.extend(f"step {number}: {note}" for note in notes)


def _told(readings: list[str]) -> Iterator[str]:
    """How steps in other spellings were read: the first ones, which show it for the others."""
    yield from readings[:SHOWN_READINGS]
    if (more := len(readings) - SHOWN_READINGS) > 0:
        yield f"{more} more step{'s were' if more > 1 else ' was'} read in the same way"


def _refuse_prose(raw: object) -> None:
    """Refuses a step told in words: what it acted on cannot be guessed from them."""
    if not is_dict(raw):
        raise InvalidReport(
            "step_no_object",
            expected='a step as an object with "url" and "action"',
            seen=f"{'the text ' if isinstance(raw, str) else ''}{plain(repr(raw), 120)}",
            next='send for example {"action": {"type": "click", "target": {"role": "link", "name": "Orders"}}, "url": "https://…"}',
        )


def _at(number: int, problem: InvalidReport) -> InvalidReport:
    return InvalidReport(problem.code, step=number, expected=problem.expected, seen=problem.seen, next=problem.next)


def _failure(given: Report) -> str | None:
    if given.get("failed") is True or given.get("ok") is False:
        return first_text(given, "error", "message") or "marked as failed"
    return as_text(given.get("error")) or None


def _about(given: Report) -> dict[str, Any]:
    common: dict[str, Any] = {
        "observation": first_text(given, "observation", "state", "page"),
        "reasoning": first_text(given, "reasoning", "thought", "think", "rationale"),
    }
    for key, text in common.items():
        if len(text) > MAX_NOTE:
            raise InvalidReport(
                "text_too_long",
                expected=f"an {key!r} of at most {MAX_NOTE} characters",
                seen=f"{len(text)} characters",
                next=f"send the {key} in a few sentences instead of the whole page",
            )
    common["url"] = as_text(given.get("url")) or None
    return common


def _left_out(given: Report) -> list[str]:
    """What a step says in no text, so that it cannot be kept."""
    named = ("observation", "reasoning", "thought", "url")
    return [f"{key!r} is no text and was left out" for key in named if is_dict(given.get(key)) or is_list(given.get(key))]


def _effect(given: Report) -> Effect | None:
    raw = as_dict(given.get("effect"))
    if not raw:
        return None
    changed = raw.get("changed")
    return Effect(
        url=as_text(raw.get("url")) or None,
        requests=_texts(raw.get("requests")),
        shown=_texts(raw.get("shown")),
        changed=changed if isinstance(changed, bool) else None,
    )


def _texts(raw: object) -> tuple[str, ...]:
    return tuple(text for item in as_list(raw) if (text := as_text(item)))


def _where(report: Report, steps: list[Step], default_origin: str | None) -> tuple[str, str]:
    start = first_text(report, "start_url", "url")
    first_goto = next((s.action.value.words() for s in steps if s.action.type == "goto" and s.action.value), "")
    seen = [start, first_goto, *(s.url or "" for s in steps), first_text(report, "site", "origin"), default_origin or ""]
    site = first_text(report, "site", "website").strip()
    for url in _of_site(seen, site):
        origin = origin_of(url)
        return origin, next((u for u in (start, first_goto, url) if _is_web(u)), origin + "/")
    if (nicknamed := _nicknamed(site, [start, first_goto, *(s.url or "" for s in steps)])) is not None:
        return nicknamed, next(u for u in (start, first_goto, nicknamed + "/") if _is_web(u))
    if site and (named := _named_origin(site)) is not None:
        return named, start if _is_web(start) else named + "/"
    raise InvalidReport(
        "site_missing",
        expected="an absolute address: 'start_url', 'site', the first goto's value or a step's 'url'",
        seen=f"start_url {start[:80]!r}, site {site[:80]!r}, no step with an absolute address" if start or site else "none",
        next='add "start_url" with the address the run began at, for example "https://shop.example/"',
    )


def _of_site(urls: Iterable[str], site: str) -> list[str]:
    web = [url for url in urls if _is_web(url)]
    if not site or _is_web(site):
        return web
    wanted = _named_origin(site)
    return [url for url in web if wanted is not None and site_of(url) == site_of(wanted)]


def _nicknamed(site: str, seen: Sequence[str]) -> str | None:
    """The one origin of all addresses of a run, where its site is only called by a word: a site is its origin."""
    origins = {origin_of(url) for url in seen if _is_web(url)}
    return origins.pop() if re.fullmatch(r"[^\W\d_][\w-]*", site) and len(origins) == 1 else None


def _elsewhere(report: Report, steps: Sequence[Step], origin: str) -> Iterator[str]:
    """A warning where the run's addresses and the site that was said do not agree."""
    site = first_text(report, "site", "website").strip()
    asked = _named_origin(site) if not _is_web(site) else origin_of(site)
    went = [s.action.value.words() for s in steps if s.action.type == "goto" and s.action.value]
    seen = {site_of(url) for url in (*went, *(s.url or "" for s in steps)) if _is_web(url)}
    own = site_of(origin)
    if asked is not None and site_of(asked) != own:
        yield f"site {plain(site, 60)!r} was taken for {own}, where all its steps were done: a site is its host and port"
    elif site and seen and own not in seen:
        yield f"no step has an address on {own}, which is said to be its site; they are on {', '.join(sorted(seen)[:3])}"


def _named_origin(site: str) -> str | None:
    if re.match(r"[a-z][a-z0-9+.-]*:(?!\d+(/|$))", site, re.IGNORECASE):
        return None  # file:, javascript: and the like name no site
    for scheme in ("https", "http"):
        try:
            origin = origin_of(f"{scheme}://{site.split('/')[0].lower()}")
        except InvalidInput:
            return None
        if scheme == "http" or not is_local(re.sub(r":\d+$", "", site)):
            return origin
    return None


def _is_web(url: str) -> bool:
    try:
        return bool(url) and bool(origin_of(url))
    except InvalidInput:
        return False


def outcome_of(report: Report) -> Literal["success", "failure", "unknown"]:
    """Explicit outcome, success flag or reward of a report; unknown without any of them.

    Raises:
        InvalidReport: an outcome that is none of the three words.
    """
    said = report.get("outcome")
    if isinstance(said, str) and said:
        word = said.strip().lower()
        for outcome, words in _OUTCOMES.items():
            if word in words:
                return outcome
        raise InvalidReport(
            "unknown_outcome",
            expected="'outcome' success, failure or unknown",
            seen=repr(plain(said, 60)),
            next="say whether the task was solved",
        )
    for key in ("success", "outcome", "is_successful"):
        if isinstance(report.get(key), bool):
            return "success" if report[key] else "failure"
    reward = report.get("reward", report.get("cum_reward"))
    if isinstance(reward, (int, float)) and not isinstance(reward, bool):
        return "success" if reward >= 1 else "failure"
    return "unknown"


_OUTCOMES: dict[Literal["success", "failure", "unknown"], frozenset[str]] = {
    "success": frozenset({"success", "succeeded", "solved", "ok", "passed", "pass", "done", "true"}),
    "failure": frozenset({"failure", "failed", "fail", "error", "unsolved", "false"}),
    "unknown": frozenset({"unknown", "unsure", "none", "partial"}),
}


def _answer(report: Report, steps: tuple[Step, ...]) -> str | None:
    given = as_text(report.get("answer"))
    if given:
        return cut(given, MAX_NOTE)
    last = next((s.action for s in reversed(steps) if s.action.type == "stop"), None)
    return last.value.words() if last is not None and last.value is not None else None


def _hints(report: Report) -> dict[str, str]:
    given = as_dict(report.get("hints") or report.get("parameters"))
    return {str(key)[:100]: cut(as_text(text), 1000) for key, text in list(given.items())[:50] if as_text(text)}


def _evidence(report: Report) -> tuple[str, ...]:
    given = report.get("evidence")
    texts = [given] if isinstance(given, str) else as_list(given)
    found = [plain(as_text(text), 500) for text in texts if as_text(text)]
    reward = report.get("reward", report.get("cum_reward"))
    if isinstance(reward, (int, float)) and not isinstance(reward, bool):
        found.append(f"reward {reward:g}")
    return tuple(found[:50])


def _given(report: Report, *keys: str) -> str | None:
    return plain(first_text(report, *keys), 2000) or None
