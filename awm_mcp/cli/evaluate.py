"""``awm-mcp eval``: agents do tasks through our own server with and without its memory, and what came of it is counted."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from typer.core import TyperGroup

from awm_mcp.cli.opening import fail, say, settings, told, write_json

if TYPE_CHECKING:
    from typing import TextIO

    from mcp import Client

    from awm_mcp.experiments.agent import Agent
    from awm_mcp.experiments.arms import Arm
    from awm_mcp.experiments.experiment import Plan
    from awm_mcp.experiments.records import Record
    from awm_mcp.experiments.summary import Row
    from awm_mcp.experiments.task_file import TaskFile


class _RunWhenUnnamed(TyperGroup):
    """``eval TASKS …`` is short for ``eval run TASKS …``."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        if args and args[0] not in self.commands and args[0] != "--help":
            args = ["run", *args]
        return super().parse_args(ctx, args)


group = typer.Typer(
    cls=_RunWhenUnnamed,
    no_args_is_help=True,
    help="Experiments: `eval TASKS …` is short for `eval run TASKS …`.",
)


@group.command()
def run(
    tasks: Annotated[str, typer.Argument(help="A task file, or one that comes with the product: practice, miniwob.")],
    arms: Annotated[str, typer.Option(help="Which arms, of none, text, tools, both.")] = "none,text,tools,both",
    agent: Annotated[str, typer.Option(help="script:follow, script:by_hand, or openai:MODEL.")] = "script:follow",
    seed: Annotated[int, typer.Option(help="Draws the order of arms and tasks.")] = 1,
    out: Annotated[
        Path | None, typer.Option(help="Folder of results; the same command goes on there.", show_default="AWM_HOME/eval/…")
    ] = None,
    pack: Annotated[Path | None, typer.Option(help="Workflows that every arm but none begins with.", exists=True)] = None,
    offline: Annotated[bool, typer.Option("--offline", help="Solved tasks are not reported back.")] = False,
    only: Annotated[str, typer.Option(help="Only these tasks, by id, with commas.")] = "",
    seconds: Annotated[float | None, typer.Option(help="Time for each task, instead of the file's budget.", min=1)] = None,
    tools: Annotated[str, typer.Option(help="Narrow agents to these core and browser tools, by name.")] = "",
    result_chars: Annotated[int, typer.Option(help="How much of a tool's answer a model is shown.", min=100)] = 8000,
    port: Annotated[int, typer.Option(help="Port of the practice application; 0 takes a free one.", min=0)] = 0,
    as_json: Annotated[bool, typer.Option("--json", help="For machines.")] = False,
    as_markdown: Annotated[bool, typer.Option("--markdown", help="The table for a document.")] = False,
) -> None:
    """Runs every task in every arm and prints the table; finished tasks are skipped, so a broken run can go on."""
    with told():
        plan = _plan(
            _file(tasks, only, seconds), arms, agent, seed, out, pack, tools, result_chars, online=not offline, port=port
        )
        records = _carried_out(plan, quiet=as_json)
        _show(records, [plan.folder], as_json=as_json, as_markdown=as_markdown)


@group.command()
def table(
    folders: Annotated[list[Path], typer.Argument(help="Folders of results.", exists=True, file_okay=False)],
    as_json: Annotated[bool, typer.Option("--json", help="For machines.")] = False,
    as_markdown: Annotated[bool, typer.Option("--markdown", help="The table for a document.")] = False,
    definitions: Annotated[bool, typer.Option("--definitions", help="Also what each number means.")] = False,
) -> None:
    """Prints the table of finished experiments anew, several in one, and draws their curves."""
    from awm_mcp.experiments.records import Folder

    with told():
        records = [record for folder in folders for record in Folder(folder).records()]
        if not records:
            fail("no_results", ", ".join(map(str, folders)), "run an experiment first: awm-mcp eval practice")
        _show(records, folders, as_json=as_json, as_markdown=as_markdown, definitions=definitions)


@group.command("import")
def import_(
    kind: Annotated[str, typer.Argument(help="webarena: a JSON list of tasks as in WebArena.")],
    file: Annotated[Path, typer.Argument(help="The list.", exists=True, dir_okay=False)],
    site: Annotated[list[str] | None, typer.Option(help="What a place holder means: shopping=http://…")] = None,
    out: Annotated[Path | None, typer.Option(help="The task file to write; standard output when left out.")] = None,
) -> None:
    """Makes a task file of a foreign list; tasks that only a model could judge are left out, and told."""
    from awm_mcp.experiments import task_file, webarena

    if kind != "webarena":
        fail("unknown_kind", repr(kind), "use webarena")
    with told():
        found = webarena.convert(file, _sites(site or []), name=file.stem)
    text = task_file.dump(found.file)
    if out is None:
        say(text.rstrip())
    else:
        out.write_text(text, encoding="utf-8")
        say(f"wrote {len(found.file.tasks)} tasks to {out}")
    for reason in found.left_out:
        typer.secho(f"left out {reason}", fg="yellow", err=True)


def _file(name: str, only: str, seconds: float | None) -> TaskFile:
    """The task file, narrowed to the tasks that were named, with the time that was given."""
    from awm_mcp.experiments import task_file

    file = task_file.load(task_file.find(name))
    wanted = [part.strip() for part in only.split(",") if part.strip()]
    unknown = sorted(set(wanted) - {task.id for task in file.tasks})
    if unknown:
        fail("unknown_task", ", ".join(unknown), f"choose among {', '.join(task.id for task in file.tasks)}")
    chosen = tuple(task for task in file.tasks if not wanted or task.id in wanted)
    budget = file.budget if seconds is None else file.budget.model_copy(update={"seconds": seconds})
    return file.model_copy(update={"tasks": chosen, "budget": budget})


def _plan(
    file: TaskFile, arms: str, agent: str, seed: int, out: Path | None, pack: Path | None, tools: str, result_chars: int,
    *, online: bool, port: int,
) -> Plan:  # fmt: skip
    from awm_mcp.experiments import arms as arm
    from awm_mcp.experiments.experiment import Plan

    only = tuple(name.strip() for name in tools.split(",") if name.strip())
    acting = _agent(agent, seed, result_chars)
    name = f"{file.name}-{acting.name.replace(':', '-').replace('/', '-')}-{seed}"
    return Plan(
        file=file,
        arms=arm.parse(arms),
        agent=acting,
        seed=seed,
        folder=out or settings().home / "eval" / name,
        online=online,
        pack=pack,
        only=only,
        options=f"tools={','.join(only) or 'all'} result_chars={result_chars}",
        port=port,
    )


def _agent(name: str, seed: int, result_chars: int) -> Agent:
    from awm_mcp.experiments.scripted import POLICIES, Scripted

    kind, _, which = name.partition(":")
    if kind == "script" and which in POLICIES:
        return Scripted(which)
    if kind == "openai" and which:
        return _openai(which, seed, result_chars)
    known = ", ".join(f"script:{policy}" for policy in POLICIES)
    fail("unknown_agent", repr(name), "name the agent with --agent", expected=f"{known}, or openai:MODEL")


def _openai(model: str, seed: int, result_chars: int) -> Agent:
    chosen = settings()
    if chosen.openai_api_key is None and chosen.openai_base_url is None:
        fail(
            "no_model", "neither OPENAI_API_KEY nor OPENAI_BASE_URL is set", "set one of them, or use --agent script:follow"
        )
    from openai import AsyncOpenAI

    from awm_mcp.experiments.openai_agent import OpenAIAgent

    key = chosen.openai_api_key.get_secret_value() if chosen.openai_api_key else "none"
    client = AsyncOpenAI(api_key=key, base_url=chosen.openai_base_url, timeout=600, max_retries=0)
    return OpenAIAgent(client, model, seed=seed, result_chars=result_chars)


def _carried_out(plan: Plan, *, quiet: bool) -> list[Record]:
    import anyio

    from awm_mcp.experiments.experiment import Means, experiment

    most = len(plan.file.tasks)

    def tell(record: Record) -> None:
        if not quiet:
            typer.echo(_line(record, most), err=True)

    return anyio.run(experiment, plan, Means(_connected, _prepared(plan), tell))


def _connected(home: Path, arm: Arm | None, log: TextIO) -> Client:
    from awm_mcp.cli import own_server

    return own_server.client_of(own_server.clean_environment(AWM_HOME=str(home), **counted(arm)), log)


def counted(arm: Arm | None) -> dict[str, str]:
    """Settings of a server: usage under the experiment's arm, or none for what the experiment looks up itself."""
    return {"AWM_ARM": arm} if arm is not None else {"AWM_USAGE": "false"}


def _prepared(plan: Plan) -> Any:
    """Takes the pack's verified workflows into a home and publishes them; on a practice application they change port."""

    async def prepare(home: Path, origin: str) -> None:
        from awm_mcp.app import App
        from awm_mcp.formats import pack as packs
        from awm_mcp.model.site import site_of

        found = packs.load_folder(plan.pack or Path())
        if found.problems:
            raise found.problems[0]
        moved = [w.model_copy(update={"site": site_of(origin)}) if plan.file.app else w for w in found.workflows]
        async with App.opened(settings(home=home)) as app, app.running(learning=False):
            with tempfile.TemporaryDirectory(prefix="awm-pack-") as folder:
                packs.write_folder(Path(folder), moved)
                taken, _ = await app.library.import_pack(Path(folder))
            offered = {w.name for w in moved if w.state in ("verified", "published")}
            for workflow in taken:
                await app.memory.sites.remember(workflow.site, origin)
                if workflow.name in offered:  # what the pack says: the experiment is about its tools, proven or not
                    await app.library.publish(workflow.id)

    return prepare


def _show(
    records: list[Record], folders: list[Path], *, as_json: bool, as_markdown: bool, definitions: bool = False
) -> None:
    from awm_mcp.experiments import table as tables
    from awm_mcp.experiments.summary import rows

    made = rows(records)
    if as_json:
        write_json([row.as_data() for row in made])
        return
    say(tables.markdown(made) if as_markdown else tables.render(made, definitions=definitions))
    if as_markdown:
        return
    say(f"\nresults: {', '.join(str(folder) for folder in folders)}; curves: {_drawn(made, folders[0])}")


def _drawn(made: list[Row], folder: Path) -> Path:
    from awm_mcp.experiments import svg

    file = folder / "curves.svg"
    file.write_text(svg.draw(made, f"Experiment {folder.name}"), encoding="utf-8")
    return file


def _line(record: Record, most: int) -> str:
    by = f"{record.workflow_calls} workflow calls" if record.workflow_calls else "by hand"
    end = "solved" if record.solved else f"not solved ({record.ended}: {record.why[:100]})"
    learned = f", learned {', '.join(record.learned)}" if record.learned else ""
    spent = f"{record.steps} steps, {record.tool_calls} calls, {record.seconds:.1f} s"
    return f"{record.arm:<6}{record.order:>3}/{most}  {record.task:<28} {end}, {by}, {spent}{learned}"


def _sites(given: list[str]) -> dict[str, str]:
    for pair in given:
        if "=" not in pair:
            fail("unreadable_site", repr(pair), "give --site shopping=http://localhost:7770")
    from_environment = {
        name.lower(): os.environ[name]
        for name in ("SHOPPING", "SHOPPING_ADMIN", "REDDIT", "GITLAB", "WIKIPEDIA", "MAP", "HOMEPAGE")
        if os.environ.get(name)
    }
    return from_environment | {pair.split("=", 1)[0].lower(): pair.split("=", 1)[1] for pair in given}
