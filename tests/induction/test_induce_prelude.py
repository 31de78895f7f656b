"""Parts of tasks that were only done signed in sign in by themselves, by the steps that their runs share."""

from __future__ import annotations

from making_runs import run, step

from awm_mcp.induction import induce
from awm_mcp.induction.routines.prelude import without_prelude
from awm_mcp.model import Param, Run, Step, Workflow, value

SECRET = value([Param(param="password")])


def signing_in(user: str = "anna") -> list[Step]:
    return [
        step("click", "Sign in", role="link"),
        step("fill", "Username", user, role="textbox", url="/login"),
        step("fill", "Password", SECRET, role="textbox", url="/login"),
        step("click", "Log in", role="button", url="/login"),
    ]


def archived(task: str, last: str, first: list[Step]) -> Run:
    return run(
        task,
        *first,
        step("click", "Archive", role="link", url="/home"),
        step("click", "Older years", role="link", url="/archive"),
        step("click", last, role="link", url="/archive/old"),
        id=last,
    )


def part_of(*runs: Run) -> Workflow:
    (part,) = [w for w in induce(runs, most=None) if w.kind == "subtask"]
    return part


def test_a_part_signs_in_where_all_its_runs_did_and_opens_its_page_anew() -> None:
    part = part_of(
        archived("Show the totals of the shop", "Totals", signing_in()), archived("Explain fees", "Fees", signing_in())
    )

    told = [(s.action.type, s.group, s.optional) for s in part.steps if s.action is not None]
    assert told == [
        ("click", None, True),
        ("fill", "sign_in", True),
        ("fill", "sign_in", True),
        ("click", "sign_in", True),
        ("goto", "sign_in", True),
        ("click", None, False),
        ("click", None, False),
    ]
    assert part.steps[4].action is not None
    assert part.steps[4].action.value == part.start == value("/home")
    assert [(p.name, p.secret) for p in part.parameters] == [("password", "secret")]
    assert part.title == "Open “Archive” and open “Older years”"
    assert "It signs in first where the site asks for it." in part.description
    assert [s.action.type for s in without_prelude(part.steps) if s.action is not None] == ["click", "click"]


def test_a_part_does_not_sign_in_where_a_run_did_without_or_as_somebody_else() -> None:
    without = part_of(archived("Show the totals of the shop", "Totals", signing_in()), archived("Explain fees", "Fees", []))
    others = part_of(
        archived("Show the totals of the shop", "Totals", signing_in("anna")),
        archived("Explain fees", "Fees", signing_in("ben")),
    )

    assert [s.group for s in without.steps] == [None, None]
    assert [s.group for s in others.steps] == [None, None]
