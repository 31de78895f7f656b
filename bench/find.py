"""How well and how fast tasks find their workflow: held-out tasks of the practice applications amid distractors.

    python -m bench.find [--shared ../shared] [--sizes 100 10000 100000] [--repeat 5]

Each family of the rig and of the infinity app becomes one workflow, its template made from its training tasks and their
arguments only; each held-out task of the family is a question. Distractors are workflows of other sites with the same verbs
and objects. Printed for every size, with the site given and without: share of tasks with the right workflow first and among
five, share with the right workflow first and all arguments right, and the
time of a search (``cpu``: mean processor time of all threads, which a busy machine does not stretch).

Then the verdicts of ``find_workflows``: ``run``: held-out tasks whose first workflow may be sent as it is and is right with
all its arguments; ``wrong``: those that may be sent and are not right; ``skip``: irrelevant tasks that get skip; ``fooled``:
tasks, irrelevant or only near, that get run (see ``bench/irrelevant.py``).
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import statistics
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sqlalchemy import insert, text

from awm_mcp.app.finding.find import FindWorkflows
from awm_mcp.app.measuring.measure import Counter
from awm_mcp.memory import ranking, tables
from awm_mcp.memory.port import Hit
from awm_mcp.memory.sql import SqlMemory, open_memory
from awm_mcp.model import Caller, Evidence, FindAnswer, Param, Parameter, Text, Value, Workflow, value
from awm_mcp.model.site import site_of
from awm_mcp.model.templates import best_fill
from bench.irrelevant import NEAR, NOTHING

_VERBS = "find show open create add delete remove edit update assign close reopen archive buy order book cancel export"
_THINGS = """
price order invoice issue label milestone project review product basket address customer ticket report meeting room flight
article comment photo playlist recipe course student patient shipment contract payment budget contact branch
"""
READING = {"price", "cheapest", "newest", "search", "phone"}
"""Words in the names of families that only read."""
VERBS, THINGS = _VERBS.split(), _THINGS.split()
FRAMES = (
    "{verb} the {thing} of {{a}}",
    "{verb} a {thing} named '{{a}}' with {{b}}",
    "{verb} the {thing} '{{a}}'",
    "In {{a}}, {verb} the {thing} {{b}}",
    "{verb} {{a}} {thing}s and tell me the {other}",
    "{verb} the {other} of the {thing} {{a}}",
)


@dataclass
class Question:
    """A held-out task, with the family and the arguments it is made of."""

    task: str
    site: str
    family: str
    arguments: dict[str, str]


def pattern(template: str) -> Value:
    """A template with ``{name}`` as words of the model."""
    parts = template.replace("}", "{").split("{")
    return value(Param(param=part) if n % 2 else Text(text=part) for n, part in enumerate(parts))


def rig(shared: Path) -> tuple[dict[str, Workflow], list[Question]]:
    """Workflows and questions of the rig's applications; trajectories teach, held-out tasks ask."""
    flows: dict[str, Workflow] = {}
    asked: list[Question] = []
    for held in sorted((shared / "rig").glob("**/heldout.json")):
        runs = [json.loads(file.read_text()) for file in sorted(held.parent.glob("trajectories/*.json"))]
        taught = [run for run in runs if isinstance(run, dict) and run.get("template")]
        for case in json.loads(held.read_text()):
            family = f"{held.parent.name}_{case['template'].replace('-', '_')}"[:38]
            known = [(r["task"], r.get("params") or {}) for r in taught if r["template"] == case["template"]]
            flows.setdefault(family, workflow(family, site_of(case["site"]), known, case["params"]))
            asked.append(Question(case["task"], site_of(case["site"]), family, _texts(case["params"])))
    return flows, asked


def infinity(shared: Path) -> tuple[dict[str, Workflow], list[Question]]:
    """The same of the infinity applications."""
    folder = shared / "infinity"
    flows: dict[str, Workflow] = {}
    asked: list[Question] = []
    meta: dict[str, Any] = json.loads((folder / "train_meta.json").read_text())
    for case in json.loads((folder / "heldout.json").read_text()):
        family = case["family"].replace(".", "_")[:38]
        known = [
            (json.loads((folder / "train" / file).read_text())["task"], about["arguments"])
            for file, about in meta.items()
            if about["family"] == case["family"]
        ]
        flows.setdefault(family, workflow(family, site_of(case["site"]), known, case["arguments"]))
        asked.append(Question(case["task"], site_of(case["site"]), family, _texts(case["arguments"])))
    return flows, asked


def _texts(arguments: dict[str, Any]) -> dict[str, str]:
    return {name: str(given) for name, given in arguments.items()}


def workflow(name: str, site: str, known: list[tuple[str, dict[str, Any]]], names: dict[str, Any]) -> Workflow:
    """A workflow as learned from tasks and their arguments; only names of parameters come from the question."""
    examples = {p: tuple(dict.fromkeys(str(given[p]) for _, given in known if p in given)) for p in names}
    parameters = tuple(Parameter(name=p, examples=given) for p, given in examples.items())
    return Workflow(
        id=f"wf_{name}",
        name=name,
        site=site,
        start=value("/"),
        steps=(),
        state="verified",
        risk="read" if set(name.split("_")) & READING else "write",
        parameters=parameters,
        evidence=Evidence(tasks=tuple(task for task, _ in known)),
    )


def distractors(count: int, seed: int = 1) -> Iterator[Workflow]:
    """Workflows of other sites, eight a site."""
    dice = random.Random(seed)
    for number in range(count):
        verb, thing, other = dice.choice(VERBS), dice.choice(THINGS), dice.choice(THINGS)
        says = dice.choice(FRAMES).format(verb=verb.capitalize(), thing=thing, other=other)
        template = pattern(says)
        yield Workflow(
            id=f"wf_d{number}",
            name=f"d{number}_{verb}_{thing}",
            site=f"site{number // 8}.example",
            title=f"{verb.capitalize()} {thing} {dice.choice(THINGS)}",
            start=value("/"),
            steps=(),
            state=dice.choice(["verified", "published", "draft"]),
            parameters=tuple(Parameter(name=p) for p in template.params),
            templates=(template,),
        )


async def load(memory: SqlMemory, flows: list[Workflow], first: int) -> None:
    """Puts workflows in by the thousand: what ``save`` does, without a transaction for each."""
    heads, versions, docs, terms = [], [], [], []
    for seq, flow in enumerate(flows, first):
        doc = ranking.document(flow)
        about = {"name": flow.name, "digest": flow.digest(), "state": flow.state, "saved_at": 0.0}
        heads.append({"seq": seq, "id": flow.id, "name": flow.name, "site": flow.site, "latest": 1, "live": True})
        versions.append({**about, "workflow": flow.id, "version": 1, "content": flow.model_dump_json()})
        docs.append({"seq": seq, "workflow": flow.id, "version": 1, "site": flow.site, "doc": doc.to_json()})
        terms.append({"seq": seq, "terms": " ".join((*doc.signatures, *doc.all_words))})
    async with memory.database.write() as db:
        await db.execute(insert(tables.workflows), heads)
        await db.execute(insert(tables.versions), versions)
        await db.execute(insert(tables.search_docs), docs)
        await db.execute(text("INSERT INTO workflow_index (rowid, terms) VALUES (:seq, :terms)"), terms)


async def measure(memory: SqlMemory, asked: list[Question], repeat: int, *, gated: bool) -> dict[str, float]:
    """Shares and times of all questions."""
    first = five = right = 0
    times: list[float] = []
    hits: Sequence[Hit] = ()
    used = time.process_time()
    for question in asked:
        for _ in range(repeat):
            begin = time.perf_counter()
            hits = await memory.finder.search(question.task, site=question.site if gated else None, limit=5)
            times.append(time.perf_counter() - begin)
        names = [hit.workflow.name for hit in hits]
        first += names[:1] == [question.family]
        five += question.family in names
        right += names[:1] == [question.family] and best_fill(hits[0].workflow, question.task)[0] == question.arguments
    n = len(asked)
    cuts = statistics.quantiles(times, n=100)
    used = (time.process_time() - used) / len(times) * 1e3
    return {
        "cpu": used,
        "first": first / n,
        "five": five / n,
        "filled": right / n,
        "p50": cuts[49] * 1e3,
        "p99": cuts[98] * 1e3,
    }


async def verdicts(memory: SqlMemory, asked: list[Question]) -> str:
    """One line: what the whole of ``find_workflows`` says of held-out, irrelevant and near tasks."""
    finder, me = FindWorkflows(memory, Counter(memory, on=False)), Caller(client="bench")

    async def ask(task: str, site: str | None) -> FindAnswer:
        return await finder.find(task, url=None, site=site, limit=5, caller=me)

    begin, right, wrong = time.perf_counter(), 0, 0
    for question in asked:
        answer = await ask(question.task, question.site)
        best = answer.workflows[0] if answer.workflows else None
        fits = best is not None and best.workflow == question.family and _texts(best.arguments) == question.arguments
        right += answer.verdict == "run" and fits
        wrong += answer.verdict == "run" and not fits
    each = (time.perf_counter() - begin) / len(asked) * 1e3
    skipped = [(await ask(task, site)).verdict == "skip" for site, task in NOTHING if site is not None]
    fooled = [(await ask(task, site)).verdict == "run" for site, task in (*NOTHING, *NEAR)]
    return (
        f"verdicts: run {right}/{len(asked)}, wrong {wrong}/{len(asked)}, "
        f"skip {sum(skipped)}/{len(skipped)}, fooled {sum(fooled)}/{len(fooled)}, {each:.1f} ms each"
    )


async def run(shared: Path, sizes: list[int], repeat: int) -> None:
    """Measures every size and prints a table."""
    flows, asked = rig(shared)
    more, further = infinity(shared)
    flows, asked = flows | more, asked + further
    print(f"{len(flows)} workflows, {len(asked)} held-out tasks; right = right workflow first, all arguments right")
    print(f"{'distractors':>11} {'site':>7} {'first':>6} {'in 5':>6} {'right':>6} {'p50 ms':>7} {'p99 ms':>7} {'cpu ms':>7}")
    with tempfile.TemporaryDirectory() as folder:
        memory = await open_memory(Path(folder) / "find.sqlite3")
        await load(memory, list(flows.values()), 10_000_000)
        others, done = list(distractors(max(sizes))), 0
        for size in sorted(sizes):
            for start in range(done, size, 5_000):
                await load(memory, others[start : min(size, start + 5_000)], start + 1)
            done = size
            for gated in (True, False):
                m = await measure(memory, asked, repeat, gated=gated)
                shares = (
                    f"{m['first']:6.3f} {m['five']:6.3f} {m['filled']:6.3f} {m['p50']:7.1f} {m['p99']:7.1f} {m['cpu']:7.1f}"
                )
                print(f"{size:>11} {'given' if gated else 'any':>7} {shares}")
            print(f"{size:>11}         {await verdicts(memory, asked)}")
        await memory.close()


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", 1)[0])
    parser.add_argument("--shared", type=Path, default=Path(__file__).parents[1] / "../shared")
    parser.add_argument("--sizes", type=int, nargs="+", default=[100, 10_000, 100_000])
    parser.add_argument("--repeat", type=int, default=5)
    given = parser.parse_args()
    asyncio.run(run(given.shared, given.sizes, given.repeat))


if __name__ == "__main__":
    main()
