# ruff: noqa: E501  pages are easier to read as the markup they are
"""What a repair leaves behind: the target as it is known from now on, and what may never be taken in its place."""

from __future__ import annotations

import pytest
from core_stage import LOG, READ, Stand, param, seldom, step, t

from awm_mcp.model import Expectation, FlowStep, ForEach, Gap, Landmark, Outcome, Param, Target, Text, value
from awm_mcp.replay.port import RepairChoice, RepairQuestion

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]
SAFE, ASK = {"repair": "safe"}, {"repair": "ask"}
MAIN = (Landmark(role="main"),)


def page(name: str, more: str = "", tag: str = "button") -> str:
    return f"<main><h1>Task</h1><{tag} onclick=\"say('done')\" {more}>{name}</{tag}></main>{LOG}"


async def heal(stand: Stand, target: Target, html: str, **more) -> tuple[Outcome, Target]:
    """The outcome of a click on a target under another name, and the target as it is known from then on."""
    outcome = await stand.play(step("click", target), READ, page=html, settings=SAFE, **more)
    assert outcome.status == "ok", outcome
    assert len(outcome.healed) == 1
    (healed,) = outcome.healed_targets
    assert healed.step == 1
    assert healed.was == target
    return outcome, healed.target


async def test_a_healed_target_is_found_without_healing_and_remembers_what_it_was(stand: Stand):
    target = t(role="button", name="Save", landmarks=MAIN, css="main > button")
    _, healed = await heal(stand, target, page("Save changes"))
    assert healed == target.model_copy(update={"name": value("Save changes"), "formerly": (target,)})
    again = await stand.play(step("click", healed), READ, page=page("Save changes"))
    assert (again.status, again.healed, again.healed_targets) == ("ok", (), ())
    assert again.outputs == {"log": "done;"}


async def test_a_page_that_went_back_to_its_old_words_is_understood(stand: Stand):
    target = t(role="button", name="Save", landmarks=MAIN)
    _, healed = await heal(stand, target, page("Save changes"))
    back = await stand.play(step("click", healed), READ, page=page("Save"))
    assert (back.status, back.healed) == ("ok", ())
    assert back.outputs == {"log": "done;"}
    assert back.steps[0].note == 'found as button "Save", as it was called before'


async def test_the_old_name_is_meant_where_both_are_there_again(stand: Stand):
    healed = t(role="button", name="Store", formerly=(t(role="button", name="Save"),))
    html = f"<main><button onclick=\"say('shop')\">Store</button><button onclick=\"say('saved')\">Save</button></main>{LOG}"
    outcome = await stand.play(step("click", healed), READ, page=html)
    assert outcome.outputs == {"log": "saved;"}


async def test_an_optional_step_under_its_former_name_is_not_skipped(stand: Stand):
    healed = t(role="button", name="Store", formerly=(t(role="button", name="Save"),))
    outcome = await stand.play(step("click", healed, optional=True), READ, page=page("Save"))
    assert outcome.outputs == {"log": "done;"}


async def test_what_was_healed_twice_is_known_under_all_its_names(stand: Stand):
    target = t(role="button", name="Save", landmarks=MAIN)
    _, once = await heal(stand, target, page("Save changes"))
    _, twice = await heal(stand, once, page("Store changes"))
    assert [former.name for former in twice.formerly] == [value("Save changes"), value("Save")]
    assert all(not former.formerly for former in twice.formerly)


async def test_a_field_is_healed_by_its_label(stand: Stand):
    html = f"<form><label>E-mail <input name=mail oninput=\"say('typed')\"></label></form>{LOG}"
    target = t(role="textbox", name="Email address", label="Email address", attrs={"name": "mail"})
    outcome = await stand.play(step("fill", target, "a"), READ, page=html, settings=SAFE)
    assert outcome.status == "ok"
    assert outcome.healed_targets[0].target.label == value("E-mail")
    assert outcome.healed_targets[0].target.name == value("E-mail")


async def test_a_number_in_a_name_stays_open_when_it_was(stand: Stand):
    target = t(role="button", name=value([Text(text="Inbox "), Gap(gap="number")]), landmarks=MAIN)
    _, healed = await heal(stand, target, page("Messages 19"))
    again = await stand.play(step("click", healed), READ, page=page("Messages 4"))
    assert (again.status, again.healed) == ("ok", ())


async def test_a_new_name_that_holds_a_value_of_the_call_is_told_but_not_kept(stand: Stand):
    target = t(role="button", name="Save item", testid="save", landmarks=MAIN)
    outcome = await stand.play(
        step("click", target), READ, page=page("Save item lamp", "data-testid=save"), settings=SAFE, args={"item": "Lamp"}
    )
    assert outcome.healed == ('button "Save item" -> button "Save item lamp"',)
    assert outcome.healed_targets == ()


async def test_the_row_of_a_healed_target_is_still_the_callers(stand: Stand):
    rows = "".join(f"<li><b>{name}</b> <button onclick=\"say('{name}')\">%s</button></li>" for name in ("Ann", "Bob"))
    target = t(role="button", name="Edit", row=param("who"))
    given = {"args": {"who": "Bob"}, "settings": SAFE}
    outcome = await stand.play(step("click", target), READ, page=f"<ul>{rows % ('Modify', 'Modify')}</ul>{LOG}", **given)
    assert outcome.outputs == {"log": "Bob;"}
    (healed,) = outcome.healed_targets
    assert healed.target.row == value([Param(param="who")])
    again = await stand.play(
        step("click", healed.target), READ, page=f"<ul>{rows % ('Modify', 'Modify')}</ul>{LOG}", args={"who": "Ann"}
    )
    assert (again.outputs, again.healed) == ({"log": "Ann;"}, ())


async def test_a_target_that_is_known_by_a_secret_only_is_not_kept(stand: Stand, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("AWM_SECRET_X_CODE", "hunter22")
    target = t(role="button", name="Save item", testid="save", landmarks=MAIN)
    outcome = await stand.play(
        step("click", target), READ, page=page("Save item hunter22", "data-testid=save"), settings=SAFE
    )
    assert outcome.status == "ok"
    assert "hunter22" not in outcome.model_dump_json()
    assert outcome.healed_targets == ()


async def test_a_repeated_step_is_healed_once(stand: Stand):
    html = page("Store", "id=b")
    block = {"item": "item", "parameter": "items", "steps": [step("click", t(role="button", name="Save", landmarks=MAIN))]}
    outcome = await stand.play(
        FlowStep(for_each=ForEach.model_validate(block)), READ, page=html, settings=SAFE, args={"items": ["a", "b", "c"]}
    )
    assert outcome.outputs == {"log": "done;done;done;"}
    assert outcome.healed == ('button "Save" -> button "Store"',)
    assert len(outcome.healed_targets) == 1


async def test_what_was_healed_is_told_also_when_the_replay_stops_later(stand: Stand):
    html = page("Store")
    outcome = await stand.play(
        step("click", t(role="button", name="Save", landmarks=MAIN)),
        step("click", t(role="link", name="Out")),
        page=html,
        settings=SAFE,
    )
    assert outcome.status == "target_not_found"
    assert outcome.healed == ('button "Save" -> button "Store"',)


async def test_what_was_healed_is_told_when_the_very_step_stops(stand: Stand):
    html = f"<main><button onclick=\"say('stored')\">Store</button></main>{LOG}"
    click = step("click", t(role="button", name="Save", landmarks=MAIN), expect=Expectation(text=value("All is saved")))
    outcome = await stand.play(click, page=html, settings=SAFE)
    assert outcome.stopped is not None
    assert outcome.stopped.code == "not_as_expected"
    assert outcome.healed == ('button "Save" -> button "Store"',)


async def test_a_dialog_put_away_is_told_when_the_step_stops(stand: Stand):
    html = """<main><button disabled>Print</button></main>
      <div role=dialog aria-label=News style="position:fixed;inset:0;background:#eee"><button onclick="this.parentElement.remove()">No thanks</button></div>"""
    both = html.replace("disabled", "").replace(
        "</button></main>",
        "</button></main><script>document.querySelector('main button').addEventListener('click', () => {})</script>",
    )
    outcome = await stand.play(step("click", t(role="button", name="Print"), expect={"text": "Printed"}), page=both)
    assert outcome.status == "step_failed"
    assert outcome.dismissed == ("closed dialog \"News\" with 'No thanks'",)


async def test_a_writing_step_of_a_destructive_workflow_is_never_repaired(stand: Stand):
    target = t(role="button", name="Save", testid="save")
    outcome = await stand.play(
        step("click", target, writes=True), READ, page=page("Store", "data-testid=save"), settings=SAFE, risk="destructive"
    )
    assert outcome.status == "target_not_found"


async def test_a_reading_step_does_not_send_a_form_in_its_targets_place(stand: Stand):
    stand.site.pages["/s"] = "sent"
    html = f'<main><form method=post action="/s"><button>Display details</button></form></main>{LOG}'
    outcome = await stand.play(step("click", t(role="button", name="Show details")), page=html, settings=SAFE)
    assert outcome.stopped is not None
    assert outcome.stopped.code == "repair_would_write"
    assert stand.sent() == []


async def ask(stand: Stand, html: str, **request) -> Outcome:
    target = t(role="button", name="Save", landmarks=MAIN)
    return await stand.play(step("click", target), READ, page=html, settings=ASK, request=request)


async def test_a_proposal_names_the_element_and_is_taken_when_it_is_accepted(stand: Stand):
    asked = await ask(stand, page("Store"), keep_page=True)
    assert asked.status == "needs_input"
    assert asked.stopped is not None
    assert asked.stopped.code == "repair_proposed"
    assert asked.stopped.options == ('button "Store"',)
    assert "choice='button \"Store\"'" in asked.next
    assert "from_step=1" in asked.next
    done = await ask(stand, page("Store"), resume=asked.handle, from_step=1, choice=asked.stopped.options[0])
    assert (done.status, done.outputs) == ("ok", {"log": "done;"})
    assert done.healed == ('button "Save" -> button "Store"',)
    assert len(done.healed_targets) == 1


async def test_another_element_than_the_proposed_one_cannot_be_accepted(stand: Stand):
    html = f"<main><button onclick=\"say('stored')\">Store</button><button onclick=\"say('help')\">Help</button></main>{LOG}"
    asked = await ask(stand, html, keep_page=True)
    refused = await ask(stand, html, resume=asked.handle, from_step=1, choice='button "Help"', keep_page=True)
    assert refused.stopped is not None
    assert refused.stopped.code == "no_such_choice"
    assert 'button "Store"' in refused.stopped.expected
    assert refused.handle == asked.handle
    accepted = {"resume": refused.handle, "from_step": 1, "choice": 'button "Store"'}
    assert (await ask(stand, html, **accepted)).status == "ok"


async def test_what_was_accepted_before_a_further_stop_is_kept_with_what_is_accepted_later(stand: Stand):
    html = f"<main><button onclick=\"say('stored')\">Store</button><button onclick=\"say('shown')\">View list</button></main>{LOG}"
    steps = [step("click", t(role="button", name=name, landmarks=MAIN)) for name in ("Save", "Show list")]
    asked, accepted = await stand.play(*steps, READ, page=html, settings=ASK, request={"keep_page": True}), []
    while asked.stopped is not None:
        accepted.append(asked.stopped.options[0])
        go_on = {"resume": asked.handle, "from_step": asked.stopped.step, "choice": accepted[-1], "keep_page": True}
        asked = await stand.play(*steps, READ, page=html, settings=ASK, request=go_on)
    assert accepted == ['button "Store"', 'button "View list"']
    assert (asked.status, asked.outputs) == ("ok", {"log": "stored;shown;"})
    assert [one.step for one in asked.healed_targets] == [1, 2]


class Chooser:
    """A repairer that answers what it was told to, and keeps what it was asked."""

    def __init__(self, index: int | None, reason: str = "") -> None:
        self.choice, self.asked = RepairChoice(index=index, reason=reason), list[RepairQuestion]()

    async def choose(self, question: RepairQuestion, site: str) -> RepairChoice:
        self.asked.append(question)
        return self.choice


async def choose(
    stand: Stand, chooser: Chooser, html: str, *, writes: bool = False, name: str = "Save", **settings
) -> Outcome:
    stand.site.pages["/"] = html
    flow = stand.workflow(step("click", t(role="button", name=name, testid="save", landmarks=MAIN), writes=writes), READ)
    replayer = stand.replayer(**{**SAFE, **settings})
    replayer._repairer = chooser
    return await replayer.replay(stand.request(flow))


OTHER_WORDS = f"<main><button onclick=\"say('help')\">Help</button><button onclick=\"say('done')\">Sichern</button><a href=#x>Sichern</a><button data-testid=other>Merken</button></main>{LOG}"


async def test_where_the_rules_have_no_choice_the_other_repairer_is_asked_once(stand: Stand):
    chooser = Chooser(1)
    outcome = await choose(stand, chooser, OTHER_WORDS)
    assert outcome.outputs == {"log": "done;"}
    assert outcome.healed == ('button "Save" -> button "Sichern"',)
    (asked,) = chooser.asked
    assert asked.wanted == 'button "Save"'
    assert [one.words for one in asked.candidates] == ['button "Help"', 'button "Sichern"']
    assert outcome.healed_targets[0].target.name == value("Sichern")


async def test_the_other_repairer_is_not_asked_where_the_rules_know(stand: Stand):
    chooser = Chooser(0)
    outcome = await choose(stand, chooser, page("Save changes"))
    assert outcome.status == "ok"
    assert chooser.asked == []


@pytest.mark.parametrize("index", [None, -1, 7])
async def test_no_choice_and_one_that_does_not_exist_are_none(stand: Stand, index: int | None):
    assert (await choose(stand, Chooser(index), OTHER_WORDS)).status == "target_not_found"


@pytest.mark.parametrize("name", ["Delete", "Pay now", "Cancel"])
async def test_a_choice_that_destroys_is_not_taken(stand: Stand, name: str):
    assert (await choose(stand, Chooser(0), page(name))).status == "target_not_found"


async def test_a_reading_step_does_not_take_a_guess_that_sounds_like_writing(stand: Stand):
    outcome = await choose(stand, Chooser(0), page("Submit"), name="Overview")
    assert outcome.stopped is not None
    assert outcome.stopped.code == "repair_would_write"


async def test_without_repair_a_stop_names_what_may_be_meant_and_takes_nothing(stand: Stand):
    html = f"<main><button onclick=\"say('store')\">Store</button><button onclick=\"say('help')\">Sale help</button></main>{LOG}"
    outcome = await stand.play(step("click", t(role="button", name="Save")), READ, page=html)
    assert outcome.status == "target_not_found" and outcome.stopped is not None
    first = outcome.stopped.candidates[0]
    assert (first.element, first.why_not) == ('button "Store"', "it has another name, which may mean the same")
    near = await stand.play(step("click", t(role="button", name="Save")), page=page("Save changes"))
    assert near.stopped is not None
    assert [one.element for one in near.stopped.candidates] == ['button "Save changes"']


async def test_the_opposite_is_not_even_offered(stand: Stand):
    chooser = Chooser(0)
    outcome = await choose(stand, chooser, page("Hide list"), name="Show list")
    assert outcome.status == "target_not_found"
    assert chooser.asked == []


async def test_a_step_that_writes_takes_no_choice_without_a_witness(stand: Stand):
    assert (await choose(stand, Chooser(1), OTHER_WORDS, writes=True)).status == "target_not_found"
    witnessed = await choose(stand, Chooser(0), page("Sichern", "data-testid=save"), writes=True)
    assert witnessed.outputs == {"log": "done;"}


async def test_the_other_repairer_is_not_asked_while_repair_is_off(stand: Stand):
    chooser = Chooser(0)
    assert (await choose(stand, chooser, page("Sichern"), repair="off")).status == "target_not_found"
    assert chooser.asked == []


OPEN = step("click", t(role="link", name="Contact us"), expect=Expectation(url=value("/contact")))


async def test_a_link_is_where_it_leads_whatever_it_is_called(stand: Stand):
    stand.site.pages["/contact"] = "<h1>Contact</h1>"
    html = '<a href="/help">Help</a><a href="/contact">Say hello</a><footer><a href="/contact">We listen</a></footer>'
    outcome = await stand.play(OPEN, page=html, settings=SAFE)
    assert (outcome.status, stand.site.paths()[-1]) == ("ok", "/contact")
    assert len(outcome.healed) == 1


async def test_a_link_to_another_page_is_not_taken_for_its_place(stand: Stand):
    outcome = await stand.play(
        OPEN, page='<a href="/about">Say hello</a><a href="/contact?topic=1">We listen</a>', settings=SAFE
    )
    assert outcome.status == "target_not_found"
    assert "/about" not in stand.site.paths()


FILLED = (
    """<main><form><input type=number name=pieces aria-label=Pieces><button type=button onclick="say('added')">{name}</button></form>
<form><input name=q aria-label=Find><button type=button onclick="say('{other}')">Add to list</button></form></main>"""
    + LOG
)
PUT = step("click", t(role="button", name="Add to cart", landmarks=MAIN), writes=True)


async def test_what_was_filled_in_is_sent_by_the_one_button_of_its_form(stand: Stand):
    fill = step("fill", t(role="spinbutton", name="Pieces", label="Pieces"), "3")
    html = FILLED.replace("{name}", "Add to basket").replace("{other}", "wrong")
    healed = await stand.play(fill, PUT, READ, page=html, settings=SAFE)
    assert (healed.status, healed.outputs) == ("ok", {"log": "added;"})


async def test_a_button_of_a_form_that_was_not_filled_in_is_not_pressed(stand: Stand):
    fill = step("fill", t(role="searchbox", name="Find", label="Find"), "mug")
    html = (
        FILLED.replace("{name}", "Add to basket")
        .replace("{other}", "wrong")
        .replace("Add to list", "Look")
        .replace("name=q", "type=search name=q")
    )
    stopped = await stand.play(fill, PUT, READ, page=html, settings=SAFE)
    assert (stopped.status, stopped.outputs) == ("target_not_found", {})


COVERED = """<nav><button aria-haspopup=true aria-expanded=false onclick="list.hidden = false">More</button><ul id=list hidden>
<li><a href="/contact">We listen</a></li></ul></nav><div id=dark style="position:fixed;inset:0;background:#0008"><div role=dialog
aria-modal=true aria-label=News><button aria-label=Close onclick="dark.remove()">×</button><p>Four letters a year.</p></div></div>"""


async def test_a_menu_under_a_dialog_that_darkens_the_page_is_opened_after_the_dialog_is_closed(stand: Stand):
    stand.site.pages["/contact"] = "<h1>Contact</h1>"
    outcome = await stand.play(OPEN, page=COVERED, settings=SAFE)
    assert (outcome.status, stand.site.paths()[-1]) == ("ok", "/contact")
    assert len(outcome.dismissed) == 1


BESIDE = "<button onclick=\"say('comment')\">Comment</button>"
HEALED_ONCE = t(
    role="button", name="Close", formerly=(t(role="button", name="Mark as closed"), t(role="button", name="Close issue"))
)


@pytest.mark.parametrize(
    ("target", "name"),
    [
        ("Close issue", "Close all issues"),
        ("Close issue", "Close and lock issue"),
        seldom("Close issue", "Close 5 issues"),
        ("Close issue", "Close issue comments"),
        ("Close issue", "Close"),
        (HEALED_ONCE, "Close comments"),
        seldom(HEALED_ONCE, "Close all"),
    ],
)
async def test_a_name_that_means_more_or_another_deed_than_the_runs_is_not_taken(
    stand: Stand, target: Target | str, name: str
):
    wanted = t(role="button", name=target, landmarks=MAIN) if isinstance(target, str) else target
    outcome = await stand.play(step("click", wanted), READ, page=page(name) + BESIDE, settings=SAFE)
    assert (outcome.status, outcome.healed) == ("target_not_found", ())


async def test_a_word_that_only_tells_of_opening_is_passed_over_where_it_cannot_be_a_state_or_another_button(stand: Stand):
    async def clicked(name: str, html: str) -> Outcome:
        opens = step("click", t(role="button", name=name, landmarks=MAIN), expect={"changed": True})
        return await stand.play(opens, READ, page=html, settings={**SAFE, "step_timeout_s": 0.6})

    opened = await clicked("New issue", page("Open new issue"))
    assert (opened.outputs, len(opened.healed)) == ({"log": "done;"}, 1)
    two = await clicked("New issue", page("Open new issue") + "<button>Open new issue form</button>")
    state = await clicked("Issues", page("Open issues"))
    assert {(one.status, one.healed) for one in (two, state)} == {("target_not_found", ())}


LISTS = "<nav><a href='/list'>%s</a>%s</nav>" + LOG


@pytest.mark.parametrize(
    ("name", "beside", "status"),
    [
        ("All epics", "", "ok"),
        ("Alle Epics", "", "ok"),
        ("All epics", "<a href='/closed'>Closed epics</a>", "target_not_found"),
        ("All epics and issues", "", "target_not_found"),
        ("Delete all epics", "", "target_not_found"),
    ],
)
async def test_a_link_to_all_of_what_the_runs_opened_is_followed_where_nothing_else_leads_to_any_of_it(
    stand: Stand, name: str, beside: str, status: str
):
    stand.site.pages["/list"] = "<h1>Epics</h1>"
    outcome = await stand.play(step("click", t(role="link", name="Epics")), page=LISTS % (name, beside), settings=SAFE)
    assert outcome.status == status


@pytest.mark.parametrize(("box", "status"), [("nav", "ok"), ("p", "target_not_found")])
async def test_an_entry_of_a_navigation_that_only_a_script_follows_leads_on_too(stand: Stand, box: str, status: str):
    html = f"<{box}><a style='cursor:pointer' onclick=\"say('went')\">All epics</a></{box}>{LOG}"
    outcome = await stand.play(step("click", t(text="Epics", tag="a")), page=html, settings=SAFE)
    assert outcome.status == status


async def test_a_link_that_acts_on_all_is_not_taken_for_one_that_acts_on_one(stand: Stand):
    outcome = await stand.play(
        step("click", t(role="link", name="Mark as read")), page=LISTS % ("Mark all as read", ""), settings=SAFE
    )
    assert (outcome.status, stand.site.paths()) == ("target_not_found", ["/"])


async def test_what_the_source_runs_called_it_stays_known_however_often_it_is_healed(stand: Stand):
    names = [t(role="button", name=one) for one in ("Store changes", "Keep changes", "Save")]
    healed = t(role="button", name="Update changes", landmarks=MAIN, formerly=tuple(names))
    _, again = await heal(stand, healed, page("Save changes"))
    assert [one.name for one in again.formerly] == [value("Update changes"), value("Store changes"), value("Save")]
