"""An entry that a list showed before it was to come, where the form stands on another page than the list."""

from __future__ import annotations

from urllib.parse import parse_qs

import pytest
from browser_fixtures import Answer, Hit
from core_stage import Stand, param, step, t

from awm_mcp.model import Expectation, FlowStep, value

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]


class Lists:
    """Lists with names, each renamed on a page of its own; names in ``refused`` are not taken, without a word."""

    def __init__(self, stand: Stand, end: str = "/") -> None:
        self.names, self.refused, self.end, self.stand = ["Alpha", "Beta", "Gamma"], frozenset[str](), end, stand
        stand.site.pages |= {"/": self.home, "/all": self.all, "/edit": self.edit, "/save": self.save}

    def home(self, _: Hit) -> Answer:
        rows = "".join(f"<li>{one} <a href='/edit?i={i}'>Edit</a></li>" for i, one in enumerate(self.names))
        return f"<h1>Lists</h1><ul>{rows if self.end == '/' else '<li><a href=/edit?i=2>Edit</a></li>'}</ul>"

    def all(self, _: Hit) -> Answer:
        return f"<h1>All</h1><ul>{''.join(f'<li>{one}</li>' for one in self.names)}</ul>"

    def edit(self, hit: Hit) -> Answer:
        number = int(hit.path.partition("i=")[2])
        field = f"<input type=hidden name=i value={number}><label>Name <input name=n value={self.names[number]}></label>"
        return f"<h1>Edit</h1><form method=post action=/save>{field}<button>Save</button></form>"

    def save(self, hit: Hit) -> Answer:
        sent = parse_qs(hit.body.decode())
        if sent["n"][0] not in self.refused:
            self.names[int(sent["i"][0])] = sent["n"][0]
        return (303, {"location": self.end}, "")

    async def rename(self, name: str) -> tuple[str, str]:
        expect = Expectation(url=value(self.end), text=param("n"))
        edit = t(role="link", name="Edit", row=value("Gamma")) if self.end == "/" else t(role="link", name="Edit")
        steps: list[FlowStep] = [
            step("click", edit),
            step("fill", t(role="textbox", name="Name"), param("n")),
            step("click", t(role="button", name="Save"), writes=True, expect=expect),
        ]
        end = {"url": self.end, "text": param("n")}
        outcome = await self.stand.play(*steps, args={"n": name}, postcondition=end)
        return outcome.status, outcome.stopped.code if outcome.stopped is not None else ""


@pytest.mark.parametrize("end", ["/", "/all"])
async def test_a_name_that_another_entry_held_before_does_not_prove_the_renamed_one(stand: Stand, end: str) -> None:
    lists = Lists(stand, end)
    lists.refused = frozenset({"Beta"})

    assert await lists.rename("Beta") == ("unknown", "entry_not_seen")
    assert lists.names == ["Alpha", "Beta", "Gamma"]
    lists.refused = frozenset()
    assert await lists.rename("Gamma") == ("ok", ""), "it was called so before"
    assert await lists.rename("Beta") == ("ok", ""), "it is there twice"
    assert lists.names == ["Alpha", "Beta", "Beta"]
