"""What tools/list shows: order, names, schemas, annotations and size."""

from __future__ import annotations

import json

import jsonschema
import pytest
from face_harness import Connect
from hypothesis import given
from hypothesis import settings as examples
from hypothesis import strategies as st
from mcp.shared.exceptions import MCPError
from mcp.types import Tool

from awm_mcp.app.verifying.verify import NOTHING_DONE
from awm_mcp.config import Settings
from awm_mcp.model import Action, Evidence, FlowStep, Output, Parameter, Target, Workflow, value
from awm_mcp.model.names import NAME
from awm_mcp.model.sentences import sentences, shortened
from awm_mcp.server.catalogue_cache import CachedCatalogue, Listing, key_of
from awm_mcp.server.core_tools import CORE_TOOLS
from awm_mcp.server.fake import FakeApplication, fake_workflow
from awm_mcp.server.instructions import INSTRUCTIONS
from awm_mcp.server.list_size import BUDGET, size_of, size_with
from awm_mcp.server.published_tools import published_tool
from awm_mcp.server.schema_lint import findings
from awm_mcp.server.tool_list import ToolList

CORE = [
    "find_workflows", "get_workflow", "run_readonly_workflow", "run_workflow", "get_run", "cancel_run", "get_artifact",
    "report_run", "usage_report",
]  # fmt: skip


def rich_workflow(number: int, *, narrow: bool = False) -> Workflow:
    category = Parameter(name="category", description="department to look in", enum=("Garden", "Home"), required=False)
    return Workflow(
        id=f"wf_{number}",
        name=f"onlineshop_find_product_price_{number}",
        title="Find the price of a product in the shop",
        description="Searches the shop for a product, opens its page and reads the price and whether it is in stock.",
        site="onlineshop.example:8000",
        start=value("/catalogue/search"),
        parameters=(
            Parameter(name="query", description="product to search for", examples=("Dry Cat Food", "Red Chair")),
            *(() if narrow else (category,)),
        ),
        steps=fake_workflow("x").steps,
        outputs=fake_workflow("x").outputs,
        templates=(value("Find the price of {query} in the department {category} of the online shop"),),
        state="published",
    )


async def test_core_tools_come_first_then_primitives_then_published_in_catalogue_order(connect: Connect) -> None:
    async with connect() as client:
        names = [tool.name for tool in (await client.list_tools()).tools]
    assert names == [
        *CORE,
        *("browser_navigate", "browser_take_screenshot"),
        *("shop_find_price", "shop_add_to_basket", "shop_delete_item", "wiki_find_page"),
    ]


async def test_every_listed_tool_is_taken_by_strict_clients(connect: Connect) -> None:
    async with connect() as client:
        tools = (await client.list_tools()).tools
    for tool in tools:
        jsonschema.Draft202012Validator.check_schema(tool.input_schema)
        jsonschema.Draft202012Validator.check_schema(tool.output_schema or {"type": "object"})
        assert findings(tool) == []
        assert NAME.match(tool.name) and tool.title and tool.description
        hints = tool.annotations
        assert hints is not None and (hints.read_only_hint is True) == (hints.destructive_hint is None)


async def test_every_list_comes_in_one_page_and_refuses_other_cursors(connect: Connect) -> None:
    async with connect() as client:
        for name in ("list_tools", "list_prompts", "list_resources", "list_resource_templates"):
            assert (await getattr(client, name)()).next_cursor is None
            with pytest.raises(MCPError) as caught:
                await getattr(client, name)(cursor="next")
            assert caught.value.error.code == -32602


FIELDS = ("subject", "project", "assignee", "priority", "due_date", "description", "post_zip_code", "first_line_address")
LIKE_REAL_ONES = (1, 1, 2, 2, 6, 2, 5, 8, 1, 1, 2, 2, 2, 3, 3, 3, 5, 7, 1, 1)
"""Numbers of parameters of workflows that were learned from runs on two real applications."""


def learned_workflow(number: int, fields: int) -> Workflow:
    """As induction words it, from a run on an application on loopback."""
    asked = " and ".join(f"the {name.replace('_', ' ')} {{{name}}}" for name in FIELDS[:fields])
    return rich_workflow(number).model_copy(
        update={
            "name": f"tracker_create_issue_{number}",
            "title": "Create an issue in a project",
            "description": "Create an issue in a project on 127.0.0.1:9403. It starts at /login.",
            "site": "127.0.0.1:9403",
            "start": value("/login"),
            "parameters": tuple(
                Parameter(name=name, description=f"text for the field “{name}”.", examples=("Footer link is dead in print",))
                for name in FIELDS[:fields]
            ),
            "templates": (value(f"In the tracker of the project, create an issue with {asked}"),),
            "outputs": rich_workflow(number).outputs if number % 4 == 0 else (),
        }
    )


def test_all_that_a_client_is_sent_of_twenty_published_tools_stays_under_six_thousand_tokens(settings: Settings) -> None:
    workflows = tuple(learned_workflow(number, fields) for number, fields in enumerate(LIKE_REAL_ONES))
    size = size_with(workflows, settings)
    assert (size.core[0], size.browser[0], size.published[0]) == (len(CORE), 15, 20)
    assert size.tokens < BUDGET
    assert f"about {size.tokens:,} tokens" in size.words()


async def test_the_size_of_a_list_is_a_quarter_of_the_characters_that_a_client_receives(connect: Connect) -> None:
    async with connect() as client:
        listed = await client.list_tools()
    sent = listed.model_dump(mode="json", by_alias=True, exclude_none=True)["tools"]
    received = len(json.dumps(sent, ensure_ascii=False, separators=(",", ":")))
    assert abs(size_of(listed.tools).tokens - received / 4) <= 2


@examples(deadline=None)
@given(st.integers(0, 6), st.text(min_size=1, max_size=200), st.integers(0, 300))
def test_a_published_tool_with_up_to_six_parameters_is_bounded(many: int, text: str, long: int) -> None:
    parameters = tuple(
        Parameter(name=f"parameter_{n}", description=f"{text} {'word ' * long}", examples=(text,)) for n in range(many)
    )
    workflow = rich_workflow(1).model_copy(update={"parameters": parameters, "description": "Word " * long + "end."})
    ascii_only = published_tool(workflow, (14, 15))
    assert len((ascii_only.description or "").encode("ascii", "ignore")) <= 620
    assert size_of([ascii_only]).tokens <= 290


def test_every_core_description_is_short_enough_and_shows_a_call_where_more_than_an_id_is_needed() -> None:
    for tool in CORE_TOOLS:
        assert tool.description is not None and len(tool.description.encode()) < 2048
        if set(tool.input_schema.get("required", ())) - {"run_id"}:
            assert "Example: {" in tool.description


def test_the_three_tools_of_the_loop_are_always_loaded() -> None:
    loaded = [tool.name for tool in CORE_TOOLS if (tool.meta or {}).get("anthropic/alwaysLoad")]
    assert loaded == ["find_workflows", "run_workflow", "report_run"]


def test_the_first_512_characters_of_the_instructions_tell_find_run_report() -> None:
    start = INSTRUCTIONS[:512]
    assert start.index("find_workflows") < start.index("run_workflow") < start.index("report_run")
    assert len(INSTRUCTIONS.encode()) < 2048


def test_not_more_published_tools_are_listed_than_the_owner_allows(settings: Settings) -> None:
    few = settings.model_copy(update={"max_tools": 2})
    catalogue = CachedCatalogue(generation=1, workflows=tuple(rich_workflow(n) for n in range(5)))
    assert [tool.name for tool in ToolList(catalogue, few).tools[len(CORE) :]] == [
        "onlineshop_find_product_price_0",
        "onlineshop_find_product_price_1",
    ]


def test_primitives_can_be_switched_off(settings: Settings, application: FakeApplication) -> None:
    off = settings.model_copy(update={"browser_tools": False})
    from awm_mcp.server.announcer import primitives_of

    assert application.browser_tools is not None
    listing = Listing(primitives=primitives_of(application.browser_tools.specs))
    assert [tool.name for tool in ToolList(CachedCatalogue(listing=listing), off).tools] == CORE


@pytest.mark.parametrize("name", ["run_workflow", "Bad-Name", "x" * 39])
def test_a_workflow_whose_name_clients_would_reject_does_not_spoil_the_list(settings: Settings, name: str) -> None:
    bad = fake_workflow("good").model_copy(update={"name": name})
    catalogue = CachedCatalogue(generation=1, workflows=(bad, fake_workflow("shop_find_price")))
    assert [tool.name for tool in ToolList(catalogue, settings).tools] == [*CORE, "shop_find_price"]


def test_a_published_tool_says_what_it_does_where_it_starts_what_it_returns_and_how_often_it_worked() -> None:
    bare = rich_workflow(1, narrow=True).model_copy(
        update={
            "name": "shop_find_price",
            "description": "Searches for a product and reads its price.",
            "templates": (value("What does {query} cost in the online shop?"),),
        }
    )
    assert published_tool(bare, (14, 15)).description == (
        "Searches for a product and reads its price (on onlineshop.example:8000/catalogue/search)."
        ' Only for tasks like "What does {query} cost in the online shop?". Returns price.'
        " Does 1 browser step; worked 14 of 15 times."
    )


def test_a_long_first_sentence_gives_way_to_the_task_where_the_room_of_one_tool_ends() -> None:
    assert (published_tool(rich_workflow(1), (14, 15)).description or "").startswith(
        "Find the price of {query} in the department {category} of the online shop"
        " (on onlineshop.example:8000/catalogue/search; only for tasks like this). Returns price."
    )


INDUCED = (
    "Put a product into the cart on shop.example. It starts at / and does 6 steps. Give product (e.g. Oak Stool) and query"
    " (e.g. 3). Returns total (e.g. $28.35). It changes data on the site. Use it for tasks like “Put {quantity} x {product}"
    " into the cart and tell me the total”; not when the task needs other steps."
)


def test_what_the_definition_tells_anyway_is_not_said_again_and_what_it_does_not_tell_is_kept() -> None:
    workflow = fake_workflow("a_b").model_copy(
        update={
            "description": INDUCED + " The discount is part of the total.",
            "evidence": Evidence(support=2),
            "templates": (value("Put {quantity} x {product} into the cart and tell me the total."),),
        }
    )
    said = published_tool(workflow, (3, 4)).description or ""
    assert said == (
        "Put {quantity} x {product} into the cart and tell me the total (on shop.example; only for tasks like this)."
        " The discount is part of the total. Returns price."
        " Does 1 browser step; worked 3 of 4 times."
    )


def test_a_parameter_keeps_its_example_and_says_neither_its_name_nor_its_page_again() -> None:
    about = 'The query: text for the field "Search" on the catalogue page.'
    parameter = Parameter(name="query", description=about, examples=("Tea",))
    workflow = fake_workflow("a_b").model_copy(update={"parameters": (parameter,)})
    shown = published_tool(workflow, (0, 0)).input_schema["properties"]["query"]
    assert shown == {"type": "string", "description": 'text for the field "Search"', "examples": ["Tea"]}


@examples(deadline=None)
@given(st.text(max_size=2000))
def test_sentences_are_taken_apart_without_losing_a_word(text: str) -> None:
    assert " ".join(sentences(text)).split() == text.split()


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("Opens it. Reads it!", ["Opens it.", "Reads it!"]),
        ("Give a price (e.g. 3. Or 4) here. Go.", ["Give a price (e.g. 3. Or 4) here.", "Go."]),
        ("Like “Do it. Now” e.g. at once", ["Like “Do it. Now” e.g. at once"]),
        ("", []),
    ],
)
def test_sentences_end_where_a_reader_sees_it(text: str, parts: list[str]) -> None:
    assert sentences(text) == parts


def test_a_text_that_is_too_long_is_cut_at_a_sentence_else_at_a_word() -> None:
    assert shortened("One two. Three four five.", 12) == "One two."
    assert shortened("extraordinarily long sentence without end", 30) == "extraordinarily long sentence…"
    assert len(shortened("x" * 100, 20)) <= 20


def test_without_use_the_description_tells_the_evidence() -> None:
    workflow = fake_workflow("shop_find_price").model_copy(update={"evidence": Evidence(support=3)})
    assert "learned from 3 solved runs and checked by replay" in (published_tool(workflow, (0, 0)).description or "")


def test_what_no_proof_did_a_step_of_is_not_said_to_be_checked_by_replay() -> None:
    evidence = Evidence(support=2, verified=(f"{NOTHING_DONE}, as its first step writes",))
    workflow = fake_workflow("site_turn_dark").model_copy(update={"evidence": evidence})
    said = published_tool(workflow, (0, 0)).description or ""
    assert "checked by replay" not in said
    assert "the first real call checks what it does." in said


def test_what_is_read_after_the_first_write_is_told_as_first_checked_by_a_real_call() -> None:
    press = FlowStep(action=Action(type="click", target=Target(role="button", name=value("Order"))), writes=True)
    read = FlowStep(action=Action(type="extract", target=Target(role="status"), output="order"))
    price = FlowStep(action=Action(type="extract", target=Target(role="note"), output="price"))
    outputs = (Output(name="order"), Output(name="price"))
    workflow = rich_workflow(1).model_copy(update={"steps": (price, press, read), "outputs": outputs, "risk": "write"})
    said = published_tool(workflow, (0, 0)).description or ""
    assert "checked by replay; the first real call checks order." in said
    assert "real call" not in (published_tool(workflow, (3, 3)).description or "")
    before = workflow.model_copy(update={"steps": (price, read, press)})
    assert "real call" not in (published_tool(before, (0, 0)).description or "")


@pytest.mark.parametrize(
    ("risk", "expected"), [("read", (True, None)), ("write", (None, False)), ("destructive", (None, True))]
)
def test_annotations_follow_the_risk(risk: str, expected: tuple[bool, bool]) -> None:
    hints = published_tool(fake_workflow("a_b").model_copy(update={"risk": risk}), (0, 0)).annotations
    assert hints is not None and (hints.read_only_hint, hints.destructive_hint) == expected


def test_only_a_destructive_tool_takes_a_persons_consent() -> None:
    kinds = {
        r: published_tool(fake_workflow("a_b").model_copy(update={"risk": r}), (0, 0)) for r in ("write", "destructive")
    }
    assert "confirm" not in kinds["write"].input_schema["properties"]
    assert kinds["destructive"].input_schema["properties"]["confirm"]["type"] == "boolean"
    assert "confirm" not in kinds["destructive"].input_schema["required"]


def test_consent_does_not_collide_with_a_parameter_of_that_name() -> None:
    workflow = fake_workflow("a_b", risk="destructive")
    workflow = workflow.model_copy(update={"parameters": (Parameter(name="confirm"),)})
    properties = published_tool(workflow, (0, 0)).input_schema["properties"]
    assert properties["confirm"]["type"] == "string" and properties["confirm_run"]["type"] == "boolean"


def test_a_record_is_frozen_with_the_version_it_was_first_listed_with(settings: Settings) -> None:
    workflow = fake_workflow("shop_find_price")
    listing = Listing(worked={key_of(workflow): (3, 4)})
    tools = ToolList(CachedCatalogue(generation=1, workflows=(workflow,), listing=listing), settings).tools
    assert "worked 3 of 4" in (tools[-1].description or "")


@examples(deadline=None)
@given(st.text(max_size=3000), st.text(max_size=300), st.text(max_size=300))
def test_no_text_from_a_page_makes_a_definition_that_clients_reject(description: str, title: str, example: str) -> None:
    parameter = Parameter(name="query", description=description, examples=(example,), enum=(title,) * 60)
    workflow = fake_workflow("shop_find_price").model_copy(
        update={"description": description, "title": title, "parameters": (parameter,)}
    )
    tool = published_tool(workflow, (0, 0))
    assert findings(tool) == []
    assert Tool.model_validate_json(tool.model_dump_json(by_alias=True)) == tool


@pytest.mark.parametrize(
    ("schema", "finding"),
    [
        ({"type": "object", "additionalProperties": False, "anyOf": []}, "anyOf"),
        ({"additionalProperties": False}, "type object"),
        ({"type": "object", "additionalProperties": False, "properties": {"a": True}}, "boolean schema"),
        ({"type": "object", "additionalProperties": False, "properties": {"a": {"type": ["string", "null"]}}}, "one type"),
        ({"type": "object", "additionalProperties": False, "required": ["a"]}, "not defined"),
    ],
)
def test_the_lint_names_what_clients_reject(schema: dict[str, object], finding: str) -> None:
    found = findings(Tool(name="a_tool", description="x", input_schema=schema))
    assert any(finding in one for one in found)


def test_a_part_that_returns_nothing_says_that_its_page_stays_open() -> None:
    part = fake_workflow("shop_open_product").model_copy(update={"kind": "subtask", "outputs": ()})
    said = published_tool(part, (0, 0)).description or ""
    assert "Use it for this part only. It leaves its page open: go on there with the handle it returns." in said
    reads = part.model_copy(update={"outputs": (Output(name="price"),)})
    assert "leaves its page open" not in (published_tool(reads, (0, 0)).description or "")


@pytest.mark.parametrize(
    ("examples", "shown"),
    [
        (("x" * 60 + "@example.com", "ada@example.com"), ["ada@example.com"]),
        (("x" * 60 + "@example.com",), None),
        (("Is the kettle made of steel, or of copper and tin?",), ["Is the kettle made of steel, or of…"]),
    ],
)
def test_an_example_is_shown_whole_or_in_whole_words_and_never_cut_inside_of_one(
    examples: tuple[str, ...], shown: list[str] | None
) -> None:
    flow = fake_workflow("shop_send").model_copy(update={"parameters": (Parameter(name="text", examples=examples),)})
    assert published_tool(flow, (0, 0)).input_schema["properties"]["text"].get("examples") == shown
