"""What every memory does, whatever it is made of: the file and the fake pass the same tests."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from awm_mcp.errors import NotFound
from awm_mcp.memory.fake import FakeMemory
from awm_mcp.memory.port import Memory
from awm_mcp.memory.sql import open_memory
from awm_mcp.model import Action, Event, Evidence, Outcome, Param, Parameter, Run, Step, Text, Value, Workflow, value


class Clock:
    now = 1000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture(params=["sql", "fake"])
async def memory(request: pytest.FixtureRequest, tmp_path: Path, clock: Clock) -> AsyncIterator[Memory]:
    opened: Memory = FakeMemory(clock) if request.param == "fake" else await open_memory(tmp_path / "m.sqlite3", clock)
    yield opened
    await opened.close()


def a_run(task: str = "Find it", site: str = "shop.example", **changes: Any) -> Run:
    given = {"task": task, "site": site, "origin": f"http://{site}", "start_url": f"http://{site}/", "outcome": "success"}
    step = Step(action=Action(type="goto", value=value("/")))
    return Run.model_validate({**given, "steps": (step,), **changes})


def template(text: str) -> Value:
    parts = text.replace("}", "{").split("{")
    return value([Param(param=p) if n % 2 else Text(text=p) for n, p in enumerate(parts)])


def a_workflow(name: str = "shop_find_price", says: str = "Find the price of {product}.", **changes: Any) -> Workflow:
    pattern = template(says)
    parameters = tuple(Parameter(name=p) for p in pattern.params)
    given = {"name": name, "site": "shop.example", "start": value("/"), "steps": (), "state": "verified"}
    return Workflow.model_validate({**given, "parameters": parameters, "templates": (pattern,), **changes})


async def names_found(memory: Memory, text: str, **how: Any) -> list[str]:
    return [hit.workflow.name for hit in await memory.finder.search(text, **how)]


# -- runs


async def test_a_run_gets_an_id_and_is_found_by_it(memory: Memory) -> None:
    stored, duplicate = await memory.runs.add(a_run())
    assert not duplicate
    assert stored.id.startswith("run_")
    assert await memory.runs.get(stored.id) == stored


async def test_equal_content_is_kept_once_whoever_reports_it(memory: Memory) -> None:
    first, _ = await memory.runs.add(a_run(agent="one", task_id="t1"))
    again, duplicate = await memory.runs.add(a_run(agent="two", task_id="t2"))
    assert duplicate
    assert again == first
    assert len(await memory.runs.of_site("shop.example")) == 1


async def test_an_enriched_run_takes_the_reports_place_and_the_report_stays_a_duplicate(memory: Memory) -> None:
    stored, _ = await memory.runs.add(a_run())
    richer = stored.model_copy(update={"observed": True, "answer": "seen"})
    await memory.runs.replace(richer)
    assert await memory.runs.get(stored.id) == richer
    assert await memory.runs.add(a_run()) == (richer, True)


async def test_replacing_an_unknown_run_stores_nothing(memory: Memory) -> None:
    await memory.runs.replace(a_run(id="run_unknown"))
    assert await memory.runs.get("run_unknown") is None


async def test_runs_of_a_site_come_oldest_first_and_failures_only_when_wanted(memory: Memory) -> None:
    for task, outcome in (("a", "success"), ("b", "failure"), ("c", "success")):
        await memory.runs.add(a_run(task, outcome=outcome))
    await memory.runs.add(a_run("d", site="other.example"))
    assert [r.task for r in await memory.runs.of_site("shop.example")] == ["a", "c"]
    assert [r.task for r in await memory.runs.of_site("shop.example", solved_only=False)] == ["a", "b", "c"]


async def test_only_runs_that_came_or_changed_since_a_mark_are_told(memory: Memory) -> None:
    stored = [(await memory.runs.add(a_run(task)))[0] for task in ("a", "b")]
    await memory.runs.add(a_run("elsewhere", site="other.example"))
    everything, mark = await memory.runs.changed("shop.example")
    assert [run.task for run in everything] == ["a", "b"]
    await memory.runs.replace(stored[0].model_copy(update={"observed": True}))
    await memory.runs.add(a_run("c", outcome="failure"))
    news, later = await memory.runs.changed("shop.example", mark)
    assert {(run.task, run.observed) for run in news} >= {("a", True), ("c", False)}
    assert later > mark
    assert (await memory.runs.changed("shop.example", later))[1] == later


# -- workflows


async def test_a_new_workflow_gets_an_id_and_is_got_by_id_and_by_name(memory: Memory) -> None:
    saved = await memory.workflows.save(a_workflow())
    assert saved.id
    assert saved.version == 1
    assert await memory.workflows.get(saved.id) == saved
    assert await memory.workflows.get("shop_find_price") == saved
    assert await memory.workflows.get("Shop_Find_Price") is None


async def test_other_content_is_a_new_version_and_the_old_one_stays(memory: Memory) -> None:
    first = await memory.workflows.save(a_workflow())
    second = await memory.workflows.save(first.model_copy(update={"description": "better"}))
    assert (second.id, second.version) == (first.id, 2)
    assert await memory.workflows.get(first.id) == second
    assert await memory.workflows.get(first.id, 1) == first
    assert list(await memory.workflows.history(first.id)) == [second, first]


async def test_equal_content_changes_only_state_and_evidence(memory: Memory) -> None:
    first = await memory.workflows.save(a_workflow(state="draft"))
    proven = first.model_copy(update={"state": "verified", "evidence": Evidence(runs=("run_1",), support=1)})
    assert await memory.workflows.save(proven) == proven
    assert list(await memory.workflows.history(first.id)) == [proven]


async def test_an_old_version_can_be_quarantined_without_touching_the_new_one(memory: Memory) -> None:
    first = await memory.workflows.save(a_workflow())
    second = await memory.workflows.save(first.model_copy(update={"description": "better"}))
    await memory.workflows.save(first.model_copy(update={"state": "quarantined"}))
    assert [(w.version, w.state) for w in await memory.workflows.history(first.id)] == [(2, "verified"), (1, "quarantined")]
    assert await memory.workflows.get(first.id) == second


async def test_a_revert_is_a_new_version_with_the_old_content(memory: Memory) -> None:
    first = await memory.workflows.save(a_workflow())
    second = await memory.workflows.save(first.model_copy(update={"description": "worse"}))
    third = await memory.workflows.save(first.model_copy(update={"version": second.version}))
    assert third.version == 3
    assert third.digest() == first.digest()


async def test_two_live_workflows_never_bear_one_name(memory: Memory) -> None:
    first = await memory.workflows.save(a_workflow())
    second = await memory.workflows.save(a_workflow())
    assert second.id != first.id
    assert second.name == "shop_find_price_2"


async def test_a_retired_workflows_name_is_free_again(memory: Memory) -> None:
    first = await memory.workflows.save(a_workflow())
    await memory.workflows.save(first.model_copy(update={"state": "retired"}))
    second = await memory.workflows.save(a_workflow())
    assert second.name == "shop_find_price"
    found = await memory.workflows.get("shop_find_price")
    assert found is not None
    assert found.id == second.id


async def test_a_retired_workflow_whose_name_was_given_away_comes_back_under_another(memory: Memory) -> None:
    first = await memory.workflows.save(a_workflow())
    await memory.workflows.save(first.model_copy(update={"state": "retired"}))
    await memory.workflows.save(a_workflow())
    back = await memory.workflows.save(first)
    assert (back.id, back.name, back.version) == (first.id, "shop_find_price_2", 2)


async def test_a_workflow_that_brings_its_id_keeps_it(memory: Memory) -> None:
    saved = await memory.workflows.save(a_workflow(id="pack_1", version=3))
    assert (saved.id, saved.version) == ("pack_1", 3)


async def test_workflows_of_a_site_and_state_come_by_name(memory: Memory) -> None:
    for name, site, state in (("b", "x", "draft"), ("a", "x", "verified"), ("c", "y", "verified")):
        await memory.workflows.save(a_workflow(name, site=site, state=state))
    assert [w.name for w in await memory.workflows.of_site()] == ["a", "b", "c"]
    assert [w.name for w in await memory.workflows.of_site("x")] == ["a", "b"]
    assert [w.name for w in await memory.workflows.of_site(states=["verified"])] == ["a", "c"]


async def test_an_unknown_workflow_is_none_and_has_no_history(memory: Memory) -> None:
    assert await memory.workflows.get("nothing") is None
    assert list(await memory.workflows.history("nothing")) == []


# -- catalogue


async def test_publication_raises_the_generation_once_and_keeps_the_order(memory: Memory) -> None:
    b, a = await memory.workflows.save(a_workflow("b")), await memory.workflows.save(a_workflow("a"))
    c = await memory.workflows.save(a_workflow("c"))
    assert await memory.catalogue.generation() == 0
    assert await memory.catalogue.publish([c]) == 1
    assert await memory.catalogue.publish([b, a]) == 2
    shown = await memory.catalogue.current()
    assert shown.generation == 2
    assert [(w.name, w.state) for w in shown.workflows] == [("c", "published"), ("a", "published"), ("b", "published")]
    found = await memory.workflows.get(a.id)
    assert found is not None
    assert found.state == "published"


async def test_publishing_what_is_published_changes_nothing(memory: Memory) -> None:
    saved = await memory.workflows.save(a_workflow())
    assert await memory.catalogue.publish([saved]) == 1
    assert await memory.catalogue.publish([saved]) == 1
    assert await memory.catalogue.publish(remove=["unknown"]) == 1
    assert await memory.catalogue.publish() == 1


async def test_a_new_version_is_not_shown_before_it_is_published_and_then_keeps_the_place(memory: Memory) -> None:
    first, other = await memory.workflows.save(a_workflow("a")), await memory.workflows.save(a_workflow("b"))
    await memory.catalogue.publish([first])
    await memory.catalogue.publish([other])
    second = await memory.workflows.save(first.model_copy(update={"description": "new", "state": "draft"}))
    assert [w.version for w in (await memory.catalogue.current()).workflows] == [1, 1]
    assert await memory.catalogue.publish([second]) == 3
    assert [(w.name, w.version) for w in (await memory.catalogue.current()).workflows] == [("a", 2), ("b", 1)]
    assert [w.state for w in await memory.workflows.history(first.id)] == ["published", "retired"]


async def test_the_catalogue_is_read_in_part_by_number_and_by_site(memory: Memory) -> None:
    for name, site in (("c", "shop.test"), ("a", "library.test"), ("b", "shop.test")):
        await memory.catalogue.publish([await memory.workflows.save(a_workflow(name, site=site))])
    first, shop = await memory.catalogue.current(2), await memory.catalogue.current(site="shop.test")
    assert [w.name for w in first.workflows] == ["c", "a"] and first.generation == 3
    assert [w.name for w in shop.workflows] == ["c", "b"] and shop.generation == 3
    assert [w.name for w in (await memory.catalogue.current(1, site="library.test")).workflows] == ["a"]
    assert (await memory.catalogue.current(site="unknown.test")).workflows == ()


async def test_names_and_sites_are_those_of_all_that_is_not_retired(memory: Memory) -> None:
    saved = [
        await memory.workflows.save(a_workflow(name, site=site))
        for name, site in (("b", "shop.test"), ("a", "library.test"), ("c", "gone.test"))
    ]
    await memory.workflows.save(saved[2].model_copy(update={"state": "retired"}))
    assert list(await memory.workflows.names()) == [(saved[1].id, "a"), (saved[0].id, "b")]
    assert list(await memory.workflows.names("shop.test")) == [(saved[0].id, "b")]
    assert list(await memory.workflows.names(part=saved[1].id[2:])) == [(saved[1].id, "a")]
    assert list(await memory.workflows.names(part="b", site="shop.test")) == [(saved[0].id, "b")]
    assert list(await memory.workflows.names(part="%")) == [] and len(await memory.workflows.names(most=1)) == 1
    assert list(await memory.workflows.sites()) == ["library.test", "shop.test"]


@pytest.mark.parametrize("state", ["quarantined", "retired"])
async def test_a_published_workflow_that_is_withdrawn_leaves_the_catalogue(memory: Memory, state: str) -> None:
    saved = await memory.workflows.save(a_workflow())
    await memory.catalogue.publish([saved])
    await memory.workflows.save(saved.model_copy(update={"state": state}))
    shown = await memory.catalogue.current()
    assert (shown.generation, shown.workflows) == (2, ())
    assert await memory.catalogue.publish(remove=[saved.id]) == 2
    found = await memory.workflows.get(saved.id)
    assert found is not None
    assert found.state == state


async def test_what_is_taken_out_of_the_catalogue_is_verified_again(memory: Memory) -> None:
    saved = await memory.workflows.save(a_workflow())
    await memory.catalogue.publish([saved])
    assert await memory.catalogue.publish(remove=[saved.id]) == 2
    assert await memory.workflows.get(saved.id) == saved


async def test_an_unknown_version_is_not_published_and_nothing_else_of_the_same_call(memory: Memory) -> None:
    saved = await memory.workflows.save(a_workflow())
    with pytest.raises(NotFound, match="unknown_workflow"):
        await memory.catalogue.publish([saved, saved.model_copy(update={"version": 9})])
    assert (await memory.catalogue.current()).workflows == ()
    assert await memory.catalogue.generation() == 0


# -- finder


async def test_a_template_that_makes_the_text_wins_over_words_in_common(memory: Memory) -> None:
    await memory.workflows.save(a_workflow("shop_review", "Write a review of {product} saying {body}"))
    await memory.workflows.save(a_workflow("shop_price_list", "Show the price list", title="Find price"))
    await memory.workflows.save(a_workflow())
    hits = await memory.finder.search("find the price of Write a review mug")
    assert hits[0].workflow.name == "shop_find_price"
    assert "Find the price of {product}." in hits[0].why
    assert [hit.exact for hit in hits] == [True, *[False] * (len(hits) - 1)]
    assert list(hits) == sorted(hits, key=lambda hit: -hit.score)


async def test_synonyms_and_word_forms_find(memory: Memory) -> None:
    await memory.workflows.save(a_workflow("shop_buy_product", "Buy one {product}"))
    await memory.workflows.save(a_workflow("shop_delete_address", "Delete the address {name}"))
    assert (await names_found(memory, "purchasing a mug"))[0] == "shop_buy_product"
    assert (await names_found(memory, "removes an address"))[0] == "shop_delete_address"


async def test_a_site_is_a_gate(memory: Memory) -> None:
    await memory.workflows.save(a_workflow())
    await memory.workflows.save(a_workflow("other_find_price", site="other.example:81"))
    assert await names_found(memory, "Find the price of a mug", site="other.example:81") == ["other_find_price"]
    assert await names_found(memory, "Find the price of a mug", site="no.example") == []
    assert len(await names_found(memory, "Find the price of a mug")) == 2


async def test_proven_workflows_come_before_equal_drafts(memory: Memory) -> None:
    await memory.workflows.save(a_workflow("a_draft", state="draft"))
    await memory.workflows.save(a_workflow("b_verified"))
    names = await names_found(memory, "Find the price of a mug")
    assert names == ["b_verified", "a_draft"]


@pytest.mark.parametrize("state", ["quarantined", "retired"])
async def test_withdrawn_workflows_are_not_found(memory: Memory, state: str) -> None:
    saved = await memory.workflows.save(a_workflow())
    await memory.workflows.save(saved.model_copy(update={"state": state}))
    assert await names_found(memory, "Find the price of a mug") == []


async def test_the_published_version_is_found_while_a_new_one_is_a_draft(memory: Memory) -> None:
    first = await memory.workflows.save(a_workflow())
    await memory.catalogue.publish([first])
    await memory.workflows.save(first.model_copy(update={"description": "new", "state": "draft"}))
    (hit,) = await memory.finder.search("find price")
    assert (hit.workflow.version, hit.workflow.state) == (1, "published")


async def test_the_proven_version_is_found_while_a_newer_one_is_a_draft(memory: Memory) -> None:
    first = await memory.workflows.save(a_workflow(state="verified"))
    edited = await memory.workflows.save(first.model_copy(update={"description": "new", "state": "draft"}))
    (hit,) = await memory.finder.search("find price")
    assert (hit.workflow.version, hit.workflow.state) == (1, "verified")
    await memory.workflows.save(edited.model_copy(update={"state": "verified"}))
    (hit,) = await memory.finder.search("find price")
    assert (hit.workflow.version, hit.workflow.state) == (2, "verified")


AWKWARD = [
    "", "   ", '"', "AND OR NOT NEAR(", "name:x*", "'; DROP TABLE runs; --", "🙂🙃", "(((", "a" * 10_000, "^", "\x00", "- -",
    "find " * 3000, "價格查詢", "\ud800 find", "NEAR/3", "%_", "{product}", "price" + "." * 10_000, "find\u200bprice", "*",
]  # fmt: skip


@pytest.mark.parametrize("text", AWKWARD, ids=range(len(AWKWARD)))
async def test_any_text_is_a_fair_question(memory: Memory, text: str) -> None:
    await memory.workflows.save(a_workflow())
    for site in (None, "shop.example"):
        hits = await memory.finder.search(text, site=site)
        assert all(hit.workflow.name == "shop_find_price" for hit in hits)


async def test_no_more_than_the_limit_is_found(memory: Memory) -> None:
    for n in range(5):
        await memory.workflows.save(a_workflow(f"w{n}"))
    assert len(await memory.finder.search("find price", limit=3)) == 3
    assert await memory.finder.search("find price", limit=0) == []


# -- outcomes, events, jobs, sites


async def test_the_record_of_a_workflow_counts_tries_in_use_only(memory: Memory) -> None:
    for run_id, status in (
        ("r1", "ok"), ("r2", "step_failed"), ("r3", "running"), ("r4", "needs_input"), ("r5", "cancelled"),
        ("r6", "confirmation_required"), ("verify_1", "ok"), ("verifyx", "unknown"),
    ):  # fmt: skip
        await memory.outcomes.put(Outcome.model_validate({"run_id": run_id, "workflow": "w", "status": status}))
    await memory.outcomes.put(Outcome(run_id="r9", workflow="other", status="ok"))
    mistaken = Outcome(run_id="r7", workflow="w", status="step_failed", callers_mistake=True)
    await memory.outcomes.put(mistaken)
    assert await memory.outcomes.get("r7") == mistaken
    assert "r7" not in [one.run_id for one in await memory.outcomes.latest("w", most=9)]
    assert await memory.outcomes.record_of("w") == (1, 3)
    assert await memory.outcomes.record_of("none") == (0, 0)


async def test_the_latest_outcomes_in_use_come_newest_first(memory: Memory) -> None:
    for run_id, status in (("r1", "ok"), ("r2", "target_not_found"), ("r3", "running"), ("verify_1", "ok"), ("r4", "ok")):
        await memory.outcomes.put(Outcome.model_validate({"run_id": run_id, "workflow": "w", "status": status}))
    await memory.outcomes.put(Outcome(run_id="r9", workflow="other", status="ok"))
    assert [o.run_id for o in await memory.outcomes.latest("w", most=9)] == ["r4", "r2", "r1"]
    assert [o.run_id for o in await memory.outcomes.latest("w", most=2)] == ["r4", "r2"]
    assert await memory.outcomes.latest("w", most=9, since=9e9) == []


async def test_a_later_outcome_of_a_replay_takes_the_earlier_ones_place(memory: Memory) -> None:
    await memory.outcomes.put(Outcome(run_id="r1", workflow="w", status="running"))
    await memory.outcomes.put(done := Outcome(run_id="r1", workflow="w", status="ok", outputs={"price": "1"}))
    assert await memory.outcomes.get("r1") == done
    assert await memory.outcomes.get("r2") is None
    assert await memory.outcomes.record_of("w") == (1, 1)


async def test_events_come_back_in_time_order_from_a_time_on_and_of_a_site(memory: Memory) -> None:
    late, early = Event(kind="called", at=20.0, site="a"), Event(kind="found", at=10.0, site="b", matched=False)
    await memory.events.add(late, early)
    await memory.events.add()
    assert list(await memory.events.since()) == [early, late]
    assert list(await memory.events.since(10.5)) == [late]
    assert list(await memory.events.since(site="b")) == [early]


async def test_jobs_are_claimed_oldest_first_one_a_site(memory: Memory) -> None:
    first = await memory.jobs.add("learn", "a", "run_1")
    await memory.jobs.add("learn", "a", "run_2")
    third = await memory.jobs.add("verify", "b", "run_3")
    one, two = await memory.jobs.claim("me", 60), await memory.jobs.claim("you", 60)
    assert one is not None
    assert (one.id, one.state, one.attempts) == (first.id, "running", 1)
    assert two is not None
    assert two.id == third.id
    assert await memory.jobs.claim("me", 60) is None


async def test_a_finished_job_frees_its_site_and_tells_its_result(memory: Memory) -> None:
    await memory.jobs.add("learn", "a", "run_1")
    await memory.jobs.add("learn", "a", "run_2")
    job = await memory.jobs.claim("me", 60)
    assert job is not None
    done = job.model_copy(update={"state": "done", "result": ("learned",), "workflows": ("wf_1",)})
    await memory.jobs.finish(done)
    assert await memory.jobs.of_subject("run_1") == done
    following = await memory.jobs.claim("me", 60)
    assert following is not None
    assert following.subject == "run_2"


async def test_a_dead_servers_job_is_taken_over_and_its_late_result_is_ignored(memory: Memory, clock: Clock) -> None:
    await memory.jobs.add("learn", "a", "run_1")
    lost = await memory.jobs.claim("dead", 60)
    assert lost is not None
    clock.now += 59
    assert await memory.jobs.claim("me", 60) is None
    clock.now += 1
    mine = await memory.jobs.claim("me", 60)
    assert mine is not None
    assert (mine.id, mine.attempts) == (lost.id, 2)
    await memory.jobs.finish(lost.model_copy(update={"state": "failed"}))
    assert await memory.jobs.of_subject("run_1") == mine


async def test_a_lease_is_prolonged_by_its_owner_only(memory: Memory, clock: Clock) -> None:
    await memory.jobs.add("learn", "a", "run_1")
    job = await memory.jobs.claim("me", 60)
    assert job is not None
    clock.now += 50
    assert await memory.jobs.renew(job.id, "me", 60)
    assert not await memory.jobs.renew(job.id, "you", 60)
    assert not await memory.jobs.renew("job_unknown", "me", 60)
    clock.now += 50
    assert await memory.jobs.claim("you", 60) is None
    clock.now += 10
    assert await memory.jobs.claim("you", 60) is not None
    assert not await memory.jobs.renew(job.id, "me", 60)


async def test_a_finished_job_has_no_lease_to_prolong(memory: Memory) -> None:
    await memory.jobs.add("learn", "a", "run_1")
    job = await memory.jobs.claim("me", 60)
    assert job is not None
    await memory.jobs.finish(job.model_copy(update={"state": "done"}))
    assert not await memory.jobs.renew(job.id, "me", 60)


async def test_a_job_put_back_is_claimed_again(memory: Memory) -> None:
    await memory.jobs.add("learn", "a", "run_1")
    job = await memory.jobs.claim("me", 60)
    assert job is not None
    await memory.jobs.finish(job.model_copy(update={"state": "queued"}))
    again = await memory.jobs.claim("me", 60)
    assert again is not None
    assert again.attempts == 2


async def test_the_latest_job_of_a_subject_is_told(memory: Memory) -> None:
    await memory.jobs.add("learn", "a", "run_1")
    second = await memory.jobs.add("verify", "a", "run_1")
    assert await memory.jobs.of_subject("run_1") == second
    assert await memory.jobs.of_subject("run_9") is None


async def test_a_site_has_a_current_origin_and_listed_aliases(memory: Memory) -> None:
    assert await memory.sites.origin("s") is None
    await memory.sites.remember("s", "http://s")
    await memory.sites.remember("s", "https://s")
    for origin in ("http://b", "http://a", "http://b"):
        await memory.sites.add_alias("s", origin)
    assert await memory.sites.origin("s") == "https://s"
    assert list(await memory.sites.aliases("s")) == ["http://a", "http://b"]
    assert list(await memory.sites.aliases("t")) == []
