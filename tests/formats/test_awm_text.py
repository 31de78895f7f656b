"""Workflows as text for agents and people: the paper's form, skills, scripts."""

from __future__ import annotations

import ast
import re

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from awm_mcp.formats import awm_text, playwright_script, skill_md
from awm_mcp.model import (
    Action,
    Expectation,
    FlowStep,
    ForEach,
    Gap,
    Param,
    Parameter,
    Place,
    Target,
    Text,
    Value,
    Workflow,
    value,
)

STEP_LINE = re.compile(r"^\s*\[(?P<role>[^\]]*)\]\s*(?P<label>.*?)\s*->\s*(?P<op>CLICK|TYPE|SELECT)\b", re.S)
QUERY = Value((Param(param="query"),))


def on(role: str, name: str | Value) -> Target:
    return Target(role=role, name=name if isinstance(name, Value) else value(name))


STEPS = (
    FlowStep(action=Action(type="goto", value=value("/shop"))),
    FlowStep(
        observation="Home", reasoning="Search", action=Action(type="fill", target=on("searchbox", "Search"), value=QUERY)
    ),
    FlowStep(action=Action(type="press", target=on("searchbox", "Search"), value=value("Enter"))),
    FlowStep(optional=True, action=Action(type="click", target=on("button", "Close"))),
    FlowStep(action=Action(type="select", target=on("combobox", "Sort"), value=value("Price"))),
    FlowStep(action=Action(type="click", target=on("link", value([Text(text="Buy "), Param(param="query")])))),
    FlowStep(action=Action(type="click", target=Target(place=Place(index=value("1"), of="results")))),
    FlowStep(
        for_each=ForEach(
            item="item",
            parameter="extras",
            steps=(FlowStep(action=Action(type="check", target=on("checkbox", Value((Param(param="item"),))))),),
        )
    ),
    FlowStep(action=Action(type="extract", target=Target(css="p.price"), output="price")),
)
WORKFLOW = Workflow(
    name="shop_find_price",
    title="Find a price",
    description="Finds the price of a product",
    site="shop.test",
    start=value("/shop"),
    parameters=(
        Parameter(name="query", examples=("tea",)),
        Parameter(name="extras", type="array", required=False),
        Parameter(name="password", secret="secret"),
    ),
    steps=STEPS,
    postcondition=Expectation(text=value([Text(text="Price of "), Param(param="query")])),
)


def step_lines(text: str) -> list[str]:
    return [line.strip() for line in text.splitlines() if STEP_LINE.match(line)]


def test_step_lines_have_the_paper_s_form():
    assert step_lines(awm_text.render(WORKFLOW)) == [
        "[searchbox] Search -> TYPE: {query}",
        "[button] Close -> CLICK",
        "[combobox] Sort -> SELECT: Price",
        "[link] Buy {query} -> CLICK",
        "[*] item 1 of the results -> CLICK",
        "[checkbox] {item} -> CLICK",
    ]


def test_what_is_no_operation_on_an_element_is_a_remark_between_the_lines():
    remarks = [line.strip() for line in awm_text.render(WORKFLOW).splitlines() if line.strip().startswith("# ")]
    assert awm_text.render(WORKFLOW).splitlines()[1] == "Finds the price of a product"
    assert remarks[:2] == ['# open "/shop"', '# press "Enter" in searchbox "Search"']
    assert "# if shown:" in remarks and "# read element as price" in remarks


@pytest.mark.parametrize(("checked", "state"), [(True, "on"), (False, "off"), (value([Param(param="alarm")]), "{alarm}")])
def test_a_tick_is_told_with_the_state_it_leads_to(checked: bool | Value, state: str):
    box = Action(type="check", target=Target(role="checkbox", name=value("Alarm")), checked=checked)
    lines = awm_text.render(WORKFLOW.model_copy(update={"steps": (FlowStep(action=box),)})).splitlines()
    assert lines[-2:] == [f"# so that it is {state}:", "[checkbox] Alarm -> CLICK"]


def test_the_site_s_memory_holds_given_when_state_thought_and_action():
    text = awm_text.render_site([WORKFLOW], "shop.test")
    assert "## Find a price (`shop_find_price`)" in text
    assert "Given: query (string, for example tea), extras (array, optional)." in text
    assert "2. [state] Home\n2. [think] Search\n2. [action] fill searchbox" in text
    assert "password" not in text


def test_the_site_s_memory_is_capped_and_says_how_many_are_left_out():
    text = awm_text.render_site([WORKFLOW] * 40, "shop.test", limit=3000)
    assert len(text) < 3200 and "more; find_workflows finds them" in text
    assert "None yet" in awm_text.render_site([], "shop.test")


def test_instructions_for_use_by_hand_have_the_arguments_filled_in():
    text = awm_text.render_use(WORKFLOW, {"query": "green {tea}"})
    assert '2. fill searchbox "Search" with "green {tea}" - Search' in text
    assert '6. click link "Buy green {tea}"' in text
    assert 'the text "Price of green {tea}"' in text
    assert "Still to be given" not in text
    assert "Still to be given: query." in awm_text.render_use(WORKFLOW, {})


@settings(max_examples=100, deadline=None)
@given(st.text(max_size=60), st.text(max_size=60))
def test_page_text_can_never_forge_or_break_a_step_line(label: str, typed: str):
    action = Action(type="fill", target=Target(role="textbox", name=value(label)), value=value(typed))
    lines = awm_text.render(
        WORKFLOW.model_copy(update={"title": label, "description": typed, "steps": (FlowStep(action=action),)})
    )
    [line] = step_lines(lines)
    match = STEP_LINE.match(line)
    assert match is not None and (match["role"], match["op"]) == ("textbox", "TYPE") and "{" not in line


def test_a_skill_has_frontmatter_a_ready_call_and_steps():
    text = skill_md.render(WORKFLOW)
    front = yaml.safe_load(text.split("---\n")[1])
    assert front["name"] == "shop-find-price" and "shop.test" in front["description"] and len(front["description"]) <= 1024
    assert '"workflow": "shop_find_price"' in text and "`run_readonly_workflow`" in text
    assert '2. fill searchbox "Search" with "{query}" (Search)' in text


@settings(max_examples=60, deadline=None)
@given(st.text(st.characters(exclude_categories=["Cs"]), max_size=60))
def test_a_skill_s_frontmatter_holds_whatever_the_description_is(text: str):
    skill = skill_md.render(WORKFLOW.model_copy(update={"description": text, "title": text}))
    front = yaml.safe_load(skill.split("\n---\n", 1)[0].removeprefix("---\n"))
    assert set(front) == {"name", "description"}


def test_a_script_is_python_with_keyword_parameters_and_secrets_from_the_environment():
    code = playwright_script.render(WORKFLOW)
    ast.parse(code)
    assert "def run(page: Page, origin: str, *, query: str, extras: Sequence[str]" in code
    assert "password = os.environ['PASSWORD']" in code
    assert "one(page.get_by_role('searchbox', name='Search', exact=True)).fill(query)" in code
    assert "one(page.get_by_role('link', name='Buy ' + query, exact=True)).click()" in code
    assert "unknown('item 1 of the results').click()" in code
    assert "for item in extras:" in code


@settings(max_examples=80, deadline=None)
@given(st.text(st.characters(exclude_categories=["Cs"]), max_size=40), st.sampled_from(["class", "page", "match", "query"]))
def test_a_script_stays_valid_python_whatever_the_texts_and_names_are(text: str, name: str):
    said = value([Text(text=text), Param(param=name), Gap(gap="number")])
    steps = (
        FlowStep(reasoning=text, action=Action(type="click", target=Target(role="link", name=said, row=value(text)))),
        FlowStep(action=Action(type="upload", target=Target(label=value(text)), values=(value(text),))),
        FlowStep(optional=True, action=Action(type="select", target=Target(css=text or "a"), value=said)),
    )
    code = playwright_script.render(
        WORKFLOW.model_copy(
            update={"description": text, "steps": steps, "parameters": (Parameter(name=name, examples=(text,)),)}
        )
    )
    tree = ast.parse(code)
    assert [node.name for node in tree.body if isinstance(node, ast.FunctionDef)] == ["one", "run"]


@pytest.mark.parametrize("kind", ["back", "forward", "close_tab", "stop", "scroll"])
def test_actions_without_element_are_written_too(kind: str):
    code = playwright_script.render(
        WORKFLOW.model_copy(update={"steps": (FlowStep(action=Action.model_validate({"type": kind})),)})
    )
    ast.parse(code)


def test_a_skill_says_when_to_use_it_once() -> None:
    told = "Cancel an order on shop.example. Give order. Use it for tasks like “Cancel order 7”; not for others."
    own = WORKFLOW.model_copy(update={"description": "Cancels an order."})

    learned = skill_md.render(WORKFLOW.model_copy(update={"description": told})).split("---")[1]
    assert learned.count("Use it for") == 1
    assert f"Use it for tasks of this kind on {WORKFLOW.site}" in skill_md.render(own).split("---")[1]
