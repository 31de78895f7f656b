"""An exported script, run as it is: of several elements with one name it takes the one that a replay takes."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from awm_mcp.config import Settings
from awm_mcp.formats import playwright_script
from awm_mcp.model import Action, FlowStep, Landmark, Param, Parameter, Target, Value, Workflow, value
from awm_mcp.replay.browsing.find_browser import find_browser

pytestmark = pytest.mark.browser
PAGE = """<!doctype html><title>shop</title>
<style>.off { display: none } </style>
<nav class="off"><a href="#hidden" onclick="say('hidden nav')">Basket</a></nav>
<nav><a href="#shown" onclick="say('shown nav')">Basket</a></nav>
<div role="dialog"><h2>Sign up</h2><button onclick="say('dialog')">Send</button></div>
<form aria-label="Order"><button type="button" onclick="say('order')">Send</button></form>
<section><h2>Returns</h2><div><button onclick="say('returns')">Open</button></div></section>
<section><h2>Offers</h2><div><button onclick="say('offers')">Open</button></div></section>
<table>
<tr><td>Red Chair</td><td><button onclick="say('chair')">Add</button></td></tr>
<tr><td>Red Chair deluxe</td><td><button onclick="say('deluxe')">Add</button></td></tr>
</table>
<p><input placeholder="Title" oninput="say('title')"><input placeholder="Author" oninput="say('author ' + this.value)"></p>
<p><button class="old" onclick="say('old')">Save</button><button class="new" onclick="say('new')">Save</button></p>
<output></output>
<script>const say = text => { document.querySelector('output').textContent = text; };</script>"""
RUN = """
import json, runpy, sys
from playwright.sync_api import sync_playwright
script, html, browser, sandbox, given = sys.argv[1:6]
run = runpy.run_path(script)["run"]
with sync_playwright() as playwright:
    chromium = playwright.chromium.launch(executable_path=browser, chromium_sandbox=sandbox == "True")
    page = chromium.new_page()
    page.set_default_timeout(4000)
    page.route("**/*", lambda route: route.fulfill(body=html, content_type="text/html"))
    try:
        print(json.dumps(run(page, "http://shop.test", **json.loads(given))))
    finally:
        chromium.close()
"""


def flow(target: Target, typed: str | None = None) -> Workflow:
    action = Action(type="fill", target=target, value=value(typed)) if typed else Action(type="click", target=target)
    said = FlowStep(action=Action(type="extract", target=Target(css="output", tag="output"), output="said"))
    return Workflow(
        name="shop_x",
        site="shop.test",
        start=value("/"),
        parameters=(Parameter(name="product"),),
        steps=(FlowStep(action=action), said),
    )


def said_by(workflow: Workflow, tmp_path: Path) -> tuple[str, str]:
    """What the page said in the end, and what the script complained of."""
    (tmp_path / "script.py").write_text(playwright_script.render(workflow), encoding="utf-8")
    root = hasattr(os, "geteuid") and os.geteuid() == 0
    browser = str(find_browser(Settings()).path)
    words = [str(tmp_path / "script.py"), PAGE, browser, str(not root), json.dumps({"product": "Red Chair"})]
    done = subprocess.run([sys.executable, "-c", RUN, *words], capture_output=True, text=True, timeout=90, check=False)
    return (json.loads(done.stdout)["said"] if done.returncode == 0 else ""), done.stderr


def button(name: str, **more: object) -> Target:
    return Target.model_validate({"role": "button", "name": value(name), **more})


@pytest.mark.parametrize(
    ("target", "typed", "said"),
    [
        (Target(role="link", name=value("Basket")), None, "shown nav"),
        (button("Send", landmarks=(Landmark(role="form", name="Order"),)), None, "order"),
        (button("Send", landmarks=(Landmark(role="dialog", name="Sign up"),)), None, "dialog"),
        (button("Open", landmarks=(Landmark(role="section", name="Offers"),)), None, "offers"),
        (button("Add", row=Value((Param(param="product"),))), None, "chair"),
        (button("Add", row=value("Red Chair deluxe")), None, "deluxe"),
        (Target(role="textbox", placeholder=value("Author")), "Poe", "author Poe"),
        (button("Save", css="button.new"), None, "new"),
        (button("Save", css="button.gone, button.old", landmarks=(Landmark(role="form", name="Gone"),)), None, "old"),
    ],
)
def test_of_several_equals_the_script_takes_the_one_that_the_workflow_tells(
    target: Target, typed: str | None, said: str, tmp_path: Path
) -> None:
    assert said_by(flow(target, typed), tmp_path) == (said, "")


def test_what_nothing_tells_apart_stops_the_script_instead_of_being_guessed(tmp_path: Path) -> None:
    said, complaint = said_by(flow(button("Save")), tmp_path)
    assert said == "" and "strict mode violation" in complaint
