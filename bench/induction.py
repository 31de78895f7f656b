"""Measures of the induction; no model, no network.

python bench/induction.py                 # libraries on Mind2Web tasks, parameters on WebArena runs
python bench/induction.py --scale         # time and memory for growing sites, with the exponent of growth
python bench/induction.py --data FOLDER   # where mind2web_dev.json and webarena_shopping_dev.json are
"""

from __future__ import annotations

import argparse
import json
import math
import resource
import sys
import time
from collections import defaultdict
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
sys.path.insert(0, str(Path(__file__).resolve().parent))

import webarena_like
from library_quality import Quality, quality

from awm_mcp.formats import awm_text, browsergym, mind2web
from awm_mcp.induction import Inducer, induce
from awm_mcp.model import Action, Run, Step, Target, Value, Workflow

SIZES = (10, 100, 1_000, 10_000)
MORE = 20


def step_lines(workflow: Workflow) -> list[str]:
    """The step lines of a workflow's text form."""
    return [text.strip() for text in awm_text.render(workflow).splitlines() if text.lstrip().startswith("[")]


def leave_one_out(tasks: list[dict[str, Any]]) -> Quality:
    """Each task is scored with the library that the other tasks of its site give."""
    by_site: dict[str, list[int]] = defaultdict(list)
    for index, task in enumerate(tasks):
        by_site[task["website"]].append(index)
    runs = [mind2web.read(task) for task in tasks]
    libraries: list[list[list[str]]] = []
    for index, task in enumerate(tasks):
        others = [runs[i] for i in by_site[task["website"]] if i != index]
        libraries.append([step_lines(workflow) for workflow in induce(others)])
    return quality(tasks, libraries)


def report_mind2web(path: Path) -> None:
    tasks = json.loads(path.read_text(encoding="utf-8"))
    began = time.perf_counter()
    result = leave_one_out(tasks)
    print(f"Mind2Web, leave one out: {result.tasks} tasks, {result.steps} steps, {time.perf_counter() - began:.1f} s")
    print(f"  coverage {result.coverage:.3f}  utility {result.utility:.3f}", end="  ")
    print(f"overlap {result.overlap:.3f}  per site {result.per_site:.2f}")


# --- parameters -------------------------------------------------------------------------------------------------------


def report_webarena(path: Path) -> None:
    """Typed values and clicked labels that carry a value of the task's template must be parameters, nothing else may be."""
    records = [r for r in json.loads(path.read_text(encoding="utf-8")) if float(r.get("cum_reward") or 0) == 1]
    by_template: dict[str, list[dict[str, Any]]] = defaultdict(list)
    for record in records:
        by_template[str(record["intent_template_id"])].append(record)
    right = missed = wrong = runs = 0
    for group in by_template.values():
        if len(group) < 2:
            continue
        runs += len(group)
        found = _judged(group)
        print(f"  template {group[0]['intent_template_id']:>5}: {len(group):>2} runs, {_table_row(found)}", end="  ")
        print(str(group[0].get("intent_template") or group[0]["intent"])[:80])
        right, missed, wrong = right + found[0], missed + found[1], wrong + found[2]
    print(f"WebArena, {runs} solved runs of templates with two or more: right {right}, missed {missed}, wrong {wrong}")
    print(f"  parameter recall {_share(right, missed)}  precision {_share(right, wrong)}")


def report_webarena_like() -> None:
    """The same on made-up runs of tasks of its kind; runs of one task on one host, on two, and each on a host of its own."""
    for hosts in (1, 2, 9):
        right, missed, wrong = judged_like(hosts)
        print(f"WebArena-like, hosts {hosts}: right {right}, missed {missed}, wrong {wrong}", end="; ")
        print(f"recall {_share(right, missed)}  precision {_share(right, wrong)}")


def judged_like(hosts: int) -> tuple[int, int, int]:
    """(right, missed, wrong) over the made-up cases."""
    found = [_judged(group) for group in webarena_like.groups(hosts=hosts)]
    right, missed, wrong = (sum(column) for column in zip(*found, strict=True))
    return right, missed, wrong


def _table_row(found: tuple[int, int, int]) -> str:
    right, missed, wrong = found
    return f"right {right}, missed {missed}, wrong {wrong}" if any(found) else "nothing typed or clicked carries a value"


def _share(right: int, other: int) -> str:
    return f"{right / (right + other):.3f}" if right + other else "nothing to find"


def _judged(group: list[dict[str, Any]]) -> tuple[int, int, int]:
    """(right, missed, wrong) over the places of all workflows of a template that hold text of a run."""
    runs = [browsergym.read(record) for record in group]
    values = {str(v).casefold() for record in group for v in _flat(record["instantiation_dict"]) if str(v)}
    right = missed = wrong = 0
    for workflow in induce(runs, most=None):
        examples = {p.name: {e.casefold() for e in p.examples} for p in workflow.parameters}
        for step in workflow.steps:
            for place in _places(step.action):
                carried = any(_carries(example, values) for name in place.params for example in examples[name])
                right += carried
                wrong += bool(place.params) and not carried
                missed += not place.params and any(_holds(place, v) for v in values)
    return right, missed, wrong


def _flat(given: dict[str, Any]) -> list[Any]:
    return [one for v in given.values() for one in (v if isinstance(v, list) else [v])]  # pyright: ignore[reportUnknownVariableType]


def _carries(example: str, values: set[str]) -> bool:
    """Whether an argument is a value of the task, or the part of one that a field takes (the city of an address)."""
    return any(example == v or f" {example} " in f" {v.replace(',', ' ')} " for v in values)


def _places(action: Action | None) -> list[Value]:
    if action is None:
        return []
    typed = [action.value] if action.value is not None and action.type in ("fill", "select") else []
    label = (
        action.target.name or action.target.text if action.target is not None and action.type in ("click", "check") else None
    )
    return [*typed, *([label] if label is not None else [])]


def _holds(place: Value, text: str) -> bool:
    return f" {text} " in f" {place.words().casefold()} "


# --- growth -----------------------------------------------------------------------------------------------------------


FAMILIES = 50
_SYLLABLES = ("ka", "ri", "to", "mel", "sun", "vor", "pel", "dim", "gra", "lor", "nep", "fis", "bul", "zan", "wic", "hod")


def word(number: int) -> str:
    """A made-up word, another one for each number."""
    digits = [number % 16, number // 16 % 16, (number * 7 + 3) % 16]
    return "".join(_SYLLABLES[d] for d in digits)


def synthetic(number: int, families: int = FAMILIES) -> Run:
    """A solved run of one of some tasks of a made-up site; every task has labels, every run values of its own."""
    kind, item = number % families, f"{word(number * 31 + 7).title()} {word(number * 17 + 5)} {number}"
    address, verb, thing = f"http://big.example/{word(kind)}", word(kind + 500), word(kind + 300)

    def step(action: str, name: str, value: str | None = None, role: str = "button") -> Step:
        made = Action(type=action, target=Target(role=role, name=Value.model_validate(name)), value=value)  # type: ignore[arg-type]
        return Step(url=address, action=made)

    middle = [step("click", f"{word(kind + 40 * k + 900)} {thing}", role="tab") for k in range(1 + kind % 4)]
    steps = [
        step("click", f"{word(kind)} {word(kind + 77)}", role="link"),
        step("fill", f"{thing} name", item, role="searchbox"),
        step("click", "Search"),
        step("click", item, role="link"),
        *middle,
        step("click", f"{verb} {thing}"),
    ]
    return Run(
        id=f"r{number}",
        task=f"{verb} the {thing} '{item}' of the {word(kind)} {word(kind + 77)} list.",
        site="big.example",
        origin="http://big.example",
        start_url=address,
        outcome="success",
        steps=tuple(steps),
    )


def report_scale() -> None:
    """Seconds for a site of n runs of 50 tasks, at once and for one more run; the exponents are slopes of the logarithms."""
    times: list[float] = []
    more: list[float] = []
    for size in SIZES:
        runs = [synthetic(number) for number in range(size + MORE)]
        only_runs = _peak_mib()
        began = time.process_time()
        made = induce(runs[:size])
        times.append(time.process_time() - began)
        more.append(_one_more(runs, size))
        tasks = sum(workflow.kind == "task" for workflow in made)
        each, one = 1000 * times[-1] / size, 1000 * more[-1]
        print(
            f"{size:>6} runs: {times[-1]:7.2f} s, {each:6.2f} ms a run; one more run: {one:6.1f} ms; "
            f"{tasks} tasks and {len(made) - tasks} routines, peak {_peak_mib():.0f} MiB, "
            f"with the runs alone {only_runs:.0f} MiB"
        )
    print(f"all at once: time grows with n to the power of {_slope(times):.2f}")
    print(f"one more run in a memory of n runs: n to the power of {_slope(more):.2f}")


def _peak_mib() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def _slope(times: list[float]) -> float:
    return math.log(times[-1] / times[1]) / math.log(SIZES[-1] / SIZES[1])


def _one_more(runs: list[Run], size: int) -> float:
    """Seconds for taking in one run and having the library anew, in a memory of so many runs; the mean of some."""
    inducer = Inducer()
    for run in runs[:size]:
        inducer.put(run)
    inducer.workflows()
    began = time.process_time()
    for run in runs[size:]:
        inducer.put(run)
        inducer.workflows()
    return (time.process_time() - began) / MORE


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, default=Path(__file__).resolve().parents[2] / "shared" / "data")
    parser.add_argument("--scale", action="store_true", help="only the growth measure")
    given = parser.parse_args()
    if given.scale:
        report_scale()
        return
    report_mind2web(given.data / "mind2web_dev.json")
    report_webarena(given.data / "webarena_shopping_dev.json")
    report_webarena_like()


if __name__ == "__main__":
    main()
