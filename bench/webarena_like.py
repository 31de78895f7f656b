"""Made-up runs as WebArena's agents leave them, from ``webarena_like.txt``: records that browsergym.read takes."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Any

Record = dict[str, Any]
_CASES = Path(__file__).resolve().parent / "webarena_like.txt"
_STEP = re.compile(
    r"(?:\[(?P<only>[\d,]+)\] )?(?P<verb>\w+)(?: (?P<role>\w+) (?P<mark>['\"])(?P<name>.*?)(?P=mark))?"
    r"(?: = (?P<quote>['\"])(?P<text>.*)(?P=quote))?(?: in '(?P<row>.*)')?"
)
_FRAME = ("link 'Home'", "textbox 'Search this page'", "link 'Help'", "button 'Menu'")
_CALLS = {"click": "click", "fill": "fill", "select": "select_option", "press": "press"}


@dataclass(frozen=True)
class Case:
    """A task template with the values of its runs and the lines that tell their steps."""

    site: str
    template: str
    runs: Sequence[Mapping[str, Any]]
    lines: Sequence[str]


def cases() -> list[Case]:
    """All cases of the file."""
    text = "\n".join(line for line in _CASES.read_text(encoding="utf-8").splitlines() if not line.startswith("#"))
    return [_case(block.splitlines()) for block in re.split(r"\n{2,}", text.strip())]


def _case(lines: Sequence[str]) -> Case:
    site, _, template = lines[0].partition(": ")
    runs = [dict(_value(part) for part in line[2:].split(" | ")) for line in lines[1:] if line.startswith("= ")]
    return Case(site, template, runs, [line for line in lines[1:] if not line.startswith("= ")])


def _value(part: str) -> tuple[str, Any]:
    name, _, given = part.partition(" ")
    return name, given[1:-1].split("; ") if given.startswith("[") else given


def groups(*, hosts: int) -> list[list[Record]]:
    """The records of every case, its runs spread over so many hosts, each of which is a site of its own."""
    return [
        [record(case, number, tid, f"http://{case.site}{number % hosts}.test") for number in range(len(case.runs))]
        for tid, case in enumerate(cases())
    ]


def record(case: Case, number: int, template_id: int, origin: str) -> Record:
    """One run of a case."""
    values = case.runs[number]
    shown = {name: ", ".join(given) if isinstance(given, list) else given for name, given in values.items()}
    bids = count(100 + 137 * number, 3)
    steps = list(_steps(case.lines, shown, number, origin, bids))
    if not steps[-1]["action"].startswith("click('") or _only_reads(case):
        steps.append(_step(origin, "/end", "", "send_msg_to_user('done')", len(steps), bids))
    steps.append({**steps[-1], "action": None, "axtree_txt": steps[-1]["axtree_txt"].replace("state", "end")})
    return {
        "intent": re.sub(r"\{\{(\w+)\}\}", lambda match: shown[match[1]], case.template),
        "intent_template": case.template,
        "intent_template_id": template_id,
        "instantiation_dict": {name: given for name, given in values.items() if not name.startswith("_")},
        "cum_reward": 1.0,
        "steps": steps,
    }


def _only_reads(case: Case) -> bool:
    return case.template.split()[0] in ("What", "Tell", "How", "Where", "Who", "Find", "Get", "Show", "Display")


def _steps(
    lines: Sequence[str], values: Mapping[str, str], number: int, origin: str, bids: Iterator[int]
) -> Iterator[Record]:
    path, done = "/", 0
    for line in lines:
        filled = re.sub(r"\{(\w+)\}", lambda match: values[match[1]], line)
        if filled.startswith("at "):
            path = filled[3:]
            continue
        match = _STEP.fullmatch(filled)
        if match is None:
            raise ValueError(f"no step: {filled!r}")
        if match["only"] and str(number) not in match["only"].split(","):
            continue
        bid = str(next(bids))
        yield _step(origin, path, _element(match, bid), _action(match, bid, origin), done, bids)
        done += 1


def _element(match: re.Match[str], bid: str) -> str:
    if match["role"] is None:
        return ""
    own = f"[{bid}] {match['role']} {match['name']!r}"
    if match["row"] is None:
        return f"\t{own}"
    twin = f"\t\t[{bid}9] row ''\n\t\t\t[{bid}8] gridcell 'another'\n\t\t\t[{bid}7] {match['role']} {match['name']!r}"
    return f"\t[{bid}6] table ''\n{twin}\n\t\t[{bid}5] row ''\n\t\t\t[{bid}4] gridcell {match['row']!r}\n\t\t\t{own}"


def _action(match: re.Match[str], bid: str, origin: str) -> str:
    if match["verb"] == "goto":
        return f"goto({origin + match['text']!r})"
    given = f", {match['text']!r}" if match["text"] is not None else ""
    return f"{_CALLS[match['verb']]}({bid!r}{given})"


def _step(origin: str, path: str, element: str, action: str, done: int, bids: Iterator[int]) -> Record:
    frame = [f"\t[{next(bids)}] {line}" for line in _FRAME]
    tree = "\n".join(
        ["RootWebArea 'Page', focused", *frame, *([element] if element else []), f"\tStaticText 'state {done}'"]
    )
    return {"url": origin + path, "axtree_txt": tree, "action": action, "last_action_error": ""}
