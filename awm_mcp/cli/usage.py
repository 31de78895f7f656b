"""``awm-mcp usage``: what agents did with the tools."""

from __future__ import annotations

import datetime
import re
import time
from typing import TYPE_CHECKING, Annotated, Any, cast

import typer

from awm_mcp.cli.opening import fail, say, with_app, write_json

if TYPE_CHECKING:
    from awm_mcp.app import App
    from awm_mcp.usage.metrics import UsageReport
    from awm_mcp.usage.quality import Quality

_UNITS = {"m": 60, "h": 3600, "d": 86400, "w": 604800}


def usage(
    as_json: Annotated[bool, typer.Option("--json", help="For machines.")] = False,
    as_csv: Annotated[bool, typer.Option("--csv", help="One line a number, for a spreadsheet.")] = False,
    since: Annotated[str | None, typer.Option(help="30m, 12h, 7d, 2w, or a date as 2026-11-29.")] = None,
    site: Annotated[str | None, typer.Option(help="Only this site.")] = None,
    client: Annotated[str | None, typer.Option(help="Only this MCP client, by name.")] = None,
    definitions: Annotated[bool, typer.Option("--definitions", help="Also what each number means.")] = False,
    quality: Annotated[
        bool, typer.Option("--quality", help="How good the library itself is, by the paper's Table 10.")
    ] = False,
) -> None:
    """Prints how often agents chose workflows and how often these worked, with n and 95 % intervals."""
    from awm_mcp.usage import tables

    if quality:
        _show_quality(with_app(lambda app: _quality_of(app, site)), as_json, definitions)
        return
    from_then = moment(since, time.time())
    report = with_app(lambda app: _report_of(app, from_then, site, client))
    if as_json:
        write_json(report.as_data())
    else:
        say((tables.csv(report) if as_csv else tables.render(report, definitions=definitions)).rstrip())


def moment(text: str | None, now: float) -> float:
    """Seconds since the epoch that a ``--since`` means; dates are taken as UTC."""
    if text is None:
        return 0.0
    if span := re.fullmatch(r"(\d+)([mhdw])", text.strip()):
        return now - int(span[1]) * _UNITS[span[2]]
    try:
        day = datetime.datetime.fromisoformat(text.strip())
    except ValueError:
        fail("unreadable_time", repr(text), "write 30m, 12h, 7d, 2w, or a date as 2026-11-29")
    return (day if day.tzinfo else day.replace(tzinfo=datetime.UTC)).timestamp()


async def _report_of(app: App, since: float, site: str | None, client: str | None) -> UsageReport:
    """The numbers; of a site for which nobody asked it must be known, so that a mistyped one is not told as unused."""
    report = await app.usage(since=since, site=site, client=client)
    if site is None or report.tasks:
        return report
    return await app.usage(since=since, site=await app.known_site(site), client=client)


async def _quality_of(app: App, site: str | None) -> Quality:
    from awm_mcp.usage.quality import quality

    site = await app.known_site(site) if site else None
    workflows = await app.workflows_of(site, ("verified", "published"))
    sites = [site] if site else await app.sites()
    return quality(workflows, [run for name in sites for run in await app.memory.runs.of_site(name)])


def _show_quality(found: Quality, as_json: bool, definitions: bool) -> None:
    from awm_mcp.usage.quality import QUALITY_DEFINITIONS

    data = found.as_data()
    if as_json:
        write_json(data)
        return
    for name, number in data.items():
        say(f"{name:<16} {_number(number)}")
    for name, meaning in QUALITY_DEFINITIONS.items() if definitions else ():
        say(f"{name}: {meaning}")


def _number(number: Any) -> str:
    if not isinstance(number, dict):
        return "–" if number is None else f"{number:g}"
    rate = cast("dict[str, Any]", number)
    share = "–" if rate["share"] is None else f"{rate['share']:.1%}"
    reach = f"; 95 %: {rate['low']:.1%} - {rate['high']:.1%}" if rate["n"] else ""
    return f"{share} ({rate['k']} of {rate['n']}{reach})"
