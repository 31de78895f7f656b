"""Workflows: description and parameterized steps induced from runs, with the contract they promise."""

from __future__ import annotations

import hashlib
import json
from typing import Any, Literal, Self

from pydantic import Field, model_validator

from awm_mcp.model.action import Action
from awm_mcp.model.base import Word
from awm_mcp.model.least_risk import Risk, graver, least_risk
from awm_mcp.model.target import Target
from awm_mcp.model.value import Value

_NOT_CONTENT = {"id", "state", "version", "owner", "evidence", "memory", "built_on", "pinned"}
State = Literal["draft", "verified", "published", "quarantined", "retired"]
ParameterType = Literal["string", "integer", "number", "boolean", "date", "array"]


class Parameter(Word):
    """What a caller gives. ``secret`` ones are never arguments: they come from the environment or the secrets file.

    ``default``: of a required one, what is given for it where the caller gives nothing; of an optional one, what the form
    holds by itself where its step is left out. ``spelled``: how the tasks wrote a date, for ``strptime``: it tells the day
    of ``03/04/2027`` from its month.
    """

    name: str
    type: ParameterType = "string"
    description: str = ""
    examples: tuple[str, ...] = ()
    enum: tuple[str, ...] = ()
    required: bool = True
    default: str | None = None
    secret: Literal["secret", "totp"] | None = None
    spelled: str | None = None
    path: bool = Field(default=False, description="a file to upload, from the allowed folders only")

    def json_schema(self) -> dict[str, Any]:
        """The property of this parameter in a flat JSON Schema (2020-12)."""
        schema: dict[str, Any] = {"type": "string" if self.type == "date" else self.type}
        if self.type == "date":
            schema["format"] = "date"
        if self.type == "array":
            schema["items"] = {"type": "string"}
        if self.description:
            schema["description"] = self.description
        if self.enum:
            schema["enum"] = list(self.enum)
        if self.examples:
            schema["examples"] = [_as_json(self.type, example) for example in self.examples]
        if self.default is not None:
            schema["default"] = _as_json(self.type, self.default)
        return schema


class Output(Word):
    """A value that the workflow returns: read by the extract step of the same ``output`` name."""

    name: str
    type: Literal["string", "number", "array", "table"] = "string"
    description: str = ""
    examples: tuple[str, ...] = ()


class Expectation(Word):
    """What must be seen: all given parts must hold. ``url`` is path and query, possibly with parameters and gaps.

    ``alone``: the text stands by itself, as that of a chip or an entry, and is no part of another.
    """

    url: Value | None = None
    text: Value | None = None
    target: Target | None = None
    changed: bool = False
    alone: bool = False

    def words(self) -> str:
        """In one line, for descriptions and stop reports."""
        said = [
            f"the address {self.url.words()}" if self.url else "",
            f'the text "{self.text.words()}"{" by itself" if self.alone else ""}' if self.text else "",
            f"the {self.target.words()}" if self.target else "",
            "a change of the page" if self.changed else "",
        ]
        return " and ".join(part for part in said if part) or "nothing in particular"

    @property
    def params(self) -> tuple[str, ...]:
        """Names of the parameters it mentions."""
        given = [v for v in (self.url, self.text) if v is not None]
        return tuple(p for v in (*given, *(self.target.values if self.target else ())) for p in v.params)


class ForEach(Word):
    """A block repeated over the items of a list parameter or over the rows of the page.

    Inside, the current item is the parameter ``item``. ``rows`` finds all rows when the page is the list.
    """

    item: str
    parameter: str | None = None
    rows: Target | None = None
    steps: tuple[FlowStep, ...]
    most: int = Field(default=50, description="upper bound of repetitions")


class FlowStep(Word):
    """A step of a workflow: observation, reasoning and an action template, or a repeated block.

    ``optional``: skipped when its target is not there; with ``group`` the rest of the group is skipped with it (sign-in,
    consent). A group with optional values of the caller (a list is opened, one is picked) is done when one of them is given.
    ``expect``: what the source runs showed next. ``writes``: changes something on the site.
    ``instead``: the steps in the interface that a navigation stands for; a replay takes them when the address fails.
    ``until_next``: it turns pages: done again and again, at most so often, while what the next step acts on is not shown.
    ``sends``: what all source runs that a browser saw sent after it, as shapes (``POST /tasks/*/done``, ``SOCKET /live``);
    a replay that sends nothing of the kind did not do it. Empty where it is not known.
    ``silent``: all source runs were seen by a browser after it, and sent nothing: it is done in the browser alone.
    ``row_goes``: the runs saw the row go after it that was acted on last.
    ``ends``: what the pages of all runs that a browser saw said anew after it, where none of it is known as a message.
    """

    observation: str = ""
    reasoning: str = ""
    url: Value | None = Field(default=None, description="path pattern of the page the step is done on")
    action: Action | None = None
    for_each: ForEach | None = None
    optional: bool = False
    group: str | None = None
    expect: Expectation | None = None
    writes: bool = False
    instead: tuple[FlowStep, ...] = ()
    until_next: int | None = Field(default=None, ge=1, le=100)
    sends: tuple[str, ...] = ()
    silent: bool = False
    row_goes: bool = False
    ends: tuple[Value, ...] = ()

    @property
    def params(self) -> tuple[str, ...]:
        """Names of the parameters that the step uses; the item of a block is not one of them."""
        own = self.action.params if self.action else ()
        if self.for_each is None:
            return own
        inner = tuple(p for step in self.for_each.steps for p in step.params if p != self.for_each.item)
        return (*own, *((self.for_each.parameter,) if self.for_each.parameter else ()), *inner)

    def words(self) -> str:
        """The step in one line, for people and agents that go on by hand."""
        if self.for_each is not None:
            over = f"each of {{{self.for_each.parameter}}}" if self.for_each.parameter else "each row"
            return f"for {over}: " + "; ".join(step.words() for step in self.for_each.steps)
        said = self.action.words() if self.action else "nothing"
        return said + self.manner

    @property
    def manner(self) -> str:
        """When and how often the action is done, as words behind it; empty for one that is simply done."""
        if self.until_next is not None:
            return f" until the target of the next step is shown (at most {self.until_next} times)"
        return f" ({self.condition})" if self.optional else ""

    @property
    def condition(self) -> str:
        """When an optional step is done: for a value of the caller when that is given, else when its target is there."""
        return "if given" if self.params and self.group != "sign_in" else "if shown"


class Evidence(Word):
    """Where a workflow comes from. ``support``: number of distinct solved runs; ``tasks``: their texts.

    ``arguments``: for each of ``runs``, the arguments with which the workflow is that run; secrets are not in it.
    ``learned_at``, ``verified_at``: seconds since the epoch when a source run last joined, when a replay last proved it;
    ``verified``: what that replay did, one line for each set of values. ``healed``: what was found under another name in
    use, in words and with the date; ``composed``: what came from new versions of workflows that it is built on, in words;
    ``filled_before``: fields that the runs filled in just before a sub-task that sends their form.
    ``unlike``: why it does not do, with the values of one of its runs, what that run did, in words.
    ``heals``: the version of which this one only has what was healed or composed since; ``unproven``: why a replay with
    that alone did not hold.
    """

    runs: tuple[str, ...] = ()
    arguments: tuple[dict[str, str | list[str]], ...] = ()
    support: int = 0
    tasks: tuple[str, ...] = ()
    dropped: tuple[str, ...] = Field(default=(), description="steps left out of the runs, each with the reason")
    filled_before: tuple[str, ...] = ()
    unlike: tuple[str, ...] = ()
    learned_at: float | None = None
    verified_at: float | None = None
    verified: tuple[str, ...] = ()
    healed: tuple[str, ...] = ()
    composed: tuple[str, ...] = ()
    heals: int | None = None
    unproven: str = ""


class Workflow(Word):
    """Description and steps (AWM paper, section 2.2), with parameters, outputs, contract, risk and history.

    ``id`` stays the same over versions; ``name`` is the tool's name. ``templates``: the task texts of the family as
    patterns over the same parameters. ``start``: path of the start page. ``hosts``: other hosts its verified runs needed.
    ``kind``: whole task or a sub-task of several. ``memory``: offline (imported packs, data sets) or online (reported runs).
    ``pinned``: the owner decided on content and state; learning leaves both alone and only adds evidence.
    ``risk``: what is said of it, but never less than its steps tell: consent and read-only calls go by it.
    """

    id: str = ""
    name: str
    title: str = ""
    description: str = ""
    site: str
    start: Value
    parameters: tuple[Parameter, ...] = ()
    steps: tuple[FlowStep, ...]
    outputs: tuple[Output, ...] = ()
    precondition: Expectation | None = None
    postcondition: Expectation | None = None
    risk: Risk = "read"
    state: State = "draft"
    version: int = 1
    owner: str = "local"
    kind: Literal["task", "subtask"] = "task"
    memory: Literal["offline", "online"] = "online"
    templates: tuple[Value, ...] = ()
    hosts: tuple[str, ...] = ()
    built_on: tuple[str, ...] = Field(default=(), description="ids of workflows whose steps are part of this one")
    evidence: Evidence = Evidence()
    pinned: bool = False

    @model_validator(mode="after")
    def _risk_of_its_steps(self) -> Self:
        if (risk := graver(self.risk, least_risk(self.steps))) != self.risk:
            # What is read from a file or the database is raised in the one place that all of it goes through.
            object.__setattr__(self, "risk", risk)
            self.__pydantic_fields_set__.add("risk")
        return self

    def parameter(self, name: str) -> Parameter | None:
        """The parameter of that name, if it has one."""
        return next((p for p in self.parameters if p.name == name), None)

    def read_before(self, action: Action) -> tuple[str, ...]:
        """What the source runs read with an action that reads a text; nothing for other actions."""
        if action.type != "extract" or action.read != "text":
            return ()
        return next((output.examples for output in self.outputs if output.name == action.output), ())

    @property
    def waits(self) -> bool:
        """Whether it is a draft with healed targets or a change of a part; until it is proven the former stays in use."""
        return self.state == "draft" and self.evidence.heals is not None

    @property
    def by_address(self) -> bool:
        """Whether a navigation stands for steps in the interface."""
        return any(step.instead for step in self.steps)

    @property
    def in_interface(self) -> tuple[FlowStep, ...]:
        """The steps, with those in the interface in the place of a navigation that stands for them."""
        return tuple(one for step in self.steps for one in (step.instead or (step,)))

    @property
    def signing_in(self) -> frozenset[int]:
        """The numbers (1-based) of the steps that sign in, which are skipped where the site does not ask for them."""
        return frozenset(number for number, step in enumerate(self.steps, start=1) if step.group == "sign_in")

    @property
    def first_write(self) -> int | None:
        """The number (1-based) of the first step that writes; None in a workflow that only reads."""
        numbered = enumerate(self.steps, start=1)
        return next((n for n, s in numbered if s.writes or (s.for_each and any(i.writes for i in s.for_each.steps))), None)

    @property
    def read_after_write(self) -> tuple[str, ...]:
        """Names of the outputs that are read after the first step that writes, where a verification does not get."""
        after = self.steps[self.first_write :] if self.first_write is not None else ()
        read = {step.action.output for step in after if step.action is not None and step.action.type == "extract"}
        return tuple(output.name for output in self.outputs if output.name in read)

    @property
    def callers_parameters(self) -> tuple[Parameter, ...]:
        """The parameters that a caller gives: all but the secret ones."""
        return tuple(p for p in self.parameters if p.secret is None)

    def input_schema(self) -> dict[str, Any]:
        """The flat JSON Schema of its arguments: scalars and string lists, no combinators, nothing additional."""
        given = self.callers_parameters
        schema: dict[str, Any] = {
            "type": "object",
            "properties": {p.name: p.json_schema() for p in given},
            "additionalProperties": False,
        }
        if required := [p.name for p in given if p.required and p.default is None]:
            schema["required"] = required
        return schema

    def digest(self) -> str:
        """Content id of what a caller sees and what is replayed; state, version and evidence do not count."""
        content = self.model_dump(mode="json", exclude=_NOT_CONTENT)
        return hashlib.sha256(json.dumps(content, sort_keys=True).encode()).hexdigest()[:24]


def _as_json(kind: ParameterType, text: str) -> Any:
    if kind == "integer" and text.lstrip("+-").isdigit():
        return int(text)
    if kind == "number":
        try:
            return float(text)
        except ValueError:
            return text
    if kind == "boolean":
        return text.lower() in ("true", "yes", "1", "on")
    if kind == "array":
        return [text]
    return text


ForEach.model_rebuild()
