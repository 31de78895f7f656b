from __future__ import annotations

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from making_runs import ORIGIN, price_run, run, step

from awm_mcp.induction import Inducer, induce
from awm_mcp.induction.writing.promotion import demote, promote
from awm_mcp.model import Effect, Run

RUNS = [price_run("Blue Kettle", "$12.00", id="a"), price_run("Folding Camp Chair", "$49.90", id="b")]


def basket(product: str, name: str) -> Run:
    start = price_run(product, "$1.00").steps[:3]
    address = f"/p/{product.lower().replace(' ', '-')}_12/"
    return run(
        f"Put {product} into the basket.", *start, step("click", "Add to basket", role="button", url=address), id=name
    )


def test_one_run_after_the_other_gives_what_all_at_once_give() -> None:
    inducer = Inducer(most=8)
    for one in sorted(RUNS, key=lambda r: (len(r.steps), r.digest())):
        inducer.put(one)
        inducer.workflows()
    assert inducer.workflows() == induce(RUNS)


MANY = [
    *RUNS,
    *(price_run(f"Steel Pan {n}", f"${n}.50", id=f"p{n}") for n in range(3)),
    *(basket(name, f"b{n}") for n, name in enumerate(("Red Mug", "Green Plate", "Wool Hat"))),
    *(
        run(f"Open the {day} report.", step("click", "Reports", role="link"), step("click", day, role="tab"), id=day)
        for day in ("Monday", "Friday")
    ),
    run("Sign the petition.", step("click", "Petition", role="link"), step("click", "Sign", role="button"), id="single"),
]


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.permutations(MANY), st.sets(st.integers(0, len(MANY) - 1)))
def test_the_order_in_which_runs_come_and_how_often_one_asks_do_not_matter(order: list[Run], asked: set[int]) -> None:
    inducer = Inducer()
    for number, one in enumerate(order):
        inducer.put(one)
        if number in asked:
            inducer.workflows()
    assert inducer.workflows() == induce(MANY, most=None)


def test_what_did_not_change_is_the_same_object_as_before() -> None:
    inducer = Inducer()
    for one in MANY[:-1]:
        inducer.put(one)
    before = {id(workflow) for workflow in inducer.workflows()}
    kept = inducer.workflows()
    assert {id(workflow) for workflow in kept} == before
    inducer.put(MANY[-1])
    after = inducer.workflows()
    assert len([workflow for workflow in after if id(workflow) not in before]) == 1


def test_a_run_that_does_not_count_as_solved_any_more_is_forgotten() -> None:
    inducer = Inducer()
    for one in MANY:
        inducer.put(one)
    assert inducer.put(MANY[-1].model_copy(update={"outcome": "failure"}))
    assert inducer.workflows() == induce(MANY[:-1], most=None)


def test_of_the_runs_of_a_task_a_bounded_choice_is_kept() -> None:
    inducer = Inducer()
    for n in range(100):
        inducer.put(price_run(f"Steel Pan {n}", f"${n}.50", id=f"p{n}"))
    (workflow,) = inducer.workflows()
    assert (workflow.evidence.support, len(workflow.evidence.runs)) == (100, 100)
    kept = inducer.sample([f"p{n}" for n in range(100)])
    assert len(kept) == 40
    assert inducer.sample([kept[7].id]) == [kept[7]]


def test_known_runs_and_failed_runs_teach_nothing_new() -> None:
    inducer = Inducer()
    assert inducer.put(RUNS[0])
    assert not inducer.put(RUNS[0])
    assert not inducer.put(RUNS[1].model_copy(update={"outcome": "failure"}))
    assert [w.evidence.support for w in inducer.workflows()] == [1]


def test_a_run_of_which_nothing_is_left_teaches_nothing_and_breaks_nothing() -> None:
    inducer = Inducer()
    inducer.put(run("Open the start page", step("goto", value="/")))
    assert inducer.workflows() == []


def test_a_run_that_was_looked_at_anew_takes_the_place_of_its_former_self() -> None:
    inducer = Inducer()
    for one in RUNS:
        inducer.put(one)
    seen = RUNS[0].steps[1].model_copy(update={"effect": Effect(url=ORIGIN + "/search?q=Blue+Kettle", changed=True)})
    inducer.put(RUNS[0].model_copy(update={"steps": (RUNS[0].steps[0], seen, *RUNS[0].steps[2:]), "observed": True}))
    (workflow,) = inducer.workflows()
    assert workflow.evidence.support == 2
    assert sorted(workflow.evidence.runs) == ["a", "b"]


def test_only_families_with_new_runs_are_built_again() -> None:
    inducer = Inducer()
    for one in RUNS:
        inducer.put(one)
    (before,) = inducer.workflows()
    inducer.put(
        run("Sign the petition.", step("click", "Petition", role="link"), step("click", "Sign", role="button"), id="c")
    )
    assert any(workflow is before for workflow in inducer.workflows())


def test_a_whole_task_names_the_shared_routine_that_it_is_built_on() -> None:
    made = induce([*RUNS, basket("Red Mug", "c"), basket("Green Plate", "d")])
    (routine,) = [w for w in made if w.kind == "subtask"]
    assert routine.title == "Search for an item and open it"
    assert all(w.built_on == (routine.name,) for w in made if w.kind == "task")


def test_a_search_that_leads_to_an_address_of_its_value_is_promoted() -> None:
    (workflow,) = induce(RUNS)
    promoted = promote(workflow, RUNS)
    assert promoted is not None
    assert next(s.action.words() for s in promoted.steps if s.action) == 'open "/search?q={item}"'
    assert len(promoted.steps) == len(workflow.steps) - 1
    assert promoted.postcondition == workflow.postcondition
    assert promoted.steps[0].instead == workflow.steps[:2]
    assert promoted.by_address
    assert demote(promoted) == workflow
    assert "does 3 steps" in promoted.description


def test_a_promotion_needs_runs_that_were_on_the_address_with_different_values() -> None:
    (single,) = induce(RUNS[:1])
    assert promote(single, RUNS) is None
    (workflow,) = induce(RUNS)
    elsewhere = [r.model_copy(update={"steps": r.steps[:2]}) for r in RUNS]
    assert promote(workflow, elsewhere) is None


def test_a_step_that_writes_is_never_promoted() -> None:
    def log(word: str) -> Run:
        sent = Effect(url=f"{ORIGIN}/log?q={word}", requests=("POST /log",), changed=True)
        return run(
            f"Log '{word}'.",
            step("fill", "Entry", word, role="textbox"),
            step("click", "Send", role="button", effect=sent),
            step("click", "Back", role="link", url=f"/log?q={word}"),
        )

    (workflow,) = induce([log("alpha"), log("beta")])
    assert promote(workflow) is None


def test_an_address_that_asks_for_a_change_is_never_gone_to_directly() -> None:
    def drop(word: str) -> Run:
        return run(
            f"Look at what '{word}' was.",
            step("fill", "Entry", word, role="textbox"),
            step("click", "Go", role="button"),
            step("click", "Details", role="link", url=f"/remove?entry={word}"),
        )

    (workflow,) = induce([drop("alpha"), drop("beta")])
    assert promote(workflow) is None
