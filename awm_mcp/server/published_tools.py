"""A published workflow as a tool of its own: flat schema, description in whole sentences, annotations from its risk.

The definition depends on the workflow's version and on numbers frozen at publication only, so it never changes in place.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, NamedTuple

from mcp.types import Tool

from awm_mcp.app.verifying.verify import NOTHING_DONE
from awm_mcp.model import Workflow
from awm_mcp.model.names import words
from awm_mcp.model.sentences import sentences, shortened, within
from awm_mcp.model.text import harmless, plain
from awm_mcp.server.hints import hints
from awm_mcp.server.outcome_schema import outcome_schema
from awm_mcp.server.short_texts import in_few_words
from awm_mcp.server.spoken_tasks import in_whole_words, task_in_words

MAX_ENUM = 8
"""More choices than this are told by an example; a call with another one than the page's is answered with all of them."""
MOST = 540
"""Characters of the whole definition as JSON: 135 tokens at four characters a token."""
_FOR_OUTPUTS = 60
"""More of them where something is read: its schema must not take the room of the words that the tool is chosen by."""
_LITTLE = 24
_A_PARAMETER = 15
"""More of them for each parameter: an example alone does not tell a model what is to be given."""
_SITE, _TITLE, _TASK = 80, 32, 100
_SMALL = frozenset(["a", "an", "the", "of", "to", "in", "on", "for", "with", "one", "and"])
_GIVES = re.compile(r"(?:give|needs?|takes?|parameters?)\b", re.IGNORECASE)
_TOLD_ANYWAY = re.compile(
    r"(?:it )?(?:starts? (?:at|on)|returns?|leaves|only reads|changes data|does something that cannot|use it for tasks like"
    r"|for tasks like|site:)",
    re.IGNORECASE,
)
_ON_PAGE = re.compile(r"(?:, as the page shows it)? on the (?:(?! on the )[^.]){1,80} page(?:\.?$|(?=\. ))")


class _Room(NamedTuple):
    """How long the parts of a definition may be: its own sentences, task, texts and examples of parameters."""

    first: int
    more: int
    task: int
    parameter: int
    example: int


_ROOMS = (
    _Room(160, 160, 110, 80, 40),
    _Room(160, 80, 110, 60, 40),
    _Room(160, 0, 110, 40, 32),
    _Room(120, 0, 80, 32, 24),
    _Room(80, 0, 60, 24, 16),
    _Room(80, 0, 40, 24, 14),
    _Room(80, 0, 0, 24, 14),
)
_BARE = _Room(80, 0, 0, 0, 14)
"""Parameters by their examples alone."""
MOST_OF_ALL = 1_000


def published_tool(workflow: Workflow, worked: tuple[int, int]) -> Tool:
    """The tool of a workflow. ``worked``: (worked, tried) at the time of publication.

    Its texts are as full as the room of one tool allows; with very many parameters as short as they get.
    """
    most = MOST + (_FOR_OUTPUTS if workflow.outputs else 0) + _A_PARAMETER * len(workflow.callers_parameters)
    for room in _ROOMS:
        if characters(tool := _within(room, workflow, worked)) <= most:
            return tool
    tight = _within(_ROOMS[-1], workflow, worked)
    return tight if characters(tight) <= MOST_OF_ALL else _within(_BARE, workflow, worked)


def _within(room: _Room, workflow: Workflow, worked: tuple[int, int]) -> Tool:
    return Tool(
        name=workflow.name,
        title=_title(workflow),
        description=describe(workflow, worked, room),
        input_schema=input_schema(workflow, room),
        output_schema=outcome_schema(workflow),
        annotations=hints(workflow.risk),
    )


def _title(workflow: Workflow) -> str:
    """Its name from the title's verb on ("Open cheapest product"): the description has the whole title; else the title."""
    named = workflow.name.replace("_", " ").split()
    title = harmless(workflow.title, 1000)
    verb = title.casefold().partition(" ")[0]
    if verb in named[:-1]:
        return in_whole_words(" ".join(named[named.index(verb) :]).capitalize(), workflow, _TITLE)
    if "set" in named[:-1] and len(title) > _TITLE:
        return in_whole_words(" ".join(named[named.index("set") :]).capitalize(), workflow, _TITLE)
    return shortened(title, _TITLE) if title else " ".join(named).capitalize()


def characters(tool: Tool) -> int:
    """How many characters a definition takes in the answer to tools/list: all of it, as compact JSON."""
    return len(tool.model_dump_json(by_alias=True, exclude_none=True))


def describe(workflow: Workflow, worked: tuple[int, int], room: _Room = _ROOMS[0]) -> str:
    """What it does and where, for which tasks and which not, what it returns, what it saves and how often it worked.

    The first sentence is the workflow's own; of the others those that say more. What to give is in the schema.
    """
    told = harmless(workflow.description or workflow.title or workflow.name.replace("_", " "), 2000)
    own = sentences(told) or [workflow.name.replace("_", " ")]
    more = [one for one in own[1:] if not _TOLD_ANYWAY.match(one) and not _names_parameters(one, workflow)]
    kept = within(more, room.more, lambda _: 0) if sum(map(len, more[:1])) < room.more else []
    task = _task_as_purpose(workflow, own[0], room.first)
    parts = (
        task or _purpose(workflow, _sentence(shortened(own[0], room.first))),
        *kept,
        "" if task else _when(workflow, room.task),
        _outputs(workflow, room.example),
        _effect(workflow),
        _record(workflow, worked),
    )
    return " ".join(part for part in parts if part)


def input_schema(workflow: Workflow, room: _Room = _ROOMS[0]) -> dict[str, Any]:
    """The workflow's flat schema with texts capped; destructive ones take a person's consent as one more flag."""
    schema = workflow.input_schema()
    del schema["additionalProperties"]  # the call refuses what is unknown, whatever a client lets pass
    needed = schema.get("required", ())
    schema["properties"] = {
        name: _capped(name, prop, room, may_lack=name not in needed) for name, prop in schema["properties"].items()
    }
    if workflow.risk == "destructive":
        schema["properties"][confirm_name(workflow)] = {"type": "boolean", "description": "true once a person agreed"}
    return schema


def confirm_name(workflow: Workflow) -> str:
    """Name of the consent flag; another one where the workflow has a parameter of that name."""
    return "confirm" if workflow.parameter("confirm") is None else "confirm_run"


def _names_parameters(sentence: str, workflow: Workflow) -> bool:
    """Whether a sentence only lists what the schema says anyway."""
    return bool(_GIVES.match(sentence)) and any(parameter.name in sentence for parameter in workflow.parameters)


def _purpose(workflow: Workflow, said: str) -> str:
    """The first sentence with the site and the page it starts at."""
    site, page = harmless(workflow.site, _SITE), _page(workflow)
    for end in (".", ": a part of larger tasks."):
        if said.endswith(f" on {site}{end}"):
            return f"{said.removesuffix(site + end)}{page}{end}"
    return said if page in said else f"{said.removesuffix('.')} (on {page})."


def _page(workflow: Workflow) -> str:
    """The site, and the path it starts at where that is not the site's first page."""
    path, site = harmless(workflow.start.words(), _SITE), harmless(workflow.site, _SITE)
    return site + ("" if path == "/" else path if path.startswith("/") else f" {path}")


def _task_as_purpose(workflow: Workflow, said: str, most: int) -> str:
    """The task in its own words where they say all that the first sentence would, or where that would have to be cut."""
    task = harmless(task_in_words(workflow.templates[0]), 1000).rstrip(".") if workflow.templates else ""
    if not task or len(task) > _TASK or len(sentences(task)) > 1 or task.endswith("?") or workflow.kind != "task":
        return ""
    first = words(said.removesuffix(f" on {workflow.site}."))
    known = {*words(task), *words(" ".join(p.name.replace("_", " ") for p in workflow.parameters)), *_SMALL}
    same = words(task)[:1] == first[:1] and set(first) <= known
    return f"{task} (on {_page(workflow)}; only for tasks like this)." if same or len(said) > most else ""


def _sentence(text: str) -> str:
    return text if text.endswith((".", "!", "?", "…")) else text + "."


def _outputs(workflow: Workflow, most: int) -> str:
    """Names of what comes back, the first two with an example where there is room for a whole one."""
    shown = [
        f"{o.name} (e.g. {harmless(o.examples[0], 99)})"
        if o.examples and len(harmless(o.examples[0], 99)) < most // 2
        else o.name
        for o in workflow.outputs[:2]
    ]
    return f"Returns {', '.join([*shown, *(o.name for o in workflow.outputs[2:8])])}." if shown else ""


def _when(workflow: Workflow, most: int) -> str:
    if workflow.kind == "subtask":  # its run's task is a larger one
        leaves = "" if workflow.outputs else " It leaves its page open: go on there with the handle it returns."
        return f"Use it for this part only.{leaves}"
    tasks = [task_in_words(template) for template in workflow.templates] or list(workflow.evidence.tasks)
    texts = [text for task in tasks if (text := harmless(task, 1000))]
    if not texts or not most:
        return "Not for tasks that need other steps."
    short = next((text for text in texts if len(text) <= most), shortened(min(texts, key=len), most))
    return f'Only for tasks like "{short.rstrip(".")}".'


def _effect(workflow: Workflow) -> str:
    return "Cannot be undone: needs a person's consent." if workflow.risk == "destructive" else ""


def _record(workflow: Workflow, worked: tuple[int, int]) -> str:
    good, tried = worked
    steps = len(workflow.steps)
    does = f"Does {steps} browser steps in one call" if steps != 1 else "Does 1 browser step"
    if tried:
        return f"{does}; worked {good} of {tried} times."
    runs = workflow.evidence.support
    learned = f"learned from {runs} solved run{'s' if runs != 1 else ''} and " if runs else ""
    if _is_undone(workflow):
        return f"{does}, {learned}looked for on its page by replay; the first real call checks what it does."
    unread = " and ".join(workflow.read_after_write)
    first = f"; the first real call checks {unread}" if unread else ""
    return f"{does}, {learned}checked by replay{first}."


def _is_undone(workflow: Workflow) -> bool:
    """Whether no proof got to any step of it, as its first one writes."""
    proofs = workflow.evidence.verified
    return bool(proofs) and all(line.startswith(NOTHING_DONE) for line in proofs)


def _capped(name: str, prop: dict[str, Any], room: _Room, *, may_lack: bool) -> dict[str, Any]:
    shown = dict(prop)
    said = _said_of(name, str(shown.pop("description", "")))
    if "default" in shown and not _is_harmless(shown["default"]):
        del shown["default"]  # it cannot be sent as it would be shown; left out, the call takes it all the same
    if fitting := _fitting_example(shown.pop("examples", ()), room.example):
        shown["examples"] = fitting
    choices = shown.get("enum", ())
    if len(choices) > MAX_ENUM or not all(map(_is_harmless, choices)):
        told = [_shown_example(e, room.example) for e in choices[:1]]
        shown.setdefault("examples", told if not all(map(_is_harmless, choices)) else list(choices))
        said = f"one of the page's {len(shown.pop('enum'))} choices"
    few = in_few_words(said, room.parameter or 40, may_lack=may_lack)
    shows = "examples" in shown or "enum" in shown
    told = shows and (room.parameter == 0 or (room.parameter <= _LITTLE and _only_names(few, name)))
    return {**shown, "description": few} if said and not told else shown


def _only_names(few: str, name: str) -> bool:
    """Whether it says no more than the parameter is called: the field "City" of ``city``."""
    return few.startswith("field ") and words(few)[1:] == name.split("_")


def _fitting_example(examples: Sequence[Any], most: int) -> list[Any]:
    """The first example that can be shown whole, else the first in whole words; none where that is not to be."""
    told = [_shown_example(example, 10_000) for example in examples]
    whole = next((one for one in told if not isinstance(one, str) or len(one) <= most), None)
    if whole is not None:
        return [whole]
    return [shortened(told[0], most)] if told and " " in told[0][:most] else []


def _shown_example(example: Any, most: int) -> Any:
    return harmless(example, most) if isinstance(example, str) else example


def _is_harmless(value: Any) -> bool:
    """Whether a value may stand in a schema as it is: it must be sent back unchanged, so it cannot be rewritten."""
    return not isinstance(value, str) or harmless(value, len(value)) == plain(value, len(value))


def _said_of(name: str, description: str) -> str:
    """A parameter's description without its own name and the page it is on, which the caller does not need."""
    human = re.escape(name.replace("_", " "))
    said = re.sub(rf"^the {human}:\s*", "", harmless(description, 1000), flags=re.IGNORECASE)
    return _ON_PAGE.sub("", said)
