"""A text that the runs typed to find a thing is taken from the thing's name, where it always was the beginning of it."""

from __future__ import annotations

import pytest

from awm_mcp.app.finding.first_words import with_first_words
from awm_mcp.model import Action, FlowStep, Parameter, Target, Workflow, value

FOUND = FlowStep(action=Action(type="fill", target=Target(role="textbox", name="Search"), value=value("Cats")))


def flow(typed: tuple[str, ...], named: tuple[str, ...]) -> Workflow:
    parameters = (Parameter(name="query", examples=typed), Parameter(name="post", examples=named))
    return Workflow(name="blog_open_post", site="blog.example", start="/", parameters=parameters, steps=(FOUND,))


@pytest.mark.parametrize(
    ("typed", "named", "given", "query"),
    [
        (("Cats", "Jays"), ("Cats at home", "Jays at home"), "Moths at home", "Moths"),
        (("Old cats", "Two jays"), ("Old cats at home", "Two jays"), "Moths at home", None),
        (("Cats", "home"), ("Cats at home", "Jays at home"), "Moths at home", None),
        (("Cats",), ("Cats at home",), "Moths at home", None),
        (("Cats", "Jays"), ("Cats at home", "Jays at home"), "Moths", None),
    ],
)
def test_only_what_all_runs_began_the_name_with_is_filled_in(
    typed: tuple[str, ...], named: tuple[str, ...], given: str, query: str | None
) -> None:
    filled = with_first_words(flow(typed, named), {"post": given})
    assert filled == {"post": given} | ({"query": query} if query else {})


def test_what_the_caller_gives_stays() -> None:
    known = flow(("Cats", "Jays"), ("Cats at home", "Jays at home"))
    filled = with_first_words(known, {"post": "Elks at home", "query": "Elk"})
    assert filled["query"] == "Elk"
