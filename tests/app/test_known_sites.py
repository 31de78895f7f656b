"""A site is understood however it is typed, and a mistyped one is answered with what was most likely meant."""

from __future__ import annotations

from pathlib import Path

import pytest

from awm_mcp.app.application import App
from awm_mcp.config import Settings
from awm_mcp.errors import NotFound
from awm_mcp.memory.fake import FakeMemory
from awm_mcp.model import Action, FlowStep, Workflow, value
from awm_mcp.replay.fake import FakeReplayer


@pytest.fixture
async def app(tmp_path: Path) -> App:
    application = App(Settings(home=tmp_path), FakeMemory(), FakeReplayer)
    for site in ("library.test:8000", "www.bookshop.test", "tracker.test"):
        flow = Workflow(
            name=f"x_{site[:3]}",
            site=site,
            start=value("/"),
            steps=(FlowStep(action=Action(type="goto", value=value("/a"))),),
            state="verified",
        )
        await application.memory.workflows.save(flow)
    await application.memory.sites.add_alias("tracker.test", "https://staging.tracker.test:8443")
    return application


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("library.test:8000", "library.test:8000"),
        ("http://library.test:8000/catalogue?q=1", "library.test:8000"),
        ("Library.Test:8000", "library.test:8000"),
        ("https://staging.tracker.test:8443/x", "tracker.test"),
    ],
)
async def test_a_site_is_known_by_host_address_and_alias(app: App, typed: str, meant: str) -> None:
    assert await app.known_site(typed) == meant


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("library.test", "library.test:8000"),
        ("libary.test:8000", "library.test:8000"),
        ("bookshop", "www.bookshop.test"),
        ("traker.test", "tracker.test"),
    ],
)
async def test_a_mistyped_site_is_answered_with_the_nearest_one(app: App, typed: str, meant: str) -> None:
    with pytest.raises(NotFound) as refused:
        await app.known_site(typed)
    assert refused.value.code == "unknown_site" and f"did you mean {meant}" in refused.value.next


async def test_where_nothing_comes_near_the_known_sites_are_told(app: App) -> None:
    with pytest.raises(NotFound) as refused:
        await app.site_memory("weather.example")
    assert all(site in refused.value.expected for site in ("library.test:8000", "tracker.test"))
    assert "did you mean" not in refused.value.next and "site list" in refused.value.next


async def test_the_memory_of_a_site_is_given_for_its_address_too(app: App) -> None:
    assert "library.test:8000" in await app.site_memory("http://library.test:8000/")


async def test_an_alias_is_not_kept_for_a_site_that_is_not_known(app: App) -> None:
    with pytest.raises(NotFound, match=r"tracker\.test"):
        await app.library.add_alias("traker.test", "https://other.test")
    await app.library.add_alias("https://tracker.test/", "https://other.test")
    assert "https://other.test" in await app.memory.sites.aliases("tracker.test")
