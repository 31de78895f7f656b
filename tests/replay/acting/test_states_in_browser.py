# ruff: noqa: E501  pages are easier to read as the markup they are
"""Recorded by hand, learned and replayed on a page in another state than in the runs: what the page was sent decides."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Callable
from typing import Any

import pytest
import pytest_asyncio
from browser_fixtures import Hit
from core_stage import LOG, Stand, param, step, t

from awm_mcp.induction.library import induce
from awm_mcp.model import Caller, FlowStep, Outcome, Run, Workflow
from awm_mcp.replay.by_hand.primitives import BrowserTools
from awm_mcp.replay.values.secrets import Vault

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]
ME = Caller(client="tests", connection="c1")
SENT = "const sent = what => fetch('/set', { method: 'POST', body: what });"


@pytest_asyncio.fixture(loop_scope="session")
async def tools(stand: Stand) -> AsyncGenerator[BrowserTools]:
    stand.site.pages["/set"] = "ok"
    yield BrowserTools(stand.settings, stand.browsers, Vault(stand.settings), stand.pages)


async def recorded(
    stand: Stand, tools: BrowserTools, page: Any, task: str, *calls: tuple[str, dict[str, str]], id: str = "a"
) -> Run:
    stand.site.pages["/"] = page
    seen = await tools.call("browser_navigate", {"url": stand.site.origin}, ME)
    for name, arguments in calls:
        await tools.call(f"browser_{name}", {**arguments, "session": seen.session}, ME)
    found = tools.recording(seen.session)
    return Run(
        id=id, task=task, site=found.site, origin=found.origin, start_url=found.start_url, outcome="success",
        steps=found.steps, observed=True,
    )  # fmt: skip


async def replayed(stand: Stand, flow: Workflow, page: Any, **given: str) -> tuple[Outcome, list[str]]:
    stand.site.pages["/"] = page
    stand.site.hits.clear()
    outcome = await stand.replayer().replay(stand.request(flow, given))
    return outcome, [one.removeprefix("/set ") for one in stand.sent()]


def code(outcome: Outcome) -> str:
    return outcome.stopped.code if outcome.stopped is not None else ""


def clicks(*targets: str) -> list[tuple[str, dict[str, str]]]:
    return [("click", {"target": target}) for target in targets]


def basket(tea: int, milk: int) -> str:
    """Every press draws the whole list anew, some time after."""
    return f"""<ul id=c></ul><button id=s onclick="sent(q.Milk)">Order</button><script>{SENT} const q = {{ Tea: {tea}, Milk: {milk} }};
const draw = () => c.innerHTML = Object.keys(q).map(k => `<li><b>${{k}}</b> <span>€ 3,40</span> <button onclick="go('${{k}}', -1)">–</button><span>${{q[k]}}</span><button onclick="go('${{k}}', 1)" ${{q[k] > 8 ? 'disabled' : ''}}>+</button> <button>Remove</button></li>`).join('');
function go(k, d) {{ setTimeout(() => {{ q[k] += d; draw(); }}, 60); }} draw();</script>"""


async def test_presses_of_plus_are_the_number_that_they_led_to(stand: Stand, tools: BrowserTools):
    more = "li:nth-child(2) button:has-text('+')"
    run = await recorded(stand, tools, basket(1, 1), "Order 3 Milk", *clicks(more, more, "#s"))
    (flow,) = induce([run])
    name = flow.parameters[0].name
    assert flow.steps[0].words() == f'step the value at button "+" in the row of "Milk" to "{{{name}}}"'
    assert (await replayed(stand, flow, basket(2, 5), **{name: "3"}))[1] == ["3"]
    outcome, sent = await replayed(stand, flow, basket(2, 5), **{name: "12"})
    assert (code(outcome), sent) == ("invalid_value", []) and "it reads '9'" in str(outcome.stopped)


@pytest.mark.parametrize(
    ("markup", "presses", "said"),
    [
        ("<button onclick='go(1)'>▲</button><span id=v>12</span><button onclick='go(-1)'>▼</button>", ["text=▲"], 'click button "▲"'),
        ("<button onclick='go(-1)'>‹</button><span id=v>1</span><button onclick='go(1)'>›</button>", ["text=›", "text=›"], 'click button "›"'),
        ("<input id=v type=number aria-label=Seats value=1><button onclick='go(1)'>+</button><button onclick='go(-1)'>-</button>", ["text='+'"], 'step the value at spinbutton "Seats" to "2"'),
    ],
)  # fmt: skip
async def test_votes_and_pages_are_no_numbers_to_be_set(
    stand: Stand, tools: BrowserTools, markup: str, presses: list[str], said: str
):
    change = "function go(d) { 'value' in v ? v.value = +v.value + d : v.textContent = +v.textContent + d; }"
    run = await recorded(stand, tools, f"<p>{markup}</p><script>{change}</script>", "Set it", *clicks(*presses))
    assert run.steps[-1].action.words() == said


async def test_a_press_that_does_something_else_with_the_number_is_no_success(stand: Stand):
    page = "<p><button onclick='go(-1)'>-</button><b id=v>1</b><button onclick='go(1)'>+</button></p><script>function go(d) { v.textContent = +v.textContent === 2 ? 7 : +v.textContent + d; }</script>"
    outcome = await stand.play(
        step("fill", t(role="button", name="+"), param("n"), stepper=True), page=page, args={"n": "4"}
    )
    assert code(outcome) == "did_not_stick" and "from '2' to '7'" in str(outcome.stopped)


LIKE = "<h1>Post</h1><button id=b></button><script>{sent} let on = {on}; const draw = () => b.textContent = on ? 'Liked' : 'Like'; draw(); b.onclick = () => {{ on = 1 - on; draw(); sent(on); }};</script>"
STAR = "<h1>Post</h1><button id=b aria-label=Favourite>*</button><script>{sent} let on = {on}; const draw = () => b.classList.toggle('is-fav', !!on); draw(); b.onclick = () => {{ on = 1 - on; draw(); sent(on); }};</script>"
FOLLOW = "<ul><li><b>Ann</b> <button onclick=sent('ann')>Follow</button></li><li><b>Bob</b> <button id=b></button></li></ul><script>{sent} let on = {on}; const draw = () => b.textContent = on ? 'Unfollow' : 'Follow'; draw(); b.onclick = () => {{ on = 1 - on; draw(); sent(on); }};</script>"
TOLD = "<h1>Post</h1><button id=b aria-label=Favourite>*</button><p id=m></p><script>{sent} let on = {on}; const draw = () => b.classList.toggle('is-fav', !!on); draw(); b.onclick = () => {{ on = 1 - on; draw(); m.textContent = 'Now there are ' + on; sent(on); }};</script>"


@pytest.mark.parametrize(("markup", "then"), [(LIKE, ""), (STAR, ""), (FOLLOW, ""), (TOLD, "already_so")])
async def test_a_control_that_is_in_the_state_already_is_not_clicked_out_of_it(
    stand: Stand, tools: BrowserTools, markup: str, then: str
):
    off, on = (markup.format(sent=SENT, on=state) for state in (0, 1))
    (flow,) = induce([await recorded(stand, tools, off, "Mark it", *clicks("#b"))])
    assert (await replayed(stand, flow, off))[1] == ["1"]
    outcome, sent = await replayed(stand, flow, on)
    assert (code(outcome), sent) == (then, [])
    assert then or [row.note for row in outcome.steps] == ["was so already"]


@pytest.mark.parametrize(
    ("wanted", "shown", "status"),
    [
        ("Like", "Liked", "target_not_found"), ("Pin", "Pinned", "target_not_found"), ("Assignee", "Assigned to", "ok"),
        ("Close", "Mark as closed", "ok"), ("Close", "Marked as closed", "target_not_found"),
    ],
)  # fmt: skip
async def test_a_name_that_says_it_is_done_is_no_other_name_of_the_control(
    stand: Stand, wanted: str, shown: str, status: str
):
    page = f"<h1>Post</h1><form><button type=button onclick=\"say('pressed')\">{shown}</button></form>{LOG}"
    pressed = step("click", t(role="button", name=wanted))
    outcome = await stand.play(pressed, page=page, settings={"repair": "safe"}, request={"repair": "safe"})
    assert outcome.status == status


async def test_a_state_that_a_held_back_click_showed_is_known_but_no_proof(stand: Stand):
    stand.site.pages["/set"] = "ok"
    seen = await stand.observe(step("click", t(role="button", name="Like")), page=LIKE.format(sent=SENT, on=0))
    became = seen.run.steps[0].action.became
    assert became is not None and became.target is not None and became.target.words() == 'button "Liked"'
    assert not became.alone and stand.sent() == []


FAV = "<h1>Ann</h1><button id=b aria-label=Favourite>*</button><script>let on = {on}; const draw = () => b.classList.toggle('is-fav', !!on); draw(); b.onclick = async () => {{ const then = 1 - on; if ((await fetch('/set', {{ method: 'POST', body: '' + then }})).ok) {{ on = then; draw(); }} }};</script>"
FOLLOWS = "<h1>Ann</h1><button id=b></button><script>let on = {on}; const draw = () => b.textContent = on ? 'Following' : 'Follow'; draw(); b.onclick = async () => {{ const then = 1 - on; if ((await fetch('/set', {{ method: 'POST', body: '' + then }})).ok) {{ on = then; draw(); }} }};</script>"
SWITCH = "<h1>Ann</h1><div id=b tabindex=0 aria-label=Watch>Watch</div><script>let on = {on}; const draw = () => b.setAttribute('aria-checked', !!on); draw(); b.onclick = async () => {{ const then = 1 - on; if ((await fetch('/set', {{ method: 'POST', body: '' + then }})).ok) {{ on = then; draw(); }} }};</script>"


@pytest.mark.parametrize(
    ("markup", "task", "name", "shown", "wanted"),
    [
        (FAV, "Favourite Ann", "Favourite", 1, 1), (FAV, "Unfavourite Ann", "Favourite", 1, 0),
        (FOLLOWS, "Follow Ann", "Follow", 1, 1), (FOLLOWS, "Unfollow Ann", "Following", 0, 0),
        (SWITCH, "Watch Ann", "Watch", 1, 1), (SWITCH, "Unwatch Ann", "Watch", 0, 0),
    ],
)  # fmt: skip
async def test_a_click_of_a_report_is_not_sent_where_what_it_was_for_is_so(
    stand: Stand, markup: str, task: str, name: str, shown: int, wanted: int
):
    """The report's own click may be what the page shows by the time that the run is looked at (``shown``)."""
    stand.site.pages["/set"] = "ok"
    clicked = step("click", t(name=name, css="#b"))
    seen = await stand.observe(clicked, page=markup.format(on=shown), task=task)
    assert stand.sent() == []
    led = FlowStep(action=seen.run.steps[0].action, writes=True)
    stand.site.pages["/"] = lambda _: markup.format(on=wanted if stand.sent() else 1 - wanted)  # the site keeps it
    outcome = await stand.play(led)
    assert (outcome.status, stand.sent()) == ("ok", [f"/set {wanted}"]), outcome.stopped
    stand.site.hits.clear()
    outcome = await stand.play(led, page=markup.format(on=wanted))
    assert stand.sent() == [] and (outcome.status == "ok" or code(outcome) == "already_so")


async def test_a_click_that_shows_that_it_took_off_what_is_wanted_is_no_success(stand: Stand):
    """Nothing but the click itself tells what the colour of an icon means."""
    stand.site.pages["/set"] = "ok"
    icon = "<h1>Ann</h1><button id=b aria-label=Like><svg width=9 height=9><path id=p d='M0 0h9v9z'></path></svg></button><script>let on = {on}; const draw = () => p.setAttribute('fill', on ? '#e0245e' : 'none'); draw(); b.onclick = async () => {{ const then = 1 - on; if ((await fetch('/set', {{ method: 'POST' }})).ok) {{ on = then; draw(); }} }};</script>"
    seen = await stand.observe(step("click", t(name="Like", css="#b")), page=icon.format(on=1), task="Like Ann")
    led = FlowStep(action=seen.run.steps[0].action, writes=True)
    assert (await stand.play(led, page=icon.format(on=0))).status == "ok"
    outcome = await stand.play(led, page=icon.format(on=1))
    assert (outcome.status, code(outcome)) == ("unknown", "already_so")


OPTION = "<h1>Issue</h1><p id=c>{chips}</p><div class='opt {marks}' onclick=\"fetch('/set', {{ method: 'POST', body: 'bug' }})\">bug</div>"
BUG = t(text="bug", tag="div")


@pytest.mark.parametrize(
    ("marks", "chips", "end", "sent"),
    [
        ("", "", "", ["/set bug"]),
        ("selected", "bug", "", []),
        ("selected", "", "already_so", []),
        ("active", "bug", "already_so", []),
        ("active", "", "", ["/set bug"]),
    ],
)
async def test_a_click_that_was_held_back_is_not_done_on_what_shows_that_it_is_set(
    stand: Stand, marks: str, chips: str, end: str, sent: list[str]
):
    stand.site.pages["/set"] = "ok"
    seen = await stand.observe(step("click", BUG), page=OPTION.format(marks="", chips=""))
    became = seen.run.steps[0].action.became
    assert became is not None and became.unset and stand.sent() == []
    outcome = await stand.play(step("click", BUG, became=became, writes=True), page=OPTION.format(marks=marks, chips=chips))
    assert (code(outcome), stand.sent()) == (end, sent)


async def test_a_button_that_sends_what_was_typed_is_no_switch_whatever_it_says_of_itself(stand: Stand):
    stand.site.pages["/set"] = "ok"
    page = f"<label>Note <input id=n></label><button aria-pressed=false onclick='sent(n.value)'>Send</button><script>{SENT}</script>"
    steps = step("fill", t(role="textbox", name="Note"), "tea"), step("click", t(role="button", name="Send"))
    seen = await stand.observe(*steps, page=page)
    assert seen.run.steps[1].action.type == "click" and stand.sent() == []


async def test_a_control_that_stays_as_it_was_is_no_success(stand: Stand, tools: BrowserTools):
    (flow,) = induce([await recorded(stand, tools, STAR.format(sent=SENT, on=0), "Mark it", *clicks("#b"))])
    dead = "<h1>Post</h1><button id=b aria-label=Favourite onclick='document.title = 1'>*</button>"
    outcome, _ = await replayed(stand, flow, dead)
    assert code(outcome) == "did_not_stick" and outcome.status != "ok"


PEOPLE = f"""<h1>Share</h1><label for=q>Person</label><input id=q role=combobox aria-controls=l autocomplete=off><ul id=l role=listbox hidden></ul>
<button id=s onclick="sent(picked)">Share</button><script>{SENT} let picked = '', lit = -1, cur = [];
const draw = () => {{ l.innerHTML = cur.map((p, i) => `<li role=option id=o${{i}} onmousedown="take(${{i}})">${{p}}</li>`).join(''); l.hidden = !cur.length;
  lit < 0 ? q.removeAttribute('aria-activedescendant') : q.setAttribute('aria-activedescendant', 'o' + lit); }};
const take = i => {{ picked = q.value = cur[i]; cur = []; lit = -1; draw(); }};
q.oninput = () => {{ picked = q.value; cur = q.value ? ['Anna Berg', 'Bob Hale', 'Bob'].filter(p => p.toLowerCase().includes(q.value.toLowerCase())) : []; lit = LIT; draw(); }};
q.onkeydown = e => {{ if (e.key === 'Enter') {{ if (TAKES) take(Math.max(lit, 0)); else cur = [], draw(); }} }};</script>"""
LIT, NONE_LIT = (
    PEOPLE.replace("LIT", lit).replace("TAKES", takes) for lit, takes in (("cur.length - 1 && 0", "cur.length"), ("-1", "0"))
)
PERSON = t(role="combobox", name="Person")


async def test_enter_on_a_lit_suggestion_is_the_choice_of_that_entry(stand: Stand, tools: BrowserTools):
    typed = ("type", {"target": "#q", "text": "Anna", "submit": True})
    run = await recorded(stand, tools, LIT, 'Share with "Anna Berg"', typed, *clicks("#s"))
    (flow,) = induce([run])
    assert [s.action.type for s in flow.steps if s.action is not None] == ["select", "click"]
    name = flow.parameters[0].name
    assert (await replayed(stand, flow, LIT, **{name: "Bob"}))[1] == ["Bob"]
    outcome, sent = await replayed(stand, flow, LIT, **{name: "Ann"})
    assert (code(outcome), sent) == ("no_such_option", []) and "Anna Berg" in str(outcome.stopped)


@pytest.mark.parametrize(
    ("page", "who", "then", "shared"),
    [
        (LIT, "Ann", "no_such_option", []),
        (LIT, "Bob", "", ["Bob"]),
        (NONE_LIT, "Ann", "", ["Ann"]),
        (NONE_LIT.replace("if (0)", "if (cur.length)"), "Ann", "did_not_stick", []),
    ],
)
async def test_enter_takes_what_was_named_or_nothing(
    stand: Stand, tools: BrowserTools, page: str, who: str, then: str, shared: list[str]
):
    flow: list[FlowStep] = [
        step("fill", PERSON, param("who")),
        step("press", PERSON, "Enter"),
        step("click", t(role="button", name="Share")),
    ]
    stand.site.hits.clear()
    outcome = await stand.play(*flow, page=page, args={"who": who})
    assert (code(outcome), [one.removeprefix("/set ") for one in stand.sent()]) == (then, shared)


STYLE = "<style>label { position: relative; display: inline-block; padding: 9px } label input { position: absolute; inset: 0 } .cover { position: relative; z-index: 2; background: #fff; display: inline-block; width: 99px }</style>"


@pytest.mark.parametrize(
    "page",
    [
        f"{STYLE}<label><input type=radio name=s id=x><span class=cover>Large</span></label>",
        "<input type=checkbox id=x style='opacity:0;width:1px;height:1px;position:absolute'><label for=x>Large</label>",
        "<label><input type=checkbox id=x style='display:none'><span>Large</span></label>",
    ],
)
async def test_a_tick_under_its_own_label_is_ticked_by_hand_and_again(stand: Stand, tools: BrowserTools, page: str):
    run = await recorded(stand, tools, page, "Choose Large", *clicks("#x"))
    action = run.steps[-1].action
    assert (action.type, action.checked) == ("check", True)
    outcome = await stand.play(FlowStep(action=action))
    assert outcome.status == "ok", outcome.stopped


LABELS = """<h1>Issue</h1><p>Labels <span onclick="m.hidden = !m.hidden">Edit</span></p><p id=c></p><div id=m hidden></div><script>{sent} let set = {set};
const draw = () => {{ c.innerHTML = set.map(x => `<span>${{x}}</span>`).join(' '); m.innerHTML = ['bug', 'docs', 'perf'].map(x => `<div class="o${{set.includes(x) ? ' on' : ''}}" onclick="pick('${{x}}')">{option}</div>`).join(''); }};
const pick = x => {{ set = set.includes(x) ? set.filter(y => y !== x) : [...set, x]; sent(set); draw(); m.hidden = true; }}; draw();</script>"""


@pytest.mark.parametrize("option", ["${x}", "${set.includes(x) ? '✓ ' : ''}${x}"])
async def test_a_label_that_is_set_already_in_a_menu_of_plain_boxes_is_not_taken_away(
    stand: Stand, tools: BrowserTools, option: str
):
    def issue(*labels: str) -> str:
        return LABELS.format(sent=SENT, set=list(labels), option=option)

    runs = [
        await recorded(
            stand,
            tools,
            issue(),
            f"Add the label '{one}' to the issue",
            *clicks("text=Edit", f"div.o:has-text('{one}')"),
            id=one,
        )
        for one in ("bug", "docs")
    ]
    (flow,) = induce(runs)
    name = flow.parameters[0].name
    assert (await replayed(stand, flow, issue("bug"), **{name: "perf"}))[1] == ["bug,perf"]
    outcome, sent = await replayed(stand, flow, issue("perf"), **{name: "perf"})
    assert (outcome.status, sent) == ("ok", []), outcome.stopped
    assert outcome.steps[-1].note == "was so already"


def starred(on: bool) -> Callable[[Hit], object]:
    state = {"on": on}

    def page(hit: Hit) -> object:
        if hit.method == "POST":
            state["on"] = not state["on"]
            return 303, {"location": "/"}, ""
        mark, count = ("star on", 42) if state["on"] else ("star", 41)
        return f"<h1>Alpha</h1><form method=post><button aria-label=Star class='{mark}'>★</button> <span>{count} stars</span></form>"

    return page


def labelled(*labels: str, refuses: bool = False, beside: str = "") -> Callable[[Hit], object]:
    """A menu in which nothing tells what is set; the page loads itself anew after each choice."""
    given = set(labels)

    def page(hit: Hit) -> object:
        if hit.method == "POST":
            given.symmetric_difference_update(set() if refuses else {hit.body.decode()})
            return 204, {}, ""
        items = "".join(f"<li role=menuitem onclick=pick(this)>{one}</li>" for one in ("bug", "docs", "ui"))
        shown = " ".join(f"<b>{one}</b>" for one in sorted(given))
        return f"""{beside}<h1>Slow</h1><p>Labels: {shown}</p><button aria-haspopup=menu onclick="m.hidden = !m.hidden">Edit labels</button>
<ul id=m role=menu hidden>{items}</ul><script>const pick = async li => {{ await fetch('/', {{ method: 'POST', body: li.textContent }}); location.reload(); }}</script>"""

    return page


async def test_a_control_whose_page_comes_anew_is_not_clicked_out_of_its_state(stand: Stand, tools: BrowserTools):
    run = await recorded(stand, tools, starred(False), "Star the repository", *clicks("button"))
    became = run.steps[-1].action.became
    assert became is not None
    assert (became.marks, became.alone, became.anew) == ((".on",), True, True)
    (flow,) = induce([run])
    for on, sent in ((False, 1), (True, 0)):
        outcome, posts = await replayed(stand, flow, starred(on))
        assert (outcome.status, len(posts)) == ("ok", sent), outcome.stopped


async def test_what_only_its_words_elsewhere_tell_after_a_reload_is_not_clicked_twice_nor_taken_as_done(
    stand: Stand, tools: BrowserTools
):
    runs = [
        await recorded(
            stand,
            tools,
            labelled(),
            f"Add the label '{one}' to the issue",
            *clicks("button", f"li:has-text('{one}')"),
            id=one,
        )
        for one in ("bug", "docs")
    ]
    (flow,) = induce(runs)
    name = flow.parameters[0].name
    told = []
    of_others = "<nav><a>ui</a></nav><ul><li>Fast <b>ui</b> by Ann</li><li>Small <b>docs</b> by Bob</li></ul>"
    for page in (labelled("bug"), labelled("ui"), labelled(refuses=True), labelled("bug", beside=of_others)):
        outcome, posts = await replayed(stand, flow, page, **{name: "ui"})
        told.append((outcome.status == "ok", code(outcome), len(posts)))
    assert told == [(True, "", 1), (False, "already_so", 0), (False, "did_not_stick", 1), (True, "", 1)]


@pytest.mark.parametrize(
    ("clicked", "then", "known"),
    [
        ("<button class=btn>Save</button>", "<div class=row>Ann Lee</div>", None),
        ("<div class=btn tabindex=0>Save</div>", "<div class=row tabindex=0>Ann Lee</div>", None),
        ("<button class=btn>Follow</button>", "<a class=done href='#'>Following</a>", 'link "Following"'),
        ("<div class='btn big' tabindex=0>Subscribe</div>", "<div class='btn' tabindex=0>Joined</div>", 'div "Joined"'),
    ],
)
async def test_what_comes_where_a_form_was_closed_is_no_state_of_its_button(
    stand: Stand, tools: BrowserTools, clicked: str, then: str, known: str | None
):
    page = f"""<h1>People</h1><div id=c><p>Ann</p>{clicked}</div><script>
c.children[1].onclick = () => c.innerHTML = `<p>Ann</p>{then}`;</script>"""
    run = await recorded(stand, tools, page, "Do it", *clicks("#c > :nth-child(2)"))
    became = run.steps[-1].action.became
    assert (became.target.words() if became is not None and became.target is not None else None) == known
    assert known is not None or became is None
