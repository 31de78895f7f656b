"""A switch that saves at once and a tick that only some bookings have, learned and then called both ways and without."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs

import pytest
from browser_fixtures import Hit, Site, site

from awm_mcp.app import App
from awm_mcp.config import Settings
from awm_mcp.model import Outcome, ReportStatus

pytestmark = [pytest.mark.browser, pytest.mark.slow]
SWITCH = """<title>Settings</title><h1>Settings</h1><label id=l>Dark mode</label>
<button role=switch aria-labelledby=l aria-checked={state} id=b>.</button><p id=m role=status></p><script>
b.onclick = async () => {{ const on = b.getAttribute('aria-checked') !== 'true'; b.setAttribute('aria-checked', on);
  await fetch('/api/dark', {{ method: 'PUT', body: String(on) }}); m.textContent = 'Saved'; }}
</script>"""
FORM = """<title>Book</title><h1>Book a room</h1><form method=post action=/booked><label>Guest <input name=guest></label>
<label><input type=checkbox name=breakfast> Breakfast</label><button>Reserve</button></form>"""


class Inn:
    """What the server got: the states of the switch, and the bookings."""

    def __init__(self, at: Site) -> None:
        self.at, self.dark, self.rooms = at, list[bool](), list[tuple[str, bool]]()
        at.pages["/"] = "<title>Inn</title><h1>Inn</h1><a href=/settings>Settings</a> <a href=/book>Book a room</a>"
        at.pages["/settings"] = lambda hit: SWITCH.format(state=str(bool(self.dark and self.dark[-1])).lower())
        at.pages["/api/dark"] = self._switched
        at.pages["/book"] = FORM
        at.pages["/booked"] = self._booked

    def _switched(self, hit: Hit) -> str:
        self.dark.append(hit.body == b"true")
        return "ok"

    def _booked(self, hit: Hit) -> str:
        form = parse_qs(hit.body.decode())
        self.rooms.append((form["guest"][0], "breakfast" in form))
        return f"<title>Booked</title><h1>Booked</h1><p>A room for {form['guest'][0]} is booked.</p>"

    def did(self, task: str, *steps: tuple[str, dict[str, Any]]) -> dict[str, Any]:
        told = [{"url": self.at.origin + path, "observation": "", "action": action} for path, action in steps]
        return {"task": task, "outcome": "success", "start_url": f"{self.at.origin}/", "steps": told}

    def turned(self, side: str, **action: Any) -> dict[str, Any]:
        switch = {"target": {"role": "switch", "name": "Dark mode"}, **action}
        return self.did(f"Turn {side} dark mode", opened("Settings"), ("/settings", switch))

    def booked(self, guest: str, *, ticked: bool) -> dict[str, Any]:
        name = {"type": "fill", "target": {"role": "textbox", "name": "Guest"}, "value": guest}
        tick = {"type": "check", "target": {"role": "checkbox", "name": "Breakfast"}, "checked": True}
        send = {"type": "click", "target": {"role": "button", "name": "Reserve"}}
        task = f"Book a room for {guest}" + (" with breakfast" if ticked else "")
        steps = [("/book", action) for action in (name, *([tick] if ticked else []), send)]
        return self.did(task, opened("Book a room"), *steps)


def opened(link: str) -> tuple[str, dict[str, Any]]:
    return "/", {"type": "click", "target": {"role": "link", "name": link}}


async def teach(app: App, *reports: dict[str, Any]) -> None:
    for answer in [await app.report(report) for report in reports]:
        status = await app.status(answer.report_id, wait_s=45)
        while isinstance(status, ReportStatus) and status.status in ("queued", "learning"):
            status = await app.status(answer.report_id, wait_s=45)
        assert isinstance(status, ReportStatus)
        assert status.status == "learned", status


async def asked(app: App, inn: Inn, task: str) -> dict[str, Any] | None:
    """Sends the call that is offered for a task, if it can be sent as it is; the answer is its arguments."""
    found = await app.find(task, url=f"{inn.at.origin}/")
    if found.verdict != "run":
        return None
    best = found.workflows[0]
    outcome = await app.run(best.workflow, best.arguments)
    while outcome.status == "running":
        outcome = await app.status(outcome.run_id, wait_s=45)
        assert isinstance(outcome, Outcome)
    assert outcome.status == "ok", outcome
    return best.arguments


async def with_app(home: Path, use: Callable[[App, Inn], Any]) -> None:
    async with (
        site() as at,
        App.opened(Settings.model_validate({"home": home, "step_timeout_s": 4.0})) as app,
        app.running(),
    ):
        await use(app, Inn(at))


async def test_a_switch_is_brought_into_the_state_that_is_asked_for_and_pressed_no_more_than_that(tmp_path: Path) -> None:
    async def use(app: App, inn: Inn) -> None:
        inn.dark.append(True)
        await teach(app, inn.turned("on", type="click"))
        inn.dark.append(False)  # what a click led to is not what a later look at the page makes of it
        await teach(app, inn.turned("off", type="check", checked=False))
        (workflow,) = (await app.catalogue()).workflows
        assert [(p.name, p.type, p.examples) for p in workflow.parameters] == [("dark_mode", "boolean", ("true", "false"))]
        assert {line.rpartition(" with ")[2] for line in workflow.evidence.verified} == {"dark_mode=false", "dark_mode=true"}
        inn.dark[:] = [False]
        tasks = ("Turn on dark mode", "Turn on dark mode", "Switch dark mode off", "Don't turn on dark mode")
        given = [await asked(app, inn, task) for task in tasks]
        assert given == [{"dark_mode": True}, {"dark_mode": True}, {"dark_mode": False}, None]
        assert inn.dark == [False, True, False]

    await with_app(tmp_path / "home", use)


async def test_a_tick_that_only_some_bookings_have_is_made_taken_away_or_left_as_it_is(tmp_path: Path) -> None:
    async def use(app: App, inn: Inn) -> None:
        await teach(app, inn.booked("Ann Lee", ticked=True), inn.booked("Bob Ray", ticked=False))
        (workflow,) = (await app.catalogue()).workflows
        assert [(p.name, p.required, p.default) for p in workflow.parameters] == [
            ("guest", True, None),
            ("breakfast", False, "false"),
        ]
        given = [
            await asked(app, inn, f"Book a room for Zoe Kim{told}")
            for told in (" with breakfast", " without breakfast", "", ", breakfast please")
        ]
        assert [one and one.get("breakfast") for one in given] == [True, False, None, None]
        assert given[3] is None
        assert inn.rooms == [("Zoe Kim", True), ("Zoe Kim", False), ("Zoe Kim", False)]

    await with_app(tmp_path / "home", use)
