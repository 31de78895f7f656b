"""Reports tell the page of a step only where it changed: a step without one is on no other page for that."""

from __future__ import annotations

from making_runs import run, step

from awm_mcp.induction.cleaning.clean import trace_of
from awm_mcp.induction.library import induce
from awm_mcp.model import Run, Step, Workflow


def untold(given: Step) -> Step:
    return given.model_copy(update={"url": None})


def tasks(*runs: Run) -> list[Workflow]:
    return [workflow for workflow in induce(list(runs), most=None) if workflow.kind == "task"]


def test_input_that_was_typed_over_goes_also_when_the_later_step_tells_no_page() -> None:
    typed = [step("fill", "Title", "Blu", url="/new"), untold(step("fill", "Title", "Blue", url="/new"))]
    trace = trace_of(run('Set the title to "Blue"', *typed, untold(step("click", "Save", role="button"))))
    assert [(s.action.value.literal if s.action.value else None, s.url) for s in trace.steps] == [
        ("Blue", "http://store.example/new"),
        (None, None),
    ]


def test_a_look_at_a_tab_is_no_detour_because_the_wait_after_it_tells_no_page() -> None:
    steps = [
        step("click", "Details", role="tab", url="/p"),
        untold(step("wait_for", "Size", role="heading")),
        step("click", "Buy", role="button", url="/p"),
    ]
    assert len(trace_of(run("Buy it", *steps)).steps) == 3


def test_the_fields_of_a_sign_in_form_belong_together_when_only_the_first_tells_the_page() -> None:
    def asked(status: str, count: str) -> Run:
        user, secret = step("fill", "Email", "me@corp.example", url="/login"), step("fill", "Password", "{{password}}")
        secret = secret.model_copy(
            update={
                "url": None,
                "action": secret.action.model_copy(
                    update={
                        "target": secret.action.target.model_copy(update={"attrs": {"type": "password"}})  # type: ignore[union-attr]
                    }
                ),
            }
        )
        steps = [user, secret, untold(step("click", "Sign in", role="button"))]
        steps += [step("select", "Status", status, role="combobox", url="/tickets")]
        steps += [step("extract", role="status", value=count, url="/tickets")]
        return run(f"How many of my tickets are {status}?", *steps, answer=count)

    (made,) = tasks(asked("open", "3"), asked("closed", "12"))
    assert [s.group for s in made.steps] == ["sign_in", "sign_in", "sign_in", None, None]


def appointment(name: str, note: str | None, *, reads: bool) -> Run:
    steps = [step("fill", "Name", name, url="/termin")]
    steps += [untold(step("fill", "Bemerkung", note))] if note else []
    steps += [untold(step("click", "Termin anfragen", role="button"))]
    thanks = f"Vielen Dank, {name}!"
    steps += [step("extract", thanks, thanks, role="heading", url="/danke")] if reads else []
    return run(f"Vereinbare einen Termin für {name}" + (f' mit der Bemerkung "{note}"' if note else ""), *steps)


def test_a_value_that_only_some_runs_gave_is_optional_also_when_the_text_read_at_the_end_names_another() -> None:
    for reads in (False, True):
        (made,) = tasks(
            appointment("Anna Schulz", None, reads=reads), appointment("Jörg Maier", "Bitte vormittags", reads=reads)
        )
        assert [(p.name, p.required) for p in made.parameters] == [("name", True), ("bemerkung", False)]


def test_a_list_typed_into_a_field_named_in_the_plural_keeps_its_name_and_an_entry_gets_the_singular() -> None:
    def labelled(*labels: str) -> Run:
        typed = [
            s for x in labels for s in (step("fill", "Labels", x, url="/new"), untold(step("press", "Labels", "Enter")))
        ]
        listed = f"{', '.join(labels[:-1])} and {labels[-1]}"
        send = untold(step("click", "Create", role="button"))
        return run(f"Create a ticket with the labels {listed}", step("fill", "Subject", "x", url="/new"), *typed, send)

    (made,) = tasks(labelled("a1", "b2"), labelled("c3", "d4", "e5"))
    assert [p.name for p in made.parameters] == ["labels"]
    assert [s.for_each.item for s in made.steps if s.for_each is not None] == ["label"]


def test_a_choice_that_the_task_of_one_run_says_before_its_field_is_a_parameter_whatever_its_capitals() -> None:
    steps = [step("fill", "Subject", "Jam", url="/new"), step("select", "Priority", "High", role="combobox", url="/new")]
    (made,) = tasks(
        run('Create a ticket "Jam" with high priority', *steps, step("click", "Create", role="button", url="/new"))
    )
    assert [(p.name, p.examples) for p in made.parameters] == [("subject", ("Jam",)), ("priority", ("High",))]
