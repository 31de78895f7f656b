"""Names that are written small, as commands are: the address that a link leads to tells that they are things."""

from __future__ import annotations

import pytest
from making_runs import ORIGIN, run, step

from awm_mcp.induction import induce
from awm_mcp.induction.varying.opened_things import opened_thing
from awm_mcp.model import Effect, Run


def pressed(task: str, thing: str, button: str = "Star", page: str = "/r?n={}") -> Run:
    there = page.format(thing.replace(" ", "-"))
    opened = step("click", thing, role="link", url="/", effect=Effect(url=ORIGIN + there, changed=True))
    done = Effect(requests=("POST /t",), changed=True)
    return run(task.format(thing), opened, step("click", button, role="button", url=there, effect=done), id=thing)


@pytest.mark.parametrize("task", ["Star the repo {}", "Archive {}", "Delete the note {} for good"])
@pytest.mark.parametrize("page", ["/r?n={}", "/repos/{}"])
def test_runs_on_things_with_small_names_are_one_workflow_that_takes_the_name(task: str, page: str):
    runs = [pressed(task, thing, page=page) for thing in ("alpha", "beta-two")]

    [learned] = [one for one in induce(runs) if one.kind == "task"]

    assert len(learned.parameters) == 1
    assert learned.evidence.support == 2


@pytest.mark.parametrize(("label", "led"), [("contacts", "/people"), ("next", "/list?page=2"), ("sort", "/list?sort=name")])
def test_a_link_whose_address_does_not_say_its_label_names_no_thing(label: str, led: str):
    assert opened_thing(step("click", label, role="link", url="/", effect=Effect(url=ORIGIN + led)), None) == []


def test_where_a_link_led_is_told_by_the_next_step():
    then = step("click", "Star", role="button", url="/r/alpha")

    assert opened_thing(step("click", "alpha", role="link", url="/"), then) == ["alpha"]


def test_a_link_on_the_page_of_its_thing_opens_nothing_new():
    stays = step("click", "alpha", role="link", url="/r/alpha", effect=Effect(url=ORIGIN + "/r/alpha"))

    assert opened_thing(stays, None) == []
