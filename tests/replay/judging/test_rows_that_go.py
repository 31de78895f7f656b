# ruff: noqa: E501  pages are easier to read as the markup they are
"""A row that is to be deleted has to go: neither a message of something else nor a page that only hides it is an end."""

from __future__ import annotations

from typing import Any

import pytest
from browser_fixtures import Answer, Hit
from core_stage import Stand, param, step, t

from awm_mcp.induction.library import induce
from awm_mcp.model import Caller, Outcome, Run, Workflow
from awm_mcp.replay.by_hand.primitives import BrowserTools
from awm_mcp.replay.judging.kept_on_load import lists_with_less
from awm_mcp.replay.values.secrets import Vault

ME = Caller(client="tests", connection="c1")
PAGE = """<h1>Users</h1><p id=m></p><table><tr><th>Name<th>Role<th></tr>{rows}</table>{more}
<script>{own} async function del(name, b) {{ {asks} const r = await fetch('/api/' + name, {{ method: 'DELETE' }}); {then} }}</script>"""
ROW = "<tr><td>{0}</td><td>guest</td><td><button onclick=\"{1}('{0}', this)\">Delete</button></td></tr>"
DIALOG = "<dialog id=d><p>Sure?</p><button id=yes>Yes, delete</button></dialog>"
ASK = "function ask(name, b) { d.showModal(); yes.onclick = () => { d.close(); del(name, b); }; }"
GOES = "b.closest('tr').remove();"


class Users:
    """A list of users; ``answer``: to a deletion, with nothing done, where it is not the usual one."""

    def __init__(self, stand: Stand, *, asks: bool = False) -> None:
        self.names, self.then, self.asks, self.answer = ["Ann", "Bob", "Cid", "Dan"], GOES, asks, None
        self.stand = stand
        stand.site.pages |= {"/": self._page, **{f"/api/{name}": self._delete(name) for name in self.names}}

    answer: Answer | None

    def _page(self, _: Hit) -> str:
        rows = "".join(ROW.format(name, "ask" if self.asks else "del") for name in self.names)
        more, own = (DIALOG, ASK) if self.asks else ("", "")
        return PAGE.format(rows=rows, more=more, own=own, asks="", then=self.then)

    def _delete(self, name: str) -> Any:
        def answer(_: Hit) -> Answer:
            if self.answer is not None:
                return self.answer
            self.names.remove(name)
            return (200, {"content-type": "application/json"}, "{}")

        return answer


def test_a_list_has_less_without_rows_or_without_the_named_one() -> None:
    before = {"0/1": ["Ann guest", "Bob guest"], "0/2": ["Home"]}
    assert lists_with_less(before, {**before, "0/1": ["Bob guest"]}, "Ann") == {"0/1": before["0/1"]}
    assert lists_with_less(before, {**before, "0/1": ["No users"]}, "Ann") == {"0/1": before["0/1"]}
    assert lists_with_less(before, {"0/2": ["Home"]}, "") == {"0/1": before["0/1"]}
    assert not lists_with_less(before, before, "Ann")
    assert not lists_with_less(before, {**before, "0/1": ["Ann", "Bob guest"]}, "Ann")


async def _learned(stand: Stand, users: Users) -> Workflow:
    tools, runs = BrowserTools(stand.settings, stand.browsers, Vault(stand.settings), stand.pages), list[Run]()
    for name in ("Ann", "Bob"):
        seen = await tools.call("browser_navigate", {"url": stand.site.origin}, ME)
        session = {"session": seen.session}
        await tools.call("browser_click", {"target": f"tr:has(td:text-is('{name}')) button", **session}, ME)
        if users.asks:
            await tools.call("browser_click", {"target": "#yes", **session}, ME)
        await tools.call("browser_wait_for", {"time": 0.3, **session}, ME)
        steps = tools.recording(seen.session).steps
        runs.append(
            Run(
                id=name, task=f"Delete the user '{name}'", site=stand.site.host, origin=stand.site.origin,
                start_url=stand.site.origin, outcome="success", steps=tuple(steps), observed=True,
            )
        )  # fmt: skip
        await tools.call("browser_close", session, ME)
    (flow,) = induce(runs)
    return flow


def _code(outcome: Outcome) -> str:
    return outcome.stopped.code if outcome.stopped is not None else outcome.status


@pytest.mark.parametrize("asks", [False, True])
@pytest.mark.browser
@pytest.mark.asyncio(loop_scope="session")
async def test_what_went_in_the_runs_has_to_go_again(stand: Stand, asks: bool) -> None:
    users = Users(stand, asks=asks)
    flow = await _learned(stand, users)
    assert [one.row_goes for one in flow.steps if one.writes] == [True]
    assert flow.risk == "destructive"
    (name,) = [one.name for one in flow.parameters]

    async def played(then: str, answer: Answer | None) -> str:
        users.names, users.then, users.answer = ["Cid", "Dan"], then, answer
        return _code(await stand.replayer().replay(stand.request(flow, {name: "Cid"})))

    said = "m.textContent = 'Deletion request sent to the owner';"
    assert await played(said, (200, {"content-type": "application/json"}, '{"n": 0}')) == "not_confirmed"
    assert await played(GOES, (200, {"content-type": "application/json"}, "{}")) == "not_kept"
    assert users.names == ["Cid", "Dan"]
    assert await played(GOES, None) == "ok"
    assert users.names == ["Dan"]
    assert await played("m.textContent = 'Done';", None) == "ok"  # the page does not draw its list anew


@pytest.mark.parametrize(
    ("then", "end"),
    [
        ("m.textContent = 'Deletion request sent to the owner'", "not_confirmed"),
        ("m.textContent = 'Deletion scheduled'", "not_confirmed"),
        ("m.textContent = 'Cid was deleted'", "not_confirmed"),
        ("b.closest('tr').children[1].textContent = 'gone'", "ok"),
        (GOES, "not_kept"),
    ],
)
@pytest.mark.browser
@pytest.mark.asyncio(loop_scope="session")
async def test_where_no_run_saw_it_go_a_row_that_stands_as_it_was_is_not_gone_whatever_is_said(
    stand: Stand, then: str, end: str
) -> None:
    users = Users(stand)
    users.then, users.answer = then, (200, {"content-type": "application/json"}, '{"n": 0}')
    click = step("click", t(role="button", name="Delete", row=param("user")), writes=True)
    evidence = {"runs": ("r1",), "tasks": ("Delete the user Ann",), "support": 1}
    outcome = await stand.play(click, args={"user": "Cid"}, risk="destructive", evidence=evidence)
    assert _code(outcome) == end, outcome.stopped
    assert len(stand.sent("DELETE")) == 1
