"""A form in two wordings and a list with chips that some runs used, called with and without what is optional."""

from __future__ import annotations

from pathlib import Path
from typing import Any
from urllib.parse import parse_qs

import pytest
from browser_fixtures import Hit, Site, site

from awm_mcp.app import App
from awm_mcp.config import Settings
from awm_mcp.model import Outcome, ReportStatus, Workflow

pytestmark = [pytest.mark.browser, pytest.mark.slow]
CONTACT = """<title>Contact</title><h1>Contact</h1><form method=post action=/sent><label>Your name <input name=name></label>
<label>Topic <select name=topic><option>General<option>Returns<option>Delivery</select></label>
<label>Message <textarea name=message></textarea></label><button>Send message</button></form>"""
LIST = """<title>Lamps</title><h1>Lamps</h1><div role=group aria-label=Colour><button aria-pressed=false>Blue</button>
<button aria-pressed=false>Red</button><button aria-pressed=false>White</button></div><p class=price>$12</p><script>
document.querySelectorAll('button').forEach(b => b.onclick = () => { const on = b.getAttribute('aria-pressed') !== 'true';
  document.querySelectorAll('button').forEach(o => o.setAttribute('aria-pressed', String(o === b && on)));
  document.querySelector('.price').textContent = on ? { Blue: '$15', Red: '$18', White: '$21' }[b.textContent] : '$12'; });
</script>"""
HI = "Send the shop a message saying Hello there"
ANN = "Write to the shop as Ann, topic Returns, saying Where is it?"


class Shop:
    """What the server got, and the reports of solved runs on it."""

    def __init__(self, at: Site) -> None:
        self.at, self.letters = at, list[tuple[str, str, str]]()
        at.pages["/"] = "<title>Shop</title><h1>Shop</h1><a href=/contact>Contact</a> <a href=/lamps>Lamps</a>"
        at.pages["/contact"], at.pages["/lamps"], at.pages["/sent"] = CONTACT, LIST, self._sent

    def _sent(self, hit: Hit) -> str:
        form = parse_qs(hit.body.decode(), keep_blank_values=True)
        self.letters.append((form["name"][0], form["topic"][0], form["message"][0]))
        return "<title>Sent</title><h1>Thank you</h1><p>We got your message.</p>"

    def did(self, task: str, *steps: tuple[str, dict[str, Any]], answer: str | None = None) -> dict[str, Any]:
        told = [{"url": self.at.origin + path, "observation": "", "action": action} for path, action in steps]
        start = f"{self.at.origin}/"
        return {"task": task, "outcome": "success", "start_url": start, "steps": told, "answer": answer}

    def wrote(self, task: str, **given: str) -> dict[str, Any]:
        kinds = {"Your name": "textbox", "Topic": "combobox", "Message": "textbox"}
        fields = [
            act("select" if role == "combobox" else "fill", role, label, text)
            for label, role in kinds.items()
            if (text := given.get(label.split()[-1].lower()))
        ]
        steps = [("/contact", action) for action in (*fields, act("click", "button", "Send message"))]
        return self.did(task, ("/", act("click", "link", "Contact")), *steps)

    def looked(self, price: str, colour: str = "") -> dict[str, Any]:
        read = {"type": "extract", "target": {"css": "p.price", "role": "paragraph"}, "value": price, "output": "price"}
        steps = [("/lamps", act("click", "button", colour))] if colour else []
        task = "Find the price of the lamps" + (f" in {colour}" if colour else "")
        return self.did(task, ("/", act("click", "link", "Lamps")), *steps, ("/lamps", read), answer=price)


def act(kind: str, role: str, name: str, value: str | None = None) -> dict[str, Any]:
    return {"type": kind, "target": {"role": role, "name": name}} | ({"value": value} if value is not None else {})


async def teach(app: App, *reports: dict[str, Any]) -> None:
    for answer in [await app.report(report) for report in reports]:
        status = await app.status(answer.report_id, wait_s=45)
        while isinstance(status, ReportStatus) and status.status in ("queued", "learning"):
            status = await app.status(answer.report_id, wait_s=45)
        assert isinstance(status, ReportStatus)
        assert status.status == "learned", status


async def called(app: App, workflow: Workflow, **arguments: str) -> Outcome:
    outcome = await app.run(workflow.name, arguments)
    while outcome.status == "running":
        outcome = await app.status(outcome.run_id, wait_s=45)
        assert isinstance(outcome, Outcome)
    return outcome


async def test_what_only_one_run_gave_is_optional_in_a_form_and_in_a_list(tmp_path: Path) -> None:
    async with site() as at:
        shop = Shop(at)
        settings = Settings.model_validate({"home": tmp_path, "allow_writes": "verify", "step_timeout_s": 4.0})
        async with App.opened(settings) as app, app.running():
            await teach(app, shop.wrote(HI, message="Hello there"))
            await teach(app, shop.wrote(ANN, name="Ann", topic="Returns", message="Where is it?"))
            (letter,) = [w for w in await app.workflows_of(None) if w.kind == "task" and w.state != "retired"]
            assert {p.name: p.required for p in letter.parameters} == {"name": False, "topic": False, "message": True}
            await teach(app, shop.looked("$12"), shop.looked("$15", "Blue"), shop.looked("$18", "Red"))
            shop.letters.clear()
            assert (await called(app, letter, message="Good day")).status == "ok"
            assert (await called(app, letter, message="How long?", name="Bob", topic="Delivery")).status == "ok"
            assert shop.letters == [("", "General", "Good day"), ("Bob", "Delivery", "How long?")]
            (lamps,) = [w for w in await app.workflows_of(None) if w.outputs and w.state != "retired"]
            colour = lamps.parameter("colour")
            assert colour is not None and (colour.required, colour.enum) == (False, ("Blue", "Red", "White"))
            assert (await called(app, lamps)).outputs == {"price": "$12"}
            assert (await called(app, lamps, colour="White")).outputs == {"price": "$21"}
