"""What is one principal's is nobody else's: runs, reports, pictures, open pages, secrets and logins."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from app_stage import loan

from awm_mcp.app.application import App
from awm_mcp.app.learning.learn import more_evidence
from awm_mcp.app.owning.principals import new_run_id, owns, settings_of
from awm_mcp.config import Settings
from awm_mcp.errors import NotFound, Refused
from awm_mcp.memory.fake import FakeMemory
from awm_mcp.model import Action, Caller, Evidence, FlowStep, Outcome, Workflow, value
from awm_mcp.model.run_options import RunOptions
from awm_mcp.replay.fake import FakeReplayer
from awm_mcp.replay.values.secrets import Vault

OWNER = Caller(principal="local")
ANNA, BEN = Caller(principal="anna"), Caller(principal="ben")
EVERYBODY = (OWNER, ANNA, BEN)
REPORT: dict[str, Any] = {
    "task": "Open the price list",
    "outcome": "failure",
    "site": "http://shop.test:8000",
    "steps": [{"url": "http://shop.test:8000/", "action": {"type": "goto", "value": "http://shop.test:8000/prices"}}],
}


@pytest.fixture
def replayer() -> FakeReplayer:
    return FakeReplayer()


@pytest.fixture
async def app(tmp_path: Path, replayer: FakeReplayer) -> App:
    application = App(Settings(home=tmp_path), FakeMemory(), lambda: replayer)
    flow = Workflow(
        name="shop_open_prices",
        site="shop.test:8000",
        start=value("/"),
        steps=(FlowStep(action=Action(type="goto", value=value("/prices"))),),
        state="verified",
    )
    await application.memory.workflows.save(flow)
    return application


async def run_of(app: App, caller: Caller) -> str:
    async with app.running(learning=False):
        return (await app.run("shop_open_prices", {}, RunOptions(wait_s=5), caller)).run_id


@pytest.mark.parametrize("owner", EVERYBODY)
async def test_a_run_is_seen_and_ended_by_its_own_principal_only(app: App, replayer: FakeReplayer, owner: Caller) -> None:
    run_id = await run_of(app, owner)
    replayer.pictures[run_id, None] = b"png"
    assert isinstance(await app.status(run_id, caller=owner), Outcome)
    assert (await app.artifact(run_id, caller=owner))[0] == b"png" and (await app.cancel(run_id, owner)).run_id == run_id
    for other in (caller for caller in EVERYBODY if caller != owner):
        for refused in (app.status(run_id, caller=other), app.artifact(run_id, caller=other), app.cancel(run_id, other)):
            with pytest.raises(NotFound):
                await refused


async def test_anothers_run_and_one_that_never_was_get_the_same_answer(app: App) -> None:
    run_id = await run_of(app, ANNA)
    said: list[str] = []
    for asked in (run_id, new_run_id("anna")):
        with pytest.raises(NotFound) as refused:
            await app.status(asked, caller=BEN)
        said.append(refused.value.text().replace(asked, "…"))
    assert said[0] == said[1]


async def test_a_report_is_seen_by_those_who_made_it(app: App) -> None:
    first = (await app.report(REPORT, ANNA)).report_id
    assert (await app.status(first, caller=ANNA)).as_data()["report_id"] == first  # type: ignore[union-attr]
    for other in (BEN, OWNER):
        with pytest.raises(NotFound):
            await app.status(first, caller=other)
    again = await app.report(REPORT, BEN)
    assert again.duplicate and again.report_id == first
    await app.status(first, caller=BEN)
    await app.status(first, caller=ANNA)
    with pytest.raises(NotFound):
        await app.status(first, caller=OWNER)


async def test_the_owners_report_stays_the_owners_when_another_reports_the_same(app: App) -> None:
    first = (await app.report(REPORT)).report_id
    await app.report(REPORT, ANNA)
    for caller in (OWNER, ANNA):
        await app.status(first, caller=caller)


async def test_a_replay_goes_to_the_browser_under_its_principals_name(app: App, replayer: FakeReplayer) -> None:
    for caller in EVERYBODY:
        await run_of(app, caller)
    assert [request.principal for request in replayer.requests] == ["local", "anna", "ben"]


@pytest.mark.parametrize("run_id", ["", "replay_", "replay_zz_0", "verify_00", "../x", "replay_0123456789ab_"])
def test_ids_of_other_shapes_are_the_owners_alone(run_id: str) -> None:
    assert owns("local", run_id) and not owns("anna", run_id)


def test_secrets_and_logins_of_one_principal_are_not_those_of_another(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("AWM_SECRET_SHOP_TEST_PASSWORD", "the owner's")
    owned = Settings(home=tmp_path, secrets_file=tmp_path / "secrets.yaml")
    hers, his = settings_of(owned, "anna"), settings_of(owned, "ben")
    assert settings_of(owned, "local") is owned and len({owned.home, hers.home, his.home}) == 3
    assert hers.secrets_file is not None
    hers.home.mkdir(parents=True)
    hers.secrets_file.write_text("shop.test: {password: hers}\n")
    assert Vault(hers, {}).get("shop.test", "password") == "hers"
    with pytest.raises(Refused):
        Vault(his, {}).get("shop.test", "password")
    assert Vault(owned).get("shop.test", "password") == "the owner's"


@pytest.mark.parametrize("reporters", [(ANNA, BEN), (BEN, OWNER), (OWNER, ANNA), (ANNA, ANNA)])
async def test_a_workflow_is_verified_in_the_browsers_of_those_whose_runs_it_comes_from(
    app: App, replayer: FakeReplayer, reporters: tuple[Caller, ...]
) -> None:
    reports = (loan("Emma", "North"), loan("Ivanhoe", "South"))
    whose = {"Emma": reporters[0].principal, "Ivanhoe": reporters[1].principal}
    async with app.running():
        for caller, report in zip(reporters, reports, strict=True):
            await app.status((await app.report(report, caller)).report_id, wait_s=20, caller=caller)
    tried = [request for request in replayer.requests if request.run_id.startswith("verify_")]
    titles = [(next(t for t in whose if t in str(request.arguments)), request.principal) for request in tried]
    assert {title for title, _ in titles} == set(whose)
    assert all(whose[title] == principal for title, principal in titles)


async def test_what_a_pinned_workflow_learns_later_leaves_its_values_with_their_runs() -> None:
    def evidence(*runs: str, queries: tuple[str, ...]) -> Workflow:
        known = Evidence(runs=runs, arguments=tuple({"query": query} for query in queries), support=len(runs))
        return Workflow(name="x", site="shop.test", start=value("/"), steps=(), evidence=known)

    joined = more_evidence(evidence("run_z", queries=("tea",)), evidence("run_a", "run_z", queries=("milk", "tea")))
    assert joined.runs == ("run_z", "run_a") and joined.arguments == ({"query": "tea"},)
