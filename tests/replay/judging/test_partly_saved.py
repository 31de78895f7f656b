# ruff: noqa: E501  pages are easier to read as the markup they are
"""A form of settings that comes back with a part of what was typed, or none, was not saved, whatever the page says."""

from __future__ import annotations

from urllib.parse import parse_qs

import pytest
from browser_fixtures import Answer, Hit
from core_stage import Stand, param, step, t

from awm_mcp.model import Evidence

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]
STEPS = (
    step("fill", t(role="textbox", name="Name"), param("name")),
    step("fill", t(role="textbox", name="Phone"), param("phone")),
    step("click", t(role="button", name="Save"), writes=True),
)


@pytest.mark.parametrize(
    ("keeps", "note", "code"),
    [
        (("name", "phone"), "", ""),
        (("name",), "", "did_not_stick"),
        ((), "", "not_confirmed"),  # all was typed over something, and nothing of it is anywhere
        (("name",), "<label>Note <input name=note></label>", "did_not_stick"),
    ],
)
async def test_an_old_value_beside_a_new_one_is_no_success(stand: Stand, keeps: tuple[str, ...], note: str, code: str):
    held, said = {"name": "Ann", "phone": "111"}, list[str]()

    def home(_: Hit) -> Answer:
        told = "<p role=status>Saved</p>" if said else ""
        fields = "".join(f"<label>{one.title()} <input name={one} value='{text}'></label>" for one, text in held.items())
        return f"{told}<form method=post action=/save>{fields}{note}<button>Save</button></form>"

    def save(hit: Hit) -> Answer:
        given = parse_qs(hit.body.decode())
        held.update({one: given[one][0] for one in keeps})
        said.append("Saved")
        return (303, {"location": "/"}, "")

    stand.site.pages |= {"/": home, "/save": save}
    args = {"name": "Bob", "phone": "222"}
    outcome = await stand.play(*STEPS, args=args, risk="write", evidence=Evidence(runs=("run_1", "run_2"), support=2))
    assert (outcome.stopped.code if outcome.stopped is not None else "") == code


async def test_a_form_for_a_new_entry_that_comes_back_with_its_defaults_is_none(stand: Stand):
    form = "<form method=post action=/save><label>Name <input name=n value={0}></label><label>Phone <input name=p value=111></label>"
    more = "<label>Note <input name=o></label><button>Save</button></form>"
    stand.site.pages["/save"] = "<p role=status>Saved</p>" + form.format("Bob") + more
    note = step("fill", t(role="textbox", name="Note"), "Hm")
    outcome = await stand.play(
        STEPS[0], STEPS[1], note, STEPS[2], page=form.format("Ann") + more, args={"name": "Bob", "phone": "222"}, risk="write",
        evidence=Evidence(runs=("run_1",), support=1),
    )  # fmt: skip
    assert outcome.ok, outcome.stopped
