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
html, browser, sandbox, given, *scripts = sys.argv[1:]

def said_by(chromium, script):
    page = chromium.new_page()
    page.set_default_timeout(4000)
    page.route("**/*", lambda route: route.fulfill(body=html, content_type="text/html"))
    try:
        return runpy.run_path(script)["run"](page, "http://shop.test", **json.loads(given))["said"]
    except Exception as stopped:
        return "stopped: " + str(stopped)

with sync_playwright() as playwright:
    chromium = playwright.chromium.launch(executable_path=browser, chromium_sandbox=sandbox == "True")
    try:
        print(json.dumps([said_by(chromium, script) for script in scripts]))
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


def said_by(tmp_path: Path, *workflows: Workflow) -> list[str]:
    """What each script's page said in the end, or what the script complained of; one browser for all."""
    scripts = [tmp_path / f"script_{number}.py" for number in range(len(workflows))]
    for script, workflow in zip(scripts, workflows, strict=True):
        script.write_text(playwright_script.render(workflow), encoding="utf-8")
    root = hasattr(os, "geteuid") and os.geteuid() == 0
    browser = str(find_browser(Settings()).path)
    words = [PAGE, browser, str(not root), json.dumps({"product": "Red Chair"}), *map(str, scripts)]
    done = subprocess.run([sys.executable, "-c", RUN, *words], capture_output=True, text=True, timeout=90, check=False)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def button(name: str, **more: object) -> Target:
    return Target.model_validate({"role": "button", "name": value(name), **more})


MEANT = {
    "shown nav": flow(Target(role="link", name=value("Basket"))),
    "order": flow(button("Send", landmarks=(Landmark(role="form", name="Order"),))),
    "dialog": flow(button("Send", landmarks=(Landmark(role="dialog", name="Sign up"),))),
    "offers": flow(button("Open", landmarks=(Landmark(role="section", name="Offers"),))),
    "chair": flow(button("Add", row=Value((Param(param="product"),)))),
    "deluxe": flow(button("Add", row=value("Red Chair deluxe"))),
    "author Poe": flow(Target(role="textbox", placeholder=value("Author")), "Poe"),
    "new": flow(button("Save", css="button.new")),
    "old": flow(button("Save", css="button.gone, button.old", landmarks=(Landmark(role="form", name="Gone"),))),
}
"""What the page says when a script took the element that its workflow tells."""


def test_of_several_equals_the_script_takes_the_one_that_the_workflow_tells(tmp_path: Path) -> None:
    assert said_by(tmp_path, *MEANT.values()) == list(MEANT)


def test_what_nothing_tells_apart_stops_the_script_instead_of_being_guessed(tmp_path: Path) -> None:
    (said,) = said_by(tmp_path, flow(button("Save")))
    assert said.startswith("stopped: ") and "strict mode violation" in said
