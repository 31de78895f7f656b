"""Site packs: workflows as YAML and back without loss, and what a broken file says."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from awm_mcp.errors import InvalidPack
from awm_mcp.formats import pack, workflow_yaml
from awm_mcp.model import (
    Action,
    Dialog,
    Evidence,
    Expectation,
    FlowStep,
    ForEach,
    Frame,
    Gap,
    Landmark,
    Output,
    Param,
    Parameter,
    Place,
    Seen,
    Target,
    Text,
    Value,
    Workflow,
    value,
)

NAMES = ("query", "count", "password")
HARD = (
    "no",
    "yes",
    "on",
    "null",
    "~",
    "",
    " ",
    "2026-01-01",
    "12:30",
    "007",
    "1e3",
    "0x1f",
    "1_000",
    "- a",
    "a: b",
    "# x",
    "'",
    '"',
    "{x}",
    "{param: q}",
    "[1]",
    "a\nb",
    "\n",
    "a \nb",
    "\ta",
    "é",
    "שלום",
    "👩‍👩‍👧",
    "\x00",
    "\x85",
    "\u2028",
    "\ufeff",
    "%",
    "@",
    "`",
    "!!int 3",
    "&a",
    "*a",
    "|",
    ">",
    "true",
    "=",
    "<<",
    "...",
    "---",
    "1.5",
    ".inf",
    ".nan",
)
texts = st.one_of(st.sampled_from(HARD), st.text(st.characters(exclude_categories=["Cs"]), max_size=20))
tokens = st.one_of(
    st.builds(Text, text=texts),
    st.builds(Param, param=st.sampled_from(NAMES), format=st.sampled_from([None, "%d.%m.%Y"])),
    st.builds(Gap, gap=st.sampled_from(["number", "text"])),
)
values = st.one_of(texts.map(value), st.lists(tokens, min_size=1, max_size=4).map(value))
maybe = st.one_of(st.none(), values)
targets = st.builds(
    Target,
    role=st.sampled_from([None, "button", "no"]),
    name=maybe,
    label=maybe,
    text=maybe,
    row=maybe,
    attrs=st.dictionaries(st.sampled_from(["param", "gap", "text", "name", "on"]), texts, max_size=2),
    landmarks=st.lists(st.builds(Landmark, role=st.just("form"), name=texts), max_size=2).map(tuple),
    frame=st.lists(st.builds(Frame, css=st.one_of(st.none(), texts)), max_size=2).map(tuple),
    place=st.one_of(st.none(), st.builds(Place, index=values, items=st.one_of(st.none(), texts))),
    point=st.one_of(st.none(), st.tuples(st.floats(0, 1), st.floats(0, 1))),
    seen=st.one_of(st.none(), st.builds(Seen, place=st.integers(1, 99), options=st.lists(texts, max_size=3).map(tuple))),
    css=st.one_of(st.none(), texts),
)
actions = st.builds(
    Action,
    type=st.sampled_from(["fill", "select", "choose", "upload", "extract"]),
    target=targets,
    value=values,
    values=st.lists(values, max_size=2).map(tuple),
    output=st.one_of(st.none(), texts),
    dialog=st.one_of(st.none(), st.builds(Dialog, kind=st.just("confirm"), message=maybe, accept=st.booleans())),
)
expectations = st.builds(Expectation, url=maybe, text=maybe, target=st.one_of(st.none(), targets), changed=st.booleans())
plain_steps = st.builds(
    FlowStep,
    observation=texts,
    reasoning=texts,
    url=maybe,
    action=actions,
    optional=st.booleans(),
    group=st.one_of(st.none(), texts),
    expect=st.one_of(st.none(), expectations),
    writes=st.booleans(),
)
blocks = st.builds(
    ForEach,
    item=st.just("item"),
    parameter=st.just("query"),
    rows=st.one_of(st.none(), targets),
    steps=st.lists(plain_steps, min_size=1, max_size=2).map(tuple),
    most=st.integers(1, 99),
)
steps = st.one_of(plain_steps, st.builds(FlowStep, for_each=blocks, reasoning=texts))
PARAMETERS = (
    Parameter(name="query", examples=("no", "2026-01-01"), description="yes: it is"),
    Parameter(name="count", type="integer", default="007", required=False, enum=("1", "007")),
    Parameter(name="password", secret="secret"),
)
workflows = st.builds(
    Workflow,
    name=st.just("find_price"),
    title=texts,
    description=texts,
    site=st.just("shop.test:8000"),
    start=st.one_of(
        st.sampled_from(["/", "/a?q=b#c"]).map(value), st.just(value([Text(text="/s?q="), Param(param="query")]))
    ),
    parameters=st.just(PARAMETERS),
    steps=st.lists(steps, min_size=1, max_size=3).map(tuple),
    outputs=st.lists(st.builds(Output, name=texts), max_size=2).map(tuple),
    precondition=st.one_of(st.none(), expectations),
    postcondition=st.one_of(st.none(), expectations),
    templates=st.lists(values, max_size=2).map(tuple),
    evidence=st.builds(Evidence, runs=st.lists(texts, max_size=2).map(tuple), support=st.integers(0, 9)),
    risk=st.sampled_from(["read", "write", "destructive"]),
    version=st.integers(1, 99),
)


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
@given(workflows)
def test_every_workflow_comes_back_from_its_file_as_it_was(workflow: Workflow):
    again = workflow_yaml.load(workflow_yaml.dump(workflow))
    assert again.model_dump(mode="json") == workflow.model_dump(mode="json")
    assert again.digest() == workflow.digest()


@pytest.mark.parametrize("text", HARD)
def test_texts_that_yaml_would_take_for_something_else_stay_texts(text: str):
    action = Action(type="fill", target=Target(name=value(text)), value=value(text))
    workflow = small(FlowStep(observation=text, action=action), title=text)
    assert workflow_yaml.load(workflow_yaml.dump(workflow)) == workflow


def small(*given_steps: FlowStep, **more: object) -> Workflow:
    fields: dict[str, object] = {
        "name": "find_price",
        "site": "shop.test",
        "start": value("/"),
        "parameters": PARAMETERS,
        "steps": given_steps or (FlowStep(action=Action(type="goto", value=value("/"))),),
    }
    return Workflow.model_validate(fields | more)


def test_a_file_reads_well():
    fill = Action(type="fill", target=Target(role="searchbox", name=value("Search")), value=Value((Param(param="query"),)))
    link = Action(type="click", target=Target(role="link", name=value([Text(text="Results for "), Param(param="query")])))
    text = workflow_yaml.dump(small(FlowStep(reasoning="Search", action=fill), FlowStep(action=link), title="Find a price"))
    assert "value: {param: query}" in text
    assert "name: [{text: 'Results for '}, {param: query}]" in text
    assert (
        text.index("name: find_price")
        < text.index("title:")
        < text.index("site:")
        < text.index("parameters:")
        < text.index("steps:")
    )
    assert yaml.safe_load(text)["steps"][0]["action"]["target"] == {"role": "searchbox", "name": "Search"}


GOOD = """name: find_price
site: shop.test
start: /
steps:
  - action: {type: goto, value: /}
"""


@pytest.mark.parametrize(
    ("text", "line", "said"),
    [
        (GOOD + "title: a\ntitle: b\n", 7, "'title' is given twice"),
        (GOOD + "title: &a x\ndescription: *a\n", 7, "aliases"),
        (GOOD + "colour: red\n", 6, "colour"),
        (GOOD.replace("find_price", "Find Price"), 1, "name"),
        (GOOD.replace("shop.test", "Shop.Test"), 2, "site"),
        (GOOD.replace("start: /", "start: https://shop.test/"), 3, "base URL"),
        (GOOD.replace("value: /", "value: {param: q}"), 5, "declared parameter"),
        (GOOD.replace("goto, value: /", "click"), 5, "needs a 'target'"),
        (GOOD.replace("goto", "fly"), 5, "steps[1].action.type"),
        (GOOD + "title: [1, 2]\n", 6, "title"),
        (GOOD + "title: 5\n", 6, "title"),
        (GOOD + "parameters:\n  - {name: pw, secret: secret, examples: [x]}\n", 7, "secret parameter without examples"),
        (GOOD + "parameters:\n  - name: a\n  - name: a\n", 7, "every parameter once"),
        ("- 1\n", 1, "a mapping"),
        ("", 1, "a mapping"),
        ("{", 1, "YAML"),
        ("!!python/object/apply:os.system ['true']\n", 1, "constructor"),
        ("[" * 5000, 1, "YAML"),
        ("name: \x00", 1, "YAML"),
        (GOOD[: GOOD.index("steps")] + "steps: []\n", 4, "at least one step"),
    ],
)
def test_a_broken_file_says_where_and_what_would_be_right(text: str, line: int, said: str):
    with pytest.raises(InvalidPack) as caught:
        workflow_yaml.load(text, "shop/find_price.yaml")
    assert caught.value.file == f"shop/find_price.yaml, line {line}"
    assert said in caught.value.text() and caught.value.next


def test_a_file_that_is_too_large_is_refused():
    with pytest.raises(InvalidPack, match="too_large"):
        workflow_yaml.load("#" * 500_001)


def test_people_may_write_bare_words_and_whole_numbers_as_values():
    text = GOOD.replace("{type: goto, value: /}", "{type: fill, target: {label: On}, value: no}")
    assert workflow_yaml.load(text).steps[0].action == Action(
        type="fill", target=Target(label=value("On")), value=value("no")
    )
    assert (
        workflow_yaml.load(text.replace("value: no", "value: 2026-01-01")).steps[0].action
        != workflow_yaml.load(text).steps[0].action
    )
    seven = workflow_yaml.load(text.replace("value: no", "value: 7")).steps[0].action
    assert seven is not None and seven.value == value("7")


def test_one_bad_file_does_not_hide_the_others(tmp_path: Path):
    written = pack.write_folder(tmp_path, [small(), small(name="other", site="a.test:80")])
    assert [p.relative_to(tmp_path).as_posix() for p in written] == ["shop.test/find_price.yaml", "a.test_80/other.yaml"]
    (tmp_path / "shop.test" / "bad.yaml").write_text("name: [", encoding="utf-8")
    (tmp_path / "shop.test" / "latin.yml").write_bytes(b"name: \xff")
    (tmp_path / "shop.test" / "twice.yaml").write_text(workflow_yaml.dump(small()), encoding="utf-8")
    (tmp_path / "README.md").write_text("no workflow", encoding="utf-8")
    found = pack.load_folder(tmp_path)
    assert [w.name for w in found.workflows] == ["other", "find_price"]
    assert [p.code for p in found.problems] == ["invalid_pack", "unreadable", "name_taken"]


def test_writing_again_replaces_the_file_and_leaves_nothing_else(tmp_path: Path):
    pack.write_folder(tmp_path, [small()])
    [path] = pack.write_folder(tmp_path, [small(title="new")])
    assert [p.name for p in path.parent.iterdir()] == ["find_price.yaml"]
    assert pack.load_file(path)[0].title == "new"


def test_a_folder_that_is_not_there_is_an_error(tmp_path: Path):
    with pytest.raises(InvalidPack, match="no_such_folder"):
        pack.load_folder(tmp_path / "nowhere")


@pytest.mark.parametrize("site", ["../../etc", "..", "a/b:1", "[::1]:8000"])
def test_a_site_never_leads_out_of_the_folder(tmp_path: Path, site: str):
    path = pack.place_of(tmp_path, small().model_copy(update={"site": site}))
    assert path.resolve().is_relative_to(tmp_path.resolve()) and path.parent.parent == tmp_path


def test_the_steps_that_an_address_stands_for_come_back_and_are_checked() -> None:
    form = FlowStep(action=Action(type="fill", target=Target(role="searchbox"), value=value([Param(param="query")])))
    address = value([Text(text="/find?q="), Param(param="query")])
    flow = Workflow(
        name="shop_find",
        site="shop.example",
        start=value("/"),
        parameters=(Parameter(name="query"),),
        steps=(FlowStep(action=Action(type="goto", value=address), instead=(form,)),),
    )
    assert workflow_yaml.load(workflow_yaml.dump(flow)) == flow
    with pytest.raises(InvalidPack, match="a declared parameter"):
        workflow_yaml.load(workflow_yaml.dump(flow).replace("value: {param: query}", "value: {param: other}"))


@pytest.mark.parametrize(
    ("right", "wrong", "place", "meant"),
    [
        ("- name: query", "- nam: query", "parameters[1].nam", "'name'"),
        ("\nsite:", "\nsit:", "sit", "'site'"),
        ("role:", "rol:", "steps[1].action.target.rol", "'role'"),
    ],
)
def test_a_misspelt_field_is_named_with_the_one_that_is_meant(right: str, wrong: str, place: str, meant: str):
    action = Action(type="fill", target=Target(role="searchbox"), value=value([Param(param="query")]))
    whole = Workflow(
        name="look_up",
        site="shop.test",
        start=value("/"),
        parameters=(Parameter(name="query"),),
        steps=(FlowStep(action=action),),
    )
    text = workflow_yaml.dump(whole)
    assert right in text
    with pytest.raises(InvalidPack) as caught:
        workflow_yaml.load(text.replace(right, wrong, 1))
    assert place in caught.value.expected
    assert f"unknown field '{wrong.strip(' -').split(':')[0].strip()}' (did you mean {meant}?)" in caught.value.seen
