"""Prompts, completion, resources and skills in both eras."""

from __future__ import annotations

import hashlib
import json
from typing import Any

import pytest
import yaml
from face_harness import Connect
from hypothesis import given
from hypothesis import settings as examples
from hypothesis import strategies as st
from mcp import Client
from mcp.shared.exceptions import MCPError
from mcp.types import (
    PromptReference,
    ReadResourceResult,
    Request,
    RequestParams,
    ResourceTemplateReference,
    Result,
    TextContent,
    TextResourceContents,
)

from awm_mcp.server.face import Face
from awm_mcp.server.fake import FakeApplication, fake_workflow
from awm_mcp.server.prompts import values_of
from awm_mcp.server.uris import Place, parse, site_uri, workflow_uri


def content_of(result: ReadResourceResult) -> str:
    (content,) = result.contents
    assert isinstance(content, TextResourceContents)
    return content.text


async def test_the_prompts_are_listed_with_their_arguments(connect: Connect) -> None:
    async with connect() as client:
        prompts = (await client.list_prompts()).prompts
    shown = {p.name: [(a.name, bool(a.required)) for a in p.arguments or ()] for p in prompts}
    assert shown == {
        "site_memory": [("site", True), ("task", False)],
        "use_workflow": [("workflow", True), ("arguments", False), ("site", False)],
    }
    assert all(p.title and p.description for p in prompts)


@pytest.mark.parametrize(
    ("name", "arguments", "text"),
    [
        ("site_memory", {"site": "shop.example"}, "memory of shop.example"),
        ("site_memory", {"site": "shop.example", "task": "buy"}, "memory of shop.example for buy"),
        ("use_workflow", {"workflow": "shop_find_price"}, "follow shop_find_price with {}"),
        ("use_workflow", {"workflow": "shop_find_price", "arguments": '{"query":"a b","n":2}'},
         'follow shop_find_price with {"n": "2", "query": "a b"}'),
        ("use_workflow", {"workflow": "shop_find_price", "arguments": 'query="a b" n=2'},
         'follow shop_find_price with {"n": "2", "query": "a b"}'),
    ],
)  # fmt: skip
async def test_a_prompt_is_filled_in(connect: Connect, name: str, arguments: dict[str, str], text: str) -> None:
    async with connect() as client:
        (message,) = (await client.get_prompt(name, arguments)).messages
    assert isinstance(message.content, TextContent) and message.content.text == text


@pytest.mark.parametrize(
    ("name", "arguments"),
    [
        ("no_such_prompt", {}),
        ("site_memory", {}),
        ("site_memory", {"site": "nowhere.example"}),
        ("site_memory", {"site": "shop.example", "mood": "x"}),
        ("use_workflow", {"workflow": "no_such_workflow"}),
        ("use_workflow", {"workflow": "shop_find_price", "arguments": "[1]"}),
    ],
)
async def test_a_prompt_that_cannot_be_given_is_a_protocol_error(
    connect: Connect, name: str, arguments: dict[str, str]
) -> None:
    async with connect() as client:
        with pytest.raises(MCPError) as caught:
            await client.get_prompt(name, arguments)
    assert caught.value.error.code == -32602


@examples(deadline=None)
@given(st.text(max_size=200))
def test_any_text_is_read_as_values_or_refused(text: str) -> None:
    try:
        assert all(isinstance(value, str) for value in values_of(text).values())
    except MCPError as error:
        assert error.error.code == -32602


async def test_sites_and_workflows_are_completed(connect: Connect) -> None:
    prompt, memory = PromptReference(name="use_workflow"), PromptReference(name="site_memory")
    async with connect() as client:
        sites = await client.complete(memory, {"name": "site", "value": "wi"})
        begun = await client.complete(prompt, {"name": "workflow", "value": "shop_f"})
        inside = await client.complete(prompt, {"name": "workflow", "value": "find"})
        nothing = await client.complete(prompt, {"name": "workflow", "value": "zzz"})
    assert sites.completion.values == ["wiki.example:8080"]
    assert begun.completion.values == ["shop_find_price"]
    assert inside.completion.values == ["shop_find_price", "wiki_find_page"]
    assert nothing.completion.values == [] and nothing.completion.total == 0


async def test_what_is_filled_in_narrows_the_completion(connect: Connect) -> None:
    prompt = PromptReference(name="use_workflow")
    async with connect() as client:
        names = await client.complete(
            prompt, {"name": "workflow", "value": ""}, context_arguments={"site": "wiki.example:8080"}
        )
        values = await client.complete(
            prompt, {"name": "arguments", "value": ""}, context_arguments={"workflow": "shop_find_price"}
        )
    assert names.completion.values == ["wiki_find_page"]
    assert [json.loads(value) for value in values.completion.values] == [{"query": "Dry Cat Food"}]


async def test_template_variables_are_completed(connect: Connect) -> None:
    async with connect() as client:
        sites = await client.complete(
            ResourceTemplateReference(uri="awm://sites/{site}/workflows"), {"name": "site", "value": ""}
        )
        ids = await client.complete(ResourceTemplateReference(uri="awm://workflows/{id}"), {"name": "id", "value": "wf_w"})
    assert sites.completion.values == ["shop.example", "wiki.example:8080"]
    assert ids.completion.values == ["wf_wiki_find_page"]


async def test_sites_workflows_and_skills_are_listed_and_every_one_can_be_read(connect: Connect) -> None:
    async with connect() as client:
        listed = [str(resource.uri) for resource in (await client.list_resources()).resources]
        texts = [content_of(await client.read_resource(uri)) for uri in listed]
    assert listed[:3] == [
        "awm://sites/shop.example/workflows",
        "awm://sites/wiki.example:8080/workflows",
        "awm://workflows/wf_shop_find_price",
    ]
    assert len(listed) == 2 + 4 + 4 + 2 and all(texts)


async def test_the_templates_cover_all_kinds(connect: Connect) -> None:
    async with connect() as client:
        templates = [t.uri_template for t in (await client.list_resource_templates()).resource_templates]
    assert templates == [
        "awm://sites/{site}/workflows",
        "awm://workflows/{id}",
        "awm://workflows/{id}/v/{n}",
        "awm://runs/{run_id}",
    ]


async def test_a_version_may_be_cached_for_long_and_the_latest_not_at_all(connect: Connect, era: str) -> None:
    async with connect() as client:
        version = await client.read_resource("awm://workflows/wf_shop_find_price/v/1")
        latest = await client.read_resource("awm://workflows/shop_find_price")
    assert json.loads(content_of(version))["name"] == "shop_find_price"
    if era != "legacy":
        assert (version.ttl_ms, latest.ttl_ms) == (86_400_000, 0)


async def test_a_run_and_a_report_can_be_read(connect: Connect) -> None:
    async with connect() as client:
        run = json.loads(content_of(await client.read_resource("awm://runs/replay_1")))
        report = json.loads(content_of(await client.read_resource("awm://runs/run_1")))
    assert run["status"] == "ok" and report["status"] == "learned"


@pytest.mark.parametrize(
    "uri",
    [
        "awm://workflows/none", "awm://workflows/wf_shop_find_price/v/9", "awm://runs/none", "awm://nothing",
        "awm://sites/nowhere.example/workflows", "file:///etc/passwd", "skill://shop-example/none/SKILL.md",
        "awm://workflows/..%2F..%2Fetc", "awm://sites//workflows",
    ],
)  # fmt: skip
async def test_a_missing_resource_is_a_protocol_error_with_its_address(connect: Connect, uri: str) -> None:
    async with connect() as client:
        with pytest.raises(MCPError) as caught:
            await client.read_resource(uri)
    assert caught.value.error.code == -32602 and caught.value.error.data == {"uri": uri}


@examples(deadline=None)
@given(st.text(alphabet=st.characters(exclude_categories=["Cs"]), min_size=1, max_size=30))
def test_every_name_survives_its_address(name: str) -> None:
    assert parse(workflow_uri(name)) == Place("workflow", name)
    assert parse(workflow_uri(name, 7)) == Place("version", name, 7)
    assert parse(site_uri(name)) == Place("site", name)


async def test_published_workflows_are_skills_whose_digests_hold(face: Face) -> None:
    class Answer(Result):
        skills: list[dict[str, Any]]

    async with face.open() as server, Client(server, mode="auto") as client:
        await face.announcer.refresh(await face.door.application())
        listed = await client.session.send_request(Request(method="skills/list", params=RequestParams()), Answer)
        entry = listed.skills[0]
        text = content_of(await client.read_resource(str(entry["uri"])))
        assert "io.modelcontextprotocol/skills" in (client.server_capabilities.extensions or {})
    assert entry["uri"] == "skill://shop-example/shop-find-price/SKILL.md"
    (file,) = entry["resources"]
    assert file["digest"] == "sha256:" + hashlib.sha256(text.encode()).hexdigest() and file["size"] == len(text.encode())
    assert yaml.safe_load(text.split("---")[1]) == entry["frontmatter"]


async def test_lists_of_resources_stay_bounded(connect: Connect, application: FakeApplication) -> None:
    application.workflows.extend(fake_workflow(f"tool_{n}", site=f"s{n}.example") for n in range(120))
    async with connect() as client:
        assert len((await client.list_resources()).resources) == 152
