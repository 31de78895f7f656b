"""Values that tasks name and no step takes, and runs that did other things than their workflow would: nothing to offer."""

from __future__ import annotations

import pytest
from making_runs import ORIGIN, run, step

from awm_mcp.app.finding.verdict import judge
from awm_mcp.induction import induce, lint
from awm_mcp.induction.cleaning.clean import trace_of
from awm_mcp.induction.texts.unify import unify
from awm_mcp.induction.trace import Column
from awm_mcp.induction.writing.steps import Plan, write_steps
from awm_mcp.induction.writing.unlike_runs import unlike_runs
from awm_mcp.model import Effect, Expectation, Gap, Param, Run, Step, Text, Value, Workflow, value

SAVE = step("click", "Save", role="button")


def only(*runs: Run) -> Workflow:
    tasks = [made for made in induce(list(runs)) if made.kind == "task"]
    assert len(tasks) == 1, [made.name for made in tasks]
    return tasks[0]


def said_against(workflow: Workflow) -> str:
    return "; ".join(finding.text for finding in lint(workflow) if finding.code == "untaken_value")


def fixed(*tasks: str) -> Workflow:
    """A workflow without parameters that was learned from these tasks, as one was that only pressed keys."""
    (draft,) = induce([run(tasks[0], SAVE)])
    evidence = draft.evidence.model_copy(update={"tasks": tasks})
    return draft.model_copy(update={"templates": (unify(tasks, {}),), "evidence": evidence, "risk": "write"})


@pytest.mark.parametrize(("one", "other", "third"), [("3", "5", "8"), ("three", "five", "eight")])
def test_a_number_that_no_key_tells_is_no_workflow_nor_run_for_a_third(one: str, other: str, third: str):
    workflow = fixed(*(f"Set the volume to {told} percent" for told in (one, other)))
    assert repr(one) in said_against(workflow) and repr(other) in said_against(workflow)
    judged = judge(workflow, f"Set the volume to {third} percent")
    assert judged.fit != "whole" or repr(third) in judged.doubt


def test_templates_of_a_few_words_each_are_compared_as_well():
    tasks = ("Set it to 3", "Set it to 5")
    workflow = fixed(*tasks).model_copy(update={"templates": tuple(map(value, tasks))})
    assert "'3'" in said_against(workflow)


@pytest.mark.parametrize(("one", "other"), [("for Ann", "for Bob"), ("at 3", "at 5"), ("on Monday", "on Friday")])
def test_what_is_named_for_another_each_time_must_be_taken_by_a_step(one: str, other: str):
    assert said_against(only(*(run(f"Book the usual room {told} again", SAVE, id=told) for told in (one, other))))


def test_other_wordings_of_one_task_are_no_values():
    workflow = fixed("Please turn the lamp in the hall off at once", "Now turn the lamp in the hall off right away")
    assert any(template.has_gap for template in workflow.templates)
    assert said_against(workflow) == ""
    assert judge(workflow, "Quickly turn the lamp in the hall off this minute").doubt == ""


def test_a_value_that_a_step_takes_is_taken():
    made = only(*(run(f"Set the volume to {n} percent", step("fill", "Volume", n, role="slider"), SAVE, id=n) for n in "35"))
    assert said_against(made) == ""
    assert judge(made, "Set the volume to 8 percent").doubt == ""


def plan_of(columns: list[list[Step | None]], **known: tuple[str | None, ...]) -> Plan:
    traces = tuple(trace_of(run(f"Do it {n}", SAVE, id=str(n))) for n in range(len(columns[0])))
    return Plan(traces=traces, columns=tuple(Column(tuple(one)) for one in columns), known=dict(known), outputs={})


def unlike(plan: Plan, template: str | Value = "Do it") -> str:
    templates = [value(template) if isinstance(template, str) else template]
    return "; ".join(unlike_runs(plan, write_steps(plan), templates))


def typed(field: str, text: str) -> Step:
    return step("fill", field, text, role="textbox")


def test_a_value_put_into_one_field_by_some_runs_and_into_another_by_others_is_no_one_task():
    bodies: list[Step | None] = [typed("Body", "See you"), None]
    feet: list[Step | None] = [None, typed("Footer", "Regards")]
    assert "into textbox" in unlike(plan_of([bodies, feet, [SAVE, SAVE]], text=("See you", "Regards")))
    assert unlike(plan_of([bodies, feet, [SAVE, SAVE]], body=("See you", None), foot=(None, "Regards"))) == ""


def test_a_value_that_some_runs_also_repeated_is_one_task():
    first: list[Step | None] = [typed("Mail", "a@b.example"), typed("Mail", "c@d.example")]
    again: list[Step | None] = [typed("Mail again", "a@b.example"), None]
    assert unlike(plan_of([first, again, [SAVE, SAVE]], mail=("a@b.example", "c@d.example"))) == ""


def test_how_often_a_step_is_done_is_no_matter_of_chance():
    add = step("click", "Add", role="button")
    plan = plan_of([[add, add], [add, None], [SAVE, SAVE]])
    assert "how often" in unlike(plan, value([Text(text="Order "), Gap(gap="text"), Text(text=" of it")]))
    assert unlike(plan) == ""


def chip(tag: str, *shown: str, taken: tuple[str, ...] = (), then: Step = SAVE) -> Run:
    entered = Effect(url=ORIGIN + "/", changed=True, shown=shown, taken=taken)
    saved = then.model_copy(update={"effect": Effect(url=ORIGIN + "/", changed=True, requests=("PUT /tags",))})
    enter = step("press", "Tags", "Enter", role="textbox", effect=entered)
    return run(f"Add the tag '{tag}' to post 3", step("fill", "Tags", tag, role="textbox"), enter, saved, id=tag)


def entered(workflow: Workflow) -> Expectation | None:
    return workflow.steps[1].expect


@pytest.mark.parametrize("told", ["shown", "taken"])
def test_a_key_that_made_a_chip_of_what_was_typed_promises_the_chip(told: str):
    runs = [chip(tag, tag) if told == "shown" else chip(tag, taken=(tag,)) for tag in ("blue", "green")]
    workflow = only(*runs)
    expected = entered(workflow)
    assert expected is not None and expected.alone and expected.text is not None
    assert expected.text.root == (Param(param=workflow.parameters[0].name),)


def test_a_text_that_only_some_runs_showed_or_that_is_part_of_another_promises_nothing():
    for runs in ([chip("blue", "blue"), chip("green")], [chip(tag, f"Results for {tag}") for tag in ("blue", "green")]):
        expected = entered(only(*runs))
        assert expected is None or expected.text is None


def test_what_is_typed_to_find_something_promises_no_entry():
    runs = [chip(tag, tag, then=step("click", tag, role="link")) for tag in ("blue", "green")]
    expected = entered(only(*runs))
    assert expected is None or not expected.alone
