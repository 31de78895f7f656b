"""Transcripts of agents and records of data sets, on small fixtures of our own."""

from __future__ import annotations

import json
from typing import Any

import pytest

from awm_mcp.errors import InvalidReport
from awm_mcp.formats import (
    atif,
    browsergym,
    claude_code,
    detect,
    mind2web,
    playwright_mcp,
    run_report,
)
from awm_mcp.model import Run

SNAPSHOT = """- main [ref=e1]:
  - textbox "Search" [ref=e2]
  - textbox "Password" [ref=e3]
  - checkbox "Agree" [ref=e4]
  - combobox "Size" [ref=e5]:
    - option "Small" [selected]
    - option "Medium"
  - list [ref=e6]:
    - listitem [ref=e7]:
      - text: Apple
      - button "Edit" [ref=e8]
    - listitem [ref=e9]:
      - text: Pear
      - button "Edit" [ref=e10]
  - 'link "Sale: now" [ref=e11] [cursor=pointer]':
    - /url: /sale
  - heading "Total US$44.95" [level=1] [ref=e12]
  - paragraph [ref=e13]: US$44.95
"""
PAGE = "### Page\n- Page URL: http://shop.test/a\n- Page Title: Shop\n"
LOOK = PAGE + f"### Snapshot\n```yaml\n{SNAPSHOT}```"


def ran(code: str) -> str:
    return f"### Ran Playwright code\n```js\n{code}\n```\n{PAGE}"


def wire(*calls: tuple[str, dict[str, Any], str], task: str = "Buy a pear", answer: str = "") -> str:
    lines: list[dict[str, Any]] = [{"task": task, "success": True}]
    for number, (name, args, text) in enumerate([("browser_navigate", {"url": "http://shop.test/a"}, PAGE), *calls], 1):
        params = {"name": name, "arguments": args}
        lines.append({"dir": "->", "jsonrpc": "2.0", "id": number, "method": "tools/call", "params": params})
        content = [{"type": "text", "text": text}]
        lines.append(
            {"dir": "<-", "jsonrpc": "2.0", "id": number, "result": {"content": content, "isError": "### Error" in text}}
        )
    return "\n".join(json.dumps(line) for line in [*lines, *([{"dir": "final", "text": answer}] if answer else [])])


def words(run: Run) -> list[str]:
    return [step.action.words() for step in run.steps]


def looked(*calls: tuple[str, dict[str, Any], str], **more: Any) -> Run:
    return playwright_mcp.read(wire(("browser_snapshot", {}, LOOK), *calls, **more))


def test_a_ref_is_resolved_by_the_snapshot_that_showed_it():
    run = looked(("browser_click", {"element": "edit pear", "target": "e10"}, PAGE))
    target = run.steps[1].action.target
    assert words(run)[1] == 'click button "Edit" in the row of "Pear"'
    assert target is not None and target.seen is not None and (target.seen.place, target.seen.equals) == (2, 2)
    assert "e10" not in run.model_dump_json()


def test_the_page_s_own_name_goes_before_the_code_s_label_with_option_texts():
    code = "await page.getByLabel('Size SmallMedium').selectOption('Medium');"
    run = looked(("browser_select_option", {"target": "e5", "values": ["Medium"]}, ran(code)))
    assert words(run)[1] == 'select "Medium" in combobox "Size"'


def test_the_code_alone_tells_the_element_in_javascript_and_in_python():
    js = "await page.locator('iframe').contentFrame().getByRole('button', { name: 'It\\'s \"in\"', exact: true }).click();"
    py = 'page.locator("iframe").content_frame.get_by_role("button", name="It\'s \\"in\\"", exact=True).click()'
    for code in (js, py):
        run = playwright_mcp.read(wire(("browser_click", {"target": "f1e2"}, ran(code))))
        target = run.steps[1].action.target
        assert target is not None and target.name is not None
        assert (target.role, target.name.literal, [f.css for f in target.frame]) == ("button", 'It\'s "in"', ["iframe"])


def test_a_ref_of_a_page_that_is_gone_does_not_rename_the_element():
    run = looked(("browser_click", {"target": "e10"}, ran("await page.getByRole('link', { name: 'Home' }).click();")))
    assert words(run)[1] == 'click link "Home"'


def test_a_bare_ref_is_refused_naming_the_call():
    with pytest.raises(InvalidReport) as caught:
        playwright_mcp.read(wire(("browser_click", {"element": "Buy", "ref": "e77"}, PAGE)))
    assert (caught.value.code, caught.value.step) == ("unresolved_reference", 2)


def test_failed_and_read_only_calls_are_no_steps():
    run = looked(
        ("browser_click", {"target": "e8"}, "### Error\nTimeout 5000ms exceeded"),
        ("browser_take_screenshot", {}, PAGE),
        ("browser_evaluate", {"function": "() => document.title"}, PAGE),
        ("browser_click", {"target": "e8"}, PAGE),
    )
    assert words(run)[1:] == ['click button "Edit" in the row of "Apple"']


def test_a_script_that_changes_the_page_leaves_the_run_unknown():
    change = ("browser_evaluate", {"function": "() => document.querySelector('#buy').click()"}, PAGE)
    text = wire(("browser_snapshot", {}, LOOK), change, ("browser_click", {"target": "e8"}, PAGE))
    parsed = run_report.parse({"task": "t", "outcome": "success", "steps": text})
    assert parsed.run.outcome == "unknown"
    assert any("needs review" in w for w in parsed.warnings)


def test_a_dialog_and_a_file_chooser_belong_to_the_click_before():
    modal = PAGE + '### Modal state\n- ["confirm" dialog with message "sure?"]: can be handled by browser_handle_dialog'
    run = looked(
        ("browser_click", {"target": "e8"}, modal),
        ("browser_handle_dialog", {"accept": True}, PAGE),
        (
            "browser_click",
            {"target": "e11"},
            PAGE + "### Modal state\n- [File chooser]: can be handled by browser_file_upload",
        ),
        ("browser_file_upload", {"paths": ["/tmp/a b.pdf"]}, PAGE),
    )
    dialog = run.steps[1].action.dialog
    assert dialog is not None and dialog.message is not None
    assert (dialog.kind, dialog.message.literal, dialog.accept) == ("confirm", "sure?", True)
    assert words(run)[2] == 'upload "/tmp/a b.pdf" to link "Sale: now"'


def test_forms_boxes_keys_and_tabs_become_typed_steps():
    fields = [{"target": "e2", "type": "textbox", "value": "tea"}, {"target": "e4", "type": "checkbox", "value": "true"}]
    tabs = "### Open tabs\n- 0: (current) [Shop](http://shop.test/a)\n- 1: [B](http://shop.test/b)\n"
    run = looked(
        ("browser_fill_form", {"fields": fields}, PAGE),
        ("browser_click", {"target": "e4"}, PAGE),
        ("browser_type", {"target": "e2", "text": "pear", "submit": True}, PAGE),
        ("browser_press_key", {"key": "ArrowDown"}, PAGE),
        ("browser_click", {"target": "e11"}, tabs + PAGE),
        ("browser_tabs", {"action": "select", "index": 1}, PAGE),
        ("browser_wait_for", {"text": "Thanks"}, PAGE),
    )
    assert words(run)[1:] == [
        'fill textbox "Search" with "tea"',
        'check checkbox "Agree"',
        'check checkbox "Agree"',
        'fill textbox "Search" with "pear"',
        'press "Enter" in textbox "Search"',
        'press "ArrowDown" in textbox "Search"',
        'click link "Sale: now"',
        'switch tab "1"',
        'wait until "Thanks" is shown',
    ]
    assert run.steps[7].action.opens == "popup"


def test_a_typed_secret_is_taken_from_the_code_and_hidden():
    code = "await page.getByRole('textbox', { name: 'Password' }).fill(process.env['SHOP_PW']);"
    run = looked(("browser_type", {"target": "e3", "text": "SHOP_PW"}, ran(code)))
    assert run.secrets == ("shop_pw",) and words(run)[1] == 'fill textbox "Password" with "{shop_pw}"'


def test_the_answer_is_read_where_the_last_page_shows_it():
    run = looked(("browser_click", {"target": "e8"}, PAGE), answer="US$44.95")
    read = run.steps[-2].action
    assert (read.type, read.target and read.target.role, read.target and read.target.text) == ("extract", "paragraph", None)
    assert run.answer == "US$44.95" and words(run)[-1] == 'answer "US$44.95"'


def test_a_session_file_reads_like_the_calls_in_it():
    session = "\n".join(
        f"### Tool call: browser_{name}\n- Args\n```json\n{json.dumps(args)}\n```\n"
        f"- Result\n```json\n{json.dumps(result)}\n```\n"
        for name, args, result in [
            (
                "navigate",
                {"url": "http://shop.test/a"},
                {"page": "- Page URL: http://shop.test/a\n- Page Title: Shop", "snapshot": SNAPSHOT},
            ),
            ("click", {"target": "e10"}, {"code": "await page.getByRole('button', { name: 'Edit' }).nth(1).click();"}),
            ("click", {"target": "e8"}, {"error": "Error: covered", "isError": True}),
        ]
    )
    assert detect.detect(session) == "playwright_mcp"
    run = playwright_mcp.read(session, task="Edit the pear", outcome="success")
    assert words(run) == ['open "http://shop.test/a"', 'click button "Edit" in the row of "Pear"']


def test_the_dialect_of_2025_with_inline_snapshots_is_read():
    old = (
        "- Ran Playwright code:\n```js\n// Click Edit\n"
        "await page.getByRole('button', { name: 'Edit' }).first().click();\n```\n\n"
        "- Page URL: http://shop.test/b\n- Page Title: B\n- Page Snapshot\n```yaml\n" + SNAPSHOT + "```"
    )
    calls = [
        {
            "name": "browser_navigate",
            "arguments": {"url": "http://shop.test/b"},
            "result": old.replace("await page.getByRole('button', { name: 'Edit' })", "x"),
        },
        {
            "name": "mcp__playwright__browser_click",
            "arguments": {"element": "Edit", "ref": "e8"},
            "result": {"content": [{"text": old}]},
        },
    ]
    assert words(playwright_mcp.read(calls, task="Edit"))[1] == 'click button "Edit" in the row of "Apple"'


def conversation(style: str) -> Any:
    steps = [("navigate", {"url": "http://shop.test/a"}, LOOK), ("click", {"target": "e10"}, PAGE)]
    if style == "anthropic":
        found: list[Any] = [{"role": "user", "content": "Edit the pear"}]
        for n, (name, args, text) in enumerate(steps):
            use = {"type": "tool_use", "id": f"t{n}", "name": f"mcp__playwright__browser_{name}", "input": args}
            found.append({"role": "assistant", "content": [{"type": "text", "text": f"Now {name}"}, use]})
            found.append({"role": "user", "content": [{"type": "tool_result", "tool_use_id": f"t{n}", "content": text}]})
        return [*found, {"role": "assistant", "content": "Done."}]
    found = [{"role": "user", "content": "Edit the pear"}]
    for n, (name, args, text) in enumerate(steps):
        call = {"id": f"t{n}", "type": "function", "function": {"name": f"browser_{name}", "arguments": json.dumps(args)}}
        found.append({"role": "assistant", "content": f"Now {name}", "tool_calls": [call]})
        found.append({"role": "tool", "tool_call_id": f"t{n}", "content": text})
    return {"messages": [*found, {"role": "assistant", "content": "Done."}]}


def as_claude_code() -> str:
    entries = [{"type": m["role"], "message": m} for m in conversation("anthropic")]
    return "\n".join(json.dumps(e) for e in [{"type": "summary", "summary": "x"}, *entries])


def as_atif() -> dict[str, Any]:
    steps: list[dict[str, Any]] = [{"step_id": 1, "source": "user", "message": "Edit the pear"}]
    for n, (name, args, text) in enumerate(
        [("navigate", {"url": "http://shop.test/a"}, LOOK), ("click", {"target": "e10"}, PAGE)]
    ):
        call = {"tool_call_id": f"c{n}", "function_name": f"browser_{name}", "arguments": args}
        observation = {"results": [{"source_call_id": f"c{n}", "content": text}]}
        steps.append(
            {"step_id": n + 2, "source": "agent", "message": f"Now {name}", "tool_calls": [call], "observation": observation}
        )
    return {"schema_version": "ATIF-v1.7", "agent": {"name": "a"}, "steps": steps, "extra": {"success": True}}


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("messages", conversation("anthropic")),
        ("messages", conversation("openai")),
        ("claude_code", as_claude_code()),
        ("atif", as_atif()),
    ],
)
def test_conversations_of_every_kind_give_the_same_steps(name: str, data: Any):
    assert detect.detect(data) == name
    run = detect.read_any(data)[0]
    assert run.task == "Edit the pear" and run.steps[1].reasoning == "Now click"
    assert words(run)[:2] == ['open "http://shop.test/a"', 'click button "Edit" in the row of "Pear"']


def test_readers_of_conversations_take_the_caller_s_word_on_the_outcome():
    assert claude_code.read(as_claude_code(), outcome="success").outcome == "success"
    assert atif.read(as_atif()).outcome == "success"


def test_mind2web_records_keep_role_label_operation_and_value():
    steps = [
        {"op": "CLICK", "role": "link", "label": "Hotels", "value": "", "observation": "<a>"},
        {"op": "TYPE", "role": "textbox", "label": "Where to", "value": "Miami", "observation": ""},
        {"op": "SELECT", "role": "combobox", "label": "Guests", "value": "2", "observation": ""},
    ]
    run = mind2web.read({"website": "stay", "task": "Book a hotel in Miami for 2", "steps": steps})
    assert words(run) == ['click link "Hotels"', 'fill textbox "Where to" with "Miami"', 'select "2" in combobox "Guests"']
    assert (run.site, run.outcome) == ("stay", "success")


def test_the_data_set_s_own_annotations_are_read_too():
    record = {
        "website": "stay",
        "confirmed_task": "Book",
        "action_reprs": ["[searchbox]  Where -> TYPE: Miami", "[button]   -> CLICK"],
        "actions": [
            {"operation": {"op": "TYPE", "value": "Miami"}},
            {"operation": {"op": "CLICK"}, "pos_candidates": [{"attributes": '{"aria_label": "Find"}'}]},
        ],
    }
    assert words(mind2web.read(record)) == ['fill searchbox "Where" with "Miami"', 'click button "Find"']


TREE = r"""RootWebArea 'Market', focused
	[1] banner ''
		[2] link 'My Account'
		[3] combobox '\ue615 Search', autocomplete='both'
	[4] table ''
		[5] row ''
			[6] gridcell '000000170'
			[7] link 'View "all" it\'s'
		[8] row ''
			[9] gridcell '000000171'
			[10] link 'View "all" it\'s'
	StaticText 'Show'
	[11] combobox '' value='10', hasPopup='menu'
	[a12]button'Go'
"""


def gym(*steps: dict[str, Any], reward: float = 1.0) -> dict[str, Any]:
    full = [{"url": "http://m.test/", "axtree_txt": TREE, "last_action_error": "", "think": None} | step for step in steps]
    return {"intent": "Look", "intent_template_id": 7, "cum_reward": reward, "steps": full}


def test_browsergym_bids_become_roles_and_names_without_glyphs():
    run = browsergym.read(
        gym(
            {"action": "fill('3', 'tea')\npress('3', 'Enter')", "think": "search"},
            {"action": "click('10')"},
            {"action": "select_option('11', '50')"},
            {"action": "click('a12')"},
            {"action": "send_msg_to_user('42')"},
            {"action": None},
        )
    )
    assert words(run) == [
        'fill combobox "Search" with "tea"',
        'press "Enter" in combobox "Search"',
        'click link "View "all" it\'s" in the row of "000000171"',
        'select "50" in combobox "Show"',
        'click button "Go"',
        'answer "42"',
    ]
    assert (run.template, run.outcome, run.answer, run.steps[0].reasoning) == ("7", "success", "42", "search")


@pytest.mark.parametrize(
    ("action", "read"),
    [
        ("fill(value='tea', bid='3')", ['fill combobox "Search" with "tea"']),
        ("press(key_comb='Enter', bid='3')", ['press "Enter" in combobox "Search"']),
        ("click('3')\nkeyboard_type('tea')", ['click combobox "Search"', 'fill combobox "Search" with "tea"']),
        ("focus('3')\nkeyboard_insert_text(text='tea')", ['fill combobox "Search" with "tea"']),
        ("I will look for tea:\nfill('3', 'tea')\nand go on.", ['fill combobox "Search" with "tea"']),
        ("fill('3', 'green\ntea')", ['fill combobox "Search" with "green tea"']),
        ("type [3] [green tea] [1]", ['fill combobox "Search" with "green tea"', 'press "Enter" in combobox "Search"']),
        ("new_tab()\ngoto(url='http://m.test/b')", ['open "http://m.test/b"']),
        ("scroll(0, 300)\nclick('2', button='right')", ['click link "My Account"']),
    ],
)
def test_every_spelling_of_a_browsergym_action_is_read(action: str, read: list[str]):
    assert [" ".join(said.split()) for said in words(browsergym.read(gym({"action": action}, {"action": None})))] == read


def test_a_right_click_stays_one_and_coordinates_among_words_are_refused():
    run = browsergym.read(gym({"action": "click('2', button='right', modifiers=['Shift'])"}, {"action": None}))
    assert (run.steps[0].action.button, run.steps[0].action.modifiers) == ("right", ("Shift",))
    with pytest.raises(InvalidReport):
        browsergym.read(gym({"action": "First noop() then mouse_click(3, 4) there"}))
    with pytest.raises(InvalidReport):
        browsergym.read(gym({"action": "keyboard_type('tea')"}))


def test_a_button_before_a_nameless_field_is_not_its_label():
    tree = "RootWebArea 'M'\n\t[1] button 'Create submission'\n\t[2] searchbox ''"
    run = browsergym.read(gym({"action": "fill('2', 'tea')", "axtree_txt": tree}))
    assert run.steps[0].action.target is not None
    assert run.steps[0].action.target.label is None


def test_an_action_failed_unless_the_page_shows_that_it_worked():
    timeout = "TimeoutError: Timeout 500ms exceeded.\n  - performing click action"
    lost = 'ValueError: Could not find element with bid "99"'
    run = browsergym.read(
        gym(
            {"action": "click('2')"},
            {"action": "click('99')", "last_action_error": timeout, "url": "http://m.test/account"},
            {"action": "click('a12')", "last_action_error": lost, "url": "http://m.test/account"},
            {"action": "click('2')", "last_action_error": timeout, "url": "http://m.test/account"},
            {"action": None, "url": "http://m.test/end"},
            reward=0.0,
        )
    )
    assert words(run) == ['click link "My Account"', 'click link "My Account"']
    assert run.outcome == "failure"


def test_browsergym_actions_are_parsed_and_never_run():
    for action in ("__import__('os').system('x')", "click(open('/etc/passwd').read())", "click('2'", "mouse_click(3, 4)"):
        with pytest.raises(InvalidReport) as caught:
            browsergym.read(gym({"action": "click('2')"}, {"action": action}))
        assert caught.value.step == 2


def test_files_of_several_records_are_read_one_by_one():
    good: dict[str, Any] = {
        "website": "a",
        "task": "t",
        "steps": [{"op": "CLICK", "role": "link", "label": "x", "value": ""}],
    }
    bad = {"website": "a", "task": "t", "steps": [{"op": "FLY", "role": "link", "label": "x", "value": ""}]}
    runs, problems = detect.read_each([good, bad, good])
    assert len(runs) == 2 and [p.code for p in problems] == ["unknown_action"]
