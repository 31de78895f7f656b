"""``awm-mcp site …`` and ``awm-mcp login``: what the owner says about a site."""

from __future__ import annotations

from typing import Annotated

import typer

from awm_mcp.cli.opening import say, settings, told, with_app, write_json

group = typer.Typer(no_args_is_help=True, help="Sites: list them, and name other origins of one.")


@group.command("list")
def list_(as_json: Annotated[bool, typer.Option("--json", help="For machines.")] = False) -> None:
    """Shows the sites that something is known of."""
    known = with_app(lambda app: app.sites())
    if as_json:
        write_json(known)
    else:
        say("\n".join(known) or "no sites yet")


@group.command()
def alias(
    site: Annotated[str, typer.Argument(help="The site as `awm-mcp site list` shows it.")],
    origin: Annotated[str, typer.Argument(help="Another origin of it, for example https://staging.shop.example.")],
) -> None:
    """Lets the site's workflows run on another origin, too, when start_url names it."""
    with_app(lambda app: app.library.add_alias(site, origin))
    say(f"workflows of {site} may run on {origin}: give it as start_url")


def login(
    site: Annotated[str, typer.Argument(help="Address of the site's sign-in page, or its host.")],
    forget: Annotated[bool, typer.Option("--forget", help="Delete the saved sign-in instead.")] = False,
) -> None:
    """Opens a browser window to sign in by hand; replays on that site start signed in from then on."""
    from awm_mcp.cli.login import forget_login, sign_in

    with told():
        say(forget_login(site, settings()) if forget else sign_in(site, settings()))
