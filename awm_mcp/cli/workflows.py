"""``awm-mcp workflows …``: the owner's hand on what was learned."""

from __future__ import annotations

import difflib
import shlex
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal, get_args

import typer

from awm_mcp.cli.opening import fail, say, settings, with_app, write_json
from awm_mcp.errors import InvalidArguments
from awm_mcp.model import State
from awm_mcp.model.workflow import Evidence

if TYPE_CHECKING:
    from awm_mcp.app import App
    from awm_mcp.app.catalogue.standing import Standing
    from awm_mcp.model import Outcome, Workflow

group = typer.Typer(
    no_args_is_help=True, help="Look after what was learned: list, read, run, verify, approve, edit, retire."
)
Ref = Annotated[str, typer.Argument(help="Name or id of a workflow.", metavar="WORKFLOW")]
Form = Literal["steps", "prompt", "code", "skill"]
AsJson = Annotated[bool, typer.Option("--json", help="For machines.")]
Site = Annotated[str | None, typer.Option(help="Only this site: host, with the port if it has one.")]


@group.command("list")
def list_(
    site: Site = None,
    state: Annotated[list[str] | None, typer.Option(help="Only these states; may be given several times.")] = None,
    as_json: AsJson = False,
) -> None:
    """Shows what is known, by name."""
    from awm_mcp.cli.showing import print_table, row_of

    states = _states(state or [])

    async def of_site(app: App) -> tuple[Sequence[Workflow], dict[str, Standing]]:
        found = await app.workflows_of(await app.known_site(site) if site else None, get_args(State) if states else ())
        standing = {w.id: await app.library.standing(w.id) for w in found}
        wanted = [w for w in found if not states or {w.state, standing[w.id].runs.state} & set(states)]
        return wanted, standing

    found, standing = with_app(of_site)
    if as_json:
        write_json([row_of(w, standing[w.id]) for w in found])
    elif found:
        print_table(found, standing)
    else:
        say("no workflows yet; report a run from your agent, or import one: awm-mcp import FILE")


@group.command()
def show(
    workflow: Ref,
    form: Annotated[Form, typer.Option(help="As steps, as a prompt, as a Playwright script or as a skill.")] = "steps",
    evidence: Annotated[
        bool, typer.Option("--evidence", help="Also the runs it comes from, the steps left out and why, and its proofs.")
    ] = False,
    version: Annotated[int | None, typer.Option(help="The one that is run, or was last, when left out.", min=1)] = None,
    as_json: AsJson = False,
) -> None:
    """Prints a workflow as an agent reads it."""

    from awm_mcp.app.catalogue.standing import last_used, out_of_use, standing_of
    from awm_mcp.cli.evidence import evidence_lines

    async def read(app: App) -> tuple[Workflow, str, list[str]]:
        history = await app.library.history(workflow)
        chosen = await app.library.get(workflow, version) if version is not None else last_used(history)
        lines = await evidence_lines(app, chosen) if evidence else []
        left = standing_of(history).words() or out_of_use(history)
        return chosen, app.text_of(chosen, form), [*lines, left] if left else lines

    chosen, text, lines = with_app(read)
    if as_json:
        write_json(chosen.model_dump(mode="json"))
        return
    say(text)
    for line in lines:
        say(line)


@group.command()
def run(
    workflow: Ref,
    arguments: Annotated[list[str] | None, typer.Argument(help="Values as name=value.", metavar="[NAME=VALUE]...")] = None,
    start_url: Annotated[
        str | None, typer.Option(help="The address to begin at, or another origin of the site, listed as an alias.")
    ] = None,
    confirm: Annotated[bool, typer.Option("--confirm", help="Agree to a workflow that destroys something.")] = False,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Check the steps without acting on those that write.")] = False,
    headed: Annotated[bool, typer.Option("--headed", help="Show the browser.")] = False,
    as_json: AsJson = False,
) -> None:
    """Replays a workflow in a real browser; exit code 0 only when its end state was seen, or a dry run went well."""
    from rich.console import Console

    from awm_mcp.cli.showing import show_outcome, without_page
    from awm_mcp.model.run_options import RunOptions

    given = _arguments(arguments or [])
    options = RunOptions(start_url=start_url, confirm=confirm, dry_run=dry_run, keep_open=False, via="cli")

    async def replay(app: App) -> Outcome:
        try:
            return await app.run(workflow, given, options)
        except InvalidArguments as unfit:
            right = _command(await app.workflow(workflow))
            raise InvalidArguments(unfit.code, expected=unfit.expected, seen=unfit.seen, next=right) from None

    outcome = without_page(with_app(replay, settings(headless=False if headed else None)))
    if as_json:
        write_json(outcome.model_dump(mode="json"))
    else:
        show_outcome(Console(soft_wrap=True), outcome)
    raise typer.Exit(0 if outcome.ok or outcome.status == "dry_run" else 1)


@group.command()
def publish(workflow: Ref) -> None:
    """Gives a workflow a tool of its own, verified or not; connected clients are told."""
    told: list[str] = []
    generation = with_app(lambda app: app.library.publish(workflow, told))
    say(f"published {workflow}; agents see it at once: catalogue generation {generation}")
    for line in told:
        say(line)


@group.command()
def approve(
    workflow: Annotated[
        str | None, typer.Argument(help="Name or id; lists what waits when left out.", metavar="WORKFLOW")
    ] = None,
    everything: Annotated[bool, typer.Option("--all", help="Everything that waits.")] = False,
    site: Site = None,
) -> None:
    """Publishes verified workflows that wait for the owner's yes (AWM_PUBLISH=manual)."""

    async def decide(app: App) -> tuple[list[Workflow], list[Workflow]]:
        waiting = await app.library.waiting(site)
        names = [workflow] if workflow else [w.name for w in waiting] if everything else []
        return [await app.library.approve(name) for name in names], waiting

    approved, waiting = with_app(decide)
    for w in approved:
        say(f"{w.name} version {w.version} is published")
    for w in waiting if not workflow and not everything else ():
        say(f"{w.name} version {w.version}: {w.title} ({w.risk}, {w.evidence.support} runs)")
    if not approved:
        say("nothing waits" if not waiting else "read one with `awm-mcp workflows show NAME --evidence`, then approve it")


@group.command()
def verify(workflow: Ref) -> None:
    """Replays a workflow with the values of its source runs, now; exit code 1 when it did not hold."""

    async def prove(app: App) -> tuple[list[str], bool]:
        before = [w.evidence.verified_at for w in await app.library.history(workflow)]
        said = await app.verify(workflow)
        return said, before != [w.evidence.verified_at for w in await app.library.history(workflow)]

    lines, held = with_app(prove)
    for line in lines:
        say(line)
    raise typer.Exit(0 if held else 1)


@group.command()
def pin(
    workflow: Ref,
    undo: Annotated[bool, typer.Option("--undo", help="Let learning change it again.")] = False,
) -> None:
    """Keeps learning from changing a workflow: its content and state stay as they are."""
    kept = with_app(lambda app: app.library.pin(workflow, pinned=not undo))
    say(f"{kept.name} version {kept.version} is {'open to learning again' if undo else 'pinned'}")


@group.command()
def rename(workflow: Ref, name: Annotated[str, typer.Argument(help="The new name: a to z, digits and _.")]) -> None:
    """Gives a workflow another name, as a new version; calls under the old name still reach it."""
    renamed = with_app(lambda app: app.library.rename(workflow, name))
    say(f"{workflow} is now {renamed.name}, version {renamed.version}, {renamed.state}")


@group.command()
def tidy(
    days: Annotated[
        float | None, typer.Option(min=0, help="Not called for so many days; AWM_RETIRE_UNUSED_DAYS if left out.")
    ] = None,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Only say which.")] = False,
) -> None:
    """Retires workflows that nobody called for long; pinned and imported ones stay."""
    unused = with_app(lambda app: app.tidy(days, dry_run=dry_run))
    for w in unused:
        say(f"{w.name} {'would be' if dry_run else 'is'} retired")
    if not unused:
        say("nothing to retire")


@group.command()
def retire(
    workflow: Ref,
    quarantine: Annotated[bool, typer.Option("--quarantine", help="Only until it is learned anew.")] = False,
) -> None:
    """Takes a workflow out of the catalogue and out of every search; its history stays."""
    state: State = "quarantined" if quarantine else "retired"
    with_app(lambda app: app.library.retire(workflow, state))
    say(f"{workflow} is {state}; bring it back with: awm-mcp workflows revert {workflow} VERSION")


@group.command()
def revert(workflow: Ref, version: Annotated[int, typer.Argument(help="The version to bring back.", min=1)]) -> None:
    """Makes an earlier version the current one again; what is published stays until you publish."""
    told: list[str] = []

    async def back(app: App) -> tuple[Workflow, Workflow, Workflow]:
        before, wanted = await app.library.get(workflow), await app.library.get(workflow, version)
        return before, wanted, await app.library.revert(workflow, version, told)

    before, wanted, revived = with_app(back)
    for line in (_reverted(before, wanted, revived), *told):
        say(line)
    if revived.state == "published":
        say("agents see it as it was" if revived.version == before.version else "it is published: agents see it at once")
    else:
        say(f"publish it with: awm-mcp workflows publish {revived.name}")


def _reverted(before: Workflow, wanted: Workflow, revived: Workflow) -> str:
    pinned = (
        f"it stays at version {before.version} and is {'still' if before.pinned else 'now'} pinned: learning leaves it so"
    )
    if revived.version != before.version:
        back = f"{revived.name} is at version {revived.version} and pinned"
        return f"{back}: it does what version {wanted.version} did, and learning leaves it so"
    if wanted.version == before.version:
        return f"version {wanted.version} is the newest of {revived.name} already; {pinned}"
    named = f" under its old name, {wanted.name}" if wanted.name != before.name else ""
    same = f"version {wanted.version} of {revived.name} does the same as version {before.version}{named}"
    return f"nothing to bring back: {same}; {pinned}"


@group.command()
def diff(
    workflow: Ref,
    old: Annotated[int | None, typer.Argument(help="Version; the last but one when left out.")] = None,
    new: Annotated[int | None, typer.Argument(help="Version; the newest when left out.")] = None,
) -> None:
    """Shows what changed between two versions, as their YAML differs."""
    versions = {w.version: w for w in with_app(lambda app: app.library.history(workflow))}
    known = sorted(versions)
    before, after = old or known[max(0, len(known) - 2)], new or known[-1]
    if before not in versions or after not in versions:
        fail("unknown_version", f"{before} and {after}", f"choose among {', '.join(map(str, known))}")
    texts = _yaml(versions[before]), _yaml(versions[after])
    lines = list(difflib.unified_diff(*texts, f"version {before}", f"version {after}", lineterm=""))
    say("\n".join(lines) if lines else f"versions {before} and {after} are equal")


@group.command()
def lint(
    workflow: Annotated[
        str | None, typer.Argument(help="Name or id; all of them when left out.", metavar="WORKFLOW")
    ] = None,
    site: Site = None,
    as_json: AsJson = False,
) -> None:
    """Says what keeps workflows from being published, or should be looked at; exit code 1 when there are errors.

    Without WORKFLOW it also says how many tokens the list of tools takes of an agent's context.
    """
    from awm_mcp.induction import lint as findings_of

    async def chosen_and_others(app: App) -> tuple[list[Workflow], list[Workflow]]:
        others = list(await app.workflows_of(site))
        return ([await app.library.get(workflow)] if workflow else others), others

    chosen, others = with_app(chosen_and_others)
    found = {w.name: findings_of(w, [o for o in others if o.site == w.site]) for w in chosen}
    if as_json:
        write_json({name: [f.model_dump(mode="json") for f in findings] for name, findings in found.items()})
    for name, findings in found.items() if not as_json else ():
        say(f"{name}: {'clean' if not findings else ''}")
        for f in findings:
            say(f"  {f.severity}: {f.text}{f' (step {f.step})' if f.step else ''} [{f.code}]")
    if workflow is None and not as_json:
        say(_list_size())
    raise typer.Exit(any(f.severity == "error" for findings in found.values() for f in findings))


def _list_size() -> str:
    from awm_mcp.server.list_size import size_with

    return size_with(with_app(lambda app: app.workflows_of(None, ("published",))), settings()).words()


@group.command()
def export(
    folder: Annotated[Path, typer.Argument(help="Where they go: FOLDER/<site>/<name>.yaml, FOLDER/<name>/SKILL.md.")],
    site: Site = None,
    form: Annotated[
        Literal["yaml", "skill", "code"],
        typer.Option("--format", help="YAML to import again, a skill of each published workflow, or Playwright scripts."),
    ] = "yaml",
    evidence: Annotated[
        bool, typer.Option("--evidence", help="Also the runs they come from: tasks, typed values and proofs.")
    ] = False,
    examples: Annotated[
        bool, typer.Option("--examples/--no-examples", help="Examples of what is given and returned: values of your runs.")
    ] = True,
) -> None:
    """Writes workflows as readable YAML that `import` takes back; or as skills or scripts.

    The files do not hold the runs that taught the workflows, unless you ask for them with --evidence; taken back where
    they come from, nothing is lost. Look through the examples before you share a file, or leave them out.
    """

    async def write(app: App) -> Sequence[Path]:
        chosen = await app.known_site(site) if site else None
        return await app.library.export_pack(folder, chosen, form, evidence=evidence, examples=examples)

    written = with_app(write)
    say(f"wrote {len(written)} workflow{'' if len(written) == 1 else 's'} below {folder}")
    if evidence and written:
        say("they hold tasks and values of your runs: not for sharing")
    elif examples and written:
        say("they hold examples, which are values of your runs; --no-examples leaves these out, too")
    if form == "skill" and not written:
        say("only published workflows are skills; publish one with: awm-mcp workflows publish NAME")


@group.command("import")
def import_(path: Annotated[Path, typer.Argument(help="A YAML workflow, or a folder of them.", exists=True)]) -> None:
    """Takes workflows in from YAML; what cannot be read is told with file and place.

    One that is not known here is a draft until it is verified here, whatever its file says.
    A file of a known workflow is a new version of it. Where only texts were edited it keeps its proof; where what it does
    was edited it is a draft: the version in use stays so until the new one is verified.
    """
    told: list[str] = []

    async def take_in(app: App) -> tuple[list[Workflow], list[str], dict[str, Standing]]:
        taken, problems = await app.library.import_pack(path, told)
        return taken, problems, {w.id: await app.library.standing(w.id) for w in taken}

    taken, problems, standing = with_app(take_in)
    for workflow in taken:
        pinned = ", pinned: learning leaves it so" if workflow.pinned else ""
        left = _what_is_left(workflow, standing[workflow.id])
        say(f"{workflow.name} v{workflow.version}, {workflow.state}{pinned}{f'; {left}' if left else ''}")
    for line in told:
        say(line)
    if unproven := [w.name for w in taken if _is_unproven(w, standing[w.id])]:
        which = unproven[0] if len(unproven) == 1 else "NAME"
        say(f"not proven as {'it is' if len(unproven) == 1 else 'they are'} now: awm-mcp workflows verify {which}")
    for problem in problems:
        typer.secho(problem, fg="red", err=True)
    if problems:
        raise typer.Exit(1)
    if any(w.state == "verified" and not standing[w.id].waits for w in taken):
        say("publish one with: awm-mcp workflows publish NAME")


def _what_is_left(workflow: Workflow, standing: Standing) -> str:
    """What keeps what was taken in from being in use, with the command for it."""
    if workflow.state in ("retired", "quarantined"):
        return f"known already; bring it back with: awm-mcp workflows revert {workflow.name} {workflow.version}"
    return standing.words() if standing.runs.version != workflow.version else ""


def _is_unproven(workflow: Workflow, standing: Standing) -> bool:
    return not _what_is_left(workflow, standing) and not workflow.evidence.verified


def _states(given: list[str]) -> tuple[State, ...]:
    known: tuple[State, ...] = get_args(State)
    for name in given:
        if name not in known:
            fail("unknown_state", repr(name), f"use one of {', '.join(known)}")
    return tuple(state for state in known if state in given)


def _arguments(given: list[str]) -> dict[str, str]:
    for pair in given:
        if "=" not in pair:
            fail("unreadable_argument", repr(pair), 'give values as name=value, for example query="oak stool"')
    return dict(pair.split("=", 1) for pair in given)


def _command(workflow: Workflow) -> str:
    """A right call of a workflow on the command line."""
    from awm_mcp.model.arguments import example

    given = (f"{name}={shlex.quote(str(text))}" for name, text in example(workflow).items())
    return " ".join(["for example: awm-mcp workflows run", workflow.name, *given])


def _yaml(workflow: Workflow) -> list[str]:
    from awm_mcp.formats import workflow_yaml

    same = {"state": "draft", "version": 1, "evidence": Evidence()}
    return workflow_yaml.dump(workflow.model_copy(update=same)).splitlines()
