"""Table 10 against libraries computed by hand."""

from __future__ import annotations

import pytest

from awm_mcp.model import Action, FlowStep, Param, Run, Step, Target, Text, Value, Workflow, value
from awm_mcp.usage.quality import QUALITY_DEFINITIONS, Quality, quality

FOR = value([Text(text="Results for "), Param(param="q")])


def click(name: str | Value, role: str | None = "button") -> Action:
    return Action(type="click", target=Target(role=role, name=name if isinstance(name, Value) else value(name)))


def a_run(*actions: Action, site: str = "s", outcome: str = "success") -> Run:
    given = {"task": "t", "site": site, "origin": f"http://{site}", "start_url": f"http://{site}/", "outcome": outcome}
    return Run.model_validate({**given, "steps": tuple(Step(action=a) for a in actions)})


def a_flow(*actions: Action, site: str = "s", name: str = "w") -> Workflow:
    return Workflow(name=name, site=site, start=value("/"), steps=tuple(FlowStep(action=a) for a in actions))


def test_nothing_has_no_quality() -> None:
    found = quality([], [])
    assert (found.sites, found.runs, found.library, found.coverage.n, found.utility.n) == (0, 0, 0, 0, 0)
    assert (found.workflows, found.overlap, found.coverage_macro, found.coverage.share) == (None, None, None, None)


def test_steps_in_pairs_are_covered_and_single_ones_are_not() -> None:
    a, b, c, d = (click(n) for n in "abcd")
    found = quality([a_flow(a, b, c)], [a_run(a, b, d, c), a_run(d, a, d, b)])
    assert (found.coverage.k, found.coverage.n) == (2, 8)
    assert found.coverage_macro == 0.25
    assert (found.utility.k, found.utility.n) == (1, 2)
    assert found.whole.k == 0
    assert quality([a_flow(a, b, c)], [a_run(d, a, b, c)]).whole.k == 1


def test_parameters_stand_for_any_text_and_roles_must_agree_where_known() -> None:
    flow = a_flow(click(FOR), click("Go", role=None))
    assert quality([flow], [a_run(click("results for TEA"), click("go"))]).coverage.share == 1.0
    assert quality([flow], [a_run(click("Results for tea", role="link"), click("Go"))]).coverage.k == 0


def test_addresses_match_by_their_path() -> None:
    flow = a_flow(Action(type="goto", value=value("/cart")), click("Pay"))
    run = a_run(Action(type="goto", value=value("https://s/cart")), click("Pay"))
    assert quality([flow], [run]).utility.k == 1


def test_workflows_of_other_sites_and_failed_runs_do_not_count() -> None:
    a, b = click("a"), click("b")
    found = quality([a_flow(a, b, site="t")], [a_run(a, b), a_run(a, b, site="t", outcome="failure")])
    assert (found.utility.k, found.utility.n, found.sites, found.workflows) == (0, 1, 2, 0.5)


@pytest.mark.parametrize(
    ("first", "second", "overlap"),
    [("abc", "abd", 2 / 3), ("ab", "cd", 0.0), ("ab", "xaby", 1.0), ("acb", "ab", 0.0), ("abcd", "abxcd", 1.0)],
)
def test_overlap_is_what_is_shared_in_runs_of_two_of_the_shorter(first: str, second: str, overlap: float) -> None:
    flows = [a_flow(*map(click, first), name="v"), a_flow(*map(click, second))]
    found = quality(flows, [])
    assert (found.overlap, found.overlap_pairs) == (pytest.approx(overlap, abs=1e-6), 1)


def test_every_number_of_the_table_is_defined() -> None:
    assert set(QUALITY_DEFINITIONS) <= set(Quality.model_fields)
