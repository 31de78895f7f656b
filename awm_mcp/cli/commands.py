"""The commands of ``awm-mcp``. Each one is short: read the options, do one use case, say what happened and what is next."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from awm_mcp.cli import dashboard, evaluate, sites, usage, workflows
from awm_mcp.cli.opening import fail, say, settings, told, with_app, write_json
from awm_mcp.cli.streams import take_any_text

if TYPE_CHECKING:
    from awm_mcp.app import App

cli = typer.Typer(
    name="awm-mcp",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    help="A memory for websites: agents report solved runs, and call what was learned from them as tools.",
)
cli.add_typer(workflows.group, name="workflows")
cli.add_typer(sites.group, name="site")
cli.add_typer(evaluate.group, name="eval")
cli.command("login")(sites.login)
cli.command("usage")(usage.usage)
cli.command("dashboard")(dashboard.dashboard)
AsJson = Annotated[bool, typer.Option("--json", help="For machines.")]


@cli.command()
def serve(
    http: Annotated[str | None, typer.Option(metavar="HOST:PORT", help="Streamable HTTP instead of stdio.")] = None,
    home: Annotated[Path | None, typer.Option(help="Where state lives (AWM_HOME).")] = None,
    browser: Annotated[str | None, typer.Option(help="Path of a Chrome, Edge or Chromium.")] = None,
    cdp_endpoint: Annotated[str | None, typer.Option(help="Attach to a running browser.")] = None,
    browser_endpoint: Annotated[str | None, typer.Option(help="Use a Playwright server, ws://...")] = None,
    headed: Annotated[bool, typer.Option("--headed", help="Show the browser.")] = False,
    repair: Annotated[
        Literal["off", "safe", "ask"] | None,
        typer.Option(help="Whether one clearly best element may stand in for a missing target."),
    ] = None,
    memory: Annotated[
        Literal["offline", "online", "both"] | None,
        typer.Option(help="Which workflows agents see: of packs and data sets, of reported runs, or both."),
    ] = None,
    no_usage: Annotated[bool, typer.Option("--no-usage", help="Count nothing.")] = False,
    no_browser_tools: Annotated[bool, typer.Option("--no-browser-tools", help="Leave the browser_* tools out.")] = False,
) -> None:
    """Runs the MCP server, on stdio unless --http is given."""
    from awm_mcp.cli.serving import serve as serve_with

    chosen = settings(
        home=home,
        browser=browser,
        cdp_endpoint=cdp_endpoint,
        browser_endpoint=browser_endpoint,
        headless=False if headed else None,
        repair=repair,
        memory=memory,
        usage=False if no_usage else None,
        browser_tools=False if no_browser_tools else None,
    )
    with told():
        serve_with(chosen, http)


@cli.command()
def demo(
    task: Annotated[Literal["cart", "price", "message"], typer.Option(help="Which kind of task is learned.")] = "cart",
) -> None:
    """Shows the whole loop on a practice shop: report two runs, learn, call the new tool with a third value."""
    from awm_mcp.cli.demo import show

    with told():
        raise typer.Exit(show(task))


@cli.command()
def doctor(as_json: AsJson = False) -> None:
    """Says what is installed, which browser will be used, where state lives, and what to do about anything missing."""
    from awm_mcp.cli.doctor import examine, shown

    with told():
        findings = examine(settings())
    if as_json:
        write_json({"ok": all(f.ok for f in findings), "findings": [f.as_data() for f in findings]})
    else:
        say(shown(findings))
    raise typer.Exit(0 if all(f.ok for f in findings) else 1)


@cli.command("import")
def import_(
    files: Annotated[list[Path], typer.Argument(help="Run reports, recordings or transcripts.", exists=True)],
    memory: Annotated[
        Literal["offline", "online"] | None,
        typer.Option(help="Into which memory; by itself, records of data sets go offline, all others online."),
    ] = None,
    task: Annotated[str, typer.Option(help="What was done, for recordings that do not say it.")] = "",
    outcome: Annotated[
        Literal["success", "failure", "unknown"] | None,
        typer.Option(help="How it ended, for recordings that do not say it; only solved runs teach."),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Takes runs in from files of any known format; they teach like reported ones. Exit code 1 if a file cannot be read."""
    from awm_mcp.cli import importing

    said = with_app(lambda app: importing.take_in(app, files, memory, task=task, outcome=outcome or ""))
    if as_json:
        write_json(importing.as_data(said))
    else:
        importing.tell(said)
    raise typer.Exit(1 if importing.failed(said) else 0)


@cli.command()
def induce(
    site: Annotated[list[str] | None, typer.Option(help="Only this site; may be given several times.")] = None,
    as_json: AsJson = False,
) -> None:
    """Learns workflows from the stored runs now, verifies them in a browser and publishes those that work."""

    async def learn(app: App) -> dict[str, list[str]]:
        named = [await app.known_site(one) for one in site or ()]
        return {name: await app.learn_site(name) for name in named or await app.sites()}

    reasons = with_app(learn)
    if as_json:
        write_json(reasons)
        return
    if not reasons:
        fail("no_sites", "no runs are stored", "import some first: awm-mcp import FILE")
    for name, why in reasons.items():
        say(f"{name}:{'' if why else ' nothing new'}")
        for reason in why:
            say(f"  {reason}")
    say("next: awm-mcp workflows list")


@cli.command(context_settings={"allow_extra_args": True, "ignore_unknown_options": True})
def bench(
    context: typer.Context,
    name: Annotated[str, typer.Argument(help="The measurement; lists them when left out.")] = "",
) -> None:
    """Runs a measurement of the checkout (python -m bench.NAME); what follows the name is passed on."""
    import subprocess
    import sys

    checkout = Path(__file__).parents[2]
    known = sorted(path.stem for path in (checkout / "bench").glob("*.py") if "def main(" in path.read_text("utf-8"))
    if not known:
        fail("no_bench", "the measurements are not part of the installed package", "run this in a checkout of the source")
    if not name:
        say("\n".join(known))
        return
    if name not in known:
        fail("unknown_bench", repr(name), f"choose one of: {', '.join(known)}", expected="the name of a measurement")
    done = subprocess.run([sys.executable, "-m", f"bench.{name}", *context.args], check=False, cwd=checkout)
    raise typer.Exit(done.returncode)


@cli.callback(invoke_without_command=True)
def root(version: Annotated[bool, typer.Option("--version", help="Print the version and end.")] = False) -> None:
    """Reads what is asked before any command."""
    if version:
        from importlib.metadata import version as version_of

        say(version_of("awm-mcp"))
        raise typer.Exit


def main(arguments: list[str] | None = None) -> None:
    """Entry point of ``awm-mcp``; ``arguments`` are those of the process when left out."""
    take_any_text()
    cli(arguments)
