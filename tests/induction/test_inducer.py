from __future__ import annotations

from making_runs import ORIGIN, price_run, run, step

from awm_mcp.induction import Inducer, induce
from awm_mcp.induction.promotion import promote
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
    for given in sorted(RUNS, key=lambda r: (len(r.steps), r.digest())):
        inducer.put(given)
        inducer.workflows()
    assert inducer.workflows() == induce(RUNS)


def test_known_runs_and_failed_runs_teach_nothing_new() -> None:
    inducer = Inducer()
    assert inducer.put(RUNS[0])
    assert not inducer.put(RUNS[0])
    assert not inducer.put(RUNS[1].model_copy(update={"outcome": "failure"}))
    assert [w.evidence.support for w in inducer.workflows()] == [1]


def test_a_run_that_was_looked_at_anew_takes_the_place_of_its_former_self() -> None:
    inducer = Inducer()
    for given in RUNS:
        inducer.put(given)
    seen = RUNS[0].steps[1].model_copy(update={"effect": Effect(url=ORIGIN + "/search?q=Blue+Kettle", changed=True)})
    inducer.put(RUNS[0].model_copy(update={"steps": (RUNS[0].steps[0], seen, *RUNS[0].steps[2:]), "observed": True}))
    (workflow,) = inducer.workflows()
    assert workflow.evidence.support == 2
    assert sorted(workflow.evidence.runs) == ["a", "b"]


def test_only_families_with_new_runs_are_built_again() -> None:
    inducer = Inducer()
    for given in RUNS:
        inducer.put(given)
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
