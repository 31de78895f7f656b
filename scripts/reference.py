"""``python scripts/reference.py``: writes docs/cli.md and the tables of other pages anew, from the program itself.

tests/docs proves that they are up to date.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import typer
from typer.testing import CliRunner

from awm_mcp.cli.commands import cli
from awm_mcp.config import Settings
from awm_mcp.usage.definitions import DEFINITIONS

DOCS = Path(__file__).resolve().parents[1] / "docs"
PAGES = ("cli.md", "configuration.md", "usage.md")
OWN_FOLDER = "your platform's user data folder"
_HEAD = """# Command line

<!-- made by scripts/reference.py -->

`awm-mcp` is in `.venv/bin` of the checkout, or on the path where the package is installed. What a command prints for
people goes to standard output; `--json` prints one JSON document instead. Errors go to standard error, name the next thing
to do, and the exit code is then 1; it is 2 when an option or a setting in the environment cannot be used.
"""


def command_pages() -> str:
    """The whole of docs/cli.md."""
    parts = [_HEAD]
    for path in _paths(typer.main.get_command(cli)):
        help_text = CliRunner().invoke(cli, [*path, "--help"], prog_name="awm-mcp", env={"COLUMNS": "100"}).output
        parts.append(f"## `{' '.join(('awm-mcp', *path))}`\n\n```text\n{help_text.strip()}\n```\n")
    return "\n".join(parts)


def settings_table() -> str:
    """One row a setting: variable, default, meaning."""
    rows = ["| variable | default | meaning |", "| --- | --- | --- |"]
    for name, field in Settings.model_fields.items():
        variable = str(field.validation_alias or f"AWM_{name.upper()}")
        rows.append(f"| `{variable}` | {_default(name, field)} | {_meaning(name, field)} |")
    return "\n".join(rows)


def definitions_table() -> str:
    """One row a number of ``usage``."""
    rows = ["| number | means |", "| --- | --- |"]
    return "\n".join([*rows, *(f"| `{name}` | {meaning} |" for name, meaning in DEFINITIONS.items())])


def refreshed(page: str, text: str) -> str:
    """A page of docs/ with its made parts made anew."""
    if page == "cli.md":
        return command_pages()
    for name, made in (("settings", settings_table), ("definitions", definitions_table)):
        begin, end = f"<!-- {name}: made by scripts/reference.py -->", f"<!-- end of {name} -->"
        fresh = f"{begin}\n\n{made()}\n\n{end}"
        text = re.sub(f"{re.escape(begin)}.*{re.escape(end)}", lambda _, fresh=fresh: fresh, text, flags=re.DOTALL)
    return text


def main() -> None:
    """Writes all pages that have made parts."""
    for name in PAGES:
        page = DOCS / name
        page.write_text(refreshed(name, page.read_text(encoding="utf-8")), encoding="utf-8")


def _paths(command: Any, path: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    yield path
    for name, child in getattr(command, "commands", {}).items():
        yield from _paths(child, (*path, name))


def _default(name: str, field: Any) -> str:
    if name == "home":
        return OWN_FOLDER
    default = field.get_default(call_default_factory=True)
    if default in (None, [], ()):
        return "–"
    return f"`{str(default).lower() if isinstance(default, bool) else default}`"


def _meaning(name: str, field: Any) -> str:
    choices = re.findall(r"'(\w+)'", str(field.annotation)) if "Literal" in str(field.annotation) else []
    said = field.description or MEANINGS[name]
    return said + (f" (one of {', '.join(f'`{c}`' for c in choices)})" if choices else "")


MEANINGS = {
    "headless": "whether the browser is without a window",
    "repair": "whether a replay may use an element that was renamed: never, where it is beyond doubt, or after asking",
    "publish": "whether verified workflows get a tool of their own by themselves or by `awm-mcp workflows approve`",
    "openai_api_key": "key for the optional model; without it everything goes by rules",
    "openai_base_url": "any OpenAI-compatible endpoint for the optional model",
}
"""Of settings that carry no description of their own."""


if __name__ == "__main__":
    main()
