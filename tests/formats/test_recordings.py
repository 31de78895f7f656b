"""Recordings of people and scripts: codegen, Recorder, Selenium IDE, browser-use, traces; on small fixtures of our own."""

from __future__ import annotations

import io
import json
import zipfile
from typing import Any

import pytest

from awm_mcp.errors import InvalidReport
from awm_mcp.formats import (
    browser_use,
    chrome_recorder,
    playwright_codegen,
    playwright_trace,
    selenium_ide,
    workflow_use,
)
from awm_mcp.model import Run


def words(run: Run) -> list[str]:
    return [step.action.words() for step in run.steps]


PYTHON = """
import re
from playwright.sync_api import Page, expect

def test_example(page: Page) -> None:
    page.goto("https://a.test/")
    page.get_by_role("link", name="Docs").click()
    page.get_by_label("Name").fill("it's \\"x\\"")
    page.locator("div").filter(has_text="Pear").get_by_role("button", name="Edit").click()
    page.get_by_test_id("go").press("ControlOrMeta+a")
    with page.expect_popup() as page1_info:
        page.get_by_text("Open").click()
    page1 = page1_info.value
    page1.get_by_role("textbox").nth(1).fill("two")
    expect(page1.get_by_role("heading")).to_contain_text("Hello")
"""
SCRIPT = """import { test, expect } from '@playwright/test';
// page.getByText('not this').click();
test('find the docs', async ({ page }) => {
  await page.goto('https://a.test/');
  await page.getByRole('link', { name: 'Docs' }).click();
  await page.getByLabel('Name').fill('it\\'s "x"');
  await page.locator('div').filter({ hasText: 'Pear' }).getByRole('button', { name: 'Edit' }).click();
  await page.getByTestId('go').press('ControlOrMeta+a');
  const page1Promise = page.waitForEvent('popup');
  await page.getByText('Open').click();
  const page1 = await page1Promise;
  await page1.getByRole('textbox').nth(1).fill('two');
  await expect(page1.getByRole('heading')).toContainText('Hello');
});
"""


@pytest.mark.parametrize("code", [PYTHON, SCRIPT])
def test_codegen_scripts_of_both_languages_give_the_same_steps(code: str):
    run = playwright_codegen.read(code, task="Find the docs", outcome="success")
    assert words(run) == [
        'open "https://a.test/"',
        'click link "Docs"',
        'fill element "Name" with "it\'s "x""',
        'click button "Edit" in the row of "Pear"',
        'press "ControlOrMeta+a" in element "go"',
        'click element "Open"',
        'switch tab "1"',
        'fill textbox with "two"',
        'wait until "Hello" is shown',
    ]
    assert run.steps[5].action.opens == "popup"


def test_a_script_that_evaluates_code_needs_review():
    code = "page.goto('https://a.test/')\npage.evaluate('document.forms[0].submit()')\n"
    assert playwright_codegen.read(code, task="t", outcome="success").outcome == "unknown"


def test_the_title_of_a_test_is_its_task_unless_it_says_nothing():
    assert playwright_codegen.read(SCRIPT).task == "find the docs"
    with pytest.raises(InvalidReport, match="task_missing"):
        playwright_codegen.read(SCRIPT.replace("find the docs", "test"))


def flow(*steps: dict[str, Any]) -> dict[str, Any]:
    start = {
        "type": "navigate",
        "url": "https://a.test/",
        "assertedEvents": [{"type": "navigation", "url": "https://a.test/"}],
    }
    return {"title": "order tea", "steps": [{"type": "setViewport", "width": 1}, start, *steps]}


def on(kind: str, *selectors: str, **more: Any) -> dict[str, Any]:
    return {"type": kind, "selectors": [[s] for s in selectors], "target": "main"} | more


def test_recorder_flows_collapse_clicks_keys_and_echoes():
    run = chrome_recorder.read(
        flow(
            on("click", "aria/Name", "#name"),
            on("change", "aria/Name", "#name", value="Ada"),
            {"type": "keyDown", "key": "Enter"},
            {"type": "keyUp", "key": "Enter"},
            {"type": "keyDown", "key": "Shift"},
            on(
                "click",
                'aria/Save[role="button"]',
                "[data-test=save]",
                assertedEvents=[{"type": "navigation", "url": "https://a.test/b"}],
            ),
            {"type": "keyUp", "key": "Shift"},
            {"type": "navigate", "url": "https://a.test/b"},
            on("change", "xpath///*[@id='x']/select", value="M"),
            {"type": "scroll", "x": 0, "y": 9},
        )
    )
    assert words(run) == [
        'open "https://a.test/"',
        'fill element "Name" with "Ada"',
        'press "Enter" in element "Name"',
        'click button "Save"',
        'select "M" in element',
    ]
    save = run.steps[3].action
    assert save.modifiers == ("Shift",) and save.target is not None and save.target.testid is not None


def test_the_browser_s_own_pages_and_passwords_do_not_get_into_a_flow_s_run():
    record = flow(on("change", "aria/Password", "#pw", value="Hunter2-99"))
    record["steps"].insert(1, {"type": "navigate", "url": "chrome://new-tab-page/"})
    run = chrome_recorder.read(record)
    assert run.secrets == ("password",) and "Hunter2-99" not in run.model_dump_json() and len(run.steps) == 2


def side(*commands: tuple[str, str, str], name: str = "order tea") -> dict[str, Any]:
    listed = [{"command": c, "target": t, "value": v, "targets": []} for c, t, v in commands]
    return {"url": "https://a.test/base/", "tests": [{"name": name, "commands": listed}]}


def test_selenium_commands_become_steps_with_stored_values_filled_in():
    run = selenium_ide.read(
        side(
            ("open", "/shop", ""),
            ("//click", "id=off", ""),
            ("store", "Medium", "size"),
            ("select", "id=size", "label=${size}"),
            ("type", "name=q", "tea"),
            ("sendKeys", "name=q", "${KEY_ENTER}"),
            ("selectFrame", "index=1", ""),
            ("click", "linkText=Details", ""),
            ("selectFrame", "relative=parent", ""),
            ("chooseOkOnNextConfirmation", "", ""),
            ("mouseOut", "id=x", ""),
            ("assertText", "css=h1", "Thanks"),
        ),
        outcome="success",
    )[0]
    assert words(run) == [
        'open "https://a.test/shop"',
        'select "Medium" in element',
        'fill element with "tea"',
        'press "Enter" in element',
        'click link "Details"',
        'wait until "Thanks" is shown',
    ]
    click = run.steps[4].action
    assert click.target is not None and len(click.target.frame) == 1 and click.dialog is not None


@pytest.mark.parametrize("command", [("executeScript", "return 1", "x"), ("if", "${a}", ""), ("type", "id=a", "${unknown}")])
def test_selenium_scripts_and_unknown_values_are_refused_naming_the_command(command: tuple[str, str, str]):
    with pytest.raises(InvalidReport) as caught:
        selenium_ide.read(side(("open", "/", ""), command))
    assert caught.value.step == 2


def history(*actions: tuple[dict[str, Any], Any, dict[str, Any]]) -> dict[str, Any]:
    return {
        "history": [
            {
                "model_output": {"next_goal": "go on", "action": [action]},
                "result": [result],
                "state": {"url": "http://a.test/", "title": "A", "interacted_element": [element], "tabs": []},
                "state_message": "<user_request>\nbuy shoes\n</user_request>",
            }
            for action, element, result in actions
        ]
    }


BOX = {"node_name": "INPUT", "attributes": {"type": "checkbox", "id": "cb"}, "x_path": "html/body/input", "ax_name": "Agree"}


def test_browser_use_elements_are_told_by_what_was_recorded_of_them():
    run = browser_use.read(
        history(
            ({"navigate": {"url": "http://a.test/"}}, None, {}),
            (
                {"input": {"index": 4, "text": "<secret>x_pw</secret>"}},
                BOX | {"attributes": {"type": "password"}, "ax_name": "Key"},
                {},
            ),
            ({"click": {"index": 5}}, BOX, {"metadata": {"checked": True}}),
            ({"click": {"index": 9}}, None, {"error": "Element not found"}),
            ({"scroll": {"down": True}}, None, {}),
            ({"done": {"text": "ok", "success": False}}, None, {"is_done": True, "success": False}),
        )
    )
    assert words(run) == [
        'open "http://a.test/"',
        'fill textbox "Key" with "{x_pw}"',
        'check checkbox "Agree"',
        'answer "ok"',
    ]
    assert (run.task, run.outcome, run.secrets) == ("buy shoes", "failure", ("x_pw",))


def test_a_browser_use_index_without_its_element_is_refused():
    with pytest.raises(InvalidReport) as caught:
        browser_use.read(history(({"navigate": {"url": "http://a.test/"}}, None, {}), ({"click": {"index": 5}}, None, {})))
    assert (caught.value.code, caught.value.step) == ("unresolved_reference", 2)


def test_workflow_use_recordings_are_read_and_templates_refused():
    steps = [
        {"type": "navigation", "url": "http://a.test/"},
        {"type": "input", "cssSelector": "#q", "elementTag": "INPUT", "targetText": "Search", "value": "tea"},
        {"type": "key_press", "cssSelector": "#q", "key": "Enter"},
        {"type": "extract", "goal": "x"},
    ]
    record = {"name": "search tea", "steps": steps, "input_schema": [{"name": "query", "type": "string"}]}
    assert words(workflow_use.read(record)) == [
        'open "http://a.test/"',
        'fill input "Search" with "tea"',
        'press "Enter" in element',
    ]
    steps[1]["value"] = "{query}"
    with pytest.raises(InvalidReport, match="placeholder_value"):
        workflow_use.read(record)


def traced(*calls: tuple[str, dict[str, Any], str]) -> bytes:
    events: list[dict[str, Any]] = [{"type": "context-options", "version": 10, "title": "buy tea"}]
    for n, (method, params, error) in enumerate(calls):
        events.append({"type": "before", "callId": f"c{n}", "class": "Frame", "method": method, "params": params})
        events.append(
            {"type": "after", "callId": f"c{n}"}
            | ({"error": {"message": error}} if error else {"result": {"value": "4.95"}})
        )
    held = io.BytesIO()
    with zipfile.ZipFile(held, "w") as archive:
        archive.writestr("trace.trace", "\n".join(json.dumps(e) for e in events))
    return held.getvalue()


def test_trace_selectors_tell_role_and_name_and_failed_calls_are_left_out():
    data = traced(
        ("goto", {"url": "http://a.test/"}, ""),
        ("queryCount", {"selector": "x"}, ""),
        ("fill", {"selector": 'internal:role=textbox[name="Say >> \\"hi\\""s] >> nth=0', "value": "tea"}, ""),
        ("fill", {"selector": 'internal:label="Password"i', "value": "Hunter2-99"}, ""),
        ("click", {"selector": 'iframe >> internal:control=enter-frame >> internal:testid=[data-testid="go"s]'}, ""),
        ("click", {"selector": 'internal:role=button[name="Nope"i]'}, "Timeout 500ms exceeded."),
        ("selectOption", {"selector": 'internal:role=combobox[name="Size"i]', "options": [{"valueOrLabel": "M"}]}, ""),
        ("innerText", {"selector": "p.price >> nth=0"}, ""),
    )
    run = playwright_trace.read(data, outcome="success")
    assert words(run) == [
        'open "http://a.test/"',
        'fill textbox "Say >> "hi"" with "tea"',
        'fill element "Password" with "{password}"',
        'click element "go"',
        'select "M" in combobox "Size"',
        "read element",
    ]
    assert run.task == "buy tea" and b"Hunter2" not in run.model_dump_json().encode()
    clicked = run.steps[3].action.target
    assert clicked is not None and [f.css for f in clicked.frame] == ["iframe"]
