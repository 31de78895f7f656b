"""A published workflow as a tool of its own: flat schema, description in whole sentences, annotations from its risk.

The definition depends on the workflow's version and on numbers frozen at publication only, so it never changes in place.
"""

from __future__ import annotations

import json
import re
from typing import Any, NamedTuple

from mcp.types import Tool, ToolAnnotations

from awm_mcp.model import Workflow
from awm_mcp.model.text import plain
from awm_mcp.server.outcome_schema import outcome_schema
from awm_mcp.server.wording import sentences, shortened, within

MAX_ENUM = 30
MOST = 440
"""Characters of name, description and input schema as JSON: 110 tokens at four characters a token."""
_TASK, _SITE, _OWN = 110, 80, 160
_GIVES = re.compile(r"(?:give|needs?|takes?|parameters?)\b", re.IGNORECASE)
_TOLD_ANYWAY = re.compile(
    r"(?:it )?(?:starts? (?:at|on)|returns?|leaves|only reads|changes data|does something that cannot|use it for tasks like"
    r"|for tasks like|site:)",
    re.IGNORECASE,
)
_ON_PAGE = re.compile(r"(?:, as the page shows it)? on the [^.]{1,80} page\.?$")


class _Room(NamedTuple):
    """How long the parts of a definition may be: own sentences beside the first, texts and examples of parameters."""

    more: int
    task: int
    parameter: int
    example: int


_ROOMS = (
    _Room(160, 110, 80, 40),
    _Room(0, 110, 60, 40),
    _Room(0, 110, 0, 32),
    _Room(0, 80, 0, 24),
    _Room(0, 60, 0, 18),
)


def published_tool(workflow: Workflow, worked: tuple[int, int]) -> Tool:
    """The tool of a workflow. ``worked``: (worked, tried) at the time of publication."""
    description, schema = _fitting(workflow, worked)
    return Tool(
        name=workflow.name,
        title=shortened(workflow.title or workflow.name.replace("_", " ").capitalize(), 80),
        description=description,
        input_schema=schema,
        output_schema=outcome_schema(workflow),
        annotations=hints(workflow),
    )


def _fitting(workflow: Workflow, worked: tuple[int, int]) -> tuple[str, dict[str, Any]]:
    """Description and schema, as full as the room of one tool allows; with very many parameters as short as they get."""
    said, schema = "", dict[str, Any]()
    for room in _ROOMS:
        said, schema = describe(workflow, worked, room), input_schema(workflow, room)
        if len(workflow.name) + len(said) + len(json.dumps(schema, ensure_ascii=False, separators=(",", ":"))) <= MOST:
            break
    return said, schema


def describe(workflow: Workflow, worked: tuple[int, int], room: _Room = _ROOMS[0]) -> str:
    """What it does and where, for which tasks and which not, what it returns, what it replaces and how often it worked.

    The first sentence is the workflow's own; of the others those that say more. What to give is in the schema.
    """
    told = plain(workflow.description or workflow.title or workflow.name.replace("_", " "), 2000)
    own = sentences(told) or [workflow.name.replace("_", " ")]
    more = [one for one in own[1:] if not _TOLD_ANYWAY.match(one) and not _names_parameters(one, workflow)]
    return " ".join(
        part
        for part in (
            _purpose(workflow, _sentence(shortened(own[0], _OWN))),
            *(within(more, room.more, lambda _: 0) if sum(map(len, more[:1])) < room.more else ()),
            _when(workflow, room.task),
            f"Returns {_outputs(workflow, room.example)}.",
            _effect(workflow),
            _record(workflow, worked),
        )
        if part
    )


def input_schema(workflow: Workflow, room: _Room = _ROOMS[0]) -> dict[str, Any]:
    """The workflow's flat schema with texts capped; destructive ones take a person's consent as one more flag."""
    schema = workflow.input_schema()
    schema["properties"] = {name: _capped(name, prop, room) for name, prop in schema["properties"].items()}
    if workflow.risk == "destructive":
        schema["properties"][confirm_name(workflow)] = {"type": "boolean", "description": "true once a person agreed"}
    return schema


def confirm_name(workflow: Workflow) -> str:
    """Name of the consent flag; another one where the workflow has a parameter of that name."""
    return "confirm" if workflow.parameter("confirm") is None else "confirm_run"


def hints(workflow: Workflow) -> ToolAnnotations:
    """Hints for clients; the server enforces the risk itself."""
    reads = workflow.risk == "read"
    return ToolAnnotations(read_only_hint=reads, destructive_hint=None if reads else workflow.risk == "destructive")


def _names_parameters(sentence: str, workflow: Workflow) -> bool:
    """Whether a sentence only lists what the schema says anyway."""
    return bool(_GIVES.match(sentence)) and any(parameter.name in sentence for parameter in workflow.parameters)


def _purpose(workflow: Workflow, said: str) -> str:
    """The first sentence with the site and the page it starts at."""
    path, site = plain(workflow.start.words(), _SITE), plain(workflow.site, _SITE)
    where = path if path.startswith("/") else f" {path}"
    if said.endswith(f" on {site}."):
        return f"{said[:-1]}, starting at {where.strip()}."
    return f"{said} Starts at {where.strip() if site in said else site + where}."


def _sentence(text: str) -> str:
    return text if text.endswith((".", "!", "?", "…")) else text + "."


def _outputs(workflow: Workflow, most: int) -> str:
    """Names of what comes back, the first two with an example where there is room for a whole one."""
    shown = [
        f"{o.name} (e.g. {o.examples[0]})" if o.examples and len(plain(o.examples[0], 99)) < most // 2 else o.name
        for o in workflow.outputs[:2]
    ]
    return ", ".join([*shown, *(o.name for o in workflow.outputs[2:8])]) or "the page"


def _when(workflow: Workflow, most: int) -> str:
    tasks = [template.words() for template in workflow.templates] or list(workflow.evidence.tasks)
    texts = [text for task in tasks if (text := plain(task, 1000))]
    if not texts:
        return "Not for tasks that need other steps."
    short = next((text for text in texts if len(text) <= most), shortened(min(texts, key=len), most))
    return f'Only for tasks like "{short.rstrip(".")}".'


def _effect(workflow: Workflow) -> str:
    return "Cannot be undone: needs a person's consent." if workflow.risk == "destructive" else ""


def _record(workflow: Workflow, worked: tuple[int, int]) -> str:
    good, tried = worked
    steps = len(workflow.steps)
    replaces = f"Replaces {steps} browser step{'s' if steps != 1 else ''}"
    if tried:
        return f"{replaces}; worked {good} of {tried} times."
    runs = workflow.evidence.support
    learned = f"learned from {runs} solved run{'s' if runs != 1 else ''}, " if runs else ""
    return f"{replaces}; {learned}checked by replay."


def _capped(name: str, prop: dict[str, Any], room: _Room) -> dict[str, Any]:
    shown = dict(prop)
    said = _said_of(name, str(shown.pop("description", "")))
    if "examples" in shown:
        shown["examples"] = [plain(e, room.example) if isinstance(e, str) else e for e in shown["examples"][:1]]
    if len(shown.get("enum", ())) > MAX_ENUM:
        said = f"{said} one of {len(shown.pop('enum'))} choices".strip()
    explained = room.parameter == 0 and ("examples" in shown or "enum" in shown)
    return shown if explained or not said else {**shown, "description": shortened(said, room.parameter or 40)}


def _said_of(name: str, description: str) -> str:
    """A parameter's description without its own name and the page it is on, which the caller does not need."""
    human = re.escape(name.replace("_", " "))
    said = re.sub(rf"^the {human}:\s*", "", plain(description, 1000), flags=re.IGNORECASE)
    return _ON_PAGE.sub("", said)
