"""Run reports: the shape of DESIGN.md, the rig's shape, what is refused and what the refusal says."""

from __future__ import annotations

import json
from typing import Any

import pytest

from awm_mcp.errors import InvalidReport
from awm_mcp.formats import run_report


def report(*actions: dict[str, Any], **more: Any) -> dict[str, Any]:
    base = {"task": "Find the price of Dry Cat Food", "start_url": "http://shop.test:8000/", "outcome": "success"}
    return base | {"steps": [{"action": action} for action in actions]} | more


CLICK = {"type": "click", "target": {"role": "button", "name": "Search"}}


def refused(data: object) -> InvalidReport:
    with pytest.raises(InvalidReport) as caught:
        run_report.parse(data)
    return caught.value


def test_the_documented_shape_becomes_a_run():
    step = {
        "observation": "Home page with a search box",
        "url": "http://shop.test:8000/",
        "reasoning": "Search for it",
        "action": {"type": "fill", "target": {"role": "searchbox", "name": "Search", "css": "#q"}, "value": "Dry Cat Food"},
    }
    run = run_report.parse(report(answer="$12.99", agent="claude", task_id="t1") | {"steps": [step]}).run
    assert (run.site, run.origin, run.start_url) == ("shop.test:8000", "http://shop.test:8000", "http://shop.test:8000/")
    assert (run.outcome, run.answer, run.agent, run.task_id) == ("success", "$12.99", "claude", "t1")
    assert run.steps[0].action.words() == 'fill searchbox "Search" with "Dry Cat Food"'
    assert run.steps[0].observation == "Home page with a search box"


def test_json_text_reads_like_the_object_it_stands_for():
    data = report(CLICK)
    assert run_report.parse(json.dumps(data)) == run_report.parse(data)
    assert run_report.parse(data | {"steps": json.dumps(data["steps"])}) == run_report.parse(data)


@pytest.mark.parametrize(
    ("said", "outcome"),
    [
        ({"outcome": "solved"}, "success"),
        ({"outcome": None, "success": True}, "success"),
        ({"outcome": None, "success": False}, "failure"),
        ({"outcome": None, "reward": 1.0}, "success"),
        ({"outcome": None, "reward": 0.5}, "failure"),
        ({"outcome": None}, "unknown"),
    ],
)
def test_the_outcome_is_taken_from_word_flag_or_reward(said: dict[str, Any], outcome: str):
    assert run_report.parse(report(CLICK, **said)).run.outcome == outcome


def test_what_is_there_to_judge_a_learner_is_kept_out_of_the_run():
    run = run_report.parse(
        report(CLICK, params={"x": "judge-me"}, intent_template="judge {x}", expected=[{"a": "judge"}])
    ).run
    assert "judge" not in run.model_dump_json()


@pytest.mark.parametrize(
    ("action", "words"),
    [
        ({"type": "type", "target": {"label": "Name"}, "text": "Ada"}, 'fill element "Name" with "Ada"'),
        ({"type": "navigate", "url": "http://shop.test:8000/a"}, 'open "http://shop.test:8000/a"'),
        ({"type": "select_option", "selector": "#size", "option": "M"}, 'select "M" in element'),
        ({"type": "keypress", "key": "RETURN"}, 'press "Enter"'),
        ({"type": "send_keys", "keys": ["ctrl", "a"]}, 'press "Control+a"'),
        ({"type": "uncheck", "target": {"role": "checkbox", "name": "News"}}, 'uncheck checkbox "News"'),
        ({"type": "done", "answer": "42"}, 'answer "42"'),
        ({"type": "click", "target": "role=button[name='Go']"}, 'click button "Go"'),
        ({"type": "click", "target": "text=Go on"}, 'click element "Go on"'),
        ({"type": "click", "target": {"data-testid": "go"}}, 'click element "go"'),
        ({"type": "drag", "target": {"text": "A"}, "to": {"text": "B"}}, 'drag element "A" to element "B"'),
    ],
)
def test_other_spellings_of_actions_are_understood(action: dict[str, Any], words: str):
    assert run_report.parse(report(action)).run.steps[0].action.words() == words


@pytest.mark.parametrize(
    "chosen", [{"value": "M"}, {"values": ["M"]}, {"values": "M"}, {"options": ["M"]}, {"option": ["M"]}, {"text": "M"}]
)
def test_one_option_is_the_same_alone_and_in_a_list_under_any_word(chosen: dict[str, Any]):
    action = run_report.parse(report({"type": "select", "target": {"label": "Size"}, **chosen})).run.steps[0].action
    assert (action.value and action.value.literal, action.values) == ("M", ())


def test_submitting_a_field_is_one_press_of_enter_after_it():
    steps = run_report.parse(report({"type": "type", "target": {"name": "Search"}, "text": "tea", "submit": True})).run.steps
    assert [s.action.words() for s in steps] == ['fill element "Search" with "tea"', 'press "Enter" in element "Search"']


def test_text_typed_inside_a_key_step_is_split_into_text_and_key():
    steps = run_report.parse(
        report({"type": "press", "target": {"name": "Search"}, "value": "browser-use{Enter}"})
    ).run.steps
    assert [(s.action.type, s.action.value.words()) for s in steps if s.action.value] == [
        ("fill", "browser-use"),
        ("press", "Enter"),
    ]


@pytest.mark.parametrize(
    "text", ["{name}", "{{q}}", "${HOME}", "%s", "a\nb", "\\\\", "שלום", "👩‍👩‍👧", 'O\'Brien "x"', "{Enter}", "\x00"]
)
def test_typed_braces_quotes_and_scripts_survive_unchanged(text: str):
    action = run_report.parse(report({"type": "fill", "target": {"name": "Note"}, "value": text})).run.steps[0].action
    assert action.value is not None and action.value.literal == text


def test_frames_are_read_from_a_selector_or_a_list_of_them():
    one = {"type": "click", "target": {"name": "Save", "frame": "iframe.editor"}}
    two = {"type": "click", "target": {"name": "Save", "frame": ["#outer", {"title": "Inner"}]}}
    first, second = (s.action.target for s in run_report.parse(report(one, two)).run.steps)
    assert first and [f.css for f in first.frame] == ["iframe.editor"]
    assert second and [(f.css, f.title) for f in second.frame] == [("#outer", None), (None, "Inner")]


def test_unknown_fields_are_warned_of_and_do_no_harm():
    parsed = run_report.parse(report({"type": "click", "target": {"name": "Go", "colour": "red"}, "mood": "good"}))
    assert any("'colour'" in w for w in parsed.warnings) and any("'mood'" in w for w in parsed.warnings)
    assert len(parsed.run.steps) == 1


def test_steps_that_only_look_or_that_failed_are_left_out_with_a_warning():
    data = report(CLICK, {"type": "screenshot"}, {"type": "wait", "value": "3"})
    data["steps"].append({"action": CLICK, "error": "Timeout 5000ms exceeded"})
    parsed = run_report.parse(data)
    assert len(parsed.run.steps) == 1
    assert [w.split(":")[0].split(" failed")[0] for w in parsed.warnings] == ["step 2", "step 3", "step 4"]


def test_the_site_is_found_in_the_first_goto_or_in_the_steps():
    goto = run_report.parse(report({"type": "goto", "value": "https://a.test/x"}, CLICK, start_url=None)).run
    assert (goto.site, goto.start_url) == ("a.test", "https://a.test/x")
    page = run_report.parse({"task": "t", "steps": [{"url": "https://b.test/y", "action": CLICK}]}).run
    assert (page.site, page.start_url) == ("b.test", "https://b.test/y")
    named = run_report.parse(report(CLICK, start_url=None, site="Shop.TEST")).run
    assert (named.site, named.origin) == ("shop.test", "https://shop.test")
    assert run_report.parse(report(CLICK, start_url=None), default_origin="http://c.test:1").run.site == "c.test:1"


def test_a_report_without_any_address_says_what_to_add():
    problem = refused(report(CLICK, start_url=None))
    assert problem.code == "site_missing" and "start_url" in problem.next


def test_problems_name_their_steps_and_come_together():
    problem = refused(report(CLICK, {"type": "click"}, {"type": "fly"}, {"type": "fill", "target": {"name": "x"}}))
    assert problem.step == 2
    assert "step 2: 'click' needs a 'target'" in problem.expected
    assert "step 3" in problem.seen and "step 4" in problem.seen


def test_no_more_than_five_problems_are_told():
    problem = refused(report(*[{"type": "click"}] * 9))
    assert "and 4 more" in problem.seen


def test_a_bare_snapshot_reference_is_refused_with_the_way_out():
    problem = refused(report(CLICK, {"type": "click", "target": {"ref": "e12"}}))
    assert (problem.code, problem.step) == ("unresolved_reference", 2)
    assert "role and name" in problem.next
    assert refused(report({"type": "click", "target": "e12"})).code == "unresolved_reference"


CUT = ["aaaa… [truncated]", "aaaa…[cut]", "aaaa... (120 more characters)", "x [...]", "aaa... (truncated)"]


@pytest.mark.parametrize("text", [*CUT, "aa <truncated 9 chars>", "aa [300 more characters]", "aa (30 characters omitted)"])
def test_a_value_that_was_cut_before_it_was_recorded_is_refused(text: str):
    assert refused(report({"type": "fill", "target": {"name": "Body"}, "value": text})).code == "cut_value"


@pytest.mark.parametrize("text", ["a tweet (280 characters)", "fine (cut to size)", "a < b > c", "wait..."])
def test_an_ordinary_end_of_a_text_is_no_mark_of_a_cut(text: str):
    run_report.parse(report({"type": "fill", "target": {"name": "Body"}, "value": text}))


def test_half_of_a_surrogate_pair_is_refused_naming_the_place():
    problem = refused(report({"type": "fill", "target": {"name": "Body"}, "value": "ab\ud83d"}))
    assert problem.code == "invalid_text" and "steps[1].action.value" in problem.expected and "\\ud83d" in problem.seen


@pytest.mark.parametrize("steps", [[], "", None, 7, [None], ["click"], [[]], {}, "nonsense"])
def test_steps_that_are_none_are_refused(steps: object):
    assert isinstance(refused(report() | {"steps": steps}), InvalidReport)


def test_too_many_steps_and_too_long_texts_are_refused():
    assert refused(report(*[CLICK] * 501)).code == "too_many_steps"
    assert refused(report({"type": "fill", "target": {"name": "x"}, "value": "a" * 100_001})).code == "text_too_long"
    assert refused(report(CLICK, task="")).code == "task_missing"
    assert refused(report(CLICK, outcome="maybe so")).code == "unknown_outcome"


@pytest.mark.parametrize("data", [None, 3, "", "hello", [], {}, "{", "[1,2", b"\xff\x00", {"steps": {"a": 1}}])
def test_what_is_no_report_is_refused_and_says_what_would_be(data: object):
    assert refused(data).expected


def test_a_dialog_stays_with_the_action_that_opened_it():
    dialog = {"kind": "confirm", "message": "Sure?", "accept": False}
    action = run_report.parse(report(CLICK | {"dialog": dialog})).run.steps[0].action
    assert action.dialog is not None and (action.dialog.kind, action.dialog.accept) == ("confirm", False)


def test_a_transcript_can_stand_in_for_the_steps_and_the_reporter_has_the_last_word():
    code = "page.goto('http://shop.test:8000/')\npage.get_by_role('link', name='Cart').click()\n"
    for key in ("steps", "transcript"):
        data: dict[str, Any] = {"task": "Open the cart", "outcome": "success", key: code}
        run = run_report.parse(data).run
        assert (run.source, run.outcome, run.task, len(run.steps)) == ("playwright_codegen", "success", "Open the cart", 2)


@pytest.mark.parametrize("site", ["file:///etc/passwd", "javascript:alert(1)", "chrome://settings"])
def test_a_site_that_is_no_web_site_is_refused(site: str) -> None:
    with pytest.raises(InvalidReport) as caught:
        run_report.parse(
            {"task": "x", "outcome": "success", "site": site, "steps": [{"action": {"type": "press", "value": "Enter"}}]}
        )
    assert caught.value.code == "site_missing"


def test_a_report_without_anything_is_told_what_is_missing_first() -> None:
    empty = {"task": "", "outcome": "maybe"}
    assert refused(empty).code == "task_missing"


@pytest.mark.parametrize("kind", ["fill", "goto", "press", "select", "wait_for", "choose", "upload"])
def test_an_object_in_the_place_of_a_text_is_refused_with_step_field_and_a_whole_step(kind: str):
    said = refused(report(CLICK, {"type": kind, "target": {"role": "textbox", "name": "Search"}, "value": {"a": 1}}))
    assert (said.code, said.step) == ("unfit_value", 2)
    assert said.expected == f"step 2: the value of the {kind!r} as a text"
    assert said.seen == "an object: {'a': 1}"
    assert f'"type": "{kind}"' in said.next
    assert said.next.endswith("nothing of the report was stored: send all of it again")


def test_an_object_read_off_a_page_is_left_out_and_the_reporter_is_told():
    read = {"type": "extract", "target": {"css": "p.price"}, "value": {"price": 3}, "output": "price"}
    parsed = run_report.parse(report(CLICK, read))
    assert parsed.run.steps[1].action.value is None
    assert parsed.warnings == ("step 2: the value of the 'extract' is an object and was left out: only a text can be kept",)


@pytest.mark.parametrize(
    "words", ["the box", "Search", "Suchfeld oben rechts", "検索", "the search box.", "Search, please!"]
)
def test_words_in_the_place_of_a_target_are_refused_and_not_taken_for_a_selector(words: str):
    said = refused(report(CLICK, {"type": "click", "target": words}))
    assert (said.code, said.step) == ("target_missing", 2)
    assert words in said.seen
    assert '{"role": "button", "name": "Search"}' in said.next


@pytest.mark.parametrize(
    "selector",
    ["#q", "form button", "button", "my-button", "td a", ".card h3 a", "input[name=q]", "a:nth-child(2)", "p.price"],
)
def test_a_selector_alone_is_a_target(selector: str):
    assert run_report.parse(report({"type": "click", "target": selector})).run.steps[0].action.target is not None


def test_an_object_as_the_name_of_a_target_is_refused():
    said = refused(report({"type": "click", "target": {"role": "button", "name": {"a": 1}}}))
    assert (said.code, said.seen) == ("target_missing", "'name' given as {'a': 1}, which is no text")


def test_an_observation_that_is_no_text_is_told_as_left_out():
    data = report(CLICK)
    data["steps"][0]["observation"] = {"title": "Home"}
    assert run_report.parse(data).warnings == ("step 1: 'observation' is no text and was left out",)


def _reported(site: str, url: str, **more: str) -> tuple[str, tuple[str, ...]]:
    click = {"type": "click", "target": {"role": "button", "name": "Go"}}
    steps = [{"url": url, "action": click}]
    parsed = run_report.parse({"task": "Go", "outcome": "success", "site": site, "steps": steps, **more})
    return parsed.run.site, parsed.warnings


def test_a_site_called_by_a_word_is_the_one_its_steps_were_done_on() -> None:
    site, warnings = _reported("tiny", "http://127.0.0.1:8778/prefs")
    assert site == "127.0.0.1:8778"
    said = "site 'tiny' was taken for 127.0.0.1:8778, where all its steps were done: a site is its host and port"
    assert warnings == (said,)
    assert _reported("intranet", "http://intranet/a") == ("intranet", ())
    assert _reported("intranet", "/a") == ("intranet", ())


def test_steps_on_another_host_than_the_site_that_is_said_are_told() -> None:
    site, warnings = _reported("shop.example", "https://other.example/a")
    assert site == "shop.example"
    assert warnings == ("no step has an address on shop.example, which is said to be its site; they are on other.example",)
    assert _reported("shop.example", "https://shop.example/a") == ("shop.example", ())
